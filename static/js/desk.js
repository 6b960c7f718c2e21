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
  const RETRY = 2000;
  const TIMEOUT = 8000;

  // What was entered and has no answer yet, oldest first; it outlives a reload of the page.
  let queue = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
  let sending = false;

  const remember = () => {
    if (queue.length) localStorage.setItem(storageKey, JSON.stringify(queue));
    else localStorage.removeItem(storageKey);
  };

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

  const send = async (item) => {
    const body = new URLSearchParams({ entry: item.text });
    if (item.seen) body.set("seen", item.seen);
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
        say(out ? form.dataset.loggedout : form.dataset.waiting);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      queue.shift();
      remember();
      say("");
      htmx.swap("#answer", answer.html, { swapStyle: "outerHTML" });
      if (answer.response.status !== 200) giveBack(item.text);
    }
    sending = false;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    const seen = form.querySelector("#echo [name=seen]")?.value ?? document.querySelector("#answer [name=seen]")?.value;
    queue.push({ text, seen: /[!！]$/.test(text) ? seen : "" });
    remember();
    clearBox();
    pump();
  });

  const closeQuestion = () => {
    document.querySelector("#answer [data-keep]")?.closest(".notice").remove();
    clearBox();
    box.focus();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keep]")) closeQuestion();
    if (event.target.closest("#show-shortcuts")) shortcuts.showModal();
  });

  document.addEventListener("submit", (event) => {
    if (event.target.closest("[data-replace]")) clearBox();
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
      document.querySelector("#undo-form button").click();
    } else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !isField(event.target)) {
      box.focus();
    }
  });

  // After an undo or a replacement by its button the next slip is typed at once.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id === "answer") box.focus();
  });

  // The live list says when it is old.
  document.body.addEventListener("htmx:sendError", () => {
    if (!queue.length) {
      waiting.hidden = false;
      waiting.textContent = document.getElementById("live").dataset.errorText;
    }
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !queue.length) say("");
  });

  window.addEventListener("beforeunload", (event) => {
    if (queue.length) event.preventDefault();
  });

  if (queue.length) pump();
})();
