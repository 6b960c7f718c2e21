// How old the own page is, the way to another laptop when this one is gone, and what a new round says.
"use strict";

(() => {
  const { kept, say, withAge } = window.matchslip;
  const live = document.getElementById("live");
  const fresh = document.getElementById("fresh");
  const own = () => live.querySelector(".own");

  // A page from the phone itself, because the server is gone, shows when it was saved.
  const { kept: keptAt } = document.documentElement.dataset;
  let seen = Date.parse(keptAt) || Date.now();

  const heard = () => {
    seen = Date.now();
    fresh.classList.remove("stale");
    fresh.textContent = fresh.dataset.fresh;
    document.dispatchEvent(new Event("matchslip:heard"));
  };

  const lost = () => {
    document.dispatchEvent(new Event("matchslip:lost"));
    if (!fresh.classList.contains("stale")) say?.(fresh.dataset.lost);
    fresh.classList.add("stale");
    fresh.textContent = withAge(fresh.dataset.stale, seen);
  };

  const text = (selector) => live.querySelector(selector)?.textContent.trim().replace(/\s+/g, " ") ?? "";

  // News between two states of the page: a posted round, or a round that was taken back.
  const stateOf = () => ({ round: Number(own()?.dataset.round ?? 0), gone: text(".taken-back") });
  const tellSince = (before) => {
    const now = stateOf();
    const { table, kind, opponent } = own()?.dataset ?? {};
    if (now.round > before.round) {
      const card = { round: now.round, table: table || null, kind, opponent: opponent ? { name: opponent } : null };
      window.matchslip.announce?.(card);
    } else if (now.gone && now.gone !== before.gone) {
      say?.(now.gone);
    }
  };

  // Taken along to another laptop: browsers keep cookies for each address by itself.
  const learnLinks = async () => {
    const marks = own()?.dataset.marks ?? "";
    const known = (kept.links() ?? []).map((link) => link.mark).join(" ");
    if (keptAt || !marks || marks === known) return;
    const answer = await fetch(`${location.pathname}?links`, { cache: "no-store" });
    if (answer.ok) kept.links((await answer.json()).links);
  };

  addEventListener("load", () => {
    learnLinks().catch((error) => {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    });
    if (keptAt) lost();
    else if (!fresh.classList.contains("stale")) fresh.textContent = fresh.dataset.fresh;
  });
  addEventListener("offline", lost);

  window.matchslip.ownAge = { heard, lost, stateOf, tellSince, isKept: Boolean(keptAt) };
})();
