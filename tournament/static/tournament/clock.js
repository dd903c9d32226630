/* Counts a round's clock down between two answers of the server. It goes by the time since the
   answer came: what this device takes for the hour does not matter. Without it the page shows
   the server's time. */
"use strict";

const ends = new WeakMap();

function two(number) {
  return String(number).padStart(2, "0");
}

function tick() {
  for (const face of document.querySelectorAll("[data-left]")) {
    if (!ends.has(face)) ends.set(face, performance.now() + 1000 * Number(face.dataset.left));
    const left = Math.max(0, Math.ceil((ends.get(face) - performance.now()) / 1000));
    face.textContent = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
  }
}

tick();
setInterval(tick, 1000);
