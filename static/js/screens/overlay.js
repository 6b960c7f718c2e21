// An overlay asks once a second for its scene, and takes it in when it has changed.
"use strict";

(() => {
  // What clock.js expects of a page of the site.
  window.matchslip = { also: [] };
  const overlay = document.getElementById("overlay");
  const asked = new URLSearchParams(location.search);
  const address = overlay.dataset.part + location.search;
  const EVERY = 1000;
  const PATIENCE = 5000;
  // Pages of the pairings turn together on every screen.
  const TURN = 8000;

  // ?panel=0a1814&head=0d3f35&ink=ffffff&soft=bfe3d8&accent=5fc5a8&size=80
  for (const name of ["panel", "head", "ink", "soft", "accent"]) {
    const colour = asked.get(name);
    if (/^([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(colour ?? "")) {
      document.documentElement.style.setProperty(`--${name}`, `#${colour}`);
    }
  }
  const size = Number(asked.get("size"));
  if (size >= 20 && size <= 200) document.documentElement.style.zoom = size / 100;

  const turn = () => {
    const pages = overlay.querySelectorAll("[data-turn]");
    const now = Math.floor(Date.now() / TURN) % Math.max(1, pages.length);
    pages.forEach((page, place) => {
      if (page.hidden !== (place !== now)) page.hidden = place !== now;
    });
  };

  let etag = "";
  const take = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    overlay.replaceChildren(...page.body.childNodes);
    window.matchslip.also.forEach((finish) => finish());
    turn();
  };

  const ask = async () => {
    const answer = await fetch(address, {
      cache: "no-store",
      credentials: "omit",
      headers: etag ? { "If-None-Match": etag } : {},
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 200 && answer.headers.has("ETag")) {
      take(await answer.text());
      etag = answer.headers.get("ETag");
    } else if (answer.status === 404) {
      // The address was ended: nothing stays on the stream.
      overlay.replaceChildren();
      etag = "";
    }
  };

  const goOn = async () => {
    try {
      await ask();
    } catch (error) {
      // Without the server the last picture stays.
      if (!["TypeError", "AbortError", "TimeoutError"].includes(error.name)) throw error;
    }
    turn();
    setTimeout(goOn, EVERY);
  };
  turn();
  setTimeout(goOn, EVERY);
})();
