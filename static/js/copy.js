// A button that copies the text of a field. Without this script the field is there to be selected.
"use strict";

window.matchslip.also.push(() => {
  document.querySelectorAll("[data-copies]").forEach((button) => (button.hidden = false));
});
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  field.select();
  // Pages over plain HTTP have no clipboard of their own; browsers still copy what is selected.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.copied;
});
