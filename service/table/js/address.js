/** The part of the address after `#`, which no server sees: a use and what it shows. And what the browser keeps. */
import { language, ownLanguage } from "./words.js";

export const LONGEST_TEXT = 1_048_576;

/** Splits the part after `#`, such as `#play?z=…&house=B`, into `{use, params}`. */
export function parse(hash) {
  const [use, query = ""] = hash.slice(0, LONGEST_TEXT / 4).replace(/^#/, "").split(/[?&](.*)/s);
  return { use, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the part after `#`, objects as JSON; not what has no value, nor the language if it is the browser's. */
export function format(use, params = {}, lang = language()) {
  const all = { ...params, lang: lang === ownLanguage ? null : lang };
  const given = Object.entries(all).filter(([, value]) => value != null);
  const text = (value) => encodeURIComponent(Object(value) === value ? JSON.stringify(value) : value);
  const query = given.map(([name, value]) => `${name}=${text(value)}`).join("&");
  return `#${use}${query && "?"}${query}`;
}

/** What each use has shown last, so that its link leads back to it. */
const shown = {};
export const lastOf = (use) => format(use, shown[use]);

/** Browsers allow 100 changes of the address in 30 s: this many at once, and then one in so many milliseconds. */
const [AT_ONCE, EACH] = [60, 750];
let [left, waiting] = [AT_ONCE, null];
setInterval(() => write((left = Math.min(AT_ONCE, left + 1)) > 0), EACH);

function write(allowed = left > 0) {
  if (waiting === null || !allowed) return;
  history.replaceState(null, "", waiting);
  [left, waiting] = [left - 1, null];
}

// Back leads from where a link leads to the address before.
addEventListener("click", ({ target }) => target.closest("a") && write(true), true);
addEventListener("popstate", () => (waiting = null));

/** The part after `#` of what is shown, which the address bar may not have yet. */
export const here = () => waiting ?? location.hash;

/** Puts an address into the address bar. From `another` one, Back leads to what was shown before. */
export function show(use, params, another = false) {
  if (another) write(true);
  shown[use] = params;
  waiting = format(use, params);
  if (another && waiting !== location.hash) history.pushState(null, "", waiting);
  write();
}

export const whole = (use, params) => new URL(format(use, params), document.baseURI).href;

/** A text in fewer characters, for an address: deflated, in base64url. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export class UnreadableAddress extends Error {
  final = true; // as a `Problem` is that stays one
}

/** The text of `pack`. Throws `UnreadableAddress` if it is none, or longer than a mebibyte. */
export async function unpack(packed) {
  let text = "";
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflated.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    for (let part = await reader.read(); !part.done && text.length <= LONGEST_TEXT; part = await reader.read()) {
      text += part.value;
    }
  } catch (error) {
    throw new UnreadableAddress(error.message);
  }
  if (text.length > LONGEST_TEXT) throw new UnreadableAddress();
  return text;
}

export function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableAddress(error.message);
  }
}

/** What the browser keeps for the reader alone. Where it has no storage for the page, that is kept until it is left. */
const kept = {};

/** What was kept under a name, or null. What is in `sessionStorage` is kept until the tab is closed. */
export function recall(name, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(`piquet-${name}`));
  } catch {
    return kept[name] ?? null;
  }
}

/** Keeps a value under a name; null forgets it. */
export function remember(name, value, storage = "localStorage") {
  kept[name] = value;
  try {
    if (value === null) window[storage].removeItem(`piquet-${name}`);
    else window[storage].setItem(`piquet-${name}`, JSON.stringify(value));
  } catch {
    // the storage is blocked or full
  }
}
