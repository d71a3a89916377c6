/** A table for two at which nobody has the cards of both. */
import type { ConcealedState, Event, HeldState, LegalJudgement, Seat, View, ViewedPartie } from "./contract.js";
import { RefereeError, WrongToken } from "./errors.js";
import type { Operations } from "./operations.js";
import { AnyTable } from "./table.js";

/** The SHA-256 of a key, as `key_hashes` of a concealed deal takes it. */
export async function keyHash(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A seat of a concealed partie (docs/concealed.md). Call `view` first: it knows nothing but a token before.
 *
 * It has no `undo`: both players would have to go back, each with a new table of an earlier token. It has no `record`, since it
 * does not have the opponent's cards: after the partie, `convertRecord` takes a token with both keys.
 */
export class ConcealedTable extends AnyTable {
  readonly #key: string;
  #view: View | undefined;
  #agreed = [-1, 0];

  constructor(
    referee: Operations,
    /** The token after the last action. Hand it to the opponent, and give theirs to `receive`. */
    public concealed: ConcealedState,
    /** Your seat. */
    readonly seat: Seat,
    key: string,
  ) {
    super(referee);
    const { token } = Object(concealed) as Partial<ConcealedState>;
    if (!token) throw new RefereeError("a ConcealedTable takes the whole `concealed` object, not its token or a view");
    // What was given may be the key, so it is not quoted.
    if (!["A", "B"].includes(seat)) throw new RefereeError('the seat of a ConcealedTable is "A" or "B"; the key comes after it');
    this.#key = key;
  }

  /** The scores of the deals, the totals and, at the end, the result. */
  get partie(): ViewedPartie {
    return this.seen().partie;
  }

  /** The seat whose agreement the next deal still needs; null unless the other seat has agreed. */
  get awaiting(): Seat | null {
    return this.seen().awaiting ?? null;
  }

  /** What you see. */
  async view(): Promise<View> {
    this.#view ??= (await this.referee.viewState({ state: this.given(), seat: this.seat })).view;
    return this.#view;
  }

  /**
   * Take the token of the opponent, and return what you see now. Throws `WrongToken` for one that does not continue what you
   * have seen: it may be of another attempt or partie.
   */
  async receive(concealed: ConcealedState): Promise<View> {
    const before = await this.view();
    const view = await new ConcealedTable(this.referee, concealed, this.seat, this.#key).view();
    const deals = view.partie.deals.length - before.partie.deals.length;
    const since = before.events.length;
    const now = JSON.stringify([view.dealt, view.events.slice(0, since)]);
    if (deals < 0 || (deals === 0 && now !== JSON.stringify([before.dealt, before.events]))) {
      throw new WrongToken("the token does not continue what this table has seen: ask the opponent for the newest");
    }
    if (this.awaiting && this.awaiting !== this.seat) this.#agreed = [before.partie.deals.length, since];
    this.concealed = concealed;
    this.#view = view;
    this.events = view.events.slice(deals ? 0 : since);
    return view;
  }

  /** Agree to the next deal, once, and return its events: none before the opponent has agreed, too. */
  async deal(): Promise<readonly Event[]> {
    const before = await this.view();
    const [deals, events] = this.#agreed;
    const agreedBefore = before.partie.deals.length === deals && (!this.awaiting || before.events.length !== events);
    if (agreedBefore || (this.awaiting && this.awaiting !== this.seat)) {
      throw new RefereeError("this table has agreed: hand over its token, and receive that of the opponent");
    }
    const dealt = await this.referee.dealConcealed({ state: this.given() });
    this.concealed = dealt.concealed;
    this.events = dealt.events;
    this.#view = dealt.view ?? before;
    return dealt.events;
  }

  protected given(): HeldState {
    return { ...this.concealed, keys: { [this.seat]: this.#key } };
  }

  protected seen(): View {
    if (!this.#view) throw new RefereeError("this table has seen nothing but a token: call view() first");
    return this.#view;
  }

  protected continue({ concealed, view }: LegalJudgement): void {
    if (concealed) this.concealed = concealed;
    this.#view = view;
  }
}
