/* A screen of the hall: its pages turn, and every two seconds it asks whether they changed.
   It goes by the time since it started, never by the hour, and by what the server says is left.
   Without an answer it keeps what it has, and says so at the foot.
   Televisions are kept for ten years: nothing here is newer than the browsers of 2017. */
"use strict";

(() => {
  const ASK_EVERY = 2000; // milliseconds
  const PATIENCE = 8000;
  const AWAY_AFTER = 10000;
  const screen = document.getElementById("screen");
  const slides = document.getElementById("slides");
  const corner = document.getElementById("corner");
  const own = document.querySelector("script[src]").getAttribute("src");
  let tag = "";
  let order = Number(said("order", 0));
  let turnedAt = performance.now();
  let answeredAt = performance.now();
  let clock = null; // { left, since, runs }
  let missing = 0;

  function pages() {
    return slides.firstElementChild;
  }

  /* What the server wrote on the pages that stand here; otherwise where there are none. */
  function said(name, otherwise) {
    return pages() ? pages().dataset[name] : otherwise;
  }

  function all() {
    return Array.from(slides.querySelectorAll(".slide"));
  }

  function show(slide) {
    for (const each of all()) each.classList.toggle("now", each === slide);
    turnedAt = performance.now();
    const panel = slide ? slide.dataset.panel : "";
    corner.classList.toggle("aside", panel === "clock" || panel === "pictures");
    face();
  }

  function next(steps = 1) {
    const found = all();
    if (!found.length) return;
    const now = found.findIndex((each) => each.classList.contains("now"));
    show(found[(now + steps) % found.length]);
  }

  /* New pages go on where the old ones stood: at the same page, else at the same panel. */
  function put(html) {
    const shown = slides.querySelector(".slide.now");
    const before = shown ? shown.dataset : {};
    const since = turnedAt;
    slides.innerHTML = html;
    // A newer version of this very script runs on the server: start again with it.
    if (said("script", own) !== own) return location.reload();
    screen.className = pages() && pages().classList.contains("light") ? "light" : "dark";
    const found = all();
    const same = found.find((each) => each.dataset.key === before.key);
    show(same || found.find((each) => each.dataset.panel === before.panel) || found[0]);
    if (same) turnedAt = since;
    const told = Number(said("order", order));
    if (told > order) next((told - order) % Math.max(1, found.length));
    order = told;
  }

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function face() {
    const runs = clock && clock.runs ? (performance.now() - clock.since) / 1000 : 0;
    const left = clock ? Math.max(0, Math.ceil(clock.left - runs)) : 0;
    const time = clock ? `${two(Math.floor(left / 60))}:${two(left % 60)}` : "";
    for (const each of document.querySelectorAll("[data-clock]")) {
      if (each.textContent !== time) each.textContent = time;
    }
    corner.hidden = !clock;
    corner.classList.toggle("out", clock !== null && left === 0);
  }

  function setClock(answer) {
    const left = answer.headers.get("Clock-Left");
    clock = left === null ? null : { left: Number(left), since: performance.now(), runs: answer.headers.get("Clock-State") === "running" };
    face();
  }

  async function ask() {
    const asked = { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} };
    const waiting = window.AbortController ? new AbortController() : null;
    if (waiting) asked.signal = waiting.signal;
    const late = setTimeout(() => waiting && waiting.abort(), PATIENCE);
    try {
      const answer = await fetch(screen.dataset.news, asked);
      if (answer.status === 200) {
        const html = await answer.text();
        tag = answer.headers.get("ETag") || "";
        put(html);
      }
      if (answer.status === 200 || answer.status === 304) {
        setClock(answer);
        answeredAt = performance.now();
        missing = 0;
      } else if (answer.status === 404 && ++missing > 1) {
        // The organiser took the screen down: nothing is left on it, should it come back it is asked for.
        slides.innerHTML = "";
        tag = "";
        clock = null;
        face();
      }
    } catch (_unanswered) {
      // The network, or a server that starts again: what stands here stays.
    } finally {
      clearTimeout(late);
      setTimeout(ask, ASK_EVERY);
    }
  }

  function tick() {
    const seconds = Number(said("seconds", 15));
    if (performance.now() - turnedAt >= 1000 * seconds) next();
    document.getElementById("away").hidden = performance.now() - answeredAt < AWAY_AFTER;
    face();
  }

  show(slides.querySelector(".slide.now") || all()[0]);
  ask();
  setInterval(tick, 250);
})();
