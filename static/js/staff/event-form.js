// A new event's time zone: the one of this computer, unless one was chosen.
"use strict";

(() => {
  const field = document.querySelector("form[data-guess-zone] [name=time_zone]");
  if (!field || field.value !== "UTC") return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) field.value = zone;
})();
