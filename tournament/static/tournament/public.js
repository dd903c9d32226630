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

  function put(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const open = [...document.querySelectorAll("details")].map((each) => each.open);
    for (const part of ["#main", "header.bar"]) {
      const now = document.querySelector(part);
      const then = page.querySelector(part);
      if (now && then && now.innerHTML !== then.innerHTML) now.innerHTML = then.innerHTML;
    }
    document.querySelectorAll("details").forEach((each, place) => (each.open = open[place] ?? false));
    document.title = page.title;
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
  ask();
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
})();
