/** What every use of the page does: it asks the service, can be stopped, and offers a second try of what fails. */
import { ask } from "./api.js";
import { trouble } from "./messages.js";

export class Use {
  stopped = new AbortController();
  static shown = null; // the use on the page

  asker = (...asked) => this.ask(...asked);

  constructor(root) {
    Use.shown?.stopped.abort(); // what is under way on the page
    this.root = root;
    Use.shown = this;
  }

  /** Asks an operation; what is `quiet` is not worth copying. */
  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  /** Does something that may fail; `report` gets the notice of what fails, with a button that tries again. */
  async attempt(work, report = (notice) => this.root.prepend(notice)) {
    try {
      await work();
    } catch (error) {
      if (error.name !== "AbortError") report(trouble(error, () => this.attempt(work, report)));
    }
  }
}
