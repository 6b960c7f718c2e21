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
  const refusedKey = `matchslip/refused/${form.dataset.key}`;
  const boxKey = `matchslip/box/${form.dataset.key}`;
  const recentKey = `matchslip/recent/${form.dataset.key}`;
  const RECENT = 15 * 60000;
  const MOST_RECENT = 60;
  const LATE = 600;
  const TYPED = /^t?(\d{1,6})(?:r\d{1,4})?[\s.,;:*/+-]*(.*)$/i;
  const SCANNED = /(?:^|\s)(t\d{1,6}r\d{1,4})$/i;
  // What the keys 1 to 9 and 0 type where a keyboard is set to another language.
  const digitKeys = JSON.parse(form.dataset.digitKeys);
  // A player link or a badge, as any keyboard types it; the server finds the table.
  const LINK = /^https?\S{6,}(?=\s|$)/i;
  const CODE = /(^|\s)(t)([^\sr]{1,6})(r)([^\sr]{1,4})$/i;

  // As domain/scans.py reads it: "T&àR&" is "T10R1".
  const readScan = (text) => {
    for (const keys of digitKeys) {
      const digits = (typed) => [...typed].map((sign) => (/\d/.test(sign) ? "" : "1234567890"[keys.indexOf(sign)] ?? ""));
      const read = text.replace(CODE, (whole, before, t, table, r, round) => {
        const [of, at] = [digits(table), digits(round)];
        return [...of, ...at].every(Boolean) ? `${before}${t}${of.join("")}${r}${at.join("")}` : whole;
      });
      if (read !== text) return read;
    }
    return text;
  };

  let late = 0;
  // Whether the echo says what the page alone knows.
  let alone = false;
  // The scanned link after which Enter was pressed.
  let awaited = "";

  // Entries saved in the last minutes, for a laptop that takes over from this one.
  const recent = () => JSON.parse(localStorage.getItem(recentKey) ?? "[]");
  const keepRecents = (items) => {
    const since = Date.now() - RECENT;
    const kept = items.filter((item) => item.at > since).slice(-MOST_RECENT);
    localStorage.setItem(recentKey, JSON.stringify(kept));
  };
  const keepRecent = (text) => keepRecents([...recent(), { text, at: Date.now() }]);
  const forgetTable = (table) =>
    keepRecents(recent().filter((item) => Number.parseInt(item.text, 10) !== Number(table)));

  const clearBox = () => {
    box.value = "";
    keepTyped();
    clearTimeout(late);
    htmx.trigger(box, "htmx:abort");
    echo.innerHTML = emptyEcho;
  };

  const focusEnd = (how) => {
    box.focus(how);
    box.setSelectionRange(box.value.length, box.value.length);
  };

  const putBack = (text) => {
    box.value = text;
    focusEnd();
    htmx.trigger(box, "input");
  };

  // Refused entries that nobody has typed again, and what stands in the box, outlive a reload.
  const keepTyped = () => {
    const lines = [...refused.children].map(({ dataset }) => ({ text: dataset.text, why: dataset.why }));
    if (lines.length) localStorage.setItem(refusedKey, JSON.stringify(lines));
    else localStorage.removeItem(refusedKey);
    sessionStorage.setItem(boxKey, box.value);
    refused.hidden = !lines.length;
  };

  // `why`: what the server could not do, where nothing else on the page says so.
  const listRefused = (text, why = "") => {
    const take = (work) => () => {
      line.remove();
      work();
      keepTyped();
    };
    const line = matchslip.entryLine(form, text, why, {
      edit: take(() => giveBackInstead(text)),
      forget: take(() => box.focus()),
    });
    refused.append(line);
    keepTyped();
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
    if (current) listRefused(current);
  };

  // Offline, the numbers of the round's tables are in the page: say what is wrong with one.
  const unknownTable = (text) => {
    const typed = TYPED.exec(text.normalize("NFKC").trim());
    const { tables } = document.getElementById("tables")?.dataset ?? {};
    if (!typed || !tables) return "";
    const table = Number(typed[1]);
    const exists = tables.split(", ").some((part) => {
      const [low, high] = part.split("-").map(Number);
      return low <= table && table <= (high ?? low);
    });
    return exists ? "" : form.dataset.nowhere.replace("{table}", table).replace("{tables}", tables);
  };

  const queue = matchslip.entryQueue({ form, unknownTable, listRefused, giveBack, giveBackInstead, keepRecent });

  // The question whether time was called, of the result entered last: its letter alone says yes.
  const atTime = () => (box.value.trim() === "t" ? document.querySelector("#answer [data-at-time]") : null);
  // The question about what is in the box, which says it in words already.
  const asked = () => {
    const question = document.querySelector("#answer [data-typed]");
    const plain = (text) => text.trim().replace(/[!！]$/, "");
    return question && plain(question.dataset.typed) === plain(box.value) ? question : null;
  };
  box.addEventListener("htmx:beforeRequest", (event) => {
    const question = atTime();
    if (!question && !asked()) return;
    event.preventDefault();
    clearTimeout(late);
    echo.textContent = question?.dataset.atTime ?? "";
  });

  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== echo || !LINK.test(box.value.trim())) return;
    const table = echo.querySelector(".echo-table")?.textContent.trim();
    if (table) putBack(`${table} ${box.value.trim().replace(LINK, "").trim()}`);
    else if (awaited === box.value) box.select();
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = readScan(box.value.trim());
    if (!text) return;
    const question = atTime() ?? asked()?.querySelector("[data-enter]");
    if (question && !queue.length()) {
      question.click();
      return;
    }
    // A scanner types a slip's code and Enter: the table is shown, and the score is awaited.
    const scanned = SCANNED.exec(text);
    if (scanned) {
      putBack(`${scanned[1]} `);
      return;
    }
    // A scanned player link: its table takes its place as soon as the echo has it.
    if (LINK.test(text)) {
      awaited = box.value;
      if (echo.querySelector(".echo-error")) box.select();
      return;
    }
    // Without a server nobody else refuses a table that is not there.
    if ((alone || queue.isStuck() || !navigator.onLine) && unknownTable(text)) {
      echoAlone();
      return;
    }
    const seen = form.querySelector("#echo [name=seen]")?.value ?? document.querySelector("#answer [name=seen]")?.value;
    queue.push(text, /[!！]$/.test(text) ? seen : "");
    clearBox();
  });

  // A result button of a small round: its table waits in the same line as what was typed.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "quick-result") return;
    event.preventDefault();
    queue.push(event.submitter.value);
    focusEnd({ preventScroll: true });
  });

  document.addEventListener("matchslip:enter", (event) => {
    queue.push(event.detail);
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

  // Buttons for results come first on a phone: the box takes the keys, and the page stays where it is.
  if (!box.autofocus) focusEnd({ preventScroll: true });

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
    if (document.activeElement !== box && !isField(document.activeElement)) focusEnd({ preventScroll: true });
  });

  // After an undo or a replacement by its button, or when a button is gone with what it did, the
  // next slip is typed at once; a list that somebody scrolled to stays in sight.
  let focused = null;
  document.body.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
  });
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const gone = focused && focused !== document.body && !focused.isConnected;
    if (event.detail.target?.id === "answer" || gone) focusEnd({ preventScroll: true });
    // On a phone the answer is below the fold.
    document.querySelector("#answer .question")?.scrollIntoView({ block: "nearest" });
    focused = null;
    const undone = document.querySelector("#answer [data-undone]");
    if (undone) forgetTable(undone.dataset.undone);
  });

  // The desk has the list: without an answer the echo still names table and players.
  const echoAlone = () => {
    const typed = TYPED.exec(box.value.normalize("NFKC").trim());
    if (!typed) return;
    alone = true;
    const part = (tag, className, text) =>
      Object.assign(document.createElement(tag), { className, textContent: text });
    const nowhere = unknownTable(box.value);
    if (nowhere) {
      echo.replaceChildren(part("span", "echo-error", `✗ ${nowhere}`), part("span", "muted", form.dataset.alone));
      return;
    }
    const players = document.querySelectorAll(`#open-${Number(typed[1])} .plain`);
    const names = [...players].map((name) => window.matchslip.names.written(name.textContent)).join(" – ");
    echo.replaceChildren(
      part("span", "echo-table", String(Number(typed[1]))),
      part("span", names ? "echo-names" : "echo-error", names || form.dataset.unseen),
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
    if (!event.detail.successful) return;
    alone = false;
    clearTimeout(late);
  });

  const typedBefore = sessionStorage.getItem(boxKey);
  // A page of an older version kept texts alone.
  const keptLines = JSON.parse(localStorage.getItem(refusedKey) ?? "[]");
  keptLines.forEach((line) => listRefused(line.text ?? line, line.why));
  if (typedBefore && !box.value) putBack(typedBefore);
  keepTyped();
  queue.pump();
})();
