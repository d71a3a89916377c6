/** The use Try: any position, set up by hand, and what the service answers about it. */

import { pack, show, unpack, whole } from "./address.js";
import { Problem, ask } from "./api.js";
import { board } from "./board.js";
import { hand } from "./cards.js";
import { actionsOf, sendable } from "./choices.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { trouble, violations } from "./messages.js";
import { pictureAddress, shareBar } from "./share.js";
import { cardNames, cardSigns, phrase, t } from "./words.js";

const OTHER = { A: "B", B: "A" };
/** The fields of the form: a place for cards each, and where a request has them. */
const PLACES = { A: "/hands/A", B: "/hands/B", talon: "/talon", outA: "/outA", outB: "/outB" };
const DISCARDS = 6; // that are listed

let bench = null;

/**
 * Shows the position of the address, or a deal at random.
 * @param {HTMLElement} root - the element to fill
 * @param {{z?: string}} params - the packed position; or cards without a deal, as the form has them
 */
export async function mount(root, params) {
  bench = new Bench(root);
  await bench.begin(params);
}

/** Stops what is under way. */
export function unmount() {
  bench?.stopped.abort(new DOMException("stopped", "AbortError"));
  bench = null;
}

/** The cards of a text, such as `SAK HQJ` or `AS KS QH`. What is no card stays as it is: the service says so. */
export function cardsOf(text) {
  const cards = [];
  for (const word of text.toUpperCase().replaceAll("10", "T").split(/[\s,;]+/).filter(Boolean)) {
    if (/^([SHDC][AKQJT6-9]+)+$/.test(word)) {
      for (const [, suit, ranks] of word.matchAll(/([SHDC])([AKQJT6-9]+)/g)) cards.push(...[...ranks].map((rank) => rank + suit));
    } else if (/^([AKQJT6-9][SHDC])+$/.test(word)) cards.push(...word.match(/../g));
    else cards.push(word);
  }
  return cards;
}

const percent = ({ decimal }) => `${Math.round(decimal * 100)} %`;
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value)}`;
const seed = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

class Bench {
  stopped = new AbortController();
  past = [];

  constructor(root) {
    this.root = root;
    this.names = { A: t("name.A"), B: t("name.B") };
    this.line = make("input", { id: "line", spellcheck: "false", autocomplete: "off" });
    this.rules = make("select", { id: "rules" });
    const seats = () => ["A", "B"].map((seat) => make("option", { value: seat }, this.names[seat]));
    this.dealer = make("select", { id: "dealer" }, seats());
    this.dealer.value = "B";
    this.leader = make("select", { id: "leader" }, seats());
    const place = (name) => make("input", { id: `at-${name}`, spellcheck: "false", autocomplete: "off", oninput: () => this.mark() });
    this.places = Object.fromEntries(Object.keys(PLACES).map((name) => [name, place(name)]));
    this.into = "A";
    this.tray = make("div.tray");
    this.told = make("div.told");
    this.shown = make("div.shown");
    root.replaceChildren(this.form(), this.told, this.shown);
  }

  form() {
    const field = (key, input) => make("p.field", {}, make("label", { for: input.id }, t(key)), input);
    const button = (key, onclick, kind = "") => make(`button${kind}`, { onclick }, t(key));
    const lineForm = make("form.line", {}, field("try.line", this.line), make("button", { ".type": "submit" }, t("try.show")));
    lineForm.addEventListener("submit", (event) => (event.preventDefault(), this.open(this.line.value.trim())));
    const chooseInto = ({ target }) => (this.into = target.value);
    const into = make("select", { id: "into", onchange: chooseInto },
      Object.keys(PLACES).map((name) => make("option", { value: name }, t(`try.${name}`))));
    const rows = Object.entries(this.places).map(([name, input]) => field(`try.${name}`, input));
    this.rules.addEventListener("change", () => this.samplePack());
    this.setup = make("details.source", {}, make("summary", {}, t("try.setup")),
      make("form", { onsubmit: (event) => event.preventDefault() },
        make("div.columns", {}, field("play.ruleset", this.rules), field("play.dealer", this.dealer), rows, field("try.leader", this.leader)),
        make("p.hint", {}, t("try.hint")), field("try.into", into), this.tray,
        make("p.actions", {}, button("try.build", () => this.build(), ".first"), button("try.fill", () => this.fill(), ".quiet"),
          button("try.clear", () => this.clear(), ".quiet"))));
    return make("div.form", {}, make("p.actions", {}, button("try.deal", () => this.deal())), lineForm, this.setup);
  }

  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  /** Does something that the service may refuse, and tells the refusal. */
  async guard(work) {
    this.told.replaceChildren();
    for (const input of Object.values(this.places)) this.blame(input, null);
    try {
      await work();
    } catch (error) {
      if (error.name !== "AbortError") this.tell(error);
    }
  }

  /** Tells an error: what it says about the cards of a place at that place, everything else below the form. */
  tell(error) {
    const { document: { violations: found = [], errors = [] } = {} } = error instanceof Problem ? error : {};
    let placed = 0;
    for (const { pointer = "", message } of [...found, ...errors]) {
      const name = Object.keys(PLACES).find((each) => pointer.startsWith(PLACES[each]) || pointer.startsWith(this.sides?.[each]));
      if (name) {
        placed += 1;
        this.setup.open = true;
        this.blame(this.places[name], message);
      }
    }
    if (found.length > placed) this.told.append(make("div.notice", {}, make("b", {}, error.message), violations(found)));
    else if (!placed) this.told.append(trouble(error));
    if (placed || found.length) say([...found, ...errors].map(({ message }) => message).join("; "));
  }

  blame(input, message) {
    const id = `${input.id}-why`;
    this.root.querySelector(`#${id}`)?.remove();
    for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
    if (!message) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
    input.after(make("span.notice", { id }, message));
  }

  async begin({ z, rules, dealer, leader, ...places }) {
    await this.guard(async () => {
      const { rulesets } = await this.ask("v1/rulesets");
      this.rules.append(...rulesets.map(({ ruleset }) => make("option", {}, ruleset)));
      this.rules.value = rulesets.some(({ ruleset }) => ruleset === rules) ? rules : "portland@1";
      if (OTHER[dealer]) this.dealer.value = dealer;
      this.leader.value = OTHER[leader] ? leader : OTHER[this.dealer.value];
      await this.samplePack();
    });
    if (z) return this.open(await unpack(z));
    for (const name of Object.keys(PLACES)) this.places[name].value = places[name] ?? "";
    this.mark();
    return places.A || places.B ? this.build() : this.deal();
  }

  /** The pack of the ruleset, as the service deals it; the tray shows every card and where it is. */
  async samplePack() {
    const { state } = await this.ask("v1/deals", { ruleset: this.rules.value, dealer: "A", seed: seed() });
    this.sample = state.dealt;
    const cards = [...state.hands.A, ...state.hands.B, ...state.talon];
    const rank = (card) => "SHDC".indexOf(card[1]) * 10 + "AKQJT9876".indexOf(card[0]);
    cards.sort((one, other) => rank(one) - rank(other));
    const tray = hand(cards, { label: t("try.tray"), mode: "press", note: () => make("span.worth") });
    tray.addEventListener("card", ({ detail }) => this.put(detail.code));
    this.tray.replaceChildren(tray);
    this.mark();
  }

  get cards() {
    return Object.fromEntries(Object.entries(this.places).map(([name, input]) => [name, cardsOf(input.value)]));
  }

  set cards(cards) {
    for (const [name, input] of Object.entries(this.places)) input.value = (cards[name] ?? []).join(" ");
    this.mark();
  }

  /** Puts a card into the chosen place; takes it away if it is there. */
  put(code) {
    const cards = this.cards;
    const back = cards[this.into].includes(code);
    for (const name of Object.keys(cards)) cards[name] = cards[name].filter((each) => each !== code);
    if (!back) cards[this.into].push(code);
    this.cards = cards;
    say(`${cardNames([code])}${t("colon")} ${back ? t("try.nowhere") : t(`try.${this.into}`)}`);
  }

  /** Writes beneath each card of the tray where it is. */
  mark() {
    const at = Object.entries(this.cards).flatMap(([name, cards]) => cards.map((card) => [card, t(`try.short.${name}`)]));
    const where = Object.fromEntries(at);
    for (const card of this.tray.querySelectorAll("playing-card")) {
      const place = where[card.getAttribute("code")] ?? "";
      card.querySelector(".worth").textContent = place;
    }
  }

  clear() {
    this.cards = {};
  }

  /** Deals the cards that are nowhere to the places that have too few, as many as the service dealt there. */
  fill() {
    const cards = this.cards;
    const used = new Set(Object.values(cards).flat());
    const rest = [...this.sample.talon, ...this.sample.hands.B, ...this.sample.hands.A].filter((card) => !used.has(card));
    for (const seat of ["A", "B"]) cards[seat].push(...rest.splice(0, Math.max(0, this.sample.hands[seat].length - cards[seat].length)));
    cards.talon.push(...rest);
    this.cards = cards;
  }

  deal() {
    const body = { ruleset: this.rules.value, dealer: this.dealer.value, seed: seed() };
    return this.guard(async () => {
      const { state } = await this.ask("v1/deals", body, false);
      this.cards = { ...state.hands, talon: state.talon };
      await this.start(state);
    });
  }

  /** Opens a position in one line. */
  open(line) {
    return this.guard(async () => {
      const { valid, state, violations: found } = await this.ask("v1/states/validate", { state: line });
      if (!valid) throw new Problem(0, { title: t("try.none"), violations: found });
      await this.start(state);
    });
  }

  /** Makes a position of the cards in the form. Without a talon it is only hands, and the service is asked about these. */
  build() {
    return this.guard(async () => {
      const { A, B, talon, outA, outB } = this.cards;
      const [elder, dealer] = [OTHER[this.dealer.value], this.dealer.value];
      this.sides = { [elder]: "/hands/elder", [dealer]: "/hands/younger" };
      if (!talon.length && !outA.length && !outB.length) return this.askAboutHands(elder, { A, B });
      // What was drawn is in the hands by now. Which cards these were makes no difference, so they are the first ones.
      const out = { A: outA, B: outB };
      const drawn = (seat) => this.cards[seat].slice(0, out[seat].length);
      const hands = { A: [...A.slice(outA.length), ...outA], B: [...B.slice(outB.length), ...outB] };
      const body = { ruleset: this.rules.value, dealer, hands, talon: [...drawn(elder), ...drawn(dealer), ...talon] };
      let { state } = await this.ask("v1/deals", body, false);
      for (const seat of [elder, dealer].filter((each) => out[each].length || (each === elder && outB.length && outA.length))) {
        const checked = await this.ask("v1/actions/check", { state, action: { seat, type: "exchange", cards: out[seat] } });
        if (!checked.legal) throw new Problem(0, { title: t("try.none"), violations: checked.violations });
        state = checked.state;
      }
      return this.start(state);
    });
  }

  start(state) {
    this.past = [];
    return this.position(state);
  }

  /** Shows a position, what may be done in it, and what the service answers about it. */
  async position(state) {
    this.state = state;
    const { text } = await this.ask("v1/states/validate", { state });
    this.line.value = text;
    this.params = { z: await pack(text) };
    show("try", this.params);
    const { options = [] } = state.to_act ? await this.ask("v1/actions/options", { state }) : {};
    const seat = state.to_act ?? this.seat ?? "A";
    this.seat = seat;
    const discard = options.find(({ type }) => ["exchange", "commit_discard"].includes(type));
    const plays = state.phase === "play";
    const below = make("div.actions", { role: "group", "aria-label": t("try.act") });
    const how = (of) => (of === state.to_act ? { mode: discard ? "choose" : "press", note: () => make("span.worth") } : {});
    const table = board(state, { bottom: seat, names: this.names, hand: how, below });
    const held = table.querySelector(`[data-seat="${seat}"] card-hand`);
    const act = (action) => this.act(action);
    if (discard) {
      const name = () => t("play.exchange", { count: held.chosen.length });
      const button = make("button.first", { onclick: () => act({ seat, type: discard.type, cards: held.chosen }) }, name());
      held.addEventListener("chosen", () => (button.textContent = name()));
      below.append(button);
    }
    for (const action of options.flatMap(actionsOf)) {
      below.append(make("button.quiet", { onclick: () => act(sendable(action)) }, phrase(action, this.names).text));
    }
    if (state.to_act && !discard) {
      held.addEventListener("card", ({ detail }) => act({ seat, type: "play", card: detail.code }));
    }
    const back = this.past.length > 0 && make("button.quiet", { onclick: () => this.position(this.past.pop()) }, t("play.back"));
    const answers = make("div.answers");
    const share = shareBar({ link: () => whole("try", this.params), picture: () => pictureAddress(text) });
    const aside = make("aside", {}, make("h2", {}, t("try.answers")), answers, make("div.tools", {}, back, share));
    const focused = this.shown.contains(document.activeElement);
    this.shown.replaceChildren(table, aside);
    if (focused) (held.querySelector("button") ?? below.querySelector("button") ?? back)?.focus();
    const turn = state.to_act ? `${this.names[seat]}${t("colon")} ${t("turn")}.` : t("tell.deal_ended");
    say(turn);
    if (discard?.type === "exchange") await this.answer(answers, () => this.discards({ state, seat }, held));
    if (plays) await this.answer(answers, () => this.plays({ state }, held));
    const asked = plays || !state.to_act ? [] : [seat, OTHER[seat]];
    for (const each of asked) await this.answer(answers, () => this.worth({ state, seat: each }, this.names[each]));
  }

  async act(action) {
    const before = this.state;
    await this.guard(async () => {
      const checked = await this.ask("v1/actions/check", { state: before, action }, false);
      if (!checked.legal) throw new Problem(0, { title: t("play.refused"), violations: checked.violations });
      this.past.push(before);
      await this.position(checked.state);
    });
  }

  /** Asks something, and shows the answer or why there is none. A later position makes it void. */
  async answer(into, work) {
    const slot = make("div", {}, t("try.asks"));
    into.append(slot);
    try {
      slot.replaceChildren(...(await work()));
    } catch (error) {
      if (error.name === "AbortError") return;
      slot.replaceChildren(trouble(error));
    }
  }

  /** The best discards; the button of each chooses its cards in the hand. */
  async discards(body, held) {
    const { rows, discards } = await this.ask("v1/exchanges/analyse", { ...body, limit: DISCARDS }, false);
    const value = ({ score, worth }) => (score ?? worth).decimal;
    const choose = (cards) => {
      for (const card of held.children) card.chosen = cards.includes(card.getAttribute("code"));
      held.dispatchEvent(new CustomEvent("chosen", { detail: cards }));
      say(t("try.chosen", { cards: cardNames(cards) }));
    };
    const best = value(rows[0]);
    const line = (row) => {
      const signs = row.discard.map(cardSigns).join(" ") || t("read.nothing");
      const name = t("try.discard", { cards: cardNames(row.discard) });
      const less = value(row) === best ? t("try.best") : signed(Number((value(row) - best).toFixed(2)));
      return make("li", {}, make("button.quiet", { "aria-label": name, onclick: () => choose(row.discard) }, signs), " ",
        make("b", {}, value(row).toFixed(2)), ` (${less})`);
    };
    for (const card of held.children) {
      const out = rows[0].discard.includes(card.getAttribute("code"));
      card.querySelector(".worth")?.replaceChildren(out ? t("try.out") : "");
    }
    return [make("p", {}, t("try.discards", { count: discards })), make("ol.ranks", {}, rows.map(line))];
  }

  /** What each card to play is worth, beneath the card. */
  async plays(body, held) {
    const analysis = await this.ask("v1/play/analyse", body, false);
    for (const { card, value } of analysis.cards) {
      const best = analysis.best.includes(card);
      const place = held.card(card)?.querySelector(".worth");
      place?.append(best ? make("b", {}, `★ ${signed(value)}`) : signed(value), make("span.unseen", {}, best ? t("try.best") : ""));
    }
    const { elder, younger } = analysis.points;
    const line = analysis.cards.find(({ card }) => analysis.best.includes(card))?.line ?? [];
    return [
      make("p", {}, t("try.plays"), " ", make("b", {}, cardNames(analysis.best)), ` ${signed(analysis.value)}`),
      make("p", {}, t("try.points", { elder, younger })),
      make("p.hint", {}, t("try.line.best"), " ", line.map(cardSigns).join(" ")),
    ];
  }

  /** What a hand is worth, with the odds that it is good. */
  async worth(body, name) {
    const { hands: [found] } = await this.ask("v1/hands/evaluate", body);
    const groups = { point: found.points.slice(0, 1), sequence: found.sequences, set: found.sets };
    const line = (category, each) =>
      make("li", {}, phrase({ kind: "called", category, ...each }, this.names).text, " ", make("b", {}, t("points", { count: each.score })),
        each.odds && `, ${t("try.odds", { good: percent(each.odds.good), equal: percent(each.odds.equal) })}`);
    const lines = Object.entries(groups).flatMap(([category, holdings]) => holdings.map((each) => line(category, each)));
    return [make("h3", {}, name), make("ul", {}, lines.length ? lines : make("li", {}, t("call.none")))];
  }

  /** Asks about hands without a deal: two hands at play, or one before its exchange. */
  async askAboutHands(elder, { A, B }) {
    const { value: ruleset } = this.rules;
    const side = (seat) => (seat === elder ? "elder" : "younger");
    const params = { rules: ruleset, dealer: OTHER[elder], leader: this.leader.value, A: A.join(""), B: B.join("") };
    show("try", params);
    const both = A.length > 0 && B.length > 0;
    const seat = both ? this.leader.value : A.length ? "A" : "B";
    const cards = { A, B };
    const answers = make("div.answers");
    const draw = (of) => {
      const held = hand(cards[of], { label: t("hand.of", { name: this.names[of], count: cards[of].length }),
        ...(of === seat && { mode: both ? "press" : "choose", note: () => make("span.worth") }) });
      return make("div.side", { "data-seat": of }, make("h2", {}, this.names[of]), held);
    };
    const order = both ? [OTHER[seat], seat] : [seat];
    const table = make("section.board", { "aria-label": t("board") }, order.map(draw));
    const share = shareBar({ link: () => whole("try", params) });
    this.shown.replaceChildren(table, make("aside", {}, make("h2", {}, t("try.answers")), answers, make("div.tools", {}, share)));
    const held = table.querySelector(`[data-seat="${seat}"] card-hand`);
    if (both) {
      const hands = { [side("A")]: A, [side("B")]: B };
      answers.append(...(await this.plays({ ruleset, hands, leader: side(seat) }, held)));
    } else {
      answers.append(...(await this.discards({ ruleset, side: side(seat), hand: cards[seat] }, held)));
      answers.append(...(await this.worth({ ruleset, hands: [{ cards: cards[seat] }] }, this.names[seat])));
    }
  }
}
