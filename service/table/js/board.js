/** Draws a position, as the service returns it: a view of one seat, or a state, in which everything is seen. */

import { card, hand, sorted } from "./cards.js";
import { make } from "./dom.js";
import { ruleLink } from "./messages.js";
import { callOf, isPartner, playedBy, roleOf, roundFrom, seatsOf, shownBy, sideOf } from "./multiplayer/seats.js";
import { phrase, rulesetName, t } from "./words.js";

const CATEGORIES = ["point", "sequence", "set"];

/** What was played in the tricks, as one line of what a deal scored. */
const PLAY = ["lead", "capture", "trick"];
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

/**
 * Draws `of`, a view or a state, with the seat `bottom` at the bottom. `names` are those of the seats, `hand` says how
 * the hand of a seat is shown (`CardHand.show`), and `below` stands beneath the hand at the bottom.
 */
export function board(of, { bottom, names, hand: how = () => ({}), below = null }) {
  const [near, ...far] = roundFrom(bottom, seatsOf(of)).map((seat) => drawSide(of, seat, names, how(seat)));
  for (const each of far) each.classList.add("far");
  near.classList.add("near");
  if (below) near.querySelector("card-hand").after(below);
  const kind = `section.board${far.length > 1 ? ".many" : ""}${isOver(of) ? ".over" : ""}`;
  return make(kind, { "aria-label": t("board") }, make("div.others", {}, far), drawCentre(of, bottom, names), near);
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
    make("h2", {}, make("b", {}, name), turn, make("span.facts", {}, facts.filter(Boolean).join(" · "), pile(won))),
    hand(cards, { label, ...how }),
    shown.length > 0 && make("div.spread.known", {}, hand(shown, { label: t("shown.of", { name }) })),
    spread(t("discards.of", { name }), discards));
}

/** The tricks that a seat has won, as backs across each other. */
const pile = (won) =>
  won > 0 && make("span.won", { "aria-hidden": "true" }, Array.from({ length: won }, () => make("i")));

/** Small cards with a label; nothing if there are no cards. */
export const spread = (label, cards) =>
  cards.length > 0 && make("div.spread", {}, make("span.label", {}, label), hand(cards, { label }));

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

/** What scored in a deal. */
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
  return [...rows].map((row) => itemRow(row, sides));
}

const itemRow = ([text, points], sides) => make("tr", {}, make("th", { scope: "row" }, text),
  sides.map((each) => make("td", {}, points[each] == null ? "–" : String(points[each]))));

/** What each side scored in a deal, and for what, with the sum. */
export function account({ events, score }, names) {
  const sides = Object.keys(score);
  const heads = [make("td"), ...sides.map((each) => make("th", { scope: "col" }, names[each]))];
  return make("div.account", {}, make("table.scores", {}, make("caption", {}, t("account")),
    make("thead", {}, make("tr", {}, heads)), make("tbody", {}, items(events, sides, names)),
    make("tfoot", {}, itemRow([t("account.total"), score], sides))));
}

/**
 * The score sheet of a partie: a row for each deal, with what each item was for, and the totals. The items of a deal
 * are those of its events; `earlier` has them for deals before this one.
 */
export function scoreSheet({ ruleset, partie, score, phase, events }, names, earlier = []) {
  const running = !isOver({ phase });
  const before = partie.deals.map((deal, at) => ({ ...deal, events: earlier[at]?.events }));
  const rows = [...before, { dealer: partie.dealer, score, events, running }].filter(({ dealer }) => dealer);
  const sides = Object.keys(partie.score);
  const cells = (points) => sides.map((each) => make("td", {}, String(points[each])));
  const deal = ({ dealer, score, running, events = [] }, at) => {
    const of = items(events, sides, names);
    const text = t(running ? "sheet.running" : "sheet.deal", { deal: at + 1 });
    const label = t("sheet.items", { text });
    const show = (open) => {
      for (const each of of) each.hidden = !open;
      toggle.setAttribute("aria-expanded", String(open));
    };
    const toggle = make("button.toggle", { onclick: () => show(of[0].hidden), "aria-label": label }, text);
    show(Boolean(running));
    for (const each of of) each.firstChild.colSpan = 2;
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
