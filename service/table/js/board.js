/** Draws a position, as the service returns it: a view of one seat, or a state, in which everything is seen. */

import { card, hand } from "./cards.js";
import { make } from "./dom.js";
import { ruleLink } from "./messages.js";
import { callOf, isPartner, roleOf, roundFrom, seatsOf, shownBy, sideOf } from "./multiplayer/seats.js";
import { phrase, t } from "./words.js";

const CATEGORIES = ["point", "sequence", "set"];

/** What is known of a seat: its cards, with null for a card that is not seen. */
function side(of, seat) {
  if (of.hands) return { cards: of.hands[seat], discards: of.discards[seat], shown: [] };
  if (of.seat === seat) return { cards: of.hand, discards: of.discards ?? [], shown: [] };
  const { hand_count: count, shown = shownBy(of, seat) } = of.other ?? of.others[seat];
  return { cards: Array(count).fill(null), discards: [], shown };
}

/**
 * Draws `of`, a view or a state, with the seat `bottom` at the bottom. `names` are those of the seats, `hand` says how
 * the hand of a seat is shown (`CardHand.show`), and `below` stands beneath the hand at the bottom.
 */
export function board(of, { bottom, names, hand: how = () => ({}), below = null }) {
  const [near, ...far] = roundFrom(bottom, seatsOf(of)).map((seat) => drawSide(of, seat, names, how(seat)));
  for (const each of far) each.classList.add("far");
  const others = make("div.others", {}, far);
  return make("section.board", { "aria-label": t("board") }, others, drawCentre(of, bottom, names), near, below);
}

function drawSide(of, seat, names, how) {
  const { cards, discards, shown } = side(of, seat);
  const won = of.tricks.filter((trick) => trick.winner === seat).length;
  const facts = [
    isPartner(of, seat) && t("partner"),
    roleOf(of, seat) && t(roleOf(of, seat)),
    t("side.score", { points: of.score[sideOf(of, seat)] }),
    of.tricks.length > 0 && t("side.tricks", { count: won }),
  ];
  const name = names[seat];
  const label = t(cards.includes(null) ? "hand.covered" : "hand.of", { name, count: cards.length });
  const turn = of.to_act === seat && make("span.turn", {}, t("turn"));
  return make("div.side", { "data-seat": seat },
    make("h2", {}, make("b", {}, name), make("span", {}, facts.filter(Boolean).join(" · ")), turn),
    hand(cards, { label, ...how }), spread(t("shown.of", { name }), shown),
    spread(t("discards.of", { name }), discards));
}

/** Small cards with a label; nothing if there are no cards. */
export const spread = (label, cards) =>
  cards.length > 0 && make("div.spread", {}, make("span.label", {}, label), hand(cards, { label }));

function drawCentre(of, bottom, names) {
  const [before, trick] = of.tricks.length > 1 ? of.tricks.slice(-2) : [null, of.tricks[0]];
  const played = (trick?.cards ?? []).map((code, at) => {
    const seat = roundFrom(trick.leader, seatsOf(of))[at];
    const text = trick.winner === seat ? t("trick.won", { name: names[seat] }) : names[seat];
    return make(`figure.${seat === bottom ? "near" : "far"}`, {}, card(code), make("figcaption", {}, text));
  });
  const count = of.talon?.length ?? of.talon_count;
  const label = t("talon", { count });
  const pile = () => make("div.pile", {}, card(null), make("span.label", {}, label));
  return make("div.centre", {}, of.talon ? spread(label, of.talon) : count > 0 && pile(),
    !of.hands && spread(t("looked"), of.looked ?? []), spread(t("trick.last"), before?.cards ?? []),
    make("div.trick", { role: "group", "aria-label": t("trick") }, played),
    calls(of, names));
}

/** What stands of the calls so far: a line for each category that was called. */
function calls(of, names) {
  const called = CATEGORIES.map((category) => callOf(of, category)).filter(Boolean);
  const words = (category, what) => (what ? phrase({ kind: "called", category, ...what }).text : t("call.none"));
  const line = ({ category, called: what, by, status }) =>
    make("li", {}, make("b", {}, t(`category.${category}`)), by && ` ${names[by]}${t("colon")}`,
      ` ${words(category, what)} ${t(`status.${status}`)}`);
  return called.length > 0 && make("ul.calls", { "aria-label": t("calls") }, called.map(line));
}

/**
 * The dialogue of a deal: what was said and done, with what it scored and the rule of each score. The words of the seat
 * `bottom` stand at the right.
 */
export function dialogue(events, names, bottom) {
  const line = (event) => {
    const { text, spoken } = phrase(event, names);
    const who = event.kind?.endsWith("_ended") ? null : event.seat ?? event.side;
    const scores = `${event.points > 0 ? "+" : "−"}${Math.abs(event.points)}`;
    const place = who ? (who.includes(bottom) ? "near" : "far") : "both";
    return text && make(`li.${place}`, { "data-kind": event.kind },
      who && make("b", {}, `${names[who]}${t("colon")} `), make(spoken ? "q" : "span", {}, text),
      event.points !== 0 && [" ", make("span.points", {}, scores), " ", ruleLink(event.rule)]);
  };
  return make("ol.dialogue", { "aria-label": t("dialogue"), tabindex: "0" }, events.map(line).filter(Boolean));
}

/** The score sheet of a partie: a row for each deal, and the totals. */
export function scoreSheet({ ruleset, partie, score, phase }, names) {
  const running = !["deal_over", "partie_over"].includes(phase);
  const rows = [...partie.deals, { dealer: partie.dealer, score, running }].filter(({ dealer }) => dealer);
  const sides = Object.keys(partie.score);
  const cells = (points) => sides.map((each) => make("td", {}, String(points[each])));
  const row = ({ dealer, score, running }, at) =>
    make("tr", {}, make("th", { scope: "row" }, t(running ? "sheet.running" : "sheet.deal", { deal: at + 1 })),
      make("td", {}, names[dealer]), cells(score));
  const head = (text) => make("th", { scope: "col" }, text);
  const heads = [t("sheet.number"), t("sheet.dealer"), ...sides.map((each) => names[each])].map(head);
  const total = make("th", { scope: "row", colspan: "2" }, t("sheet.total"));
  const caption = make("caption", {}, `${t("sheet")} · ${ruleset.name ?? ruleset}`);
  return make("table.sheet", {}, caption, make("thead", {}, make("tr", {}, heads)),
    make("tbody", {}, rows.map(row)), make("tfoot", {}, make("tr", {}, total, cells(partie.score))));
}
