// What happens around a player, as soon as it is recorded: results of followed players, first of all
// the newest, and how many tables are still playing. One request for all of them.
"use strict";

(() => {
  const { kept } = window.matchslip;
  const { event: slug } = document.body.dataset;
  const { address } = document.currentScript.dataset;
  const PATIENCE = 10000;
  let tag = "";
  let asked = "";
  let told = null; // The answer, in the server's words.
  let nothing = false; // Nothing to tell before the page changes.

  const ownNumber = () => Number(
    (document.querySelector("[data-claim-number]")?.dataset.claimNumber
      ?? document.querySelector(".own[data-number]")?.dataset.number) || 0,
  );

  // On the page of another player there is nothing of one's own; that player is not repeated.
  const followed = () => {
    const isOthers = document.querySelector("[data-claim-number]") && kept.me()?.number !== ownNumber();
    if (isOthers) return [];
    return kept.follows().map((player) => player.number).filter((number) => number !== ownNumber());
  };

  const place = () => document.getElementById("around");
  const waits = () => {
    if (!place()) return false;
    return "waits" in place().dataset || Boolean(document.querySelector("#recorded [data-recorded]"));
  };

  // On the own page: the whole answer. A player who still plays does not count tables. Followed players are
  // at the end of the page, where their lines move nothing.
  const fillOwn = () => {
    const copy = told.cloneNode(true);
    const still = copy.querySelector("[data-still]");
    still?.remove();
    place().replaceChildren(...(still && waits() ? [still] : []));
    document.getElementById("followed")?.replaceChildren(...copy.childNodes);
  };

  // Among the pairings: the result into each line, and new results above the others.
  const fillLines = () => {
    const list = document.querySelector("#yours ul");
    if (!list) return;
    const lines = [...told.querySelectorAll("li[data-n]")].map((line) => {
      const own = list.querySelector(`li[data-n="${line.dataset.n}"]`);
      const result = line.querySelector(".result");
      own?.querySelector("[data-slot=result]").replaceChildren(...result.cloneNode(true).childNodes);
      return own;
    });
    const now = [...list.children].map((line) => line.dataset.n).join();
    const next = lines.filter(Boolean);
    if (next.length === list.children.length && next.map((line) => line.dataset.n).join() !== now) {
      list.append(...next);
    }
  };

  const show = () => {
    if (!told || asked !== followed().join()) return;
    if (place()) fillOwn();
    else fillLines();
  };

  const take = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.querySelector("[data-event]");
    // The answer may be the login page of a wireless network.
    if (next?.dataset.event !== slug) return false;
    told = next;
    nothing = !next.children.length;
    return true;
  };

  const ask = async () => {
    const players = followed().join();
    if (!players && (nothing || !waits())) return;
    if (asked !== players) tag = "";
    try {
      const answer = await fetch(`${address}?players=${players}`, {
        cache: "no-store",
        headers: tag ? { "If-None-Match": tag } : {},
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status !== 200 || !take(await answer.text())) return;
      tag = answer.headers.get("ETag") ?? "";
      asked = players;
      show();
    } catch (error) {
      // No network, or nothing for too long: the page says so.
      if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
    }
  };

  const askAgain = () => {
    setTimeout(
      async () => {
        const isOver = told && "over" in told.dataset;
        if (document.visibilityState === "visible" && !isOver) await ask();
        askAgain();
      },
      8000 + Math.random() * 4000,
    );
  };

  document.addEventListener("matchslip:settled", () => (nothing = false));
  for (const name of ["settled", "followed"]) document.addEventListener(`matchslip:${name}`, show);
  for (const name of ["me", "recorded"]) document.addEventListener(`matchslip:${name}`, ask);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
  addEventListener("online", ask);
  addEventListener("load", () => {
    // Behind everything that the page itself needs.
    setTimeout(ask, 500);
    askAgain();
  });
})();
