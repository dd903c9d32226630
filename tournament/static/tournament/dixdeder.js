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

// The back button may bring a page back as it was left.
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach(release));

// Ctrl-Enter sends the form one is typing in.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
});
