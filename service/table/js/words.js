/** The texts of the page in the reader's language, and cards, calls and events in words. */
export const LANGUAGES = { en: "English", fr: "Français" };
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The first language of the browser's that there is. */
export const ownLanguage = navigator.languages.map((each) => each.slice(0, 2)).find((each) => LANGUAGES[each]) ?? "en";
let texts = {};
let current = ownLanguage;

/** Loads a language, or the browser's own. */
export async function speak(wanted) {
  current = Object.hasOwn(LANGUAGES, wanted ?? "") ? wanted : ownLanguage;
  texts = await (await fetch(new URL(`../words/${current}.json`, import.meta.url))).json();
  document.documentElement.lang = current;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  for (const each of document.querySelectorAll("[data-t-label]")) each.ariaLabel = t(each.dataset.tLabel);
  for (const each of document.querySelectorAll("[data-t-href]")) each.href = `../${t(each.dataset.tHref)}`;
}

export const language = () => current;
export const has = (key) => Object.hasOwn(texts, key);

/** A text with its fields filled in; `count` chooses between singular and plural. A key without text is returned. */
export function t(key, fields = {}) {
  const text = texts[`${key}.${fields.count}`] ?? texts[key] ?? key;
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);
export const unversioned = (ruleset) => ruleset.split("@")[0];
export const rulesetName = (ruleset) =>
  has(`ruleset.${unversioned(ruleset)}`) ? t(`ruleset.${unversioned(ruleset)}`) : ruleset;

/** A number in a word, as it is said at a table; a large one in figures. */
export const number = (value) => texts[`number.${value}`] ?? String(value);
export const cardName = (code) => t("card", { rank: t(`rank.${code[0]}`), suit: t(`suit.${code[1]}`) });
export const cardNames = (codes) => codes.map(cardName).join(", ");
export const cardSigns = (code) => `${t(`letter.${code[0]}`)}${SUITS[code[1]] ?? ""}`;

/** The members of a violation, with cards, suits and categories in words. */
export function worded(params) {
  const key = (value) => ["suit", "category", "place"].map((kind) => `${kind}.${value}`).find(has);
  const word = (value) => {
    if (Array.isArray(value)) return value.map(word).join(", ");
    if (Object(value) === value || value === null) return JSON.stringify(value);
    return /^[6-9TJQKA][SHDC]$/.test(value) ? cardName(value) : key(value) ? uncapital(t(key(value))) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, word(value)]));
}

/** A message of the service in the reader's language, if a text is for it: `message.…`, an expression. */
export function translated(message) {
  const match = (key) => key.startsWith("message.") && message.match(`^${key.slice(8)}$`);
  const key = Object.keys(texts).find(match);
  return key ? capital(t(key, worded({ ...match(key) }))) : message;
}

function sequence({ length, top }) {
  const name = t(`sequence.${length}`);
  return top == null ? name : t(top === "A" ? "sequence.major" : "sequence.to", { name, top: t(`top.${top}`) });
}

/** The kind of event that an action becomes, so that both are said with the same words. */
const SAID = {
  call: "called", pass: "passed", reply: "replied", state_tie_break: "tie_break", decline: "declined",
  claim_carte_blanche: "announced", name_suit: "suit_named", commit_discard: "committed", exchange: "exchanged",
};

/** An event in words, or an action that may be chosen: `{text, spoken}`. `spoken` says whether a player says it.
 * The texts are `say.…` for what is said, `act.…` for what may be done and `tell.…` for what has happened. */
export function phrase(what, names) {
  const looked = what.look ? "looked" : "not_looked";
  const kind = what.kind ?? (what.type === "look_at_left" ? looked : SAID[what.type] ?? what.type);
  const more = (what.suit ?? what.value ?? what.top ?? (kind === "announced" ? what.exchange : null)) != null && "more";
  const which = what.holdings && (what.holdings.length ? "only" : "nothing");
  const details = [what.reply, what.category, more, which].filter(Boolean);
  // the most specific first: `replied.equal.point`, `replied.equal`, `replied.point` …
  const keys = details.reduce((all, detail) => all.flatMap((key) => [`${key}.${detail}`, key]), [kind]);
  const prefixes = what.kind ? ["say", "tell"] : ["say", "act", "tell"];
  const key = keys.flatMap((each) => prefixes.map((prefix) => `${prefix}.${each}`)).find(has);
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
    cards: cardNames(what.cards ?? what.holdings?.flatMap(({ cards = [] }) => cards) ?? []),
    bonus: what.bonus && t(`bonus.${what.bonus}`),
  };
  return { text: key ? capital(t(key, fields)) : "", spoken: key?.startsWith("say.") ?? false };
}
