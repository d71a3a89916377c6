/** The part of the address after `#`: which use of the page, and what it shows. No server ever sees it. */

const LONGEST_HASH = 262_144;
const LONGEST_TEXT = 1_048_576;

/** The language, once the reader has chosen one; every address that is made then says so. */
let language = null;
export const keepLanguage = (chosen) => (language = chosen);

/**
 * Splits the part after `#`.
 * @param {string} hash - such as `#play?z=…&seat=A`
 * @returns {{use: string, params: Object<string, string>}}
 */
export function parse(hash) {
  const [use, query = ""] = hash.slice(0, LONGEST_HASH).replace(/^#/, "").split(/\?(.*)/s);
  return { use, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the part after `#`; parameters without a value are left out. */
export function format(use, params = {}) {
  const given = Object.entries({ ...params, lang: params.lang ?? language }).filter(([, value]) => value != null);
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return `#${use}${query && "?"}${query}`;
}

/** Puts an address into the browser's address bar, without a new entry in its history. */
export const show = (use, params) => history.replaceState(null, "", format(use, params));

/** The whole address of what is shown. */
export const whole = (use, params) => new URL(format(use, params), document.baseURI).href;

/** A text in fewer characters, for an address: deflated, in base64url. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of `pack`. Throws if it is none, or longer than a mebibyte. */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > LONGEST_TEXT) throw new RangeError("too long for an address");
  }
  return text + decoder.decode();
}
