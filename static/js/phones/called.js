// A queue on a phone: its pod is called while the page is open.
"use strict";

(() => {
  const called = () => [...document.querySelectorAll(".is-called")];
  let known = new Set(called().map(({ id }) => id));

  // The line is asked for again and again; its part of the page comes whole.
  document.addEventListener("htmx:afterSettle", () => {
    const now = called();
    const added = now.find(({ id }) => !known.has(id));
    known = new Set(now.map(({ id }) => id));
    if (!added) return;
    const where = added.querySelector(".big-place").textContent.trim();
    window.matchslip.tell(where, where);
  });
})();
