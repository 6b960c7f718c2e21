// A phone that is led to another laptop takes along whose it is: browsers keep that for each address by
// itself. It goes in the part of the address that no server is told.
"use strict";

(() => {
  const { kept, passOver } = window.matchslip;
  const slug = document.body.dataset.event;
  const MARK = "#carried=";
  const QUEUE = `matchslip/${slug}/queue`;
  const PRIVATE = /^\/me\/[0-9A-Za-z]+\.[\w-]+\/$/;

  // Reports from this phone that are not sent yet, by player.
  const queues = () => {
    const found = {};
    try {
      for (const [key, value] of Object.entries(localStorage)) {
        if (key === QUEUE || key.startsWith(`${QUEUE}/`)) found[key.slice(QUEUE.length)] = JSON.parse(value);
      }
    } catch (error) {
      passOver(error);
    }
    return found;
  };

  const luggage = () => {
    const all = { me: kept.me(), follows: kept.follows(), alarm: kept.alarm(), links: kept.links() ?? [], queues: queues() };
    const isEmpty = !all.me && !all.follows.length && !all.links.length;
    return isEmpty ? "" : MARK + encodeURIComponent(JSON.stringify(all));
  };

  // A link that somebody made up can't send anything: what was carried goes with its own key only.
  const unpackQueues = (carried) => {
    for (const [player, items] of Object.entries(carried ?? {})) {
      if (!/^(\/\d+)?$/.test(player) || !Array.isArray(items) || kept.raw(QUEUE + player)) continue;
      const own = items.filter((item) => String(item.action).startsWith(document.body.dataset.own));
      if (own.length) kept.raw(QUEUE + player, own.map((item) => ({ ...item, carried: true })));
    }
  };

  const unpack = async (all) => {
    if (all.me && !kept.me()) kept.me(all.me);
    if (Array.isArray(all.follows) && !kept.follows().length) kept.follow(all.follows);
    if (all.alarm === true) kept.alarm(true);
    unpackQueues(all.queues);
    // The one that was shown is opened last.
    const paths = (Array.isArray(all.links) ? all.links : []).map((link) => String(link.path)).reverse();
    for (const path of paths.filter((one) => PRIVATE.test(one))) await fetch(path, { cache: "no-store" });
    if (paths.length && location.pathname.startsWith("/me/")) location.reload();
  };

  // Remove this phone's data of a player link that no longer opens.
  const clear = async () => {
    kept.links(null);
    kept.card(null);
    if (kept.me()?.page === location.pathname) kept.me(null);
    if (window.caches) await (await caches.open(kept.copies)).delete(location.pathname);
  };

  const start = async () => {
    if (location.hash.startsWith(MARK)) {
      const carried = location.hash.slice(MARK.length);
      history.replaceState(null, "", location.pathname + location.search);
      await unpack(JSON.parse(decodeURIComponent(carried)));
    } else if (document.querySelector("[data-unknown]")) {
      await clear();
    }
  };

  window.matchslip.luggage = luggage;
  start().catch((error) => {
    if (!(error instanceof SyntaxError || error instanceof URIError)) passOver(error);
  });
})();
