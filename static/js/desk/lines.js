// The lists of the desk: what the server tells of single lines, and how old they are.
"use strict";

(() => {
  const live = () => document.getElementById("live");
  if (!live()) return;

  // An update that was read before a later answer arrived says what is no longer so.
  const revisionOf = (html) => Number(/<input[^>]*\bid="since"[^>]*\bvalue="(\d+)"/.exec(html)?.[1] ?? NaN);
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const shown = Number(document.getElementById("since")?.value);
    const isUpdate = detail.requestConfig?.verb === "get" && detail.elt?.id === "live";
    if (isUpdate && revisionOf(detail.serverResponse) < shown) detail.shouldSwap = false;
  });

  // A question that was settled at another desk, or by an answer that did not arrive.
  const closeSettledQuestion = () => {
    const question = document.querySelector("#answer [data-conflict]");
    if (!question || document.getElementById(`dispute-${question.dataset.conflict}`)) return;
    question.querySelectorAll("form").forEach((form) => form.remove());
    question.querySelector("[data-settled]").hidden = false;
    delete question.dataset.conflict;
  };

  // Rows that are gone, rows that came back at the end of the list, and newer lines above older
  // ones of the same report.
  const LINES = 40;
  document.body.addEventListener("htmx:afterSettle", () => {
    const told = document.getElementById("desk-gone").dataset;
    const tables = (text) => (text ?? "").split(" ").filter(Boolean);
    tables(told.gone).forEach((table) => document.getElementById(`open-${table}`)?.remove());
    // The last table of a part of the list: the server shows the next part.
    if (told.gone && document.querySelector("#open-tables[data-part] tbody:empty")) location.reload();
    for (const table of tables(told.changed)) {
      document.querySelector(`#dispute-${table}:not([data-fresh])`)?.remove();
    }
    document.querySelectorAll("#disputes > [data-fresh]").forEach((line) => delete line.dataset.fresh);
    closeSettledQuestion();
    // A conflict that the answer shows appears there alone.
    const answered = document.querySelector("#answer [data-conflict]")?.dataset.conflict;
    document.querySelectorAll("#disputes > section").forEach((line) => {
      line.hidden = line.id === `dispute-${answered}`;
    });
    delete told.gone;
    delete told.changed;
    if (document.querySelector("#open-rows > [data-fresh]")) {
      const rows = [...document.querySelectorAll("#open-rows > tr")];
      const newest = new Map(rows.map((row) => [row.id, row]));
      rows.forEach((row) => newest.get(row.id) === row || row.remove());
      rows.forEach((row) => delete row.dataset.fresh);
      matchslip.placeRows(document.getElementById("open-tables"));
    }
    const seen = new Set();
    document.querySelectorAll("#recent > li").forEach((line, place) => {
      if (seen.has(line.id) || place >= LINES + 10) line.remove();
      seen.add(line.id);
    });
  });

  // One button leads: that of the bar, or Enter while results are missing and the clock runs.
  const lead = () => {
    const bar = document.querySelector(".bar button.primary");
    const enter = document.querySelectorAll("#entry-form :is(.send, [data-send])");
    enter.forEach((button) => button.classList.toggle("primary", !bar));
  };
  document.body.addEventListener("htmx:afterSettle", lead);
  lead();

  // An answer brings a new head: its menu of the clock stays open, and the focus where it was.
  let open = null;
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const menu = event.detail.target.querySelector(".clock-menu");
    if (menu?.open) open = { focus: menu.contains(document.activeElement) };
  });
  document.body.addEventListener("htmx:oobAfterSwap", () => {
    const menu = document.querySelector("#desk-head .clock-menu");
    if (!open || !menu) return;
    menu.open = true;
    if (open.focus) menu.querySelector("summary").focus();
    open = null;
  });

  // The live list says when it is old.
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(lost, () => {
      if (!matchslip.isSending?.()) matchslip.say("", live().dataset.errorText);
    });
  }
})();
