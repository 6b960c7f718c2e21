// When this laptop dies: another one may have taken over, and pages that are open go there.
"use strict";

(() => {
  const KNOWN = "matchslip/elsewhere";
  const BROUGHT = "matchslip/brought";
  const MARK = "#brought=";
  const notice = document.getElementById("elsewhere");
  const staff = document.body.classList.contains("staff");
  const ASK_EVERY = staff ? 60000 : 300000;
  const PATIENCE = 3000;
  const LOOK_EVERY = 4000;

  // A browser that keeps nothing still works, it only finds nobody else.
  const keep = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const recall = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return null;
    }
  };

  // What a laptop at this address says of itself; null when nobody answers there.
  const ask = async (address) => {
    try {
      const answer = await fetch(`${address}follow/here`, {
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(PATIENCE),
      });
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      if (!["TypeError", "TimeoutError", "AbortError", "SyntaxError"].includes(error.name)) throw error;
      return null;
    }
  };

  // What desks entered in the last minutes, and what still waits, goes along in the address.
  const luggage = () => {
    const entries = {};
    for (const [key, value] of Object.entries(localStorage)) {
      const round = /^matchslip\/(?:recent|entries)\/([^/]+\/\d+)/.exec(key);
      if (round) (entries[round[1]] ??= []).push(...JSON.parse(value).map((item) => item.text));
    }
    return Object.keys(entries).length ? MARK + encodeURIComponent(JSON.stringify(entries)) : "";
  };

  const offer = (address) => {
    const there = `${address}${location.pathname.slice(1)}${location.search}`;
    if (!staff) {
      location.replace(there);
      return;
    }
    const link = document.createElement("a");
    link.href = there + luggage();
    link.textContent = address;
    link.addEventListener("click", () => {
      link.href = there + luggage();
    });
    notice.replaceChildren(notice.dataset.words, " ", link);
    notice.hidden = false;
  };

  const learn = async () => {
    const status = document.visibilityState === "visible" ? await ask("/") : null;
    if (status) keep(KNOWN, status.others);
    if (status?.now_at) offer(status.now_at);
    setTimeout(learn, ASK_EVERY * (0.8 + 0.4 * Math.random()));
  };

  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    for (const address of recall(KNOWN) ?? []) {
      const status = await ask(address);
      if (status?.in_charge) {
        offer(address);
        break;
      }
    }
    setTimeout(() => {
      looking = false;
    }, LOOK_EVERY);
  };

  if (location.hash.startsWith(MARK)) {
    try {
      keep(BROUGHT, JSON.parse(decodeURIComponent(location.hash.slice(MARK.length))));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
    }
    history.replaceState(null, "", location.pathname + location.search);
  }
  document.addEventListener("matchslip:lost", look);
  document.addEventListener("htmx:sendError", look);
  learn();
})();
