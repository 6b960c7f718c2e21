// A button that copies the text of a field. Without this script the field is there to be selected.
"use strict";

for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    // Pages over plain HTTP have no clipboard of their own; browsers still copy what is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    button.textContent = button.dataset.copied;
  });
}
