/** The use Play: a partie for people at one screen, or against the house. */
import {
  DEFAULT_LEVEL, DISCARDS, LEVELS, actionsOf, compare, cover, decide, discardControls, drawnFrom, hint, newSeed, pasted,
  review, reviewButton, seedOf, sendable,
} from "./actions.js";
import { UnreadableAddress, format, fromJson, pack, recall, remember, show, unpack, whole } from "./address.js";
import { Problem } from "./api.js";
import { board, dialogue, isOver, moveFrom, placesIn, scoredIn, scoreSheet, still, unseenIn } from "./board.js";
import { closeButton, make, once, say } from "./dom.js";
import { sound } from "./keys.js";
import { namesOf, scores, watcher } from "./multiplayer/seats.js";
import { addPartie, setup } from "./setup.js";
import { Use, pictureOf, reason, shareBar, violations } from "./use.js";
import { has, phrase, rulesetName, t } from "./words.js";

const SIZES = ["length", "count"];
const RARE = ["name_suit", "concede"];
/** The types of option that have a question, the most urgent first. */
const ASKED = ["reply", "reckon", "call", "pass"];
/** How long a trick stays on the table before the house leads to the next one, in milliseconds. */
const AFTER_TRICK = 1_200;

/** The deal of a state as it stands in a record, and the events that scored in it. */
const dealIn = ({ partie, dealt, history, score, events }) =>
  ({ dealer: partie.dealer, dealt, steps: history.map((action) => ({ action })), score, events: scoredIn(events) });

export const mount = (root, params) => open(new Game(root), params);

/** Goes on with the packed position of an address, takes up its challenge, or prepares a new partie. */
export async function open(game, { z, house, level, deals, seed, vs, rules, dealer }) {
  if (Object.hasOwn(LEVELS, level ?? "")) game.level = level;
  Object.assign(game, { seed: seed ?? null, rival: vs ? await unpack(vs) : null });
  if (deals) game.kept = [fromJson(await unpack(deals))].flat();
  if (!game.kept.every((deal) => deal === null || Array.isArray(deal.events))) throw new UnreadableAddress();
  if (!z && seed && rules) return game.takeUp(rules.startsWith("{") ? fromJson(rules) : rules, dealer);
  return z ? game.resume(game.read(await unpack(z)), house) : game.prepare();
}

/** A partie on the page. What is of the game for two comes first: `multiplayer/game.js` has it for three and four. */
export class Game extends Use {
  path = "v1/"; // of the operations
  seats = ["A", "B"];
  choose = setup; // shows the form for a new partie
  read = (text) => text; // a position of an address, for the service
  write = async (state) => (await this.ask("v1/states/validate", { state })).text; // a state, for an address
  decide = (view) =>
    decide(view, this.asker, this.level, this.drawn(view)).catch((error) => this.unadvised(view, error));
  phrase = (what) => phrase(what, this.names);
  analysed = true; // whether there are records of this game, and advice
  pace = 0; // how long the house waits before it plays a card, in milliseconds

  house = null; // the seats that the house has, such as `BC`
  level = DEFAULT_LEVEL; // how well the house plays
  own = []; // the options of the seat at the screen
  seen = null; // the seat whose cards may be seen on the screen
  past = []; // the states in which somebody at the screen has acted, for taking back
  kept = []; // the deals before this one, as they stand in a record
  seed = null; // of the cards of the partie
  rival = null; // the record that a challenge brings
  news = []; // what has happened and is still to be said

  get names() {
    return namesOf(this);
  }

  guard = (work) => once(this.stopped, () => this.attempt(work));

  async resume(given, house) {
    const answer = await this.ask(`${this.path}states/validate`, { state: given }, false);
    const { valid, state = given, violations: found } = answer;
    if (!valid) throw new Problem(422, { violations: found, title: t("trouble.address") });
    this.house = this.seats.filter((seat) => house?.includes(seat)).join("") || null;
    return this.turn(state);
  }

  async prepare(another = false) {
    show("play", { game: this.game }, another); // Back leads to the partie before
    const { game, path, seats } = this;
    const inHand = recall("partie");
    const back = inHand && make("a", { href: format("play", inHand.params) }, t("play.return", inHand));
    const start = ({ house, level, ruleset, dealer }) => {
      Object.assign(this, { house, level, rival: null });
      return this.begin(ruleset, dealer);
    };
    await this.choose(this.root, this.asker, { game, path, seats, start, back: back && make("p", {}, back) });
  }

  firstDeal = (ruleset, dealer) =>
    this.ask("v1/parties", { ruleset, first_dealer: dealer }).then(({ state }) => ({ state }));

  async begin(ruleset, dealer, seed = newSeed()) {
    Object.assign(this, { kept: [], seed });
    await this.deal(await this.firstDeal(ruleset, dealer));
  }

  /** The same players once more; whoever did not deal first does now. Back leads to the partie before. */
  rematch() {
    const { ruleset, partie } = this.state;
    const at = this.seats.indexOf(partie.first_dealer);
    show("play", { game: this.game }, true);
    this.rival = null;
    return this.begin(ruleset, this.seats[(at + 1) % this.seats.length]);
  }

  takeUp(ruleset, dealer) {
    this.house = "B";
    const fields = { rules: rulesetName(ruleset.name ?? ruleset), level: t(`level.${this.level}`) };
    const about = [t("challenge.about", fields), this.rival && t("challenge.rival")];
    const begin = () => this.guard(() => this.begin(ruleset, dealer ?? "B", this.seed));
    cover(this.root, { title: t("challenge"), about, press: t("play.begin") }, begin);
  }

  async deal(before) {
    const number = (before.state?.partie.deal ?? 0) + 1;
    const seed = this.analysed && this.seed ? seedOf(this.seed, number) : newSeed();
    const dealt = await this.ask(`${this.path}deals`, { ...before, seed }, false);
    if (number > 1) this.kept[number - 2] = dealIn(before.state);
    Object.assign(this, { past: [], seen: null });
    await this.accept(dealt);
  }

  /** What chooses between the options of the house: in a partie from a seed, the same for the same play. */
  drawn = ({ events, partie }) =>
    this.seed ? drawnFrom(`${seedOf(this.seed, partie.deal)} ${events.length}`) : Math.random();

  /** The partie so far as a record: whole deals, and what is known of earlier ones. */
  get record() {
    const { ruleset, partie } = this.state;
    const earlier = partie.deals.map(({ dealer, score }, at) => this.kept[at] ?? { dealer, score });
    const played = isOver(this.state) ? [...earlier, dealIn(this.state)] : earlier;
    const deals = played.map(({ events, ...deal }) => deal);
    return { piquet_record: 1, ruleset, first_dealer: partie.first_dealer, deals };
  }

  packed = () => pack(JSON.stringify(this.record)); // for Read
  written = async () => (await this.ask("v1/records/convert", { record: this.record, to: "text" })).record;

  /** Goes on with the state of a response. What happened is said when the house has acted. */
  async accept({ state, events }) {
    this.state = state;
    sound(isOver(state) ? "end" : this.phrase(events[0] ?? {}).spoken ? "word" : "card");
    for (const event of events) {
      const { text } = this.phrase(event);
      const who = event.seat ?? event.side;
      const name = who ? `${this.names[who]}${t("colon")} ` : "";
      if (text) this.news.push(`${name}${text}${event.points ? ` ${t("points", { count: event.points })}.` : ""}`);
    }
    await this.turn(state);
  }

  turn(state) {
    this.state = state;
    return this.attempt(() => this.showTurn(state));
  }

  async showTurn(state) {
    this.line = await this.write(state);
    this.params = { game: this.game, z: await pack(this.line), house: this.house, level: this.house && this.level };
    Object.assign(this.params, await this.partieParams());
    this.putAddress();
    const seat = state.to_act;
    this.seen = watcher(this);
    if (seat && this.house?.includes(seat)) return this.letHouseAct(seat);
    const view = seat && seat !== this.seen ? null : await this.view(this.seen);
    say(this.news.splice(0).join(" ")); // together with what `draw` says
    return view ? this.draw(view) : this.handOver(seat);
  }

  /** Puts the position into the address bar, and keeps it for coming back. */
  putAddress() {
    const { partie: { deal, score, result } } = this.state;
    show("play", this.params);
    remember("partie", result ? null : { params: this.params, deal, scores: Object.values(score).join("–") });
    if (result && this.analysed) addPartie(this);
  }

  /** What an address has besides the position: earlier deals, and against the house the seed and who is compared. */
  async partieParams() {
    const deals = this.kept.length ? await pack(JSON.stringify(this.kept)) : null;
    return { deals, seed: this.house && this.seed, vs: this.rival && (await pack(this.rival)) };
  }

  /** The view of a seat. What somebody at the screen may reckon is listed, so that nothing illegal is offered. */
  async view(seat) {
    const { view } = await this.ask(`${this.path}states/view`, { state: this.state, seat });
    const reckon = view.options?.find((option) => option.seat === seat && option.type === "reckon");
    if (!reckon || this.house?.includes(seat)) return view;
    const plays = view.options.some(({ type }) => type === "play");
    const listed = await this.reckonings(reckon, plays);
    return { ...view, options: view.options.map((option) => (option === reckon ? listed : option)) };
  }

  /** The option of a reckoning with its actions, as far as they are legal: everything, nothing, and each choice. */
  async reckonings({ seat, type }, plays) {
    const asked = { state: this.state, expand: true, limit: 60 };
    const { actions } = await this.ask(`${this.path}actions/options`, asked);
    const own = actions.filter((action) => action.type === type && action.seat === seat);
    const nothing = own.filter(({ holdings }) => !holdings.length);
    const some = own.filter(({ holdings }) => holdings.length);
    if (!some.length) return { seat, type, actions: plays ? [] : nothing, none: true };
    return { seat, type, actions: [{ seat, type }, ...nothing, ...(some[1] ? some : [])] };
  }

  /** Lets the house act. It gets its view and nothing else. */
  async letHouseAct(seat) {
    const { signal } = this.stopped;
    const thinks = make("p.thinks", {}, t("play.thinks"));
    if (this.seen) this.draw({ ...(await this.view(this.seen)), options: [] }, thinks);
    else this.root.replaceChildren(thinks);
    const view = await this.view(seat);
    const [action] = await Promise.all([this.decide(view), this.pause(view)]);
    signal.throwIfAborted(); // the partie was left, or something was taken back
    const checked = await this.ask(`${this.path}actions/check`, { state: this.state, action });
    if (!checked.legal) throw new Error(checked.violations.map(({ message }) => message).join("; "));
    await this.accept(checked);
  }

  /** The first legal action of a seat. There is no advice for a deal with irregular entries: it is refused with 409. */
  async unadvised({ seat }, error) {
    if (error.status !== 409) throw error;
    const asked = { state: this.state, seat, expand: true, limit: 1 };
    const { actions } = await this.ask(`${this.path}actions/options`, asked);
    if (!actions.length) throw error;
    return actions[0];
  }

  /** Waits before the house plays a card, and longer after a trick, so that people can follow. */
  async pause({ phase, tricks }) {
    const time = tricks.at(-1)?.winner ? AFTER_TRICK : this.pace;
    if (phase === "play" && time && !still.matches) await new Promise((resolve) => setTimeout(resolve, time));
  }

  handOver(seat) {
    const name = this.names[seat];
    const take = () => this.guard(async () => {
      this.seen = seat;
      this.draw(await this.view(seat));
      this.focus();
    });
    const about = [t("play.handover.why", { name })];
    cover(this.root, { title: t("play.handover", { name }), about, press: t("play.takeup", { name }) }, take);
  }

  /** Draws the view of a seat, with what that seat may do, or with a status. */
  draw(view, status = null) {
    const active = document.activeElement;
    const at = [...(active.closest("card-hand")?.children ?? [])].findIndex((card) => card.contains(active));
    const kept = this.root.contains(active);
    const { seat } = view;
    const own = (view.options ?? []).filter((option) => option.seat === seat);
    this.own = own;
    const discard = own.find(({ type }) => DISCARDS.includes(type));
    const play = own.find(({ type }) => type === "play");
    const below = make("div.actions", { role: "group", "aria-label": t("actions") });
    const mode = discard && !play ? "choose" : "press";
    const how = (of) => (of !== seat || !view.to_act ? {} : { mode, legal: play?.cards });
    const table = board(view, { bottom: seat, names: this.names, house: this.house, hand: how, below });
    const hand = table.querySelector(".side:not(.far) > card-hand");
    const [asked, ...rest] = [status ?? this.ending(view) ?? this.buttons(own, discard, play, hand)].flat();
    const help = this.analysed && own.length > 0 && this.help(seat, hand);
    const takeBack = () => {
      const before = this.past.pop();
      return this.restart(() => this.turn(before));
    };
    const back = this.past.length > 0 && make("button.quiet.back", { onclick: takeBack }, t("play.back"));
    below.append(make("div.prompt", {}, asked ?? "", help, back), ...rest);
    if (how(seat).mode === "press") {
      hand.addEventListener("card", ({ detail }) => this.act({ seat, type: "play", card: detail.code }, detail.card));
    }
    const talk = dialogue(view.events, this.names, seat);
    const last = talk.lastElementChild?.cloneNode(true).childNodes ?? [];
    table.querySelector(".centre").prepend(make("p.last", { "aria-hidden": "true" }, [...last]));
    const places = placesIn(this.root);
    const over = isOver(view);
    if (over) table.querySelector(".centre").replaceChildren(...this.report(view));
    const sheet = !over && scoreSheet(view, this.names, this.kept);
    this.root.replaceChildren(table,
      make("aside", {}, talk, sheet, unseenIn(view, this.root.querySelector(".seen")?.open), this.tools(seat)));
    moveFrom(places, this.root);
    talk.scrollTop = talk.scrollHeight;
    const stage = `${view.partie.deal} ${over}`;
    if (stage !== this.stage) scrollTo(0, 0); // a new deal, or the end of one, is seen from its top
    this.stage = stage;
    if (kept) this.focus(play ? Math.max(0, at) : -1);
    const told = below.querySelector(".hint, .result");
    if (told) say(told.textContent);
  }

  focus(at = -1) {
    const cards = [...this.root.querySelectorAll(".side:not(.far) > card-hand button.face")];
    const buttons = this.root.querySelectorAll(".actions > button:not(.discard)");
    const next = cards[Math.min(at, cards.length - 1)] ?? buttons[0] ?? cards[0] ?? this.root.querySelector("button");
    next?.focus({ preventScroll: next.matches(".actions *") }); // these are always seen
  }

  /** Buttons for everything that the seat may do apart from playing a card. */
  buttons(own, discard, play, hand) {
    const button = (action, { none }) => {
      const { text, spoken } = none ? { text: t("act.reckon.none") } : this.phrase(action);
      const send = ({ currentTarget }) => this.act(sendable(action), currentTarget);
      return make(spoken ? "button.spoken" : "button", { onclick: send }, text);
    };
    let [first, more] = [[], []];
    const asked = ASKED.map((type) => own.find((option) => option.type === type)).find(Boolean);
    const later = ({ category }) => category && category !== asked.category; // one category after the other
    for (const option of own) {
      const best = option.calls?.[0];
      for (const action of actionsOf(option)) {
        const asBest = (name) => !best || action[name] === best[name] || (!SIZES.includes(name) && !(name in action));
        const rare = RARE.includes(option.type) || action.holdings || action.suit || action.look === false;
        const usual = !rare && !later(option) && [...SIZES, "value", "top", "rank"].every(asBest);
        (usual ? first : more).push(button(action, option));
      }
    }
    if (this.onlyPass) first = [make("button", { onclick: this.passAll }, t("act.pass"))];
    const kind = play ? `play${first.length ? ".or" : ""}` : `${asked?.type}${asked?.none ? ".none" : ""}`;
    const hint = has(`play.hint.${kind}`) ? `play.hint.${kind}` : "play.act";
    if (!first.length && !play && !discard) [first, more] = [more, first]; // there is nothing else
    return [
      discard ? discardControls(discard, hand, (...given) => this.act(...given)) : make("p.hint", {}, t(hint)),
      first,
      more.length > 0 ? make("details", {}, make("summary", {}, t("play.more")), more) : [],
    ].flat();
  }

  get onlyPass() {
    const own = this.own.filter(({ seat, type }) => seat === this.state.to_act && !RARE.includes(type));
    return own.every(({ type }) => type === "pass") ? own[0] : null;
  }

  passAll = async ({ currentTarget }) => {
    this.root.ariaBusy = "true";
    for (let before = null; this.onlyPass && this.state !== before; ) {
      before = this.state;
      await this.act(sendable(actionsOf(this.onlyPass)[0]), currentTarget);
    }
    this.root.ariaBusy = null;
  };

  /** A button that asks what the service would do with what the seat knows, and where its answer stands. */
  help(seat, hand) {
    const take = (action, place) =>
      DISCARDS.includes(action.type) ? hand.choose(action.cards) : this.act(action, place);
    const press = ({ currentTarget }) => this.attempt(async () => {
      const { view } = await this.ask(`${this.path}states/view`, { state: this.state, seat });
      const told = await hint(view, this.asker, { names: this.names, take, hand });
      currentTarget.hidden = true;
      told.append(closeButton(() => {
        told.remove();
        currentTarget.hidden = false;
      }));
      this.root.querySelector(".actions").append(told);
      say(told.textContent);
      told.querySelector("button").focus();
    });
    return make("button.quiet.help", { onclick: press }, t("hint.ask"));
  }

  /** Sends an action. A refusal is told beneath the hand, and marks `place`, the element that asked for it. */
  act(action, place) {
    const { state } = this;
    this.root.querySelector(".refusal")?.remove();
    return this.guard(async () => {
      const checked = await this.ask(`${this.path}actions/check`, { state, action }, false);
      if (!checked.legal) return this.refuse(checked.violations, place);
      if (this.past.at(-1) !== state) this.past.push(state);
      await this.accept(checked);
    });
  }

  refuse(given, place) {
    const early = ({ code }) => code === "turn.not_now" && this.own.length > 0;
    const found = given.map((each) => (early(each) ? { ...each, text: t("play.calls.first") } : each));
    const close = closeButton(() => box.remove());
    const box = make("div.refusal", {}, make("b", {}, t("play.refused")), violations(found), close);
    this.root.querySelector("[refused]")?.removeAttribute("refused");
    place.toggleAttribute("refused", true);
    this.root.querySelector(".actions").prepend(box); // beneath the cards, never over them
    say(`${t("play.refused")} ${found.map(reason).join("; ")}`);
  }

  /** How a deal or a partie ended, and what comes next; null while a deal goes on. */
  ending({ phase, partie, score }) {
    const next = (text, key, work) =>
      [make("p.result", {}, text), make("button.first", { onclick: () => this.guard(work) }, t(key))];
    if (phase === "partie_over") {
      return [...next(this.result(partie.result), "play.rematch", () => this.rematch()), this.leaveButton()];
    }
    const text = t("play.deal_over", { deal: partie.deal, scores: scores(score, this.names) });
    return phase === "deal_over" ? next(text, "play.next", () => this.deal({ state: this.state })) : null;
  }

  /** What stands in the middle after a deal: what was scored for what, and what else there is to look at. */
  report(view) {
    const look = (deal) => {
      const link = make("a", { href: format("read") }, t("multiplayer.read"));
      this.packed().then((z) => (link.href = format("read", { z, deal })));
      return link;
    };
    const sheet = scoreSheet(view, this.names, this.kept, look);
    return [sheet, ...(this.analysed ? this.afterwards(view.partie.deal) : [])];
  }

  /** What can be looked at after a deal: the decisions that cost most, and somebody else's play of the same cards. */
  afterwards(deal) {
    const what = async () => {
      const z = await this.packed();
      const before = (deal, step) => format("read", { z, deal, step: step - 1, review: 1 });
      const place = (deal, step, text) => make("a", { href: before(deal, step) }, text);
      const seats = this.seats.filter((seat) => !this.house?.includes(seat));
      const deals = this.record.deals.flatMap(({ steps }, at) => (steps ? [at + 1] : []));
      return { record: this.record, deals, seats: seats.length ? seats : this.seats, names: this.names, place };
    };
    const out = make("div");
    const field = make("textarea", { id: "rival", rows: "3", spellcheck: "false" });
    const beside = (text) => this.attempt(async () => {
      const records = [this.record, await pasted(text)];
      out.replaceChildren(await compare(records, this.asker, { house: this.house, names: this.names }));
    });
    if (this.rival) beside(this.rival);
    const button = make("button.quiet", { onclick: () => beside(field.value) }, t("challenge.compare"));
    const paste = make("details", {}, make("summary", {}, t("challenge.paste")),
      make("label", { for: "rival" }, t("challenge.record")), field, button);
    const worst = make("div.review.worst");
    what().then((all) => review(worst, this.asker, { ...all, deals: [deal] }, 1)).catch(() => worst.remove());
    return [make("div.review-of", {}, worst, reviewButton(this.asker, what, (work) => this.attempt(work))), out, paste];
  }

  async challenge() {
    const { ruleset, partie } = this.state;
    const vs = this.record.deals.length ? await pack(await this.written()) : null;
    return whole("play", { rules: ruleset, dealer: partie.first_dealer, level: this.level, seed: this.seed, vs });
  }

  /** How a partie ended, in words: who won, by how much, and how that is reckoned where it is a sum. */
  result({ winner, rubicon, settlement, totals }) {
    if (!winner) return `${t("play.partie_over", { scores: scores(totals, this.names) })} ${t("play.drawn")}`;
    const name = this.names[winner];
    const loser = this.names[winner === "A" ? "B" : "A"];
    const [own, other] = [totals[winner], totals[winner === "A" ? "B" : "A"]];
    const bonus = settlement - own - (rubicon ? other : -other);
    const reckoned = `${own} ${rubicon ? "+" : "−"} ${other} + ${bonus} = ${settlement}`;
    return [
      t(name === t("name.you") ? "play.won.you" : "play.won", { name, by: own - other }),
      bonus > 0 ? `${reckoned}.` : `${own}–${other}. ${t("play.settled", { count: settlement })}`,
      rubicon && t("play.rubicon", { name: loser }),
    ].filter(Boolean).join(" ");
  }

  /** Begins something else, whatever is under way: the house may be thinking. */
  restart(work) {
    this.stopped.abort();
    Object.assign(this, { stopped: new AbortController(), seen: null, news: [] });
    return this.guard(work);
  }

  /** A button that leads to another partie. At the end of one it stands at the foot of the board. */
  leaveButton = () =>
    make("button.quiet", { onclick: () => this.restart(() => this.prepare(true)) }, t("play.again"));

  /** A new partie, and what can be shared: during a deal, only the picture of what the seat sees. */
  tools(seat) {
    const over = isOver(this.state);
    return make("div.tools", {}, this.state.phase !== "partie_over" && this.leaveButton(),
      shareBar({
        link: over && (() => whole("play", this.params)),
        challenge: over && this.analysed && this.seed && this.house === "B" && (() => this.challenge()),
        record: this.analysed && this.record.deals.length > 0 && (() => this.written()),
        picture: () => pictureOf(this.path, this.state, seat),
        request: over,
      }));
  }
}
