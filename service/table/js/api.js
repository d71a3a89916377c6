/** A small client for the operations of the service: JSON requests, problems in words, the last request as curl. */
import { recall, remember } from "./address.js";
import { t } from "./words.js";

const BASE = new URL("../", document.baseURI);

let key = recall("api-key", "sessionStorage");

/** The last request that is worth copying: its method, address and body. */
let last = null;

/** An error that the service answered with a problem document (RFC 9457), or that the network made (status 0). */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || `HTTP ${status}`);
    Object.assign(this, { status, document });
  }

  /** Whether what was asked is wrong, so that asking it once more is of no use. */
  get final() {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 429].includes(this.status);
  }

  get reasons() {
    return this.document.errors?.length ? this.document.errors : [{ message: this.message }];
  }
}

export const address = (path) => new URL(path, BASE).href;

/** The address of the section on a rule or a law in the documentation. The letter of its id says which page has it. */
export const ruleAddress = (id) =>
  address(`docs/${{ R: "rules", N: "multiplayer", V: "multiplayer" }[id[0]] ?? "law"}#${id}`);

/** Asks an operation and returns its response `as` JSON or a blob. Without `body` the method is GET. A `quiet` request
 * is not remembered for copying. What took too long goes on where it stopped. Throws a `Problem`. */
export async function ask(path, body, { quiet = false, signal, as = "json" } = {}) {
  const request = { method: body === undefined ? "GET" : "POST", url: address(path), body };
  if (!quiet) last = request;
  for (let tries = 0; ; tries += 1) {
    const response = await send(request, signal);
    if (response.ok) return response[as]();
    const document = await response.json().catch(() => ({ title: response.statusText }));
    const problem = new Problem(response.status, document);
    const wait = Number(response.headers.get("Retry-After"));
    const later = [429, 503, 504].includes(response.status) && wait <= 5 && tries < 5;
    if (later) await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    else if (response.status !== 401 || !(await enterKey())) throw problem;
  }
}

async function send({ method, url, body }, signal) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  if (key) headers.Authorization = `Bearer ${key}`;
  try {
    return await fetch(url, { method, headers, body: body && JSON.stringify(body), signal });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(0, { title: "network", detail: error.message });
  }
}

/** Asks the reader for an API key, or for another one. Whether there is one. */
async function enterKey() {
  const [dialog, reason, field] = ["key-dialog", "key-reason", "key"].map((id) => document.getElementById(id));
  [reason.textContent, dialog.returnValue, field.value] = [t(key ? "key.wrong" : "key.why"), "", ""];
  if (!dialog.open) dialog.showModal(); // another request may have asked
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  const entered = dialog.returnValue === "ok" && field.value.trim();
  if (entered) remember("api-key", (key = entered), "sessionStorage");
  return Boolean(entered);
}

/** The last request as a command for a shell, or null. A key is named by a variable, never written out. */
export function curl() {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const header = key ? ' -H "Authorization: Bearer $PIQUET_API_KEY"' : "";
  const body = last?.body ? ` -H 'Content-Type: application/json' --data ${quote(JSON.stringify(last.body))}` : "";
  return last && `curl -sS ${quote(last.url)}${header}${body}`;
}
