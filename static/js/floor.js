// Details that a judge has opened at a table stay open when the list is replaced.
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
