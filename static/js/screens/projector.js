// The big screen: pages that turn by reading speed, one part of the names for each of several screens.
"use strict";

(() => {
  const { bare, fold, written } = window.matchslip.names;
  const chosen = new URLSearchParams(location.search);

  // Seconds: to look up and find the own letter, and for each line of a page.
  const LOOK_UP = 3;
  const A_LINE = 0.35;
  // All names are there once in this time at most: with 1,200 of them a page has 4 seconds.
  const A_TURN = 150;
  // A picture, a code: what is no list.
  const A_PICTURE = 15;

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // ?show=pairings,standings; otherwise what the page says belongs here now.
  const scenesToShow = () => {
    const scenes = all("[data-scene]");
    const wanted = chosen.getAll("show").flatMap((names) => names.split(",")).filter(Boolean);
    const picked = scenes.filter((scene) => wanted.includes(scene.dataset.scene));
    return picked.length ? picked : scenes.filter((scene) => "now" in scene.dataset);
  };

  const keyOf = (row) => fold(row.dataset.r ?? row.querySelector(".n").textContent);

  // ?from=A&to=F: names that begin with these letters and those between; ?part=2of3: equal parts.
  const rowsFor = (list) => {
    const rows = [...list.children];
    if (!("names" in list.dataset)) return rows;
    const [, part, parts] = /^(\d+)of(\d+)$/.exec(chosen.get("part") ?? "") ?? [];
    if (Number(part) >= 1 && Number(part) <= Number(parts)) {
      const at = (number) => Math.round((rows.length * number) / parts);
      return rows.slice(at(part - 1), at(part));
    }
    const [from, to] = ["from", "to"].map((name) => fold(chosen.get(name) ?? ""));
    const within = (key) => key >= from && (!to || key.slice(0, to.length) <= to);
    return from || to ? rows.filter((row) => within(keyOf(row))) : rows;
  };

  // How many lines stand in the space there is: columns side by side, none cut off.
  const linesThatFit = (list) => {
    const style = getComputedStyle(list);
    const columns = Number(style.columnCount) || 1;
    const line = list.querySelector("li:not([hidden])")?.getBoundingClientRect().height;
    const bottom = innerHeight * 0.985;
    const space = bottom - list.getBoundingClientRect().top;
    return line ? Math.max(1, Math.floor(space / line)) * columns : 1;
  };

  // Matches in a column of a bracket that can be read from far away.
  const A_COLUMN = 4;
  const isNamed = (box) => box.querySelector(".name:not(.muted)");

  // A bracket that is being played turns its pages, too: a part of what is open, with where it leads,
  // and at last what is known of the rounds that all parts lead to.
  const pagesOfBracket = (scene, bracket) => {
    const boxesOf = (column) => all(".box", column);
    const columns = all(".bracket-column", bracket);
    const waits = (column) => boxesOf(column).some((box) => !box.classList.contains("decided"));
    const third = columns.filter((column) => column.classList.contains("part-third"));
    let main = columns.filter((column) => !third.includes(column));
    if (bracket.classList.contains("double")) {
      main = main.filter((column) => column.querySelector(".box.open"));
    } else {
      main = main.slice(Math.min(main.findIndex(waits), Math.max(0, main.length - 2)));
    }
    const parts = Math.ceil(Math.max(...main.map((column) => boxesOf(column).length)) / A_COLUMN);
    const whole = main.filter((column) => boxesOf(column).length >= parts);
    const within = (column, part) =>
      boxesOf(column).filter((_box, at, boxes) => Math.floor((at * parts) / boxes.length) === part);
    const made = Array.from({ length: parts }, (_one, part) =>
      whole.flatMap((column) => within(column, part)),
    );
    const rest = [...main.filter((column) => !whole.includes(column)), ...third].flatMap(boxesOf);
    if (rest.some(isNamed)) {
      if (parts > 1) made.push(rest);
      else made[0].push(...rest);
    }
    return made.map((boxes, page) => {
      const seconds = LOOK_UP + 2 * boxes.filter(isNamed).length * A_LINE;
      return { scene, bracket, boxes, page, pages: made.length, seconds };
    });
  };

  const pagesOf = (scene) => {
    const list = scene.querySelector("ol[class^=wall]");
    const bracket = scene.querySelector(".bracket:has(.box:not(.decided))");
    if (bracket) return pagesOfBracket(scene, bracket);
    if (!list) return [{ scene, seconds: A_PICTURE }];
    const rows = rowsFor(list);
    scene.hidden = false;
    all("li", list).forEach((row) => (row.hidden = row !== rows[0]));
    const fit = linesThatFit(list);
    const pages = Math.max(1, Math.ceil(rows.length / fit));
    const even = Math.ceil(rows.length / pages);
    const calm = pages * LOOK_UP + rows.length * A_LINE;
    const pace = Math.min(1, A_TURN / calm);
    return Array.from({ length: pages }, (_one, page) => {
      const lines = rows.slice(page * even, (page + 1) * even);
      return { scene, list, lines, page, pages, seconds: pace * (LOOK_UP + lines.length * A_LINE) };
    });
  };

  // The family name, or the first word.
  const first = (row) => {
    const name = row?.querySelector(".n")?.textContent.trim() ?? "";
    return written(bare(name).split(name.includes(",") ? "," : /\s+/)[0]);
  };

  const label = ({ list, lines, page, pages }) => {
    const range = list && "names" in list.dataset ? `${first(lines[0])} – ${first(lines.at(-1))}` : "";
    return [range, pages > 1 ? `${page + 1} / ${pages}` : ""].filter(Boolean).join(" · ");
  };

  // A name is never cut: its letters get smaller, and at last it has two lines.
  const SMALLER = ["", "long", "longer", "two"];
  const fit = (row) => {
    const name = row.querySelector(".n");
    if (!name) return;
    for (const size of SMALLER) {
      name.classList.remove(...SMALLER.filter(Boolean));
      if (size) name.classList.add(size);
      if (name.scrollWidth <= name.clientWidth) return;
    }
  };

  let pages = [];
  let shown = null;

  const lay = () => {
    all("[data-scene]").forEach((scene) => (scene.hidden = true));
    const scenes = scenesToShow();
    pages = scenes.flatMap((scene) => {
      const made = pagesOf(scene);
      scene.hidden = true;
      return made;
    });
    shown = null;
    turn();
  };

  // By the clock, so that screens beside each other turn together and a reload changes nothing.
  const turn = () => {
    const whole = pages.reduce((sum, page) => sum + page.seconds, 0);
    let left = (Date.now() / 1000) % whole;
    const now = pages.find((page) => (left -= page.seconds) < 0) ?? pages[0];
    if (!now || now === shown) return;
    if (shown && shown.scene !== now.scene) shown.scene.hidden = true;
    shown = now;
    now.scene.hidden = false;
    all("li", now.list ?? document.createElement("ol")).forEach((row) => {
      row.hidden = !now.lines.includes(row);
    });
    if (now.bracket) {
      now.bracket.classList.add("paged");
      all(".box", now.bracket).forEach((box) => (box.hidden = !now.boxes.includes(box)));
      all(".bracket-column, .bracket-row", now.bracket).forEach((part) => {
        part.hidden = !part.querySelector(".box:not([hidden])");
      });
    }
    now.lines?.forEach((row, index) => {
      row.classList.toggle("shade", index % 2 === 1);
      fit(row);
    });
    document.getElementById("wall-title").textContent = now.scene.dataset.title;
    document.getElementById("wall-page").textContent = label(now);
  };

  // The scenes are chosen on the screen itself, and are part of its address.
  const setup = document.getElementById("wall-setup");
  const showChoice = () => {
    const wanted = scenesToShow().map((scene) => scene.dataset.scene);
    all("[name=show]", setup).forEach((box) => (box.checked = wanted.includes(box.value)));
    for (const name of ["part", "from", "to"]) {
      setup.querySelector(`[name=${name}]`).value = chosen.get(name) ?? "";
    }
  };
  setup.querySelector("form").addEventListener("submit", () => {
    all("input", setup).forEach((field) => (field.disabled ||= !field.value));
  });

  const lookUp = () => {
    const line = document.getElementById("wall-address");
    if (!line) return;
    // Opened on the laptop itself, the address leads no phone anywhere.
    const alone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    document.querySelector(".wall-join img").hidden = alone;
    line.textContent = alone ? line.dataset.alone : new URL(line.dataset.path, location.href).href;
  };

  // How long each page stays, for a test of the whole turn.
  window.matchslip.wallSeconds = () => pages.map((page) => page.seconds);

  document.addEventListener("matchslip:settled", () => {
    lookUp();
    lay();
  });
  addEventListener("resize", lay);
  document.addEventListener("DOMContentLoaded", showChoice);
  setInterval(turn, 500);
})();
