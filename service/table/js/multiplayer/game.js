/** The use Play for three and for four: what of a partie is not as it is for two. */
import { fromJson } from "../address.js";
import { make } from "../dom.js";
import { Game, open } from "../play.js";
import { setupSeveral } from "../setup.js";
import { phrase, t } from "../words.js";
import { decide } from "./house.js";
import { SEATS, listed, scores } from "./seats.js";

/** The words of these tables that are said in another way than between two. */
const WORDS = {
  equal: { kind: "replied", reply: "equal", category: null },
  pass: { kind: "passed", category: null },
  passed: { kind: "passed", category: null },
};

export const asSaid = (what) => ({ ...what, ...WORDS[what.kind ?? what.type] });

/** Shows the partie of the address, or the form for a new one. `more` has the deals that two have played after the
 * first had won, such as `30-21.12-40`. */
export function mount(root, { game, more, ...params }) {
  const table = new SeveralGame(root, game);
  table.continued = more ? more.split(".").map((deal) => deal.split("-").map(Number)) : [];
  return open(table, params);
}

class SeveralGame extends Game {
  choose = setupSeveral;
  analysed = false;
  read = fromJson;
  write = async (state) => JSON.stringify(state);
  phrase = (what) => phrase(asSaid(what), this.names);
  decide = async (view) => decide(view);
  packed = async () => this.params.z; // a state has all its deals
  firstDeal = async (ruleset, dealer) => ({ ruleset, dealer });
  pace = 450;
  level = null; // the house of these games has none
  continued = []; // the scores of deals for two, after the winner has left

  constructor(root, game) {
    super(root);
    Object.assign(this, { game, path: `v1/${game}/`, seats: SEATS[game] });
  }

  /** The view of a seat, with the dealers of earlier deals. */
  async view(seat) {
    const view = await super.view(seat);
    const deals = this.state.partie.deals.map(({ dealer, score }) => ({ dealer, score }));
    return { ...view, partie: { ...view.partie, deals }, events: view.events.map(asSaid) };
  }

  /** Shows a state. If the partie is over, it is settled first. */
  async turn(state) {
    this.state = state;
    if (state.phase !== "partie_over") this.continued = [];
    else await this.settle(state);
    await super.turn(state);
  }

  partieParams = async () => ({ more: this.continued.map((deal) => deal.join("-")).join(".") || null });

  async settle({ ruleset, partie, score }) {
    const deals = [...partie.deals, { score }].map((deal) => deal.score);
    const { remaining: two = [] } = partie.result;
    const continued = this.continued.map((deal) => Object.fromEntries(two.map((seat, at) => [seat, deal[at]])));
    const body = { ruleset, deals, ...(continued.length && { continued }) };
    this.settlement = await this.ask(`${this.path}settlements`, body, false);
  }

  /** How the partie ended: who has won, and of three who is second and who has lost. */
  result() {
    const { totals, winner, second, loser, remaining = [], stakes } = this.settlement;
    const { names } = this;
    const text = [
      t("play.partie_over", { scores: scores(totals, names) }),
      t("multiplayer.winner", { name: names[winner] }),
      loser && t("multiplayer.places", { second: names[second], loser: names[loser] }),
      stakes && t("multiplayer.stakes", { scores: scores(stakes, names) }),
      remaining.length > 0 && t("multiplayer.remaining", { names: listed(remaining.map((seat) => names[seat])) }),
    ];
    return text.filter(Boolean).join(" ");
  }

  ending(view) {
    const { remaining = [] } = (view.phase === "partie_over" && this.settlement) || {};
    return remaining.length ? [...super.ending(view), this.continuation(remaining)] : super.ending(view);
  }

  /** A form for the score of a deal that the two who remain have played between them. */
  continuation(two) {
    const points = two.map((seat) =>
      make("input", { id: `points-${seat}`, type: "number", min: 0, max: 1000, required: true }));
    const fields = two.map((seat, at) => make("label", {}, `${this.names[seat]} `, points[at]));
    const add = () => this.guard(async () => {
      this.continued.push(points.map(({ value }) => Number(value)));
      await this.turn(this.state).catch((error) => {
        this.continued.pop();
        throw error;
      });
      this.root.querySelector(".continuation input")?.focus();
    });
    return make("form.continuation", { onsubmit: add }, make("p.hint", {}, t("multiplayer.continue")), fields,
      make("button", { ".type": "submit" }, t("multiplayer.add")));
  }
}
