import { render } from "preact";

import { App } from "map/app.js";
import { html } from "map/html.js";
import { MapModel } from "map/model.js";
import { go } from "map/route.js";

/** Passes values on to whoever listens; a late listener gets the last one. */
class Channel {
  #listeners = new Set();
  #last = null;

  publish(value) {
    this.#last = value;
    this.#listeners.forEach((listener) => listener(value));
  }

  /** @returns {() => void} ends the subscription */
  subscribe(listener) {
    this.#listeners.add(listener);
    if (this.#last !== null) {
      listener(this.#last);
    }
    return () => this.#listeners.delete(listener);
  }
}

const facts = JSON.parse(document.getElementById("map-document").textContent);
const model = new MapModel(facts);
const snapshots = new Channel();
render(html`<${App} model=${model} snapshots=${snapshots} />`, document.getElementById("app"));
requestAnimationFrame(() => {
  performance.mark("map-drawn");
  if ("live" in document.body.dataset) {
    startLive();
  }
});

/** Loads the part that follows a running system; a page without a server does not carry it. */
async function startLive() {
  const { mountLive } = await import("live/live.js");
  mountLive(document.getElementById("live"), {
    document: facts,
    select: (resource, tab = "what") => go({ resource, tab }, model),
    onSnapshot: (snapshot) => snapshots.publish(snapshot),
  });
}
