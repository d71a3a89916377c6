/**
 * The deal that the ninth Encyclopaedia Britannica prints, played through a client of openapi-typescript and
 * openapi-fetch.
 *
 *     openapi-typescript openapi.yaml --output piquet.d.ts --root-types --root-types-no-schema-prefix
 *     tsc --strict w1.ts && node w1.js http://127.0.0.1:8000
 */
import createClient from "openapi-fetch";
import type { Action, Card, Event, paths, Seat, State } from "./piquet.js";

const client = createClient<paths>({ baseUrl: process.argv[2] });

/** Do what is legal, show what it scores, and give the state that results. */
async function say(state: State, action: Action): Promise<State> {
  const { data, error } = await client.POST("/v1/actions/check", { body: { state, action } });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if (!data.state) throw new Error(data.violations.map((reason) => `${reason.rule}: ${reason.message}`).join("; "));
  for (const event of data.events ?? []) show(event);
  return data.state;
}

function show({ deal_score, seat, kind, points }: Event): void {
  if (points) console.log(deal_score.A, deal_score.B, seat, kind, points);
}

/** Play these cards, each by the seat whose turn it is. */
async function play(state: State, cards: Card[]): Promise<State> {
  for (const card of cards) {
    const seat: Seat | null = state.to_act;
    if (!seat) throw new Error(`nobody is to act in ${state.phase}`);
    state = await say(state, { seat, type: "play", card });
  }
  return state;
}

const { data: dealt, error } = await client.POST("/v1/deals", {
  body: {
    ruleset: "portland",
    dealer: "B",
    hands: {
      A: ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "JC", "8C", "7C", "9D", "8D"],
      B: ["TS", "7S", "TH", "9H", "7H", "KC", "QC", "TC", "AD", "QD", "JD", "TD"],
    },
    talon: ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"],
  },
});
if (error) throw new Error(error.detail);

const calls: Action[] = [
  { seat: "A", type: "exchange", cards: ["KS", "8C", "7C", "9D", "8D"] },
  { seat: "B", type: "exchange", cards: ["7S", "9H", "7H"] },
  { seat: "A", type: "call", category: "point", length: 5 },
  { seat: "B", type: "reply", reply: "equal" },
  { seat: "A", type: "state_tie_break", value: 49 },
  { seat: "B", type: "reply", reply: "good" },
  { seat: "A", type: "reckon" },
  { seat: "A", type: "call", category: "sequence", length: 4, top: "A" },
  { seat: "B", type: "reply", reply: "good" },
  { seat: "A", type: "reckon" },
  { seat: "A", type: "call", category: "set", count: 3, rank: "J" },
  { seat: "B", type: "reply", reply: "not_good" },
];
let state = dealt.state;
for (const call of calls) state = await say(state, call);

state = await play(state, ["AH"]);
const { data: options } = await client.POST("/v1/actions/options", { body: { state } });
if (!options?.options.some((option) => option.type === "reckon")) throw new Error("younger reckons before his first card");
state = await say(state, { seat: "B", type: "reckon" });
state = await play(state, [
  "TH", "KH", "7D", "QH", "TD", "JH", "JD", "8H", "QD", "KD", "AD", "AC",
  "9C", "KC", "JC", "QC", "8S", "TC", "9S", "QS", "AS", "JS", "TS",
]);
console.log(`A ${state.score.A}, B ${state.score.B}`);
