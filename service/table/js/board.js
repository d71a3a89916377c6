/** Draws a position, as the service returns it: a view of one seat, or a state, in which everything is seen. */

import { make } from "./dom.js";
import { card, hand } from "./cards.js";
import { phrase, t } from "./words.js";
import { ruleLink } from "./messages.js";

const OTHER = { A: "B", B: "A" };
const CATEGORIES = ["point", "sequence", "set"];

/** What is known of a seat: its cards, with null for a card that is not seen. */
function side(of, seat) {
  if (of.hands) return { cards: of.hands[seat], discards: of.discards[seat], shown: [] };
  if (of.seat === seat) return { cards: of.hand, discards: of.discards, shown: [] };
  const { hand_count: count, discard_count: discarded, shown } = of.other;
  return { cards: Array(count).fill(null), discards: Array(discarded).fill(null), shown };
}

/**
 * Draws a position.
 * @param {object} of - a view or a state
 * @param {object} how
 * @param {"A"|"B"} how.bottom - the seat that is drawn at the bottom
 * @param {Object<string, string>} how.names - the names of the seats
 * @param {function(string): object} [how.hand] - how the hand of a seat is shown (`CardHand.show`)
 * @param {Node} [how.below] - what stands beneath the hand at the bottom
 * @returns {HTMLElement}
 */
export function board(of, { bottom, names, hand: how = () => ({}), below = null }) {
  const seats = [OTHER[bottom], bottom].map((seat) => drawSide(of, seat, names, how(seat)));
  seats[0].classList.add("far");
  return make("section.board", { "aria-label": t("board") }, seats[0], drawCentre(of, bottom, names), seats[1], below);
}

function drawSide(of, seat, names, how) {
  const { cards, discards, shown } = side(of, seat);
  const dealer = of.partie.dealer;
  const won = of.tricks.filter((trick) => trick.winner === seat).length;
  const facts = [
    dealer && t(seat === dealer ? "younger" : "elder"),
    t("side.score", { points: of.score[seat] }),
    of.tricks.length > 0 && t("side.tricks", { count: won }),
  ];
  const label = t(cards.some(Boolean) || !cards.length ? "hand.of" : "hand.covered", {
    name: names[seat],
    count: cards.length,
  });
  return make(
    "div.side",
    { "data-seat": seat, "data-turn": of.to_act === seat },
    make(
      "h2",
      {},
      make("b", {}, names[seat]),
      make("span", {}, facts.filter(Boolean).join(" · ")),
      of.to_act === seat && make("span.turn", {}, t("turn")),
    ),
    hand(cards, { label, ...how }),
    shown.length > 0 && spread(t("shown.of", { name: names[seat] }), shown),
    discards.some(Boolean) && spread(t("discards.of", { name: names[seat] }), discards),
  );
}

/** Small cards with a label. */
export function spread(label, cards) {
  return make("div.spread", {}, make("span.label", {}, label), hand(cards, { label }));
}

function drawCentre(of, bottom, names) {
  const count = of.talon?.length ?? of.talon_count;
  const trick = of.tricks.at(-1);
  const played = (trick?.cards ?? []).map((code, at) => {
    const seat = at ? OTHER[trick.leader] : trick.leader;
    const taken = trick.winner === seat;
    const text = taken ? t("trick.won", { name: names[seat] }) : names[seat];
    return make(`figure.${seat === bottom ? "near" : "far"}`, {}, card(code), make("figcaption", {}, text));
  });
  const talon = of.talon && count > 0 ? spread(t("talon", { count }), of.talon) : count > 0 && pile(count);
  const looked = of.hands ? [] : of.looked;
  return make(
    "div.centre",
    {},
    talon,
    looked.length > 0 && spread(t("looked"), looked),
    make("div.trick", { role: "group", "aria-label": t("trick") }, played),
    calls(of),
  );
}

const pile = (count) =>
  make("div.pile", {}, card(null), make("span.label", { "aria-hidden": "true" }, t("talon", { count })));

/** What stands of the calls so far: a line for each category that was called. */
function calls(of) {
  const called = CATEGORIES.map((category) => of.calls.find((call) => call.category === category)).filter(Boolean);
  const line = ({ category, called: what, status }) =>
    make("li", {}, make("b", {}, t(`category.${category}`)), " ",
      what ? phrase({ kind: "called", category, ...what }).text : t("call.none"), " ", t(`status.${status}`));
  return called.length > 0 && make("ul.calls", { "aria-label": t("calls") }, called.map(line));
}

/**
 * The dialogue of a deal: what was said and done, with what it scored and the rule of each score.
 * @param {object[]} events - events of the service
 * @param {Object<string, string>} names
 * @param {"A"|"B"} bottom - the seat whose words stand at the right
 */
export function dialogue(events, names, bottom) {
  const lines = events.map((event) => ({ event, ...phrase(event, names) })).filter(({ text }) => text);
  const line = ({ event, text, spoken }) => {
    const who = event.seat && make("b", {}, `${names[event.seat]}${t("colon")}`);
    const scores = event.points !== 0 && make("span.points", {}, `${event.points > 0 ? "+" : "−"}${Math.abs(event.points)}`);
    const place = event.seat === bottom ? "near" : event.seat ? "far" : "both";
    const said = make(spoken ? "q" : "span", {}, text);
    return make(`li.${place}`, { "data-kind": event.kind }, who, " ", said, " ", scores, scores && [" ", ruleLink(event.rule)]);
  };
  return make("ol.dialogue", { "aria-label": t("dialogue"), tabindex: "0" }, lines.map(line));
}

/** The score sheet of a partie: a row for each deal, and the totals. */
export function scoreSheet(of, names) {
  const { partie } = of;
  const running = partie.dealer && !["deal_over", "partie_over"].includes(of.phase);
  const rows = [...partie.deals, { dealer: partie.dealer, score: of.score, running }].filter(({ dealer }) => dealer);
  const row = ({ dealer, score, running }, at) =>
    make("tr", {}, make("th", { scope: "row" }, t(running ? "sheet.running" : "sheet.deal", { deal: at + 1 })),
      make("td", {}, names[dealer]), make("td", {}, String(score.A)), make("td", {}, String(score.B)));
  const head = ["sheet.number", "sheet.dealer"].map((key) => make("th", { scope: "col" }, t(key)));
  const seats = ["A", "B"].map((seat) => make("th", { scope: "col" }, names[seat]));
  const totals = ["A", "B"].map((seat) => make("td", {}, String(partie.score[seat])));
  return make("table.sheet", {}, make("caption", {}, t("sheet")), make("thead", {}, make("tr", {}, head, seats)),
    make("tbody", {}, rows.map(row)),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row", colspan: "2" }, t("sheet.total")), totals)));
}
