import { useEffect, useState } from "preact/hooks";

import { html } from "map/html.js";
import { DeadLetters } from "live/dead-letters.js";
import { Drills } from "live/drills.js";
import { Emails } from "live/emails.js";
import { Functions } from "live/functions.js";
import { ProcessedJobs } from "live/processed-jobs.js";
import { Publish } from "live/publish.js";
import { Queues } from "live/queues.js";
import { Tickets } from "live/tickets.js";
import { number } from "live/words.js";
import { Tabs } from "map/tabs.js";

const SECTIONS = [
  { id: "live-queues", title: "Queues", section: Queues, amount: ({ queues }) => queues.reduce((sum, queue) => sum + queue.total, 0) },
  { id: "live-functions", title: "Functions", section: Functions, amount: ({ functions }) => functions.reduce((sum, each) => sum + each.invocations, 0) },
  { id: "live-jobs", title: "Processed jobs", section: ProcessedJobs, amount: ({ processedJobs }) => processedJobs.total },
  { id: "live-emails", title: "Emails", section: Emails, amount: ({ emails }) => emails.total },
  { id: "live-tickets", title: "My tickets", section: Tickets },
  { id: "live-dead-letters", title: "Dead letters", section: DeadLetters, amount: ({ deadLetters }) => deadLetters.total },
  { id: "live-publish", title: "Publish", section: Publish },
  { id: "live-drills", title: "Drills", section: Drills },
];

/** The dock under the map: how the connection is, and one section at a time. It leaves the map its room until a section is asked for. */
export function Dock({ told, symptoms, titles, select }) {
  const [size, setSize] = useState("closed");
  const [chosen, choose] = useState(SECTIONS[0].id);
  const passed = usePassed(told);
  const { snapshot } = told;
  const { section } = SECTIONS.find((each) => each.id === chosen);
  const tabs = SECTIONS.map(({ id, title, amount }) => ({ id, title: html`${title}${snapshot && amount && html` <span class="live-amount">${number(amount(snapshot))}</span>`}` }));
  const open = (id) => {
    choose(id);
    setSize(size === "closed" ? "half" : size);
  };
  return html`
    <section class="live-dock" aria-label="Live" data-size=${size}>
      <div class="live-head">
        <h2>Live</h2>
        <${Status} told=${told} />
      </div>
      <${Sizes} size=${size} onSize=${setSize} />
      <${Tabs} label="The running system" tabs=${tabs} selected=${chosen} onTab=${open}>
        ${snapshot ? html`<${section} snapshot=${snapshot} passed=${passed} symptoms=${symptoms} titles=${titles} select=${select} />` : html`<p class="live-empty">Waiting for the system …</p>`}
      <//>
    </section>
  `;
}

function Sizes({ size, onSize }) {
  const closed = size === "closed";
  return html`
    <div class="live-sizes">
      ${!closed && html`<button type="button" class="live-button" aria-pressed=${String(size === "full")} onClick=${() => onSize(size === "full" ? "half" : "full")}>Large</button>`}
      <button type="button" class="live-button" aria-expanded=${String(!closed)} onClick=${() => onSize(closed ? "half" : "closed")}>${closed ? "Show" : "Hide"}</button>
    </div>
  `;
}

function Status({ told: { state, problem, restarted } }) {
  const words = { connecting: "Connecting …", live: "Connected.", lost: "The connection is lost; trying again …" };
  const text = [words[state], restarted && state === "live" && "The system was restarted.", problem].filter(Boolean).join(" ");
  return html`<p class="live-status" role="status" data-state=${problem ? "lost" : state}>${text}</p>`;
}

/** Seconds since the snapshot; it moves only while something is hidden, since only then somebody counts. */
function usePassed({ snapshot, receivedAt }) {
  const [now, setNow] = useState(0);
  const counting = snapshot?.queues.some((queue) => queue.nextVisibleIn > 0) ?? false;
  useEffect(() => {
    const timer = counting ? setInterval(() => setNow(performance.now()), 1000) : undefined;
    return () => clearInterval(timer);
  }, [counting]);
  return Math.max(0, now - receivedAt) / 1000;
}
