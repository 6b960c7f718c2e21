// The call of a draft: its step by the server's clock, on the staff's page and on the wall. The staff's page says it once
// by the voice of the browser.
"use strict";

(() => {
  const voice = document.getElementById("call-voice");
  const sound = document.getElementById("call-sound");
  const silent = document.getElementById("call-silent");
  // A page that was asleep says nothing of what is over.
  const FRESH = 3;

  let isOn = false;
  let last = null;
  let sent = false;

  const chosen = () => [...voice.querySelectorAll(":checked")].map((box) => box.value);
  const voiceOf = (language) =>
    speechSynthesis.getVoices().find((each) => each.lang.toLowerCase().startsWith(language));

  const say = (row) => {
    if (!isOn) return;
    speechSynthesis.cancel();
    for (const language of chosen()) {
      const words = new SpeechSynthesisUtterance(row.dataset[language]);
      words.lang = language;
      words.voice = voiceOf(language) ?? null;
      speechSynthesis.speak(words);
    }
  };

  const showVoices = () => {
    silent.hidden = chosen().every(voiceOf);
  };
  if (voice && "speechSynthesis" in window) {
    voice.hidden = false;
    // A browser speaks only after a person has pressed something.
    sound.addEventListener("click", () => {
      isOn = true;
      sound.textContent = sound.dataset.on;
      last = null;
      show();
    });
    voice.addEventListener("change", showVoices);
    speechSynthesis.addEventListener("voiceschanged", showVoices);
    showVoices();
  }

  const positionOf = ({ started, added, paused, lag, held }) => {
    if (held !== undefined) return Number(held);
    const moment = paused ? Date.parse(paused) : matchslip.now();
    return (moment - Date.parse(started)) / 1000 - Number(added) - Number(lag ?? 0);
  };

  const figures = (seconds) =>
    seconds < 60 ? `${seconds}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  const write = (id, text) => {
    const line = document.getElementById(id);
    if (line.textContent !== text) line.textContent = text;
  };

  const show = () => {
    const call = document.getElementById("call");
    if (!call) return;
    const position = positionOf(call.dataset);
    const rows = [...call.querySelectorAll("#call-steps li")];
    const begun = rows.filter((row) => Number(row.dataset.at) <= position);
    const row = begun.at(-1) ?? rows[0];
    const step = begun.findLast((each) => each.dataset.title) ?? rows[0];
    write("call-title", step.dataset.title);
    write("call-left", figures(Math.max(0, Math.ceil(Number(step.dataset.end) - position))));
    write("call-text", step.textContent);
    const isFresh = position - Number(row.dataset.at) < FRESH;
    if (row.dataset.at !== last && (isFresh || last === null)) say(row);
    last = row.dataset.at;
    begin(rows, position);
  };

  // Deck construction begins by itself when the draft is over; a person can begin it sooner.
  const begin = (rows, position) => {
    const form = document.getElementById("call-construction");
    if (!form) {
      sent = false;
      return;
    }
    form.hidden = position < Number(rows.at(-1).dataset.at);
    if (form.hidden || sent || !("auto" in form.dataset)) return;
    sent = true;
    form.requestSubmit(form.querySelector("button"));
  };

  window.matchslip.also?.push(show);
  document.addEventListener("htmx:afterSwap", show);
  show();
  setInterval(show, 200);
})();
