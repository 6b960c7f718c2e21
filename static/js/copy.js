// A button that copies the text of a field. Without this script the field is there to be selected.
"use strict";

window.matchslip.also.push(() => {
  document.querySelectorAll("[data-copies]").forEach((button) => (button.hidden = false));
});
// Pages over plain HTTP have no clipboard of their own, and a browser may refuse it.
// Browsers still copy what is selected.
const toClipboard = async (field) => {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
};
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  if (await toClipboard(field)) button.textContent = button.dataset.copied;
});
