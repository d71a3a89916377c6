/** The form for a new partie: rules, parameters, players, first dealer. And the parties that this browser keeps. */
import { DEFAULT_LEVEL, LEVELS } from "./actions.js";
import { format, recall, remember } from "./address.js";
import { address } from "./api.js";
import { packOf } from "./board.js";
import { make, say } from "./dom.js";
import { games, namesOf } from "./multiplayer/seats.js";
import { ruleLink, save, trouble } from "./use.js";
import { cardName, has, rulesetName, t, unversioned } from "./words.js";

/** Shows the form for two. `start` gets the `ruleset`, the first `dealer`, the seat of the `house`, and its `level`. */
export function setup(root, ask, { start, back }) {
  const against = select("against", [["B", t("play.house")], ["", t("play.person")]]);
  const level = select("level", Object.keys(LEVELS).map((name) => [name, t(`level.${name}`)]), DEFAULT_LEVEL);
  const dealer = select("dealer", ["A", "B", "cut"].map((value) => [value, value]), "B"); // the new one is elder first
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
  const who = (seat) => [[seat, t("multiplayer.house")], ["", t("play.person")]];
  const players = seats.map((seat, at) => select(`player-${seat}`, who(seat), at ? seat : ""));
  const names = Object.fromEntries(seats.map((seat) => [seat, t(`name.${seat}`)]));
  const dealer = select("dealer", Object.entries(dealsFirst(names)), seats.at(-1)); // the new one speaks first
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
  const ruleset = rulesetsIn(rulesets);
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
      if (error.name === "AbortError") return;
      const names = (error.reasons ?? []).map(({ pointer }) => pointer?.split("/").pop());
      for (const each of form.querySelectorAll("select")) each.ariaInvalid = names.includes(each.id) ? "true" : null;
      form.append(trouble(error));
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

/** Cuts cards until they decide. Who may choose deals first. */
async function cut(ask, ruleset, out) {
  for (;;) {
    const [A, B] = packOf(32).map((card) => [Math.random(), card]).sort().map(([, card]) => card);
    const { seat } = await ask("v1/parties", { ruleset, cut: { A, B } });
    out.textContent = t("play.cut.result", { A: cardName(A), B: cardName(B) });
    say(out.textContent);
    if (seat) return seat; // null: the cards are equal
  }
}

export const select = (id, options, chosen, onchange) =>
  make("select", { id, onchange }, options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));

export const rulesetsIn = (rulesets, ...more) =>
  select("ruleset", rulesets.map(({ ruleset }) => [ruleset, rulesetName(ruleset)]), ...more);

/** Who deals first, in words for each seat; `you` is the seat of the reader, if there is one alone. */
const dealsFirst = (names, you) => Object.fromEntries(Object.entries(names).map(([seat, name]) =>
  [seat, t(seat === you ? "play.first.you" : "play.first", { name })]));

export const field = (label, input, why) => make("p.field", {}, make("label", { for: input.id }, label), input, why);

function parameter({ name, value, values, meaning, rule }) {
  const input = select(name, values.map((each) => [JSON.stringify(each), each === null ? t("none") : String(each)]));
  input.value = input.dataset.value = JSON.stringify(value);
  return make("div", {}, make("label", { for: name }, name.replaceAll("_", " ")), " ", ruleLink(rule), " ", input,
    make("p.hint", {}, meaning));
}

const parties = () => recall("parties") ?? [];

/** Adds the end of a partie of one person: that with the same seed is the same partie. */
export function addPartie({ house, seed, level, state: { ruleset, partie, score } }) {
  if (house?.length !== 1 || !seed || !partie.result) return;
  const own = house === "B" ? "A" : "B";
  const { winner, rubicon, totals, settlement } = partie.result;
  const added = {
    seed, date: new Date().toISOString().slice(0, 10), ruleset: ruleset.name ?? ruleset, level,
    result: winner === own ? "won" : winner ? "lost" : "drawn", rubicon: Boolean(rubicon), settlement,
    own: totals[own], house: totals[house],
    best: Math.max(...[...partie.deals, { score }].map((deal) => deal.score?.[own] ?? 0)),
  };
  remember("parties", [...parties().filter((each) => each.seed !== seed), added]);
}

/** What the parties come to, with buttons that save them as a file and forget them; null if there are none. */
function partiesSoFar() {
  const all = parties();
  if (!all.length) return null;
  const count = (wanted) => all.filter(({ result }) => result === wanted).length;
  const rubicons = all.filter(({ rubicon }) => rubicon).length;
  const average = Math.round(all.reduce((sum, { own }) => sum + own, 0) / all.length);
  const best = Math.max(...all.map((partie) => partie.best));
  const counts = { played: all.length, won: count("won"), lost: count("lost"), rubicons, average, best };
  const keep = () => save(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }), "piquet.json");
  const clear = () => {
    remember("parties", null);
    box.remove();
  };
  const box = make("p.parties.hint", {}, t("parties", counts), " ",
    make("button.quiet", { onclick: keep }, t("parties.save")), " ",
    make("button.quiet", { onclick: clear }, t("parties.clear")));
  return box;
}
