/** A client of the referee for Piquet. The types of requests and responses are exported with it. */
export { Referee, type RefereeOptions } from "./client.js";
export { ConcealedTable, keyHash } from "./concealed.js";
export type * from "./contract.js";
export {
  Conflict, IllegalAction, InvalidRequest, NoResponse, NotFound, ProblemError, RefereeError, TooManyRequests, Unauthorized,
  Unavailable, UnusableResponse, WrongToken,
} from "./errors.js";
export type { Retries } from "./retries.js";
export { Table } from "./table.js";
