/* The pack whose cards are touched one after the other: those already touched are shown so, when
   only the answer came back. The page does without it: a card touched twice is there once. */
"use strict";

document.addEventListener("htmx:afterSettle", () => {
  const pack = document.querySelector("[data-touched]");
  if (!pack) return;
  const touched = document.querySelector(`#said [name="${pack.dataset.touched}"]`);
  const words = new Set((touched?.value ?? "").split(" "));
  for (const card of pack.querySelectorAll("button")) {
    if (words.has(card.value)) card.setAttribute("aria-disabled", "true");
    else card.removeAttribute("aria-disabled");
  }
});
