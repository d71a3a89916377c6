// What the tests of a program that uses the referee may look like.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { start } from "./referee.mjs";

let referee;
before(async () => {
  referee = await start();
});
after(() => referee?.stop());

/** Your program's client. */
async function ask(operation, body) {
  const answer = await fetch(`${referee.url}/v1/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200);
  return answer.json();
}

test("elder exchanges first", async () => {
  const { state } = await ask("deals", { ruleset: "portland", dealer: "B", seed: "a table" });
  assert.deepEqual([state.phase, state.to_act], ["elder_exchange", "A"]);
});

test("a card that is not held is not exchanged", async () => {
  const { state } = await ask("deals", { ruleset: "portland", dealer: "B", seed: "a table" });
  const action = { seat: "A", type: "exchange", cards: state.hands.B.slice(0, 1) };
  const { legal, violations } = await ask("actions/check", { state, action });
  assert.equal(legal, false);
  assert.equal(violations[0].code, "cards.not_held");
});
