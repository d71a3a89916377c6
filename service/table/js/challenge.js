/** Challenges: the same cards against the same house, by an address. */

import { fromJson, parse, unpack } from "./address.js";
import { make } from "./dom.js";
import { rulesetName, t } from "./words.js";

/** A ruleset as it stands in an address: its name, or JSON where it has overrides. */
export const rulesIn = (ruleset) => (typeof ruleset === "string" ? ruleset : JSON.stringify(ruleset));

/** The ruleset of an address. */
export const rulesOf = (text) => (text.startsWith("{") ? fromJson(text) : text);

/** The seed of a deal of a partie: whoever has the partie's seed is dealt the same cards. */
export const seedOf = (seed, deal) => `${seed}-${deal}`;

/** A number below 1 that is the same for the same text (FNV-1a, and the mixing of MurmurHash3). */
export function drawnFrom(text) {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Shows what a challenge is. A press takes it up: `begin()`. */
export function invite(root, { ruleset, level, rival }, begin) {
  const rules = rulesetName(ruleset.name ?? ruleset);
  const button = make("button.first", { onclick: begin }, t("play.begin"));
  root.replaceChildren(make("section.handover", {}, make("h2", {}, t("challenge")),
    make("p", {}, t("challenge.about", { rules, level: t(`level.${level}`) })),
    rival && make("p", {}, t("challenge.rival")), button));
  button.focus();
}

/** The record of a text that somebody pastes: the text itself, or what a challenge's address brings. */
export async function pasted(text) {
  const { params } = parse(text.slice(Math.max(0, text.indexOf("#"))));
  return params.vs ? unpack(params.vs) : text;
}
