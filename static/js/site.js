// Lists that filter and sort, for every page.
"use strict";

(() => {
  const { fold, known, sought, matches, isNearly, numberSought } = window.matchslip.names;
  const folded = new WeakMap();

  // Worked out once for each row, again when its text has changed.
  const knownOf = (row, text) => {
    const before = folded.get(row);
    if (before && before.text === text) return before;
    const made = { text, ...known(text, row.dataset.r) };
    folded.set(row, made);
    return made;
  };

  const rowsOf = (table) => [...table.tBodies].flatMap((body) => [...body.rows]);

  const inputOf = (table) => document.querySelector(table.dataset.filter);

  const textOf = (row, within) => {
    const cells = within ? [...row.querySelectorAll(within)] : [...row.cells];
    return cells.map((cell) => cell.textContent).join(" ");
  };

  const filterTable = (table) => {
    const input = inputOf(table);
    if (!input) return;
    const words = sought(input.value);
    // Most lists are opened to be read: then nothing is worked out of a thousand names.
    const all = !input.value.trim();
    // In a list of pairings a number is a table.
    const number = "filterNumber" in table.dataset ? numberSought(input.value) : null;
    const within = table.dataset.filterIn;
    const rows = rowsOf(table).filter((row) => !("pin" in row.dataset));
    const show = (finds) => {
      let shown = 0;
      for (const row of rows) {
        const isThere =
          all || (number !== null && parseInt(row.cells[0].textContent, 10) === number);
        row.hidden = !isThere && !finds(knownOf(row, textOf(row, within)), words);
        if (!row.hidden) shown += 1;
      }
      return shown;
    };
    let shown = show(matches);
    // One wrong letter: only where nobody is called so.
    const isNear = !shown && rows.length > 0 && (shown = show(isNearly)) > 0;
    const near = document.querySelector(`[data-near-of="#${table.id}"]`);
    if (near) near.hidden = !isNear;
    const none = document.querySelector(`[data-none-of="#${table.id}"]`);
    if (none) none.hidden = shown > 0;
  };

  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return cell ? (cell.dataset.key ?? cell.textContent.trim()) : "";
  };

  const compare = (first, second) => {
    const [a, b] = [parseFloat(first), parseFloat(second)];
    if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b;
    // As the server sorts names: without accents, case and width.
    const [x, y] = [fold(first), fold(second)];
    return x < y ? -1 : Number(x > y);
  };

  const sortTable = (table, column, direction) => {
    [...table.tHead.rows[0].cells].forEach((cell, index) => {
      if (index === column) cell.setAttribute("aria-sort", direction);
      else cell.removeAttribute("aria-sort");
    });
    const sign = direction === "ascending" ? 1 : -1;
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !("pin" in row.dataset));
      rows.sort((a, b) => sign * compare(keyOf(a, column), keyOf(b, column)));
      body.append(...rows);
    }
  };

  // The order a person chose, by the table's id, so that it outlives an update of the table.
  const orders = new Map();

  // Laid out as lines on a phone, a table needs its roles said.
  const sayRoles = (table) => {
    const role = (name, ...parts) => parts.forEach((part) => part.setAttribute("role", name));
    role("table", table);
    role("rowgroup", table.tHead, ...table.tBodies);
    for (const row of table.rows) {
      role("row", row);
      for (const cell of row.cells) {
        const kind = cell.tagName === "TD" ? "cell" : "rowheader";
        role(row.parentElement === table.tHead ? "columnheader" : kind, cell);
      }
    }
  };

  const phone = matchMedia("(max-width: 37.5rem)");

  const prepareTable = (table) => {
    if (table.dataset.prepared) return;
    table.dataset.prepared = "yes";
    if (phone.matches && table.classList.contains("fold")) sayRoles(table);
    table.querySelectorAll("thead th[data-sort]").forEach((head) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const direction =
          head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        sortTable(table, head.cellIndex, direction);
        if (table.id) orders.set(table.id, [head.cellIndex, direction]);
      });
    });
    const order = orders.get(table.id);
    if (order) sortTable(table, ...order);
    if (table.dataset.filter) filterTable(table);
  };

  // Work of other scripts on every new piece of a page, done before anything else.
  const also = [];

  const prepare = (root) => {
    also.forEach((work) => work());
    root.querySelectorAll("table.data").forEach(prepareTable);
  };

  document.addEventListener("input", (event) => {
    document.querySelectorAll("table.data[data-filter]").forEach((table) => {
      if (inputOf(table) === event.target) filterTable(table);
    });
  });

  // Where the person was, kept over an update that htmx makes. It settles in the same turn (the
  // page's htmx-config), so that nobody scrolls in between and is thrown back.
  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const active = document.activeElement;
    before = { x: scrollX, y: scrollY, id: active ? active.id : "", target: event.detail.target };
  });
  document.addEventListener("htmx:afterSettle", () => {
    prepare(document);
    if (!before) return;
    const lost = document.activeElement === document.body && before.id;
    const again = lost ? document.getElementById(before.id) : null;
    if (again) again.focus({ preventScroll: true });
    scrollTo(before.x, before.y);
    before = null;
  });

  // Rows that came in at the end go where they belong: by the order chosen, else by the first column.
  const placeRows = (table) => {
    sortTable(table, ...(orders.get(table.id) ?? [0, "ascending"]));
    filterTable(table);
  };

  // A menu closes with Escape and with a click anywhere else.
  const openMenus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => {
    openMenus().forEach((menu) => menu.contains(event.target) || (menu.open = false));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    openMenus().forEach((menu) => {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    });
  });

  // A link to a part of the page opens the folds around it: not every browser does so by itself.
  const openTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    let fold = target && target.closest("details");
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", openTarget);

  Object.assign(window.matchslip, { prepare, also, placeRows });
  document.addEventListener("DOMContentLoaded", () => {
    prepare(document);
    openTarget();
    // A search text that found nothing is selected, so that typing replaces it. A scanner may be
    // typing already: what it typed stays.
    const search = document.querySelector("input[data-select]");
    if (search && search.value === search.defaultValue) search.select();
    // On a narrow screen the tabs of a public page scroll: the current one must be in sight.
    const current = document.querySelector(".public .tabs [aria-current]");
    if (current) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft;
  });
})();
