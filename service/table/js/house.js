/**
 * The house player: it sees the view of its seat, and asks public operations about that view, as
 * `examples/house_player` does. It knows no rule of the game, only rules of thumb about what cards are worth.
 */

import { actionsOf, sendable } from "./choices.js";
import { HOLDINGS, knowledgeOf, likelyHands } from "./guesses.js";

/** The types of action, the most urgent first. The house never concedes, and names no suit. */
const ORDER = [
  "claim_carte_blanche", "commit_discard", "exchange", "look_at_left", "reply", "state_tie_break", "call", "pass",
  "reckon", "play", "decline",
];
const REPLIES = ["not_good", "equal", "good"];
const RANKS = "6789TJQKA";
/** Points that a card adds to the play, and each card of a suit beyond three, for elder and for younger. */
const STRENGTH = { elder: { A: 6.6, K: 2.1, Q: 0.9 }, younger: { A: 5.1, K: 2.5, Q: 0.9 } };
const LENGTH = { elder: 2.7, younger: 0 };
/** The best discards by declarations that are considered. */
const ROWS = 60;
/** How many hands of the other are analysed, by the number of cards in hand: long hands take longer. */
const HANDS = { 12: 6, 11: 8, 10: 10, 9: 14 };
const MOST = 20;
const IN_HAND = ["carte_blanche", "point", "sequence", "set", "carte_rouge"];
const IN_PLAY = ["lead", "capture", "trick", "last_trick"];

/** Decides what the seat of a view with options does: an action. `ask(path, body)` asks an operation. */
export async function decide(view, ask) {
  const own = view.options.filter((option) => option.seat === view.seat);
  for (const type of ORDER) {
    const options = own.filter((option) => option.type === type);
    const action = options.length > 0 && (await CHOICES[type]?.(view, options, ask));
    if (action) return sendable({ seat: view.seat, type, ...action });
    if (options.length > 0 && !CHOICES[type]) return sendable(actionsOf(options[0])[0]);
  }
  throw new Error(`nothing to do in phase ${view.phase}`);
}

/** How the members of an action are chosen where the first one is not taken; null passes on to another type. */
const CHOICES = {
  commit_discard: chooseDiscard,
  exchange: (view, options, ask) => (view.discards.length ? null : chooseDiscard(view, options, ask)),
  look_at_left: (view, [{ look, suits }]) => (look.includes(true) && !suits ? { look: true } : null),
  reply: (view, [{ replies }]) => ({ reply: REPLIES.find((reply) => replies.includes(reply)) }),
  state_tie_break: (view, [{ values, tops }]) => (values ? { value: Math.max(...values) } : { top: tops[0] }),
  call: chooseCall,
  play: chooseCard,
};

/** The discard that promises most: in point, sequences and sets, and in what is kept for the play. */
async function chooseDiscard(view, options, ask) {
  const { rows } = await ask("v1/exchanges/analyse", { view, mode: "plain", limit: ROWS });
  const { side, unseen } = await knowledgeOf(view, ask);
  const drawn = sum(unseen.map((card) => strength([card], side))) / unseen.length; // a card drawn is an average one
  const promise = ({ discard, worth }) =>
    worth.decimal + drawn * discard.length + strength(view.hand.filter((card) => !discard.includes(card)), side);
  return { cards: rows.reduce((best, row) => (promise(row) > promise(best) ? row : best)).discard };
}

function strength(cards, side) {
  const long = [..."SHDC"].map((suit) => Math.max(0, cards.filter((card) => card[1] === suit).length - 3));
  const high = cards.map((card) => STRENGTH[side][card[0]] ?? 0);
  return sum(high) + LENGTH[side] * sum(long);
}

/** The best holding of a category that can be good or equal; where the value or the top may be withheld, it is. */
async function chooseCall(view, options, ask) {
  const [hand] = (await ask("v1/hands/evaluate", { view })).hands;
  for (const { category, calls } of options) {
    const best = hand[HOLDINGS[category]][0];
    if (!best || best.odds.good.numerator + best.odds.equal.numerator === 0) continue;
    const said = calls.filter((call) => Object.keys(call).every((name) => [best[name], null].includes(call[name])));
    const call = said.find((each) => Object.values(each).includes(null)) ?? said[0];
    if (call) return { category, ...Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null)) };
  }
  return null;
}

/** The card with the best average over hands that the other may hold, as if all cards were known. */
async function chooseCard(view, [{ cards }], ask) {
  if (cards.length === 1) return { card: cards[0] };
  const known = await knowledgeOf(view, ask);
  const position = positionOf(view, known);
  const hands = await likelyHands(view, known, ask, HANDS[view.hand.length] ?? MOST);
  const values = Object.fromEntries(cards.map((card) => [card, 0]));
  for (const held of hands) { // one after the other: a page must not fill the process pool
    const asked = { ...position, hands: { [known.side]: view.hand, [known.otherSide]: held } };
    for (const { card, value } of (await ask("v1/play/analyse", asked)).cards) {
      if (card in values) values[card] += known.side === "elder" ? value : -value;
    }
  }
  const worth = (card) => values[card] - RANKS.indexOf(card[0]) / 1000; // of equal cards the lowest
  return { card: cards.reduce((best, card) => (worth(card) > worth(best) ? card : best)) };
}

/** What `/v1/play/analyse` is told besides the hands. */
function positionOf(view, { side, otherSide, other }) {
  const sides = { [view.seat]: side, [other]: otherSide };
  const both = (count) => ({ [side]: count(view.seat), [otherSide]: count(other) });
  const made = (kinds) => (seat) =>
    sum(view.events.map((each) => (each.seat === seat && kinds.includes(each.kind) ? each.points : 0)));
  const table = view.tricks.findLast((trick) => trick.winner === null);
  const tricks = both((seat) => view.tricks.filter((trick) => trick.winner === seat).length);
  const leader = table ? { leader: sides[table.leader], led: table.cards[0] } : { leader: side };
  return { ruleset: view.ruleset, in_hand: both(made(IN_HAND)), play: both(made(IN_PLAY)), tricks, ...leader };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
