/** Draws cards, and a position as the service returns it: a view of one seat, or a state, in which all is seen. */
import { make } from "./dom.js";
import { callOf, isPartner, playedBy, roleOf, roundFrom, seatsOf, shownBy, sideOf } from "./multiplayer/seats.js";
import { ruleLink } from "./use.js";
import { cardName, cardSigns, phrase, rulesetName, t } from "./words.js";

/** `<playing-card code="AS">`: a card face with its name; without `code`, a back.
 * With `mode` it is a button: `press` to act, `choose` to be chosen (`aria-pressed`). With `legal` it may be played. */
function card(code, { mode, legal, next } = {}) {
  const name = code ? cardName(code) : t("card.back");
  const src = new URL(`../cards/${code}.svg`, import.meta.url).href;
  const face = code && make("img", { src, alt: "", draggable: "false" });
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
    this.style.setProperty("--ranks", cards.length / 4); // of a pack, with a line for each suit
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

/** The cards of a pack of so many, by suit: with sixes or without. */
export const packOf = (size) =>
  [..."SHCD"].flatMap((suit) => [...(size === 36 ? "AKQJT9876" : "AKQJT987")].map((rank) => rank + suit));

/** The cards of a text, such as `SAK HQJ` or `AS KS QH`. What is no card stays as it is: the service says so. */
export function cardsOf(text) {
  return text.toUpperCase().replaceAll("10", "T").split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
    if (/^([AKQJT6-9][SHDC])+$/.test(word)) return word.match(/../g);
    if (!/^([SHDC][AKQJT6-9]+)+$/.test(word)) return [word];
    return word.match(/[SHDC][^SHDC]+/g).flatMap(([suit, ...ranks]) => ranks.map((rank) => rank + suit));
  });
}

/** Nothing moves if the reader's system wants less motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");
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
    face.animate([{ transform, zIndex: 3, offset: 0 }], { duration: 180, easing: "ease-out" });
  }
}

/** What was played in the tricks, as one line of what a deal scored. */
const PLAY = ["lead", "capture", "trick"];
const PLAYED = [...PLAY, "trick_won"];
/** The order of these lines; whatever is not here comes last. */
const ACCOUNT = ["carte_blanche", "point", "sequence", "set", "carte_rouge", "repique", "pique", ...PLAY, "last_trick"];
export const isOver = ({ phase }) => phase.endsWith("_over");

/** What is known of a seat: its cards, with null for a card that is not seen. After a deal its hand is laid open. */
function side(of, seat) {
  const open = isOver(of) ? playedBy(of, seat) : [];
  const own = of.hands ? of.hands[seat] : of.seat === seat && of.hand;
  if (own) {
    const discards = (of.hands ? of.discards[seat] : of.discards) ?? [];
    return { cards: sorted([...own, ...open]), discards: sorted(discards), shown: [] };
  }
  const { hand_count: count } = of.other ?? of.others[seat];
  const shown = isOver(of) ? [] : sorted(shownBy(of, seat));
  return { cards: [...Array(count).fill(null), ...sorted(open)], discards: [], shown };
}

/** Draws `of`, a view or a state, with the seat `bottom` at the bottom. `names` are those of the seats, `house` has
 * those of the house, `hand` says how the hand of a seat is shown (`CardHand.show`), and `below` stands at the foot. */
export function board(of, { bottom, names, house, hand: how = () => ({}), below = null }) {
  const draw = (seat) => drawSide(of, seat, { names, house }, { ...how(seat), small: isOver(of) || seat !== bottom });
  const [near, ...far] = roundFrom(bottom, seatsOf(of)).map(draw);
  for (const each of far) each.append(answer(of.events, each.dataset.seat, bottom));
  near.classList.add("near");
  for (const each of far) each.classList.add("far");
  const kind = `section.board${far.length > 1 ? ".many" : ""}${isOver(of) ? ".over" : ""}`;
  const others = make("div.others", {}, far);
  return make(kind, { "aria-label": t("board") }, others, drawCentre(of, bottom, names), near, below);
}

/** What a seat has said since the seat at the bottom has acted. */
function answer(events, seat, bottom) {
  const said = events.map((event) => ({ ...event, ...phrase(event) }));
  const acted = said.findLastIndex((each) => each.seat === bottom && (each.spoken || PLAYED.includes(each.kind)));
  const answers = said.slice(acted + 1).filter((each) => each.seat === seat && each.spoken);
  return make("p.said", {}, answers.map(({ text }) => make("q", {}, text)));
}

function drawSide(of, seat, { names, house }, how) {
  const { cards, discards, shown } = side(of, seat);
  const won = of.tricks.filter((trick) => trick.winner === seat).length;
  const facts = [
    isPartner(of, seat) && t("partner"),
    roleOf(of, seat) && t(roleOf(of, seat)),
    t("side.score", { points: of.score[sideOf(of, seat)] }),
    of.partie.deals.length > 0 && t("side.partie", { points: of.partie.score[sideOf(of, seat)] }),
    of.tricks.length > 0 && t("side.tricks", { count: won }),
  ];
  const name = names[seat];
  const label = t(cards.includes(null) ? "hand.covered" : "hand.of", { name, count: cards.length });
  const pile = won > 0 && make("span.won", { "aria-hidden": "true" }, Array.from({ length: won }, () => make("i")));
  const turn = of.to_act === seat && make("span.turn", {}, t(house?.includes(seat) ? "turn.thinks" : "turn"));
  return make("div.side", { "data-seat": seat },
    make("h2", {}, make("b", {}, name), turn, make("span.facts", {}, facts.filter(Boolean).join(" · "), pile)),
    hand(cards, { label, ...how }),
    shown.length > 0 && make("div.spread.known", {}, hand(shown, { label: t("shown.of", { name }), small: true })),
    spread(t("discards.of", { name }), discards, t("discards")));
}

/** Small cards with a label and a text beside them; nothing if there are no cards. */
const spread = (label, cards, text = label) =>
  cards.length > 0 && make("div.spread", {}, make("span.label", {}, text), hand(cards, { label, small: true }));

function drawCentre(of, bottom, names) {
  const [before, trick] = of.tricks.length > 1 ? of.tricks.slice(-2) : [null, of.tricks[0]];
  const played = (trick?.cards ?? []).map((code, at) => {
    const seat = roundFrom(trick.leader, seatsOf(of))[at];
    const won = trick.winner === seat && ["✓ ", make("span.unseen", {}, t("trick.won")), " "];
    return make("figure", { "data-seat": seat }, card(code), make("figcaption", {}, won, names[seat]));
  });
  const count = of.talon?.length ?? of.talon_count;
  const label = t("talon", { count });
  const stock = () => make("div.pile", {}, card(null), make("span.label", {}, label));
  const aside = make("div.lain", {}, of.talon ? spread(label, of.talon) : count > 0 && !of.tricks.length && stock(),
    !of.hands && spread(t("looked"), of.looked ?? []), spread(t("trick.last"), before?.cards ?? []));
  return make("div.centre", {}, aside, make("div.trick", { role: "group", "aria-label": t("trick") }, played),
    calls(of, names));
}

/** What stands of the calls so far: a line for each category that was called. */
function calls(of, names) {
  const called = ["point", "sequence", "set"].map((category) => callOf(of, category)).filter(Boolean);
  const words = (category, what) => phrase({ kind: "called", category, ...what }).text.replace(/\.$/, "");
  const nothing = (category) => `${t(`category.${category}`)}${t("colon")} ${t("call.none")}`;
  const line = ({ category, called: what, by, status }) =>
    make("li", {}, by && `${names[by]}${t("colon")} `, what ? make("b", {}, words(category, what)) : nothing(category),
      what && ` ${t(`status.${status}`)}`);
  return called.length > 0 && make("ul.calls", { "aria-label": t("calls") }, called.map(line));
}

/** The dialogue of a deal, in one line for each trick. The words of the seat `bottom` stand at the right. */
export function dialogue(events, names, bottom) {
  const lines = [];
  let lead = [];
  for (const event of events) {
    if (event.kind === "played" && lead.length) lines.push(lead.splice(0));
    if (event.kind === "lead") lead = [event];
    else if (PLAY.includes(event.kind)) lines.at(-1)?.push(event);
    else lines.push([...(event.kind === "trick_won" ? lead.splice(0) : []), event]);
  }
  let number = 0;
  const line = (group) => {
    const event = group.find(({ kind }) => kind === "trick_won") ?? group[0];
    if (event.kind === "trick_won") number += 1;
    const cards = event.cards?.map(cardSigns).join(" ");
    const played = PLAYED.includes(event.kind) && { text: t(`dialogue.${event.kind}`, { number, cards }) };
    const { text, spoken } = played || phrase(event, names);
    const who = event.kind?.endsWith("_ended") ? null : event.seat ?? event.side;
    const place = who ? (who.includes(bottom) ? "near" : "far") : "both";
    return text && make(`li.${place}`, { "data-kind": event.kind },
      who && make("b", {}, `${names[who]}${t("colon")} `), make(spoken ? "q" : "span", {}, text),
      scored(group.filter(({ points }) => points), who, names));
  };
  const all = [...lines, ...(lead.length ? [lead] : [])].map(line).filter(Boolean);
  return make("ol.dialogue", { "aria-label": t("dialogue"), tabindex: "0" }, all);
}

/** The points of a line, with a name where they are not those of `who`; why they were scored is a press away. */
function scored(group, who, names) {
  if (!group.length) return null;
  const points = Object.groupBy(group, ({ side, seat }) => side ?? seat);
  const sums = Object.entries(points).map(([each, of]) => {
    const sum = of.reduce((total, event) => total + event.points, 0);
    return `${each === who ? "" : `${names[each]} `}${sum > 0 ? "+" : "−"}${Math.abs(sum)}`;
  });
  const reasons = group.map((event) => make("span", {}, ` ${phrase(event, names).text} `, ruleLink(event.rule)));
  return [" ", make("span.points", {}, sums.join(", ")), " ",
    make("details.why", {}, make("summary", {}, t("why")), reasons)];
}

export function scoredIn(events) {
  const dealing = events.findLastIndex(({ kind }) => kind === "dealt");
  return events.slice(Math.max(0, dealing)).filter(({ points }) => points);
}

/** What each side scored in a deal, and for what, as rows: one for each holding, one for the tricks, and so on. */
function items(events, sides, names) {
  const rows = new Map();
  const rank = ({ kind }) => (ACCOUNT.indexOf(kind) + ACCOUNT.length + 1) % (ACCOUNT.length + 1);
  const scored = scoredIn(events);
  for (const event of scored.toSorted((one, other) => rank(one) - rank(other))) {
    const text = PLAY.includes(event.kind) ? t("account.play") : phrase(event, names).text;
    const row = rows.get(text) ?? {};
    const who = event.side ?? event.seat;
    rows.set(text, { ...row, [who]: (row[who] ?? 0) + event.points });
  }
  const cell = (points) => make("td", {}, points == null ? "–" : String(points));
  return [...rows].map(([text, points]) =>
    make("tr", {}, make("th", { scope: "row", colspan: "2" }, text), sides.map((each) => cell(points[each]))));
}

/** The score sheet of a partie: a row for each deal, with what each item was for, and the totals. The items of a deal
 * are those of its events, open for the last one; `earlier` has them for deals before. `look(deal)` links to one. */
export function scoreSheet({ ruleset, partie, score, phase, events }, names, earlier = [], look = null) {
  const running = !isOver({ phase });
  const before = partie.deals.map((deal, at) => ({ ...deal, events: earlier[at]?.events }));
  const rows = [...before, { dealer: partie.dealer, score, events, running }].filter(({ dealer }) => dealer);
  const sides = Object.keys(partie.score);
  const cells = (points) => sides.map((each) => make("td", {}, String(points[each])));
  const deal = ({ dealer, score, running, events = [] }, at) => {
    const of = items(events, sides, names);
    if (look && of.length) of.push(make("tr", {}, make("td", { colspan: 2 + sides.length }, look(at + 1))));
    const text = t(running ? "sheet.running" : "sheet.deal", { deal: at + 1 });
    const label = t("sheet.items", { text });
    const show = (open) => {
      for (const each of of) each.hidden = !open;
      toggle.setAttribute("aria-expanded", String(open));
    };
    const toggle = make("button.toggle", { onclick: () => show(of[0].hidden), "aria-label": label }, text);
    show(at === rows.length - 1);
    const head = make("th", { scope: "row" }, of.length ? toggle : text);
    return make("tbody", {}, make("tr", {}, head, make("td", {}, names[dealer]), cells(score)), of);
  };
  const head = (text) => make("th", { scope: "col" }, text);
  const heads = [t("sheet.number"), t("sheet.dealer"), ...sides.map((each) => names[each])].map(head);
  const total = make("th", { scope: "row", colspan: "2" }, t("sheet.total"));
  const caption = make("caption", {}, `${t("sheet")} · ${rulesetName(ruleset.name ?? ruleset)}`);
  return make("table.scores.sheet", {}, caption, make("thead", {}, make("tr", {}, heads)),
    rows.map(deal), make("tfoot", {}, make("tr", {}, total, cells(partie.score))));
}

/** The cards that the seat of a view for two has not seen; null of anything else. They are shown if they are `open`. */
export function unseenIn({ hand, discards, looked, other, tricks, talon_count: talon }, open) {
  if (!other || !hand?.length) return null;
  const played = tricks.flatMap(({ cards }) => cards);
  const known = new Set([hand, discards, looked, other.shown, other.carte_blanche, played].flat());
  const hidden = other.hand_count + other.discard_count + talon;
  const pack = packOf(new Set([hand, discards, played].flat()).size + hidden);
  const suit = (suit) => {
    const left = pack.filter((card) => card[1] === suit && !known.has(card));
    return make("li", { "data-suit": suit }, left.length ? left.map((card) => `${cardSigns(card)} `) : "–");
  };
  return make("details.seen", { open }, make("summary", {}, t("seen")), make("ul", {}, [..."SHCD"].map(suit)));
}
