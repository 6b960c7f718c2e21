// A player's own phone: keeps what has no network, sends it in order, and shows what is new.
"use strict";

(() => {
  const slug = document.body.dataset.event;
  const live = document.getElementById("live");
  const { heard, lost, stateOf, tellSince, isKept } = window.matchslip.ownAge;
  const RETRY = 4000;
  const HOLD = 5000;
  const TIMEOUT = 8000;
  const own = () => live.querySelector(".own");
  // Each player of this phone has a queue: nobody's result is sent under another player's name.
  const QUEUE = `matchslip/${slug}/queue${own()?.dataset.number ? `/${own().dataset.number}` : ""}`;

  const keep = (key, value) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return null;
    }
  };

  // Reports without an answer yet, oldest first; the queue outlives a reload.
  let queue = kept(QUEUE) ?? [];
  let sending = false;

  // A result is kept for five seconds before it is sent, so that a wrong tap is undone here.
  const toast = document.getElementById("held");
  const isHeld = (item) => (item?.due ?? 0) > Date.now();
  let release = () => {};

  const showHeld = () => {
    if (!toast) return;
    const held = queue.find(isHeld);
    toast.hidden = !held;
    const words = toast.querySelector("[data-words]");
    const text = held ? held.hold.replace("{words}", held.label) : "";
    if (words.textContent !== text) words.textContent = text;
  };

  const showQueue = () => {
    showHeld();
    const box = document.getElementById("kept");
    if (!box) return;
    const late = queue.filter((item) => !isHeld(item));
    box.hidden = !late.length;
    box.textContent = late.length ? `${own().dataset.waiting} ${late.map((item) => item.label).join(", ")}` : "";
  };

  const sendHeld = () => {
    queue = queue.map((item) => (isHeld(item) ? { ...item, due: 0 } : item));
    release();
  };

  const undoHeld = () => {
    queue = queue.filter((item) => !isHeld(item));
    keep(QUEUE, queue.length ? queue : null);
    live.querySelectorAll("form[data-queue] button").forEach((button) => (button.disabled = false));
    showQueue();
    release();
    live.querySelector("form[data-hold] button")?.focus();
  };

  toast?.addEventListener("click", (event) => {
    if (event.target.closest("[data-undo]")) undoHeld();
    else if (event.target.closest("[data-now]")) sendHeld();
  });

  // The public pages know by this whose phone it is, and lead back here; who waits is nobody there yet.
  const known = (me) => {
    const { number, name } = me.dataset;
    if (number) window.matchslip.kept.me({ number: Number(number), name, page: location.pathname });
  };

  const show = (text, answer = null) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("live");
    // The answer may be the login page of a wireless network.
    if (!next || page.body.dataset.event !== slug) return false;
    const before = stateOf();
    const opened = [...live.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    const typing = live.querySelector("input[name=alias]");
    const focused = document.activeElement === typing;
    live.replaceChildren(...next.childNodes);
    if (own()) known(own());
    for (const summary of live.querySelectorAll("details > summary")) {
      if (opened.includes(summary.textContent)) summary.parentElement.open = true;
    }
    const field = live.querySelector("input[name=alias]");
    if (field && typing && (focused || typing.value !== typing.defaultValue)) {
      field.form.replaceWith(typing.form);
      if (focused) typing.focus();
    }
    window.matchslip.prepare(document);
    showQueue();
    tellSince(before);
    document.dispatchEvent(new CustomEvent("matchslip:settled", { detail: answer }));
    return true;
  };

  const drop = () => {
    queue.shift();
    keep(QUEUE, queue.length ? queue : null);
  };

  // Without network the games go on: the form is for the next one, once this one is kept.
  const nextGame = () => {
    const form = live.querySelector("form[data-games][data-told]");
    if (!form) return;
    const { told, games } = form.dataset;
    delete form.dataset.told;
    if (told in form.dataset) form.dataset[told] = Number(form.dataset[told]) + 1;
    form.hidden = Math.max(Number(form.dataset.me), Number(form.dataset.opponent)) >= Number(games);
    const number = form.elements.namedItem("number");
    number.value = Number(number.value) + 1;
    form.querySelector("[data-number]").textContent = number.value;
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    form.elements.namedItem("key").value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    form.querySelectorAll("input[name=play]").forEach((choice) => (choice.checked = false));
    form.querySelectorAll("button").forEach((button) => (button.disabled = false));
  };

  // One after the other, so that what was taken back after it was told is taken back.
  const pump = async () => {
    if (sending) return;
    sending = true;
    while (queue.length) {
      const item = queue[0];
      if (isHeld(item)) {
        showQueue();
        await new Promise((resolve) => {
          release = resolve;
          setTimeout(resolve, item.due - Date.now());
        });
        continue;
      }
      showHeld();
      const body = new URLSearchParams(item.fields);
      body.set("kept", String((Date.now() - item.at) / 1000));
      // The page's own key may be newer than the one that was there when this was told.
      const form = live.querySelector("[name=form]");
      if (form && !item.carried) body.set("form", form.value);
      let answer = null;
      let copy = null;
      let text = "";
      try {
        answer = await fetch(item.action, {
          method: "POST",
          body,
          signal: AbortSignal.timeout(TIMEOUT),
        });
        copy = answer.clone();
        text = await answer.text();
      } catch (failure) {
        if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
      }
      if (!answer) {
        nextGame();
        lost();
      }
      const busy = !answer || answer.status === 429 || answer.status >= 500;
      if (busy || (answer.ok && !text.includes(`data-event="${slug}"`))) {
        showQueue();
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      drop();
      heard();
      if (!show(text, answer.ok ? copy : null)) location.reload();
    }
    sending = false;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (!form) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const label = event.submitter?.dataset.label ?? event.submitter?.textContent ?? "";
    if ("games" in form.dataset) form.dataset.told = event.submitter?.value ?? "";
    const game = form.querySelector("[data-number]")?.textContent;
    form.closest("details")?.removeAttribute("open");
    queue.push({
      action: form.getAttribute("action"),
      fields: [...fields],
      label: `${game ? `${game}: ` : ""}${label.trim().replace(/\s+/g, " ")}`,
      at: Date.now(),
      ...(form.dataset.hold ? { due: Date.now() + HOLD, hold: form.dataset.hold } : {}),
    });
    keep(QUEUE, queue);
    form.querySelectorAll("button").forEach((button) => (button.disabled = true));
    showQueue();
    pump();
  });

  // Ask for news while nothing is being sent and no choice is being made.
  let asking = false;
  let wanted = false; // Somebody asked while an answer was awaited, which may be an old one.
  const askOnce = async () => {
    try {
      const { stamp = "", mark = "" } = own().dataset;
      const since = new URLSearchParams({ since: stamp, page: mark });
      const answer = await fetch(`${location.pathname}?${since}`, {
        cache: "no-store",
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const copy = answer.clone();
      if (answer.status >= 500) lost();
      else if (answer.status === 404) location.reload();
      else if (answer.status !== 200) heard();
      else if (!sending && !show(await answer.text(), copy)) lost();
      else heard();
    } catch (failure) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
      lost();
    }
  };
  const ask = async () => {
    wanted = true;
    if (asking) return;
    asking = true;
    try {
      while (wanted && !sending && own()) {
        wanted = false;
        await askOnce();
      }
    } finally {
      asking = false;
    }
  };
  const askAgain = () => {
    setTimeout(
      async () => {
        // With the alarm on, a phone in a pocket asks for a new round, too.
        if (document.visibilityState === "visible" || window.matchslip.kept.alarm()) await ask();
        askAgain();
      },
      8000 + Math.random() * 4000,
    );
  };

  // A phone that is put away sends at once.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
    else sendHeld();
  });
  addEventListener("online", () => (queue.length ? pump() : ask()));

  document.addEventListener("DOMContentLoaded", () => {
    const me = own();
    if (!me) return;
    known(me);
    showQueue();
    if (queue.length) pump();
    askAgain();
    if (isKept) ask();
  });
})();
