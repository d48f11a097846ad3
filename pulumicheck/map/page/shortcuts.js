import { useLayoutEffect, useRef } from "preact/hooks";

/** Keys that work everywhere but in a text field. */
export function useShortcuts(keys) {
  const latest = useRef(keys); // so that a quick second key meets what the first has changed
  latest.current = keys;
  useLayoutEffect(() => {
    const press = (event) => {
      const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
      if (latest.current[event.key] && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        latest.current[event.key]();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
