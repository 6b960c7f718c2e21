// Players' pages refresh themselves: they ask for something small, and say how old they are.
"use strict";

(() => {
  const { prepare, kept, showMe, offerClaims, say, announce, shownMatch, showTitle, withAge, addressOf } =
    window.matchslip;
  const { event: slug, page: name, date, zone } = document.body.dataset;
  const pulse = document.body.dataset.pulse.trim();
  const live = document.getElementById("live");
  const fresh = document.getElementById("fresh");
  const search = document.getElementById("q");

  // Milliseconds. A server that sends nothing for so long does not answer.
  const PATIENCE = 10000;
  const USUAL = [8000, 12000];
  const SOON = [2000, 3000];
  const QUIET = [50000, 70000];
  const SOON_LASTS = 15 * 60000;
  // The card says what matters; the page itself is asked after once in so many times.
  const WHOLE_EVERY = 6;
  // Seconds: what is younger than that may have been waiting in a cache.
  const OLD = 5;

  window.matchslip.narrowed = new URLSearchParams(location.search).has("q");

  // A page from the phone itself, because the server is gone, shows when it was saved.
  const { kept: keptAt } = document.documentElement.dataset;
  let seen = Date.parse(keptAt) || Date.now();
  // For how many seconds the server has not heard of its database: it goes on with what it holds.
  let age = 0;
  let asking = false;
  let wanted = false; // Somebody asked while an answer was awaited, which may be an old one.
  let known = null; // The last pulse, and its name.
  let tag = "";
  let pageTag = {}; // The tag of the page as it was last answered, and the stamp of that page.
  let cardTag = "";
  let soonSince = null;
  let asked = 0;

  // `copy`: the answer that the page was made of, so that offline.js need not ask for it again.
  const settle = (copy = null) => {
    prepare(document);
    showMe();
    document.dispatchEvent(new CustomEvent("matchslip:settled", { detail: copy }));
  };

  // Requests: each is given up when nothing comes for ten seconds.

  const request = async (address, etag) => {
    const giveUp = new AbortController();
    let timer = setTimeout(() => giveUp.abort(), PATIENCE);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp.abort(), PATIENCE);
    };
    try {
      const answer = await fetch(address, {
        cache: "no-store",
        headers: etag ? { "If-None-Match": etag } : {},
        signal: giveUp.signal,
      });
      let text = "";
      if (answer.body && answer.status !== 304) {
        const [reader, decoder] = [answer.body.getReader(), new TextDecoder()];
        for (;;) {
          alive();
          const { done, value } = await reader.read();
          if (done) break;
          text += decoder.decode(value, { stream: true });
        }
      }
      const { status, headers } = answer;
      age = Number(headers.get("Age") ?? 0);
      return { status, text, headers, etag: headers.get("ETag") ?? "" };
    } finally {
      clearTimeout(timer);
    }
  };

  // How old the page is.

  const showAge = (offline) => {
    fresh.classList.toggle("stale", offline);
    const over = known?.state === "finished";
    if (!offline) {
      fresh.textContent = over ? fresh.dataset.over : fresh.dataset.fresh;
      return;
    }
    fresh.textContent = withAge(fresh.dataset.stale, seen);
  };

  const lost = () => {
    document.dispatchEvent(new Event("matchslip:lost"));
    if (!fresh.classList.contains("stale")) say(fresh.dataset.lost);
    showAge(true);
  };

  // Taking a page in, where the person stays where they are.

  const wayTo = (element) => {
    if (element === document.body) return null;
    if (element.id) return `#${CSS.escape(element.id)}`;
    const row = element.closest("tr[data-n]");
    const where = row ? `tr[data-n="${row.dataset.n}"]:not([data-pin]) ` : "";
    for (const mark of ["href", "data-unfollow", "data-forget"]) {
      const is = element.getAttribute(mark);
      if (is !== null) return `${where}${element.localName}[${mark}="${CSS.escape(is)}"]`;
    }
    return [where + element.localName, ...element.classList].join(".");
  };

  // A bracket or pods that have come since get their tab.
  const takeTabs = (page) => {
    const [tabs, next] = [document, page].map((root) => root.querySelector(".tabs"));
    if (tabs && next && tabs.children.length !== next.children.length) {
      tabs.replaceChildren(...next.childNodes);
    }
  };

  const show = (change, copy = null) => {
    const [top, focused] = [scrollY, document.activeElement];
    const way = wayTo(focused);
    change();
    settle(copy);
    if (way && document.activeElement !== focused) {
      const again = document.querySelector(way) ?? document.getElementById("main");
      again.focus({ preventScroll: true });
    }
    scrollTo(0, top);
    showTitle();
  };

  const copyOf = ({ text, headers }) => {
    const names = ["Content-Type", "Content-Language", "Content-Security-Policy", "Date"];
    return new Response(text, { headers: names.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]) });
  };

  const take = (answer, aloud) => {
    const { text } = answer;
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("live");
    // The answer may be the login page of a wireless network.
    if (!next || page.body.dataset.event !== slug) return false;
    // The page of the event has become the one with the pairings, or with the winner.
    if ((page.body.dataset.page ?? "") !== (name ?? "") && name && page.body.dataset.page) {
      location.reload();
      return true;
    }
    const heading = () => live.querySelector("h1")?.textContent.trim();
    const announced = () => [...live.querySelectorAll(".announcement:not([hidden]), .taken-back")].map((notice) => notice.innerText);
    const [before, heard] = [heading(), announced()];
    show(() => {
      live.replaceChildren(...next.childNodes);
      window.matchslip.narrowed = false;
      takeTabs(page);
      document.title = page.title;
      document.documentElement.dataset.stamp = page.documentElement.dataset.stamp;
    }, copyOf(answer));
    const told = announced().filter((text) => !heard.includes(text));
    if (aloud && heading() !== before) say(heading());
    else if (told.length) say(told.join(" "));
    return true;
  };

  // A withdrawn page is removed from the phone; the phone goes on asking, because it may return.
  const takeAway = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("main");
    if (!next) return false;
    if (document.documentElement.dataset.stamp !== "gone") {
      show(() => {
        live.replaceChildren(...next.childNodes);
        document.title = page.title;
        document.documentElement.dataset.stamp = "gone";
      });
    }
    return true;
  };

  // `aloud`: a new heading is read to a screen reader, unless something better is.
  const takePage = async (aloud = true) => {
    const { stamp } = document.documentElement.dataset;
    // A file host has tags of its own.
    const known = pageTag.stamp === stamp && pageTag.etag ? pageTag.etag : `W/"${stamp}"`;
    const answer = await request(location.href, stamp ? known : "");
    if (answer.status === 304) return true;
    if (answer.status === 404) return takeAway(answer.text);
    const taken = answer.status === 200 && take(answer, aloud);
    if (taken) pageTag = { stamp: document.documentElement.dataset.stamp, etag: answer.etag };
    return taken;
  };

  // Asking: the own card or the list of stamps, and the page only where that says so.

  const isCard = () => pulse.includes("/players/");

  const isDue = () => soonSince && Date.now() - soonSince < SOON_LASTS;
  // The newest round, where this page shows it: 0 on a page of an older one, and on other pages.
  const shownRound = () => {
    const { newest = 0, round = newest } = live.querySelector("h1[data-newest]")?.dataset ?? {};
    return round === newest ? Number(round) : 0;
  };

  const hasNews = (now) => {
    const { stamp } = document.documentElement.dataset;
    if (stamp === "" || stamp === "gone") return true;
    return name && now.pages ? now.pages[name] !== stamp : true;
  };

  const tellOf = async (now) => {
    const me = kept.me();
    if (isCard() || !me || "table" in now) return announce(now);
    const match = now.round === shownRound() && shownMatch(me);
    if (match) return announce({ ...now, ...match });
    const answer = await request(addressOf(document.body.dataset.card, me.number));
    return announce(answer.status === 200 ? JSON.parse(answer.text) : now);
  };

  const hear = async (answer) => {
    const now = JSON.parse(answer.text);
    if (now.event !== slug) return false;
    const before = known;
    known = now;
    soonSince = now.soon ? (soonSince ?? Date.now()) : null;
    const isNew = before && now.round > (before.round ?? 0);
    let taken = true;
    try {
      if (hasNews(now)) taken = await takePage(!isNew);
    } finally {
      if (isNew) await tellOf(now);
    }
    if (taken) tag = answer.etag;
    return taken;
  };

  // Just before a post one answer says it all: the page where it shows the match, else the own card.

  const announceNew = (now) => {
    known = { ...known, round: now.round };
    soonSince = null;
    return tellOf(now);
  };

  const takePosted = async () => {
    const before = shownRound();
    const taken = await takePage(false);
    const round = shownRound();
    if (taken && round > before) await announceNew({ round, ...(isCard() ? shownMatch() : {}) });
    return taken;
  };

  const hearCard = async (number) => {
    const answer = await request(addressOf(document.body.dataset.card, number), cardTag);
    if (answer.status === 304) return true;
    if (answer.status !== 200) return false;
    const now = JSON.parse(answer.text);
    if (now.event !== slug) return false;
    cardTag = answer.etag;
    if (now.round > (known.round ?? 0)) await announceNew(now);
    return true;
  };

  const askOnce = async () => {
    asked += 1;
    if (isDue() && asked % WHOLE_EVERY) {
      if (shownRound()) return takePosted();
      if (kept.me() && !isCard()) return hearCard(kept.me().number);
    }
    const answer = await request(pulse, tag);
    if (answer.status === 304) return !isCard() || asked % WHOLE_EVERY ? true : takePage();
    if (answer.status === 404) return takePage();
    return answer.status === 200 && hear(answer);
  };

  const ask = async () => {
    asking = true;
    try {
      if (await askOnce()) {
        seen = Date.now() - age * 1000;
        showAge(age >= OLD);
        document.dispatchEvent(new Event("matchslip:heard"));
      } else {
        lost();
      }
    } catch (error) {
      // No network, nothing for too long, or somebody else's answer.
      if (!["TypeError", "AbortError", "SyntaxError"].includes(error.name)) throw error;
      lost();
    } finally {
      asking = false;
    }
  };

  const isToday = () => new Date().toLocaleDateString("sv-SE", { timeZone: zone }) === date;

  // How long until the next request; null: not before somebody looks again.
  const pause = () => {
    const hidden = document.visibilityState !== "visible";
    if (hidden && !kept.alarm()) return null;
    if (fresh.classList.contains("stale")) return USUAL;
    if (known?.state === "finished") return null;
    if (isDue()) return SOON;
    return known?.state === "setup" && !isToday() ? QUIET : USUAL;
  };

  let next = null;
  const askAgain = () => {
    clearTimeout(next);
    const between = pause();
    if (!between) return;
    const [least, most] = between;
    next = setTimeout(askNow, least + Math.random() * (most - least));
  };
  const askNow = async () => {
    clearTimeout(next);
    if (asking) {
      wanted = true;
      return;
    }
    do {
      wanted = false;
      await ask();
    } while (wanted);
    askAgain();
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - seen > 2000) askNow();
    else askAgain();
  });
  addEventListener("online", askNow);
  addEventListener("offline", lost);
  addEventListener("pageshow", (event) => {
    if (event.persisted) askNow();
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (search) {
      search.form.hidden = false;
      search.form.addEventListener("submit", (event) => {
        event.preventDefault();
        search.blur();
      });
      // On the document, where site.js has narrowed the list before.
      document.addEventListener("input", (event) => {
        if (event.target !== search) return;
        kept.search(search.value || null);
        offerClaims();
      });
    }
    settle();
    if (search && !search.value && !kept.me()) {
      search.value = kept.search() ?? "";
      search.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (keptAt) lost();
    else showAge(false);
    if (window.matchslip.narrowed) {
      // With scripts the whole list is here and narrowed here: get the rest of it.
      history.replaceState(null, "", location.pathname);
      document.documentElement.dataset.stamp = "";
      askNow();
    } else {
      // From then on it is known what is new.
      next = setTimeout(askNow, Math.random() * 2000);
    }
  });
})();
