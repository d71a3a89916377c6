/** The decisions of a record that cost most, each with what was done, what was best, and a link to its position. */
import { make } from "./dom.js";
import { deed } from "./hint.js";
import { t } from "./words.js";

const MOST = 8;

/** Lists in `out` the `most` decisions that cost most in the deals with these numbers, as they are reviewed. `seats`
 * are those that are judged, `ask(path, body)` asks, and `place(deal, step, text)` makes what leads to a position. */
export async function review(out, ask, { record, deals, seats, names, place }, most = MOST) {
  const found = [];
  for (const number of deals) {
    const busy = make("p.hint", { role: "status" }, t("review.busy", { number }));
    out.replaceChildren(list(found, names, place, most), busy);
    const { deals: reviewed } = await ask("v1/records/review", { record, deals: [number] });
    for (const { decisions, deal } of reviewed) {
      const costly = decisions.filter(({ blamed, seat }) => blamed && seats.includes(seat));
      found.push(...costly.map((each) => ({ ...each, deal })));
    }
  }
  const text = t(found.length ? "review.told" : "review.none");
  out.replaceChildren(list(found, names, place, most), make("p.hint", { role: "status" }, text));
}

function list(found, names, place, most) {
  const line = ({ deal, step, seat, done, best, cost, error, exact }) =>
    make("li", {}, place(deal, step, t("read.at", { deal, step })), " ", make("b", {}, names[seat], t("colon")), " ",
      deed(done, names), " ", t("review.best"), " ", deed(best, names), " ",
      make("b.worth", {}, t("review.cost", { cost: cost.toFixed(1) })), exact ? "" : ` ± ${error.toFixed(1)}`);
  const costly = found.toSorted((one, other) => other.cost - one.cost).slice(0, most);
  return make("ol.costly", { "aria-label": t("review.title") }, costly.map(line));
}

/** A button that reviews what `what()` returns, for `review`, and where its answer stands. */
export function reviewButton(ask, what, guard) {
  const out = make("div.review");
  const press = () => guard(async () => review(out, ask, await what()));
  return [make("button.quiet", { onclick: press }, t("review")), out];
}
