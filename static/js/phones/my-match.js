// The phone's own player: the own card, the own line, the tables of followed players.
"use strict";

(() => {
  const { kept, addressOf } = window.matchslip;
  const { nameElement, written, filled } = window.matchslip.names;
  const live = document.getElementById("live");
  const search = document.getElementById("q");
  const FEW = 7;

  const say = (role, ...parts) => parts.forEach((part) => part.setAttribute("role", role));

  // A row is known by the number in its link. Laid out as a line on a phone, it needs its roles said.
  const nameRows = () => {
    const list = document.getElementById("list");
    if (!list) return;
    const isPairings = list.matches(".pairings");
    if (isPairings) {
      say("table", list);
      say("rowgroup", list.tHead, ...list.tBodies);
      say("row", list.tHead.rows[0]);
      say("columnheader", ...list.tHead.rows[0].cells);
    }
    for (const row of list.querySelectorAll(":scope > tbody > tr:not([data-n])")) {
      const link = row.querySelector("th a");
      if (link) row.dataset.n = link.getAttribute("href").split("/").at(-2);
      if (!isPairings) continue;
      say("row", row);
      say("rowheader", row.cells[1]);
      say("cell", row.cells[0], row.cells[2]);
    }
  };
  window.matchslip.also.push(nameRows);
  nameRows();

  const rowOf = (known) =>
    known && live.querySelector(`#list tbody tr[data-n="${Number(known.number)}"]:not([data-pin])`);

  const text = (cell, selector) => cell.querySelector(selector)?.textContent ?? "";

  const unbroken = (words) => {
    const span = document.createElement("span");
    span.className = "nowrap";
    span.textContent = words;
    return span;
  };

  const slotsOf = (card) => (name) => card.querySelector(`[data-slot="${name}"]`);

  // Name, record, seed.
  const person = (cell, name) => [
    nameElement(text(cell, name)), "\u00a0", unbroken(text(cell, ".r")), " ", text(cell, ".s"),
  ];

  const fillMatch = (card, row) => {
    const slot = slotsOf(card);
    const [table, own, other] = row.cells;
    slot("table").textContent = table.textContent;
    slot("me").append(...person(own, ".p"));
    slot("opponent").append(...person(other, ".o"));
    for (const [name, cell] of [["own-members", own], ["members", other]]) {
      if (text(cell, ".members")) slot(name)?.append(nameElement(text(cell, ".members")));
    }
    const platform = slot("platform");
    if (platform && text(other, ".i")) {
      slot("id").textContent = text(other, ".i");
      platform.hidden = false;
    }
  };

  // The clock of a table that was given more time.
  const clockOf = (row) => {
    const longer = document.querySelector(`template[data-extension="${row.dataset.x ?? ""}"]`);
    return longer?.content.querySelector(".clock-line").cloneNode(true);
  };

  // A round that was taken back leaves the one before it in the list: nobody sits there now.
  const takenBack = () => live.querySelector(".taken-back");

  // The player that this phone has just forgotten: one more tap undoes it.
  let forgotten = null;
  const offerUndo = (place) => {
    const undo = document.getElementById("forgotten")?.content.cloneNode(true);
    if (!undo || !forgotten || kept.me()) return;
    const words = undo.querySelector("[data-words]");
    words.textContent = filled(words.dataset.words, { name: written(forgotten.name) });
    place.append(undo);
  };

  // One clock, in the same place for everybody: that of the own table, if it was given more time.
  const showClock = (row, card) => {
    live.querySelector(".clock-line.longer")?.remove();
    const common = live.querySelector(".clock-line");
    if (common) common.hidden = false;
    const longer = row && clockOf(row);
    if (!longer || !common) return;
    const why = longer.querySelector(".extension");
    if (why) card.querySelector("[data-forget]").before(why);
    longer.classList.add("longer");
    common.before(longer);
    common.hidden = true;
  };

  const fillCard = (known, row) => {
    const template = document.getElementById("card");
    const place = document.getElementById("mine");
    if (!place) return;
    place.replaceChildren();
    offerUndo(place);
    showClock(null);
    if (!template || !known || (window.matchslip.narrowed && !row)) return;
    const card = template.content.cloneNode(true);
    const slot = slotsOf(card);
    const gone = takenBack();
    if (row && !gone) {
      fillMatch(card, row);
    } else {
      slot("table").textContent = "–";
      slot("me").replaceChildren(nameElement(known.name));
      slot("absent").hidden = false;
      if (gone) slot("absent").textContent = gone.textContent.trim().replace(/\s+/g, " ");
      card.querySelector(".versus").hidden = true;
    }
    if (!gone) showClock(row, card);
    place.append(card);
  };

  // The tables of those one follows, each with a way to stop.
  const fillYours = () => {
    const [place, template] = [document.getElementById("yours"), document.getElementById("your")];
    if (!place) return;
    const list = kept.follows();
    const shown = template && !window.matchslip.narrowed && list.length > 0;
    place.hidden = !shown;
    if (!shown) return;
    const lines = list.map((player) => {
      const line = template.content.cloneNode(true);
      const slot = slotsOf(line);
      const row = takenBack() ? null : rowOf(player);
      slot("table").textContent = row ? row.cells[0].textContent : "–";
      const link = slot("name");
      link.href = addressOf(document.body.dataset.player, player.number);
      link.append(...(row ? person(row.cells[1], ".p") : [nameElement(player.name)]));
      if (row) slot("opponent").append(...person(row.cells[2], ".o"));
      else slot("absent").hidden = Boolean(takenBack());
      line.querySelector("li").dataset.n = player.number;
      const button = line.querySelector("[data-unfollow]");
      button.dataset.unfollow = player.number;
      button.setAttribute("aria-label", filled(button.dataset.words, { name: written(player.name) }));
      return line;
    });
    place.querySelector("ul").replaceChildren(...lines);
    document.dispatchEvent(new Event("matchslip:followed"));
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

  // The buttons on a player's own page: this is me, follow.
  const showSwitch = (button, on) => {
    if (!button) return;
    button.dataset.offText ??= button.textContent;
    button.textContent = on ? button.dataset.onText : button.dataset.offText;
    button.setAttribute("aria-pressed", String(Boolean(on)));
    button.hidden = false;
  };

  const showSwitches = (known) => {
    const claimed = document.querySelector("[data-claim-number]");
    showSwitch(claimed, known && String(known.number) === claimed?.dataset.claimNumber);
    const followed = document.querySelector("[data-follow-number]");
    const number = Number(followed?.dataset.followNumber);
    showSwitch(followed, kept.follows().some((player) => player.number === number));
  };

  const offer = (words, name, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "claim";
    made.translate = true;
    made.textContent = words;
    made.setAttribute("aria-label", `${words}: ${name}`);
    made.addEventListener("click", act);
    return made;
  };

  const clearSearch = () => {
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    scrollTo(0, 0);
  };

  const offerClaim = (table, row) => {
    const name = text(row, ".p");
    // Where several are called the same, the button says which of them it means.
    const which = [name, row.cells[0].textContent].join(" ");
    const offers = [];
    if (!row.classList.contains("own")) {
      offers.push(offer(table.dataset.claim, which, () => {
        claim(row.dataset.n, name);
        clearSearch();
      }));
    }
    if (table.dataset.follow && !kept.follows().some((player) => String(player.number) === row.dataset.n)) {
      offers.push(offer(table.dataset.follow, which, () => {
        follow(row.dataset.n, name);
        clearSearch();
      }));
    }
    row.cells[1].append(...offers);
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
      window.matchslip.say(button.dataset.copied);
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
    const rows = [...table.querySelectorAll("tbody > tr")].filter((row) => !row.hidden);
    const alike = new Set(rows.map((row) => text(row, ".p"))).size === 1;
    if (!search.value.trim() || (rows.length > FEW && !alike)) return;
    rows.forEach((row) => offerClaim(table, row));
  };

  // The own way through a bracket, and that of followed players.
  const lightWay = (known) => {
    const lit = [known, ...kept.follows()].filter(Boolean).map((player) => String(player.number));
    live.querySelectorAll(".bracket .side").forEach((side) => {
      side.classList.toggle("own", lit.includes(side.dataset.n));
    });
    showOwnMatch(known);
  };

  // On a phone the bracket is long: the own match is above it, the one that is played or the last.
  const showOwnMatch = (known) => {
    const place = document.getElementById("own-match");
    if (!place) return;
    place.replaceChildren();
    if (!known) return;
    const sides = [...live.querySelectorAll(`.bracket .side[data-n="${Number(known.number)}"]`)];
    const side = sides.find((one) => !one.closest(".decided")) ?? sides.at(-1);
    const link = document.createElement("a");
    link.href = addressOf(document.body.dataset.player, known.number);
    place.append(link);
    if (!side) {
      link.textContent = place.dataset.none;
      return;
    }
    const part = (tag, ...content) => {
      const element = document.createElement(tag);
      element.append(...content);
      return element;
    };
    const names = [...side.closest(".box").querySelectorAll(".side > .name")].map((one) => {
      const name = one.cloneNode(true);
      name.querySelectorAll(".visually-hidden").forEach((words) => words.remove());
      name.querySelectorAll("a").forEach((old) => old.replaceWith(...old.childNodes));
      return part("span", ...name.childNodes);
    });
    const round = side.closest(".bracket-column").querySelector("h2").textContent.trim();
    const where = text(side.closest(".box"), ".where").trim();
    link.append(part("b", where ? `${round} · ${where}` : round));
    link.append(part("span", ...names.flatMap((name, at) => (at ? [" – ", name] : [name]))));
  };

  const showMe = () => {
    const known = kept.me();
    lightWay(known);
    const row = rowOf(known);
    live.querySelectorAll("tr.own").forEach((old) => old.classList.remove("own"));
    if (row) row.classList.add("own");
    fillCard(known, row);
    fillYours();
    // Their places are filled: place.js.
    delete document.documentElement.dataset.me;
    delete document.documentElement.dataset.follows;
    pinRow(row);
    showSwitches(known);
    offerClaims();
    window.matchslip.tick();
    const link = document.getElementById("my-page");
    if (link) {
      const { own, player } = document.body.dataset;
      link.dataset.finder ??= link.getAttribute("href");
      // A phone that opened a private address is led to its own page.
      if (!known) link.href = link.dataset.finder;
      else link.href = known.page === own ? own : addressOf(player, known.number);
      const isHere = known && link.pathname === location.pathname;
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };

  const claimed = () => {
    showMe();
    document.dispatchEvent(new Event("matchslip:me"));
  };

  const claim = (number, name) => {
    kept.me(number === null ? null : { number: Number(number), name });
    claimed();
  };

  const follow = (number, name) => {
    kept.follow([...kept.follows(), { number: Number(number), name }]);
    showMe();
  };

  const unfollow = (number) => {
    kept.follow(kept.follows().filter((player) => player.number !== Number(number)));
    showMe();
  };

  document.addEventListener("click", (event) => {
    const pressed = (button) => button.getAttribute("aria-pressed") === "true";
    const button = event.target.closest(
      "[data-claim-number], [data-forget], [data-remember], [data-follow-number], [data-unfollow]",
    );
    if (!button) return;
    const { claimNumber, claimName, followNumber, followName } = button.dataset;
    if ("forget" in button.dataset) {
      forgotten = kept.me();
      claim(null);
      document.querySelector("[data-remember]")?.focus();
    } else if ("remember" in button.dataset) {
      kept.me(forgotten);
      claimed();
    }
    else if ("unfollow" in button.dataset) unfollow(button.dataset.unfollow);
    else if (claimNumber) claim(pressed(button) ? null : claimNumber, claimName);
    else if (pressed(button)) unfollow(followNumber);
    else follow(followNumber, followName);
  });

  Object.assign(window.matchslip, { showMe, offerClaims, claim });
})();
