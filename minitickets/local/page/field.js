import { Data, html } from "map/html.js";

/** A labelled input with what is wrong with it. */
export function Field({ name, label, value, problem, onInput, type = "text", ...others }) {
  const id = `live-field-${name.replaceAll(".", "-")}`;
  return html`
    <div class="live-field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        name=${name}
        type=${type}
        value=${value}
        autocomplete="off"
        spellcheck=${false}
        aria-invalid=${problem ? "true" : undefined}
        aria-describedby=${problem ? `${id}-problem` : undefined}
        onInput=${(event) => onInput(name, event.currentTarget.value)}
        ...${others}
      />
      ${problem && html`<p class="live-problem" id=${`${id}-problem`}><${Data}>${problem}<//></p>`}
    </div>
  `;
}
