"""How a page fits its window: it does not scroll sideways, and breaks no word into letters."""

PHONES = (320, 390)
# A long name may break where it has no space; an address and code may break anywhere.
BROKEN = """async () => {
  const faults = new Set();
  const sideways = () => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    return scrollWidth > clientWidth;
  };
  // A screen that fits its letters to the window does so after the next frame.
  if (sideways()) await new Promise((resolve) => setTimeout(resolve, 500));
  if (sideways()) faults.add("sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    if (element.closest("script, style, template, textarea, select, code")) continue;
    if (element.closest(".visually-hidden, .own-labels thead")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (/:\\d|\\/e\\//.test(text.data)) continue;
    for (const word of text.data.matchAll(/(?<![\\w-])\\p{Script=Latin}{2,11}(?![\\w-])/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((box) => box.width > 0);
      if (new Set(lines.map((box) => Math.round(box.top))).size > 1)
        faults.add(`${word[0]} is broken in ${element.outerHTML.slice(0, 100)}`);
    }
  }
  return [...faults];
}"""
