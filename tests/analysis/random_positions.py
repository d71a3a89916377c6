"""Random positions in the play, and the scoring of each family of rulesets."""

from __future__ import annotations

import random

from service.analysis.double_dummy import PlayPosition, Towards
from service.piquet.cards.cards import CARD, hand_of
from tests.analysis.exhaustive import Scoring, Tally

SIDES = ("elder", "younger")

# The parameters that the play goes by, one way of scoring after the other, with what each brings of its own.
RULES = {
    "portland": {},
    "last trick ten": {"last_trick_bonus": 10},
    "low cards": {"low_cards_uncounted": True},
    "low leads": {"low_cards_uncounted": True, "uncounted_plays": "leads"},
    "denexa": {"trick_scoring": "lead_and_take", "last_trick_bonus": 0, "cards_counted": "seventh_trick"},
    "take, low cards": {"trick_scoring": "lead_and_take", "last_trick_bonus": 0, "low_cards_uncounted": True},
    "flat": {"trick_scoring": "one_per_trick", "last_trick_bonus": 10},
    "seventh, low cards": {"low_cards_uncounted": True, "cards_counted": "seventh_trick"},
}


def random_tally(rng: random.Random, size: int, scoring: Scoring) -> Tally:
    """So many tricks are still to be played: what may have been made before, a pique often being within reach.

    Half of the time the deal has had no trick but these; otherwise one side or both have won some of the rest."""
    tricks = {"elder": 0, "younger": 0}
    if rng.random() < 0.5:
        won = rng.choice([0, 12 - size, rng.randint(0, 12 - size)])
        tricks = {"elder": won, "younger": 12 - size - won}
    younger = rng.choice([0, 0, 0, 1])
    within = rng.randint(30 - 2 * size - 11, 29)
    in_play = rng.randint(0, 9) if rng.random() < 0.8 else 0
    tally = Tally(in_hand={"elder": max(0, within - in_play), "younger": 0}, tricks=tricks)
    tally = tally._replace(play={"elder": in_play, "younger": younger}, pique_lost=bool(younger))
    if scoring.cards_counted == "seventh_trick":
        had = {side: 10 if won >= 7 else 0 for side, won in tricks.items()}
        tally = tally._replace(cards=had)
        if not younger and had["elder"] + max(within, in_play) >= 30 and in_play:
            tally = tally._replace(pique_lost=True)
    return tally


def position_of(
    scoring: Scoring, hands: dict[str, frozenset[str]], leader: str, tally: Tally, lead: str | None
) -> PlayPosition:
    """The same for the analysis."""
    pique = None
    if not tally.pique_lost and not tally.play["younger"]:
        early = 10 if scoring.cards_counted == "seventh_trick" and tally.tricks["elder"] >= 7 else 0
        pique = Towards(tally.in_hand["elder"] + tally.play["elder"] + early, tally.play["elder"] > 0)
    return PlayPosition(
        (hand_of(hands["elder"]), hand_of(hands["younger"])),
        SIDES.index(leader),
        -1 if lead is None else CARD[lead],
        (tally.tricks["elder"], tally.tricks["younger"]),
        pique,
    )
