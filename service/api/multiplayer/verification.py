"""Verification of a state of several seats against its own history, and the verified state."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from service.api.game_states.diff import differences
from service.api.game_states.verification import LIMIT, Impossible
from service.api.schemas.encode import write_violation
from service.api.schemas.ruleset_choice import Chosen, RulesetName
from service.multiplayer.finished_deals import Dealing, Outcome, replay_finished
from service.multiplayer.games import Game
from service.multiplayer.notation.deal_replay import once_each, replay_deal
from service.multiplayer.notation.state_dicts import by_side, state_of
from service.multiplayer.parameters import Ruleset
from service.multiplayer.state import Deal, Event, Scores
from service.multiplayer.violations import in_game, refuse
from service.piquet.model.actions import Action
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.rules.dealing import CardLists
from service.piquet.value_kinds import Members


class Verified(NamedTuple):
    """A verified state: the ruleset, the deal, which is never changed, and the finished deals as structs."""

    choice: RulesetName
    deal: Deal
    deals: tuple[Any, ...]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.deal.game

    @property
    def events(self) -> list[Event]:
        """The events of the deal."""
        return self.deal.events

    @property
    def history(self) -> list[Action]:
        """The actions of the deal."""
        return self.deal.history

    def written(self) -> Members:
        """Return the state in the form of the contract."""
        written = state_of(self.deal)
        written["ruleset"] = self.choice
        written["partie"]["deals"] = self.deals
        return written


def verify(chosen: Chosen[Ruleset], given: Any, *path: str | int, outcomes: Sequence[Outcome] = ()) -> Verified:
    """Verify a state by replaying it. Raises `Impossible`.

    `given` is a struct of the contract, `chosen` its ruleset. `outcomes` are those of its first finished
    deals, if they have been replayed.
    """
    game, state = chosen.rules.game, msgspec.to_builtins(given)
    found: list[Violation] = []
    d = _replayed(chosen.rules, state, found, outcomes)
    if d is not None:
        verified = Verified(chosen.named, d, tuple(given.partie.deals))
        expected = verified.written()
        # The history is given, so it cannot differ; the ruleset may come without its version.
        expected |= {"ruleset": state["ruleset"], "history": state["history"]}
        expected["partie"]["deals"] = state["partie"]["deals"]
        found += (in_game(game, reason) for reason in differences(expected, state))
        if not found:
            return verified
    found += once_each(game, _places(game, state), "state")
    raise Impossible(chosen.named, [write_violation(reason, *path) for reason in found[:LIMIT]])


def _replayed(rules: Ruleset, state: Members, found: list[Violation], outcomes: Sequence[Outcome]) -> Deal | None:
    """Return the deal that the history leads to; None if it is illegal, with the violations in `found`."""
    finished = _finished_deals(rules, state["partie"], found, outcomes)
    if finished is None:
        return None
    first_dealer = rules.game.seats.index(state["partie"]["first_dealer"])
    try:
        return replay_deal(rules, first_dealer, finished, state["dealt"], state["history"])
    except IllegalAction as illegal:
        found += illegal.violations
        return None


def _finished_deals(
    rules: Ruleset, partie: Members, found: list[Violation], outcomes: Sequence[Outcome]
) -> tuple[Scores, ...] | None:
    """Return the scores of the earlier deals, replayed; None if one is invalid, with its violations in `found`."""
    game = rules.game
    first_dealer = game.seats.index(partie["first_dealer"])
    finished: tuple[Scores, ...] = ()
    for at, (deal, outcome) in enumerate(zip_longest(partie["deals"], outcomes)):
        path = ("partie", "deals", at)
        if outcome is None:
            outcome, reasons = replay_finished(rules, first_dealer, finished, Dealing(deal["dealt"], deal["history"]))
            if outcome is None:
                found += (reason.under(*path) for reason in reasons)
                return None
        dealer = game.seats[(first_dealer + at) % len(game.seats)]
        for member, should, number in (("score", by_side(game, outcome.score), "8.1"), ("dealer", dealer, "1.2")):
            if deal[member] != should:
                params = {"member": member, "given": deal[member], "expected": should}
                found.append(refuse(game, "state.partie", *path, member, number=number, **params))
        finished = (*finished, outcome.score)
        if outcome.ends_partie:
            found.append(refuse(game, "state.partie_over", *path))
            return None
    return finished


def _places(game: Game, state: Members) -> CardLists:
    """Where each card of the deal is, by the state: in a hand, the talon, the discards or a trick."""

    def lists() -> Iterator[tuple[tuple[str | int, ...], Sequence[str]]]:
        for seat in game.seats:
            yield ("hands", seat), state["hands"][seat]
        for member in ("talon", "discards"):
            if member in state:
                yield (member,), state[member]
        for at, trick in enumerate(state["tricks"]):
            yield ("tricks", at, "cards"), trick["cards"]

    return lists()
