/** What lays out the cards that are chosen in a hand. */

import { make } from "./dom.js";
import { t } from "./words.js";

/**
 * A hint, and a button that counts the chosen cards and sends them: `send(action, button)`. Until a card is chosen,
 * there is a button only where nothing need be laid out.
 */
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
