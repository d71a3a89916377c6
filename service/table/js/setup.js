/** The form for a new partie: rules, parameters, players, first dealer. */

import { format } from "./address.js";
import { address } from "./api.js";
import { make } from "./dom.js";
import { DEFAULT_LEVEL, LEVELS } from "./house.js";
import { say } from "./live.js";
import { ruleLink, trouble } from "./messages.js";
import { games } from "./multiplayer/seats.js";
import { cardName, has, rulesetName, t, unversioned } from "./words.js";

/** Shows the form for two. `start` gets the `state` before the first deal, the seat of the `house`, and its `level`. */
export function setup(root, ask, { start, back }) {
  const against = select("against", [["B", t("play.house")], ["", t("play.person")]]);
  const level = select("level", Object.keys(LEVELS).map((name) => [name, t(`level.${name}`)]));
  level.value = DEFAULT_LEVEL;
  against.addEventListener("change", () => (level.disabled = !against.value));
  const dealer = select("dealer", [...["A", "B"].map((seat) => [seat, t(`name.${seat}`)]), ["cut", t("play.cut")]]);
  dealer.value = "B"; // so that whoever is new here is elder first
  const begin = async (ruleset, out) => {
    const first = dealer.value === "cut" ? await cut(ask, ruleset, out) : dealer.value;
    const { state } = await ask("v1/parties", { ruleset, first_dealer: first });
    await start({ state, house: against.value || null, level: level.value });
  };
  const fields = [field(t("play.against"), against), field(t("play.level"), level), field(t("play.dealer"), dealer)];
  return fill(root, ask, { path: "v1/", fields, begin, back });
}

/**
 * Shows the form for a new partie in `root`. `ask(path, body)` asks an operation, and `path` is that of the operations
 * of the game. `fields` are what is chosen besides rules and parameters. `begin(ruleset, out)` begins the partie, and
 * may report something in `out`. `back` is the address of a partie to go back to, if there is one.
 */
export async function fill(root, ask, { game, path, fields, begin, back }) {
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
    try {
      await begin(changed.length ? { name: ruleset.value, overrides } : ruleset.value, out);
    } catch (error) {
      if (error.name !== "AbortError") refuse(form, error);
    }
  };
  const form = make("form.setup", { onsubmit: submit }, make("h2", {}, t("play.setup")), games(game),
    back && make("p", {}, make("a", { href: back }, t("play.return"))),
    make("p.hint", {}, t("play.new"), " ", make("a", { href: format("learn") }, t("play.new.learn")), " · ",
      make("a", { href: address(t("rules.page")) }, t("play.new.rules"))),
    rulesets.length > 1 && [field(t("play.ruleset"), ruleset), about], fields,
    make("details", { ontoggle: () => list() }, make("summary", {}, t("play.parameters")),
      make("p.hint", {}, t("play.parameters.why")), parameters),
    make("button", { ".type": "submit" }, t("play.begin")), out);
  const list = () => {
    const chosen = rulesets.find((each) => each.ruleset === ruleset.value);
    if (parameters.dataset.of !== chosen.ruleset) parameters.replaceChildren();
    if (parameters.parentElement.open && !parameters.firstChild) {
      parameters.replaceChildren(...chosen.parameters.map(parameter)); // many, so only once they are asked for
    }
    parameters.dataset.of = chosen.ruleset;
    const key = `ruleset.${unversioned(ruleset.value)}.about`;
    about.textContent = has(key) ? t(key) : "";
  };
  ruleset.addEventListener("change", list);
  list();
  root.replaceChildren(form);
}

/** Tells why a partie cannot begin, and marks the parameters that are the reason. */
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

/** A choice between values, each with its text. */
export const select = (id, options) =>
  make("select", { id }, options.map(([value, text]) => make("option", { value }, text)));

/** A choice with its label, and what is told about it. */
export const field = (label, input, why) =>
  make("p.field", {}, make("label", { for: input.id }, label), input, why);

/** A parameter of a ruleset, with the values that it may have. */
function parameter({ name, value, values, meaning, rule }) {
  const input = select(name, values.map((each) => [JSON.stringify(each), each === null ? t("none") : String(each)]));
  input.value = input.dataset.value = JSON.stringify(value);
  return make("div", {}, make("label", { for: name }, name.replaceAll("_", " ")), " ", ruleLink(rule), " ", input,
    make("p.hint", {}, meaning));
}
