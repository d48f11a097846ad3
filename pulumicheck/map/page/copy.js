import { useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { Icon } from "map/kinds.js";

/** A command line with a button that puts it on the clipboard. */
export function CopyLine({ text }) {
  const [told, tell] = useState("");
  const copy = async () => {
    tell((await copied(text)) ? "Copied" : "Select the line and copy it by hand");
    setTimeout(() => tell(""), 2000);
  };
  return html`
    <div class="copy-line">
      <code><${Data}>${text}<//></code>
      <button type="button" class="tool" aria-label="Copy the command line" title="Copy" onClick=${copy}>
        <${Icon} name="copy" />
      </button>
      <span class="told" role="status">${told}</span>
    </div>
  `;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or a page that the browser does not trust with the clipboard
  }
}
