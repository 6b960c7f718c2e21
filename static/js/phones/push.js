// A new round is told also while no page is open, where the installation has a key for it: worker.js.
// Browsers do that only for pages that came over TLS, or from this computer.
"use strict";

(() => {
  const { key, address, worker, over } = document.currentScript.dataset;
  const { kept, passOver } = window.matchslip;
  // The server forgets the phones of an event that is over; one that is reopened asks anew.
  if (over) kept.pushed(null);
  const scope = worker.slice(0, worker.lastIndexOf("/") + 1);
  const alarm = document.getElementById("alarm");
  const also = document.getElementById("pushed");
  if (!key || !alarm || !window.isSecureContext || !navigator.serviceWorker) return;
  if (!window.PushManager || !window.Notification) return;

  const tell = async (subscription, number, wanted) => {
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys;
    const body = JSON.stringify({ number, endpoint, p256dh, auth, wanted });
    const send = () => fetch(address, { method: "POST", body });
    let answer = await send();
    // A phone without the player's link gets a mark first, a cookie that tells it apart.
    if (answer.status === 403) answer = await send();
    return answer.ok;
  };

  // One player per event: a subscription for an earlier player is ended first.
  const follow = async (subscription) => {
    const before = kept.pushed();
    const number = kept.alarm() && kept.me() ? Number(kept.me().number) : null;
    if (before !== null && before !== number && (await tell(subscription, before, false))) {
      kept.pushed(null);
    }
    if (number !== null && before !== number && (await tell(subscription, number, true))) {
      kept.pushed(number);
    }
    also.hidden = kept.pushed() === null;
  };

  // One for all pages, also for a private one that another worker keeps: a round is told once.
  const registered = async () => {
    const registration = await navigator.serviceWorker.register(worker, { scope });
    const coming = registration.installing ?? registration.waiting;
    if (!registration.active && coming) {
      await new Promise((resolve) => {
        coming.addEventListener("statechange", () => coming.state === "activated" && resolve());
      });
    }
    return registration;
  };

  const change = async () => {
    if (kept.alarm() && kept.me() && Notification.permission === "default") {
      await Notification.requestPermission();
    }
    const { pushManager } = await registered();
    let subscription = await pushManager.getSubscription();
    if (!subscription && kept.alarm() && kept.me() && Notification.permission === "granted") {
      kept.pushed(null);
      subscription = await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    }
    if (subscription) await follow(subscription);
  };

  // One after another: a second tap waits for what the first one began.
  let last = Promise.resolve();
  const changeNext = () => {
    last = last.then(change).catch(passOver);
  };

  alarm.addEventListener("click", changeNext);
  document.addEventListener("matchslip:me", changeNext);
  changeNext();
})();
