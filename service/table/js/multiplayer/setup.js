/** The form for a new partie of three or four: who plays each seat, and who deals first. */

import { make } from "../dom.js";
import { field, fill, select } from "../setup.js";
import { t } from "../words.js";

/** Shows the form. `start` gets what the first deal is made of, and the seats of the `house`. */
export function setup(root, ask, { game, path, seats, start, back }) {
  const player = (seat) => select(`player-${seat}`, [[seat, t("multiplayer.house")], ["", t("play.person")]]);
  const players = seats.map(player);
  players[0].value = "";
  const dealer = select("dealer", seats.map((seat) => [seat, t(`name.${seat}`)]));
  dealer.value = seats.at(-1); // so that whoever is new here speaks and leads first
  const fields = [
    make("p.hint", {}, t(`game.${game}.about`)),
    seats.map((seat, at) => field(t(`name.${seat}`), players[at])),
    field(t("play.dealer"), dealer),
  ].flat();
  const begin = async (ruleset) =>
    start({ ruleset, dealer: dealer.value, house: players.map(({ value }) => value).join("") || null });
  return fill(root, ask, { game, path, fields, begin, back });
}
