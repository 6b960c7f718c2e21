// The filters of the outstanding tables: counted with every change and every few seconds of the clock.
"use strict";

(() => {
  const AGAIN = 5000;
  const chosen = (links) => {
    const mark = new URLSearchParams(location.search).get("show") ?? "";
    return links.some((link) => link.dataset.show === mark) ? mark : "";
  };

  const isOver = (clock) => clock?.classList.contains("over") ?? false;

  // A table with an extension has a clock of its own; the others have that of the round.
  const marksOf = (row, roundIsOver) => {
    const own = row.querySelector(".clock");
    const marks = (row.dataset.is ?? "").split(" ").filter((mark) => mark && mark !== "over");
    return (own ? isOver(own) : roundIsOver) ? [...marks, "over"] : marks;
  };

  // Of very many tables the server lists and counts a part: there its links lead on.
  const isPart = () => document.querySelector("#open-tables[data-part]") !== null;

  const show = () => {
    if (isPart()) return;
    const links = [...document.querySelectorAll("#table-filters > a")];
    if (!links.length) return;
    const only = chosen(links);
    const counts = new Map();
    const roundIsOver = isOver(document.querySelector("#desk-head .clock"));
    const rows = document.querySelectorAll("#open-rows > tr");
    for (const row of rows) {
      const marks = marksOf(row, roundIsOver);
      marks.forEach((mark) => counts.set(mark, (counts.get(mark) ?? 0) + 1));
      row.classList.toggle("other", Boolean(only) && !marks.includes(only));
    }
    for (const link of links) {
      const mark = link.dataset.show;
      const count = mark ? (counts.get(mark) ?? 0) : rows.length;
      const isCurrent = mark === only;
      link.hidden = !count && !isCurrent;
      link.querySelector("b").textContent = String(count);
      if (isCurrent) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#table-filters > a");
    if (!link || isPart() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(null, "", link.dataset.show ? link.href : location.pathname);
    show();
  });
  window.matchslip.also.push(show);
  setInterval(show, AGAIN);
})();
