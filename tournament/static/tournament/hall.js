/* A screen of the hall: its pages turn, and every two seconds it asks whether they changed.
   It goes by the time since it started, never by the hour, and by what the server says is left.
   Without an answer it keeps what it has, and says so at the foot. */
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
  let order = Number(pages()?.dataset.order ?? 0);
  let turnedAt = performance.now();
  let answeredAt = performance.now();
  let clock = null; // { left, since, runs }
  let missing = 0;

  function pages() {
    return slides.firstElementChild;
  }

  function all() {
    return [...slides.querySelectorAll(".slide")];
  }

  function show(slide) {
    for (const each of all()) each.classList.toggle("now", each === slide);
    turnedAt = performance.now();
    corner.classList.toggle("aside", slide?.dataset.panel === "clock" || slide?.dataset.panel === "pictures");
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
    const before = slides.querySelector(".slide.now")?.dataset;
    const since = turnedAt;
    slides.innerHTML = html;
    // A newer version of this very script runs on the server: start again with it.
    if (pages()?.dataset.script && pages().dataset.script !== own) return location.reload();
    screen.className = pages()?.classList.contains("light") ? "light" : "dark";
    const found = all();
    const same = found.find((each) => each.dataset.key === before?.key);
    show(same ?? found.find((each) => each.dataset.panel === before?.panel) ?? found[0]);
    if (same) turnedAt = since;
    const told = Number(pages()?.dataset.order ?? order);
    if (told > order) next((told - order) % Math.max(1, found.length));
    order = told;
  }

  function two(number) {
    return String(number).padStart(2, "0");
  }

  function face() {
    const runs = clock?.runs ? (performance.now() - clock.since) / 1000 : 0;
    const left = clock ? Math.max(0, Math.ceil(clock.left - runs)) : 0;
    const said = clock ? `${two(Math.floor(left / 60))}:${two(left % 60)}` : "";
    for (const each of document.querySelectorAll("[data-clock]")) {
      if (each.textContent !== said) each.textContent = said;
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
    const waiting = new AbortController();
    const late = setTimeout(() => waiting.abort(), PATIENCE);
    try {
      const asked = { cache: "no-store", signal: waiting.signal, headers: tag ? { "If-None-Match": tag } : {} };
      const answer = await fetch(screen.dataset.news, asked);
      if (answer.status === 200) {
        const html = await answer.text();
        tag = answer.headers.get("ETag") ?? "";
        put(html);
      }
      if (answer.status === 200 || answer.status === 304) {
        setClock(answer);
        answeredAt = performance.now();
        missing = 0;
      } else if (answer.status === 404 && ++missing > 1) {
        // The organiser took the screen down: nothing is left on it, should it come back it is asked for.
        slides.replaceChildren();
        tag = "";
        clock = null;
        face();
      }
    } catch {
      // The network, or a server that starts again: what stands here stays.
    } finally {
      clearTimeout(late);
      setTimeout(ask, ASK_EVERY);
    }
  }

  function tick() {
    const seconds = Number(pages()?.dataset.seconds ?? 15);
    if (performance.now() - turnedAt >= 1000 * seconds) next();
    document.getElementById("away").hidden = performance.now() - answeredAt < AWAY_AFTER;
    face();
  }

  show(slides.querySelector(".slide.now") ?? all()[0]);
  ask();
  setInterval(tick, 250);
})();
