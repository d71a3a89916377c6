/** A table for two. */
import type {
  Action, ActionText, Advice, DealAnswer, Effort, Event, GivenState, Judgement, LegalJudgement, Option, Partie, Phase,
  PictureAtTable, RecordObject, Ruling, RulingsAtTable, Score, Seat, State, StateEvent, View,
} from "./contract.js";
import { IllegalAction, RefereeError } from "./errors.js";
import type { Operations } from "./operations.js";
import { members } from "./options.js";

/** The most actions that the service lists in one response, and that a table lists in several. */
const PAGE = 1000;
const MOST = 10_000;

/** What a table does, whether it holds the state or a token. */
export abstract class AnyTable {
  constructor(
    protected readonly referee: Operations,
    /** The events of the last action or deal. */
    public events: readonly (Event | StateEvent)[] = [],
  ) {}

  /** The state as requests take it. */
  protected abstract given(): GivenState;

  /** What is known of the state. */
  protected abstract seen(): State | View;

  /** Take the state after an action. */
  protected abstract continue(after: LegalJudgement): void;

  /** The seat whose turn it is; null if a deal is due or the partie is over. */
  get toAct(): Seat | null {
    return this.seen().to_act;
  }

  /** What is due. */
  get phase(): Phase {
    return this.seen().phase;
  }

  /** The points of the deal. */
  get score(): Score {
    return this.seen().score;
  }

  /** What the rules say of an action, without applying it. */
  check(action: Action | ActionText): Promise<Judgement> {
    return this.referee.checkAction({ state: this.given(), action: single(action) });
  }

  /** Apply an action, as an object or as text (`lead QH`), and return its events. Throws `IllegalAction`. */
  async apply(action: Action | ActionText): Promise<readonly Event[]> {
    return this.#apply(action, await this.check(action));
  }

  /**
   * Apply actions in order, in one request. Throws `IllegalAction` for the first that is illegal; the actions before that one
   * have been applied, and `events` has their events.
   */
  async play(actions: readonly (Action | ActionText)[]): Promise<readonly Event[]> {
    if (!Array.isArray(actions)) throw new TypeError("play takes an array of actions: split a text of several at its spaces");
    const { items } = await this.referee.checkManyActions({ state: this.given(), actions: [...actions] });
    const events: Event[] = [];
    for (const [place, judgement] of items.entries()) {
      events.push(...this.#apply(actions[place] ?? "", judgement));
      this.events = events;
    }
    return events;
  }

  /**
   * What may be done now, by type of action. A concealed table has the options of its own seat: often none while `toAct` is the
   * opponent.
   */
  async options(): Promise<Option[]> {
    return (await this.referee.listOptions({ state: this.given() })).options;
  }

  /**
   * The actions that may be done now, with `limit` so many; or a `sample`, all equally likely. Throws a `RefereeError` if there are
   * more than 10,000 and neither is given.
   */
  async actions(which: { offset?: number; limit?: number; sample?: number; seed?: string } = {}): Promise<Action[]> {
    const { offset = 0, limit, sample, seed = crypto.randomUUID() } = members(which, "offset", "limit", "sample", "seed");
    const state = this.given();
    if (sample !== undefined) return (await this.referee.listOptions({ state, sample, seed })).actions ?? [];
    const found: Action[] = [];
    for (;;) {
      const page = { expand: true, offset: offset + found.length, limit: limit ?? PAGE };
      const { actions = [], total = 0 } = await this.referee.listOptions({ state, ...page });
      found.push(...actions);
      if (limit !== undefined || !actions.length || offset + found.length >= total) return found;
      if (total > MOST) throw new RefereeError(`there are ${total} actions: give a limit or a sample`);
    }
  }

  /** What the seat to act may do, best first, from what that seat may know; `best` is the best action. */
  async advice(how: { effort?: Effort } = {}): Promise<Advice & { best: Action }> {
    const { effort = "quick" } = members(how, "effort");
    const advice = await this.referee.advise({ state: this.given(), effort });
    const [first] = advice.options;
    return { ...advice, best: first!.action };
  }

  /** A picture as SVG, or as lines of `text`: as a seat may see it, or with everything visible. */
  picture(seat?: Seat, { text = false, ...how }: PictureAtTable & { text?: boolean } = {}): Promise<string> {
    const request = { state: this.given(), ...(seat && { seat }), ...how };
    return this.referee.pictureState(request, text ? "text/plain" : "image/svg+xml");
  }

  /** The rulings on what is irregular and still open: for a seat, or for an arbiter. */
  async rulings(seat?: Seat, more: RulingsAtTable = {}): Promise<Ruling[]> {
    return (await this.referee.listRulings({ state: this.given(), ...(seat && { seat }), ...more })).rulings;
  }

  #apply(action: Action | ActionText, judgement: Judgement): readonly Event[] {
    if (!judgement.legal) throw new IllegalAction(action, judgement.violations);
    this.continue(judgement);
    this.events = judgement.events;
    return judgement.events;
  }
}

/** One action. Throws `TypeError` for advice and options, which are several. */
function single(action: Action | ActionText): Action | ActionText {
  if ("best" in Object(action)) throw new TypeError("advice has several actions: hand over its `best`");
  if (Array.isArray(action)) throw new TypeError("these are several: hand over one, or [0] of actions({ sample: 1 })");
  return action;
}

/** A partie in progress: it holds the state, which the service does not keep. */
export class Table extends AnyTable {
  readonly #before: string[] = [];

  constructor(
    referee: Operations,
    /** The state after the last action. Save it as JSON, and make a table of it to go on. */
    public state: State,
    events: readonly (Event | StateEvent)[] = [],
  ) {
    super(referee, events);
    const { token, history } = Object(state) as { token?: unknown; history?: unknown };
    if (token) throw new RefereeError("this is a concealed state, which a ConcealedTable takes with seat and key");
    if (!Array.isArray(history)) {
      throw new RefereeError("a Table takes the member `state` of a response, not the whole response, a promise, a view or a text");
    }
  }

  protected given(): State {
    return this.state;
  }

  protected seen(): State {
    return this.state;
  }

  protected continue({ state }: LegalJudgement | DealAnswer): void {
    this.#before.push(JSON.stringify(this.state));
    if (state) this.state = state;
  }

  /** The deals, the totals and, at the end, the result. */
  get partie(): Partie {
    return this.state.partie;
  }

  /** What a seat may see. Send a player this, not the state. */
  async view(seat: Seat): Promise<View> {
    return (await this.referee.viewState({ state: this.state, seat })).view;
  }

  /** Deal the next deal of the partie, at random unless a seed is given, and return its events. */
  async deal(how: { seed?: string } = {}): Promise<readonly Event[]> {
    const { seed = crypto.randomUUID() } = members(how, "seed");
    const dealt = await this.referee.deal({ state: this.state, seed });
    this.continue(dealt);
    this.events = dealt.events;
    return dealt.events;
  }

  /**
   * Take back the last action and return it, or the deal if nothing was done in it, and return null. It goes back as far as the
   * state that the table was made with, and throws a `RefereeError` there.
   */
  undo(): Action | null {
    const before = this.#before.pop();
    if (before === undefined) throw new RefereeError("the table was made with this state, so there is nothing to undo");
    const last = this.state.history.at(-1) ?? null;
    this.state = JSON.parse(before) as State;
    this.events = [];
    return last;
  }

  /**
   * The record of the partie, which `convertRecord` makes text. `players` are their names by seat, `tags` event, site, date and
   * round. Throws a `RefereeError` for others.
   */
  async record(players: { A?: string; B?: string } = {}, tags: Record<string, string> = {}): Promise<RecordObject> {
    const head = { piquet_record: 1, players, ...tags };
    const { record, problems } = await this.referee.convertRecord({ state: this.state, record: head });
    if (problems.length) throw new RefereeError(problems.map((each) => `${each.pointer}: ${each.message}`).join("; "));
    return record;
  }
}
