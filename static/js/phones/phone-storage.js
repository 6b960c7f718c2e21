// A phone's data about an event: its player, the players it follows, the search text. Loaded before
// the other scripts of phones, which share what they do here.
"use strict";

(() => {
  const { event: slug, zone } = document.body.dataset;

  // A browser that keeps nothing still works, it only forgets.
  const write = (key, value) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof SyntaxError)) throw error;
      return null;
    }
  };

  // One value: `kept.me()` reads it, `kept.me(value)` writes it, null forgets it.
  const value = (key) => (...given) => (given.length ? write(key, given[0]) : read(key));

  // Under any key, for the scripts that have one for each player.
  const raw = (key, ...given) => value(key)(...given);

  const followed = value(`matchslip/${slug}/follow`);

  const kept = {
    // The name of the cache with the newest pages; worker.js has it too.
    copies: "matchslip-last",
    raw,
    me: value(`matchslip/${slug}/me`),
    // The private addresses of this phone, to be taken along to another laptop: [{mark, path}].
    links: value(`matchslip/${slug}/links`),
    // The own card, where no worker may keep the page: {html, at}.
    card: value(`matchslip/${slug}/card`),
    search: value(`matchslip/${slug}/search`),
    // Whether a new round may make a sound: of the phone, not of the event.
    alarm: value("matchslip/alarm"),
    // The number of whose rounds this browser is told while no page is open.
    pushed: value(`matchslip/${slug}/pushed`),
    // Players whose tables are shown too: [{number, name}].
    follows: () => {
      const list = followed();
      return Array.isArray(list) ? list : [];
    },
    follow: (list) => followed(list.length ? list : null),
  };

  // No connection, no room on the phone, a certificate that it does not trust: what was kept before
  // stays, and the page is what it would be without it.
  const passOver = (error) => {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  };

  // Words with the time of `at` (milliseconds) at the venue for {time}, and its age for {minutes}.
  const withAge = (words, at) => {
    const time = new Date(at).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: zone,
    });
    const minutes = Math.floor((Date.now() - at) / 60000);
    return words.replace("{time}", time).replace("{minutes}", String(minutes));
  };

  // An address that the page gives with 0 in the place of a player's number.
  const addressOf = (address, number) => address.replace(/\/0(?=\/$|\.json$)/, `/${Number(number)}`);

  Object.assign(window.matchslip, { kept, passOver, withAge, addressOf });
})();
