/** A table for two. */
import type {
  Action, ActionText, Advice, Effort, Event, Judgement, Option, Partie, Phase, Score, Seat, State, StateEvent, View,
} from "./contract.js";
import { IllegalAction } from "./errors.js";
import type { Operations } from "./operations.js";

/** A partie in progress: it holds the state, which the service does not keep. */
export class Table {
  readonly #referee: Operations;

  constructor(
    referee: Operations,
    /** The state after the last action. Save it as JSON, and make a table of it to go on. */
    public state: State,
    /** The events of the last action or deal. */
    public events: readonly (Event | StateEvent)[] = [],
  ) {
    this.#referee = referee;
  }

  /** The seat whose turn it is; null if a deal is due or the partie is over. */
  get toAct(): Seat | null {
    return this.state.to_act;
  }

  /** What is due. */
  get phase(): Phase {
    return this.state.phase;
  }

  /** The points of the deal. */
  get score(): Score {
    return this.state.score;
  }

  /** The deals, the totals and, at the end, the result. */
  get partie(): Partie {
    return this.state.partie;
  }

  /** What the rules say of an action, without taking it. */
  check(action: Action | ActionText): Promise<Judgement> {
    return this.#referee.checkAction({ state: this.state, action });
  }

  /** Take an action, as an object or in one line (`A.QH`), and return its events. Throws `IllegalAction`. */
  async act(action: Action | ActionText): Promise<readonly Event[]> {
    return this.#take(action, await this.check(action));
  }

  /**
   * Take actions in order, in one request. Throws `IllegalAction` for the first that is illegal; the actions before that one
   * have been taken, and `events` has their events.
   */
  async play(actions: readonly (Action | ActionText)[]): Promise<readonly Event[]> {
    const { items } = await this.#referee.checkManyActions({ state: this.state, actions: [...actions] });
    const events: Event[] = [];
    for (const [place, judgement] of items.entries()) {
      events.push(...this.#take(actions[place] ?? "", judgement));
      this.events = events;
    }
    return events;
  }

  /** What may be done now, by type of action. */
  async options(): Promise<Option[]> {
    return (await this.#referee.listOptions({ state: this.state })).options;
  }

  /** A page of the actions that may be taken now, each of which is legal. */
  async actions(page: { offset?: number; limit?: number } = {}): Promise<Action[]> {
    return (await this.#referee.listOptions({ state: this.state, expand: true, ...page })).actions ?? [];
  }

  /** What a seat may see. Send a player this, not the state. */
  async view(seat: Seat): Promise<View> {
    return (await this.#referee.viewState({ state: this.state, seat })).view;
  }

  /** What the seat to act may do, best first, from what that seat may know. */
  advice(effort: Effort = "quick"): Promise<Advice> {
    return this.#referee.advise({ state: this.state, effort });
  }

  /** Deal the next deal of the partie, at random unless a seed is given, and return its events. */
  async deal(seed: string = crypto.randomUUID()): Promise<readonly Event[]> {
    const { state, events } = await this.#referee.deal({ state: this.state, seed });
    this.state = state;
    this.events = events;
    return events;
  }

  #take(action: Action | ActionText, { state, events = [], violations }: Judgement): readonly Event[] {
    if (!state) throw new IllegalAction(action, violations);
    this.state = state;
    this.events = events;
    return events;
  }
}
