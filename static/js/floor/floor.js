// The floor on a phone: what is open stays open and in its place when the list is replaced; what was
// pressed or chosen without a connection waits, is listed, and is sent when the connection is back.
"use strict";

(() => {
  const { filled } = window.matchslip.names;
  const TOP = 60;
  const place = document.getElementById("unsent");
  const box = document.getElementById("floor-table");
  const { key, waits, line, discard, offline, refused, trouble } = place.dataset;
  const STORED = `matchslip/floor/${key}`;
  const TIMEOUT = 8000;
  const PATIENCE = 2500;
  const SAVED = 200;
  // What the desk answers: a refusal, or the question about another result.
  const SAID = "#answer :is(p.notice, .notice > p, .question > p:not([hidden]))";

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

  // What waits: { path, values, table, what } in the order in which it was pressed. A result that the
  // server refused has also `why` and `page`, the address of its table: it is in sight until somebody
  // discards it.
  let waiting = [];
  let sending = false;
  const unsent = () => waiting.filter((item) => !item.why);
  const keep = () => {
    try {
      if (waiting.length) localStorage.setItem(STORED, JSON.stringify(waiting));
      else localStorage.removeItem(STORED);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const without = (item) => {
    waiting = waiting.filter((other) => other !== item);
    keep();
    show();
  };
  const rowOf = (item) => {
    const row = document.createElement("li");
    const words = filled(line, item);
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: discard });
    button.setAttribute("aria-label", `${discard}: ${words}`);
    button.addEventListener("click", () => without(item));
    row.append(words);
    if (item.why) {
      const link = Object.assign(document.createElement("a"), { href: item.page, textContent: place.dataset.open });
      row.append(` ${refused} ${item.why} `, link);
    }
    row.append(button);
    return row;
  };
  const show = () => {
    const list = document.createElement("ul");
    list.append(...waiting.map(rowOf));
    place.hidden = !waiting.length;
    place.replaceChildren(unsent().length ? waits : "", list);
  };
  // The last press at a table counts, and the last result.
  const add = (item) => {
    waiting = waiting.filter((other) => other.path !== item.path || other.table !== item.table);
    waiting.push(item);
    keep();
    show();
  };
  const wait = (form, values) => {
    const pressed = [...form.querySelectorAll("button")].find((button) => values[button.name] === button.value);
    const what = pressed?.textContent.trim() ?? "";
    add({ path: form.getAttribute("action"), values, table: form.dataset.table, what });
  };

  // A mark or an extension: an answer of any kind settles it, and a refusal says why.
  const mark = async (item) => {
    let answered = false;
    const listen = () => {
      answered = true;
    };
    document.addEventListener("htmx:afterOnLoad", listen, { once: true });
    try {
      await htmx.ajax("POST", item.path, { values: item.values, target: "#floor", swap: "outerHTML" });
    } finally {
      document.removeEventListener("htmx:afterOnLoad", listen);
    }
    return answered;
  };

  // A result, as the entry box of the desk sends it: it counts, or is kept beside another one.
  const enter = async (item) => {
    try {
      const response = await fetch(item.path, {
        method: "POST",
        body: new URLSearchParams(item.values),
        headers: matchslip.headers(),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const html = await response.text();
      if (response.status === SAVED) return true;
      if ([401, 408, 429].includes(response.status) || response.status >= 500) {
        matchslip.say(matchslip.isTold(response.status) ? html : "", matchslip.isTold(response.status) ? "" : trouble);
        return false;
      }
      const page = new DOMParser().parseFromString(html, "text/html");
      const words = [...page.querySelectorAll(`${SAID}, main .notice, main h1`)];
      const why = words.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(" ");
      // It stays in the list, with the reason.
      Object.assign(item, { why: why || String(response.status) });
      return true;
    } catch (failure) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
      return false;
    }
  };

  // One after the other.
  const send = async () => {
    const [item] = unsent();
    if (sending || !item) return;
    sending = true;
    let answered = false;
    try {
      answered = await (item.page ? enter(item) : mark(item));
    } finally {
      sending = false;
    }
    if (!answered) return;
    if (item.why) {
      keep();
      show();
    } else without(item);
    if (item.page) htmx.ajax("GET", location.pathname, { target: "#floor", swap: "outerHTML" });
    else send();
  };

  // A result is chosen on the table's page. Where that can't be reached, it is chosen here.
  const template = document.getElementById("floor-result");
  const isReachable = async () => {
    try {
      await fetch(place.dataset.now, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      return true;
    } catch (failure) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
      return false;
    }
  };
  const nameIn = (part, { first, second }) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      texts.currentNode.data = filled(data, { first, second });
    }
  };
  const wordsOf = (input) => input.closest("label").textContent.replace(/\s+/g, " ").trim();
  const openPad = (link) => {
    document.querySelector("#floor .floor-result")?.remove();
    const part = template.content.cloneNode(true);
    nameIn(part, link.dataset);
    const form = part.querySelector("form");
    form.querySelector("[type=radio]").required = true;
    form.elements.cancel.addEventListener("click", () => form.remove());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = [...form.querySelectorAll("input:checked")];
      const { table } = link.closest("form").dataset;
      const entry = [table, ...chosen.map((input) => input.value)].join(" ");
      const what = chosen.map(wordsOf).join(", ");
      add({ path: form.getAttribute("action"), values: { entry }, table, what, page: link.getAttribute("href") });
      form.remove();
      send();
    });
    link.closest(".acts").append(part);
    form.querySelector("[type=radio]").focus();
    form.scrollIntoView({ block: "center" });
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("#floor a[data-first]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (await isReachable()) location.assign(link.href);
    else openPad(link);
  });
  // Somebody is choosing: a new list comes afterwards.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const isAsked = event.detail.requestConfig?.verb === "get" && isFloor(event);
    if (isAsked && document.querySelector("#floor .floor-result")) event.detail.shouldSwap = false;
  });

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
