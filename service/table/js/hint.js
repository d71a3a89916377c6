/** What the service advises a seat to do, in words: the best actions, what they are worth, and why. */

import { sorted } from "./cards.js";
import { asEvent } from "./choices.js";
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
  if (cards && ["exchange", "commit_discard"].includes(type)) {
    return make("span", {}, t("hint.exchange", { count: cards.length, cards: sorted(cards).map(cardSigns).join(" ") }));
  }
  const { text, spoken } = phrase(type === "reckon" ? action : asEvent(action), names);
  return make(spoken ? "q" : "span", {}, text);
}

/** A difference of points, with its sign and one decimal. */
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

/**
 * Asks for advice on a view, with `ask(path, body)`, and returns the best options in words. The view is all that is
 * sent. A press on an option calls `take(action, button)`.
 */
export async function hint(view, ask, { names, take }) {
  const { options, basis } = await ask("v1/advice", { view });
  const best = ({ behind, behind_error: error }, at) => (at === 0 ? "best" : behind <= error ? "equal" : "behind");
  const line = (option, at) => {
    const { action, value, behind } = option;
    const points = value === null ? t("hint.only") : t(`hint.${best(option, at)}`, { behind: behind.toFixed(1) });
    const button = make("button.quiet", { onclick: () => take(action, button) }, deed(action, names));
    const reasons = option.because.map(because).filter(Boolean).slice(0, REASONS);
    return make("li", {}, button, value !== null && make("b.worth", {}, worth(value)), make("span", {}, points),
      reasons.length > 0 && make("span.because", {}, reasons.join(" · ")));
  };
  const about = t(basis.exact ? "hint.exact" : "hint.about", { count: basis.layouts });
  return make("section.advice", { "aria-label": t("hint.title") },
    make("ol", {}, options.slice(0, MOST).map(line)), make("p.hint", {}, about));
}
