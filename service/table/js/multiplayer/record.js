/** A saved game for three or four, as Read shows it: a state, which has the cards and actions of all its deals. */
import { Problem } from "../api.js";
import { reason } from "../messages.js";
import { asSaid } from "./game.js";
import { SEATS, namesOf } from "./seats.js";

/** A position as the board takes it: its words as they are said at these tables, and whose the discards are. */
const asSeen = ({ discards, events, ...state }) =>
  ({ ...state, discards: { [state.partie.dealer]: discards }, events: events.map(asSaid) });

/** What a reader has of a record, from a state of a game. Throws a `Problem` with all that is wrong with it. */
export async function recordOf(state, game, ask) {
  const path = `v1/${game}/`;
  const { violations: found } = await ask(`${path}states/validate`, { state }, false);
  const errors = found.map(({ pointer, ...each }) => ({ pointer, message: reason(each) }));
  if (found.length) throw new Problem(422, { errors });
  const { ruleset, partie, dealt, history, score } = state;
  const played = [...partie.deals, { dealer: partie.dealer, dealt, history, score }];
  const deals = played.map((deal) => ({ ...deal, steps: deal.history.map((action) => ({ action })) }));
  const report = { agrees: true, complete: true, problems: [], deals: deals.map(() => ({ agrees: true })) };
  const names = namesOf({ seats: SEATS[game], state });
  const record = { ruleset, first_dealer: partie.first_dealer, deals };
  return { path, asSeen, names, record, report };
}
