/** What a seat knows of the other hand, and hands that the other may hold by all that was said and shown. */

const OTHER = { A: "B", B: "A" };
const RANKS = "6789TJQKA";

/** How many hands are made up and compared with what was said. */
const HANDS = 200;
/** How much a contradiction weighs, where something that is only unusual weighs 1. */
const IMPOSSIBLE = 10;

/** The members of an evaluated hand, by category. */
export const HOLDINGS = { point: "points", sequence: "sequences", set: "sets" };

const rulesets = new Map();

/** The values of the parameters of a ruleset. */
async function parametersOf(ruleset, ask) {
  const { name, overrides } = typeof ruleset === "string" ? { name: ruleset } : ruleset;
  if (!rulesets.has(name)) rulesets.set(name, await ask(`v1/rulesets/${name}`));
  return { ...Object.fromEntries(rulesets.get(name).parameters.map((each) => [each.name, each.value])), ...overrides };
}

/** What the seat of a view knows: cards that the other holds, has played or may hold, and suits that they lack. */
export async function knowledgeOf(view, ask) {
  const { pack, point_comparison: comparison } = await parametersOf(view.ruleset, ask);
  const other = OTHER[view.seat];
  const sides = view.seat === view.partie.dealer ? ["younger", "elder"] : ["elder", "younger"];
  const answers = view.tricks.map(({ leader, cards }) => [cards[0], cards[leader === other ? 0 : 1]]);
  const played = answers.map(([, card]) => card).filter(Boolean);
  const lacks = new Set(answers.filter(([led, card]) => card && card[1] !== led[1]).map(([led]) => led[1]));
  // What elder left and looked at, younger has drawn first. Some of a carte blanche may be laid out since it was shown.
  const left = view.left[other] === null ? 0 : Math.min(view.left[view.seat] ?? 0, view.other.discard_count);
  const drawn = sides[0] === "elder" ? view.looked.slice(0, left) : [];
  const shown = view.other.carte_blanche ? [] : view.other.shown;
  const held = [...new Set([...shown, ...drawn])].filter((card) => !played.includes(card));
  const seen = new Set([...view.dealt, ...view.drawn, ...view.looked, ...held, ...played]);
  const cards = [...RANKS.slice(-pack / 4)].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
  const unseen = cards.filter((card) => !seen.has(card));
  return { side: sides[0], otherSide: sides[1], other, comparison, held, played, lacks, unseen };
}

/** Hands that the other may hold: of many at random the `count` that agree best with what the other has said. */
export async function likelyHands(view, known, ask, count) {
  const missing = Math.max(0, view.other.hand_count - known.held.length);
  const free = known.unseen.filter((card) => !known.lacks.has(card[1]));
  const made = Array.from({ length: HANDS }, () => [...known.held, ...shuffled(free).slice(0, missing)]);
  const hands = [...new Map(made.map((hand) => [hand.toSorted().join(""), hand])).values()];
  const asked = hands.map((hand) => ({ cards: [...hand, ...known.played] }));
  const { hands: evaluated } = await ask("v1/hands/evaluate", { ruleset: view.ruleset, hands: asked, odds: false });
  const doubts = new Map(hands.map((hand, at) => [hand, doubt(view, known, evaluated[at])]));
  return hands.sort((one, other) => doubts.get(one) - doubts.get(other)).slice(0, count);
}

const shuffled = (cards) => cards.map((card) => [Math.random(), card]).sort().map(([, card]) => card);

/** How ill an evaluated hand agrees with what the other called or answered. */
function doubt(view, known, hand) {
  const judge = known.side === "younger" ? asCaller : asAnswerer;
  const calls = view.calls.filter(({ status }) => !["called", "stated"].includes(status));
  return calls.reduce((total, call) => total + judge(call, hand[HOLDINGS[call.category]], known), 0);
}

function asCaller({ category, called }, holdings, known) {
  if (!called) return holdings.length && category !== "point" ? 1 : 0;
  const same = (holding) => category !== "set" || holding.rank === called.rank;
  if (!holdings.some((holding) => size(holding) >= size(called) && same(holding))) return IMPOSSIBLE;
  return order(holdings[0], called, known) === 0 ? 0 : 1;
}

function asAnswerer({ called, status }, [best], known) {
  const better = called && best ? order(best, called, known) : -1;
  if (["not_good", "declined"].includes(status)) return better < 0 ? IMPOSSIBLE : 0;
  if (status === "equal") return best && size(best) >= size(called) ? 0 : IMPOSSIBLE;
  return status === "good" && better >= 0 ? 1 : 0;
}

const size = ({ length, count }) => length ?? count;

/** Compares a holding with what was called, as far as it was said: below 0 if it is less. */
function order(holding, called, { comparison }) {
  const tie = ({ value, top, rank }) => value ?? (top === "nought" ? 7.5 : RANKS.indexOf(top ?? rank));
  const open = called.count == null && called.value == null && called.top == null;
  const bySize = called.value != null && comparison === "pips" ? 0 : size(holding) - size(called);
  return bySize || (open ? 0 : tie(holding) - tie(called));
}
