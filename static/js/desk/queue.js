// The queue of entries that are not confirmed yet: sent in order, listed with buttons, never in the
// way.
"use strict";

(() => {
  const RETRY = 2000;
  const TIMEOUT = 8000;
  // So often an entry may fail before it is handed back: the next one may be all right.
  const MOST_FAILURES = 2;
  const DONE = [200, 204, 409, 422];
  const TRY_AGAIN = [408, 429];

  // One entry in a list, with a button to type it anew and one to discard it.
  const entryLine = (form, text, why, { edit, forget }) => {
    const line = document.createElement("li");
    Object.assign(line.dataset, { text, why });
    line.append(Object.assign(document.createElement("code"), { textContent: text }));
    if (why) line.append(" ", Object.assign(document.createElement("span"), { className: "hint", textContent: why }));
    for (const [words, work] of [
      [form.dataset.edit, edit],
      [form.dataset.forget, forget],
    ]) {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "small",
        textContent: words,
      });
      button.setAttribute("aria-label", `${words}: ${text}`);
      button.addEventListener("click", work);
      line.append(" ", button);
    }
    return line;
  };

  // Why an entry came back, in the server's words where it has some.
  const reasonOf = (form, { response, html }) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const words = (page.querySelector("main") ?? page.body).textContent.replace(/\s+/g, " ").trim();
    if (matchslip.isTold(response.status) && words) return words.slice(0, 200);
    const { failed, unconfirmed } = form.dataset;
    return (response.status >= 500 ? unconfirmed : failed).replace("{status}", response.status);
  };

  const entryQueue = ({ form, unknownTable, listRefused, giveBack, giveBackInstead, keepRecent }) => {
    const list = document.getElementById("unsent");
    const storageKey = `matchslip/entries/${form.dataset.key}`;
    // Oldest first; it outlives a reload of the page.
    let queue = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    let sending = false;
    let stuck = false;
    let wake = () => {};

    const remember = () => {
      if (queue.length) localStorage.setItem(storageKey, JSON.stringify(queue));
      else localStorage.removeItem(storageKey);
      show();
    };

    const take = (item) => {
      queue = queue.filter((other) => other !== item);
      remember();
    };

    // While all goes well an entry waits for milliseconds: the list is there when it does not.
    const show = () => {
      list.hidden = !stuck || !queue.length;
      if (list.hidden) {
        list.replaceChildren();
        return;
      }
      const lines = new Map([...list.children].map((line) => [line.item, line]));
      const removed = (item, work) => () => {
        take(item);
        work(item.text);
        wake();
      };
      const lineOf = (item) => {
        const edit = removed(item, giveBackInstead);
        const forget = removed(item, () => document.getElementById("entry").focus());
        return Object.assign(entryLine(form, item.text, "", { edit, forget }), { item });
      };
      // A line stays the same element: somebody may be about to press its button.
      list.replaceChildren(...queue.map((item) => lines.get(item) ?? lineOf(item)));
    };

    // Say why what waits is not confirmed yet, in the server's words or ours, and what it is.
    const sayWaiting = (html, text) => {
      if (!queue.length) {
        matchslip.say("");
        return;
      }
      const texts = queue.map((item) => item.text).join(", ");
      matchslip.say(html, `${text ? `${text} ` : ""}(${form.dataset.count} ${texts})`);
    };

    const handBack = (item, why) => {
      take(item);
      listRefused(item.text, why);
    };

    const send = async (item) => {
      const body = new URLSearchParams({ entry: item.text });
      if (item.seen) body.set("seen", item.seen);
      const since = document.getElementById("since");
      if (since) body.set("since", since.value);
      try {
        const response = await fetch(form.action, {
          method: "POST",
          body,
          headers: matchslip.headers(),
          signal: AbortSignal.timeout(TIMEOUT),
        });
        return { response, html: await response.text() };
      } catch (failure) {
        if (!["TypeError", "TimeoutError", "AbortError"].includes(failure.name)) throw failure;
        return null;
      }
    };

    // Nobody answers, nobody is logged in, or the server says that it is in trouble itself: that is
    // the same for every entry, and ends without anybody's doing at the desk.
    const isForAll = (answer) =>
      !answer ||
      answer.response.status === 401 ||
      (answer.response.status === 503 && answer.response.headers.has("Retry-After"));

    const mayFailAgain = (item, status) => {
      if (status < 500 && !TRY_AGAIN.includes(status)) return false;
      item.failures = (item.failures ?? 0) + 1;
      remember();
      return item.failures < MOST_FAILURES;
    };

    // Wait for the next try; a button that changes the list ends it.
    const rest = () =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, RETRY);
      });

    const waitAfter = async (answer) => {
      stuck = true;
      if (!answer) queue.filter((item) => unknownTable(item.text)).forEach((item) => handBack(item, unknownTable(item.text)));
      show();
      if (answer && matchslip.isTold(answer.response.status)) sayWaiting(answer.html, "");
      else sayWaiting("", answer ? form.dataset.trouble : form.dataset.waiting);
      if (!answer) document.dispatchEvent(new Event("matchslip:lost"));
      await rest();
    };

    const settle = (item, answer) => {
      const { status } = answer.response;
      stuck = false;
      // An entry removed from the list while it was on its way may have been saved.
      const waited = queue.includes(item);
      take(item);
      matchslip.say("");
      if (!DONE.includes(status)) {
        if (waited) listRefused(item.text, reasonOf(form, answer));
        return;
      }
      if (status === 204) {
        // The round is no more: what was typed for it stays in sight.
        if (waited) listRefused(item.text);
        return;
      }
      htmx.swap("#answer", answer.html, { swapStyle: "outerHTML" });
      if (status === 200) keepRecent(item.text);
      else if (waited) giveBack(item.text);
    };

    // Send what waits, one after the other, so that slips are entered in the order typed.
    const pump = async () => {
      if (sending) return;
      sending = true;
      while (queue.length) {
        const item = queue[0];
        const answer = await send(item);
        const status = answer?.response.status;
        const again = isForAll(answer) || (!DONE.includes(status) && mayFailAgain(item, status));
        if (again) await waitAfter(answer);
        else settle(item, answer);
      }
      sending = false;
      stuck = false;
      matchslip.say("");
      show();
      document.dispatchEvent(new Event("matchslip:entered"));
    };

    const push = (text, seen = "") => {
      queue.push({ text, seen });
      remember();
      pump();
    };

    window.addEventListener("beforeunload", (event) => {
      if (queue.length) event.preventDefault();
    });
    matchslip.isSending = () => queue.length > 0;

    return { push, length: () => queue.length, isStuck: () => stuck, pump: () => queue.length && pump() };
  };

  Object.assign(window.matchslip, { entryQueue, entryLine });
})();
