// With the server gone: answers with what offline.js kept, and says in the page how old it is.
// With the page closed: shows what the server tells of a new round.
"use strict";

const KEPT = "matchslip-last";
const PATIENCE = 8000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const kept = async (request) => {
  const cache = await caches.open(KEPT);
  const path = new URL(request.url).pathname;
  // The pairings are the page of the event, too: one of both is kept.
  const twin = path.endsWith("/pairings/") ? path.slice(0, -"pairings/".length) : `${path}pairings/`;
  const stored =
    (await cache.match(path, { ignoreVary: true })) ?? (await cache.match(twin, { ignoreVary: true }));
  if (!stored) return null;
  const headers = new Headers();
  for (const name of ["Content-Type", "Content-Language", "Content-Security-Policy"]) {
    if (stored.headers.has(name)) headers.set(name, stored.headers.get(name));
  }
  const text = await stored.text();
  const head = `<html data-kept="${stored.headers.get("Date")}"`;
  return new Response(text.replace("<html", head), { headers });
};

// A page that was never seen is not kept: the one of its event that is, or nothing.
const home = async (request) => {
  const [, root, event] = new URL(request.url).pathname.split("/");
  const cache = await caches.open(KEPT);
  for (const path of [`/${root}/${event}/pairings/`, `/${root}/${event}/`]) {
    if (event && (await cache.match(path, { ignoreVary: true }))) return Response.redirect(path);
  }
  return null;
};

// What the phone keeps is as new as the page that it shows, without asking for it once more.
const renew = async (address, fresh) => {
  const { pathname, search } = new URL(address);
  const cache = await caches.open(KEPT);
  if (!search && (await cache.match(pathname, { ignoreVary: true }))) await cache.put(pathname, fresh);
};

const answer = async (request, until) => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const fresh = await fetch(request, { signal: giveUp.signal });
    if (fresh.ok && !fresh.redirected) until(renew(request.url, fresh.clone()));
    // A proxy whose server is gone.
    return fresh.status < 502 || fresh.status > 504 ? fresh : ((await kept(request)) ?? fresh);
  } catch (error) {
    const old = (await kept(request)) ?? (await home(request));
    if (old) return old;
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(answer(request, (work) => event.waitUntil(work)));
  }
});

self.addEventListener("push", (event) => {
  const { title, body, address } = event.data.json();
  // The next round takes the place of the last one.
  const options = { body, tag: address, renotify: true, data: address };
  event.waitUntil(self.registration.showNotification(title, options));
});

const show = async (address) => {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((client) => new URL(client.url).pathname === address);
  return there ? there.focus() : self.clients.openWindow(address);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
