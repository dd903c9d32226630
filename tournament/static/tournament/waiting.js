/* Deals that this phone keeps until the server has answered them: written down before they are
   sent, so that neither a dropped network nor a reloaded page loses one. A hall is plain http:
   no service worker, no lock shared by the tabs, no crypto.randomUUID. Each deal carries its own
   key, so that sending it again is harmless; IndexedDB itself says which tab sends it. */
"use strict";

const Waiting = (() => {
  const CLAIM = 12000; // milliseconds after which a tab that sends is taken for gone
  const PATIENCE = 8000;
  let opened;

  function database() {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("dix-de-der", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("deals", { keyPath: "key" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("blocked"));
    });
    return opened;
  }

  // Run one transaction over the deals; what `act` returns is the result once it is kept.
  async function kept(mode, act) {
    const store = (await database()).transaction("deals", mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      let result;
      act(store.objectStore("deals"), (found) => { result = found; });
      store.oncomplete = () => resolve(result);
      store.onabort = store.onerror = () => reject(store.error);
    });
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  async function all() {
    const deals = await kept("readonly", (store, give) => {
      store.getAll().onsuccess = ({ target }) => give(target.result);
    });
    return deals.sort((one, other) => one.order - other.order);
  }

  // Write a deal down after those that are there, or in the place it has already.
  function keep(deal) {
    return kept("readwrite", (store) => {
      store.getAll().onsuccess = ({ target }) => {
        const before = target.result.find(({ key }) => key === deal.key);
        const last = Math.max(0, ...target.result.map(({ order }) => order));
        store.put({ ...deal, order: before?.order ?? last + 1, state: "waiting", claimed: 0 });
      };
    });
  }

  function change(key, changes) {
    return kept("readwrite", (store) => {
      store.get(key).onsuccess = ({ target }) => {
        if (target.result) store.put({ ...target.result, ...changes });
      };
    });
  }

  function drop(key) {
    return kept("readwrite", (store) => store.delete(key));
  }

  // Take a deal to send it: null where it waits no more, false where another tab is sending it.
  function claim(key) {
    return kept("readwrite", (store, give) => {
      store.get(key).onsuccess = ({ target }) => {
        const deal = target.result;
        if (deal?.state !== "waiting") return give(null);
        if (Date.now() - deal.claimed < CLAIM) return give(false);
        store.put({ ...deal, claimed: Date.now() });
        return give(deal);
      };
    });
  }

  // A table whose code was renewed opens by the new one; one that was closed may be open again.
  async function adopt(place, code, address) {
    for (const deal of await all()) {
      if (deal.place === place && deal.code !== code) await change(deal.key, { code, address, state: "waiting" });
      else if (deal.state === "closed") await change(deal.key, { state: "waiting" });
    }
  }

  // Ask the server, and give up when it is silent.
  async function ask(address, options) {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), PATIENCE);
    try {
      return await fetch(address, { ...options, cache: "no-store", signal: waiting.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  let token = "";

  async function freshToken() {
    const answer = await ask(document.getElementById("waiting").dataset.csrf, {});
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  }

  async function post(deal) {
    const body = new URLSearchParams(deal.fields.filter(([name]) => name !== "csrfmiddlewaretoken"));
    body.set("csrfmiddlewaretoken", token);
    const headers = { Accept: "application/json" };
    return ask(`${deal.address}?deal=${deal.deal}`, { method: "POST", body, headers });
  }

  // Send one deal; null where the server did not answer, which leaves it waiting.
  async function send(deal) {
    token ||= document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    let answer = await post(deal);
    if (answer?.status === 403) {
      // The page is older than the session: its token is of no use any more.
      await freshToken();
      answer = await post(deal);
    }
    if (!answer?.headers.get("Content-Type")?.startsWith("application/json")) return null;
    try {
      const said = await answer.json();
      return said.outcome && said.outcome !== "wait" ? said : null;
    } catch {
      return null;
    }
  }

  return { adopt, all, change, claim, drop, keep, newKey, send };
})();
