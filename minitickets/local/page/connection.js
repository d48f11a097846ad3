const RETRY = 1000; // milliseconds; EventSource gives up by itself where something else answers than the live page

/**
 * Follows the server's snapshots, across losses and restarts.
 *
 * It tells `{state, snapshot, receivedAt, problem, restarted}`: `state` is connecting, live or lost, `receivedAt` counts
 * in milliseconds of `performance.now()`, and `restarted` says that another system answers than at first.
 */
export class Connection {
  #source = null;
  #timer = null;
  #told = { state: "connecting", snapshot: null, receivedAt: 0, problem: null, restarted: false };

  constructor(address, tell) {
    this.address = address;
    this.tell = tell;
    this.open();
  }

  open() {
    this.#source = new EventSource(this.address);
    this.#source.addEventListener("snapshot", (event) => this.#receive(JSON.parse(event.data)));
    this.#source.addEventListener("problem", (event) => this.#change({ state: "live", problem: JSON.parse(event.data).problem }));
    this.#source.addEventListener("error", () => this.#lose());
  }

  close() {
    clearTimeout(this.#timer);
    this.#source.close();
  }

  #receive(snapshot) {
    const before = this.#told.snapshot;
    const restarted = before !== null && before.startedAt !== snapshot.startedAt;
    this.#change({ state: "live", snapshot, receivedAt: performance.now(), problem: null, restarted: this.#told.restarted || restarted });
  }

  #lose() {
    this.#change({ state: "lost" });
    if (this.#source.readyState === EventSource.CLOSED) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.open(), RETRY);
    }
  }

  #change(news) {
    this.#told = { ...this.#told, ...news };
    this.tell(this.#told);
  }
}
