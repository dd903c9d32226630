/* Counts a round's clocks down between two answers of the server. It goes by the time since the
   answer came: what this device takes for the hour does not matter. Without it the page shows
   the server's time. A clock that has run out asks the server what is so now. */
"use strict";

(() => {
  // Two clocks on a page bring this script twice.
  if (document.documentElement.dataset.clock) return;
  document.documentElement.dataset.clock = "on";
  const ends = new WeakMap();

  function two(number) {
    return String(number).padStart(2, "0");
  }

  function tick() {
    for (const face of document.querySelectorAll("[data-left]")) {
      if (!ends.has(face)) ends.set(face, performance.now() + 1000 * Number(face.dataset.left));
      const left = Math.max(0, Math.ceil((ends.get(face) - performance.now()) / 1000));
      face.textContent = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
      if (!left) face.dispatchEvent(new Event("clock-out", { bubbles: true }));
    }
  }

  tick();
  setInterval(tick, 1000);
})();
