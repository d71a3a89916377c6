/** Draws a position, as the service returns it: a view of one seat, or a state, in which everything is seen. */
import { card, hand, sorted } from "./cards.js";
import { make } from "./dom.js";
import { ruleLink } from "./messages.js";
import { callOf, isPartner, playedBy, roleOf, roundFrom, seatsOf, shownBy, sideOf } from "./multiplayer/seats.js";
import { cardSigns, phrase, rulesetName, t } from "./words.js";

const CATEGORIES = ["point", "sequence", "set"];

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
  const turn = of.to_act === seat && make("span.turn", {}, t(house?.includes(seat) ? "turn.thinks" : "turn"));
  return make("div.side", { "data-seat": seat },
    make("h2", {}, make("b", {}, name), turn, make("span.facts", {}, facts.filter(Boolean).join(" · "), pile(won))),
    hand(cards, { label, ...how }),
    shown.length > 0 && make("div.spread.known", {}, hand(shown, { label: t("shown.of", { name }), small: true })),
    spread(t("discards.of", { name }), discards, t("discards")));
}

/** The tricks that a seat has won, as backs across each other. */
const pile = (won) =>
  won > 0 && make("span.won", { "aria-hidden": "true" }, Array.from({ length: won }, () => make("i")));

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
  const called = CATEGORIES.map((category) => callOf(of, category)).filter(Boolean);
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

/** The pack with sixes and without. */
const RANKS = { 32: "AKQJT987", 36: "AKQJT9876" };

/** The cards that the seat of a view for two has not seen; null of anything else. They are shown if they are `open`. */
export function unseenIn({ hand, discards, looked, other, tricks, talon_count: talon }, open) {
  if (!other || !hand?.length) return null;
  const played = tricks.flatMap(({ cards }) => cards);
  const known = new Set([hand, discards, looked, other.shown, other.carte_blanche, played].flat());
  const hidden = other.hand_count + other.discard_count + talon;
  const ranks = RANKS[new Set([hand, discards, played].flat()).size + hidden] ?? RANKS[32];
  const suit = (suit) => {
    const left = [...ranks].map((rank) => rank + suit).filter((card) => !known.has(card));
    return make("li", { "data-suit": suit }, left.length ? left.map((card) => `${cardSigns(card)} `) : "–");
  };
  return make("details.seen", { open }, make("summary", {}, t("seen")), make("ul", {}, [..."SHCD"].map(suit)));
}
