/* The keyboard on a score sheet: arrows walk it, letters choose in the fields, Escape goes on.
   Every key is a shortcut for a link or a box of the page, which names it in aria-keyshortcuts:
   without this script all of it is there to be clicked. */
"use strict";

const form = document.getElementById("deal");
const line = form?.querySelector("input.line");

const shortcut = (key) => document.querySelector(`.entry a[aria-keyshortcuts="${key}"]`);
const typed = () => new URLSearchParams(new FormData(form)).toString();

/* What was typed is not lost without asking: once on the page for the keys, by the browser's own
   question for whatever else leaves it. */

let shown = form ? typed() : "";
let isSent = false;
let asked = "";

function isUnsaved() {
  return Boolean(form) && !isSent && ("unsaved" in form.dataset || typed() !== shown);
}

function mayLeave(key) {
  if (!isUnsaved() || asked === key) return true;
  asked = key;
  document.getElementById("unsaved").hidden = false;
  return false;
}

function leave(link) {
  isSent = true;
  location.assign(link.href);
}

function giveUp() {
  form.reset();
  delete form.dataset.unsaved;
  shown = typed();
  line.value = line.defaultValue = "";
  document.getElementById("said").textContent = "";
  line.focus();
}

// A link that says « do not record it » needs no question.
document.addEventListener("click", ({ target }) => {
  if (target.closest("a[data-leave]")) isSent = true;
});

window.addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});

form?.addEventListener("input", () => {
  asked = "";
  document.getElementById("unsaved").hidden = true;
});

/* Deals are typed faster than pages follow each other: what is typed after Enter goes to the next
   line, unless the page that comes has something to say. */

// A form that waits for the server to answer at all is held back: it is not sent yet.
document.addEventListener("submit", (event) => {
  if (event.target === form) isSent = !event.defaultPrevented;
});

function isLeaving() {
  return isSent || (form && "asking" in form.dataset);
}

function takeAhead() {
  const ahead = sessionStorage.getItem(AHEAD);
  sessionStorage.removeItem(AHEAD);
  noLongerEarly();
  const isNew = line?.hasAttribute("autofocus") && !("unsaved" in form.dataset) && !line.defaultValue;
  if (!ahead || !isNew) return;
  // Of two Enters in a row, the second was none.
  const [typedLine, ...more] = ahead.replace(/^\n+/, "").split("\n");
  line.value = typedLine + line.value;
  if (typedLine && more.length) {
    sessionStorage.setItem(AHEAD, more.join("\n"));
    form.requestSubmit();
  } else line.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Letters in the fields: the same as on the line. */

const AFTER = { takers: "contract", trump: "points", stake: "points" };

function boxes(name) {
  return [...form.querySelectorAll(`input[type=radio][name=${name}]`)];
}

function choose(box) {
  box.checked = true;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  const next = form.elements[AFTER[box.name]];
  if (next instanceof HTMLInputElement && next.type !== "hidden") next.focus();
  else box.focus();
}

function chooseByKey(name, key) {
  const box = boxes(name).find(({ ariaKeyShortcuts }) => ariaKeyShortcuts?.split(" ").includes(key));
  if (box) choose(box);
  return Boolean(box);
}

// What comes after what is chosen, in these values' order; the first again after the last.
function chooseNext(name, values) {
  const field = form.elements[name];
  if (!field) return false;
  field.value = values[(values.indexOf(field.value) + 1) % values.length];
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

// After figures a letter is no figure: « 11c » in the contract is 110 at hearts.
function chooseFromFigures({ target, key }) {
  if (target.name === "contract") return /^[0-9]+$/.test(target.value.trim()) && chooseByKey("trump", key);
  if (!["points", "others"].includes(target.name)) return false;
  if (key === "x") return chooseNext("stake", boxes("stake").map(({ value }) => value));
  const takers = form.elements.takers.value;
  return key === "b" && takers !== "" && chooseNext("belote", [takers, takers === "A" ? "B" : "A", ""]);
}

function isLetter({ key, ctrlKey, altKey, metaKey }) {
  return /^[a-z]$/i.test(key) && !ctrlKey && !altKey && !metaKey;
}

function chooses(event) {
  if (!isLetter(event) || !form?.contains(event.target)) return false;
  if (event.target.type === "radio") return chooseByKey(event.target.name, event.key.toLowerCase());
  return chooseFromFigures({ target: event.target, key: event.key.toLowerCase() });
}

/* The arrows: alone where they move nothing else, with Alt anywhere. */

function walks({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey || shiftKey || !["ArrowUp", "ArrowDown"].includes(key)) return null;
  const isFree = target === line || target.matches(".entry a");
  return (altKey || isFree) && target.type !== "select-one" ? shortcut(key) : null;
}

function goes(event) {
  const link = event.key === "Escape" ? shortcut("Escape") : walks(event);
  if (event.key === "Escape" && !link && isUnsaved()) {
    if (mayLeave("Escape")) giveUp();
    return true;
  }
  if (!link) return false;
  if (mayLeave(event.key)) leave(link);
  return true;
}

// Ctrl-Z where nothing is typed takes back what was done last, as long as the page offers it.
function undoes({ key, ctrlKey, metaKey }) {
  const undo = document.getElementById("undo");
  if (!undo || key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || isUnsaved()) return false;
  undo.requestSubmit();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if (isLeaving() && event.target === line && !event.ctrlKey && !event.metaKey) typeAhead(event);
  else if (chooses(event) || goes(event) || undoes(event)) event.preventDefault();
});

// The back button may bring a page back as it was left.
window.addEventListener("pageshow", () => {
  isSent = false;
});

takeAhead();
// The browser itself would put the caret before what is on the line.
if (line?.hasAttribute("autofocus")) {
  line.focus();
  line.setSelectionRange(line.value.length, line.value.length);
}
