// Players without a match in this round are found, too, and see the reason. The list is requested
// where a search finds nobody, or where the phone's own player is in no line; most phones never
// ask.
"use strict";

(() => {
  const { kept, claim } = window.matchslip;
  const { known, sought, matches, isNearly } = window.matchslip.names;
  const live = document.getElementById("live");
  const search = document.getElementById("q");

  const heading = () => live.querySelector("h1[data-round]");
  const isNewest = () => heading() && heading().dataset.round === heading().dataset.newest;

  // By the name of the page that they belong to: the next page has others.
  let asked = { stamp: null, rows: Promise.resolve([]) };
  const ask = async () => {
    try {
      const answer = await fetch(`${search.form.getAttribute("action")}?without`);
      if (!answer.ok) return [];
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return [...page.querySelectorAll("#without tr")];
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return [];
    }
  };
  const rowsNow = () => {
    const { stamp } = document.documentElement.dataset;
    if (asked.stamp !== stamp) asked = { stamp, rows: ask() };
    return asked.rows;
  };

  const named = (row) => [...row.querySelectorAll(".p, .members")].map((part) => part.textContent);
  const find = (rows, finds, words) =>
    rows.filter((row) => named(row).some((name) => finds(known(name, row.dataset.r), words)));

  const withClaim = (row) => {
    const made = row.cloneNode(true);
    const words = live.querySelector("table[data-claim]")?.dataset.claim;
    if (!words) return made;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "claim";
    button.textContent = words;
    button.setAttribute("aria-label", `${words}: ${row.querySelector(".p").textContent}`);
    button.addEventListener("click", () => {
      claim(row.dataset.n, row.querySelector(".p").textContent);
      search.value = "";
      search.dispatchEvent(new Event("input", { bubbles: true }));
      scrollTo(0, 0);
    });
    made.cells[1].append(" ", button);
    return made;
  };

  const place = () => {
    const there = document.getElementById("without");
    if (there) return there;
    const made = document.createElement("table");
    made.id = "without";
    made.className = "data pairings";
    made.createTBody();
    live.querySelector("[data-none-of]")?.before(made);
    return made;
  };

  const show = (found) => {
    const table = place();
    table.hidden = !found.length;
    table.tBodies[0].replaceChildren(...found.map(withClaim));
  };

  const look = async () => {
    const [text, near] = [search.value, live.querySelector(".near")];
    const none = live.querySelector("[data-none-of]");
    document.getElementById("without")?.remove();
    if (!text.trim() || !none || !isNewest() || (none.hidden && near?.hidden !== false)) return;
    const rows = await rowsNow();
    if (search.value !== text) return;
    const exact = find(rows, matches, sought(text));
    const found = exact.length ? exact : find(rows, isNearly, sought(text));
    if (!found.length) return;
    none.hidden = true;
    if (near) near.hidden = exact.length > 0;
    // Those of the list are only called alike.
    if (exact.length) live.querySelectorAll("#list tbody tr:not([data-pin])").forEach((row) => (row.hidden = true));
    show(found);
  };

  // The own card says why there is no table.
  const explain = async () => {
    const [me, slot] = [kept.me(), document.querySelector("#mine [data-slot=absent]")];
    if (!me || !slot || slot.hidden || !isNewest() || live.querySelector(".taken-back")) return;
    const row = (await rowsNow()).find((one) => Number(one.dataset.n) === Number(me.number));
    if (row && slot.isConnected) slot.textContent = row.cells[2].textContent.trim();
  };

  document.addEventListener("input", (event) => {
    if (event.target === search) look();
  });
  document.addEventListener("matchslip:me", explain);
  document.addEventListener("matchslip:settled", () => {
    look();
    explain();
  });
})();
