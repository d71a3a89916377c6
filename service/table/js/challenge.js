/** Challenges: the same cards against the same house, by an address. */
import { parse, unpack } from "./address.js";
import { make, say } from "./dom.js";

export const newSeed = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The seed of a deal of a partie: whoever has the partie's seed is dealt the same cards. */
export const seedOf = (seed, deal) => `${seed}-${deal}`;

/** A number below 1 that is the same for the same text (FNV-1a, and the mixing of MurmurHash3). */
export function drawnFrom(text) {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Covers everything with a title, what it is `about`, and a button that does `work()`. */
export function cover(root, { title, about, press }, work) {
  const button = make("button.first", { onclick: work }, press);
  const lines = about.filter(Boolean).map((text) => make("p", {}, text));
  root.replaceChildren(make("section.handover", {}, make("h2", {}, title), lines, button));
  say(title);
  button.focus();
}

/** The record of a text that somebody pastes: the text itself, or what a challenge's address brings. */
export async function pasted(text) {
  const { params } = parse(text.slice(Math.max(0, text.indexOf("#"))));
  return params.vs ? unpack(params.vs) : text;
}
