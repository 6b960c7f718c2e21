// The server's time on every screen, to the second; the clocks of rounds; what ends by itself.
"use strict";

(() => {
  const address = document.currentScript.dataset.now;
  const KEPT = "matchslip/clock";
  const GOOD_FOR = 5 * 60000;
  const AGAIN = 10000;
  const SLOW = 200;

  // How far the server's clock is ahead of this device's, in milliseconds, and when that was learned.
  let ahead = 0;
  let learned = -Infinity;
  let asking = false;
  const now = () => Date.now() + ahead;

  const keep = () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ ahead, learned }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    if (kept) ({ ahead, learned } = kept);
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
  }

  // One question: the answer was written about half way between asking and hearing.
  const askOnce = async () => {
    const asked = Date.now();
    const answer = await fetch(address, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(5000) });
    const written = answer.ok ? Number(await answer.text()) : NaN;
    const heard = Date.now();
    return { took: heard - asked, ahead: written - (asked + heard) / 2 };
  };

  const ask = async () => {
    if (asking || Date.now() - learned < GOOD_FOR) return;
    asking = true;
    try {
      let best = await askOnce();
      // A slow answer says little: of three the quickest counts.
      for (let more = 0; more < 2 && best.took > SLOW; more += 1) {
        const next = await askOnce();
        if (next.took < best.took) best = next;
      }
      if (!Number.isNaN(best.ahead)) {
        ({ ahead } = best);
        learned = Date.now();
        keep();
        tick();
      }
    } catch (error) {
      if (!["TypeError", "TimeoutError", "AbortError"].includes(error.name)) throw error;
    } finally {
      asking = false;
    }
    if (Date.now() - learned >= GOOD_FOR) setTimeout(ask, AGAIN);
  };

  const minutesAndSeconds = (seconds) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  // <span class="clock" data-started="ISO time" data-minutes="50" data-added="60" data-paused="ISO time"
  //       data-stands="stands" data-over="Time is over">
  const show = (clock) => {
    const { started, minutes, added, paused, stands, over } = clock.dataset;
    const end = Date.parse(started) + Number(minutes) * 60000 + Number(added ?? 0) * 1000;
    const left = (end - (paused ? Date.parse(paused) : now())) / 1000;
    clock.classList.toggle("over", left <= 0);
    // Large figures count down; the end, or a pause in words, is written small.
    clock.toggleAttribute("data-runs", !paused);
    const time = left <= 0 ? `${over} +${minutesAndSeconds(-left)}`.trim() : minutesAndSeconds(Math.ceil(left));
    const text = paused ? `${time} (${stands})` : time;
    if (clock.textContent !== text) clock.textContent = text;
  };

  // How long somebody waits, in whole minutes: <span data-since="ISO time" data-minute="waiting for {minutes} minute"
  //       data-minutes="waiting for {minutes} minutes">
  const wait = (waiting) => {
    const minutes = Math.floor((now() - Date.parse(waiting.dataset.since)) / 60000);
    const words = minutes === 1 ? waiting.dataset.minute : waiting.dataset.minutes;
    const text = minutes > 0 ? words.replace("{minutes}", minutes) : "";
    if (waiting.textContent !== text) waiting.textContent = text;
  };

  // Notices are hidden after their end: <p data-until="ISO time">
  const tick = () => {
    document.querySelectorAll(".clock[data-started]").forEach(show);
    document.querySelectorAll("[data-since]").forEach(wait);
    for (const passing of document.querySelectorAll("[data-until]")) {
      passing.hidden = Date.parse(passing.dataset.until) <= now();
    }
    if (document.querySelector("[data-started], [data-since], [data-until]")) ask();
  };

  // All screens turn at the same moment: when a second of the server begins.
  const everySecond = () => {
    tick();
    setTimeout(everySecond, 1000 - (Math.round(now()) % 1000));
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    // A device that slept may have set its clock meanwhile.
    if (Date.now() - learned > 60000) learned = -Infinity;
    tick();
  });
  window.matchslip.also.push(tick);
  window.matchslip.tick = tick;
  window.matchslip.now = now;
  everySecond();
})();
