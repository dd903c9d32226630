/* A courtesy only: the database itself refuses a second click's row. */
"use strict";

function release(form) {
  for (const button of form.querySelectorAll("button[data-sent]")) {
    button.disabled = false;
    delete button.dataset.sent;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  // After the event, so that the button's own name and value are still sent.
  setTimeout(() => {
    for (const button of form.querySelectorAll("button[type=submit]:enabled")) {
      button.dataset.sent = "";
      button.disabled = true;
    }
  });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest("form");
  if (form) release(form);
});

// Without an answer htmx changes nothing, which looks like nothing to say.
function unanswered(isSo) {
  const said = document.getElementById("unanswered");
  if (!said || said.hidden !== isSo) return;
  said.hidden = !isSo;
  if (isSo) said.scrollIntoView({ block: "nearest" });
}

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, () => unanswered(true));
}
document.addEventListener("htmx:afterSwap", () => unanswered(false));

// The back button may bring a page back as it was left.
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach(release));

// Ctrl-Enter sends the form one is typing in.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
});

// A refusal below the fold is no answer: go to the first field that was refused.
document.addEventListener("DOMContentLoaded", () => {
  const refused = document.querySelector(".field .errorlist")?.closest(".field");
  const control = refused?.querySelector("input:not([type=hidden]), select, textarea");
  if (!control) return;
  control.closest("details")?.setAttribute("open", "");
  control.focus({ preventScroll: true });
  refused.scrollIntoView({ block: "center" });
});
