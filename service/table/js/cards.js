/** Custom elements: a card, and a hand of cards that is used by mouse, finger or keyboard. */

import { make } from "./dom.js";
import { cardName, cardSigns, t } from "./words.js";

const FACES = new URL("../cards/", import.meta.url);

/**
 * `<playing-card code="AS">`: a card face with its name; without `code`, a back.
 * With `mode` it is a button: `press` to act, `choose` to be chosen (`aria-pressed`). With `legal` it may be played.
 */
class PlayingCard extends HTMLElement {
  connectedCallback() {
    if (this.querySelector(".face")) return;
    const code = this.getAttribute("code");
    const mode = this.getAttribute("mode");
    const name = code ? cardName(code) : t("card.back");
    const label = this.hasAttribute("legal") ? t("card.legal", { card: name }) : name;
    const face = code && make("img", { src: new URL(`${code}.svg`, FACES).href, alt: "", draggable: "false" });
    face?.addEventListener("error", () => face.remove()); // the signs are seen then
    const [, rank, suit] = (code ? cardSigns(code) : "").match(/(.*)(.)$/) ?? [];
    const signs = code && make("span.signs", { "aria-hidden": "true" }, make("span", {}, rank), make("span", {}, suit));
    const pressed = mode === "choose" ? "false" : null;
    const role = mode ? { title: name, "aria-pressed": pressed } : { role: "img" };
    this.dataset.suit = code?.[1] ?? "";
    this.prepend(make(mode ? "button.face" : "span.face", { "aria-label": label, ...role }, [face, signs]));
  }

  /** The button of the card, if it is one. */
  get button() {
    return this.querySelector("button.face");
  }

  /** Whether the card is chosen. */
  get chosen() {
    return this.button?.getAttribute("aria-pressed") === "true";
  }

  set chosen(chosen) {
    this.button?.setAttribute("aria-pressed", String(chosen));
  }
}

/**
 * `<card-hand>`: cards in a row, one stop of the tab key; arrow keys, Home and End move between them.
 * It sends the event `card` with `{code, card}` when a card is pressed, and `chosen` when the choice has changed.
 */
class CardHand extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#press(event.target.closest(".face")?.parentElement));
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("focusin", (event) => this.#stop(event.target.closest("playing-card")));
  }

  /**
   * Shows cards, null for a back. `mode` is that of the cards, and `note(code)` gives what stands beneath a card. Where
   * `legal` lists the cards that may be played, they are marked.
   */
  show(cards, { label, mode, legal, note = () => null }) {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    this.toggleAttribute("marked", Boolean(legal));
    const card = (code, at) => {
      const next = at > 0 && code && code[1] !== cards[at - 1]?.[1]; // the first of another suit
      return make("playing-card", { code, mode: code && mode, legal: legal?.includes(code), next }, note(code));
    };
    this.replaceChildren(...cards.map(card));
    this.#stop(this.firstChild);
    return this;
  }

  /** The cards that are chosen. */
  get chosen() {
    return [...this.children].filter((card) => card.chosen).map((card) => card.getAttribute("code"));
  }

  /** The element of a card. */
  card(code) {
    return this.querySelector(`playing-card[code="${code}"]`);
  }

  #press(card) {
    if (!card?.button) return;
    const send = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
    if (card.getAttribute("mode") === "choose") {
      card.chosen = !card.chosen;
      send("chosen", this.chosen);
    }
    send("card", { code: card.getAttribute("code"), card });
  }

  #move(event) {
    const cards = [...this.children];
    const at = cards.indexOf(event.target.closest("playing-card"));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    cards[(to + cards.length) % cards.length].button?.focus();
  }

  #stop(current) {
    for (const card of this.children) card.button?.setAttribute("tabindex", card === current ? "0" : "-1");
  }
}

customElements.define("playing-card", PlayingCard);
customElements.define("card-hand", CardHand);

/** A hand, see `CardHand.show`. */
export const hand = (cards, how) => make("card-hand").show(cards, how);

/** Cards by suit, in alternating colours, the highest of each first. */
export const sorted = (cards) => cards.toSorted((one, other) => place(one) - place(other));
const place = ([rank, suit]) => "SHCD".indexOf(suit) * 10 + "AKQJT9876".indexOf(rank);

/** A card that does nothing. */
export const card = (code) => make("playing-card", { code });
