// The page of a badge: asks for news while it is seen, and says when there is no network.
"use strict";

(() => {
  const PATIENCE = 8000;
  const fresh = document.getElementById("fresh");
  const day = () => document.getElementById("day");
  let asking = false;

  const say = (state) => {
    fresh.classList.toggle("stale", state === "lost");
    fresh.textContent = fresh.dataset[state];
  };

  // The answer may be the login page of a wireless network.
  const show = (text) => {
    const next = new DOMParser().parseFromString(text, "text/html").getElementById("day");
    if (!next) return false;
    const focused = document.activeElement?.closest("#day a")?.getAttribute("href");
    day().replaceWith(next);
    window.matchslip.prepare(document);
    if (focused) [...next.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    return true;
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const since = new URLSearchParams({ since: day().dataset.stamp });
      const answer = await fetch(`${location.pathname}?${since}`, {
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE),
      });
      // The badge ended: the page says what to do now.
      if (answer.status === 404) location.reload();
      else if (answer.status >= 500) say("lost");
      else if (answer.status === 200 && !show(await answer.text())) say("lost");
      else say("fresh");
    } catch (error) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
      say("lost");
    } finally {
      asking = false;
    }
  };

  const askAgain = () => {
    setTimeout(
      async () => {
        if (document.visibilityState === "visible") await ask();
        askAgain();
      },
      20000 + Math.random() * 10000,
    );
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
  addEventListener("online", ask);
  addEventListener("offline", () => say("lost"));
  addEventListener("load", () => {
    say("fresh");
    askAgain();
  });
})();
