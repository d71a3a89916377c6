// The client in TypeScript: which requests it repeats, what it throws, and its tables. It is the installed package, and
// `fetch` is replaced. `node --test` runs this in the folder that has the package.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as client from "piquet-referee-client";

const LIVE = { status: "ok" };
const AT_ONCE = { firstPause: 0 };
const STATE = { to_act: "A", history: [] };

/** A `fetch` that gives these replies in order, or throws them; the last one again and again. */
function service(...replies) {
  const requests = [];
  const send = async (address, { method, headers, body, signal }) => {
    requests.push({ address, method, headers: Object.fromEntries(headers), body: body && JSON.parse(body), signal });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply instanceof Error) throw reply;
    return reply();
  };
  return { fetch: send, requests };
}

const answer = (document = LIVE) => () => new Response(JSON.stringify(document));
const text = (content, status = 200) => () => new Response(content, { status });
const problem = (status, code, headers = {}) => () =>
  new Response(JSON.stringify({ type: "", title: "", status, detail: "it is so", code, errors: [] }), { status, headers });

const called = (given, options = {}) =>
  new client.Referee("http://referee.test/", { fetch: given.fetch, retries: AT_ONCE, ...options }).livez();

for (const [name, failure] of Object.entries({
  "429": problem(429, "too_many_requests", { "Retry-After": "0" }),
  "503": problem(503, "overloaded"),
  "503 with a date": problem(503, "stopping", { "Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT" }),
  "502 of a gateway": text("<html>", 502),
  "504 of a gateway": text("<html>", 504),
  "no response": new TypeError("fetch failed"),
})) {
  test(`a request is repeated after ${name}`, async () => {
    const given = service(failure, failure, answer());
    assert.deepEqual(await called(given), LIVE);
    assert.equal(given.requests.length, 3);
  });
}

for (const [failure, kind] of [
  [problem(401, "unauthorized"), "Unauthorized"],
  [problem(404, "unknown_law"), "NotFound"],
  [problem(409, "impossible_state"), "Conflict"],
  [problem(413, "body_too_large"), "ProblemError"],
  [problem(422, "invalid_request"), "InvalidRequest"],
  [problem(500, "internal_error"), "ProblemError"],
  [problem(504, "deadline_exceeded"), "Unavailable"],
  [text("<html>"), "UnusableResponse"],
]) {
  test(`a request is not repeated after ${kind} ${failure().status}`, async () => {
    const given = service(failure, answer());
    await assert.rejects(called(given), (error) => error.name === kind && error instanceof client.RefereeError);
    assert.equal(given.requests.length, 1);
  });
}

test("a concealed deal is not repeated because its cards would differ", async () => {
  const given = service(new TypeError("fetch failed"), answer());
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch, retries: AT_ONCE });
  await assert.rejects(referee.dealConcealed({ ruleset: "portland", dealer: "B", seats: {} }), client.NoResponse);
  assert.equal(given.requests.length, 1);
});

test("attempts are bounded", async () => {
  const given = service(new TypeError("refused"));
  await assert.rejects(called(given), {
    message: "GET /livez: no response in 4 attempts: TypeError: refused",
    attempts: 4,
  });
  assert.equal(given.requests.length, 4);
});

test("a pause that ends too late is not begun", async () => {
  const given = service(problem(429, "too_many_requests", { "Retry-After": "3600" }), answer());
  await assert.rejects(called(given), { name: "TooManyRequests", retryAfter: 3600, message: /429 too_many_requests: it is so/ });
  assert.equal(given.requests.length, 1);
});

test("an attempt ends with the time of the call", async () => {
  const silent = {
    requests: [],
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  };
  const alive = setInterval(() => {}, 1000); // the signal of a time-out does not keep Node.js running
  await assert.rejects(called(silent, { retries: { attempts: 1, total: 5 } }), (error) => {
    return error instanceof client.NoResponse && error.cause.name === "TimeoutError";
  });
  clearInterval(alive);
});

test("the caller's signal aborts and is not repeated", async () => {
  const given = service(new DOMException("enough", "AbortError"), answer());
  await assert.rejects(called(given, { signal: AbortSignal.abort() }), client.NoResponse);
  assert.equal(given.requests.length, 1);
});

test("a response is read up to a bound", async () => {
  let read = 0;
  const endless = new ReadableStream({
    pull(controller) {
      read += 1;
      controller.enqueue(new Uint8Array(60));
    },
  });
  const given = service(() => new Response(endless));
  await assert.rejects(called(given, { maxResponseBytes: 100 }), {
    name: "UnusableResponse",
    message: "GET /livez: the response has more than 100 bytes",
  });
  assert.ok(read <= 3);
});

test("a key is sent, and no error shows it", async () => {
  const given = service(problem(401, "unauthorized"));
  await assert.rejects(called(given, { apiKey: "a secret" }), (error) => !String(error).includes("a secret"));
  assert.equal(given.requests[0].headers.authorization, "Bearer a secret");
});

for (const apiKey of ["one\r\nX-Other: two", "one\n", "", " one", "clé"]) {
  test(`the key ${JSON.stringify(apiKey)}, which no header can have, is refused at once and not quoted`, () => {
    assert.throws(
      () => new client.Referee("http://referee.test", { apiKey }),
      (error) => error instanceof TypeError && error.message.startsWith("an API key consists of visible characters"),
    );
  });
}

test("a redirect is not followed, so that no other host gets the body", async () => {
  let options;
  const send = async (address, given) => {
    options = given;
    return new Response(null, { status: 307, headers: { Location: "http://other.test/" } });
  };
  await assert.rejects(called({ fetch: send }), { name: "ProblemError", status: 307, code: "unknown" });
  assert.equal(options.redirect, "manual");
});

for (const name of [".", ".."]) {
  test(`the name ${name}, which would be another address, is refused`, async () => {
    const given = service(answer({}));
    const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
    await assert.rejects(referee.getLaw(name), TypeError);
    assert.deepEqual(given.requests, []);
  });
}

for (const changed of [
  { errors: 5 },
  { errors: [null, 7] },
  { errors: [{ pointer: 1, message: null }] },
  { detail: [] },
  { violations: [{ rule: 3 }] },
  { violations: {} },
]) {
  test(`a problem with ${JSON.stringify(changed)} is an unknown one`, async () => {
    const document = { type: "", title: "t", status: 422, detail: "d", code: "overloaded", errors: [], ...changed };
    const given = service(() => new Response(JSON.stringify(document), { status: 422 }));
    await assert.rejects(called(given), { name: "InvalidRequest", code: "unknown", status: 422 });
  });
}

test("names that nobody suggests are not looked for without end", async () => {
  const document = { type: "", title: "t", status: 422, detail: "(did you mean ".repeat(40_000), code: "c", errors: [] };
  const given = service(() => new Response(JSON.stringify(document), { status: 422 }));
  await assert.rejects(called(given), { name: "InvalidRequest", nearest: [] });
});

test("problems name the nearest names and the rules", async () => {
  const message = "is not a member of this object (did you mean seed or seat?)";
  const document = {
    ...{ type: "", title: "", status: 422, detail: `/sede ${message}`, code: "invalid_request" },
    errors: [{ pointer: "/sede", message }],
    violations: [{ code: "a", rule: "R4.1", pointer: "", message: "", params: {} }],
  };
  const given = service(() => new Response(JSON.stringify(document), { status: 422, headers: { "X-Request-ID": "one" } }));
  await assert.rejects(called(given), { nearest: ["seed", "seat"], rules: ["R4.1"], requestId: "one", problem: document });
});

test("addresses, queries and bodies are those of the contract", async () => {
  const given = service(answer({}));
  const referee = new client.Referee("http://referee.test/v1//", { fetch: given.fetch });
  await referee.getLaw("L 1/4", { law: "portland" });
  await referee.listRulesets();
  await referee.adviseLine({ state: "1~portland@1~A", seat: "A" });
  await referee.viewState({ state: "1~portland@1~A", seat: "B" });
  await referee.pictureState({ state: "1~portland@1~A" }, "text/plain");
  assert.deepEqual(
    given.requests.map(({ method, address, body }) => [method, address.replace("http://referee.test", ""), body]),
    [
      ["GET", "/v1/laws/L%201%2F4?law=portland", undefined],
      ["GET", "/v1/rulesets", undefined],
      ["GET", "/v1/advice?state=1%7Eportland%401%7EA&seat=A", undefined],
      ["POST", "/v1/states/view", { state: "1~portland@1~A", seat: "B" }],
      ["POST", "/v1/states/picture", { state: "1~portland@1~A" }],
    ],
  );
  assert.equal(given.requests[4].headers.accept, "text/plain");
  assert.equal(given.requests[3].headers["content-type"], "application/json");
});

/** A concealed table that has seen these events, and then finds others in each token that it is given. */
function concealed(...views) {
  const given = service(...views.map((view) => answer({ view })));
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  return [new client.ConcealedTable(referee, { token: "e1.a", position: 1 }, "A", "a key"), given.requests];
}

const seen = (events, deals = []) => ({ to_act: "A", phase: "play", score: {}, partie: { deals }, events });
const [one, two, three] = ["one", "two", "three"].map((kind) => ({ kind }));

test("a concealed table sends its token with the key of its seat", async () => {
  const [table, requests] = concealed(seen([one]));
  assert.throws(() => table.toAct, (error) => error instanceof client.RefereeError && /call view\(\) first/.test(error.message));
  assert.deepEqual(await table.view(), seen([one]));
  assert.equal(table.toAct, "A");
  assert.deepEqual(requests[0].body, { state: { token: "e1.a", position: 1, keys: { A: "a key" } }, seat: "A" });
  await table.view();
  assert.equal(requests.length, 1);
});

for (const [name, now, events] of [
  ["continues", seen([one, two, three]), [three]],
  ["is of the next deal", seen([one], [{}]), [one]],
  ["is of the same position", seen([one, two]), []],
]) {
  test(`a token that ${name} is taken`, async () => {
    const [table] = concealed(seen([one, two]), now);
    assert.deepEqual(await table.receive({ token: "e1.b" }), now);
    assert.deepEqual([table.concealed, table.events], [{ token: "e1.b" }, events]);
  });
}

for (const [name, now] of [
  ["is older", seen([one])],
  ["went on otherwise", seen([one, three, three])],
  ["is of an earlier deal", seen([one, two], [])],
  ["has other cards", { ...seen([one, two, three]), dealt: ["AS"] }],
]) {
  test(`a token that ${name} is refused`, async () => {
    const [table] = concealed(seen([one, two], name === "is of an earlier deal" ? [{}] : []), now);
    const wrong = (error) => error instanceof client.WrongToken && /ask the opponent for the newest/.test(error.message);
    await assert.rejects(table.receive({ token: "e1.b" }), wrong);
    assert.deepEqual(table.concealed, { token: "e1.a", position: 1 });
  });
}

test("a table agrees to the end of a deal once", async () => {
  const ended = seen([one]);
  const agreed = { ...ended, awaiting: "B" };
  const given = service(
    answer({ view: ended }),
    answer({ concealed: { token: "e1.b" }, events: [], awaiting: "B", view: agreed }),
    answer({ view: ended }),
    answer({ view: { ...seen([one, two]), awaiting: "A" } }),
  );
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  const table = new client.ConcealedTable(referee, { token: "e1.a" }, "A", "a key");
  await table.view();
  assert.equal(table.awaiting, null);
  assert.deepEqual(await table.deal(), []);
  assert.deepEqual([table.concealed, table.awaiting], [{ token: "e1.b" }, "B"]);
  await assert.rejects(table.deal(), { name: "RefereeError", message: /has agreed/ });
  await table.receive({ token: "e1.a" }); // the same end, without the agreement
  await assert.rejects(table.deal(), { message: /has agreed/ });
  await table.receive({ token: "e1.c" }); // another end, to which the opponent has agreed
  await assert.rejects(table.deal(), { message: /has agreed/ });
  assert.equal(given.requests.length, 4);
});

test("a table made again knows that it has agreed, and deals with the agreement of the opponent", async () => {
  const next = { concealed: { token: "e1.d" }, events: [two], view: seen([two], [{}]) };
  const given = service(
    answer({ view: { ...seen([one]), awaiting: "B" } }),
    answer({ view: { ...seen([one]), awaiting: "A" } }),
    answer(next),
  );
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  const table = new client.ConcealedTable(referee, { token: "e1.b" }, "A", "a key");
  await assert.rejects(table.deal(), { message: /has agreed/ });
  await table.receive({ token: "e1.c" });
  assert.equal(table.awaiting, "A");
  assert.deepEqual(await table.deal(), [two]);
  assert.deepEqual(given.requests[2].body, { state: { token: "e1.c", keys: { A: "a key" } } });
  assert.deepEqual([table.concealed, table.awaiting], [{ token: "e1.d" }, null]);
});

test("a table says which object it takes", async () => {
  const [table] = concealed(seen([one]));
  for (const given of ["e1.b", seen([one])]) {
    await assert.rejects(table.receive(given), { name: "RefereeError", message: /ConcealedTable takes the whole `concealed`/ });
  }
  const wrong = { name: "RefereeError", message: /a ConcealedTable takes/ };
  assert.throws(() => new client.Table(new client.Referee("http://referee.test"), table.concealed), wrong);
});

for (const [name, given] of Object.entries({
  "a whole response": { state: STATE, events: [] },
  "a view": { seat: "A", hand: ["AS"], to_act: "A", events: [] },
  "a promise": Promise.resolve({ state: STATE }),
  "a text": JSON.stringify({ hands: ["AS"] }),
  nothing: undefined,
})) {
  test(`a table takes a state, and not ${name}, of which it quotes no card`, () => {
    const wrong = (error) => error instanceof client.RefereeError && /member `state` of a response/.test(error.message);
    assert.throws(() => new client.Table(new client.Referee("http://referee.test"), given), (error) => {
      return wrong(error) && !error.message.includes("AS");
    });
  });
}

for (const seat of ["the secret key of A", "a", undefined]) {
  test(`a concealed table has the seat A or B, and not ${seat}, which it does not quote`, () => {
    const referee = new client.Referee("http://referee.test");
    assert.throws(() => new client.ConcealedTable(referee, { token: "e1.a" }, seat, "A"), {
      name: "RefereeError",
      message: 'the seat of a ConcealedTable is "A" or "B"; the key comes after it',
    });
  });
}

test("options that a call does not have are refused with the nearest name", async () => {
  const given = service(answer({ state: STATE, events: [] }));
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  const table = new client.Table(referee, STATE);
  for (const [call, message] of [
    [() => referee.table({ dealer: "A" }), /no option dealer \(did you mean firstDealer\?\)/],
    [() => referee.table({ sed: "x" }), /no option sed \(did you mean seed\?\)/],
    [() => referee.table({ first_dealer: "A" }), /no option first_dealer \(did you mean firstDealer\?\)/],
    [() => referee.table("x"), /options are an object with some of: ruleset, overrides, firstDealer, seed/],
    [() => referee.table(null), /options are an object/],
    [() => table.deal({ dealer: "A" }), /no option dealer; there are: seed/],
    [() => table.advice({ efort: "full" }), /did you mean effort/],
    [() => table.actions({ samples: 3 }), /did you mean sample/],
    [async () => new client.Referee("http://referee.test", { apikey: "x" }), /did you mean apiKey/],
    [async () => new client.Referee("http://referee.test", { retries: { attempt: 1 } }), /did you mean attempts/],
  ]) {
    await assert.rejects(call, (error) => error instanceof TypeError && message.test(error.message));
  }
  assert.deepEqual(given.requests, []);
});

test("the actions to play are an array, of which a text has none", async () => {
  const given = service(answer({ items: [] }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), STATE);
  await assert.rejects(table.play("AxC7 BxC8"), { name: "TypeError", message: /takes an array of actions/ });
  assert.deepEqual(given.requests, []);
});

test("values that JSON does not have are refused, and so are several actions in place of one", async () => {
  const given = service(answer({ state: STATE, events: [] }));
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  const table = new client.Table(referee, STATE);
  for (const [call, message] of [
    [() => referee.table({ seed: Symbol("x") }), /^seed is a symbol/],
    [() => table.deal({ seed: new Date(0) }), /^seed is a date/],
    [() => table.deal({ seed: () => "x" }), /^seed is a function/],
    [() => table.apply({ options: [], best: one }), /hand over its `best`/],
    [async () => table.apply([{ type: "exchange", min: 1, max: 5 }]), /hand over one/],
  ]) {
    await assert.rejects(call, (error) => error instanceof TypeError && message.test(error.message));
  }
  assert.deepEqual(given.requests, []);
});

test("all actions are listed, page by page, unless they are very many or a limit is given", async () => {
  const page = Array(1000).fill(one);
  const given = service(
    answer({ options: [], actions: page, total: 1001 }),
    answer({ options: [], actions: [two], total: 1001 }),
    answer({ options: [], actions: [one], total: 1001 }),
    answer({ options: [], actions: page, total: 10_001 }),
  );
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), STATE);
  assert.deepEqual(await table.actions(), [...page, two]);
  assert.deepEqual(await table.actions({ limit: 1, offset: 5 }), [one]);
  await assert.rejects(table.actions(), { message: "there are 10001 actions: give a limit or a sample" });
  const asked = given.requests.map(({ body }) => [body.offset, body.limit]);
  assert.deepEqual(asked, [[0, 1000], [1000, 1000], [5, 1], [0, 1000]]);
});

for (const address of ["localhost:8000", "referee.test", "", undefined]) {
  test(`the address ${address}, which has no scheme, is refused at once`, () => {
    assert.throws(() => new client.Referee(address), { name: "TypeError", message: /begins with http:\/\/ or https:\/\// });
  });
}

test("the hash of a key is its SHA-256", async () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // FIPS 180-4
  assert.equal(await client.keyHash("abc"), abc);
});

test("undo takes back actions, and goes back as far as the table", async () => {
  const last = { seat: "A", type: "play", card: "AS" };
  const judgement = { legal: true, violations: [], state: { history: [last] }, events: [one] };
  const given = service(answer(judgement), answer({ state: { history: [] }, events: [two] }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), { history: ["begun"] });
  await table.apply("A.AS");
  await table.deal({ seed: "a seed" });
  assert.equal(table.undo(), null);
  assert.deepEqual(table.undo(), last);
  assert.deepEqual(table.state, { history: ["begun"] });
  assert.throws(() => table.undo(), client.RefereeError);
});

test("a table begins, draws, advises and pictures as it is told", async () => {
  const given = service(
    answer({ state: STATE, events: [] }),
    answer({ options: [], actions: [one], total: 1 }),
    answer({ options: [{ action: two }, { action: one }] }),
    text('"a picture"'),
    answer({ rulings: [] }),
  );
  const referee = new client.Referee("http://referee.test", { fetch: given.fetch });
  const table = await referee.table({ ruleset: "hoyle", overrides: { target: 150 }, firstDealer: "A", seed: "a seed" });
  assert.deepEqual(await table.actions({ sample: 1, seed: "x" }), [one]);
  assert.deepEqual((await table.advice()).best, two);
  await table.picture("B", { lang: "fr", text: true });
  await table.rulings("A");
  const state = STATE;
  assert.deepEqual(
    given.requests.map(({ body }) => body),
    [
      { seed: "a seed", dealer: "A", ruleset: { name: "hoyle", overrides: { target: 150 } } },
      { state, seed: "x", sample: 1 },
      { state, effort: "quick" },
      { state, seat: "B", lang: "fr" },
      { state, seat: "A" },
    ],
  );
  assert.equal(given.requests[3].headers.accept, "text/plain");
});

test("a table begins by the rules of the Portland Club with B as dealer", async () => {
  const given = service(answer({ state: STATE, events: [] }));
  await new client.Referee("http://referee.test", { fetch: given.fetch }).table({ seed: "x" });
  assert.deepEqual(given.requests[0].body, { seed: "x", dealer: "B", ruleset: "portland" });
});

test("a record is that of the state with names and tags, and what is wrong with them is thrown", async () => {
  const problems = [{ pointer: "/evnt", message: "there is no member evnt here (did you mean event?)" }];
  const given = service(answer({ record: one, problems: [] }), answer({ record: one, problems }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), STATE);
  assert.deepEqual(await table.record({ A: "Anne" }, { event: "An example" }), one);
  const record = { piquet_record: 1, players: { A: "Anne" }, event: "An example" };
  assert.deepEqual(given.requests[0].body, { state: STATE, record });
  const wrong = (error) => error instanceof client.RefereeError && error.message === `/evnt: ${problems[0].message}`;
  await assert.rejects(table.record({}, { evnt: "An example" }), wrong);
});

test("a seed and an effort are given in an object; a text is refused, and not ignored", async () => {
  const given = service(answer({ state: { history: [] }, events: [], options: [{ action: one }] }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), { history: [] });
  await table.deal({ seed: "one" });
  await table.advice({ effort: "full" });
  assert.deepEqual(given.requests.map(({ body }) => body.seed ?? body.effort), ["one", "full"]);
  await assert.rejects(table.deal("one"), TypeError);
  await assert.rejects(table.advice("full"), TypeError);
  assert.equal(given.requests.length, 2);
});

test("the actions before an illegal one are taken", async () => {
  const legal = { legal: true, violations: [], state: { to_act: "B" }, events: [{ kind: "exchanged" }] };
  const illegal = { legal: false, violations: [{ rule: "R4.1", message: "6 cards are more than 5" }] };
  const given = service(answer({ items: [legal, illegal] }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), STATE);
  await assert.rejects(table.play(["one", "two"]), { action: "two", rules: ["R4.1"], message: "R4.1: 6 cards are more than 5" });
  assert.equal(table.toAct, "B");
  assert.deepEqual(table.events, legal.events);
});
