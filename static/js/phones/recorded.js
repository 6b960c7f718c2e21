// The recorded result of a match follows at once, because the built page does not include it.
"use strict";

(() => {
  const { event: slug } = document.body.dataset;
  const { address } = document.currentScript.dataset;
  const PATIENCE = 10000;
  let tag = "";
  let told = null; // The recorded result, in the server's words.
  let toldOf = ""; // The newest round as it was told: its result is none of the next one.
  const newest = () => document.querySelector("#live h1[data-newest]")?.dataset.newest ?? "";

  // The page may have been taken in anew: the link is then back in its place.
  // In the list of rounds, too: it says "pending" until results are published.
  const fillRow = () => {
    const { round, outcome } = document.querySelector("#recorded [data-recorded]")?.dataset ?? {};
    const cell = round && document.querySelector(`[data-pending="${round}"]`);
    if (cell) cell.textContent = outcome;
  };

  const show = () => {
    const place = document.getElementById("recorded");
    if (!place || told === null || toldOf !== newest() || place.dataset.told === tag) return;
    place.dataset.told = tag;
    place.setAttribute("role", "status");
    place.innerHTML = told;
    fillRow();
    document.dispatchEvent(new Event("matchslip:recorded"));
  };

  const ask = async () => {
    if (!document.getElementById("recorded")) return;
    const round = newest();
    if (round !== toldOf) tag = "";
    try {
      const answer = await fetch(address, {
        cache: "no-store",
        headers: tag ? { "If-None-Match": tag } : {},
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status !== 200) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.getElementById("recorded");
      // The answer may be the login page of a wireless network.
      if (!next || page.body.dataset.event !== slug) return;
      tag = answer.headers.get("ETag") ?? "";
      told = next.innerHTML;
      toldOf = round;
    } catch (error) {
      // No network, or nothing for too long: watch.js says so.
      if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
    } finally {
      show();
    }
  };

  const askAgain = () => {
    setTimeout(
      async () => {
        if (document.visibilityState === "visible") await ask();
        askAgain();
      },
      8000 + Math.random() * 4000,
    );
  };

  document.addEventListener("matchslip:settled", show);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
  addEventListener("online", ask);
  document.addEventListener("DOMContentLoaded", () => {
    ask();
    askAgain();
  });
})();
