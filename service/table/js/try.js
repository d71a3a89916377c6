/** The use Try: any position, set up by hand, and what the service answers about it. */
import { actionsOf, discardControls, hint, newSeed, sendable } from "./actions.js";
import { pack, show, unpack, whole } from "./address.js";
import { Problem } from "./api.js";
import { board, cardsOf, hand, sorted } from "./board.js";
import { make, once, say } from "./dom.js";
import { field, select } from "./setup.js";
import { Use, pictureOf, reason, shareBar, trouble } from "./use.js";
import { cardNames, cardSigns, phrase, rulesetName, t } from "./words.js";

const OTHER = { A: "B", B: "A" };
/** The places that the form has for cards. `outA` and `outB` are discards. */
const PLACES = ["A", "B", "talon", "outA", "outB"];
const MOST = 6; // discards that are listed

/** Shows the position of the address (`z`, packed; or cards, as the form has them), or a deal at random. */
export const mount = (root, params) => new Bench(root).begin(params);

const percent = ({ decimal }) => `${Math.round(decimal * 100)} %`;
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value)}`;
const PLAIN = { spellcheck: "false", autocomplete: "off" };

class Bench extends Use {
  past = [];
  sides = {};
  names = { A: t("name.A"), B: t("name.B") };
  line = make("input", { id: "line", ...PLAIN });
  dealer = select("dealer", Object.entries(this.names));
  leader = select("leader", Object.entries(this.names));
  into = select("into", PLACES.map((name) => [name, t(`try.${name}`)]));
  tray = make("div.tray");
  notices = make("div.notices");
  shown = make("div.shown");

  constructor(root) {
    super(root);
    const input = (name) =>
      make("input", { id: `at-${name}`, "aria-describedby": `why-${name}`, ...PLAIN, oninput: () => this.mark() });
    const place = (name) => field(t(`try.${name}`), this.places[name], make("span.notice", { id: `why-${name}` }));
    const button = (key, work, kind = ".quiet") => make(`button${kind}`, { onclick: work }, t(`try.${key}`));
    this.places = Object.fromEntries(PLACES.map((name) => [name, input(name)]));
    this.rules = make("select", { id: "rules", onchange: () => this.guard(() => this.samplePack()) });
    this.setup = make("details.source", {}, make("summary", {}, t("try.setup")), make("div.places", {},
      make("div.columns", {}, field(t("play.ruleset"), this.rules), field(t("sheet.dealer"), this.dealer),
        PLACES.map(place), field(t("try.leader"), this.leader)),
      make("p.hint", {}, t("try.hint")), field(t("try.into"), this.into), this.tray,
      make("p.actions", {}, button("build", () => this.build(), ".first"), button("fill", () => this.fill()),
        button("clear", () => (this.cards = {})))));
    const lineForm = make("form.line", { onsubmit: () => this.guard(() => this.open(this.line.value.trim())) },
      field(t("try.line"), this.line), make("button", { ".type": "submit" }, t("try.show")));
    const form = make("div.form", {}, button("deal", () => this.deal(), ""), lineForm, this.setup);
    root.replaceChildren(form, this.notices, this.shown);
  }

  /** Asks an operation. A position that is none and an action that is not legal are errors, too. */
  async ask(path, body, quiet = true) {
    const answer = await super.ask(path, body, quiet);
    if (answer.violations?.length) throw new Problem(200, { ...answer, title: t("try.none") });
    return answer;
  }

  /** Does something instead of what is under way. A refusal is reported at the place that it is about, or below. */
  async guard(work) {
    this.stopped.abort();
    this.stopped = new AbortController();
    const blame = (name, text) => {
      this.places[name].setAttribute("aria-invalid", Boolean(text));
      const why = this.places[name].nextElementSibling;
      why.textContent = text && [why.textContent, text].filter(Boolean).join("; ");
    };
    this.notices.replaceChildren();
    for (const name of PLACES) blame(name, "");
    try {
      await work();
    } catch (error) {
      if (error.name === "AbortError") return;
      const { violations: found = [], errors = [] } = error.document ?? {};
      const placed = [...found, ...errors].filter((each) => {
        const name = PLACES.find((one) => each.pointer?.match(`^(${this.sides[one]}|(/hands)?/${one})(/|$)`));
        if (name) blame(name, reason(each));
        return name;
      });
      this.setup.open ||= placed.length > 0;
      if (!placed.length || found.length > placed.length) this.notices.append(trouble(error, () => this.guard(work)));
      else say([...new Set(placed.map(reason))].join("; "));
    }
  }

  async begin({ z, rules, dealer, leader, ...places }) {
    await this.guard(async () => {
      const { rulesets } = await this.ask("v1/rulesets");
      this.rules.append(...rulesets.map(({ ruleset }) => make("option", { value: ruleset }, rulesetName(ruleset))));
      this.rules.value = rulesets.some(({ ruleset }) => ruleset === rules) ? rules : "portland@1";
      this.dealer.value = OTHER[dealer] ? dealer : "B";
      this.leader.value = OTHER[leader] ? leader : OTHER[this.dealer.value];
      await this.samplePack();
      if (z) return this.open(await unpack(z));
      this.cards = Object.fromEntries(PLACES.map((name) => [name, cardsOf(places[name] ?? "")]));
      return places.A || places.B ? this.build() : this.deal();
    });
  }

  /** The pack of the ruleset, as the service deals it; the tray shows every card and where it is. */
  async samplePack() {
    const { state } = await this.ask("v1/deals", { ruleset: this.rules.value, dealer: "A", seed: newSeed() });
    this.sample = state.hands;
    this.pack = [...state.hands.A, ...state.hands.B, ...state.talon];
    const cards = sorted(this.pack);
    const tray = hand(cards, { label: t("try.tray"), mode: "press" });
    tray.addEventListener("card", ({ detail }) => this.put(detail.code));
    this.tray.replaceChildren(tray);
    this.mark();
  }

  get cards() {
    return Object.fromEntries(PLACES.map((name) => [name, cardsOf(this.places[name].value)]));
  }

  set cards(cards) {
    for (const name of PLACES) this.places[name].value = (cards[name] ?? []).join(" ");
    this.mark();
  }

  put(code) {
    const { cards, into: { value: into } } = this;
    const back = cards[into].includes(code);
    for (const name of PLACES) cards[name] = cards[name].filter((each) => each !== code);
    if (!back) cards[into].push(code);
    this.cards = cards;
    say(`${cardNames([code])}${t("colon")} ${t(back ? "try.nowhere" : `try.${into}`)}`);
  }

  mark() {
    const { cards, tray: { firstChild: tray } } = this;
    for (const code of tray ? this.pack : []) {
      const name = PLACES.find((each) => cards[each].includes(code));
      tray.mark(code, name && t(`try.short.${name}`));
    }
  }

  /** Deals the cards that are nowhere: to hands that have fewer than the service deals them, then to the talon. */
  fill() {
    const { cards } = this;
    const rest = this.pack.filter((card) => !PLACES.some((name) => cards[name].includes(card)));
    for (const seat of ["A", "B"]) {
      cards[seat].push(...rest.splice(0, Math.max(0, this.sample[seat].length - cards[seat].length)));
    }
    cards.talon.push(...rest);
    this.cards = cards;
  }

  deal() {
    return this.guard(async () => {
      const body = { ruleset: this.rules.value, dealer: this.dealer.value, seed: newSeed() };
      const { state } = await this.ask("v1/deals", body, false);
      this.cards = { ...state.hands, talon: state.talon };
      await this.position(state, true);
    });
  }

  /** Opens a position in one line. Until a card is played, the form has its cards as well. */
  async open(line) {
    const { state } = await this.ask("v1/states/validate", { state: line });
    const { hands, talon, discards: { A: outA, B: outB }, partie, tricks } = state;
    this.dealer.value = partie.dealer;
    this.cards = tricks.length ? {} : { ...hands, talon, outA, outB };
    await this.position(state, true);
  }

  /** Makes a position of the cards in the form. Without a talon there are only hands, and these are asked about. */
  build() {
    return this.guard(async () => {
      const { A, B, talon, ...out } = this.cards;
      const [elder, dealer] = [OTHER[this.dealer.value], this.dealer.value];
      this.sides = { [elder]: "/hands/elder", [dealer]: "/hands/younger" };
      if (![...talon, ...out.outA, ...out.outB].length) return this.askAboutHands({ A, B }, elder);
      // What was drawn is in the hands by now. Which cards these were makes no difference, so they are the first ones.
      const discards = { A: out.outA, B: out.outB };
      const drawn = (seat) => this.cards[seat].slice(0, discards[seat].length);
      const dealt = (seat) => [...this.cards[seat].slice(discards[seat].length), ...discards[seat]];
      const hands = { A: dealt("A"), B: dealt("B") };
      const body = { ruleset: this.rules.value, dealer, hands, talon: [...drawn(elder), ...drawn(dealer), ...talon] };
      let { state } = await this.ask("v1/deals", body, false);
      for (const seat of [elder, dealer]) {
        const action = { seat, type: "exchange", cards: discards[seat] };
        if (action.cards.length) ({ state } = await this.ask("v1/actions/check", { state, action }));
      }
      return this.position(state, true);
    });
  }

  /** Shows a position, what may be done in it, and what the service answers about it. */
  async position(state, another = false) {
    this.state = state;
    const { text } = await this.ask("v1/states/validate", { state });
    this.line.value = text;
    const { options = [] } = state.to_act ? await this.ask("v1/actions/options", { state }) : {};
    const seat = state.to_act ?? "A";
    const discard = options.find(({ type }) => ["exchange", "commit_discard"].includes(type));
    const plays = state.phase === "play";
    const below = make("div.actions", { role: "group", "aria-label": t("actions") });
    const own = { mode: discard ? "choose" : "press" };
    const how = (of) => (of === state.to_act ? own : {});
    const table = board(state, { bottom: seat, names: this.names, hand: how, below });
    const { held, answers } = this.layOut(table, seat, { z: await pack(text) }, () => pictureOf("v1/", state), another);
    if (discard) below.append(...discardControls(discard, held, (action) => this.act(action)));
    else held.addEventListener("card", ({ detail }) => this.act({ seat, type: "play", card: detail.code }));
    for (const action of options.flatMap(actionsOf)) {
      const send = () => this.act(sendable(action));
      below.append(make("button.quiet", { onclick: send }, phrase(action, this.names).text));
    }
    say(state.to_act ? `${this.names[seat]}${t("colon")} ${t("turn")}.` : t("tell.deal_ended"));
    this.answers(answers, state, seat, held, discard, plays); // without waiting: meanwhile something can be done
  }

  async answers(answers, state, seat, held, discard, plays) {
    if (discard?.type === "exchange") await this.answer(answers, () => this.advice({ state, seat }, held));
    if (plays) await this.answer(answers, () => this.plays({ state }, held));
    for (const each of plays || !state.to_act ? [] : [seat, OTHER[seat]]) {
      await this.answer(answers, () => this.worth({ state, seat: each }, this.names[each]));
    }
  }

  /** Lays out a table with a place for answers beside it; `held` is the hand of a seat. */
  layOut(table, seat, params, picture, another) {
    show("try", params, another && this.shown.childElementCount > 0); // Back leads to the position before
    const takeBack = () => {
      const state = this.past.pop();
      return this.guard(() => this.position(state));
    };
    const back = this.past.length > 0 && make("button.quiet", { onclick: takeBack }, t("play.back"));
    const tools = make("div.tools", {}, back, shareBar({ link: () => whole("try", params), picture }));
    const answers = make("div.answers", {}, make("h2", {}, t("try.answers")));
    const held = table.querySelector(`[data-seat="${seat}"] > card-hand`);
    const focused = this.shown.contains(document.activeElement);
    this.shown.replaceChildren(table, make("aside", {}, answers, tools));
    if (focused) (held.querySelector("button") ?? tools.querySelector("button")).focus();
    return { held, answers };
  }

  act(action) {
    const { state } = this;
    return once(state, () => this.guard(async () => {
      const checked = await this.ask("v1/actions/check", { state, action }, false);
      if (this.past.at(-1) !== state) this.past.push(state);
      await this.position(checked.state);
    }));
  }

  async answer(answers, work) {
    const slot = make("div", {}, t("try.asks"));
    answers.append(slot);
    const report = (notice) => slot.replaceChildren(notice);
    await this.attempt(async () => slot.replaceChildren(...(await work())), report);
  }

  /** The same hint as in Play: what the seat would do with what it knows. A press chooses the cards of an exchange. */
  async advice(body, held) {
    const { view } = await this.ask("v1/states/view", body);
    const take = ({ cards }) => {
      held.choose(cards);
      say(t("try.chosen", { cards: cardNames(cards) }));
    };
    return [await hint(view, (...asked) => this.ask(...asked, false), { names: this.names, take, hand: held })];
  }

  /** The best discards of a hand alone, by what point, sequences and sets score; a press chooses the cards. */
  async discards(body, held) {
    const { rows, discards } = await this.ask("v1/exchanges/analyse", { ...body, limit: MOST }, false);
    const line = ({ discard, score, worth }) => {
      const label = t("try.discard", { cards: cardNames(discard) });
      const text = discard.map(cardSigns).join(" ") || t("read.nothing");
      const points = t("hint.points", { points: (score ?? worth).decimal.toFixed(1) });
      return make("li", {}, make("button.quiet", { "aria-label": label, onclick: () => held.choose(discard) }, text),
        " ", make("b", {}, points));
    };
    for (const code of rows[0].discard) held.mark(code, t("hint.out"));
    return [make("p", {}, t("try.discards", { count: discards })), make("ol.ranks", {}, rows.map(line))];
  }

  async plays(body, held) {
    const { cards, best, value, points } = await this.ask("v1/play/analyse", body, false);
    for (const each of cards) held.mark(each.card, signed(each.value), best.includes(each.card));
    const { line } = cards.find(({ card }) => best.includes(card));
    return [
      make("p", {}, `${t("try.plays")} `, make("b", {}, cardNames(best)), ` ${signed(value)}`),
      make("p", {}, t("try.points", points)),
      make("p.hint", {}, `${t("try.line.best")} ${line.map(cardSigns).join(" ")}`),
    ];
  }

  async worth(body, name) {
    const { hands: [{ points, sequences, sets }] } = await this.ask("v1/hands/evaluate", body);
    const line = (category) => (each) => {
      const { good, equal } = each.odds ?? {};
      const odds = good && `, ${t("try.odds", { good: percent(good), equal: percent(equal) })}`;
      const text = phrase({ kind: "called", category, ...each }).text;
      return make("li", {}, `${text} `, make("b", {}, t("points", { count: each.score })), odds);
    };
    const groups = { point: points.slice(0, 1), sequence: sequences, set: sets };
    const lines = Object.entries(groups).flatMap(([category, holdings]) => holdings.map(line(category)));
    return [make("b", {}, name), make("ul", {}, lines.length ? lines : make("li", {}, t("call.none")))];
  }

  /** Asks about hands without a deal: two hands at play, or one before its exchange. */
  async askAboutHands(cards, elder) {
    const { rules: { value: ruleset }, leader: { value: leader } } = this;
    const side = (seat) => (seat === elder ? "elder" : "younger");
    const both = cards.A.length > 0 && cards.B.length > 0;
    const seat = both ? leader : cards.B.length ? "B" : "A";
    const draw = (of) => {
      const label = t("hand.of", { name: this.names[of], count: cards[of].length });
      const how = of === seat && { mode: both ? "press" : "choose" };
      const held = hand(cards[of].filter((card) => this.pack.includes(card)), { label, ...how });
      return make("div.side", { "data-seat": of }, make("h2", {}, this.names[of]), held);
    };
    const table = make("section.board", { "aria-label": t("board") }, both && draw(OTHER[seat]), draw(seat));
    const [A, B] = [cards.A, cards.B].map((each) => each.join("") || null);
    const params = { rules: ruleset, dealer: OTHER[elder], leader, A, B };
    this.line.value = "";
    const { held, answers } = this.layOut(table, seat, params, null, true);
    const hands = { [side("A")]: cards.A, [side("B")]: cards.B };
    if (both) return answers.append(...(await this.plays({ ruleset, hands, leader: side(seat) }, held)));
    this.sides[seat] = "/hand";
    answers.append(...(await this.discards({ ruleset, side: side(seat), hand: cards[seat] }, held)));
    return answers.append(...(await this.worth({ ruleset, hands: [{ cards: cards[seat] }] }, this.names[seat])));
  }
}
