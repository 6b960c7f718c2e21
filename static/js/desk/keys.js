// Keys for buttons: a key that stands at one (data-key) presses it, or leads to its field.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A choice or a switch takes no letters.
  if (event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]")) return;
  const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!target) return;
  event.preventDefault();
  if (target.matches("input")) target.focus();
  else target.click();
});
