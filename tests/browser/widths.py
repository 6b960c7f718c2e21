"""How a page fits its window: it does not scroll sideways, and breaks no word into letters."""

from playwright.sync_api import Page

PHONES = (320, 390)
# Sheets measure in letters, and no script of the staff lays anything out: it makes no difference
# that the letters grow when the page is there.
PUSHED = """async () => {
  const { style } = document.documentElement;
  const sideways = () => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    return scrollWidth > clientWidth;
  };
  style.fontSize = "200%";
  if (sideways()) await new Promise((resolve) => setTimeout(resolve, 500));
  const pushed = sideways();
  style.fontSize = "";
  return pushed;
}"""
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
  const lines = () => {
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    return new Set(boxes.map((box) => Math.round(box.top))).size;
  };
  for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    if (element.closest("script, style, template, textarea, select, code")) continue;
    if (element.closest(".visually-hidden, .own-labels thead")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (/:\\d|\\/e\\//.test(text.data)) continue;
    range.selectNodeContents(text);
    if (lines() < 2) continue;
    for (const word of text.data.matchAll(/(?<![\\w-])\\p{Script=Latin}{2,11}(?![\\w-])/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (lines() > 1)
        faults.add(`${word[0]} is broken in ${element.outerHTML.slice(0, 100)}`);
    }
  }
  return [...faults];
}"""


def faults_of_large_letters(page: Page) -> list[str]:
    """Return whether a page of a phone scrolls sideways with letters of twice the size."""
    assert page.evaluate("matchMedia('(pointer: coarse) and (width: 390px)').matches")
    return ["sideways with letters of twice the size"] if page.evaluate(PUSHED) else []
