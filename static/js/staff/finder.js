// Ctrl K finds anything in an event, Ctrl Enter leads to the next step, ? lists the keys of a page, /
// leads to its search. Without this script the links in the menu of the account do the same.
"use strict";

(() => {
  const { nameElement, known, searchForm, sought, matches, isNearly, nearLetters, numberSought } = window.matchslip.names;
  const MOST = 12;
  // A word that is not said at all stands behind all that is.
  const BEHIND = 1000;
  // A link, or the code of a slip ("T12R4"), as any keyboard types them.
  const CODE = /^(?:https?\S{6,}|t[^a-z\s]{1,6}r[^a-z\s]{1,4})$/i;
  // Kanji or katakana in a row: a word where Japanese is written without spaces.
  const STRETCH = /[\u4e00-\u9fff々]{2,}|[\u30a1-\u30fa\u30fc]{2,}/g;
  // What has a meaning in a Japanese text: without particles and the endings of verbs.
  const CORE = /[\u4e00-\u9fff々]+|[\u30a1-\u30fa\u30fc]{2,}/g;
  const KANJI = /[\u4e00-\u9fff々]/;
  // The endings of English plurals and verbs, and a letter that is doubled before them.
  const ENDING = /(?<=[a-z]{4})(?:ings?|ed|ers?|ies|es|s)$/;
  const DOUBLED = /([bdgmnprt])\1$/;
  const stem = (word) => {
    const short = word.replace(ENDING, "");
    return short === word ? word : short.replace(DOUBLED, "$1");
  };
  const NOT_ASCII = /[^\x00-\x7f]/;
  const isField = (element) => element.matches("input, textarea, select, [contenteditable]");

  // A dialog is fetched when it is opened for the first time.
  const fetched = new Map();
  const dialogOf = async (link) => {
    if (fetched.has(link)) return fetched.get(link);
    const answer = await fetch(link.href, { headers: window.matchslip.headers() });
    const text = await answer.text();
    if (!answer.ok) {
      if (window.matchslip.isTold(answer.status)) window.matchslip.say(text);
      else window.location = link.href;
      return null;
    }
    document.body.insertAdjacentHTML("beforeend", text);
    const dialog = document.body.lastElementChild;
    fetched.set(link, dialog);
    return dialog;
  };

  // Text typed before the palette is there is for its box, not for the page.
  let early = null;

  const open = async (link, prepare) => {
    if (document.querySelector("dialog[open]")) return;
    const isNew = !fetched.has(link);
    try {
      const dialog = await dialogOf(link);
      if (!dialog || dialog.open || document.querySelector("dialog[open]")) return;
      if (isNew) prepare?.(dialog);
      dialog.showModal();
      dialog.dispatchEvent(new Event("matchslip:open"));
    } catch (error) {
      if (error.name !== "TypeError") throw error;
      window.location = link.href;
    }
  };

  // Places of one kind stand together; a table is found by either player.
  const preparePalette = (dialog) => {
    const [box, list, count] = ["#palette-text", "#palette-list", "#palette-count"].map((id) => dialog.querySelector(id));
    const kinds = dialog.dataset.kinds.split("|");
    const little = dialog.dataset.little.split(" ");
    const places = JSON.parse(dialog.dataset.places).map(([kind, names, address, number, reading, words, key, note]) => ({
      kind,
      names,
      address,
      number,
      key,
      note,
      // What is said in English, and in the language of the page.
      said: words ? words.split("\n") : [],
      forms: null,
      named: () => names.map((name) => known(name, reading)),
    }));
    const [ACTION, PLAYER, TABLE, , PAGE, ADDITION] = kinds.keys();
    const general = places.filter(({ kind }) => [ACTION, PAGE, ADDITION].includes(kind));
    let shown = [];
    let at = 0;

    // "table 12", "player 7": the word of a kind, then a number.
    const ofKind = (text) => {
      const typed = searchForm(text);
      return places.filter(({ kind, number }) => {
        const word = searchForm(kinds[kind]);
        return number && typed.startsWith(word) && numberSought(typed.slice(word.length)) === number;
      });
    };

    const find = (text) => {
      if (!text.trim()) return general;
      const number = numberSought(text);
      if (number !== null) {
        const found = places.filter((place) => place.number === number);
        return found.sort((a, b) => (b.kind === TABLE) - (a.kind === TABLE));
      }
      for (const place of places) place.forms ??= [...place.named(), ...place.said.map((said) => known(`${place.names[0]} ${said}`))];
      const typed = searchForm(text).split(/\s+/);
      const telling = typed.filter((word) => !little.includes(word));
      const words = telling.length ? telling : typed;
      const stems = words.map(stem);
      const parts = (text.match(CORE) ?? []).map(searchForm);
      const whole = parts.length > 1 ? [parts.join("")] : words;
      const exact = [typed, words, stems, whole].map((all) => [hasWord, all]);
      for (const [has, all] of [...exact, [nearlyHasWord, words]]) {
        const wanted = all.map(sought);
        const found = places.filter((place) => place.forms.some((form) => wanted.every((word) => has(place, form, word))));
        if (found.length && has === hasWord) return bestFirst(found, all);
        const named = ofKind(text);
        if (named.length) return named;
        if (found.length) return bestFirst(found, all);
      }
      for (const tried of [() => byMostWords(words), () => byMostWords(stems), () => byWordsInside(text)]) {
        const having = tried();
        if (having.length) return having;
      }
      return byMostWords(parts);
    };

    const hasWord = (_place, form, word) => matches(form, word);
    // A short word with a wrong letter is another word, as one with another kanji is, and names a player alone.
    const nearlyHasWord = (place, form, word) =>
      (general.includes(place) && (word[0][0].length <= nearLetters || KANJI.test(word[0][0])) ? matches : isNearly)(form, word);

    // How near the beginning of what is said a word stands: in the name first.
    const distance = (place, word) => {
      if (!place.said.length || place.named().some((form) => matches(form, sought(word)))) return 0;
      const among = place.said.map((said) => {
        const parts = [...place.names, ...said.split(/\s+/)];
        const at = parts.findIndex((part) => searchForm(part).startsWith(word));
        return at < 0 ? BEHIND : at;
      });
      return Math.min(...among);
    };

    const bestFirst = (found, words) => {
      const far = new Map(found.map((place) => [place, words.reduce((sum, word) => sum + distance(place, word), 0)]));
      return found.sort((a, b) => (a.kind === ADDITION) - (b.kind === ADDITION) || far.get(a) - far.get(b));
    };

    // Places with at least half of the most weight, the heaviest first.
    const heaviest = (among, weights) => {
      const most = Math.max(...weights.values());
      const heavy = among.filter((place) => most > 0 && weights.get(place) >= most / 2);
      return heavy.sort((a, b) => weights.get(b) - weights.get(a));
    };

    // Actions and pages that have words of a text; a word of few places counts more.
    const byMostWords = (words) => {
      const weights = new Map(general.map((place) => [place, 0]));
      for (const word of new Set(words)) {
        const having = general.filter((place) => place.forms.some((form) => matches(form, sought(word))));
        for (const place of having) weights.set(place, weights.get(place) + 1 / having.length);
      }
      return heaviest(bestFirst([...general], words), weights);
    };

    // Actions and pages whose words are most of a Japanese text, which has no spaces between its words.
    const byWordsInside = (text) => {
      const typed = searchForm(text);
      const inside = new Map(general.map((place) => {
        const words = place.said.flatMap((said) => said.split(" ")).filter((word) => NOT_ASCII.test(word));
        const all = new Set([...words, ...(place.names[0].match(STRETCH) ?? [])].map(searchForm));
        return [place, [...all].filter((word) => word.length > 1 && typed.includes(word)).sort()];
      }));
      const texts = general.map((place) => searchForm([...place.names, ...place.said].join(" ")));
      const known = (word) => texts.filter((all) => all.includes(word)).length;
      const weigh = (words) => words.reduce((sum, word) => sum + word.length / known(word), 0);
      return heaviest([...general], new Map([...inside].map(([place, words]) => [place, weigh(words)])));
    };

    const choose = (place) => {
      at = place;
      [...list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === at)));
      const option = list.children[at];
      if (option) box.setAttribute("aria-activedescendant", option.id);
      else box.removeAttribute("aria-activedescendant");
      option?.scrollIntoView({ block: "nearest" });
    };

    const optionOf = (place, index) => {
      const option = document.createElement("li");
      Object.assign(option, { id: `palette-${index}`, role: "option" });
      const part = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
      if (place.kind === TABLE || place.kind === PLAYER) option.append(part("b", String(place.number)));
      const name = part("span", "");
      // Of a table it is two names: each has its own direction.
      place.names.forEach((player, at) => name.append(at ? " – " : "", nameElement(player)));
      option.append(name);
      if (place.key) option.append(part("kbd", place.key));
      option.append(part("small", place.note || kinds[place.kind]));
      option.addEventListener("click", () => go(place));
      return option;
    };

    const show = () => {
      const found = find(box.value);
      shown = found.slice(0, MOST);
      list.replaceChildren(...shown.map(optionOf));
      count.textContent = found.length ? `${shown.length} / ${found.length}` : dialog.dataset.none;
      choose(0);
    };

    const go = (place) => {
      dialog.close();
      window.location = place.address;
    };

    box.addEventListener("input", show);
    dialog.addEventListener("keydown", (event) => {
      const moves = { ArrowDown: 1, ArrowUp: -1 };
      if (event.isComposing) return;
      if (moves[event.key] && shown.length) {
        event.preventDefault();
        choose((at + moves[event.key] + shown.length) % shown.length);
      } else if (event.key === "Enter" && CODE.test(box.value.trim())) {
        // A scanner typed a code: the server knows where it leads.
        event.preventDefault();
        window.location = `${document.getElementById("find-link").href}?q=${encodeURIComponent(box.value.trim())}`;
      } else if (event.key === "Enter" && shown[at]) {
        event.preventDefault();
        go(shown[at]);
      }
    });
    // A click beside the box closes it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("matchslip:open", () => {
      box.value = early ?? "";
      show();
      box.focus();
    });
  };

  const openPalette = async () => {
    early ??= "";
    await open(document.getElementById("find-link"), preparePalette);
    early = null;
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (early === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1) early += event.key;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  // The next step: that of the part which has the focus, then the one in the bar, then any other. It
  // has the focus then, and Enter presses it: a chord that is held too long posts nothing.
  const nextStep = () => {
    const part = document.activeElement.closest("main form, main section");
    return [...(part?.querySelectorAll(".primary") ?? [])]
      .concat(...[".bar .primary", "main .primary", ".question button"].map((places) => [...document.querySelectorAll(places)]))
      .find((button) => button.checkVisibility() && !button.disabled);
  };

  const openKeys = () => open(document.getElementById("keys-link"));

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#find-link, #keys-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("details").open = false;
    // The desk has its own list in the page.
    const own = document.getElementById("shortcuts");
    if (link.id === "find-link") openPalette();
    else if (own) own.showModal();
    else openKeys();
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      const step = document.querySelector("dialog[open]") ? null : nextStep();
      if (!step || event.repeat) return;
      event.preventDefault();
      step.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || isField(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?" && !document.getElementById("shortcuts")) {
      event.preventDefault();
      openKeys();
    } else if (event.key === "/") {
      const search = [...document.querySelectorAll("main input[type=search]")].find((field) => field.checkVisibility());
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
})();
