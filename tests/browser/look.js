/* What a page must hold for whoever uses a keyboard, a screen reader, a zoom or a thumb. Read by
   test_accessible.py; each function answers the faults it finds, in words. */
({
  /* Everything folded is looked at too. */
  unfold() {
    for (const details of document.querySelectorAll("details")) details.open = true;
  },

  name(element) {
    const words = element.textContent || element.getAttribute("aria-label") || element.name || "";
    return `${element.localName} « ${words.trim().replace(/\s+/g, " ").slice(0, 50)} »`;
  },

  shown(selector) {
    return [...document.querySelectorAll(selector)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".skip"),
    );
  },

  /* A placeholder or a title is no label: it goes away, or is not seen. */
  unlabelled() {
    return this.shown("input:not([type=hidden], [type=submit]), select, textarea")
      .filter((control) => {
        const labels = [...(control.labels ?? [])].map((label) => label.textContent);
        const by = control.getAttribute("aria-labelledby");
        if (by) labels.push(document.getElementById(by)?.textContent);
        labels.push(control.getAttribute("aria-label"));
        return !labels.some((label) => label?.trim());
      })
      .map((control) => `no label: ${control.type} ${control.name}`);
  },

  ring(element) {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const outline = outlineStyle === "none" || outlineWidth === "0px" ? "" : outlineColor + outlineWidth;
    return outline + boxShadow;
  },

  unseenFocus() {
    const faults = [];
    for (const element of this.shown("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")) {
      if (element.disabled) continue;
      const marked = [element, element.closest("label")].filter(Boolean);
      document.activeElement?.blur();
      const before = marked.map((each) => this.ring(each));
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) faults.push(`takes no focus: ${this.name(element)}`);
      else if (!marked.some((each, index) => this.ring(each) && this.ring(each) !== before[index]))
        faults.push(`focus is not seen: ${this.name(element)}`);
    }
    document.activeElement?.blur();
    return faults;
  },

  /* The page itself, and each part that would scroll on its own. */
  tooWide() {
    const root = document.scrollingElement;
    const faults = [];
    if (root.scrollWidth > root.clientWidth) {
      const widest = this.shown("body *").filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
      );
      faults.push(`wider than the page by ${root.scrollWidth - root.clientWidth} px: ${widest.slice(-2).map((each) => this.name(each))}`);
    }
    for (const element of this.shown("body *")) {
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
      if (scrolls && element.scrollWidth > element.clientWidth + 1 && element.localName !== "textarea")
        faults.push(`scrolls sideways by ${element.scrollWidth - element.clientWidth} px: ${this.name(element)}`);
    }
    return faults;
  },

  /* A link in a sentence is read before it is touched: it may be as small as its words. */
  isInASentence(element) {
    if (element.localName !== "a" || getComputedStyle(element).display !== "inline") return false;
    const around = [...element.parentElement.childNodes];
    return around.some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.data));
  },

  tooSmall(least) {
    const faults = [];
    for (const element of this.shown("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
      if (this.isInASentence(element)) continue;
      const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      if (width < least - 0.5 || height < least - 0.5)
        faults.push(`too small for a thumb, ${Math.round(width)} × ${Math.round(height)}: ${this.name(element)}`);
    }
    return faults;
  },

  /* The page's words: what is read, what is read aloud, what is said about what. */
  words() {
    const page = document.body.cloneNode(true);
    const language = document.documentElement.lang;
    for (const part of page.querySelectorAll("script, style, code, kbd")) part.remove();
    for (const part of page.querySelectorAll("[lang]")) if (part.lang !== language) part.remove();
    const texts = [];
    const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) texts.push(walk.currentNode.data);
    const said = ["aria-label", "alt", "title", "placeholder"].flatMap((attribute) =>
      [...page.querySelectorAll(`[${attribute}]`)].map((part) => part.getAttribute(attribute)),
    );
    return [document.title, ...texts, ...said].join("\n");
  },
})
