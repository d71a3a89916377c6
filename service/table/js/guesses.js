/** What a seat knows of the other hand, and hands that the other may hold, weighed by what was said and shown. */

const OTHER = { A: "B", B: "A" };
const RANKS = "6789TJQKA";

/** How many hands are compared with what was said; how unusual a hand is with which somebody else would have spoken. */
const HANDS = 200;
const UNUSUAL = 0.05;
/** How strongly useful cards speak against having been discarded. */
const CARE = 0.3;

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

/** Hands that the other may hold: a map of each to the number of times that it was drawn, `count` in all. */
export async function likelyHands(view, known, ask, count) {
  const missing = Math.max(0, view.other.hand_count - known.held.length);
  const free = known.unseen.filter((card) => !known.lacks.has(card[1]));
  const made = Array.from({ length: HANDS }, () => [...known.held, ...shuffled(free).slice(0, missing)]);
  const hands = [...new Map(made.map((hand) => [hand.toSorted().join(""), hand])).values()];
  const asked = hands.map((hand) => ({ cards: [...hand, ...known.played] }));
  const { hands: evaluated } = await ask("v1/hands/evaluate", { ruleset: view.ruleset, hands: asked, odds: false });
  const fits = evaluated.map((hand) => fit(view, known, hand));
  const trusted = fits.some(Boolean) ? fits : fits.map(() => 1); // nothing fits: something is not as it seems
  const weights = hands.map((hand, at) => trusted[at] * care(view, known, hand));
  const drawn = Array.from({ length: count }, () => hands[draw(weights)]);
  return new Map(drawn.map((hand) => [hand, drawn.filter((each) => each === hand).length]));
}

const shuffled = (cards) => cards.map((card) => [Math.random(), card]).sort().map(([, card]) => card);

function draw(weights) {
  let left = Math.random() * weights.reduce((total, weight) => total + weight, 0);
  return Math.max(0, weights.findIndex((weight) => (left -= weight) < 0));
}

/** How plausible it is that the other kept this hand and laid out others of the unseen cards: useful ones are kept. */
function care(view, known, hand) {
  const rest = known.unseen.filter((card) => !hand.includes(card));
  const cards = [...hand, ...known.played, ...rest];
  const like = (card, at) => cards.filter((each) => each[at] === card[at]).length;
  const useful = (card) => RANKS.indexOf(card[0]) + 2 * like(card, 1) + (card[0] > "9" ? 2 * (like(card, 0) - 1) : 0);
  const total = rest.reduce((sum, card) => sum + useful(card), 0);
  return Math.exp(-CARE * Math.min(1, view.other.discard_count / (rest.length || 1)) * total);
}

/** 0 for a hand that contradicts what the other called or answered; below 1 for what would be unusual with it. */
function fit(view, known, hand) {
  const judge = known.side === "younger" ? asCaller : asAnswerer;
  const calls = view.calls.filter(({ status }) => !["called", "stated"].includes(status));
  return calls.reduce((factor, call) => factor * judge(call, hand[HOLDINGS[call.category]], known), 1);
}

function asCaller({ category, called }, holdings, known) {
  if (!called) return holdings.length && category !== "point" ? UNUSUAL : 1;
  const same = (holding) => category !== "set" || holding.rank === called.rank;
  if (!holdings.some((holding) => size(holding) >= size(called) && same(holding))) return 0;
  return isOpen(called) ? (size(holdings[0]) === size(called) ? 1 : UNUSUAL)
    : compare(holdings[0], called, known) === 0 ? 1 : UNUSUAL;
}

function asAnswerer({ called, status }, [best], known) {
  const order = !called || !best ? -1 : isOpen(called) ? size(best) - size(called) : compare(best, called, known);
  if (["not_good", "declined"].includes(status) && order < 0) return 0;
  if (status === "equal" && (!best || size(best) < size(called))) return 0;
  return status === "good" && order >= 0 ? UNUSUAL : 1;
}

const size = ({ length, count }) => length ?? count;
const isOpen = ({ count, value, top }) => count == null && value == null && top == null;

/** Compares two holdings of a category: below 0 if the first is less. */
function compare(first, second, { comparison }) {
  const tie = ({ value, top, rank }) => value ?? (top === "nought" ? 7.5 : RANKS.indexOf(top ?? rank));
  const bySize = first.value != null && comparison === "pips" ? 0 : size(first) - size(second);
  return bySize || tie(first) - tie(second);
}
