// The entry box: echoes while one types, sends in order, and never loses what was typed.
"use strict";

(() => {
  const form = document.getElementById("entry-form");
  if (!form) return;
  const box = document.getElementById("entry");
  const echo = document.getElementById("echo");
  const refused = document.getElementById("refused");
  const shortcuts = document.getElementById("shortcuts");
  const emptyEcho = echo.innerHTML;
  const storageKey = `matchslip/entries/${form.dataset.key}`;
  const refusedKey = `matchslip/refused/${form.dataset.key}`;
  const boxKey = `matchslip/box/${form.dataset.key}`;
  const recentKey = `matchslip/recent/${form.dataset.key}`;
  const RECENT = 15 * 60000;
  const MOST_RECENT = 60;
  const RETRY = 2000;
  const LATE = 600;
  const TIMEOUT = 8000;
  const SCANNED = /(?:^|\s)(t\d{1,6}r\d{1,4})$/i;

  // What was entered and has no answer yet, oldest first; it outlives a reload of the page.
  let queue = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
  let sending = false;
  let late = 0;

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

  // Say why what waits is not saved yet, in the server's words or ours, and what it is.
  const sayWaiting = (html, text) => {
    const list = queue.map((item) => item.text).join(", ");
    matchslip.say(html, `${text ? `${text} ` : ""}(${form.dataset.count} ${list})`);
  };

  const clearBox = () => {
    box.value = "";
    keepTyped();
    clearTimeout(late);
    htmx.trigger(box, "htmx:abort");
    echo.innerHTML = emptyEcho;
  };

  const focusEnd = () => {
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  };

  const putBack = (text) => {
    box.value = text;
    focusEnd();
    htmx.trigger(box, "input");
  };

  // Refused entries that nobody has typed again, and what stands in the box, outlive a reload.
  const keepTyped = () => {
    const lines = [...refused.querySelectorAll("code")].map((code) => code.textContent);
    if (lines.length) localStorage.setItem(refusedKey, JSON.stringify(lines));
    else localStorage.removeItem(refusedKey);
    sessionStorage.setItem(boxKey, box.value);
    refused.hidden = !lines.length;
  };

  const listRefused = (text) => {
    const line = document.createElement("li");
    const code = document.createElement("code");
    code.textContent = text;
    line.append(code);
    for (const [words, work] of [
      [form.dataset.edit, () => giveBackInstead(text)],
      [form.dataset.forget, () => box.focus()],
    ]) {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "small",
        textContent: words,
      });
      button.addEventListener("click", () => {
        line.remove();
        work();
        keepTyped();
      });
      line.append(" ", button);
    }
    refused.append(line);
  };

  // A refused entry goes back into the box; when the next slip is in it already, into a list.
  const giveBack = (text) => {
    if (box.value.trim()) listRefused(text);
    else putBack(text);
    keepTyped();
  };

  const giveBackInstead = (text) => {
    const current = box.value.trim();
    putBack(text);
    if (current) giveBack(current);
  };

  const send = async (item) => {
    const body = new URLSearchParams({ entry: item.text });
    if (item.seen) body.set("seen", item.seen);
    const since = document.getElementById("since");
    if (since) body.set("since", since.value);
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: matchslip.headers(),
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
      const status = answer?.response.status;
      const gone = status === 204;
      if (!gone && ![200, 409, 422].includes(status)) {
        if (matchslip.isTold(status)) sayWaiting(answer.html, "");
        else sayWaiting("", form.dataset.waiting);
        if (!answer) document.dispatchEvent(new Event("matchslip:lost"));
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      queue.shift();
      remember();
      matchslip.say("");
      if (gone) {
        // The round is no more: what was typed for it stays in sight.
        listRefused(item.text);
        keepTyped();
        continue;
      }
      htmx.swap("#answer", answer.html, { swapStyle: "outerHTML" });
      if (answer.response.status === 200) keepRecent(item.text);
      else giveBack(item.text);
    }
    sending = false;
    document.dispatchEvent(new Event("matchslip:entered"));
  };

  // The question whether time was called, of the result entered last: its letter alone says yes.
  const atTime = () => (box.value.trim() === "t" ? document.querySelector("#answer [data-at-time]") : null);
  box.addEventListener("htmx:beforeRequest", (event) => {
    const question = atTime();
    if (!question) return;
    event.preventDefault();
    echo.textContent = question.dataset.atTime;
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    const question = atTime();
    if (question && !queue.length) {
      question.click();
      return;
    }
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

  // After a button of the clock the next slip is typed at once.
  document.addEventListener("submit", (event) => {
    if (event.target.closest(".clock-box")) box.focus();
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
    } else if (event.key === "+" && empty) {
      // The oldest table at which both phones agree.
      event.preventDefault();
      document.querySelector("#phones [data-take]")?.click();
    } else if (undoKey && (empty || !isField(event.target))) {
      event.preventDefault();
      undoLast();
    } else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !isField(event.target)) {
      focusEnd();
    }
  });

  // Back from another tab, such as the one for logging in again, the next slip is typed at once.
  window.addEventListener("focus", () => {
    if (document.activeElement !== box && !isField(document.activeElement)) focusEnd();
  });

  // After an undo or a replacement by its button, or when a button is gone with what it did, the
  // next slip is typed at once.
  let focused = null;
  document.body.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
  });
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const gone = focused && focused !== document.body && !focused.isConnected;
    if (event.detail.target?.id === "answer" || gone) focusEnd();
    focused = null;
    const undone = document.querySelector("#answer [data-undone]");
    if (undone) forgetTable(undone.dataset.undone);
  });

  window.addEventListener("beforeunload", (event) => {
    if (queue.length) event.preventDefault();
  });

  // The desk has the list: without an answer the echo still names table and players.
  const echoAlone = () => {
    const typed = /^t?(\d{1,6})(?:r\d{1,4})?[\s.,;:*/+-]*(.*)$/i.exec(box.value.normalize("NFKC").trim());
    if (!typed) return;
    const names = document.querySelector(`#open-${Number(typed[1])} .plain`)?.textContent;
    const part = (tag, className, text) =>
      Object.assign(document.createElement(tag), { className, textContent: text });
    echo.replaceChildren(
      part("span", "echo-table", String(Number(typed[1]))),
      part("span", names ? "echo-names" : "echo-error", names ?? form.dataset.unseen),
      part("strong", "echo-words", typed[2]),
      part("span", "muted", form.dataset.alone),
    );
  };

  box.addEventListener("input", () => {
    keepTyped();
    clearTimeout(late);
    late = setTimeout(echoAlone, LATE);
  });
  box.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) clearTimeout(late);
  });

  matchslip.isSending = () => queue.length > 0;
  JSON.parse(localStorage.getItem(refusedKey) ?? "[]").forEach(listRefused);
  const typedBefore = sessionStorage.getItem(boxKey);
  if (typedBefore && !box.value) putBack(typedBefore);
  keepTyped();
  if (queue.length) pump();
})();
