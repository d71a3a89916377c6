"""Replays the finished deals of a partie of several seats, in the worker or in a process of the pool."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from service.multiplayer.games import GAMES
from service.multiplayer.notation.deal_replay import replay_deal
from service.multiplayer.parameters import Ruleset, ruleset
from service.multiplayer.state import Phase, Scores
from service.multiplayer.violations import refuse
from service.piquet.model.violations import IllegalAction, Violation
from service.tasks.finished_deals import FinishedDeals, key_of

pack = msgspec.msgpack.Encoder().encode


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


_partie = msgspec.msgpack.Decoder(Partie).decode

_kept: FinishedDeals[Outcome] = FinishedDeals()


def replay_all(parties: Sequence[bytes]) -> list[bytes]:
    """The packed outcomes of the finished deals of each packed `Partie`, up to the first deal that is invalid."""
    return [pack(_outcomes(_partie(each))) for each in parties]


def _outcomes(partie: Partie) -> list[Outcome]:
    rules = ruleset(GAMES[partie.game], partie.overrides)
    found: list[Outcome] = []
    for dealing in partie.deals:
        outcome, _ = replay_finished(rules, partie.first_dealer, tuple(each.score for each in found), dealing)
        if outcome is None or outcome.ends_partie:
            return found
        found.append(outcome)
    return found


def replay_finished(
    rules: Ruleset, first_dealer: int, finished: tuple[Scores, ...], dealing: Dealing
) -> tuple[Outcome | None, Sequence[Violation]]:
    """The outcome of a finished deal; None with the violations if it is invalid. `finished` are the scores before."""
    overrides: Mapping[str, Any] = rules.overrides
    key = key_of((rules.game.name, dict(overrides)), first_dealer, (finished, ()), None, dealing.dealt, dealing.history)
    outcome = _kept.get(key)
    if outcome is None:
        try:
            d = replay_deal(rules, first_dealer, finished, dealing.dealt, dealing.history)
        except IllegalAction as illegal:
            return None, illegal.violations
        if not d.is_over:
            return None, (refuse(rules.game, "state.deal_not_over", "history"),)
        outcome = Outcome(d.score, d.phase == Phase.PARTIE_OVER)
        _kept.put(key, outcome)
    return outcome, ()
