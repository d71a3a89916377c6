/** The texts of the page in the reader's language, and cards, calls and events in words. */

export const LANGUAGES = { en: "English", fr: "Français" };

let texts = {};
let current = "en";

/** Loads a language, or the first one of the browser's that there is. */
export async function speak(wanted) {
  const preferred = [wanted, ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
  current = preferred.find((each) => Object.hasOwn(LANGUAGES, each ?? ""));
  texts = await (await fetch(new URL(`../words/${current}.json`, import.meta.url))).json();
  document.documentElement.lang = current;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  for (const each of document.querySelectorAll("[data-t-label]")) each.ariaLabel = t(each.dataset.tLabel);
}

/** The language that is spoken. */
export const language = () => current;

/** Whether there is a text with this key. */
export const has = (key) => Object.hasOwn(texts, key);

/** A text, with its fields filled in. A key without a text is returned as it is. */
export function t(key, fields = {}) {
  const text = texts[`${key}.${fields.count}`] ?? texts[key] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number in a word, as it is said at a table; a large one in figures. */
export const number = (value) => texts[`number.${value}`] ?? String(value);

/** A card in words: `ace of spades`. */
export const cardName = (code) => t("card", { rank: t(`rank.${code[0]}`), suit: t(`suit.${code[1]}`) });

/** Cards in words, one after the other. */
export const cardNames = (codes) => codes.map(cardName).join(", ");

/** The signs of a card: `A♠`. */
export const cardSigns = (code) => `${code[0] === "T" ? "10" : t(`letter.${code[0]}`)}${SUITS[code[1]]}`;
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

function sequence({ length, top }) {
  const name = t(`sequence.${length}`);
  return top == null ? name : t(top === "A" ? "sequence.major" : "sequence.to", { name, top: t(`top.${top}`) });
}

/** What an action is called as an event, so that both are said with the same words. */
const SAID = {
  call: "called", pass: "passed", reply: "replied", state_tie_break: "tie_break", decline: "declined",
  claim_carte_blanche: "announced", name_suit: "suit_named", commit_discard: "committed", exchange: "exchanged",
};

/**
 * An event, or an action that may be chosen, in words.
 * @param {object} what - an event or an action of the service
 * @param {Object<string, string>} names - the names of the seats
 * @returns {{text: string, spoken: boolean}} `spoken` says whether it is what a player says
 */
export function phrase(what, names) {
  const kind = what.kind ?? (what.type === "look_at_left" ? (what.look ? "looked" : "not_looked") : SAID[what.type]);
  const more = (what.suit ?? what.value ?? what.top ?? (kind === "announced" ? what.exchange : null)) != null && "more";
  const keys = keysOf(kind ?? what.type, [what.reply, what.category, more].filter(Boolean));
  const key = keys.find((each) => has(`say.${each}`) || has(`tell.${each}`)) ?? "";
  const spoken = has(`say.${key}`);
  const fields = {
    ...what,
    name: names?.[what.seat] ?? "",
    points: Math.abs(what.points ?? 0),
    number: number(what.length ?? what.count ?? what.exchange ?? 0),
    count: what.count ?? what.length,
    sequence: what.length && sequence(what),
    ranks: what.rank && t(`ranks.${what.rank}`),
    top: what.top && t(`top.${what.top}`),
    suit: what.suit && t(`suit.${what.suit}`),
    missing: what.without && cardName(what.without),
    cards: cardNames(what.cards ?? []),
    bonus: what.bonus && t(`bonus.${what.bonus}`),
  };
  return { text: key ? capital(t(`${spoken ? "say" : "tell"}.${key}`, fields)) : "", spoken };
}

/** The keys of a phrase, the most specific first: `replied.equal.point`, `replied.equal`, `replied.point`, `replied`. */
const keysOf = (kind, details) =>
  details.reduce((keys, detail) => keys.flatMap((key) => [`${key}.${detail}`, key]), [kind]);
