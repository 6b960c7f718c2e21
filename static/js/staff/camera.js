// The camera reads a code into a box, as a hand scanner types it: <input data-scan>. A browser that reads
// no codes itself, or a page over plain HTTP, shows no button. data-scan="stays": the camera is open again on
// the page that answers, and says what is in data-scan-says. data-scan="fills": nothing is sent.
"use strict";

(async () => {
  const words = document.currentScript.dataset;
  if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia || !window.BarcodeDetector) return;
  const known = await window.BarcodeDetector.getSupportedFormats();
  const formats = ["qr_code", "code_128"].filter((format) => known.includes(format));
  if (!formats.includes("qr_code")) return;
  const detector = new window.BarcodeDetector({ formats });
  const KEY = "matchslip/camera";
  const BETWEEN = 100;
  // The same code is read again after it was out of sight for so long.
  const SAME = 2500;
  // A code is a secret of its player: no more than this is remembered.
  const mark = (text) => [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) >>> 0, 7);

  let stream = null;
  let running = 0;
  let last = { mark: 0, at: 0 };

  const part = (tag, values, ...inside) => {
    const element = Object.assign(document.createElement(tag), values);
    element.append(...inside);
    return element;
  };

  const stop = () => {
    running += 1;
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
  };

  const dialog = part("dialog", { id: "camera", className: "camera" });
  dialog.setAttribute("aria-label", words.open);
  const video = part("video", { muted: true, playsInline: true, autoplay: true });
  const say = part("p", { className: "camera-says" });
  say.setAttribute("role", "status");
  const shut = part("button", { type: "button", className: "l", textContent: words.close });
  shut.addEventListener("click", () => dialog.close());
  dialog.append(video, say, shut);
  dialog.addEventListener("close", stop);

  const take = (box, text) => {
    const stays = box.dataset.scan === "stays";
    if (stays) sessionStorage.setItem(KEY, JSON.stringify({ box: box.id, page: location.pathname, ...last }));
    else dialog.close();
    box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    if (box.dataset.scan === "fills") box.focus();
    else if (box.form) box.form.requestSubmit();
    else box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  };

  const watch = async (box, mine) => {
    const isThere = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const text = isThere ? (await detector.detect(video))[0]?.rawValue : undefined;
    if (mine !== running) return;
    if (text) {
      const isSame = mark(text) === last.mark && Date.now() - last.at < SAME;
      last = { mark: mark(text), at: Date.now() };
      if (!isSame) {
        take(box, text);
        return;
      }
    }
    setTimeout(() => watch(box, mine), BETWEEN);
  };

  const open = async (box, says = "") => {
    if (!dialog.isConnected) document.body.append(dialog);
    running += 1;
    const mine = running;
    say.textContent = says || words.point;
    dialog.showModal();
    try {
      const wanted = { facingMode: "environment", width: { ideal: 1280 } };
      const got = await navigator.mediaDevices.getUserMedia({ video: wanted });
      if (mine !== running) {
        got.getTracks().forEach((track) => track.stop());
        return;
      }
      stream = got;
      video.srcObject = stream;
      await video.play();
      watch(box, mine);
    } catch (error) {
      say.textContent = { NotAllowedError: words.refused, NotFoundError: words.none }[error.name] ?? words.trouble;
    }
  };

  const offer = (box) => {
    if (box.dataset.camera) return;
    box.dataset.camera = "offered";
    const button = part("button", { type: "button", className: "camera-open", title: words.open });
    button.setAttribute("aria-label", words.open);
    button.addEventListener("click", () => open(box));
    box.after(button);
  };
  const offerAll = () => document.querySelectorAll("input[data-scan]").forEach(offer);

  offerAll();
  document.addEventListener("htmx:afterSettle", offerAll);
  // A box that came into the page by itself, as that of Ctrl K.
  document.addEventListener("focusin", (event) => event.target.matches?.("input[data-scan]") && offer(event.target));

  // After a scan that was sent, the next player stands in front of the camera already.
  const before = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  sessionStorage.removeItem(KEY);
  const box = before && before.page === location.pathname ? document.getElementById(before.box) : null;
  if (box) {
    last = { mark: before.mark, at: Date.now() };
    const answer = box.dataset.scanSays && document.querySelector(box.dataset.scanSays);
    open(box, answer?.textContent.trim().replace(/\s+/g, " "));
  }
})();
