"""The replay of the finished deals of a partie of several seats, in the worker or in a process of the pool."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from service.multiplayer.games import GAMES
from service.multiplayer.parameters import Ruleset, ruleset
from service.multiplayer.replay import replay_deal
from service.multiplayer.state import Phase, Scores
from service.multiplayer.violations import refuse
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.partie import FinishedDeals


class Dealing(NamedTuple):
    """A finished deal: the cards dealt and the actions, with the members of a state."""

    dealt: dict[str, Any]
    history: list[dict[str, Any]]


class Outcome(NamedTuple):
    """What a finished deal scored, by side, and whether it ended the partie."""

    score: Scores
    ends_partie: bool


class Partie(NamedTuple):
    """A partie up to its last finished deal, as it is sent to a process of the pool."""

    game: str
    overrides: dict[str, Any]
    first_dealer: int
    deals: list[Dealing]


#: The outcomes of the finished deals that this process has played.
finished_deals: FinishedDeals[Outcome] = FinishedDeals()


def pack(value: Any) -> bytes:
    """Return a `Partie` or what is known of one as JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def replay_parties(parties: Sequence[bytes]) -> list[bytes]:
    """Return the packed outcomes of the finished deals of each packed `Partie`, up to the first invalid one."""
    return [pack(_outcomes(Partie(*json.loads(each)))) for each in parties]


def _outcomes(partie: Partie) -> list[Outcome]:
    rules = ruleset(GAMES[partie.game], partie.overrides)
    found: list[Outcome] = []
    for dealing in partie.deals:
        scores = tuple(each.score for each in found)
        outcome, _ = replay_finished(rules, partie.first_dealer, scores, Dealing(*dealing))
        if outcome is None or outcome.ends_partie:
            return found
        found.append(outcome)
    return found


def replay_finished(
    rules: Ruleset,
    first_dealer: int,
    finished: tuple[Scores, ...],
    dealing: Dealing,
    memory: FinishedDeals[Outcome] = finished_deals,
) -> tuple[Outcome | None, Sequence[Violation]]:
    """Return the outcome of a finished deal; None with the violations if it is invalid.

    `finished` are the scores before.
    """
    key = pack((rules.game.name, dict(rules.overrides), first_dealer, finished, dealing))
    outcome = memory.get(key)
    if outcome is None:
        try:
            d = replay_deal(rules, first_dealer, finished, dealing.dealt, dealing.history)
        except IllegalAction as illegal:
            return None, illegal.violations
        if not d.is_over:
            return None, (refuse(rules.game, "state.deal_not_over", "history"),)
        outcome = Outcome(d.score, d.phase == Phase.PARTIE_OVER)
        memory.put(key, outcome)
    return outcome, ()
