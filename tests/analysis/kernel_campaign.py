"""`make kernel-campaign`: the compiled kernel beside the search in Python, ten thousand random positions, some minutes.

The positions are spread over the families of rulesets. Values, points, piques and lines must be the same, and the line
of each card is played in the words of the rules (`exhaustive`), which must bring what its value says. With each goes a
draw of three hands, of which both must throw away the same cards. Every disagreement is printed, and the status is 1 if
there is one. The same seed draws the same positions; `--deal` draws one of them alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace

from msgspec.msgpack import encode

from service.advice.discard_policy import promise, thrown
from service.analysis.double_dummy import Choice, PlayPosition, SharedSearch
from service.analysis.double_dummy.kernel import KernelSolver, is_compiled
from service.analysis.double_dummy.python_solver import PythonSolver
from service.analysis.exchange_knowledge import choices_of
from service.piquet.cards.cards import CARDS, cards_of, mask_of
from service.piquet.rulesets.published import VERSIONS, ruleset
from tests.analysis.exhaustive import Scoring, Tally, after_follow, after_lead
from tests.analysis.random_positions import RULES, SIDES, position_of, random_tally
from tests.helpers.campaigns import campaign, disagreed, numbers, parser

NAMES = sorted(RULES)
MOST = 12


def played(
    scoring: Scoring, position: PlayPosition, tally: Tally, line: Sequence[str]
) -> tuple[tuple[int, int], Tally]:
    """Play a line: the further points of elder and younger, and the tally at the end."""
    before, left, leader = tally, list(line), SIDES[position.leader]
    lead = CARDS[position.lead] if position.lead >= 0 else None
    while left:
        if lead is None:
            lead = left.pop(0)
            tally = after_lead(scoring, tally, leader, lead)
        tally, leader = after_follow(scoring, tally, leader, lead, left.pop(0), last=not left)
        lead = None
    points = {side: (tally.play[side] + tally.cards[side]) - (before.play[side] + before.cards[side]) for side in SIDES}
    points["elder"] += 30 * (tally.piques - before.piques)
    return (points["elder"], points["younger"]), tally


def compare(name: str, rng: random.Random, most: int, seen: dict[str, int]) -> None:
    """Solve a random position by both. Raises `AssertionError` if they disagree."""
    scoring, rules = Scoring(**RULES[name]), replace(ruleset("portland"), **RULES[name])
    size = rng.randint(1, most)
    cards = rng.sample([card for card in CARDS if card[0] != "6" or rng.random() < 0.5], 2 * size)
    hands = {"elder": frozenset(cards[:size]), "younger": frozenset(cards[size:])}
    leader, tally, lead = rng.choice(SIDES), random_tally(rng, size, scoring), None
    if rng.random() < 0.3:
        lead = rng.choice(sorted(hands[leader]))
        hands[leader] -= {lead}
        tally = after_lead(scoring, tally, leader, lead)
    position = position_of(scoring, hands, leader, tally, lead)
    if lead is None and rng.random() < 0.2:
        held = sorted(hands[leader])
        restricted = rng.sample(held, rng.randint(1, len(held)))
        position = position._replace(may_play=mask_of(map(CARDS.index, restricted)))

    searches = [SharedSearch(rules, solver) for solver in (PythonSolver, KernelSolver)]
    told = f"{name}\n{position}"
    expected, found = (search.best(position) for search in searches)
    value = expected.value
    assert found == expected, told
    if position.chooses_freely:
        assert searches[0].expanded == searches[1].expanded, told
    choices = KernelSolver(rules, position).choices()
    in_python = PythonSolver(rules, position).choices()
    assert choices == in_python, told
    assert encode(choices) == encode(in_python), f"{told}\nas an entry of the cache"
    assert (max if SIDES[position.to_act] == "elder" else min)(choice.value for choice in choices) == value, told
    for card in (-1, rng.choice(choices).card):
        courses = [SharedSearch(rules, solver).courses([position], card) for solver in (PythonSolver, KernelSolver)]
        assert courses[0] == courses[1], (told, card)
    for choice in choices:
        check_line(scoring, position, tally, choice, told)
    compare_discards(rng)
    for what, holds in {
        "positions": True,
        f"positions under {name}": True,
        "cards": len(choices),
        "with a card led": lead is not None,
        "with tricks won": any(position.won),
        "with a pique possible": position.pique is not None,
        "with a pique on a line": any(choice.pique for choice in choices),
        "with restricted cards": position.may_play >= 0,
        "of twelve cards": size == MOST,
    }.items():
        seen[what] = seen.get(what, 0) + int(holds)


def compare_discards(rng: random.Random) -> None:
    """Find the discards that promise most of some hands, by both; the first of equal ones counts."""
    name, role, size = rng.choice(list(VERSIONS)), rng.randrange(2), rng.randint(1, 8)
    rules = ruleset(name)
    hands = tuple(mask_of(rng.sample(list(cards_of(rules.cards)), 12)) for _ in range(3))
    found = thrown(rules, role, hands, size)
    for hand, every, discard in zip(hands, choices_of(*hands, count=size), found.tolist(), strict=True):
        promised = promise(rules, role, hand & ~every, size)
        assert discard == every[promised == promised.max()][0], (name, role, size, hand)


def check_line(scoring: Scoring, position: PlayPosition, tally: Tally, choice: Choice, told: str) -> None:
    """Play the line of a card by the rules: it has each card left once, and brings the points that the choice has."""
    assert sorted(choice.line) == sorted(cards_of(position.hands[0] | position.hands[1])), told
    points, end = played(scoring, position, tally, [CARDS[card] for card in choice.line])
    assert points == choice.points, (told, choice)
    assert points[0] - points[1] == choice.value, (told, choice)
    assert (end.piques > tally.piques) == choice.pique, (told, choice)


def main() -> int:
    given = parser(__doc__, 10_000).parse_args()
    if not is_compiled():
        print("There is no compiled kernel: `make kernel` builds it, with a C compiler.", file=sys.stderr)
        return 1
    print(f"seed {given.seed}", flush=True)
    seen: dict[str, int] = {}

    def disagreement(number: int) -> str | None:
        rng = random.Random(f"{given.seed}:{number}")
        return disagreed(lambda: compare(NAMES[number % len(NAMES)], rng, MOST, seen))

    return 1 if campaign(f"{len(NAMES)} ways of scoring", numbers(given), disagreement, seen) else 0


if __name__ == "__main__":
    sys.exit(main())
