/** The client. */
import type { Overrides, RulesetName, Seat } from "./contract.js";
import { NoResponse, problemError, RefereeError, UnusableResponse } from "./errors.js";
import { Operations, type Sent } from "./operations.js";
import { members } from "./options.js";
import { DEFAULT_RETRIES, pauseAfter, type Retries, secondsOf } from "./retries.js";
import { Table } from "./table.js";

/** What a client may be given beside its address. */
export interface RefereeOptions {
  /** A key, if the service takes keys. */
  apiKey?: string;
  /** The longest that one attempt takes, in milliseconds; 30 seconds if left out. */
  timeout?: number;
  /** When a request is repeated. */
  retries?: Partial<Retries>;
  /** The largest response that is read; 16 MiB if left out. */
  maxResponseBytes?: number;
  /** Aborts every request of this client. */
  signal?: AbortSignal;
  /** What sends the requests; `fetch` if left out. */
  fetch?: typeof fetch;
}

/** How a partie begins. */
export interface Beginning {
  ruleset?: RulesetName;
  overrides?: Overrides;
  /** The seat that deals the first deal; B if left out. */
  firstDealer?: Seat;
  /** The same seed always deals the same cards; they are random if it is left out. */
  seed?: string;
}

/** A service at an address, with a method for each operation of its contract. */
export class Referee extends Operations {
  readonly #address: string;
  readonly #options: RefereeOptions;
  readonly #retries: Retries;

  /** @param address The address of the service, such as `http://127.0.0.1:8000`, with or without /v1. */
  constructor(address: string, options: RefereeOptions = {}) {
    super();
    if (typeof address !== "string" || !/^https?:\/\//.test(address)) {
      throw new TypeError(`the address of a service begins with http:// or https://, not ${JSON.stringify(address)}`);
    }
    members(options, "apiKey", "timeout", "retries", "maxResponseBytes", "signal", "fetch");
    if (options.apiKey !== undefined && !/^[!-~]([ -~]*[!-~])?$/.test(options.apiKey)) {
      throw new TypeError("an API key consists of visible characters of ASCII, with spaces only between them");
    }
    this.#address = address.replace(/(\/v1)?\/*$/, "");
    this.#options = options;
    this.#retries = { ...DEFAULT_RETRIES, ...members(options.retries ?? {}, "attempts", "total", "firstPause", "longestPause") };
  }

  /** Begin a partie and deal its first deal, at random unless a seed is given. */
  async table(first: Beginning = {}): Promise<Table> {
    const given = members(first, "ruleset", "overrides", "firstDealer", "seed");
    const { ruleset: name = "portland", overrides, firstDealer = "B", seed = crypto.randomUUID() } = given;
    const ruleset = overrides ? { name, overrides } : name;
    const { state, events } = await this.deal({ seed, dealer: firstDealer, ruleset });
    return new Table(this, state, events);
  }

  protected override async send<Answer>(sent: Sent): Promise<Answer> {
    if (sent.path.split("/").some((name) => name === "." || name === "..")) {
      throw new TypeError(`${sent.path} would be another address: a name in it is not . or ..`);
    }
    const end = Date.now() + this.#retries.total;
    for (let attempt = 1; ; attempt++) {
      let failure: RefereeError;
      try {
        return (await this.#attempt(sent, Math.max(end - Date.now(), 1), attempt)) as Answer;
      } catch (error) {
        if (!(error instanceof RefereeError)) throw error;
        failure = error;
      }
      const repeated = sent.repeatable !== false && !this.#options.signal?.aborted;
      const pause = repeated ? pauseAfter(failure, attempt, end - Date.now(), this.#retries) : undefined;
      if (pause === undefined) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  async #attempt({ method, path, query, body, accept = "application/json" }: Sent, left: number, attempt: number) {
    const where = `${method} ${path}`;
    const { apiKey, signal, timeout = 30_000, fetch: send = fetch } = this.#options;
    const limit = AbortSignal.timeout(Math.min(timeout, left));
    const headers = new Headers({ Accept: accept });
    if (apiKey !== undefined) headers.set("Authorization", `Bearer ${apiKey}`);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    // A redirect is not followed: another host would get the body.
    const redirect = "manual";
    const request: RequestInit = { method, headers, redirect, signal: signal ? AbortSignal.any([signal, limit]) : limit };
    if (body !== undefined) request.body = json(body);
    let response: Response;
    let text: string;
    try {
      response = await send(this.#address + path + search(query), request);
      text = await this.#read(response, where);
    } catch (error) {
      if (error instanceof RefereeError) throw error;
      throw new NoResponse(where, attempt, error);
    }
    if (!response.ok) throw problemError(where, response, text, secondsOf(response.headers.get("Retry-After")));
    if (accept !== "application/json") return text;
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw new UnusableResponse(`${where}: the response is not JSON`, { cause });
    }
  }

  /** The body of a response as text. Stops reading a body that is too large. */
  async #read(response: Response, where: string): Promise<string> {
    const most = this.#options.maxResponseBytes ?? 16 * 2 ** 20;
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length;
      if (size > most) {
        await reader?.cancel();
        throw new UnusableResponse(`${where}: the response has more than ${most} bytes`);
      }
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  }
}

/** A body as JSON, which leaves out symbols and functions and makes a date a text. Throws `TypeError` for these. */
function json(body: object): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, name: string, value: unknown) {
    const given = this[name];
    const kind = given instanceof Date ? "date" : typeof given;
    if (["date", "function", "symbol"].includes(kind)) throw new TypeError(`${name} is a ${kind}, which JSON does not have`);
    return value;
  });
}

/** The query of an address: members without a value are left out. */
function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}
