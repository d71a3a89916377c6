/** Turns the options of the service into actions that can be sent, and into what lays out cards. */
import { make } from "./dom.js";
import { t } from "./words.js";

export const DISCARDS = ["exchange", "commit_discard"];
const range = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => low + at);
const given = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

function single(categories) {
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
