// The entry queues of several desks in one Node process: static/js/desk/queue.js as it is, with a
// page of nothing but what it asks for. Each line of input is an order, each line of output what
// the queue did.
"use strict";

const fs = require("node:fs");
const readline = require("node:readline");
const vm = require("node:vm");

const SCRIPT = new vm.Script(fs.readFileSync(process.argv[2], "utf8"), { filename: "queue.js" });
const desks = new Map();

const element = () => ({
  children: [],
  dataset: {},
  append() {},
  replaceChildren(...children) {
    this.children = children;
  },
  setAttribute() {},
  addEventListener() {},
  focus() {},
});

const makeDesk = (id, storage) => {
  const desk = { id, storage: new Map(Object.entries(storage)), requests: new Map(), timers: [], effects: [], next: 1 };
  const note = (kind, text) => desk.effects.push([kind, text]);
  const matchslip = { say() {}, headers: () => ({}), isTold: () => false };
  const page = {
    window: { matchslip, addEventListener() {} },
    matchslip,
    document: {
      getElementById: (name) => (name === "since" ? null : element()),
      createElement: element,
      dispatchEvent: (event) => note(event.type, ""),
    },
    Event: class {
      constructor(type) {
        this.type = type;
      }
    },
    DOMParser: class {
      parseFromString() {
        return { querySelector: () => null, body: { textContent: "" } };
      }
    },
    localStorage: {
      getItem: (key) => desk.storage.get(key) ?? null,
      setItem: (key, value) => desk.storage.set(key, value),
      removeItem: (key) => desk.storage.delete(key),
    },
    AbortSignal: { timeout: () => null },
    URLSearchParams,
    htmx: { swap() {} },
    setTimeout: (work) => {
      desk.timers.push(work);
    },
    fetch: (_address, { body }) =>
      new Promise((resolve, reject) => {
        const request = desk.next++;
        desk.requests.set(request, { resolve, reject });
        desk.effects.push(["request", request, body.get("entry")]);
      }),
  };
  const context = vm.createContext(page);
  SCRIPT.runInContext(context);
  const form = { ...element(), action: "/enter/", dataset: { key: "round", failed: "{status}", count: "", waiting: "", trouble: "" } };
  desk.queue = matchslip.entryQueue({
    form,
    unknownTable: () => "",
    listRefused: (text) => note("refused", text),
    giveBack: (text) => note("given back", text),
    giveBackInstead: (text) => note("given back", text),
    keepRecent: (text) => note("saved", text),
  });
  return desk;
};

const carryOut = {
  open: ({ desk, storage }) => {
    desks.set(desk, makeDesk(desk, storage));
    desks.get(desk).queue.pump();
  },
  close: ({ desk }) => desks.delete(desk),
  push: ({ desk, text }) => desks.get(desk).queue.push(text),
  // A status of 0: nobody answered within the time that the queue gives an entry.
  answer: ({ desk, request, status, later }) => {
    const waiting = desks.get(desk)?.requests.get(request);
    if (!waiting) return;
    desks.get(desk).requests.delete(request);
    if (!status) waiting.reject(Object.assign(new Error("late"), { name: "TimeoutError" }));
    else
      waiting.resolve({
        status,
        headers: { has: (name) => name === "Retry-After" && later },
        text: async () => "",
      });
  },
  tick: ({ desk }) => desks.get(desk)?.timers.splice(0).forEach((work) => work()),
};

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    carryOut[order.do](order);
    await settled();
    const desk = desks.get(order.desk);
    const told = desk ? { effects: desk.effects.splice(0), storage: Object.fromEntries(desk.storage), length: desk.queue.length() } : {};
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
})();
