// Parts of staff pages: sent with what the browser knows now, and what stands in their way is said.
"use strict";

(() => {
  const place = document.getElementById("waiting");

  // Logging in again, in any tab, gives the browser another token than the page was made with.
  const token = () => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1];

  const headers = () => {
    const sent = { "HX-Request": "true", "HX-Current-URL": location.href, "X-CSRFToken": token() ?? "" };
    if (document.body.dataset.account) sent["X-Matchslip-Account"] = document.body.dataset.account;
    return sent;
  };

  // Show a problem, in the server's own words (HTML) or in ours; nothing hides it. A message that
  // is already shown stays, for a screen reader and for a user about to press its link.
  let shown = "";
  const say = (html, text = "") => {
    if (shown === html + text) return;
    shown = html + text;
    place.hidden = !html && !text;
    place.innerHTML = html;
    if (text) place.append(" ", Object.assign(document.createElement("p"), { textContent: text }));
  };

  // Answers in words: not allowed, not found, logged out, and what the server says of itself.
  const isTold = (status) => [401, 403, 404, 503].includes(status);

  const renew = (form) => {
    const field = form.querySelector("[name=csrfmiddlewaretoken]");
    if (field && token()) field.value = token();
  };

  // Ctrl Z presses the Undo of the message that is shown, before any other: it is about the newest
  // act. In a field with text it is the browser's own.
  window.addEventListener("keydown", (event) => {
    const undo = document.querySelector("#messages [data-undo]");
    const isKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    if (!undo || !isKey || event.target.value || event.target.isContentEditable) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    undo.click();
  }, true);

  // Enter in the reason of an answer gives this answer, not the first one of its question.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches(".question .reason")) return;
    event.preventDefault();
    event.target.nextElementSibling.click();
  });

  document.addEventListener("submit", (event) => renew(event.target), true);
  document.addEventListener("htmx:configRequest", (event) => {
    Object.assign(event.detail.headers, headers());
    if (event.detail.parameters.csrfmiddlewaretoken && token()) {
      event.detail.parameters.csrfmiddlewaretoken = token();
    }
  });
  // Nothing is replaced under a hand: <div hx-get="..." data-unless="#board details[open]">
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { unless } = event.target.dataset;
    if (unless && document.querySelector(unless)) event.preventDefault();
  });
  document.addEventListener("htmx:responseError", (event) => {
    const { status, responseText } = event.detail.xhr;
    if (isTold(status) && !matchslip.isSending?.()) say(responseText);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !matchslip.isSending?.()) say("");
  });

  // Long work says that it goes on, and is not begun twice; without this script it is only slower
  // to be seen.
  const STUCK = 30000;
  const rest = (button) => {
    button.removeAttribute("aria-busy");
    if (button.dataset.words) button.textContent = button.dataset.words;
  };
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !button || !("once" in button.dataset)) return;
    if (button.ariaBusy === "true") {
      event.preventDefault();
      return;
    }
    button.ariaBusy = "true";
    if (button.dataset.busy) {
      button.dataset.words ??= button.textContent;
      button.textContent = button.dataset.busy;
    }
    setTimeout(() => rest(button), STUCK);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("button[aria-busy]").forEach(rest);
  });

  Object.assign(matchslip, { say, isTold, headers });
})();
