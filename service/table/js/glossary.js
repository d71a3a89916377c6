/** Words of the game whose meanings open where they stand. */

import { make } from "./dom.js";
import { say } from "./live.js";
import { ruleLink } from "./messages.js";

const MARKED = /\[([^\]|]+)(?:\|([^\]]+))?\]/; // [word], or [word|term] where the term is called otherwise

/** A text without its marks. */
export const plain = (text) => text.replaceAll(new RegExp(MARKED, "g"), "$1");

let made = 0;

/** A text as nodes. Each marked word is a button that opens its meaning; `meanings` and `rules` are by term. */
export function explained(text, { meanings, rules }) {
  const parts = text.split(MARKED); // a text, a word, its term, a text …
  return parts.flatMap((part, at) => {
    if (at % 3 === 0) return [part];
    const term = (parts[at + 1] ?? part).toLowerCase();
    return at % 3 === 1 ? word(part, meanings[term], rules[term]) : [];
  });
}

function word(text, meaning, rule) {
  const id = `meaning-${(made += 1)}`;
  const button = make("button.word", { popovertarget: id }, text);
  const note = make("span.meaning", { id, popover: true, role: "note" }, meaning, " ", ruleLink(rule));
  note.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    const { left, bottom } = button.getBoundingClientRect();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    note.style.left = `${scrollX + Math.max(8, Math.min(left, room))}px`;
    note.style.top = `${scrollY + bottom + 4}px`;
    say(meaning);
  });
  return [button, note];
}
