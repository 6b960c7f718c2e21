// How a name is found by what somebody types; events/core/search.py says the same on the server.
"use strict";

(() => {
  const pairs = (text) => new Map(text.split(" ").map((pair) => [[...pair][0], [...pair].slice(1).join("")]));
  // Letters that are no letter with an accent.
  const SPECIAL = pairs("ßss øo łl đd æae œoe ıi ðd þth ħh ŧt ŋn əe ĸk ςσ");
  // How these are written where a keyboard has no such letter: Müller as Mueller, Đoković as Djokovic.
  const WRITTEN_OUT = pairs("äae öoe üue åaa øoe đdj ðdh");

  // Letters as lists compare them: without accents, joiners, isolates and case, and wide letters as narrow.
  const fold = (text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f\u200c\u200d\u2066-\u2069]/g, "")
      .toLowerCase()
      .replace(/[ßøłđæœıðþħŧŋəĸς]/g, (letter) => SPECIAL.get(letter))
      .normalize("NFC")
      .trim();

  // The form that most people can type stands second.
  const VARIANTS =
    "髙高 﨑崎 斉斎 齊斎 齋斎 邊辺 邉辺 澤沢 濱浜 濵浜 嶋島 嶌島 廣広 國国 櫻桜 眞真 德徳 惠恵 龍竜 瀨瀬 圓円 榮栄 " +
    "實実 寶宝 壽寿 學学 藏蔵 條条 會会 萬万 與与 關関 鹽塩 黑黒 淸清 增増 曾曽 遙遥 槇槙 穗穂 顯顕 彌弥 豐豊 " +
    "靜静 瀧滝 藪薮 檜桧 螢蛍 𠮷吉 吳呉 栁柳 舘館 渕淵 渊淵 冨富 峯峰 桒桑 梁簗 凜凛 來来 亞亜 禮礼 禰祢";
  const usual = new Map(VARIANTS.split(" ").map((pair) => [...pair]));

  const searchForm = (text) => {
    // Hidden marks that choose among the shapes of one character do not count.
    const folded = fold(text.replace(/[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu, ""));
    // Most names have none of it.
    if (!/[^\u0000-\u303f]/.test(folded)) return folded;
    return [...folded]
      .map((char) => usual.get(char) ?? char)
      .join("")
      // Katakana stands 96 places behind hiragana.
      .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 96))
      .replace(/(.)々/gu, "$1$1");
  };

  const writtenOut = (text) =>
    searchForm(text.normalize("NFC").toLowerCase().replace(/[äöüåøđð]/g, (letter) => WRITTEN_OUT.get(letter)));

  // Each row is a consonant and what it makes with a, i, u, e, o; a dot is none.
  const KANA_ROWS =
    "-あいうえお kかきくけこ sさしすせそ tたちつてと nなにぬねの hはひふへほ mまみむめも yや.ゆ.よ rらりるれろ " +
    "wわゐ.ゑを gがぎぐげご zざじずぜぞ zだぢづでど bばびぶべぼ pぱぴぷぺぽ b..ゔ..";
  const syllables = new Map(
    KANA_ROWS.split(" ").flatMap(([consonant, ...kana]) =>
      kana.map((syllable, place) => [syllable, consonant.replace("-", "") + "aiueo"[place]]),
    ),
  );
  const SMALL = "ゃya ゅyu ょyo ぁa ぃi ぅu ぇe ぉo";
  const small = new Map(SMALL.split(" ").map((both) => [both[0], both.slice(1)]));

  // Differences between the ways to write Japanese in Latin letters, made the same, in this order.
  const RESPELLED = [
    [/sh|sy/g, "s"],
    [/tch/g, "tt"],
    [/ch|ty|ts|c/g, "t"],
    [/dz|dj|zy|jy|j/g, "z"],
    [/f/g, "h"],
    [/m(?=[bmp])/g, "n"],
    [/oh(?![aiueoy])/g, "o"],
    [/o[ou]+/g, "o"],
    [/uu+/g, "u"],
  ];
  const respelled = (latin) =>
    RESPELLED.reduce((text, [pattern, same]) => text.replace(pattern, same), latin);

  const latinReading = (kana) => {
    let [letters, doubled] = ["", false];
    for (const char of kana) {
      if (char === "っ") {
        doubled = true;
      } else if (small.has(char) && letters) {
        letters = letters.slice(0, -1) + small.get(char);
      } else if (char !== "." && syllables.has(char)) {
        const syllable = syllables.get(char);
        letters += (doubled ? syllable[0] : "") + syllable;
        doubled = false;
      } else if (char === "ん") {
        letters += "n";
      }
    }
    return respelled(letters);
  };

  const PARTS = /[\s,.'’‘ʼʻ`()/・‐–-]+/;

  // The forms of a name that are compared, computed once for each name.
  const known = (name, reading = "") => {
    const [written, out] = [searchForm(name), writtenOut(name)];
    const sound = searchForm(reading) || (/^[\u3041-\u3096ー\s・]+$/.test(written) ? written : "");
    const spoken = sound ? sound.split(PARTS) : [];
    const forms = [...new Set([written, out])].map((form) => form.split(PARTS));
    return { forms, spoken, latin: spoken.map(latinReading) };
  };

  // Whether a word is the beginning of the parts from one of them on.
  const begins = (parts, word) => {
    const whole = parts.join("");
    if (/[^\u0000-\u024f]/.test(word)) return whole.includes(word);
    let at = 0;
    return parts.some((part) => {
      const beginsHere = whole.startsWith(word, at);
      at += part.length;
      return beginsHere;
    });
  };

  // Shorter words have no wrong letters, and of words that are no longer the first one is right.
  const NEAR_LETTERS = 3;
  // Whether the text begins with the word, or with one that differs from it by one letter: another
  // one, one left out, one too many, or two next to each other swapped.
  const isNear = (text, word) => {
    let at = 0;
    while (at < word.length && at < text.length && word[at] === text[at]) at += 1;
    if (at === 0 && word.length === NEAR_LETTERS) return false;
    const swapped = word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
    const [from, after, next] = [text.slice(at), text.slice(at + 1), word.slice(at + 1)];
    return (
      from.startsWith(word.slice(at)) ||
      (from !== "" && after.startsWith(next)) ||
      // A name is still looked for by its beginning.
      (at > 0 && from !== "" && after.startsWith(word.slice(at))) ||
      from.startsWith(next) ||
      from.startsWith(swapped)
    );
  };

  const nearlyBegins = (parts, word) => {
    if (word.length < NEAR_LETTERS || /^\d+$/.test(word)) return begins(parts, word);
    const whole = parts.join("");
    let at = 0;
    const isNearHere = parts.some((part) => {
      const here = part !== "" && isNear(whole.slice(at), word);
      at += part.length;
      return here;
    });
    return isNearHere || begins(parts, word);
  };

  // A name typed as one word, jean-luc, begins at the first of its parts. Each word is used as
  // typed, and with umlauts written out.
  const words = (form) => form.replace(/['’‘ʼʻ`‐–-]/g, "").split(/[\s,.()/・]+/);
  const sought = (search) => {
    const out = words(writtenOut(search));
    return words(searchForm(search)).map((word, at) => [...new Set([word, out[at]])]);
  };

  const finds = (begin) => ({ forms, spoken, latin }, wanted) =>
    wanted.every(
      (typed) =>
        forms.some((parts) => typed.some((word) => begin(parts, word))) ||
        begin(spoken, typed[0]) ||
        (latin.length > 0 && begin(latin, respelled(typed[0]))),
    );
  const matches = finds(begins);
  // With one wrong letter: for a list in which nobody matches.
  const isNearly = finds(nearlyBegins);

  const numberSought = (search) => {
    const digits = fold(search);
    return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : null;
  };

  // As domain/written_names.py writes a name: in a text, and as an element.
  const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  const bare = (name) => name.replace(/[\u2066-\u2069]/g, "");
  const written = (name) => {
    const [text, alone, mark] = /^(.*?)( #\d+)?$/s.exec(bare(name));
    return RIGHT_TO_LEFT.test(text) ? `\u2068${alone}\u2069${mark ?? ""}` : text;
  };
  const nameElement = (name) => {
    const element = document.createElement("bdi");
    element.translate = false;
    element.textContent = bare(name);
    return element;
  };

  // A sentence with its blanks filled. What fills one is taken as it is: a name may look like a blank.
  const filled = (words, values) => words.replace(/\{(\w+)\}/g, (blank, key) => values[key] ?? blank);

  window.matchslip = { names: { bare, written, nameElement, fold, searchForm, latinReading, known, sought, matches, isNearly, nearLetters: NEAR_LETTERS, numberSought, filled } };
})();
