// The client in TypeScript: which requests it repeats, what it throws, and its tables. It is the installed package, and
// `fetch` is replaced. `node --test` runs this in the folder that has the package.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as client from "piquet-referee-client";

const LIVE = { status: "ok" };
const AT_ONCE = { firstPause: 0 };

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
  const referee = new client.Referee("http://referee.test//", { fetch: given.fetch });
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

test("the actions before an illegal one are taken", async () => {
  const legal = { legal: true, violations: [], state: { to_act: "B" }, events: [{ kind: "exchanged" }] };
  const illegal = { legal: false, violations: [{ rule: "R4.1", message: "6 cards are more than 5" }] };
  const given = service(answer({ items: [legal, illegal] }));
  const table = new client.Table(new client.Referee("http://referee.test", { fetch: given.fetch }), { to_act: "A" });
  await assert.rejects(table.play(["one", "two"]), { action: "two", rules: ["R4.1"], message: "R4.1: 6 cards are more than 5" });
  assert.equal(table.toAct, "B");
  assert.deepEqual(table.events, legal.events);
});
