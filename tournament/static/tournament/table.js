/* A table on a phone: deals are kept, then sent; the sheet follows the other phone by itself.
   Without it the page is plain forms. */
"use strict";

(() => {
  const EVERY = 5000;
  const panel = document.getElementById("waiting");
  const words = panel.dataset;
  let sending = null;
  let wanted = ""; // the key of the deal whose answer somebody is looking at the page for
  let storage = false;
  let isSilent = false;

  const table = () => document.getElementById("table");
  const form = () => document.getElementById("deal");
  const here = () => table()?.dataset.place;

  // --- The page ---------------------------------------------------------------------------------

  function replace(id, html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = document.importNode(page.getElementById(id), true);
    document.getElementById(id).replaceWith(fresh);
    htmx.process(fresh);
    return fresh;
  }

  function say(sentence) {
    const said = document.getElementById("said");
    if (!said || !sentence) return;
    const line = document.createElement("p");
    line.className = "flash";
    line.setAttribute("role", "status");
    line.textContent = sentence;
    said.replaceChildren(line);
  }

  // What somebody is typing, or has typed, is never taken away.
  const isTouched = (part) => Boolean(part?.dataset.touched) || Boolean(part?.contains(document.activeElement)
    && document.activeElement.matches("input:not([type=radio]), textarea"));

  document.addEventListener("input", ({ target }) => {
    const part = target.closest("#entry, #cards");
    if (part) part.dataset.touched = "1";
    if (target.form?.id === "deal") saveDraft(target.form);
  });

  // A preview that fails says nothing: the panel tells that the server is silent.
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      if (event.target.id !== "deal") return;
      event.stopPropagation();
      silence(true);
    }, true);
  }

  function silence(isSo) {
    if (isSilent === isSo) return;
    isSilent = isSo;
    list();
  }

  async function news() {
    if (!table() || document.hidden) return;
    const { news: address, key, deal, next } = table().dataset;
    const asked = new URLSearchParams({ seen: key, ...(deal !== next && { deal }) });
    const answer = await fetch(`${address}?${asked}`, { cache: "no-store", headers: { "HX-Request": "true" } });
    if (answer.status === 200) show(await answer.text());
    // The table is closed: the page says so, unless it would take away what is being typed.
    else if ([404, 410].includes(answer.status) && !isTouched(document.getElementById("entry"))) location.reload();
    silence(answer.status >= 500);
  }

  // Bring the page up to date around what is being typed.
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = page.getElementById("table");
    if (!fresh) return;
    const parts = ["totals", "cards", "entry", "call", "rows"];
    for (const id of parts) {
      const [now, then] = [document.getElementById(id), page.getElementById(id)];
      if (now && isTouched(now)) continue;
      // Who is choosing what to call for is not interrupted.
      if (id === "call" && now?.querySelector("details[open]") && then?.querySelector("details")) continue;
      if (now && then) now.replaceWith(document.importNode(then, true));
      else if (now) now.remove();
      else if (then) document.getElementById("entry").after(document.importNode(then, true));
      const put = document.getElementById(id);
      if (put) htmx.process(put);
    }
    const isTyping = isTouched(document.getElementById("entry"));
    for (const [name, value] of Object.entries(fresh.dataset)) {
      if (!(isTyping && name === "deal")) table().dataset[name] = value;
    }
    advance();
  }

  // --- The deal to type -------------------------------------------------------------------------

  function summary(shown) {
    const said = [];
    for (const control of shown.elements) {
      if (control.type === "radio" && control.checked && !["", "plain", "played"].includes(control.value)) {
        said.push(control.closest("label").textContent.trim().replace(/\s+/g, " "));
      } else if (control.type === "text" && control.value.trim()) {
        said.push(`${shown.querySelector(`label[for="${control.id}"]`).textContent.trim()}\u202f: ${control.value.trim()}`);
      }
    }
    return said.join(" · ");
  }

  // Half a deal is still there when the page comes back: phones close what is not looked at.
  const draft = () => `draft ${here()}`;

  function saveDraft(shown) {
    const fields = [...new FormData(shown)].filter(([name]) => shown.elements[name].type !== "hidden");
    sessionStorage.setItem(draft(), JSON.stringify({ deal: shown.dataset.deal, base: shown.elements.base.value, fields }));
  }

  function bringDraftBack() {
    const shown = form();
    const { deal, base, fields = [] } = JSON.parse(sessionStorage.getItem(draft()) ?? "{}");
    if (!shown || shown.dataset.deal !== deal || shown.elements.base.value !== base) return;
    for (const [name, value] of fields) {
      if (shown.elements[name]) shown.elements[name].value = value;
    }
    document.getElementById("entry").dataset.touched = "1";
    htmx.trigger(shown, "input");
  }

  // The next deal's form while the server is silent: the deals kept on the phone count as typed.
  async function advance() {
    const shown = form();
    if (!shown || isTouched(document.getElementById("entry"))) return;
    const kept = (await Waiting.all()).filter(({ place, state }) => place === here() && state === "waiting");
    if (!kept.some(({ deal }) => deal === shown.dataset.deal)) return;
    const taken = new Set([...table().dataset.typed.trim().split(/\s+/), ...kept.map(({ deal }) => deal)]);
    let next = 1;
    while (taken.has(String(next))) next += 1;
    blank(next > (Number(table().dataset.last) || Infinity) ? null : next);
  }

  function blank(number) {
    const entry = document.getElementById("entry");
    delete entry.dataset.touched;
    if (number === null) {
      const full = document.createElement("p");
      full.className = "card";
      full.textContent = words.full;
      entry.replaceChildren(full);
      return;
    }
    const fresh = document.importNode(document.getElementById("blank").content, true);
    const shown = fresh.querySelector("form");
    shown.dataset.deal = number;
    shown.setAttribute("action", `${table().dataset.address}?deal=${number}`);
    shown.setAttribute("hx-post", `${table().dataset.preview}?deal=${number}`);
    shown.elements.client_key.value = Waiting.newKey();
    fresh.querySelector("h2").textContent = `${words.title} ${number}`;
    entry.replaceChildren(fresh);
    htmx.process(entry);
  }

  async function submit(shown) {
    const { address, code, place, where } = table().dataset;
    const key = shown.elements.client_key.value;
    const fields = [...new FormData(shown)];
    await Waiting.keep({ key, code, place, where, address, deal: shown.dataset.deal, fields, said: summary(shown) });
    sessionStorage.removeItem(draft());
    if (await flushFor(key)) return;
    delete document.getElementById("entry").dataset.touched;
    await advance();
    panel.scrollIntoView({ block: "nearest" });
  }

  // Before anybody else hears of it: the page's own script would send the form by itself.
  document.addEventListener("submit", (event) => {
    const shown = event.target;
    if (shown.id !== "deal" || !storage) return;
    event.preventDefault();
    event.stopPropagation();
    if (shown.dataset.busy) return;
    shown.dataset.busy = "1";
    const button = shown.querySelector("[type=submit]");
    button.setAttribute("aria-busy", "true");
    submit(shown).catch(() => shown.submit()).finally(() => {
      delete shown.dataset.busy;
      button.removeAttribute("aria-busy");
    });
  }, true);

  // --- The deals kept ---------------------------------------------------------------------------

  // Send what waits, in order, once each; stop at the first silence.
  async function flush() {
    while (sending) await sending;
    sending = sendAll();
    try {
      return await sending;
    } finally {
      sending = null;
      await list();
    }
  }

  // The same, and show the answer to one of them; returns it, or null where there is none yet.
  async function flushFor(key) {
    wanted = key;
    const answers = await flush();
    wanted = "";
    return answers.get(key) ?? null;
  }

  async function sendAll() {
    const answers = new Map();
    for (const { key } of (await Waiting.all()).filter(({ state }) => state === "waiting")) {
      const deal = await Waiting.claim(key);
      if (deal === null) continue;
      const answer = deal && await Waiting.send(deal);
      if (deal) silence(!answer);
      if (!answer) {
        if (deal) await Waiting.change(key, { claimed: 0 });
        break;
      }
      answers.set(key, answer);
      await settle(deal, answer);
    }
    return answers;
  }

  async function settle(deal, answer) {
    const isRecorded = answer.outcome === "recorded";
    if (isRecorded) {
      await Waiting.drop(deal.key);
      await dropAnswered(deal.place, deal.deal);
    } else {
      await Waiting.change(deal.key, { state: answer.outcome, sentences: answer.sentences, claimed: 0 });
    }
    if (deal.place !== here() || !answer.html) return;
    if (deal.key === wanted) {
      replace("table", answer.html);
      document.getElementById(isRecorded ? "table" : "entry").scrollIntoView();
    } else if (isRecorded) {
      show(answer.html);
    }
    if (isRecorded) say(answer.sentences[0]);
  }

  // The versions of a deal that were refused go once another is recorded, accepted or contested.
  async function dropAnswered(place, number) {
    for (const { key, state, place: where, deal } of await Waiting.all()) {
      if (state !== "waiting" && where === place && deal === number) await Waiting.drop(key);
    }
  }

  async function list() {
    if (!storage) return;
    const deals = await Waiting.all();
    const waiting = deals.filter(({ state }) => state === "waiting");
    const status = panel.querySelector(".banner");
    status.hidden = !waiting.length && !isSilent;
    const counted = waiting.length === 1 ? words.one : words.many.replace("{count}", waiting.length);
    status.firstElementChild.textContent = waiting.length ? counted : words.silent;
    // What the page shows already, with its answer, is not shown twice.
    const about = document.querySelector("#entry [data-about]")?.dataset.about;
    const shown = deals.filter(({ deal, place, state }) => state === "waiting" || place !== here() || deal !== about);
    panel.querySelector("ul").replaceChildren(...shown.map(line));
    panel.hidden = status.hidden && !shown.length;
  }

  function line(deal) {
    const item = document.importNode(panel.querySelector("template").content, true);
    const isHere = deal.place === here();
    item.querySelector("li").dataset.key = deal.key;
    item.querySelector("li").dataset.state = deal.state;
    item.querySelector("h3").textContent = `${words.title} ${deal.deal}${isHere ? "" : ` · ${deal.where}`}`;
    item.querySelector(".said").textContent = deal.said;
    if (deal.state === "waiting") {
      item.querySelector(".actions").remove();
      return item;
    }
    const sentences = [...deal.sentences, ...(deal.state === "closed" ? [words.closed] : [])];
    item.querySelector(".sentences").replaceChildren(...sentences.map((sentence) => {
      const said = document.createElement("p");
      said.className = "notice";
      said.textContent = sentence;
      return said;
    }));
    if (!isHere || deal.state === "closed") item.querySelector("[data-act=open]").remove();
    return item;
  }

  panel.addEventListener("click", async ({ target }) => {
    const key = target.closest("li")?.dataset.key;
    if (!key || !target.dataset.act) return;
    if (target.dataset.act === "open") {
      await Waiting.change(key, { state: "waiting" });
      await flushFor(key);
    } else if (!target.dataset.sure) {
      // Twice, and in words: what was typed is never gone by a slip.
      target.dataset.sure = "1";
      target.textContent = words.sure;
    } else {
      await Waiting.drop(key);
      await list();
    }
  });

  // Accepting or contesting the other version settles one's own.
  document.addEventListener("htmx:afterRequest", async ({ detail }) => {
    const settled = detail.requestConfig.elt.closest("[data-settles]")?.dataset.settles;
    if (!settled || !detail.successful || detail.xhr.responseURL.includes("/answer/")) return;
    await dropAnswered(here(), settled);
    await list();
  });

  // --- When to ask ------------------------------------------------------------------------------

  async function beat() {
    try {
      if (storage && (await Waiting.all()).some(({ state }) => state === "waiting")) await flush();
      else await news();
    } catch {
      silence(true);
    }
  }

  async function start() {
    try {
      const { place, code, address } = table()?.dataset ?? {};
      await Waiting.adopt(place, code, address);
      storage = true;
      bringDraftBack();
      await list();
      await beat();
      await advance();
    } catch {
      // No storage here (a private window): the page is plain forms.
    }
    setInterval(beat, EVERY);
  }

  window.addEventListener("online", beat);
  document.addEventListener("visibilitychange", () => document.hidden || beat());
  start();
})();
