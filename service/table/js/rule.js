/** The use Rule: what the law says of what happened at a table, by one question after the other. */
import { format, fromJson, show } from "./address.js";
import { cardsOf } from "./cards.js";
import { make, say } from "./dom.js";
import { ruleLink } from "./messages.js";
import { field, select } from "./setup.js";
import { Use } from "./use.js";
import { language, t } from "./words.js";

/** Shows what may have happened or, of a `kind`, what the law says and asks. `facts` has the answers, as JSON. */
export async function mount(root, { kind, dealer, facts = "{}" }) {
  const { asker: ask } = new Use(root);
  show("rule", { kind, dealer, facts: kind && facts });
  const { incidents } = await ask("v1/laws");
  const sentence = (each) => each.sentence[language()];
  const link = (kind, text) => make("a", { href: format("rule", { kind }) }, text);
  const title = make("h2", { tabindex: "-1" }, t("rule.what"));
  const shown = root.appendChild(make("div.options", {}, title));
  const all = incidents.map((each) => make("li", {}, link(each.kind, sentence(each))));
  if (!kind) return shown.append(make("p.hint", {}, t("rule.about")), make("ul.columns", {}, all));
  const given = fromJson(facts);
  const { rulings } = await ask("v1/rulings", { incident: { kind, dealer, facts: given }, lang: language() });
  const needs = rulings.flatMap((each) => each.needs);
  const need = needs.find(({ optional }) => !optional) ?? needs[0];
  const go = (more) => (location.hash = format("rule", { kind, dealer, facts, ...more }));
  const deals = select("dealer", [["", "–"], ["A", t("name.A")], ["B", t("name.B")]]);
  deals.value = dealer ?? "";
  deals.onchange = () => go({ dealer: deals.value || null });
  const answer = (value) => go({ facts: JSON.stringify({ ...given, [need.name]: value }) });
  const question = need && make("section.verdict", {}, make("p.ask", {}, need.question),
    need.help && make("p.hint", {}, need.help), answersTo(need, answer));
  const ruled = need && !need.optional ? [] : rulings.map(ruling);
  title.textContent = sentence(incidents.find((each) => each.kind === kind));
  shown.append(...ruled, question ?? "", field(t("sheet.dealer"), deals), link(undefined, t("rule.what")));
  title.focus();
  say([...ruled.map(({ innerText }) => innerText), need?.question].join(" "));
}

/** What can be read out: what happened and what follows, with the law, and what each player may do. */
const ruling = ({ law, sentence, elections, unraised }) =>
  make("section.verdict", {}, make("p", {}, make("b", {}, sentence), " ", law && ruleLink(law)),
    make("ul.answers", {}, elections.map((each) => make("li", {}, each.sentence))),
    unraised && make("p.hint", {}, t("rule.unraised", { what: unraised })));

/** What a question is answered with: a button for each option, or a form. `answer(value)` takes what was answered. */
function answersTo({ type, options, sample, ...bounds }, answer) {
  const send = make("button", { ".type": "submit" }, t("rule.answer"));
  if (["choices", "positions"].includes(type)) {
    const boxes = options.map(() => make("input", { type: "checkbox" }));
    const chosen = () => options.filter((_, at) => boxes[at].checked).map(({ value }) => value);
    const labels = options.map(({ label }, at) => make("label", {}, boxes[at], ` ${label}`));
    return make("form.actions", { onsubmit: () => answer(chosen()) }, labels, send);
  }
  const buttons = options.map(({ value, label }) => make("button", { onclick: () => answer(value) }, label));
  if (["flag", "choice"].includes(type)) return make("p.actions", {}, buttons);
  const { fields, read } = fieldsFor(sample, `rule.${type}`, bounds);
  return make("form.options", { onsubmit: () => answer(read()) }, fields, make("p.actions", {}, send, buttons));
}

/** Fields for a value that is like a sample, and `read()` for what is in them. */
function fieldsFor(sample, key, { least: min, most: max }) {
  const cards = typeof sample?.[0] === "string";
  if (Object(sample) !== sample || cards) {
    const input = make("input", { id: key, ...(!cards && { type: "number", min, max, required: true }) });
    return { fields: field(t(key), input), read: () => (cards ? cardsOf(input.value) : Number(input.value)) };
  }
  const of = ([name, each]) => [name, fieldsFor(each, `${key}.${name}`, { least: min, most: max })];
  const parts = Object.entries(sample).map(of);
  const read = () => Object.fromEntries(parts.map(([name, part]) => [name, part.read()]));
  const fields = parts.map(([, part]) => part.fields).flat();
  return { fields, read: Array.isArray(sample) ? () => Object.values(read()) : read };
}
