// How a name is found by what somebody types; events/rules/finding.py says the same on the server.
"use strict";

(() => {
  // Letters as lists compare them: without accents and case, and wide letters as narrow ones.
  const fold = (text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/ß/g, "ss")
      .replace(/ø/g, "o")
      .replace(/ł/g, "l")
      .replace(/đ/g, "d")
      .replace(/æ/g, "ae")
      .replace(/œ/g, "oe")
      .normalize("NFC")
      .trim();

  // The form that most people can type stands second.
  const VARIANTS =
    "髙高 﨑崎 斉斎 齊斎 齋斎 邊辺 邉辺 澤沢 濱浜 濵浜 嶋島 嶌島 廣広 國国 櫻桜 眞真 德徳 惠恵 龍竜 瀨瀬 圓円 榮栄 " +
    "實実 寶宝 壽寿 學学 藏蔵 條条 會会 萬万 與与 關関 鹽塩 黑黒 淸清 增増 曾曽 遙遥 槇槙 穗穂 顯顕 彌弥 豐豊 " +
    "靜静 瀧滝 藪薮 檜桧 螢蛍 𠮷吉 吳呉 栁柳 舘館 渕淵 渊淵 冨富 峯峰 桒桑 梁簗 凜凛 來来 亞亜 禮礼 禰祢";
  const usual = new Map(VARIANTS.split(" ").map((pair) => [...pair]));

  const searchForm = (text) => {
    const folded = fold(text);
    // Most names have none of it.
    if (!/[^\u0000-\u303f]/.test(folded)) return folded;
    return [...folded]
      .map((char) => usual.get(char) ?? char)
      .join("")
      // Katakana stands 96 places behind hiragana.
      .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 96));
  };

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

  // What the ways to write Japanese in Latin letters differ in, made the same, in this order.
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

  const PARTS = /[\s,.'’()・-]+/;

  // What of a name is compared, worked out once for each.
  const known = (name, reading = "") => {
    const written = searchForm(name);
    const sound = searchForm(reading) || (/^[\u3041-\u3096ー\s・]+$/.test(written) ? written : "");
    const spoken = sound ? sound.split(PARTS) : [];
    return { parts: written.split(PARTS), spoken, latin: spoken.map(latinReading) };
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

  // What somebody types as one word, jean-luc, begins at the first of its parts.
  const sought = (search) => searchForm(search).replace(/['’-]/g, "").split(/[\s,.()・]+/);

  const matches = ({ parts, spoken, latin }, words) =>
    words.every(
      (word) =>
        begins(parts, word) || begins(spoken, word) || (latin.length > 0 && begins(latin, respelled(word))),
    );

  const numberSought = (search) => {
    const digits = fold(search);
    return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : null;
  };

  window.matchslip = { names: { fold, searchForm, latinReading, known, sought, matches, numberSought } };
})();
