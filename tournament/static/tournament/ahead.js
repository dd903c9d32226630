/* The first script of a score sheet, run before there is a page: deals are typed faster than pages
   follow each other. Whatever is typed from one page's Enter until the next page's own scripts run
   is kept here, Enter as the end of a line, and they put it on the line (sheet.js). */
"use strict";

const AHEAD = "typed-ahead";

function typeAhead(event) {
  const before = sessionStorage.getItem(AHEAD) ?? "";
  if (event.key.length === 1) sessionStorage.setItem(AHEAD, before + event.key);
  else if (event.key === "Enter") sessionStorage.setItem(AHEAD, `${before}\n`);
  else if (event.key === "Backspace") sessionStorage.setItem(AHEAD, before.replace(/.$/, ""));
  else return;
  event.preventDefault();
}

function typeEarly(event) {
  if (!(event.ctrlKey || event.altKey || event.metaKey || event.isComposing)) typeAhead(event);
}

function noLongerEarly() {
  document.removeEventListener("keydown", typeEarly, true);
}

document.addEventListener("keydown", typeEarly, true);
// Where the other script does not come, the keys are the page's.
document.addEventListener("DOMContentLoaded", noLongerEarly);
