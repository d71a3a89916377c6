/** The use Play: a partie for two people at one screen, or against the house. */

import { pack, show, unpack, whole } from "./address.js";
import { ask } from "./api.js";
import { board, dialogue, scoreSheet } from "./board.js";
import { actionsOf, sendable } from "./choices.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { trouble, violations } from "./messages.js";
import { setup } from "./setup.js";
import { pictureAddress, shareBar } from "./share.js";
import { phrase, t } from "./words.js";

const OTHER = { A: "B", B: "A" };
const DISCARDS = ["exchange", "commit_discard"];

let game = null;

/**
 * Shows the partie of the address, or the form for a new one.
 * @param {HTMLElement} root - the element to fill
 * @param {{z?: string, house?: string}} params - the packed position, and the seat of the house
 */
export async function mount(root, params) {
  game = new Game(root);
  if (!params.z) return game.prepare();
  const { valid, state, violations: found } = await ask("v1/states/validate", { state: await unpack(params.z) });
  if (!valid) return root.append(make("div.notice", {}, make("b", {}, t("trouble")), violations(found)));
  game.house = OTHER[params.house] ? params.house : null;
  return game.turn(state);
}

/** Stops the partie. */
export function unmount() {
  game?.stop();
  game = null;
}

class Game {
  house = null;
  seen = null; // the seat whose cards may be seen on the screen
  past = [];
  stopped = new AbortController();

  constructor(root) {
    this.root = root;
  }

  stop() {
    this.stopped.abort(new DOMException("stopped", "AbortError"));
  }

  get names() {
    const name = (seat) => t(this.house ? (seat === this.house ? "name.house" : "name.you") : `name.${seat}`);
    return { A: name("A"), B: name("B") };
  }

  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  /** Shows the form for a new partie, and begins the partie that is chosen. */
  async prepare() {
    const chosen = await setup(this.root, (path, body) => this.ask(path, body));
    this.house = chosen.house;
    await this.deal(chosen.state);
  }

  async deal(state) {
    const seed = crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.past = [];
    this.seen = null;
    await this.accept(await this.ask("v1/deals", { state, seed }, false));
  }

  /** Goes on with the state of a response, and says what happened. */
  async accept({ state, events }) {
    for (const event of events) {
      const { text } = phrase(event, this.names);
      const points = event.points ? ` ${t("points", { count: event.points })}` : "";
      if (text) say(`${event.seat ? `${this.names[event.seat]}${t("colon")} ` : ""}${text}${points}`);
    }
    await this.turn(state);
  }

  /** Asks for the action of whoever is to act. */
  async turn(state) {
    this.state = state;
    const { text } = await this.ask("v1/states/validate", { state });
    this.line = text;
    this.params = { z: await pack(text), house: this.house };
    show("play", this.params);
    const seat = state.to_act;
    if (seat && seat === this.house) return this.letHouseAct(seat);
    this.seen = this.house ? OTHER[this.house] : this.seen ?? (seat ? null : "A");
    if (!this.house && seat && seat !== this.seen) return this.handOver(seat);
    return this.draw(await this.view(this.seen));
  }

  async view(seat) {
    return (await this.ask("v1/states/view", { state: this.state, seat })).view;
  }

  async letHouseAct(seat) {
    const own = OTHER[seat];
    this.draw({ ...(await this.view(own)), options: [] }, make("p.thinks", {}, t("play.thinks")));
    const [{ decide }, view] = await Promise.all([import("./house.js"), this.view(seat)]);
    const action = await decide(view, (path, body) => this.ask(path, body));
    const checked = await this.ask("v1/actions/check", { state: this.state, action });
    if (!checked.legal) throw new Error(`${t("play.unfinished")} ${checked.violations.map(({ code }) => code)}`);
    await this.accept(checked);
  }

  /** Covers everything until the other player has taken over. */
  handOver(seat) {
    const name = this.names[seat];
    const take = async () => {
      this.seen = seat;
      this.draw(await this.view(seat));
      this.focus();
    };
    const button = make("button.first", { onclick: take }, t("play.takeup", { name }));
    const text = make("p", {}, t("play.handover.why", { name }));
    this.root.replaceChildren(make("section.handover", {}, make("h2", {}, t("play.handover", { name })), text, button));
    say(t("play.handover", { name }));
    button.focus();
  }

  /** Draws the view of a seat, with what that seat may do. */
  draw(view, status = null) {
    const kept = this.root.contains(document.activeElement);
    const at = [...(document.activeElement?.closest("card-hand")?.children ?? [])].findIndex((card) =>
      card.contains(document.activeElement));
    const { seat } = view;
    const own = (view.options ?? []).filter((option) => option.seat === seat);
    const discard = own.find(({ type }) => DISCARDS.includes(type));
    const plays = own.some(({ type }) => type === "play");
    const below = make("div.actions", { role: "group", "aria-label": t("actions") });
    const how = (of) => (of !== seat || !view.to_act ? {} : { mode: discard && !plays ? "choose" : "press" });
    const table = board(view, { bottom: seat, names: this.names, hand: how, below });
    const hand = table.querySelector(`[data-seat="${seat}"] card-hand`);
    below.append(...[status ?? this.ending(view) ?? this.buttons(own, discard, plays, hand)].flat());
    if (how(seat).mode === "press") {
      hand.addEventListener("card", ({ detail }) => this.act({ seat, type: "play", card: detail.code }, detail.card));
    }
    const aside = make("aside", {}, dialogue(view.events, this.names, seat), scoreSheet(view, this.names), this.tools(seat));
    this.root.replaceChildren(table, aside);
    const talk = aside.querySelector(".dialogue");
    talk.scrollTop = talk.scrollHeight;
    if (kept) this.focus(at);
  }

  /** Puts the focus where the next action is. */
  focus(at = -1) {
    const cards = [...this.root.querySelectorAll(".actions ~ *, .side:not(.far) > card-hand button")];
    const card = at >= 0 ? cards[Math.min(at, cards.length - 1)] : null;
    (card ?? this.root.querySelector(".actions button") ?? cards[0] ?? this.root.querySelector("button"))?.focus();
  }

  /** Buttons for everything that the seat may do apart from playing a card. */
  buttons(own, discard, plays, hand) {
    const button = (action) => {
      const name = phrase(action, this.names);
      const text = action.holdings ? t("tell.reckon.nothing") : name.text;
      const send = ({ currentTarget }) => this.act(sendable(action), currentTarget);
      return make(name.spoken ? "button.spoken" : "button", { onclick: send }, text);
    };
    const [first, more] = [[], []];
    for (const option of own) {
      actionsOf(option).forEach((action, at) => {
        const size = ["length", "count"].some((name) => action[name] && action[name] !== option.calls?.[0][name]);
        (at > 0 && option.type === "call" && (size || action.value || action.top) ? more : first).push(button(action));
      });
    }
    const exchange = discard && this.exchange(discard, hand);
    return [
      exchange ?? make("p.hint", {}, t(plays ? "play.play.hint" : "play.act")),
      first,
      more.length > 0 && make("details", {}, make("summary", {}, t("play.more")), more),
    ].flat().filter(Boolean);
  }

  /** What lays out the chosen cards: a hint, and a button that counts them. */
  exchange({ seat, type, min, max }, hand) {
    const text = () => t("play.exchange", { count: hand.chosen.length });
    const send = ({ currentTarget }) => this.act({ seat, type, cards: hand.chosen }, currentTarget);
    const button = make("button.first", { onclick: send }, text());
    hand.addEventListener("chosen", () => (button.textContent = text()));
    return [make("p.hint", {}, t("play.exchange.hint", { min, max })), button];
  }

  /** Sends an action; a refusal is shown at the element that asked for it. */
  async act(action, place) {
    const state = this.state;
    this.root.querySelector(".refusal")?.remove();
    try {
      const checked = await this.ask("v1/actions/check", { state, action }, false);
      if (state !== this.state) return;
      if (!checked.legal) this.refuse(checked.violations, place);
      else {
        this.past.push(state);
        await this.accept(checked);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.root.prepend(trouble(error));
    }
  }

  refuse(found, place) {
    const close = () => box.remove();
    const dismiss = make("button.quiet", { onclick: close, "aria-label": t("close") }, "×");
    const box = make("div.refusal", {}, make("b", {}, t("play.refused")), violations(found), dismiss);
    box.addEventListener("click", (event) => event.stopPropagation());
    box.addEventListener("keydown", (event) => event.key === "Escape" && close());
    if (place.matches("button")) place.after(box);
    else place.append(box);
    const { left, right } = box.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    box.style.translate = `${left < 8 ? 8 - left : Math.min(0, wide - 8 - right)}px`;
    say(`${t("play.refused")} ${found.map(({ message }) => message).join("; ")}`);
  }

  /** How a deal or a partie ended, and what comes next; null while a deal goes on. */
  ending({ phase, partie, score }) {
    if (phase === "partie_over") {
      const { winner, rubicon, settlement, totals } = partie.result;
      const text = [
        t("play.partie_over", { ...this.names, a: totals.A, b: totals.B }),
        winner ? t("play.wins", { name: this.names[winner], settlement }) : t("play.drawn"),
        rubicon && t("play.rubicon", { name: this.names[OTHER[winner]] }),
      ];
      const again = make("button.first", { onclick: () => this.prepare() }, t("play.again"));
      return [make("p.result", {}, text.filter(Boolean).join(" ")), again];
    }
    if (phase !== "deal_over") return null;
    const text = t("play.deal_over", { ...this.names, deal: partie.deal, a: score.A, b: score.B });
    const next = () => this.deal(this.state).catch((error) => this.root.prepend(trouble(error)));
    return [make("p.result", {}, text), make("button.first", { onclick: next }, t("play.next"))];
  }

  /** Taking back, beginning anew, and the buttons that copy. */
  tools(seat) {
    const back = () => {
      this.seen = null;
      this.turn(this.past.pop());
    };
    const leave = () => {
      show("play");
      this.stop();
      this.stopped = new AbortController();
      this.prepare();
    };
    return make("div.tools", {},
      this.past.length > 0 && make("button.quiet", { onclick: back }, t("play.back")),
      make("button.quiet", { onclick: leave }, t("play.again")),
      shareBar({ link: () => whole("play", this.params), picture: () => pictureAddress(this.line, seat) }));
  }
}
