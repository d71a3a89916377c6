/** Actions: those that the service offers, those that it advises, what the house does, and what actions have cost. */
import { format, pack, parse, unpack } from "./address.js";
import { sorted } from "./board.js";
import { make, say } from "./dom.js";
import { capital, cardName, cardSigns, has, number, phrase, t, uncapital } from "./words.js";

export const DISCARDS = ["exchange", "commit_discard"];
const range = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => low + at);
const given = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

function single(categories = []) {
  const all = categories.flatMap(({ category, holdings }) => holdings.map((cards) => [{ category, cards }]));
  return all.length > 1 ? all.map((holdings) => ({ holdings })) : [];
}

/** What the actions of each type of option have besides seat and type. */
const MEMBERS = {
  call: ({ category, calls }) => calls.map((call) => ({ category, ...given(call) })),
  pass: ({ category }) => [{ category }],
  equal: ({ category }) => [{ category }],
  reply: ({ replies }) => replies.map((reply) => ({ reply })),
  state_tie_break: ({ category, values, tops }) =>
    values ? values.map((value) => ({ category, value })) : tops.map((top) => ({ category, top })),
  look_at_left: ({ look, suits }) =>
    look.flatMap((look) => (look && suits?.length ? suits.map((suit) => ({ look, suit })) : [{ look }])),
  name_suit: ({ suits }) => suits.map((suit) => ({ suit })),
  claim_carte_blanche: ({ exchange }) =>
    exchange ? range(exchange.min, exchange.max).reverse().map((exchange) => ({ exchange })) : [{}],
  reckon: ({ categories }) => [{}, { holdings: [] }, ...single(categories)],
  decline: () => [{}],
  concede: () => [{}],
};

/** The actions of an option, the most usual first, as `phrase` takes them; none for what is chosen on the cards. */
export const actionsOf = ({ seat, type, actions, ...option }) =>
  actions ?? (MEMBERS[type]?.(option) ?? []).map((members) => ({ seat, type, ...members }));

export function sendable({ category, ...action }) {
  return ["call", "equal", "pass"].includes(action.type) ? { category, ...action } : action;
}

/** An action as an event, so that both are said with the same words. */
export function asEvent(action) {
  const { type, card, cards, count = cards?.length, holdings = [] } = action;
  if (type === "play") return { ...action, kind: "played", cards: [card], points: 0 };
  const reckoned = holdings.flatMap((each) => each.cards ?? []);
  return { ...action, count, points: 0, ...(type === "reckon" && { kind: "reckons", cards: reckoned }) };
}

/** A hint, and a button that sends the chosen cards: `send(action, button)`. It is hidden while they are too few. */
export function discardControls({ seat, type, min, max }, hand, send) {
  const press = ({ currentTarget }) => send({ seat, type, cards: hand.chosen }, currentTarget);
  const button = make("button.discard", { onclick: press });
  const count = () => {
    const { length } = hand.chosen;
    button.textContent = t("play.exchange", { count: length });
    button.classList.toggle("first", length > 0);
    button.hidden = !length && min > 0;
  };
  hand.addEventListener("chosen", count);
  count();
  const kind = min === max ? "exactly" : min ? "hint" : "upto";
  return [make("p.hint", {}, t(`play.exchange.${kind}`, { min, max })), button];
}

/** How well the house plays, as in `examples/house_player`: it takes one of the best options, `most` of them, none more
 * than `within` points behind the best. One that is `softness` points further behind is chosen a third as often. */
export const LEVELS = {
  easy: { most: 3, within: Infinity, softness: Infinity },
  medium: { most: 10, within: 6, softness: 2 },
  strong: { most: 1, within: Infinity, softness: Infinity },
};
export const DEFAULT_LEVEL = "medium";

/** Decides what the seat of a view does. It concedes only if that is best. `drawn`, below 1, chooses the option. */
export async function decide(view, ask, level, drawn = Math.random()) {
  const { most, within, softness } = LEVELS[level];
  const { options } = await ask("v1/advice", { view, weights: "likely" });
  const likely = options.filter(({ action }, at) => at === 0 || action.type !== "concede");
  const best = likely.slice(0, most).filter(({ behind }) => behind <= within);
  const weights = best.map(({ behind }) => Math.exp(-behind / softness));
  let left = drawn * weights.reduce((total, weight) => total + weight, 0);
  const chosen = weights.findIndex((weight) => (left -= weight) < 0);
  return best.at(chosen).action; // the last one, if rounding leaves none
}

export const newSeed = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The seed of a deal of a partie: whoever has the partie's seed is dealt the same cards. */
export const seedOf = (seed, deal) => `${seed}-${deal}`;

/** A number below 1 that is the same for the same text (FNV-1a, and the mixing of MurmurHash3). */
export function drawnFrom(text) {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Covers everything with a title, what it is `about`, and a button that does `work()`. */
export function cover(root, { title, about, press }, work) {
  const button = make("button.first", { onclick: work }, press);
  const lines = about.filter(Boolean).map((text) => make("p", {}, text));
  root.replaceChildren(make("section.handover", {}, make("h2", {}, title), lines, button));
  say(title);
  button.focus();
}

/** The record of a text that somebody pastes: the text itself, or what a challenge's address brings. */
export async function pasted(text) {
  const { params } = parse(text.slice(Math.max(0, text.indexOf("#"))));
  return params.vs ? unpack(params.vs) : text;
}

/** How many actions are told, and how many reasons for each. */
const MOST = 3;
const REASONS = 4;
/** Reasons that begin with a holding, and the kind of holding. */
const KEPT = { keeps_point: "point", keeps_sequence: "sequence", keeps_set: "set" };

/** An action in words, as it is done or said: `Lay out 9♦ 8♦`, `Play the ace of hearts`, `“Point of five.”` */
export function deed(action, names) {
  const { type, card, cards } = action;
  if (type === "play") return make("span", {}, t("hint.play", { card: cardName(card) }));
  if (cards && DISCARDS.includes(type)) {
    return make("span", {}, t("hint.exchange", { count: cards.length, cards: sorted(cards).map(cardSigns).join(" ") }));
  }
  const { text, spoken } = phrase(type === "reckon" ? action : asEvent(action), names);
  return make(spoken ? "q" : "span", {}, text);
}

export const worth = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;

function because({ code, chance, category, points, ...holding }) {
  const kept = KEPT[code] && phrase({ kind: "called", category: KEPT[code], ...holding }).text.replace(/\.$/, "");
  const fields = {
    what: kept && uncapital(kept),
    percent: chance != null && Math.round(chance * 100),
    category: category && t(`category.${category}`).toLowerCase(),
    points: points?.toFixed(1),
    number: number(holding.length ?? 0),
  };
  const told = chance == null || fields.percent > 0;
  return told && has(`because.${code}`) ? capital(t(`because.${code}`, fields)) : null;
}

/** Asks for advice on a view, with `ask(path, body)`, and returns the best options in words; they are marked in the
 * `hand` of the view, too. The view is all that is sent. A press on an option calls `take(action, button)`. */
export async function hint(view, ask, { names, take, hand }) {
  const { options, basis } = await ask("v1/advice", { view, weights: "likely" });
  const best = ({ behind, behind_error: error }, at) => (at === 0 ? "points" : behind <= error ? "equal" : "behind");
  const line = (option, at) => {
    const { action, value, behind } = option;
    const fields = { points: worth(value ?? 0), behind: behind?.toFixed(1) };
    const points = value === null ? t("hint.only") : t(`hint.${best(option, at)}`, fields);
    const button = make("button.quiet", { onclick: () => take(action, button) }, deed(action, names));
    const reasons = option.because.map(because).filter(Boolean).slice(0, REASONS);
    return make("li", {}, button, make(at ? "span" : "b.worth", {}, points),
      reasons.length > 0 && make("span.because", {}, reasons.join(" · ")));
  };
  const told = options.slice(0, MOST);
  for (const [at, { action, value }] of told.entries()) {
    if (action.card) hand.mark(action.card, worth(value ?? 0), at === 0);
    else if (at === 0 && DISCARDS.includes(action.type)) action.cards.forEach((code) => hand.mark(code, t("hint.out")));
  }
  return make("section.advice", { "aria-label": t("hint.title") }, make("ol", {}, told.map(line)),
    make("p.hint", {}, t(basis.exact ? "hint.exact" : "hint.about", { count: basis.layouts })));
}

/** Lists in `out` the `most` decisions that cost most in the deals with these numbers, as they are reviewed. `seats`
 * are those that are judged, `ask(path, body)` asks, and `place(deal, step, text)` makes what leads to a position. */
export async function review(out, ask, { record, deals, seats, names, place }, most = 8) {
  const found = [];
  for (const number of deals) {
    const busy = make("p.hint", { role: "status" }, t("review.busy", { number }));
    out.replaceChildren(list(found, names, place, most), busy);
    const { deals: reviewed } = await ask("v1/records/review", { record, deals: [number] });
    for (const { decisions, deal } of reviewed) {
      const costly = decisions.filter(({ blamed, seat }) => blamed && seats.includes(seat));
      found.push(...costly.map((each) => ({ ...each, deal })));
    }
  }
  const text = t(found.length ? "review.told" : "review.none");
  out.replaceChildren(list(found, names, place, most), make("p.hint", { role: "status" }, text));
}

function list(found, names, place, most) {
  const line = ({ deal, step, seat, done, best, cost, error, exact }) =>
    make("li", {}, place(deal, step, t("read.at", { deal, step })), " ", make("b", {}, names[seat], t("colon")), " ",
      deed(done, names), " ", t("review.best"), " ", deed(best, names), " ",
      make("b.worth", {}, t("review.cost", { cost: cost.toFixed(1) })), exact ? "" : ` ± ${error.toFixed(1)}`);
  const costly = found.toSorted((one, other) => other.cost - one.cost).slice(0, most);
  return make("ol.costly", { "aria-label": t("review.title") }, costly.map(line));
}

/** A button that reviews what `what()` returns, for `review`, and where its answer stands. */
export function reviewButton(ask, what, guard) {
  const out = make("div.review");
  return [make("button.quiet", { onclick: () => guard(async () => review(out, ask, await what())) }, t("review")), out];
}

/** Compares two records, the reader's first, deal by deal and card by card; `house` is the seat of the house, as in an
 * address. Returns a table of what each won, and where each deal went another way, with links to both positions. */
export async function compare(records, ask, { house, names }) {
  const converted = records.map((record) => ask("v1/records/convert", { record, to: "json" }));
  const [{ boards, problems }, ...read] = await Promise.all([ask("v1/records/compare", { records }), ...converted]);
  if (problems.length) return make("p.notice", {}, problems[0].message);
  const packed = await Promise.all(records.map((each) => pack(typeof each === "string" ? each : JSON.stringify(each))));
  const lines = boards.flatMap(({ results }) => {
    const pair = [1, 2].map((number) => results.find(({ record }) => record === number));
    const elder = pair[0] && records[0].deals[pair[0].deal - 1].dealer === (house ?? "B");
    return pair.every(Boolean) ? [{ pair, sign: elder ? 1 : -1 }] : [];
  });
  if (!lines.length) return make("p.hint", {}, t("challenge.none"));
  const cells = (numbers) => numbers.map((number) => make("td", {}, String(number).replace("-", "−")));
  const row = ({ pair, sign }) => {
    const [own, other] = pair.map(({ net }) => sign * net);
    return make("tr", {}, make("th", { scope: "row" }, String(pair[0].deal)), cells([own, other, own - other]));
  };
  const total = [0, 1].map((at) => lines.reduce((sum, { pair, sign }) => sum + sign * pair[at].net, 0));
  const heads = ["sheet.number", "name.you", "challenge.other", "challenge.difference"];
  const detail = ({ pair, sign }) => {
    const steps = pair.map(({ deal }, at) => read[at].record.deals[deal - 1].steps ?? []);
    const [own, other] = steps.map((all) => all.map(({ action }) => JSON.stringify(action)));
    const step = own.findIndex((action, at) => action !== other[at]);
    const side = (at) => {
      const { deal, play } = pair[at];
      const action = steps[at][step]?.action;
      const place = format("read", { z: packed[at], deal, step: Math.max(0, step) });
      return [make("a", { href: place }, t(at ? "challenge.other" : "name.you")), t("colon"), " ",
        action && [house?.includes(action.seat) && `${names[action.seat]}${t("colon")} `, deed(action, names)],
        play && ` ${t("challenge.play", { gained: worth(sign * play.gained) })}`].flat();
    };
    const text = step < 0 ? t("challenge.same") : t("challenge.parted", { step: step + 1 });
    return make("li", {}, `${t("read.deal", { deal: pair[0].deal })}${t("colon")} ${text} `,
      make("ul", {}, make("li", {}, side(0)), make("li", {}, side(1))));
  };
  return make("section.compared", {}, make("table.scores", {}, make("caption", {}, t("challenge.compared")),
    make("thead", {}, make("tr", {}, heads.map((key) => make("th", { scope: "col" }, t(key))))),
    make("tbody", {}, lines.map(row)), make("tfoot", {}, make("tr", {},
      make("th", { scope: "row" }, t("sheet.total")), cells([...total, total[0] - total[1]])))),
  make("ul.parted", {}, lines.map(detail)));
}
