/** Who sits where: the games for more than two, and the seats and sides of a position of any game. */
import { format } from "../address.js";
import { make } from "../dom.js";
import { language, t } from "../words.js";

/** The seats of the games for more than two, in the order of the table. An address names these games by `game`. */
export const SEATS = { normand: ["A", "B", "C"], voleur: ["A", "B", "C", "D"] };

export function games(current) {
  const link = (game) => {
    const here = game === current && "page";
    return make("a", { href: format("play", { game }), "aria-current": here }, t(`game.${game ?? "piquet"}`));
  };
  return make("nav.games", { "aria-label": t("play.game") }, [undefined, ...Object.keys(SEATS)].map(link));
}

export const seatsOf = ({ seat, hands, others }) =>
  hands ? Object.keys(hands).toSorted() : others ? [seat, ...Object.keys(others)].toSorted() : ["A", "B"];

export const roundFrom = (first, seats) => [...seats, ...seats].slice(seats.indexOf(first)).slice(0, seats.length);
export const sideOf = (of, seat) => Object.keys(of.score).find((side) => side.includes(seat));
export const isPartner = (of, seat) => seat !== of.seat && sideOf(of, seat).includes(of.seat);

/** What a seat is in the deal, as a key of a text; undefined if it is nothing in particular. */
export function roleOf(of, seat) {
  const { dealer } = of.partie;
  const seats = seatsOf(of);
  if (seat === dealer) return seats.length > 2 ? "dealer" : "younger";
  return dealer && roundFrom(dealer, seats)[1] === seat ? "elder" : undefined;
}

export const playedBy = (of, seat) =>
  of.tricks.map(({ leader, cards }) => cards[roundFrom(leader, seatsOf(of)).indexOf(seat)]).filter(Boolean);

/** The cards that another seat has shown, to claim or to reckon them, and has not played since. */
export function shownBy(of, seat) {
  const played = playedBy(of, seat);
  const shown = new Set(of.other?.shown ?? [...(of.claimed[seat] ?? []), ...of.shown[seat]]);
  return [...shown].filter((card) => !played.includes(card));
}

/** What stands of the calls in a category: what was `called`, its `status`, and `by` whom if more than two play. */
export function callOf(of, category) {
  const found = of.calls.find((each) => each.category === category);
  const called = found?.words?.findLast(({ said }) => said === "call");
  return found?.words ? { ...found, called, by: called?.seat } : found;
}

/** The names of the seats of a partie, and of its sides: a side is named like the seats that it has, such as `AC`. */
export function namesOf({ seats, house, state }) {
  const alone = house?.length === seats.length - 1;
  const own = (seat) => t(alone ? "name.you" : `name.${seat}`);
  const theirs = (seat) => t(house.length > 1 ? "name.house.of" : "name.house", { seat });
  const name = (seat) => (house?.includes(seat) ? theirs(seat) : own(seat));
  const all = new Set([...seats, ...Object.keys(state?.score ?? {})]);
  return Object.fromEntries([...all].map((who) => [who, listed([...who].map(name))]));
}

export const listed = (names) => new Intl.ListFormat(language()).format(names);

/** The seat whose cards may be seen on the screen: of one person who plays against the house, it is always theirs. Of
 * several people it is the one who `seen` it last, or nobody. If the house plays alone, the first seat is watched. */
export function watcher({ seats, house, seen, state }) {
  const people = seats.filter((seat) => !house?.includes(seat));
  return people.length > 1 ? seen ?? (state.to_act ? null : people[0]) : people[0] ?? seats[0];
}

export const scores = (points, names) =>
  Object.entries(points).map(([who, count]) => `${names[who]} ${count}`).join(", ");
