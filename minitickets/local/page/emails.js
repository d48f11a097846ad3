import { useEffect, useRef, useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { ask } from "live/requests.js";
import { Shown } from "live/table.js";
import { time } from "live/words.js";

const NARROW = "(max-width: 720px)"; // where the preview stands below the list

/** The emails that SES accepted, and one of them as its recipient sees it. */
export function Emails({ snapshot }) {
  const [chosen, choose] = useState(null);
  const { items, total } = snapshot.emails;
  if (!items.length) {
    return html`<p class="live-empty">No email was sent yet. Publish a booking, and it appears here.</p>`;
  }
  return html`
    <div class="live-split">
      <div>
        <${Shown} shown=${items.length} total=${total} />
        <ul class="live-list" aria-label="Emails, newest first">
          ${items.map((email) => html`<li key=${email.id}><${Entry} email=${email} chosen=${email.id === chosen} choose=${choose} /></li>`)}
        </ul>
      </div>
      <div class="live-preview">${chosen ? html`<${Preview} key=${chosen} id=${chosen} />` : html`<p class="live-empty">Choose an email to read it.</p>`}</div>
    </div>
  `;
}

function Entry({ email, chosen, choose }) {
  return html`
    <button type="button" class="live-entry" aria-current=${chosen ? "true" : undefined} onClick=${() => choose(email.id)}>
      <span class="live-entry-title"><${Data}>${email.subject}<//></span>
      <span class="live-entry-note"><${Data}>${email.recipient}<//> · ${time(email.sentAt)}</span>
    </button>
  `;
}

function Preview({ id }) {
  const [{ answer, error }, setEmail] = useState({});
  const [asText, setAsText] = useState(false);
  const facts = useRef(null);
  useEffect(() => {
    ask(`/live/emails/${encodeURIComponent(id)}`).then(setEmail);
  }, [id]);
  useEffect(() => {
    if (answer && matchMedia(NARROW).matches) {
      facts.current.scrollIntoView();
    }
  }, [answer]);
  if (!answer) {
    return html`<p class="live-empty">${error ?? "Loading …"}</p>`;
  }
  return html`
    <dl class="live-facts" ref=${facts}>
      <div><dt>From</dt><dd><${Data}>${answer.sender}<//></dd></div>
      <div><dt>To</dt><dd><${Data}>${answer.recipient}<//></dd></div>
      <div><dt>Subject</dt><dd><${Data}>${answer.subject}<//></dd></div>
    </dl>
    <label class="live-check"><input type="checkbox" checked=${asText} onChange=${(event) => setAsText(event.currentTarget.checked)} /> Show the text part</label>
    ${asText
      ? html`<pre class="live-text" tabindex="0" aria-label="The email as text"><${Data}>${answer.text}<//></pre>`
      : html`<iframe class="live-frame" sandbox="" title="The email as HTML" src=${`/live/emails/${encodeURIComponent(id)}/html`}></iframe>`}
  `;
}
