/** The house player: it sees the view of its seat, asks for advice about it, and takes one of the best options. */

/** How well the house plays, as in `examples/house_player`: it takes one of the best options, `most` of them, none more
 * than `within` points behind the best. One that is `softness` points further behind is chosen a third as often. */
export const LEVELS = {
  easy: { most: 3, within: Infinity, softness: Infinity },
  medium: { most: 10, within: 6, softness: 2 },
  strong: { most: 1, within: Infinity, softness: Infinity },
};
export const DEFAULT_LEVEL = "medium";

/** Decides what the seat of a view does. It concedes only if that is best. `drawn`, below 1, chooses the option. */
export async function decide(view, ask, level, drawn = Math.random()) {
  const { most, within, softness } = LEVELS[level];
  const { options } = await ask("v1/advice", { view, weights: "likely" });
  const likely = options.filter(({ action }, at) => at === 0 || action.type !== "concede");
  const best = likely.slice(0, most).filter(({ behind }) => behind <= within);
  const weights = best.map(({ behind }) => Math.exp(-behind / softness));
  let left = drawn * weights.reduce((total, weight) => total + weight, 0);
  const chosen = weights.findIndex((weight) => (left -= weight) < 0);
  return best.at(chosen).action; // the last one, if rounding leaves none
}
