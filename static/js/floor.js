// What a judge has opened at a table stays open when the list comes anew.
"use strict";

(() => {
  let open = [];
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("#floor details[open]")].map((details) => details.id);
  });
  document.addEventListener("htmx:afterSettle", () => {
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  });
})();
