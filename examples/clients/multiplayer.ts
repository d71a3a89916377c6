/**
 * A deal of voleur and one of normand, played through a client of openapi-typescript and openapi-fetch.
 *
 *     openapi-typescript openapi.yaml --output piquet.d.ts --root-types --root-types-no-schema-prefix
 *     tsc --strict multiplayer.ts && node multiplayer.js http://127.0.0.1:8000
 */
import createClient from "openapi-fetch";
import type {
  Card, Category, MultiplayerSeat, NormandAction, NormandState, paths, Rank, VoleurAction, VoleurState,
} from "./piquet.js";

const client = createClient<paths>({ baseUrl: process.argv[2] });

/** What a seat says, or the card that it plays. */
function said(seat: MultiplayerSeat, text: string): VoleurAction {
  const [word, first, second] = text.split(" ");
  switch (word) {
    case "point":
      return { seat, type: "call", category: "point", length: Number(first), value: Number(second) };
    case "sequence":
      return { seat, type: "call", category: "sequence", length: Number(first), top: second as Rank };
    case "set":
      return { seat, type: "call", category: "set", count: Number(first), rank: second as Rank };
    case "equal":
    case "pass":
      return { seat, type: word, category: first as Category };
    case "reckon":
      return { seat, type: "reckon" };
    default:
      return { seat, type: "play", card: word as Card };
  }
}

async function sayVoleur(state: VoleurState, action: VoleurAction): Promise<VoleurState> {
  const { data, error } = await client.POST("/v1/voleur/actions/check", { body: { state, action } });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if (!data.state) throw new Error(data.violations.map((reason) => `${reason.rule}: ${reason.message}`).join("; "));
  for (const { deal_score, side, kind, points } of data.events ?? []) {
    if (points) console.log("voleur", deal_score.AC, deal_score.BD, side, kind, points);
  }
  return data.state;
}

async function sayNormand(state: NormandState, action: NormandAction): Promise<NormandState> {
  const { data, error } = await client.POST("/v1/normand/actions/check", { body: { state, action } });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if (!data.state) throw new Error(data.violations.map((reason) => `${reason.rule}: ${reason.message}`).join("; "));
  for (const { deal_score, seat, kind, points } of data.events ?? []) {
    if (points) console.log("normand", deal_score.A, deal_score.B, deal_score.C, seat, kind, points);
  }
  return data.state;
}

const four = await client.POST("/v1/voleur/deals", {
  body: {
    ruleset: "voleur",
    dealer: "D",
    hands: {
      A: ["KS", "QS", "JS", "8S", "7S", "AD", "JC", "8C"],
      B: ["AS", "KH", "QH", "JH", "9H", "8H", "QC", "7C"],
      C: ["9S", "TH", "JD", "TD", "9D", "8D", "7D", "TC"],
      D: ["TS", "AH", "7H", "KD", "QD", "AC", "KC", "9C"],
    },
  },
});
if (four.error) throw new Error(four.error.detail);
let voleur = four.data.state;
const callsOfFour = `point 5 45, point 5 47, pass point, pass point, sequence 3 K, equal sequence, sequence 5 J,
pass sequence, reckon, reckon, pass set, pass set, set 3 T, pass set, reckon, reckon`;
const playOfFour = "AD 7C 7D QD 7S AS 9S TS 8H TH AH 8C AC JC QC TC KC 8S 9H 8D KD JS JH 9D 9C QS QH TD 7H KS KH JD";
for (const text of [...callsOfFour.split(/,\s/), ...playOfFour.split(" ")]) {
  if (!voleur.to_act) throw new Error(`nobody is to act in ${voleur.phase}`);
  voleur = await sayVoleur(voleur, said(voleur.to_act, text));
}

const three = await client.POST("/v1/normand/deals", {
  body: {
    ruleset: "normand",
    dealer: "B",
    hands: {
      A: ["9S", "AH", "9H", "KD", "QD", "9D", "AC", "KC", "JC", "8C"],
      B: ["AS", "KS", "8S", "TH", "8H", "7H", "JD", "TD", "9C", "7C"],
      C: ["JS", "TS", "7S", "KH", "QH", "JH", "8D", "7D", "QC", "TC"],
    },
    talon: ["QS", "AD"],
  },
});
if (three.error) throw new Error(three.error.detail);
let normand = await sayNormand(three.data.state, { seat: "B", type: "exchange", cards: ["7C"] });
const callsOfThree = `point 3 30, point 4 39, equal point, sequence 3 K, pass sequence, sequence 3 A, reckon,
pass set, pass set, pass set`;
const playOfThree = "7S 9S QS AS TS 8C KS JS 9D 8S 7D 9H 7H KH AH AC 9C TC KC 8H QC JC TD 8D QD JD JH KD TH QH";
for (const text of [...callsOfThree.split(/,\s/), ...playOfThree.split(" ")]) {
  if (!normand.to_act) throw new Error(`nobody is to act in ${normand.phase}`);
  normand = await sayNormand(normand, said(normand.to_act, text));
}
const { data: options } = await client.POST("/v1/normand/actions/options", { body: { state: normand } });
if (options?.phase !== "deal_over" || voleur.phase !== "deal_over") throw new Error("the deals are not over");
