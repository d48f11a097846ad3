import { render } from "preact";

import { App } from "map/app.js";
import { Channel } from "map/channel.js";
import { html } from "map/html.js";
import { MapModel } from "map/model.js";
import { go } from "map/route.js";

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
