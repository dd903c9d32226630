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
  if ("asking" in form.dataset || !(event.defaultPrevented || isSure())) {
    event.preventDefault();
    sendOnceAnswered(form, event.submitter);
    return;
  }
  // After the event, so that the button's own name and value are still sent.
  setTimeout(() => {
    for (const button of form.querySelectorAll("button[type=submit]:enabled")) {
      button.dataset.sent = "";
      button.disabled = true;
    }
  });
});

/* A server that does not answer. Neither htmx nor a form says so: htmx changes nothing, and a form
   leaves for the browser's own error, taking away what was typed. So the page says it, in one of the
   three sentences of base.html. */

const SURE_FOR = 2000; // milliseconds after an answer during which the next question gets one too
const PATIENCE = 5000;
let answeredAt = performance.now(); // by this page itself

function isSure() {
  return performance.now() - answeredAt < SURE_FOR;
}

function say(id, isSo) {
  const said = document.getElementById(id);
  if (!said || said.hidden !== isSo) return;
  said.hidden = !isSo;
  if (isSo) said.scrollIntoView({ block: "nearest" });
}

function answered(wasSent) {
  answeredAt = performance.now();
  say("silent", false);
  say("unsent", false);
  if (wasSent) say("unanswered", false);
}

function unanswered(wasSent) {
  answeredAt = -SURE_FOR;
  say(wasSent ? "unanswered" : "silent", true);
}

// A poll or a preview that fails loses nothing; what a touch sent may be lost.
function wasSent({ verb, triggeringEvent }) {
  return verb !== "get" && ["click", "submit"].includes(triggeringEvent?.type);
}

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const form = target.closest("form");
  if (form) release(form);
  if (detail.successful) answered(wasSent(detail.requestConfig));
});
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail }) => unanswered(wasSent(detail.requestConfig)));
}

// For the scripts that ask by themselves.
document.addEventListener("dixdeder:answered", () => answered(true));
document.addEventListener("dixdeder:unanswered", () => unanswered(true));

async function answers() {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), PATIENCE);
  try {
    const smallest = document.querySelector("link[rel=icon]").href;
    const asked = { method: "HEAD", cache: "no-store", signal: waiting.signal };
    return (await fetch(smallest, asked)).ok;
  } catch {
    return false;
  }
}

async function sendOnceAnswered(form, button) {
  if ("asking" in form.dataset) return;
  form.dataset.asking = "";
  button?.setAttribute("aria-busy", "true");
  const isThere = await answers();
  delete form.dataset.asking;
  button?.removeAttribute("aria-busy");
  if (isThere) {
    answered(false);
    form.requestSubmit(button);
  } else {
    say("unsent", true);
    form.dispatchEvent(new CustomEvent("dixdeder:unsent", { bubbles: true }));
  }
}

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
