/** What the service advises a seat to do, in words: the best actions, what they are worth, and why. */
import { sorted } from "./cards.js";
import { DISCARDS, asEvent } from "./choices.js";
import { make } from "./dom.js";
import { capital, cardName, cardSigns, has, number, phrase, t } from "./words.js";

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

/** A reason in words; nothing if there are none for its code. */
function because({ code, chance, category, points, ...holding }) {
  const kept = KEPT[code] && phrase({ kind: "called", category: KEPT[code], ...holding }).text.replace(/\.$/, "");
  const fields = {
    what: kept && kept.charAt(0).toLowerCase() + kept.slice(1),
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
  const about = t(basis.exact ? "hint.exact" : "hint.about", { count: basis.layouts });
  return make("section.advice", { "aria-label": t("hint.title") }, make("ol", {}, told.map(line)),
    make("p.hint", {}, about));
}
