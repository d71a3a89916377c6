/** The parties that somebody has played against the house, as this browser keeps them. */
import { make } from "./dom.js";
import { recall, remember } from "./memory.js";
import { save } from "./share.js";
import { t } from "./words.js";

const parties = () => recall("parties") ?? [];

/** Adds the end of a partie of one person: that with the same seed is the same partie. */
export function addPartie({ house, seed, level, state: { ruleset, partie, score } }) {
  if (house?.length !== 1 || !seed || !partie.result) return;
  const own = house === "B" ? "A" : "B";
  const { winner, rubicon, totals, settlement } = partie.result;
  const added = {
    seed, date: new Date().toISOString().slice(0, 10), ruleset: ruleset.name ?? ruleset, level,
    result: winner === own ? "won" : winner ? "lost" : "drawn", rubicon: Boolean(rubicon), settlement,
    own: totals[own], house: totals[house],
    best: Math.max(...[...partie.deals, { score }].map((deal) => deal.score?.[own] ?? 0)),
  };
  remember("parties", [...parties().filter((each) => each.seed !== seed), added]);
}

/** What the parties come to, with buttons that save them as a file and forget them; null if there are none. */
export function partiesSoFar() {
  const all = parties();
  if (!all.length) return null;
  const count = (wanted) => all.filter(({ result }) => result === wanted).length;
  const text = t("parties", {
    played: all.length,
    won: count("won"),
    lost: count("lost"),
    rubicons: all.filter(({ rubicon }) => rubicon).length,
    average: Math.round(all.reduce((sum, { own }) => sum + own, 0) / all.length),
    best: Math.max(...all.map(({ best }) => best)),
  });
  const keep = () => save(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }), "piquet.json");
  const clear = () => {
    remember("parties", null);
    box.remove();
  };
  const box = make("p.parties.hint", {}, `${text} `, make("button.quiet", { onclick: keep }, t("parties.save")), " ",
    make("button.quiet", { onclick: clear }, t("parties.clear")));
  return box;
}
