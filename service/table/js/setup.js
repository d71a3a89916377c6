/** The form for a new partie: rules, parameters, players, first dealer. */

import { make } from "./dom.js";
import { say } from "./live.js";
import { ruleLink, trouble } from "./messages.js";
import { cardName, t } from "./words.js";

const HOUSE = "B";

/**
 * Shows the form in `root`, and waits until a partie has begun. `ask(path, body)` asks an operation.
 * Returns the `state` of the partie before its first deal, and the seat of the `house`, or null.
 */
export async function setup(root, ask) {
  const { rulesets } = await ask("v1/rulesets");
  const ruleset = select("ruleset", rulesets.map((each) => [each.ruleset, each.ruleset]));
  const against = select("against", [[HOUSE, t("play.house")], ["", t("play.person")]]);
  const dealer = select("dealer", [...["A", "B"].map((seat) => [seat, t(`name.${seat}`)]), ["cut", t("play.cut")]]);
  const parameters = make("div.parameters");
  const out = make("p.hint");
  const form = make("form.setup", {}, make("h2", {}, t("play.setup")),
    field("play.ruleset", ruleset), field("play.against", against), field("play.dealer", dealer),
    make("details", {}, make("summary", {}, t("play.parameters")),
      make("p.hint", {}, t("play.parameters.why")), parameters),
    make("button", { ".type": "submit" }, t("play.begin")), out);
  const fill = () => {
    const chosen = rulesets.find((each) => each.ruleset === ruleset.value);
    parameters.replaceChildren(...chosen.parameters.map(parameter));
  };
  ruleset.addEventListener("change", fill);
  fill();
  root.replaceChildren(form);
  const begin = async () => {
    const changed = [...parameters.querySelectorAll("select")].filter((each) => each.value !== each.dataset.value);
    const overrides = Object.fromEntries(changed.map((each) => [each.id, JSON.parse(each.value)]));
    const rules = changed.length ? { name: ruleset.value, overrides } : ruleset.value;
    const first = dealer.value === "cut" ? await cut(ask, rules, out) : dealer.value;
    const { state } = await ask("v1/parties", { ruleset: rules, first_dealer: first });
    return { state, house: against.value || null };
  };
  return new Promise((resolve, reject) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.querySelector(".notice")?.remove();
      begin().then(resolve, (error) => (error.name === "AbortError" ? reject(error) : refuse(form, error)));
    });
  });
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

const select = (id, options) =>
  make("select", { id }, options.map(([value, text]) => make("option", { value }, text)));

const field = (key, input) => make("p.field", {}, make("label", { for: input.id }, t(key)), input);

/** A parameter of a ruleset, with the values that it may have. */
function parameter({ name, value, values, meaning, rule }) {
  const input = select(name, values.map((each) => [JSON.stringify(each), each === null ? t("none") : String(each)]));
  input.value = input.dataset.value = JSON.stringify(value);
  return make("div", {}, make("label", { for: name }, name.replaceAll("_", " ")), " ", ruleLink(rule), " ", input,
    make("p.hint", {}, meaning));
}
