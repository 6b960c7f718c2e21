// The floor on a phone: what is open stays open and in its place when the list is replaced; what was
// pressed without a connection waits, is listed, and is sent when the connection is back.
"use strict";

(() => {
  const TOP = 60;
  const place = document.getElementById("unsent");
  const box = document.getElementById("floor-table");
  const { key, waits, line, discard, offline } = place.dataset;
  const STORED = `matchslip/floor/${key}`;

  let opened = [];
  let anchor = null;
  const isFloor = (event) => event.detail.target?.id === "floor";

  // The row at which somebody is: the open one, else the first in sight. At the top of the page what is
  // new may push the rest down.
  const rowInHand = () => {
    const open = document.querySelector("#floor details[open] > summary");
    if (open) return open.parentElement;
    if (scrollY < TOP) return null;
    return [...document.querySelectorAll("#floor .floor-table")].find((row) => row.getBoundingClientRect().top > TOP);
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isFloor(event)) return;
    const row = rowInHand();
    opened = [...document.querySelectorAll("#floor details[open]")].map((details) => details.id);
    anchor = row?.id ? { id: row.id, top: row.getBoundingClientRect().top } : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    opened.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    matchslip.tick();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const row = anchor && document.getElementById(anchor.id);
    if (row) scrollBy(0, row.getBoundingClientRect().top - anchor.top);
    anchor = null;
  });

  // The number of a table was sent: what it opens is at the top, and the keyboard is not in the way.
  document.getElementById("floor-bar").addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    const wrong = document.getElementById("wrong-table");
    box.toggleAttribute("aria-invalid", Boolean(wrong));
    if (wrong) {
      box.select();
      return;
    }
    box.value = "";
    box.blur();
    setTimeout(() => scrollTo(0, 0), 50);
  });

  // What waits: { path, values, table, what } in the order in which it was pressed.
  let waiting = [];
  let sending = false;
  const keep = () => {
    try {
      if (waiting.length) localStorage.setItem(STORED, JSON.stringify(waiting));
      else localStorage.removeItem(STORED);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const show = () => {
    const list = document.createElement("ul");
    for (const item of waiting) {
      const row = document.createElement("li");
      const words = line.replace("{table}", item.table).replace("{what}", item.what);
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: discard });
      button.setAttribute("aria-label", `${discard}: ${words}`);
      button.addEventListener("click", () => {
        waiting = waiting.filter((other) => other !== item);
        keep();
        show();
      });
      row.append(words, button);
      list.append(row);
    }
    place.hidden = !waiting.length;
    place.replaceChildren(waits, list);
  };
  const wait = (form, values) => {
    const pressed = [...form.querySelectorAll("button")].find((button) => values[button.name] === button.value);
    const what = pressed?.textContent.trim() ?? "";
    // The last press at a table counts.
    waiting = waiting.filter((item) => item.path !== form.getAttribute("action"));
    waiting.push({ path: form.getAttribute("action"), values, table: form.dataset.table, what });
    keep();
    show();
  };

  // One after the other; an answer of any kind settles one, and a refusal says why.
  const send = async () => {
    if (sending || !waiting.length) return;
    sending = true;
    const [item] = waiting;
    let answered = false;
    const listen = () => {
      answered = true;
    };
    document.addEventListener("htmx:afterOnLoad", listen, { once: true });
    try {
      await htmx.ajax("POST", item.path, { values: item.values, target: "#floor", swap: "outerHTML" });
    } finally {
      document.removeEventListener("htmx:afterOnLoad", listen);
      sending = false;
    }
    if (!answered) return;
    waiting = waiting.filter((other) => other !== item);
    keep();
    show();
    send();
  };

  let seenAt = new Date();
  const lost = (event) => {
    const form = event.detail.elt;
    if (form.matches?.(".acts form") && !sending) wait(form, event.detail.requestConfig.parameters);
    const time = seenAt.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    matchslip.say("", waiting.length ? "" : offline.replace("{time}", time));
  };
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    seenAt = new Date();
    send();
  });

  try {
    waiting = JSON.parse(localStorage.getItem(STORED)) ?? [];
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
  }
  show();
  send();
})();
