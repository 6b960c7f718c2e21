// Tapping a figure of the standings opens the arithmetic behind it below the row.
"use strict";

(() => {
  // The rows of the public standings carry nothing but their text: what is the same in each of
  // them comes from here. Laid out as lines on a phone, a table needs its roles said.
  const finish = () => {
    for (const table of document.querySelectorAll("table[data-figures]:not([data-finished])")) {
      table.dataset.finished = "";
      const role = (name, ...parts) => parts.forEach((part) => part.setAttribute("role", name));
      role("table", table);
      role("rowgroup", table.tHead, ...table.tBodies);
      role("row", table.tHead.rows[0]);
      role("columnheader", ...table.tHead.rows[0].cells);
      const first = [...table.tHead.rows[0].cells].findIndex((cell) => cell.dataset.code);
      for (const row of table.tBodies[0].rows) {
        role("row", row);
        const href = window.matchslip.addressOf(table.dataset.figures, row.dataset.n);
        for (let at = 0; at < row.cells.length; at += 1) {
          const cell = row.cells[at];
          role(cell.tagName === "TH" ? "rowheader" : "cell", cell);
          if (first < 0 || at < first) continue;
          const link = document.createElement("a");
          link.href = href;
          link.append(cell.firstChild);
          cell.append(link);
        }
      }
    }
  };

  const close = (table) => {
    table?.querySelectorAll("tr.opened").forEach((row) => row.remove());
    table?.querySelectorAll("[aria-expanded]").forEach((link) => link.removeAttribute("aria-expanded"));
  };

  const codeOf = (link) => {
    const cell = link.closest("td");
    return cell.closest("table").tHead.rows[0].cells[cell.cellIndex]?.dataset.code;
  };

  // A new row below this one, of a single cell.
  const below = (row) => {
    const opened = document.createElement("tr");
    opened.className = "opened";
    if (row.hasAttribute("role")) opened.setAttribute("role", "row");
    const cell = opened.insertCell();
    cell.colSpan = row.cells.length;
    row.after(opened);
    return cell;
  };

  // The own line that is pinned to the top is a copy: its figures open below the line itself.
  const unpinned = (link) => {
    const row = link.closest("tr");
    if (!("pin" in row.dataset)) return link;
    const itself = row.parentElement.querySelector(`tr[data-n="${row.dataset.n}"]:not([data-pin])`);
    if (itself.hidden) return link;
    itself.scrollIntoView({ block: "center" });
    return itself.cells[link.closest("td").cellIndex].querySelector("a");
  };

  const show = (link, explanation, code) => {
    const cell = below(link.closest("tr"));
    explanation.querySelectorAll("[data-part]").forEach((part) => {
      part.hidden = Boolean(code) && part.dataset.part !== code;
    });
    explanation.querySelector(".place-line")?.remove();
    explanation.querySelectorAll("h2").forEach((old) => {
      const heading = document.createElement("h3");
      heading.append(...old.childNodes);
      old.replaceWith(heading);
    });
    const whole = document.createElement("a");
    whole.href = link.href;
    whole.className = "back";
    whole.textContent = explanation.dataset.whole;
    explanation.append(whole);
    cell.append(explanation);
  };

  const open = async (tapped) => {
    const link = unpinned(tapped);
    const table = link.closest("table");
    const wasOpen = link.getAttribute("aria-expanded") === "true";
    close(table);
    if (wasOpen) return;
    const code = codeOf(link);
    try {
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const explanation = page.getElementById("explanation");
      if (!answer.ok || !explanation) {
        location.href = link.href;
        return;
      }
      close(table);
      show(link, document.importNode(explanation, true), code);
      link.setAttribute("aria-expanded", "true");
    } catch (error) {
      // fetch throws this when there is no network; the page stays readable.
      if (!(error instanceof TypeError)) throw error;
      close(table);
      const cell = below(link.closest("tr"));
      cell.setAttribute("role", "alert");
      cell.textContent = table.dataset.explain;
    }
  };

  window.matchslip.also.push(finish);
  finish();

  document.addEventListener("click", (event) => {
    const link = event.target.closest("table[data-explain] tr:not(.opened) > td > a");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });

  // Before the list is sorted or narrowed, so that nothing stands below the wrong row.
  document.addEventListener(
    "click",
    (event) => {
      const head = event.target.closest("table[data-explain] th[data-sort]");
      if (head) close(head.closest("table"));
    },
    true,
  );
  document.addEventListener(
    "input",
    () => document.querySelectorAll("table[data-explain]").forEach(close),
    true,
  );
})();
