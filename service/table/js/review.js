/** Records looked at afterwards: the decisions that cost most, and what another record of the same cards did. */
import { format, pack } from "./address.js";
import { make } from "./dom.js";
import { deed, worth } from "./hint.js";
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

/** Compares two records, the reader's first, deal by deal and card by card; `house` is the seat of the house, as in an
 * address. Returns a table of what each won, and where each deal went another way, with links to both positions. */
export async function compare(records, ask, { house, names }) {
  const converted = records.map((record) => ask("v1/records/convert", { record, to: "json" }));
  const [{ boards, problems }, ...read] = await Promise.all([ask("v1/records/compare", { records }), ...converted]);
  if (problems.length) return make("p.notice", {}, problems[0].message);
  const packed = await Promise.all(records.map((each) => pack(typeof each === "string" ? each : JSON.stringify(each))));
  const lines = boards.flatMap(({ results }) => {
    const pair = [1, 2].map((number) => results.find(({ record }) => record === number));
    const elder = pair[0] && records[0].deals[pair[0].deal - 1].dealer === (house ?? "B");
    return pair.every(Boolean) ? [{ pair, sign: elder ? 1 : -1 }] : [];
  });
  if (!lines.length) return make("p.hint", {}, t("challenge.none"));
  const cells = (numbers) => numbers.map((number) => make("td", {}, String(number).replace("-", "−")));
  const row = ({ pair, sign }) => {
    const [own, other] = pair.map(({ net }) => sign * net);
    return make("tr", {}, make("th", { scope: "row" }, String(pair[0].deal)), cells([own, other, own - other]));
  };
  const total = [0, 1].map((at) => lines.reduce((sum, { pair, sign }) => sum + sign * pair[at].net, 0));
  const heads = ["sheet.number", "name.you", "challenge.other", "challenge.difference"];
  const detail = ({ pair, sign }) => {
    const steps = pair.map(({ deal }, at) => read[at].record.deals[deal - 1].steps ?? []);
    const [own, other] = steps.map((all) => all.map(({ action }) => JSON.stringify(action)));
    const step = own.findIndex((action, at) => action !== other[at]);
    const side = (at) => {
      const { deal, play } = pair[at];
      const action = steps[at][step]?.action;
      const place = format("read", { z: packed[at], deal, step: Math.max(0, step) });
      return [make("a", { href: place }, t(at ? "challenge.other" : "name.you")), t("colon"), " ",
        action && [house?.includes(action.seat) && `${names[action.seat]}${t("colon")} `, deed(action, names)],
        play && ` ${t("challenge.play", { gained: worth(sign * play.gained) })}`].flat();
    };
    const text = step < 0 ? t("challenge.same") : t("challenge.parted", { step: step + 1 });
    return make("li", {}, `${t("read.deal", { deal: pair[0].deal })}${t("colon")} ${text} `,
      make("ul", {}, make("li", {}, side(0)), make("li", {}, side(1))));
  };
  return make("section.compared", {}, make("table.scores", {}, make("caption", {}, t("challenge.compared")),
    make("thead", {}, make("tr", {}, heads.map((key) => make("th", { scope: "col" }, t(key))))),
    make("tbody", {}, lines.map(row)), make("tfoot", {}, make("tr", {},
      make("th", { scope: "row" }, t("sheet.total")), cells([...total, total[0] - total[1]])))),
  make("ul.parted", {}, lines.map(detail)));
}
