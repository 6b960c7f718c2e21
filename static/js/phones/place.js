// Keeps the place of what a phone adds to a list, before the list is painted: its player's own card or line,
// and the players it follows. It is loaded before the list, which waits for its styles anyway.
"use strict";

(() => {
  const { dataset, style } = document.documentElement;
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`matchslip/${document.body.dataset.event}/${name}`));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return null;
    }
  };
  if (read("me")) dataset.me = "";
  const follows = read("follow")?.length ?? 0;
  if (!follows) return;
  dataset.follows = "";
  style.setProperty("--follows", follows);
})();
