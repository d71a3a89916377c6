/** The use Rule: what the law says of what happened at a table, by one question after the other. */
import { UnreadableAddress, format, fromJson, show } from "./address.js";
import { hand, packOf } from "./board.js";
import { make, say } from "./dom.js";
import { field, rulesetsIn, select } from "./setup.js";
import { Use, refusal, ruleLink } from "./use.js";
import { capital, cardNames, language, t, unversioned } from "./words.js";

/** What the service has answered: each question asks once more for the rulings on the answers before it. */
const answered = {};
/** The answers about a kind that were given last, and the steps to them: whoever goes back finds them again. */
let last = {};

/** Lists what may have happened or, of a `kind`, asks: `facts` and, of the `other` player, `other` have the answers. */
export const mount = (root, params) => new Arbiter(root).open(params);

class Arbiter extends Use {
  address = (more) => format("rule", { ...this.params, ...more });
  go = (more) => (location.hash = this.address(more));

  async open({ kind, dealer, facts, other, ruleset, rules = ruleset }) {
    const answers = (text) => text && { ...fromJson(text) };
    this.params = { kind, dealer, rules, facts: answers(facts), other: answers(other) };
    if (!facts) last = {}; // this is not where somebody went back to
    const [law, { rulesets }] = await Promise.all([this.ask("v1/laws"), this.ask("v1/rulesets")]);
    const used = rulesets.find((each) => !rules || [each.ruleset, unversioned(each.ruleset)].includes(rules));
    if (!used) throw new UnreadableAddress();
    const { law: code, pack } = Object.fromEntries(used.parameters.map(({ name, value }) => [name, value]));
    Object.assign(this, { law, ruleset: used.ruleset, code: t(`code.${code}`), pack });
    const choice = rulesetsIn(rulesets, used.ruleset, ({ target }) => this.go({ rules: target.value }));
    this.rules = field(t("play.ruleset"), choice, make("span.hint", {}, this.code));
    const happened = law.incidents.find((each) => each.kind === kind);
    const shown = happened ? await this.rule(happened, this.params) : this.list(kind);
    show("rule", this.params);
    this.root.append(make("div.options", {}, shown));
    this.root.querySelector(".verdict > [tabindex]")?.focus();
  }

  /** Lists what may have happened, grouped as the law is; or what a text may mean, the likeliest first. */
  list(unknown = "") {
    const row = ({ kind, name, sentence }) =>
      make("li", {}, make("a", { href: this.address({ kind, facts: null }) },
        sentence[language()], " ", make("span.hint", {}, name[language()])));
    const rows = (all) => make("ul.rows", {}, all.map(row));
    const opened = ({ target }) => target.open && target.scrollIntoView();
    const part = ([group, all]) => make("details", { name: "part", ontoggle: opened },
      make("summary", {}, `${t(`rule.part.${group}`)} (${all.length})`), rows(all));
    const parts = Object.entries(Object.groupBy(this.law.incidents, ({ group }) => group));
    const [about, shown] = [make("p.hint", { role: "status" }), make("div")];
    const find = () => {
      const meant = search(this.law.incidents, input.value);
      about.textContent = input.value.trim() ? t("rule.found", { count: meant.length }) : t("rule.about");
      shown.replaceChildren(...(meant.length ? [rows(meant)] : parts.map(part)));
    };
    const input = make("input", { id: "find", type: "search", autocomplete: "off", oninput: find, ".value": unknown });
    find();
    const wrong = unknown && make("p.notice", { role: "alert" }, t("rule.unknown", { unknown }));
    return [make("h2", {}, t("rule.what")), wrong, field(t("rule.find"), input), about, shown, this.rules];
  }

  /** Asks what `answers` has: the `steps`. `need` is the next question, `error` why an answer to it is refused. */
  async walk(answers, other, steps = []) {
    const facts = Object.fromEntries(steps.map(({ need, value }) => [need.name, value]));
    const { ruleset, params: { kind, dealer } } = this;
    const asked = JSON.stringify({ ruleset, incident: { kind, dealer, facts }, lang: language() });
    const { rulings: [ruling] } = (answered[asked] ??= await this.ask("v1/rulings", JSON.parse(asked)));
    const decides = (each) => !each.optional || each.default !== null; // the ruling depends on a default, too
    const need = ruling.needs.find(decides) ?? ruling.needs[0];
    const found = { steps, facts, ruling, need, done: ruling.stage !== "undecided" && !(need && decides(need)) };
    if (!Object.hasOwn(answers, need?.name)) return found;
    const left = need.name === "side" && other ? { facts: other, other: null } : { facts, other };
    const step = { need, value: answers[need.name], before: this.address(left) };
    return this.walk(answers, other, [...steps, step]).catch((error) => {
      if (!error.final) throw error;
      return { ...found, error };
    });
  }

  /** Says what the law says of the facts that are `given`, asks what it has to know, and lists what was answered. */
  async rule({ kind, sentence }, { facts: given = {}, other }) {
    const before = last.kind === kind && [undefined, last.answers.side].includes(given.side) ? last : {};
    const own = await this.walk(given, other);
    const { steps, facts, need, error } = own;
    last = { kind, steps, answers: { ...before.answers, ...given } };
    if (!error) this.params.facts = facts; // without what the law does not ask
    const answer = (value) => this.attempt(async () => {
      const more = { ...facts, [need.name]: value };
      const { facts: kept } = await this.walk({ ...last.answers, ...more }, other);
      this.go({ facts: { ...more, ...kept } });
    });
    const { form, check } = need ? question(need, last.answers[need.name] ?? need.default, this.pack, answer) : {};
    if (error) setTimeout(() => check(refusal(error))); // once it is on the page
    const list = this.address({ kind: null, facts: null, other: null });
    const dealt = ({ target }) => this.go({ dealer: target.value || null });
    const deals = select("dealer", [["", "–"], ["A", t("name.A")], ["B", t("name.B")]], this.params.dealer, dealt);
    const lost = (before.steps ?? []).filter(({ need: { name } }) => !error && name in given && !(name in facts));
    const line = ({ need, value, before: href }) => make("li", {}, make("a", { href },
      make("span.hint", {}, need.question), " ", make("b", {}, inWords(value, need))));
    const side = { elder: "younger", younger: "elder" }[facts.side];
    const both = side && other?.side === side ? [own, await this.walk(other, facts)] : [own];
    if (side === "elder") both.reverse();
    const second = this.address({ facts: { side }, other: facts });
    return [make("h2", {}, sentence[language()]),
      lost[0] && make("p.notice", { role: "alert" }, t("rule.lost"), lost.map(({ need }) => ` ${need.question}`)),
      own.done && both.filter(({ done }) => done).map((each) => this.ruling(each, both[1])),
      own.done && side && !both[1] && make("a", { href: second }, t("rule.other")), form,
      make("p.actions", {},
        make("button.back", { onclick: () => (location.hash = steps.at(-1)?.before ?? list) }, t("read.back")), " ",
        make("a", { href: list }, t("rule.what"))),
      steps.length > 0 && make("section", {}, make("h3", {}, t("rule.given")),
        make("ol.rows", {}, both.flatMap(({ steps }) => steps).map(line))),
      this.rules, field(t("sheet.dealer"), deals)];
  }

  /** What can be read out: what happened and what follows, with the law, and what each player may do. */
  ruling({ ruling: { kind, law, also, sentence, elections, unraised }, steps }, named) {
    const { name } = this.law.incidents.find((each) => each.kind === kind);
    const who = named && steps.find(({ need }) => need.name === "side");
    return make("section.verdict", {}, who && make("h3", {}, capital(inWords(who.value, who.need))),
      make("h3", { tabindex: "-1" }, sentence),
      make("p", {}, [law, ...also].map((id) => id && [ruleLink(id), " "]), `${name[language()]} · ${this.code}`),
      make("ul.answers", {}, elections.map((each) => make("li", {}, each.sentence))),
      elections[0] && unraised && make("p.hint", {}, t("rule.unraised", { what: unraised })));
  }
}

/** A question as a form that gives `answer` what is chosen, and its `check(text)`: what is wrong, or else the text. */
function question({ type, options, sample, least: min, most: max, total, ...need }, before, pack, answer) {
  const [several, single] = [options.length > 0 && Array.isArray(sample), ["flag", "choice"].includes(type)];
  const box = ({ value, label }) => make("label", {},
    make("input", { type: "checkbox", ".checked": [before].flat().includes(value) }), ` ${label}`);
  const was = leaves(before ?? []);
  const controls = single || several ? [] : leaves(sample).map((part, at) => {
    const [id, label] = [`answer-${at}`, t(`rule.${type}.${at}`)];
    const number = { id, type: "number", inputmode: "numeric", min, max, required: true, "aria-describedby": "why" };
    if (!Array.isArray(part)) return stepper(label, make("input", { ...number, ".value": was[at] }), part);
    const cards = hand(packOf(pack), { label, mode: "choose" });
    cards.choose(was[at] ?? []);
    return make("div.tray", {}, make("p.label", {}, label), cards);
  });
  const why = make("p.notice", { id: "why" });
  const press = ({ value, label }) =>
    make("button", { onclick: () => answer(value), "aria-pressed": String(value) === String(before) && "true" }, label);
  const nobody = several && !min && { value: [], label: t(`rule.none.${type}`) };
  const all = options[1] && { value: options.map(({ value }) => value), label: t(`rule.all.${type}`) };
  const form = make("form.verdict", { onsubmit: () => check() && answer(read()), novalidate: true },
    make("h3", { tabindex: "-1" }, need.question), need.help && make("p.hint", {}, need.help),
    make(several ? "div.actions" : "div.options", {}, several ? options.map(box) : controls), why,
    make("p.actions", {}, !single && make("button", { ".type": "submit" }, t("rule.answer")),
      (several ? [all, nobody].filter(Boolean) : options).map(press)));
  const inputs = [...form.querySelectorAll("input")];
  const chosen = () => options.filter((_, at) => inputs[at].checked).map(({ value }) => value);
  const valueOf = (control) => control.lastChild.chosen ?? control.querySelector("input").valueAsNumber;
  const read = () => (several ? chosen() : filled(sample, controls.map(valueOf)));
  const check = (text = "") => {
    const numbers = inputs.map(({ value }) => value);
    const sum = numbers.reduce((all, each) => all + Number(each), 0);
    const bad = inputs.filter((each) => !each.checkValidity());
    if (bad.length) why.textContent = t("rule.bounds", { min, max });
    else if (several && !chosen().length) why.textContent = t("rule.some", { count: min, nobody: nobody.label });
    else if (total && sum !== total) why.textContent = t("rule.sum", { numbers: numbers.join(" + "), sum, total });
    else why.textContent = text;
    for (const each of inputs) each.ariaInvalid = String(bad.length ? bad.includes(each) : why.textContent !== "");
    form.querySelector("[aria-invalid=true]")?.focus();
    say(why.textContent);
    return !why.textContent;
  };
  return { form, check };
}

/** A field for a number between buttons that count it down and up, and begin with what is `usual`. */
function stepper(label, input, usual) {
  const press = (step) => {
    if (input.value) input[step]();
    else input.value = usual;
    say(input.value);
  };
  const button = (step, sign) =>
    make("button", { onclick: () => press(step), "aria-label": `${label}${t("colon")} ${t(`rule.${step}`)}` }, sign);
  const counted = make("span.stepper", {}, button("stepDown", "−"), input, button("stepUp", "+"));
  return make("p.field", {}, make("label", { for: input.id }, label), counted);
}

/** The numbers and the lists of cards in an answer, in their order. */
const isLeaf = (value) => Object(value) !== value || (Array.isArray(value) && typeof value[0] !== "number");
const leaves = (value) => (isLeaf(value) ? [value] : Object.values(value).flatMap(leaves));

/** An answer like a sample, with these numbers and lists of cards. */
function filled(sample, values) {
  if (isLeaf(sample)) return values.shift();
  if (Array.isArray(sample)) return values;
  return Object.fromEntries(Object.entries(sample).map(([name, part]) => [name, filled(part, values)]));
}

function inWords(value, { type, options }) {
  const label = (one) => options.find((each) => each.value === one)?.label ?? String(one);
  if (Object(value) !== value) return label(value);
  const part = (one, at) => `${t(`rule.${type}.${at}`)} ${Array.isArray(one) ? cardNames(one) || t("none") : one}`;
  return (options[0] && value.map ? value.map(label) : leaves(value).map(part)).join(", ") || t(`rule.none.${type}`);
}

/** The kinds that have words of a text, the best first, as `kinds_like` lists them; if none has, by a slip. */
function search(kinds, text) {
  const words = (said) => said.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = (...said) => ` ${words(said.join(" ")).join(" ")} `;
  const stems = (said) => new Set(words(said).flatMap((word) => (word[2] ? word.slice(0, 4) : [])));
  const [said, lang, idle] = [text.slice(0, 500), language(), stems(t("rule.idle"))];
  const names = kinds.map(({ kind, name, also }) => [kind, name[lang], ...also].map((each) => plain(each)));
  const known = kinds.map(({ sentence }, at) => plain(...names[at], sentence[lang]));
  const scores = names.map((all) => Number(all.some((each) => plain(said).includes(each))));
  for (const stem of [...stems(said)].filter((each) => !idle.has(each)).sort()) {
    const having = [...known.keys()].filter((at) => stems(known[at]).has(stem));
    if (having.length <= kinds.length / 4) for (const at of having) scores[at] += 1 / having.length;
  }
  const slips = words(said).filter((word) => word[2] && !idle.has(word.slice(0, 4))).flatMap((word) => [word,
    ...[...(word[4] ? word : "")].map((_, at) => `${word.slice(0, at)}\\p{L}{0,2}${word.slice(at + 1)}`)]);
  const like = slips[0] && !Math.max(...scores) && new RegExp(` (${slips.join("|")})`, "u");
  const score = (kind, at = kinds.indexOf(kind)) => scores[at] || (like && like.test(known[at]));
  return kinds.filter((kind) => score(kind)).sort((one, two) => score(two) - score(one)).slice(0, 5);
}
