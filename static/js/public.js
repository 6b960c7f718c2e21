// Players' pages: they refresh themselves, know who holds the phone, and say how old they are.
"use strict";

(() => {
  const slug = document.body.dataset.event;
  const { prepare } = window.matchslip;
  const live = document.getElementById("live");
  const fresh = document.getElementById("fresh");
  const spoken = document.getElementById("spoken");
  const search = document.getElementById("q");
  const say = (text) => {
    spoken.textContent = text;
  };

  // Who holds the phone; a browser that keeps nothing still works, it only forgets.
  const remember = (key, value) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
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
  // True while the server has narrowed the list to a search: who is missing may be in the rest.
  let narrowed = new URLSearchParams(location.search).has("q");

  const ME = `matchslip/${slug}/me`;
  const SEARCH = `matchslip/${slug}/search`;
  const me = () => recall(ME);

  // A row is known by the number in its link.
  const nameRows = () => {
    for (const row of document.querySelectorAll("#list > tbody > tr:not([data-n])")) {
      const link = row.querySelector("th a");
      if (link) row.dataset.n = link.pathname.split("/").at(-2);
    }
  };
  window.matchslip.also.push(nameRows);
  nameRows();

  const ownRow = () => {
    const known = me();
    return known && live.querySelector(`#list tbody tr[data-n="${Number(known.number)}"]:not([data-pin])`);
  };

  const unbroken = (text) => {
    const span = document.createElement("span");
    span.className = "nowrap";
    span.textContent = text;
    return span;
  };

  const fillCard = (known, row) => {
    const template = document.getElementById("card");
    const place = document.getElementById("mine");
    if (!place) return;
    place.replaceChildren();
    live.querySelectorAll(".clock-line").forEach((clock) => (clock.hidden = false));
    if (!template || !known || (narrowed && !row)) return;
    const card = template.content.cloneNode(true);
    const slot = (name) => card.querySelector(`[data-slot="${name}"]`);
    const text = (cell, selector) => cell.querySelector(selector)?.textContent ?? "";
    if (row) {
      const [table, own, other] = row.cells;
      slot("table").textContent = table.textContent;
      slot("me").append(text(own, ".p"), " ", unbroken(text(own, ".r")), " ", text(own, ".s"));
      slot("opponent").append(text(other, ".o"), " ", unbroken(text(other, ".r")));
      const platform = slot("platform");
      if (platform && text(other, ".i")) {
        slot("id").textContent = text(other, ".i");
        platform.hidden = false;
      }
    } else {
      slot("table").textContent = "–";
      slot("me").textContent = known.name;
      slot("absent").hidden = false;
      card.querySelector(".versus").hidden = true;
    }
    const clock = live.querySelector(".clock-line");
    if (clock && row) {
      card.querySelector("[data-forget]").before(clock.cloneNode(true));
      clock.hidden = true;
    }
    place.append(card);
  };

  // The own line of the standings stays in sight while the list scrolls.
  const pinRow = (row) => {
    live.querySelectorAll("tr[data-pin]").forEach((old) => old.remove());
    if (!row || !row.closest("table.standings")) return;
    const copy = row.cloneNode(true);
    copy.dataset.pin = "";
    copy.hidden = false;
    copy.setAttribute("aria-hidden", "true");
    copy.querySelectorAll("a").forEach((link) => link.setAttribute("tabindex", "-1"));
    row.parentElement.prepend(copy);
  };

  const showClaimButton = (known) => {
    const button = document.querySelector("[data-claim-number]");
    if (!button) return;
    button.dataset.claimText ??= button.textContent;
    const mine = known && String(known.number) === button.dataset.claimNumber;
    button.textContent = mine ? button.dataset.forgetText : button.dataset.claimText;
    button.setAttribute("aria-pressed", String(Boolean(mine)));
    button.hidden = false;
  };

  // The opponent's platform ID, to paste into the platform. Where a browser lets nobody copy
  // (no HTTPS on the venue's network) it is marked, ready to be copied by hand.
  const offerCopies = () => {
    live.querySelectorAll("button.copy").forEach((button) => {
      button.hidden = false;
    });
  };
  live.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const id = button.parentElement.querySelector(".platform");
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(id.textContent);
      button.textContent = button.dataset.copied;
      say(button.dataset.copied);
    } else {
      getSelection().selectAllChildren(id);
    }
  });
  window.matchslip.also.push(offerCopies);
  offerCopies();

  // A person who has searched down to a few names can say which one is theirs.
  const offerClaims = () => {
    const table = live.querySelector("table[data-claim]");
    if (!table) return;
    table.querySelectorAll(".claim").forEach((old) => old.remove());
    const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
    if (!search.value.trim() || rows.length > 3) return;
    for (const row of rows) {
      if (row.classList.contains("own")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "claim";
      button.textContent = table.dataset.claim;
      button.addEventListener("click", () => {
        claim(row.dataset.n, row.querySelector(".p").textContent);
        search.value = "";
        search.dispatchEvent(new Event("input", { bubbles: true }));
        scrollTo(0, 0);
      });
      row.cells[1].append(button);
    }
  };

  const showMe = () => {
    const known = me();
    const row = ownRow();
    live.querySelectorAll("tr.own").forEach((old) => old.classList.remove("own"));
    if (row) row.classList.add("own");
    fillCard(known, row);
    pinRow(row);
    showClaimButton(known);
    offerClaims();
    const link = document.getElementById("my-page");
    if (link) {
      link.hidden = !known;
      if (known) {
        link.href = `${link.dataset.base}players/${Number(known.number)}/`;
        if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
      }
    }
  };

  const claim = (number, name) => {
    remember(ME, number === null ? null : { number: Number(number), name });
    showMe();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-claim-number], [data-forget]");
    if (!button) return;
    const pressed = button.getAttribute("aria-pressed") === "true";
    if ("forget" in button.dataset || pressed) claim(null);
    else claim(button.dataset.claimNumber, button.dataset.claimName);
  });

  // The wall: as many names as fit, a new page every few seconds.
  const SECONDS_A_PAGE = 12;
  const ROWS_A_PAGE = 40;
  const turnWall = () => {
    const rows = [...document.querySelectorAll("#wall-rows > li")];
    if (!rows.length) return;
    const pages = Math.ceil(rows.length / ROWS_A_PAGE);
    const page = Math.floor(Date.now() / 1000 / SECONDS_A_PAGE) % pages;
    rows.forEach((row, index) => {
      row.hidden = Math.floor(index / ROWS_A_PAGE) !== page;
      row.classList.toggle("shade", index % 2 === 1);
    });
    document.getElementById("wall-page").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  };

  const settle = () => {
    prepare(document);
    showMe();
    turnWall();
  };

  // Refreshing: ask for changes by the name of what is shown; the answer is mostly "none".
  let seen = Date.now();
  let asking = false;

  const showAge = (offline) => {
    fresh.classList.toggle("stale", offline);
    if (!offline) {
      fresh.textContent = fresh.dataset.fresh;
      return;
    }
    const time = new Date(seen).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: document.body.dataset.zone,
    });
    fresh.textContent = fresh.dataset.stale
      .replace("{time}", time)
      .replace("{minutes}", String(Math.floor((Date.now() - seen) / 60000)));
  };

  // A bracket or pods that have come since get their tab.
  const takeTabs = (page) => {
    const [tabs, next] = [document, page].map((one) => one.querySelector("nav.tabs"));
    if (tabs && next && tabs.children.length !== next.children.length) {
      tabs.replaceChildren(...next.childNodes);
    }
  };

  const take = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("live");
    // What answers may be the login page of somebody's wireless network.
    if (!next || page.body.dataset.event !== slug) return false;
    const heading = () => live.querySelector("h1")?.textContent.trim();
    const [before, top, focused] = [heading(), scrollY, document.activeElement];
    const link = live.contains(focused) ? focused.getAttribute("href") : null;
    live.replaceChildren(...next.childNodes);
    narrowed = false;
    takeTabs(page);
    document.title = page.title;
    document.documentElement.dataset.stamp = page.documentElement.dataset.stamp;
    settle();
    if (link) live.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
    scrollTo(0, top);
    if (heading() !== before) say(heading());
    return true;
  };

  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(location.href, {
        cache: "no-store",
        headers: { "If-None-Match": `W/"${document.documentElement.dataset.stamp}"` },
      });
      if (answer.status === 404) {
        location.reload();
        return;
      }
      const taken = answer.status === 304 || (answer.ok && take(await answer.text()));
      if (taken) {
        seen = Date.now();
      }
      showAge(!taken);
    } catch (error) {
      // What fetch throws when there is no network.
      if (!(error instanceof TypeError)) throw error;
      document.dispatchEvent(new Event("matchslip:lost"));
      if (!fresh.classList.contains("stale")) say(fresh.dataset.stale.split(/[.。]/)[0]);
      showAge(true);
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
      15000 + Math.random() * 5000,
    );
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - seen > 5000) ask();
  });
  addEventListener("online", ask);
  addEventListener("offline", () => showAge(true));

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
        remember(SEARCH, search.value || null);
        offerClaims();
      });
    }
    settle();
    if (search && !search.value && !me()) {
      search.value = recall(SEARCH) ?? "";
      search.dispatchEvent(new Event("input", { bubbles: true }));
    }
    showAge(false);
    if (narrowed) {
      // With scripts the whole list is here and narrowed here: get the rest of it.
      history.replaceState(null, "", location.pathname);
      document.documentElement.dataset.stamp = "";
      ask();
    }
    setInterval(turnWall, 1000);
    askAgain();
  });
})();
