// Keeps the last pairings and the own card on the phone, for when the server is gone: worker.js.
// Browsers let only pages that came over TLS, or from this computer, do that.
"use strict";

(() => {
  if (!window.isSecureContext || !navigator.serviceWorker || !window.caches) return;
  const { worker, base } = document.currentScript.dataset;
  const KEPT = "matchslip-last";
  // Pages of all events together.
  const MOST = 6;

  const wanted = () => {
    const me = window.matchslip.kept.me();
    return [`${base}pairings/`, ...(me ? [`${base}players/${Number(me.number)}/`] : [])];
  };

  const keepNow = async () => {
    const cache = await caches.open(KEPT);
    const addresses = wanted();
    for (const address of addresses) {
      const answer = await fetch(address);
      if (answer.ok && !answer.redirected) await cache.put(address, answer);
      else if (answer.status === 404) await cache.delete(address);
    }
    const all = (await cache.keys()).map((request) => new URL(request.url).pathname);
    const others = all.filter((path) => path.startsWith(base) && !addresses.includes(path));
    await Promise.all([...others, ...all.slice(0, -MOST)].map((path) => cache.delete(path)));
  };

  // No connection, no room on the phone, a certificate that the phone does not trust: what was kept
  // before stays, and the page is what it would be without all this.
  const passOver = (error) => {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  };

  const keep = () => keepNow().catch(passOver);

  let soon = null;
  const keepSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(keep, 1000);
  };

  addEventListener("load", () => {
    const scope = worker.slice(0, worker.lastIndexOf("/") + 1);
    navigator.serviceWorker.register(worker, { scope }).catch(passOver);
    keepSoon();
  });
  document.addEventListener("matchslip:settled", keepSoon);
})();
