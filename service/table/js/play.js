/** The use Play: a partie for people at one screen, or against the house. */

import { pack, show, unpack, whole } from "./address.js";
import { ask } from "./api.js";
import { board, dialogue, scoreSheet } from "./board.js";
import { actionsOf, sendable } from "./choices.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { reason, trouble, violations } from "./messages.js";
import { namesOf, scores, watcher } from "./multiplayer/seats.js";
import { setup } from "./setup.js";
import { pictureAddress, shareBar } from "./share.js";
import { phrase, t } from "./words.js";

const DISCARDS = ["exchange", "commit_discard"];
const SIZES = ["length", "count"];
const RARE = ["name_suit", "concede"];

let game = null;

/** Shows the partie of the address, or the form for a new one. */
export const mount = (root, params) => open(new Game(root), params);

/** Goes on with the packed position of an address, or prepares a new partie. */
export async function open(opened, { z, house }) {
  game = opened;
  return z ? game.resume(game.read(await unpack(z)), house) : game.prepare();
}

/** Stops the partie. */
export const unmount = () => game?.stopped.abort();

/** A partie on the page. What is of the game for two comes first: `multiplayer/game.js` has it for three and four. */
export class Game {
  path = "v1/"; // of the operations
  seats = ["A", "B"];
  choose = setup; // shows the form for a new partie
  picture = pictureAddress;
  read = (text) => text; // a position of an address, for the service
  write = async (state) => (await this.ask("v1/states/validate", { state })).text; // a state, for an address
  decide = async (view) => (await import("./house.js")).decide(view, this.asker); // what the house does
  phrase = (what) => phrase(what, this.names);

  house = null; // the seats that the house has, such as `BC`
  seen = null; // the seat whose cards may be seen on the screen
  past = []; // the states in which somebody at the screen has acted, for taking back
  news = []; // what has happened and is still to be said
  stopped = new AbortController();

  constructor(root) {
    this.root = root;
    this.asker = (path, body) => this.ask(path, body);
  }

  get names() {
    return namesOf(this);
  }

  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  /** Does something that the service may refuse, and tells the refusal. */
  async guard(work) {
    try {
      await work();
    } catch (error) {
      if (error.name !== "AbortError") this.root.prepend(trouble(error));
    }
  }

  /** Goes on with the state of an address. */
  async resume(given, house) {
    const answer = await this.ask(`${this.path}states/validate`, { state: given }, false);
    const { valid, state = given, violations: found } = answer;
    if (!valid) return this.root.append(make("div.notice", {}, make("b", {}, t("trouble")), violations(found)));
    this.house = this.seats.filter((seat) => house?.includes(seat)).join("") || null;
    return this.turn(state);
  }

  /** Shows the form for a new partie, and begins the partie that is chosen. */
  async prepare() {
    show("play", { game: this.game });
    const { house, ...first } = await this.choose(this.root, this.asker);
    this.house = house;
    await this.deal(first);
  }

  async deal(before) {
    const seed = crypto.getRandomValues(new Uint32Array(4)).join("-");
    Object.assign(this, { past: [], seen: null });
    await this.accept(await this.ask(`${this.path}deals`, { ...before, seed }, false));
  }

  /** Goes on with the state of a response. What happened is said when the house has acted. */
  async accept({ state, events }) {
    this.state = state;
    for (const event of events) {
      const { text } = this.phrase(event);
      const who = event.seat ?? event.side;
      const name = who ? `${this.names[who]}${t("colon")} ` : "";
      if (text) this.news.push(`${name}${text}${event.points ? ` ${t("points", { count: event.points })}.` : ""}`);
    }
    await this.turn(state);
  }

  /** Shows a state, and asks whoever is to act for an action. */
  async turn(state) {
    this.state = state;
    this.line = await this.write(state);
    this.params = { game: this.game, z: await pack(this.line), house: this.house };
    show("play", this.params);
    const seat = state.to_act;
    this.seen = watcher(this);
    if (seat && this.house?.includes(seat)) return this.letHouseAct(seat);
    const view = seat && seat !== this.seen ? null : await this.view(this.seen);
    say(this.news.splice(0).join(" ")); // together with what `draw` says
    return view ? this.draw(view) : this.handOver(seat);
  }

  async view(seat) {
    return (await this.ask(`${this.path}states/view`, { state: this.state, seat })).view;
  }

  /** Lets the house act. It gets its view and nothing else. */
  async letHouseAct(seat) {
    const thinks = make("p.thinks", {}, t("play.thinks"));
    if (this.seen) this.draw({ ...(await this.view(this.seen)), options: [] }, thinks);
    else this.root.replaceChildren(thinks);
    const action = await this.decide(await this.view(seat));
    const checked = await this.ask(`${this.path}actions/check`, { state: this.state, action });
    if (!checked.legal) throw new Error(checked.violations.map(({ message }) => message).join("; "));
    await this.accept(checked);
  }

  /** Covers everything until the other player has taken over. */
  handOver(seat) {
    const name = this.names[seat];
    const take = () => this.guard(async () => {
      this.seen = seat;
      this.draw(await this.view(seat));
      this.focus();
    });
    const button = make("button.first", { onclick: take }, t("play.takeup", { name }));
    const text = make("p", {}, t("play.handover.why", { name }));
    this.root.replaceChildren(make("section.handover", {}, make("h2", {}, t("play.handover", { name })), text, button));
    say(t("play.handover", { name }));
    button.focus();
  }

  /** Draws the view of a seat, with what that seat may do, or with a status. */
  draw(view, status = null) {
    const active = document.activeElement;
    const at = [...(active.closest("card-hand")?.children ?? [])].findIndex((card) => card.contains(active));
    const kept = this.root.contains(active);
    const { seat } = view;
    const own = (view.options ?? []).filter((option) => option.seat === seat);
    const discard = own.find(({ type }) => DISCARDS.includes(type));
    const plays = own.some(({ type }) => type === "play");
    const below = make("div.actions", { role: "group", "aria-label": t("actions") });
    const how = (of) => (of !== seat || !view.to_act ? {} : { mode: discard && !plays ? "choose" : "press" });
    const table = board(view, { bottom: seat, names: this.names, hand: how, below });
    const hand = table.querySelector(".side:not(.far) > card-hand");
    below.append(...[status ?? this.ending(view) ?? this.buttons(own, discard, plays, hand)].flat());
    if (how(seat).mode === "press") {
      hand.addEventListener("card", ({ detail }) => this.act({ seat, type: "play", card: detail.code }, detail.card));
    }
    const talk = dialogue(view.events, this.names, seat);
    this.root.replaceChildren(table, make("aside", {}, talk, scoreSheet(view, this.names), this.tools(seat)));
    talk.scrollTop = talk.scrollHeight;
    if (kept) this.focus(plays ? Math.max(0, at) : -1);
    const hint = below.querySelector(".hint, .result");
    if (hint) say(hint.textContent);
  }

  /** Puts the focus where the next action is: on a card, or on the first button. */
  focus(at = -1) {
    const cards = [...this.root.querySelectorAll(".side:not(.far) > card-hand button.face")];
    const buttons = this.root.querySelectorAll(".actions > button:not(.first), .actions > .result ~ button");
    (cards[Math.min(at, cards.length - 1)] ?? buttons[0] ?? cards[0] ?? this.root.querySelector("button"))?.focus();
  }

  /** Buttons for everything that the seat may do apart from playing a card. */
  buttons(own, discard, plays, hand) {
    const button = (action) => {
      const { text, spoken } = this.phrase(action);
      const send = ({ currentTarget }) => this.act(sendable(action), currentTarget);
      return make(spoken ? "button.spoken" : "button", { onclick: send }, text);
    };
    const [first, more] = [[], []];
    for (const option of own) {
      const best = option.calls?.[0];
      for (const action of actionsOf(option)) {
        const asBest = (name) => !best || action[name] === best[name] || (!SIZES.includes(name) && !(name in action));
        const rare = RARE.includes(option.type) || action.holdings?.length > 0;
        const usual = !rare && [...SIZES, "value", "top", "rank"].every(asBest);
        (usual ? first : more).push(button(action));
      }
    }
    return [
      discard ? this.exchange(discard, hand) : make("p.hint", {}, t(plays ? "play.play.hint" : "play.act")),
      first,
      more.length > 0 ? make("details", {}, make("summary", {}, t("play.more")), more) : [],
    ].flat();
  }

  /** What lays out the chosen cards: a hint, and a button that counts them. */
  exchange({ seat, type, min, max }, hand) {
    const text = () => t("play.exchange", { count: hand.chosen.length });
    const send = ({ currentTarget }) => this.act({ seat, type, cards: hand.chosen }, currentTarget);
    const button = make("button.first", { onclick: send }, text());
    hand.addEventListener("chosen", () => (button.textContent = text()));
    return [make("p.hint", {}, t("play.exchange.hint", { min, max })), button];
  }

  /** Sends an action. A refusal is shown at `place`, the element that asked for it. */
  act(action, place) {
    const { state } = this;
    this.root.querySelector(".refusal")?.remove();
    return this.guard(async () => {
      const checked = await this.ask(`${this.path}actions/check`, { state, action }, false);
      if (state !== this.state) return; // a second click
      if (!checked.legal) return this.refuse(checked.violations, place);
      this.past.push(state);
      await this.accept(checked);
    });
  }

  refuse(found, place) {
    const close = () => box.remove();
    const dismiss = make("button.quiet", { onclick: close, "aria-label": t("close") }, "×");
    const box = make("div.refusal", {}, make("b", {}, t("play.refused")), violations(found), dismiss);
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && close(), { once: true });
    if (place.matches("button")) place.after(box);
    else place.append(box);
    const { left, right } = box.getBoundingClientRect();
    box.style.translate = `${left < 8 ? 8 - left : Math.min(0, document.documentElement.clientWidth - 8 - right)}px`;
    say(`${t("play.refused")} ${found.map(reason).join("; ")}`);
  }

  /** How a deal or a partie ended, and what comes next; null while a deal goes on. */
  ending({ phase, partie, score }) {
    const next = (text, key, work) =>
      [make("p.result", {}, text), make("button.first", { onclick: () => this.guard(work) }, t(key))];
    if (phase === "partie_over") return next(this.result(partie.result), "play.again", () => this.prepare());
    const text = t("play.deal_over", { deal: partie.deal, scores: scores(score, this.names) });
    return phase === "deal_over" ? next(text, "play.next", () => this.deal({ state: this.state })) : null;
  }

  /** How a partie ended, in words. */
  result({ winner, rubicon, settlement, totals }) {
    const text = [
      t("play.partie_over", { scores: scores(totals, this.names) }),
      winner ? t("play.wins", { name: this.names[winner], count: settlement }) : t("play.drawn"),
      rubicon && t("play.rubicon", { name: this.names[winner === "A" ? "B" : "A"] }),
    ];
    return text.filter(Boolean).join(" ");
  }

  /** Taking back, beginning anew, and the buttons that copy. */
  tools(seat) {
    const restart = (work) => () => {
      this.stopped.abort(); // the house may be thinking
      Object.assign(this, { stopped: new AbortController(), seen: null, news: [] });
      this.guard(work);
    };
    const back = restart(() => this.turn(this.past.pop()));
    const picture = this.picture && (() => this.picture(this.line, seat));
    const leave = restart(() => this.prepare());
    return make("div.tools", {},
      this.past.length > 0 && make("button.quiet", { onclick: back }, t("play.back")),
      make("button.quiet", { onclick: leave }, t("play.again")),
      shareBar({ link: () => whole("play", this.params), picture }));
  }
}
