/** What a seat has seen in a deal for two: the tricks so far, and the cards that are still unknown to it. */

import { make } from "./dom.js";
import { roundFrom } from "./multiplayer/seats.js";
import { cardSigns, t } from "./words.js";

/** The pack with sixes and without. */
const RANKS = { 32: "AKQJT987", 36: "AKQJT9876" };

/** The tricks and the unknown cards of a view; null of anything else. `open` says whether they are laid open. */
export function seenIn(view, names, open) {
  const { hand, discards, looked, other, tricks, talon_count: talon } = view;
  if (!other || !hand?.length) return null;
  const played = tricks.flatMap(({ cards }) => cards);
  const known = new Set([hand, discards, looked, other.shown, other.carte_blanche, played].flat());
  const hidden = other.hand_count + other.discard_count + talon;
  const ranks = RANKS[new Set([hand, discards, played].flat()).size + hidden];
  const suit = (suit) => {
    const left = [...(ranks ?? RANKS[32])].map((rank) => rank + suit).filter((card) => !known.has(card));
    return make("li", { "data-suit": suit }, left.length ? left.map((card) => `${cardSigns(card)} `) : "–");
  };
  const trick = ({ leader, cards, winner }) =>
    make("li", {}, roundFrom(leader, ["A", "B"]).slice(0, cards.length).map((seat, at) =>
      make(seat === winner ? "b" : "span", {}, `${names[seat]} ${cardSigns(cards[at])} `)));
  return make("details.seen", { open }, make("summary", {}, t("seen")), make("h3", {}, t("seen.unknown")),
    make("ul", {}, [..."SHCD"].map(suit)),
    tricks.length > 0 && [make("h3", {}, t("seen.tricks")), make("ol", {}, tricks.map(trick))]);
}
