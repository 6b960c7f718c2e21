// Settings that are found while somebody types; events/settings/setting_groups.py says the same on the server.
"use strict";

(() => {
  const input = document.getElementById("find-setting");
  const groups = [...document.querySelectorAll(".setting-groups > details")];
  const nothing = document.getElementById("nothing-found");
  const folded = (text) => text.normalize("NFKC").toLowerCase();
  const has = (element, words) => {
    const text = folded(element.textContent);
    return words.every((word) => text.includes(word));
  };
  // What was open before the first letter is open again after the last.
  let before = null;

  const narrow = () => {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    nothing.parentElement.classList.toggle("searching", words.length > 0);
    before ??= groups.map((group) => group.open);
    groups.forEach((group, at) => {
      const settings = [...group.querySelectorAll("[data-setting]")];
      const whole = words.length === 0 || has(group.querySelector("summary > b"), words);
      settings.forEach((setting) => (setting.hidden = !whole && !has(setting, words)));
      const links = [...group.querySelectorAll(".more > li")];
      group.hidden = !whole && settings.every((setting) => setting.hidden) && !links.some((link) => has(link, words));
      group.open = words.length ? !group.hidden : before[at];
    });
    nothing.hidden = groups.some((group) => !group.hidden);
    if (words.length === 0) before = null;
  };

  input.addEventListener("input", narrow);
  input.form.addEventListener("submit", (event) => event.preventDefault());
  input.form.querySelector("button").hidden = true;
})();
