// The entry box: echoes while one types, sends in order, and never loses what was typed.
"use strict";

(() => {
  const form = document.getElementById("entry-form");
  if (!form) return;
  const box = document.getElementById("entry");
  const echo = document.getElementById("echo");
  const waiting = document.getElementById("waiting");
  const refused = document.getElementById("refused");
  const shortcuts = document.getElementById("shortcuts");
  const emptyEcho = echo.innerHTML;
  const storageKey = `matchslip/entries/${form.dataset.key}`;
  const recentKey = `matchslip/recent/${form.dataset.key}`;
  const RECENT = 15 * 60000;
  const MOST_RECENT = 60;
  const RETRY = 2000;
  const TIMEOUT = 8000;
  const SCANNED = /(?:^|\s)(t\d{1,6}r\d{1,4})$/i;

  // What was entered and has no answer yet, oldest first; it outlives a reload of the page.
  let queue = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
  let sending = false;

  const remember = () => {
    if (queue.length) localStorage.setItem(storageKey, JSON.stringify(queue));
    else localStorage.removeItem(storageKey);
  };

  // What was saved in the last minutes, for a laptop that takes over from this one.
  const recent = () => JSON.parse(localStorage.getItem(recentKey) ?? "[]");
  const keepRecents = (items) => {
    const since = Date.now() - RECENT;
    const kept = items.filter((item) => item.at > since).slice(-MOST_RECENT);
    localStorage.setItem(recentKey, JSON.stringify(kept));
  };
  const keepRecent = (text) => keepRecents([...recent(), { text, at: Date.now() }]);
  const forgetTable = (table) =>
    keepRecents(recent().filter((item) => Number.parseInt(item.text, 10) !== Number(table)));

  const say = (text) => {
    waiting.hidden = !text;
    waiting.textContent = text
      ? `${text} (${form.dataset.count} ${queue.map((item) => item.text).join(", ")})`
      : "";
  };

  const clearBox = () => {
    box.value = "";
    htmx.trigger(box, "htmx:abort");
    echo.innerHTML = emptyEcho;
  };

  const putBack = (text) => {
    box.value = text;
    box.focus();
    box.setSelectionRange(text.length, text.length);
    htmx.trigger(box, "input");
  };

  // A refused entry goes back into the box; when the next slip is in it already, into a list.
  const giveBack = (text) => {
    if (!box.value.trim()) {
      putBack(text);
      return;
    }
    const line = document.createElement("li");
    const code = document.createElement("code");
    const edit = document.createElement("button");
    code.textContent = text;
    edit.type = "button";
    edit.className = "small";
    edit.textContent = form.dataset.edit;
    edit.addEventListener("click", () => {
      line.remove();
      refused.hidden = !refused.children.length;
      const current = box.value.trim();
      putBack(text);
      if (current) giveBack(current);
    });
    line.append(code, " ", edit);
    refused.append(line);
    refused.hidden = false;
  };

  // What the server says of itself, such as that its disk is full.
  const words = (html) =>
    new DOMParser().parseFromString(html, "text/html").body.textContent.replace(/\s+/g, " ").trim();

  const send = async (item) => {
    const body = new URLSearchParams({ entry: item.text });
    if (item.seen) body.set("seen", item.seen);
    const since = document.getElementById("since");
    if (since) body.set("since", since.value);
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "HX-Request": "true", "X-CSRFToken": token },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return { response, html: await response.text() };
  };

  // Send what waits, one after the other, so that slips are entered in the order typed.
  const pump = async () => {
    if (sending) return;
    sending = true;
    while (queue.length) {
      const item = queue[0];
      let answer = null;
      try {
        answer = await send(item);
      } catch (failure) {
        if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
      }
      const known = answer && !answer.response.redirected && [200, 409, 422].includes(answer.response.status);
      if (!known) {
        const out = answer && (answer.response.redirected || answer.response.status === 403);
        const why = answer?.response.status === 503 ? words(answer.html) : form.dataset.waiting;
        say(out ? form.dataset.loggedout : why);
        if (!answer) document.dispatchEvent(new Event("matchslip:lost"));
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      queue.shift();
      remember();
      say("");
      htmx.swap("#answer", answer.html, { swapStyle: "outerHTML" });
      if (answer.response.status === 200) keepRecent(item.text);
      else giveBack(item.text);
    }
    sending = false;
    document.dispatchEvent(new Event("matchslip:entered"));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    // A scanner types a slip's code and Enter: the table is shown, and the score is awaited.
    const scanned = SCANNED.exec(text);
    if (scanned) {
      putBack(`${scanned[1]} `);
      return;
    }
    const seen = form.querySelector("#echo [name=seen]")?.value ?? document.querySelector("#answer [name=seen]")?.value;
    queue.push({ text, seen: /[!！]$/.test(text) ? seen : "" });
    remember();
    clearBox();
    pump();
  });

  document.addEventListener("matchslip:enter", (event) => {
    queue.push({ text: event.detail, seen: "" });
    remember();
    pump();
  });

  const closeQuestion = () => {
    document.querySelector("#answer [data-keep]")?.click();
    clearBox();
    box.focus();
  };

  // A key that is tapped: of the number pad, or the one that the echo asks for.
  const press = (button) => {
    if ("send" in button.dataset) {
      form.requestSubmit();
      return;
    }
    const typed = "erase" in button.dataset ? box.value.slice(0, -1) : box.value + button.dataset.type;
    putBack(button.closest("#echo") ? box.value.trim() + button.dataset.type : typed);
  };

  const pad = document.getElementById("pad");
  if (matchMedia("(pointer: coarse)").matches) {
    pad.hidden = false;
    box.inputMode = "none";
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#show-shortcuts")) shortcuts.showModal();
    const key = event.target.closest("#pad button, #echo [data-type]");
    if (key) press(key);
  });

  document.addEventListener("submit", (event) => {
    if (event.target.closest("[data-replace]") || event.target.querySelector("[data-keep]")) clearBox();
  });

  // Undo the newest line of one's own that is shown: the server takes back that one or nothing.
  const undoLast = () => {
    const line = document.querySelector("#recent > [data-own] button");
    (line ?? document.querySelector("#undo-form button")).click();
  };

  document.getElementById("undo-form")?.addEventListener("click", (event) => {
    const line = document.querySelector("#recent > [data-own] button");
    if (!line) return;
    event.preventDefault();
    line.click();
  });

  const isField = (element) => element.matches("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (shortcuts.open) return;
    const inBox = event.target === box;
    const empty = inBox && !box.value;
    const undoKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (event.key === "Escape" && (inBox || !isField(event.target))) {
      closeQuestion();
    } else if (event.key === "?" && (empty || !isField(event.target))) {
      event.preventDefault();
      shortcuts.showModal();
    } else if (undoKey && (empty || !isField(event.target))) {
      event.preventDefault();
      undoLast();
    } else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !isField(event.target)) {
      box.focus();
    }
  });

  // After an undo or a replacement by its button the next slip is typed at once.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id === "answer") box.focus();
    const undone = document.querySelector("#answer [data-undone]");
    if (undone) forgetTable(undone.dataset.undone);
  });

  // What the server tells of single lines: rows that are gone, rows that came back at the end of
  // the list, and newer lines above older ones of the same report.
  const LINES = 40;
  document.body.addEventListener("htmx:afterSettle", () => {
    const told = document.getElementById("desk-gone").dataset;
    const tables = (text) => (text ?? "").split(" ").filter(Boolean);
    tables(told.gone).forEach((table) => document.getElementById(`open-${table}`)?.remove());
    for (const table of tables(told.changed)) {
      document.querySelector(`#dispute-${table}:not([data-fresh])`)?.remove();
    }
    document.querySelectorAll("#disputes > [data-fresh]").forEach((one) => delete one.dataset.fresh);
    delete told.gone;
    delete told.changed;
    if (document.querySelector("#open-rows > [data-fresh]")) {
      const rows = [...document.querySelectorAll("#open-rows > tr")];
      const newest = new Map(rows.map((row) => [row.id, row]));
      rows.forEach((row) => newest.get(row.id) === row || row.remove());
      rows.forEach((row) => delete row.dataset.fresh);
      matchslip.placeRows(document.getElementById("open-tables"));
    }
    const seen = new Set();
    document.querySelectorAll("#recent > li").forEach((line, place) => {
      if (seen.has(line.id) || place >= LINES + 10) line.remove();
      seen.add(line.id);
    });
  });

  // The live list says when it is old.
  document.body.addEventListener("htmx:sendError", () => {
    if (!queue.length) {
      waiting.hidden = false;
      waiting.textContent = document.getElementById("live").dataset.errorText;
    }
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const { status, responseText } = event.detail.xhr;
    if (status !== 503 || queue.length) return;
    waiting.hidden = false;
    waiting.textContent = words(responseText);
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !queue.length) say("");
  });

  window.addEventListener("beforeunload", (event) => {
    if (queue.length) event.preventDefault();
  });

  if (queue.length) pump();
})();
