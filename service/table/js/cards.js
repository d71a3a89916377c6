/** Custom elements: a card, and a hand of cards that is used by mouse, finger or keyboard; and cards that move. */
import { make } from "./dom.js";
import { cardName, cardSigns, t } from "./words.js";

const FACES = new URL("../cards/", import.meta.url);

/** `<playing-card code="AS">`: a card face with its name; without `code`, a back.
 * With `mode` it is a button: `press` to act, `choose` to be chosen (`aria-pressed`). With `legal` it may be played. */
export function card(code, { mode, legal, next } = {}) {
  const name = code ? cardName(code) : t("card.back");
  const face = code && make("img", { src: new URL(`${code}.svg`, FACES).href, alt: "", draggable: "false" });
  face?.addEventListener("error", () => face.remove()); // the signs are seen then
  const [, rank, suit] = (code ? cardSigns(code) : "").match(/(.*)(.)$/) ?? [];
  const signs = code && make("span.signs", { "aria-hidden": "true" }, make("span", {}, rank), make("span", {}, suit));
  const role = mode ? { title: name, "aria-pressed": mode === "choose" ? "false" : null } : { role: "img" };
  const label = legal ? t("card.legal", { card: name }) : name;
  return make("playing-card", { code, legal, next, "data-suit": code?.[1] ?? "" },
    make(mode ? "button.face" : "span.face", { "aria-label": label, ...role }, [face, signs]));
}

const buttonOf = (each) => each?.querySelector("button.face");
const codeOf = (each) => each.getAttribute("code");

/** `<card-hand>`: cards in a row, one stop of the tab key; arrow keys, Home and End move between them.
 * It sends the event `card` with `{code, card}` when a card is pressed, and `chosen` when the choice has changed. */
class CardHand extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#press(event.target.closest(".face")?.parentElement));
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("focusin", (event) => this.#stop(event.target.closest("playing-card")));
  }

  /** Shows cards, null for a back. `mode` is that of the cards; those that are `legal` are marked. */
  show(cards, { label, mode, legal, small = false }) {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    this.toggleAttribute("marked", Boolean(legal));
    this.classList.toggle("small", small);
    this.style.setProperty("--columns", cards.length > 6 ? Math.ceil(cards.length / 2) : 6); // of two even rows
    const show = (code, at) => {
      const next = at > 0 && code && code[1] !== cards[at - 1]?.[1]; // the first of another suit
      return card(code, { mode: code && mode, legal: legal?.includes(code), next });
    };
    this.replaceChildren(...cards.map(show));
    this.#stop(this.firstChild);
    return this;
  }

  get chosen() {
    return [...this.children].filter((each) => buttonOf(each)?.ariaPressed === "true").map(codeOf);
  }

  choose(codes) {
    for (const each of this.children) buttonOf(each).ariaPressed = String(codes.includes(codeOf(each)));
    this.dispatchEvent(new CustomEvent("chosen"));
  }

  /** Writes on a card where it goes or what it is worth, with a star on the best; no text takes it away. */
  mark(code, text, best = false) {
    const card = this.querySelector(`playing-card[code="${code}"]`);
    card.querySelector(".worth")?.remove();
    const star = best && [make("b", {}, "★"), make("span.unseen", {}, t("hint.best")), " "];
    if (text) card.append(make("span.worth", {}, star, text));
  }

  #press(pressed) {
    const button = buttonOf(pressed);
    if (!button) return;
    const send = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
    if (button.ariaPressed) {
      button.ariaPressed = String(button.ariaPressed !== "true");
      send("chosen", this.chosen);
    }
    send("card", { code: codeOf(pressed), card: pressed });
  }

  #move(event) {
    const cards = [...this.children];
    const at = cards.indexOf(event.target.closest("playing-card"));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttonOf(cards[(to + cards.length) % cards.length])?.focus();
  }

  #stop(current) {
    for (const each of this.children) buttonOf(each)?.setAttribute("tabindex", each === current ? "0" : "-1");
  }
}

customElements.define("card-hand", CardHand);

export const hand = (cards, how) => make("card-hand").show(cards, how);

/** Cards by suit, in alternating colours, the highest of each first. */
export const sorted = (cards) => cards.toSorted((one, other) => place(one) - place(other));
const place = ([rank, suit]) => "SHCD".indexOf(suit) * 10 + "AKQJT9876".indexOf(rank);

/** The cards of a text, such as `SAK HQJ` or `AS KS QH`. What is no card stays as it is: the service says so. */
export function cardsOf(text) {
  return text.toUpperCase().replaceAll("10", "T").split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
    if (/^([AKQJT6-9][SHDC])+$/.test(word)) return word.match(/../g);
    if (!/^([SHDC][AKQJT6-9]+)+$/.test(word)) return [word];
    return word.match(/[SHDC][^SHDC]+/g).flatMap(([suit, ...ranks]) => ranks.map((rank) => rank + suit));
  });
}

/** Nothing moves if the reader's system wants less motion. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING = { duration: 180, easing: "ease-out" };
const CARDS = ".trick [code] .face, .lain [code] .face, .near > card-hand [code] .face";

/** Notes where the cards in `root` are, and where others come from: the hands of other seats, and the talon. */
export function placesIn(root) {
  const places = new Map();
  if (still.matches || !root.querySelector(".board")) return places;
  const note = (key, element) => element && places.set(key, element.getBoundingClientRect());
  for (const side of root.querySelectorAll(".side.far")) note(side.dataset.seat, side.querySelector(".face"));
  note("talon", root.querySelector(".pile .face"));
  for (const face of root.querySelectorAll(CARDS)) note(codeOf(face.parentElement), face);
  return places;
}

/** Moves the cards in `root` from where they were, as `placesIn` has noted before it was drawn again. */
export function moveFrom(places, root) {
  if (!places.size) return;
  for (const face of root.querySelectorAll(CARDS)) {
    const from = places.get(codeOf(face.parentElement)) ?? places.get(face.closest("figure")?.dataset.seat ?? "talon");
    const to = face.getBoundingClientRect();
    const [x, y] = [from?.x + (from?.width - to.width) / 2 - to.x, from?.y + (from?.height - to.height) / 2 - to.y];
    if (!(Math.abs(x) + Math.abs(y) > 2)) continue; // it has not moved, or nobody knows from where
    const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
    face.animate([{ transform, zIndex: 3, offset: 0 }], MOVING);
  }
}
