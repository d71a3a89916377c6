/** The record of a partie, made from its state. */
import type { FinishedDeal, RecordObject, State } from "./contract.js";

/** The record as JSON, with every deal that has been dealt. */
export function recordOf(state: State, players: object, tags: object): RecordObject {
  const { ruleset, partie, dealt, history, score, phase } = state;
  const deals = partie.deals.map((deal) => dealOf(deal, true));
  if (dealt && partie.dealer) {
    const incidents = (state.incidents ?? []).filter(({ number }) => number === 0);
    const flags = {
      out_of_turn: incidents.some(({ kind }) => kind === "deal_out_of_turn"),
      annulled: state.events.some(({ kind }) => kind === "annulled"),
    };
    deals.push(dealOf({ dealer: partie.dealer, dealt, history, score, ...flags }, phase === "deal_over" || phase === "partie_over"));
  }
  return {
    piquet_record: 1,
    ...tags,
    players,
    ruleset,
    first_dealer: partie.first_dealer,
    deals,
    ...(partie.result && { result: { ...partie.result, winner: partie.result.winner ?? "none" } }),
  };
}

type Dealing = Omit<FinishedDeal, "annulled" | "out_of_turn"> & { annulled?: unknown; out_of_turn?: unknown };

function dealOf({ dealer, dealt, history, score, out_of_turn, annulled }: Dealing, over: boolean): object {
  return {
    dealer,
    dealt,
    steps: history.map((action) => ({ action })),
    ...(Object.values(dealt.hands).some((hand) => hand.length !== 12) && { irregular: true }),
    ...(out_of_turn ? { out_of_turn: true } : {}),
    ...(annulled ? { annulled: true } : over ? { score } : {}),
  };
}
