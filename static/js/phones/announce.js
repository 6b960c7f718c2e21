// A new round, or a call, is announced: in the title, to a screen reader, with a sound and a buzz if wanted.
"use strict";

(() => {
  const { kept } = window.matchslip;
  const words = document.getElementById("announcing")?.dataset;
  const alarm = document.getElementById("alarm");
  const spoken = document.getElementById("spoken");
  const BUZZ = [300, 150, 300];
  let context = null;
  let mark = "";

  const say = (text) => {
    spoken.textContent = text;
  };

  // Browsers let a page make sounds only after somebody has touched it.
  const wake = () => {
    context ??= new AudioContext();
    return context.resume();
  };

  const beep = async () => {
    await wake();
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const now = context.currentTime;
    tone.frequency.setValueAtTime(660, now);
    tone.frequency.setValueAtTime(880, now + 0.18);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.6);
  };

  const ring = () => {
    beep();
    // Not every phone can, and Safari has no such function.
    navigator.vibrate?.(BUZZ);
  };

  const showTitle = () => {
    if (mark && !document.title.startsWith(mark)) document.title = `${mark} · ${document.title}`;
  };

  const calm = () => {
    if (!mark) return;
    document.title = document.title.replace(`${mark} · `, "");
    mark = "";
  };

  // The page names the rounds of a playoff: "Semifinals".
  const titleOf = (round) =>
    document.querySelector(`#live [data-round="${Number(round)}"][data-title]`)?.dataset.title ??
    window.matchslip.names.filled(words.round, { round });

  const phrase = ({ round, table, kind, opponent }) => {
    let pattern = "{round}";
    if (table != null) pattern = opponent ? words.match : words.table;
    else if (kind === "bye") pattern = words.bye;
    const { filled, written } = window.matchslip.names;
    return filled(pattern, { round: titleOf(round), table, opponent: opponent && written(opponent.name) });
  };

  const tell = (short, text) => {
    mark = `● ${short}`;
    showTitle();
    say(text);
    if (kept.alarm()) ring();
  };

  // The own match as the page shows it: in its slip, or in the line of this phone's player.
  const shownMatch = (player = null) => {
    const cells = player && document.querySelector(`#list tbody tr[data-n="${Number(player.number)}"]`)?.cells;
    const slip = player ? null : document.querySelector("#live .slip");
    const table = cells ? cells[0] : slip?.querySelector(".table-number");
    const others = cells ? cells[2].querySelectorAll(".o") : (slip?.querySelectorAll(".versus strong") ?? []);
    const kind = slip?.dataset.kind;
    if (!kind && !/^\d+$/.test(table?.textContent.trim() ?? "")) return null;
    const name = others.length === 1 && [...others[0].childNodes].find((part) => part.textContent.trim());
    return {
      kind,
      table: kind ? null : table.textContent.trim(),
      opponent: name ? { name: name.textContent.trim() } : null,
    };
  };

  // `card` is the own card as data, or only {round}.
  const announce = (card) => tell(phrase({ ...card, opponent: null }), phrase(card));

  const showAlarm = () => alarm.setAttribute("aria-pressed", String(Boolean(kept.alarm())));

  if (alarm) {
    alarm.parentElement.hidden = false;
    showAlarm();
    alarm.addEventListener("click", () => {
      kept.alarm(kept.alarm() ? null : true);
      showAlarm();
      // So that one hears now what it will sound like.
      if (kept.alarm()) ring();
    });
    if (kept.alarm()) addEventListener("pointerdown", wake, { once: true });
  }
  // A touch means that the page has been seen.
  addEventListener("pointerdown", calm);
  addEventListener("keydown", calm);

  Object.assign(window.matchslip, { say, tell, announce, shownMatch, showTitle });
})();
