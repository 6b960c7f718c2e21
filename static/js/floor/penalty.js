// The form of a penalty: the list of infractions narrows while somebody types, and what is about to be
// recorded is read before it is.
"use strict";

(() => {
  const { known, sought, matches, isNearly } = matchslip.names;
  const search = document.getElementById("find-infraction");
  const form = document.querySelector(".penalty-form");
  const words = document.getElementById("proposed");
  const rows = [...form.querySelectorAll(".infraction")];
  const names = new Map(rows.map((row) => [row, known(row.querySelector("span").textContent)]));

  const narrow = (finds) => {
    const wanted = sought(search.value);
    const shown = rows.filter((row) => !search.value.trim() || finds(names.get(row), wanted));
    for (const row of rows) row.hidden = !shown.includes(row);
    for (const group of form.querySelectorAll(".infractions > fieldset")) {
      group.hidden = !group.querySelector(".infraction:not([hidden])");
    }
    return shown;
  };
  const filter = () => {
    const shown = narrow(matches);
    return shown.length ? shown : narrow(isNearly);
  };
  search.addEventListener("input", filter);
  // Enter chooses the only one that is left; the server searches in all languages.
  search.form.addEventListener("submit", (event) => {
    const shown = filter();
    if (shown.length !== 1) return;
    event.preventDefault();
    const choice = shown[0].querySelector("input");
    choice.checked = true;
    choice.focus();
    say();
  });

  const say = () => {
    const chosen = form.querySelector(".infraction:has(:checked)");
    const other = form.querySelector("[name=penalty]:checked");
    if (!chosen) return;
    const penalty = other?.value ? other.labels[0].textContent.trim() : chosen.querySelector("small").textContent;
    const strong = Object.assign(document.createElement("strong"), { textContent: penalty });
    words.replaceChildren(chosen.querySelector("span").textContent, ": ", strong);
  };
  form.addEventListener("change", say);
})();
