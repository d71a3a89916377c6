/** The form for a new partie: rules, parameters, players, first dealer. */
import { format } from "./address.js";
import { address } from "./api.js";
import { make, say } from "./dom.js";
import { DEFAULT_LEVEL, LEVELS } from "./house.js";
import { recall, remember } from "./memory.js";
import { ruleLink, trouble } from "./messages.js";
import { games, namesOf } from "./multiplayer/seats.js";
import { partiesSoFar } from "./parties.js";
import { cardName, has, rulesetName, t, unversioned } from "./words.js";

/** Shows the form for two. `start` gets the `ruleset`, the first `dealer`, the seat of the `house`, and its `level`. */
export function setup(root, ask, { start, back }) {
  const against = select("against", [["B", t("play.house")], ["", t("play.person")]]);
  const level = select("level", Object.keys(LEVELS).map((name) => [name, t(`level.${name}`)]));
  level.value = DEFAULT_LEVEL;
  const dealer = select("dealer", ["A", "B", "cut"].map((value) => [value, value]));
  dealer.value = "B"; // so that whoever is new here is elder first
  const settle = () => {
    const names = namesOf({ seats: ["A", "B"], house: against.value || null });
    const first = { cut: t("play.cut"), ...dealsFirst(names, against.value && "A") };
    for (const option of dealer.options) option.text = first[option.value];
    level.disabled = !against.value;
  };
  const begin = async (ruleset, out) => {
    const first = dealer.value === "cut" ? await cut(ask, ruleset, out) : dealer.value;
    await start({ ruleset, dealer: first, house: against.value || null, level: level.value });
  };
  const fields = [field(t("play.against"), against), field(t("play.level"), level), field(t("play.dealer"), dealer)];
  return fill(root, ask, { path: "v1/", fields, begin, back, settle });
}

/** Shows the form for three or four: who plays each seat, and who deals first. `start` is called as for two. */
export function setupSeveral(root, ask, { game, path, seats, start, back }) {
  const player = (seat) => select(`player-${seat}`, [[seat, t("multiplayer.house")], ["", t("play.person")]]);
  const players = seats.map(player);
  players[0].value = "";
  const names = Object.fromEntries(seats.map((seat) => [seat, t(`name.${seat}`)]));
  const dealer = select("dealer", Object.entries(dealsFirst(names)));
  dealer.value = seats.at(-1); // so that whoever is new here speaks and leads first
  const about = make("p.hint", {}, t(`game.${game}.about`));
  const fields = [...seats.map((seat, at) => field(t(`name.${seat}`), players[at])), field(t("play.dealer"), dealer)];
  const begin = async (ruleset) =>
    start({ ruleset, dealer: dealer.value, house: players.map(({ value }) => value).join("") || null });
  return fill(root, ask, { game, path, fields, begin, back: [about, back] });
}

/** Shows the form for a new partie in `root`. `ask(path, body)` asks an operation, and `path` is that of the operations
 * of the game. `fields` are what is chosen besides rules and parameters, and is remembered. `begin(ruleset, out)` may
 * report something in `out`, `back` is a link to the partie in hand, and `settle()` adapts the fields to each other. */
async function fill(root, ask, { game, path, fields, begin, back, settle = () => {} }) {
  const { rulesets } = await ask(`${path}rulesets`);
  const ruleset = select("ruleset", rulesets.map((each) => [each.ruleset, rulesetName(each.ruleset)]));
  const about = make("p.hint", { id: "about-ruleset" });
  ruleset.setAttribute("aria-describedby", about.id);
  const parameters = make("div.parameters");
  const out = make("p.hint");
  const submit = async () => {
    form.querySelector(".notice")?.remove();
    const changed = [...parameters.querySelectorAll("select")].filter((each) => each.value !== each.dataset.value);
    const overrides = Object.fromEntries(changed.map((each) => [each.id, JSON.parse(each.value)]));
    remember(`choices-${path}`, Object.fromEntries(choices().map(({ id, value }) => [id, value])));
    try {
      await begin(changed.length ? { name: ruleset.value, overrides } : ruleset.value, out);
    } catch (error) {
      if (error.name !== "AbortError") refuse(form, error);
    }
  };
  const chosen = make("p.hint");
  const options = make("div.options", {}, rulesets.length > 1 && [field(t("play.ruleset"), ruleset), about], fields);
  const choices = () => [...options.querySelectorAll("select")];
  const form = make("form.setup", { onsubmit: submit }, make("h2", {}, t("play.setup")), games(game), back,
    make("button", { ".type": "submit" }, t("play.begin")), chosen, out,
    make("details", {}, make("summary", {}, t("play.options")), options,
      make("details", { ontoggle: () => list() }, make("summary", {}, t("play.parameters")),
        make("p.hint", {}, t("play.parameters.why")), parameters)),
    make("p.hint", {}, t("play.new"), " ", make("a", { href: format("learn") }, t("play.new.learn")), " · ",
      make("a", { href: address(t("rules.page")) }, t("play.new.rules")), " · ",
      make("a", { href: format("rule") }, t("play.rule"))), partiesSoFar());
  const list = () => {
    settle();
    const texts = choices().filter(({ disabled }) => !disabled).map(({ selectedOptions: [option] }) => option.text);
    chosen.textContent = texts.join(" · ");
    const rules = rulesets.find((each) => each.ruleset === ruleset.value);
    if (parameters.dataset.of !== rules.ruleset) parameters.replaceChildren();
    if (parameters.parentElement.open && !parameters.firstChild) {
      parameters.replaceChildren(...rules.parameters.map(parameter)); // many, so only once they are asked for
    }
    parameters.dataset.of = rules.ruleset;
    const key = `ruleset.${unversioned(ruleset.value)}.about`;
    about.textContent = has(key) ? t(key) : "";
  };
  const before = recall(`choices-${path}`) ?? {};
  const offers = ({ id, options }) => [...options].some(({ value }) => value === before[id]);
  for (const each of choices().filter(offers)) each.value = before[each.id];
  options.addEventListener("change", list);
  list();
  root.replaceChildren(form);
}

function refuse(form, error) {
  const names = (error.reasons ?? []).map(({ pointer }) => pointer?.split("/").pop());
  for (const each of form.querySelectorAll("select")) each.ariaInvalid = names.includes(each.id) ? "true" : null;
  form.append(trouble(error));
}

/** Cuts cards until they decide. Who may choose deals first. */
async function cut(ask, ruleset, out) {
  const pack = [..."789TJQKA"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
  for (;;) {
    const [A, B] = pack.map((card) => [Math.random(), card]).sort().map(([, card]) => card);
    const { seat } = await ask("v1/parties", { ruleset, cut: { A, B } });
    out.textContent = t("play.cut.result", { A: cardName(A), B: cardName(B) });
    say(out.textContent);
    if (seat) return seat; // null: the cards are equal
  }
}

export const select = (id, options) =>
  make("select", { id }, options.map(([value, text]) => make("option", { value }, text)));

/** Who deals first, in words for each seat; `you` is the seat of the reader, if there is one alone. */
const dealsFirst = (names, you) => Object.fromEntries(Object.entries(names).map(([seat, name]) =>
  [seat, t(seat === you ? "play.first.you" : "play.first", { name })]));

export const field = (label, input, why) =>
  make("p.field", {}, make("label", { for: input.id }, label), input, why);

/** A parameter of a ruleset, with the values that it may have. */
function parameter({ name, value, values, meaning, rule }) {
  const input = select(name, values.map((each) => [JSON.stringify(each), each === null ? t("none") : String(each)]));
  input.value = input.dataset.value = JSON.stringify(value);
  return make("div", {}, make("label", { for: name }, name.replaceAll("_", " ")), " ", ruleLink(rule), " ", input,
    make("p.hint", {}, meaning));
}
