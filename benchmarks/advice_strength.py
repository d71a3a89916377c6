"""How strong is advice, beside the house player from before it and beside itself with other options?

Two players play mirrored pairs: each deal is played twice with the seats changed, and the pair is one result, the sum
of the differences of one player in both deals. Luck in the cards falls out that way. The packs are drawn by a generator
of their own, which no player uses. All players decide by what their seat knows, in this process:

* `quick` and `full`: what advice puts first, with this effort;
* `candid` and `discards`: `quick` with `assume: candid` (and without it where no cards agree with that), and with
  `weights: discards`;
* `likely` and `likely-full`: `quick` and `full` with `weights: likely`;
* `sinking`: `likely`, but without calling a tierce or a trio;
* `earlier` and `earlier-full`: the same as `quick` and `full`, of the commit `EARLIER_COMMIT`, in a process of its own;
* `house`: the house player of `examples`, as it was before there was advice. It asks the service in this process. In
  place of its limit in seconds it has its full number of hands and deals, so that results do not depend on the machine.

Printed are the decided pairs that the first player has won, with the standard error of that share; the mean difference
for each pair with its standard error; and seconds of processor time for a decision of each player, by phase.
`--parties` plays parties instead, whose deals have the same packs with the seats changed, in settlement points. The
difference of their totals is printed too: it scatters less than settlements.

The difference of deals is also printed without the luck of the draw (a control variate, as in AIVAT): from each result,
an estimate of the hands after the exchange is taken away, and its mean over all orders of the talon is added. No player
knows the talon when discards are chosen, so the mean difference stays what it is, and scatters less.

With `--out`, each pair is written to a file as soon as it is finished, and pairs that are already there are not played
again. So a run may be interrupted; `--pairs 0` prints the figures of what a file has.
"""

import argparse
from functools import partial
from itertools import combinations

import numpy as np
from _mirrored import Row, arguments, packs, run
from _players import PHASES, PLAYERS, Player, play_deal, score_of

from service.advice.discard_policy import played_roughly
from service.analysis.declarations import declared
from service.piquet.cards.cards import mask_of
from service.piquet.model.state import ELDER, YOUNGER, Pair, Phase, State
from service.piquet.partie import new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import settle

Decisions = list[tuple[int, str, float]]


def play_pair(given: argparse.Namespace, number: int) -> Row:
    """Play a deal, or a partie, twice with the seats changed.

    The points are those of the first player less those of the second.
    """
    rules = ruleset(given.ruleset)
    points, totals, luck = list[int](), list[int](), list[float]()
    times = {name: {phase: list[float]() for phase in PHASES} for name in given.players}
    for changed in (False, True):
        names = given.players[::-1] if changed else given.players
        players = [PLAYERS[name](f"{given.seed}:{number}") for name in names]
        found, of_draw, decisions = play(rules, given, number, players)
        luck.append(-of_draw if changed else of_draw)
        for each, pair in zip((points, totals), found, strict=True):
            each.append(pair[1] - pair[0] if changed else pair[0] - pair[1])
        for seat, phase, taken in decisions:
            times[names[seat]][phase].append(round(taken, 6))
    return {"pair": number, "points": points, "totals": totals, "luck": luck, "times": times}


def play(
    rules: Ruleset, given: argparse.Namespace, number: int, players: list[Player]
) -> tuple[tuple[Pair, Pair], float, Decisions]:
    """Play a deal, or a partie; return what both seats have won, their totals, A's luck of the draw, and decisions."""
    state, decisions = new_partie(number % 2), Decisions()
    for pack in packs(rules, given.seed, number):
        state, more = play_deal(rules, given.ruleset, state, deal(rules, pack), players)
        decisions += more
        if not given.parties:
            return (score_of(state), score_of(state)), luck_of_draw(rules, state), decisions
        if state.phase == Phase.PARTIE_OVER:
            break
    settled = settle(rules, (*state.finished, score_of(state)))
    won = (settled.points * (settled.winner == 0), settled.points * (settled.winner == 1))
    return (won, settled.totals), 0.0, decisions


def luck_of_draw(rules: Ruleset, played: State) -> float:
    """Return how much more the hands after the exchange promise A than in the mean over all orders of the talon.

    After a second exchange it is 0: with that, a player has seen cards of the talon before.
    """
    if played.again:
        return 0.0
    kept = [played.dealt[role] & ~played.discards[role] for role in (ELDER, YOUNGER)]
    first, second = played.exchanged
    draws = [(played.talon[:first], played.talon[first : first + second])]
    for mine in combinations(played.talon, first):
        draws += [(mine, theirs) for theirs in combinations(sorted({*played.talon} - {*mine}), second)]
    elder, younger = (np.array([kept[role] | mask_of(draw[role]) for draw in draws]) for role in (ELDER, YOUNGER))
    before = played._replace(in_hand=State().in_hand, blanche=(None, None))
    points, repique, towards = declared(rules, before, (elder, younger))
    promised = points[ELDER].sum(axis=0) - points[YOUNGER].sum(axis=0) + repique
    promised = promised + played_roughly((elder, younger), towards)
    found = float(promised[0] - promised[1:].mean())
    return found if played.dealer == 1 else -found


def main() -> None:
    parser = arguments(__doc__, tuple(PLAYERS), ("quick", "house"), 100)
    parser.add_argument("--parties", action="store_true", help="play parties")
    given = parser.parse_args()
    run(given, partial(play_pair, given), PHASES, "settlement points" if given.parties else "points")


if __name__ == "__main__":
    main()
