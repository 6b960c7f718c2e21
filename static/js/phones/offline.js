// Keeps the last pairings and the own card on the phone, for when the server is gone: worker.js.
// Browsers let only pages that came over TLS, or from this computer, do that; elsewhere the own card
// stays in the page's storage, and the page says what that means.
"use strict";

(() => {
  const { kept, passOver, withAge, addressOf } = window.matchslip;
  const { worker, base, pairings, own } = document.currentScript.dataset;
  // Pages of all events together.
  const MOST = 8;

  const wanted = () => {
    if (own) return [own];
    const me = kept.me();
    // The page of the event is the one with the pairings while it is played: kept where it was read.
    const isBoth = document.body.dataset.page === "pairings" && location.pathname === base;
    return [isBoth ? base : pairings, ...(me ? [addressOf(document.body.dataset.player, me.number)] : [])];
  };

  const tidy = async (cache, addresses) => {
    const all = (await cache.keys()).map((request) => new URL(request.url).pathname);
    const others = own ? [] : all.filter((path) => path.startsWith(base) && !addresses.includes(path));
    await Promise.all([...others, ...all.slice(0, -MOST)].map((path) => cache.delete(path)));
  };

  const keepNow = async (known = "") => {
    const cache = await caches.open(kept.copies);
    const addresses = wanted();
    for (const address of addresses.filter((one) => one !== known)) {
      const answer = await fetch(address);
      if (answer.ok && !answer.redirected) await cache.put(address, answer);
      else if (answer.status === 404) await cache.delete(address);
    }
    await tidy(cache, addresses);
  };

  const keep = (known) => keepNow(known).catch(passOver);

  // The worker that brought this page has renewed what is kept of it.
  const renewed = async () => {
    if (!navigator.serviceWorker.controller || location.search) return "";
    const cache = await caches.open(kept.copies);
    return (await cache.match(location.pathname, { ignoreVary: true })) ? location.pathname : "";
  };

  let soon = null;
  const keepSoon = (event) => {
    // While a page loads, it is as it came: the load itself looks after it.
    if (event && !event.detail && document.readyState !== "complete") return;
    clearTimeout(soon);
    // The answer that the page was made of: it is not asked for once more. Behind a posted round the
    // other page waits, so that the first moments belong to phones that show it.
    const answer = event?.detail;
    const known = answer && (own ?? wanted().find((address) => address === location.pathname));
    if (known) caches.open(kept.copies).then((cache) => cache.put(known, answer)).catch(passOver);
    if (event && !known) soon = setTimeout(keep, 1000);
    else if (!event) soon = setTimeout(() => renewed().then(keep).catch(passOver), 1000);
    else if (!own) soon = setTimeout(() => keep(known), 4000 + Math.random() * 4000);
  };

  // Where no worker may run.

  const cardNow = () => document.querySelector("#mine .card, #live .slip");
  let isHeard = false;

  const keepCard = () => {
    isHeard = true;
    const card = cardNow();
    if (card) kept.card({ html: card.outerHTML, at: Date.now() });
  };

  // A page that the browser had from before shows the card that this phone saw last.
  const showCard = () => {
    const stored = kept.card();
    const note = document.getElementById("no-copy");
    if (isHeard || !stored || !note || note.dataset.shown) return;
    note.dataset.shown = "yes";
    const card = new DOMParser().parseFromString(stored.html, "text/html").querySelector(".card, .slip");
    if (!card) return;
    note.textContent = withAge(note.dataset.words, stored.at);
    cardNow()?.remove();
    const place = document.getElementById("mine") ?? document.getElementById("live");
    place.prepend(note, card);
  };

  const doWithout = () => {
    const note = document.getElementById("no-copy");
    if (note) note.hidden = false;
    document.addEventListener("matchslip:heard", keepCard);
    document.addEventListener("matchslip:lost", showCard);
    document.addEventListener("matchslip:settled", () => isHeard && keepCard());
  };

  if (!window.isSecureContext || !navigator.serviceWorker || !window.caches) {
    doWithout();
    return;
  }

  addEventListener("load", async () => {
    const scope = worker.slice(0, worker.lastIndexOf("/") + 1);
    keepSoon();
    try {
      await navigator.serviceWorker.register(worker, { scope });
    } catch (error) {
      passOver(error);
      // A certificate that the phone does not trust.
      if (error.name === "SecurityError") doWithout();
    }
  });
  document.addEventListener("matchslip:settled", keepSoon);
})();
