// The roster: select all that are shown, count the selected, and go on where a search leads.
"use strict";

(() => {
  const table = document.getElementById("roster");
  const find = document.getElementById("find");
  const all = document.getElementById("select-all");
  const count = document.getElementById("selected-count");
  if (!table || !find) return;

  const shown = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
  const boxOf = (row) => row.querySelector("input[name=number]");

  const show = () => {
    if (!all) return;
    const boxes = shown().map(boxOf);
    const selected = boxes.filter((box) => box.checked).length;
    all.checked = selected > 0 && selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
    // Players that the search hides stay selected, and count.
    count.textContent = String(table.querySelectorAll("input[name=number]:checked").length);
  };

  if (all) {
    all.closest("label").hidden = false;
    all.addEventListener("change", () => {
      shown().forEach((row) => (boxOf(row).checked = all.checked));
      show();
    });
    // With Shift a click takes the rows in between along.
    let before = null;
    table.addEventListener("click", (event) => {
      const box = event.target.closest("input[name=number]");
      if (!box) return;
      const rows = shown();
      const [from, to] = [rows.findIndex((row) => boxOf(row) === before), rows.findIndex((row) => boxOf(row) === box)];
      if (event.shiftKey && from >= 0) {
        rows.slice(Math.min(from, to), Math.max(from, to) + 1).forEach((row) => (boxOf(row).checked = box.checked));
      }
      before = box;
    });
    table.addEventListener("change", show);
  }

  const links = [...document.querySelectorAll("[data-typed]")];
  find.addEventListener("input", () => {
    show();
    const typed = find.value.trim();
    links.forEach((link) => (link.href = `?${link.dataset.typed}=${encodeURIComponent(typed)}`));
  });

  // Enter opens the only player who is left.
  find.form.addEventListener("submit", (event) => {
    const rows = shown();
    if (rows.length !== 1 || !find.value.trim()) return;
    event.preventDefault();
    rows[0].querySelector("th a").click();
  });

  window.addEventListener("pageshow", show);
})();
