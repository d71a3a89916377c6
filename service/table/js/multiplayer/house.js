/** The house player at a table of three or four. It sees the view of its seat and chooses from the options there, by
 * rules of thumb: it calls its best, keeps high cards and long suits, and wins tricks as cheaply as it can. */
import { sendable } from "../choices.js";
import { isPartner, roundFrom, seatsOf } from "./seats.js";

const RANKS = "789TJQKA";
const LOW = "789";

/** What is chosen of an option, by its type; the first type that there is an option of is taken. */
const CHOICES = {
  claim_carte_blanche: () => ({}),
  exchange: chooseDiscard,
  call: ({ category, calls }) => ({ category, ...calls[0] }),
  equal: ({ category }) => ({ category }),
  pass: ({ category }) => ({ category }),
  reckon: () => ({}),
  play: (option, view) => ({ card: chooseCard(option.cards, view) }),
};

/** Decides what the seat of a view with options does: an action. */
export function decide(view) {
  const type = Object.keys(CHOICES).find((each) => view.options.some((option) => option.type === each));
  const option = view.options.find((each) => each.type === type);
  return sendable({ seat: view.seat, type, ...CHOICES[type](option, view) });
}

const strength = (card) => RANKS.indexOf(card[0]);
const byStrength = (one, other) => strength(one) - strength(other);
const inSuit = (cards, suit) => cards.filter((card) => card[1] === suit);

function chooseDiscard({ cards, min, max }) {
  const worth = (card) => strength(card) + inSuit(cards, card[1]).length;
  const poorest = cards.toSorted((one, other) => worth(one) - worth(other)).slice(0, max);
  return { cards: poorest.filter((card, at) => at < min || LOW.includes(card[0])) };
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
