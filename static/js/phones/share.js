// A finished event: the own place of this phone's player, and the phone's way to share the page.
"use strict";

(() => {
  const { kept, addressOf, passOver } = window.matchslip;

  const showPlace = async () => {
    const [line, me] = [document.getElementById("own-place"), kept.me()];
    if (!line || !me) return;
    const answer = await fetch(addressOf(document.body.dataset.card, me.number));
    const place = answer.ok ? (await answer.json()).standing?.place : null;
    if (!place) return;
    line.textContent = line.dataset.words.replace("{place}", place).replace("{players}", line.dataset.players);
    line.hidden = false;
  };

  const offer = () => {
    for (const button of document.querySelectorAll("[data-share]")) {
      button.hidden = !navigator.share;
      button.onclick = () => navigator.share({ title: button.dataset.share, url: location.href }).catch(passOver);
    }
    showPlace().catch(passOver);
  };

  // The picture of a place goes to the phone's own sheet; elsewhere its link opens it.
  const sharePicture = async (link) => {
    const answer = await fetch(link.href);
    const file = new File([await answer.blob()], "matchslip.png", { type: "image/png" });
    if (answer.ok && navigator.canShare({ files: [file] })) await navigator.share({ files: [file] });
    else location.assign(link.href);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-share-picture]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    sharePicture(link).catch(passOver);
  });
  offer();
  document.addEventListener("matchslip:settled", offer);
})();
