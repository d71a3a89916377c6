/** The games for three and for four: what is not as it is for two of a partie in Play, and of a record in Read. */
import { actionsOf, sendable } from "../actions.js";
import { fromJson } from "../address.js";
import { Problem } from "../api.js";
import { make } from "../dom.js";
import { Game, open } from "../play.js";
import { setupSeveral } from "../setup.js";
import { reason } from "../use.js";
import { phrase, t } from "../words.js";
import { SEATS, isPartner, listed, namesOf, roundFrom, scores, seatsOf } from "./seats.js";

/** The words of these tables that are said in another way than between two. */
const WORDS = {
  equal: { kind: "replied", reply: "equal", category: null },
  pass: { kind: "passed", category: null },
  passed: { kind: "passed", category: null },
};

const asSaid = (what) => ({ ...what, ...WORDS[what.kind ?? what.type] });

/** Shows the partie of the address, or the form. `more`, such as `30-21.12-40`, has the deals that two played on. */
export function mount(root, { game, more, ...params }) {
  const table = new SeveralGame(root, game);
  table.continued = more ? more.split(".").map((deal) => deal.split("-").map(Number)) : [];
  return open(table, params);
}

class SeveralGame extends Game {
  choose = setupSeveral;
  analysed = false;
  read = fromJson;
  write = async (state) => JSON.stringify(state);
  phrase = (what) => phrase(asSaid(what), this.names);
  decide = async (view) => decide(view);
  packed = async () => this.params.z; // a state has all its deals
  firstDeal = async (ruleset, dealer) => ({ ruleset, dealer });
  pace = 450;
  level = null; // the house of these games has none
  continued = []; // the scores of deals for two, after the winner has left

  constructor(root, game) {
    super(root);
    Object.assign(this, { game, path: `v1/${game}/`, seats: SEATS[game] });
  }

  async view(seat) {
    const view = await super.view(seat);
    const deals = this.state.partie.deals.map(({ dealer, score }) => ({ dealer, score }));
    return { ...view, partie: { ...view.partie, deals }, events: view.events.map(asSaid) };
  }

  async turn(state) {
    this.state = state;
    if (state.phase !== "partie_over") this.continued = [];
    else await this.settle(state);
    await super.turn(state);
  }

  partieParams = async () => ({ more: this.continued.map((deal) => deal.join("-")).join(".") || null });

  async settle({ ruleset, partie, score }) {
    const deals = [...partie.deals, { score }].map((deal) => deal.score);
    const { remaining: two = [] } = partie.result;
    const continued = this.continued.map((deal) => Object.fromEntries(two.map((seat, at) => [seat, deal[at]])));
    const body = { ruleset, deals, ...(continued.length && { continued }) };
    this.settlement = await this.ask(`${this.path}settlements`, body, false);
  }

  /** How the partie ended: who has won, and of three who is second and who has lost. */
  result() {
    const { totals, winner, second, loser, remaining = [], stakes } = this.settlement;
    const { names } = this;
    const text = [
      t("play.partie_over", { scores: scores(totals, names) }),
      t("multiplayer.winner", { name: names[winner] }),
      loser && t("multiplayer.places", { second: names[second], loser: names[loser] }),
      stakes && t("multiplayer.stakes", { scores: scores(stakes, names) }),
      remaining.length > 0 && t("multiplayer.remaining", { names: listed(remaining.map((seat) => names[seat])) }),
    ];
    return text.filter(Boolean).join(" ");
  }

  ending(view) {
    const { remaining = [] } = (view.phase === "partie_over" && this.settlement) || {};
    return remaining.length ? [...super.ending(view), this.continuation(remaining)] : super.ending(view);
  }

  /** A form for the score of a deal that the two who remain have played between them. */
  continuation(two) {
    const points = two.map((seat) =>
      make("input", { id: `points-${seat}`, type: "number", min: 0, max: 1000, required: true }));
    const fields = two.map((seat, at) => make("label", {}, `${this.names[seat]} `, points[at]));
    const add = () => this.guard(async () => {
      this.continued.push(points.map(({ value }) => Number(value)));
      await this.turn(this.state).catch((error) => {
        this.continued.pop();
        throw error;
      });
      this.root.querySelector(".continuation input")?.focus();
    });
    return make("form.continuation", { onsubmit: add }, make("p.hint", {}, t("multiplayer.continue")), fields,
      make("button", { ".type": "submit" }, t("multiplayer.add")));
  }
}

/** A position as the board takes it: its words as they are said at these tables, and whose the discards are. */
const asSeen = ({ discards, events, ...state }) =>
  ({ ...state, discards: { [state.partie.dealer]: discards }, events: events.map(asSaid) });

/** What a reader has of a record, from a state of a game. Throws a `Problem` with all that is wrong with it. */
export async function recordOf(state, game, ask) {
  const path = `v1/${game}/`;
  const { violations: found } = await ask(`${path}states/validate`, { state }, false);
  const errors = found.map(({ pointer, ...each }) => ({ pointer, message: reason(each) }));
  if (found.length) throw new Problem(422, { errors });
  const { ruleset, partie, dealt, history, score } = state;
  const played = [...partie.deals, { dealer: partie.dealer, dealt, history, score }];
  const deals = played.map((deal) => ({ ...deal, steps: deal.history.map((action) => ({ action })) }));
  const report = { agrees: true, complete: true, problems: [], deals: deals.map(() => ({ agrees: true })) };
  const names = namesOf({ seats: SEATS[game], state });
  const record = { ruleset, first_dealer: partie.first_dealer, deals };
  return { path, asSeen, names, record, report };
}

const RANKS = "789TJQKA";

/** The types of option, the first of which that there is is taken. */
const TYPES = ["claim_carte_blanche", "exchange", "call", "equal", "pass", "reckon", "play"];

/** What the house does at these tables. It sees the view of its seat and chooses from the options there, by rules of
 * thumb: it calls its best, keeps high cards and long suits, and wins tricks as cheaply as it can. */
function decide(view) {
  const option = TYPES.map((type) => view.options.find((each) => each.type === type)).find(Boolean);
  const { type } = option;
  const cards = { exchange: () => chooseDiscard(option), play: () => ({ card: chooseCard(option.cards, view) }) }[type];
  return sendable({ ...(cards ? { type, ...cards() } : actionsOf(option)[0]), seat: view.seat });
}

const strength = (card) => RANKS.indexOf(card[0]);
const byStrength = (one, other) => strength(one) - strength(other);
const inSuit = (cards, suit) => cards.filter((card) => card[1] === suit);

function chooseDiscard({ cards, min, max }) {
  const worth = (card) => strength(card) + inSuit(cards, card[1]).length;
  const poorest = cards.toSorted((one, other) => worth(one) - worth(other)).slice(0, max);
  return { cards: poorest.filter((card, at) => at < min || "789".includes(card[0])) };
}

/** Leads the highest card, and of several that of the longest suit. Follows with what wins, or with the lowest. */
function chooseCard(cards, view) {
  const sorted = cards.toSorted(byStrength);
  const trick = view.tricks.findLast(({ winner }) => winner === null);
  if (!trick) {
    const length = (card) => inSuit(view.hand, card[1]).length;
    return sorted.toSorted((one, other) => byStrength(other, one) || length(other) - length(one))[0];
  }
  const seats = seatsOf(view);
  const [, suit] = trick.cards[0];
  const best = inSuit(trick.cards, suit).toSorted(byStrength).at(-1);
  const leads = roundFrom(trick.leader, seats)[trick.cards.indexOf(best)];
  const better = inSuit(sorted, suit).filter((card) => byStrength(card, best) > 0);
  if (isPartner(view, leads) || !better.length) return sorted[0];
  return trick.cards.length === seats.length - 1 ? better[0] : better.at(-1);
}
