/* A public page asks now and then whether it changed: most often the answer is a 304 of a few
   bytes, taken from the browser's own copy. Without this script the page is as it was opened. */
"use strict";

(() => {
  const EVERY = 5000;
  const PATIENCE = 10000;
  let seen = null;
  let isAsking = false;

  function silent(isSo) {
    const said = document.getElementById("silent");
    if (said) said.hidden = !isSo;
  }

  /* The names that hold what is typed, whatever the accents: a list of a hundred teams is long. */
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/gi, "oe").toLowerCase();
  }

  function find() {
    const box = document.getElementById("find");
    if (!box) return;
    box.hidden = false;
    const wanted = plain(box.querySelector("input").value.trim());
    for (const line of document.querySelectorAll("#main .hits li")) {
      line.hidden = !plain(line.textContent).includes(wanted);
    }
  }

  function put(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const typed = document.getElementById("id_find")?.value ?? "";
    const open = [...document.querySelectorAll("details")].map((each) => each.open);
    for (const part of ["#main", "header.bar"]) {
      const now = document.querySelector(part);
      const then = page.querySelector(part);
      if (now && then && now.innerHTML !== then.innerHTML) now.innerHTML = then.innerHTML;
    }
    document.querySelectorAll("details").forEach((each, place) => (each.open = open[place] ?? false));
    document.title = page.title;
    const field = document.getElementById("id_find");
    if (field) field.value = typed;
    find();
  }

  async function ask() {
    if (isAsking || document.hidden) return;
    isAsking = true;
    const waiting = new AbortController();
    const late = setTimeout(() => waiting.abort(), PATIENCE);
    try {
      const answer = await fetch(location.href, { cache: "no-cache", signal: waiting.signal });
      // No longer shown, or shown no more to anybody: the page says so itself.
      if (answer.status === 404) return location.reload();
      if (!answer.ok) return silent(true);
      const tag = answer.headers.get("ETag");
      if (tag !== seen) put(await answer.text());
      seen = tag;
      silent(false);
    } catch {
      silent(true);
    } finally {
      clearTimeout(late);
      isAsking = false;
    }
  }

  // What was just opened may have changed meanwhile.
  document.addEventListener("input", find);
  find();
  ask();
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
})();
