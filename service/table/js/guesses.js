/** What a seat knows of the other hand, and hands that the other may hold, weighed by what was said and shown. */

const OTHER = { A: "B", B: "A" };
const RANKS = "6789TJQKA";

/** The most hands that are compared with what was said. */
const MOST_HANDS = 200;
/** The factor for each thing that was said and would be unusual, but not impossible, with a hand. */
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
  const published = rulesets.get(name).parameters.map((each) => [each.name, each.value]);
  return { ...Object.fromEntries(published), ...overrides };
}

/** What the seat of a view knows for sure: cards that the other holds, has played, or may hold, and suits it lacks. */
export async function knowledgeOf(view, ask) {
  const { pack, point_comparison: comparison } = await parametersOf(view.ruleset, ask);
  const other = OTHER[view.seat];
  const elder = view.seat !== view.partie.dealer;
  const played = [];
  const lacks = new Set();
  for (const { leader, cards } of view.tricks) {
    const card = cards[leader === other ? 0 : 1];
    if (card) played.push(card);
    if (card && card[1] !== cards[0][1]) lacks.add(cards[0][1]);
  }
  // What elder left and looked at, younger has drawn first.
  const drawn = elder ? view.looked.slice(0, Math.min(view.left[view.seat] ?? 0, view.other.discard_count)) : [];
  const shown = view.other.carte_blanche ? [] : view.other.shown; // some of a carte blanche may be laid out since
  const held = [...new Set([...shown, ...(view.left[other] === null ? [] : drawn)])].filter((card) => !played.includes(card));
  const seen = new Set([...view.dealt, ...view.drawn, ...view.looked, ...held, ...played]);
  const cards = [...RANKS.slice(-pack / 4)].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
  return { side: elder ? "elder" : "younger", otherSide: elder ? "younger" : "elder", other, comparison, held, played,
    lacks, unseen: cards.filter((card) => !seen.has(card)) };
}

/**
 * Hands that the other may hold, drawn by their likelihood.
 * @returns {Promise<Map<{held: string[], evaluated: object}, number>>} each with the number of times that it was drawn
 */
export async function likelyHands(view, known, ask, count) {
  const missing = Math.max(0, view.other.hand_count - known.held.length);
  const free = known.unseen.filter((card) => !known.lacks.has(card[1]));
  const hands = Array.from({ length: MOST_HANDS }, () => [...known.held, ...shuffled(free).slice(0, missing)]);
  const different = [...new Map(hands.map((hand) => [hand.toSorted().join(""), hand])).values()];
  const asked = different.map((hand) => ({ cards: [...hand, ...known.played] }));
  const { hands: evaluated } = await ask("v1/hands/evaluate", { ruleset: view.ruleset, hands: asked, odds: false });
  const fits = evaluated.map((hand) => fit(view, known, hand));
  const nothingFits = fits.every((each) => each === 0);
  const weights = different.map((hand, at) => (nothingFits ? 1 : fits[at]) * care(view, known, hand));
  const guesses = different.map((held, at) => ({ held, evaluated: evaluated[at] }));
  const drawn = new Map();
  for (let times = 0; times < count; times += 1) {
    const guess = guesses[draw(weights)];
    drawn.set(guess, (drawn.get(guess) ?? 0) + 1);
  }
  return drawn;
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
  const useful = (card) =>
    RANKS.indexOf(card[0]) + 2 * like(card, 1) + ("TJQKA".includes(card[0]) ? 2 * (like(card, 0) - 1) : 0);
  const total = rest.reduce((sum, card) => sum + useful(card), 0);
  return Math.exp(-CARE * Math.min(1, view.other.discard_count / (rest.length || 1)) * total);
}

/** 0 for a hand that contradicts what was said; less than 1 for each thing that would be unusual with it. */
function fit(view, known, hand) {
  const judge = known.side === "younger" ? asCaller : asAnswerer;
  const calls = view.calls.filter(({ status }) => !["called", "stated"].includes(status));
  return calls.reduce((factor, call) => factor * judge(call, hand[HOLDINGS[call.category]], known), 1);
}

/** The other is elder, and called. */
function asCaller({ category, called }, holdings, known) {
  if (!called) return holdings.length && category !== "point" ? UNUSUAL : 1;
  const same = (holding) => category !== "set" || holding.rank === called.rank;
  if (!holdings.some((holding) => size(holding) >= size(called) && same(holding))) return 0;
  const [best] = holdings;
  return size(best) === size(called) && (isOpen(called) || compare(best, called, known) === 0) ? 1 : UNUSUAL;
}

/** The other is younger, and answered. */
function asAnswerer({ called, status }, holdings, known) {
  const [best] = holdings;
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
