/** What a call may throw. Every class is a `RefereeError`. */
import type { Action, ActionText, Problem, Violation } from "./contract.js";

/** The service gave no answer that can be used, the action is illegal, or a table cannot do it now. */
export class RefereeError extends Error {
  override name = "RefereeError";
}

/** No response arrived, in any attempt. `cause` is what `fetch` threw in the last one. */
export class NoResponse extends RefereeError {
  override name = "NoResponse";

  constructor(
    where: string,
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`${where}: no response in ${attempts} attempt${attempts > 1 ? "s" : ""}: ${String(cause)}`, { cause });
  }
}

/** A response arrived that the client does not read: it is too large, or not JSON. */
export class UnusableResponse extends RefereeError {
  override name = "UnusableResponse";
}

/** The opponent's token does not continue the concealed game that a table has seen. */
export class WrongToken extends RefereeError {
  override name = "WrongToken";
}

/** The service returned a problem document (RFC 9457). */
export class ProblemError extends RefereeError {
  override name = "ProblemError";
  /** The HTTP status. */
  readonly status: number;
  /** The code of the problem; `unknown` if something else than the service answered. */
  readonly code: string;
  /** Why a state, a deal or an action is impossible; empty for most problems. */
  readonly violations: readonly Violation[];
  /** The ids of the rules behind the violations. */
  readonly rules: readonly string[];
  /** Names that the service suggests in place of those that it does not know. */
  readonly nearest: readonly string[];

  constructor(
    where: string,
    /** The whole document. */
    readonly problem: Problem,
    /** Seconds after which the service asks to repeat the request, if it does. */
    readonly retryAfter: number | undefined,
    /** The id under which the log of the service has the request. */
    readonly requestId: string | undefined,
  ) {
    const faults = problem.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
    super(`${where}: ${problem.status} ${problem.code}: ${faults.join("; ") || problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.violations = problem.violations ?? [];
    this.rules = this.violations.map(({ rule }) => rule);
    this.nearest = nearest([problem.detail, ...problem.errors.map(({ message }) => message)]);
  }
}

/** 401: the service takes API keys, and this one is not among them. */
export class Unauthorized extends ProblemError {
  override name = "Unauthorized";
}

/** 404: there is no such ruleset, law or operation. */
export class NotFound extends ProblemError {
  override name = "NotFound";
}

/** 409: the request contradicts the rules or itself; often with `violations`. */
export class Conflict extends ProblemError {
  override name = "Conflict";
}

/** 422: the members of the request are not those of the contract. */
export class InvalidRequest extends ProblemError {
  override name = "InvalidRequest";
}

/** 429: the rate limit is reached, and `retryAfter` is longer than the call may take. */
export class TooManyRequests extends ProblemError {
  override name = "TooManyRequests";
}

/** 502, 503 or 504: the service or a gateway cannot answer now. */
export class Unavailable extends ProblemError {
  override name = "Unavailable";
}

/** The rules forbid an action. */
export class IllegalAction extends RefereeError {
  override name = "IllegalAction";
  /** The ids of the rules. */
  readonly rules: readonly string[];

  constructor(
    readonly action: Action | ActionText,
    /** Every reason, each with its `code`, `rule`, `message` and `params`. */
    readonly violations: readonly Violation[],
  ) {
    super(violations.map(({ rule, message }) => `${rule}: ${message}`).join("; "));
    this.rules = violations.map(({ rule }) => rule);
  }
}

const CLASSES = new Map([
  [401, Unauthorized],
  [404, NotFound],
  [409, Conflict],
  [422, InvalidRequest],
  [429, TooManyRequests],
  [502, Unavailable],
  [503, Unavailable],
  [504, Unavailable],
]);

/** The error for a response that is not a success. `text` is its body. */
export function problemError(where: string, response: Response, text: string, retryAfter?: number): ProblemError {
  const problem: Problem = {
    type: "about:blank",
    title: "The response is not a problem document",
    detail: "something else than the service answered",
    code: "unknown",
    errors: [],
    ...documentIn(text),
    status: response.status,
  };
  const requestId = response.headers.get("X-Request-ID") ?? undefined;
  return new (CLASSES.get(response.status) ?? ProblemError)(where, problem, retryAfter, requestId);
}

/** The problem document that a body is, or nothing. */
function documentIn(text: string): Partial<Problem> {
  try {
    const document: unknown = JSON.parse(text);
    const known =
      hasTexts(document, "title", "detail", "code") &&
      areObjects((document as Partial<Problem>).errors, "pointer", "message") &&
      areObjects((document as Partial<Problem>).violations ?? [], "rule", "message");
    return known ? (document as Partial<Problem>) : {};
  } catch {
    return {};
  }
}

/** Whether a value is an object that has texts by these names. */
function hasTexts(value: unknown, ...names: string[]): boolean {
  return typeof value === "object" && value !== null && names.every((name) => typeof Reflect.get(value, name) === "string");
}

/** Whether a value is an array of such objects. */
function areObjects(value: unknown, ...names: string[]): boolean {
  return Array.isArray(value) && value.every((item) => hasTexts(item, ...names));
}

/** The names that these texts suggest. The expression is bounded, so that no text takes long. */
function nearest(texts: string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/\(did you mean ([^?(]{1,300})\?/g)]);
  return [...new Set(found.flatMap(([, names = ""]) => names.split(/, | or /)))];
}
