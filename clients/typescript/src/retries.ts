/**
 * When a request is repeated.
 *
 * The contract allows any request to be repeated. The client repeats one if no response arrived, or if the response says
 * that another attempt may succeed: 429, 502, 503, and 504 from a gateway. `deadline_exceeded`, which is the service's own
 * 504, is not repeated, because the same request takes as long again. A concealed deal is not repeated either, because the
 * service draws its cards.
 */
import { NoResponse, ProblemError, type RefereeError } from "./errors.js";

/** How often and for how long a call tries. All times are in milliseconds. */
export interface Retries {
  /** The most requests of one call; 1 repeats nothing. */
  attempts: number;
  /** The longest that a call takes, pauses included. */
  total: number;
  /** The longest pause after the first attempt. It doubles with each attempt. */
  firstPause: number;
  /** The longest of these pauses. `Retry-After` may ask for a longer one. */
  longestPause: number;
}

export const DEFAULT_RETRIES: Readonly<Retries> = { attempts: 4, total: 60_000, firstPause: 250, longestPause: 8_000 };

const STATUSES = new Set([429, 502, 503, 504]);

/**
 * The time to wait after a failed attempt, the first being 1; undefined if the call has failed. `left` is what is left of
 * the total. Pauses are drawn at random, so that clients that failed together do not return together.
 */
export function pauseAfter(failure: RefereeError, attempt: number, left: number, retries: Retries): number | undefined {
  if (attempt >= retries.attempts || !mayPass(failure)) return undefined;
  let pause = Math.random() * Math.min(retries.longestPause, retries.firstPause * 2 ** (attempt - 1));
  if (failure instanceof ProblemError) pause += 1000 * (failure.retryAfter ?? 0);
  return pause < left ? pause : undefined;
}

/** Whether another attempt may succeed. */
function mayPass(failure: RefereeError): boolean {
  if (failure instanceof ProblemError) return STATUSES.has(failure.status) && failure.code !== "deadline_exceeded";
  return failure instanceof NoResponse;
}

/** The seconds that a field `Retry-After` asks for (RFC 9110 §10.2.3); undefined without a valid one. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,10}$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
