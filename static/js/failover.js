// When this laptop dies: another one may have taken over, and pages that are open go there.
"use strict";

(() => {
  const KNOWN = "matchslip/elsewhere";
  const BROUGHT = "matchslip/brought";
  const MARK = "#brought=";
  const { here } = document.currentScript.dataset;
  const notice = document.getElementById("elsewhere");
  const staff = document.body.classList.contains("staff");
  const ASK_EVERY = staff ? 60000 : 300000;
  const PATIENCE = 3000;
  const LOOK_EVERY = 4000;

  // A browser that keeps nothing still works, it only finds nobody else.
  const keep = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const recall = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return null;
    }
  };

  // Return the status of the laptop at this address; null when nobody answers there.
  const ask = async (address, query = "") => {
    try {
      const answer = await fetch(new URL(here + query, new URL(address, location.href)), {
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(PATIENCE),
      });
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      if (!["TypeError", "TimeoutError", "AbortError", "SyntaxError"].includes(error.name)) throw error;
      return null;
    }
  };

  // Whether an RSA signature (PKCS #1 v1.5, exponent 65537) holds exactly this text and no hash of it.
  // Browsers offer their own cryptography to pages over TLS only.
  const HEX = /^[0-9a-f]+$/;
  const isSigned = (text, signature, key) => {
    if (!HEX.test(signature) || !HEX.test(key)) return false;
    const modulus = BigInt(`0x${key}`);
    let power = BigInt(`0x${signature}`);
    if (power >= modulus) return false;
    const signed = power;
    for (let bit = 0; bit < 16; bit += 1) power = (power * power) % modulus;
    const found = ((power * signed) % modulus).toString(16).padStart(key.length, "0");
    const bytes = [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"));
    const filled = key.length / 2 - bytes.length - 3;
    return filled >= 8 && found === `0001${"ff".repeat(filled)}00${bytes.join("")}`;
  };

  // Whether the laptop at this address is in charge of the same data: it proves that it has the key whose
  // public half the first laptop told. Anybody in the network can answer at an address.
  const isInCharge = async (address, key) => {
    const random = crypto.getRandomValues(new Uint8Array(16));
    const nonce = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const status = await ask(address, `?${new URLSearchParams({ nonce, address })}`);
    if (!status?.in_charge) return false;
    return isSigned(`matchslip ${nonce} ${address} 1`, String(status.proof), String(key));
  };

  // Entries of the last minutes, and entries that still wait, go along in the address.
  const luggage = () => {
    const entries = {};
    for (const [key, value] of Object.entries(localStorage)) {
      const round = /^matchslip\/(?:recent|entries)\/([^/]+\/\d+)/.exec(key);
      if (round) (entries[round[1]] ??= []).push(...JSON.parse(value).map((item) => item.text));
    }
    return Object.keys(entries).length ? MARK + encodeURIComponent(JSON.stringify(entries)) : "";
  };

  const offer = (address) => {
    const there = `${address}${location.pathname.slice(1)}${location.search}`;
    if (!staff) {
      location.replace(there + (window.matchslip.luggage?.() ?? ""));
      return;
    }
    const link = document.createElement("a");
    link.href = there + luggage();
    link.textContent = address;
    link.addEventListener("click", () => {
      link.href = there + luggage();
    });
    notice.replaceChildren(notice.dataset.words, " ", link);
    notice.hidden = false;
  };

  const learn = async () => {
    const status = document.visibilityState === "visible" ? await ask("/") : null;
    if (status) keep(KNOWN, { others: status.others, key: status.key });
    if (status?.now_at && (await isInCharge(status.now_at, status.key))) offer(status.now_at);
    setTimeout(learn, ASK_EVERY * (0.8 + 0.4 * Math.random()));
  };

  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    const { others = [], key } = recall(KNOWN) ?? {};
    // A laptop may know itself among the others: a page that is already there stays, and asks again.
    for (const address of others.filter((other) => new URL(other, location.href).origin !== location.origin)) {
      if (await isInCharge(address, key)) {
        offer(address);
        break;
      }
    }
    setTimeout(() => {
      looking = false;
    }, LOOK_EVERY);
  };

  if (location.hash.startsWith(MARK)) {
    try {
      keep(BROUGHT, JSON.parse(decodeURIComponent(location.hash.slice(MARK.length))));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
    }
    history.replaceState(null, "", location.pathname + location.search);
  }
  document.addEventListener("matchslip:lost", look);
  document.addEventListener("htmx:sendError", look);
  learn();
})();
