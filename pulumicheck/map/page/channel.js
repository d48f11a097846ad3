/** Passes values on to whoever listens; a late listener gets the last one. */
export class Channel {
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
