"""Rulesets and states of a game of several seats: which a request chooses, and whether its states can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from service.api.game_states import codec, diff, verification
from service.api.http.request_body import Decoded
from service.api.multiplayer.schemas import Types, types_for
from service.api.problems import quote
from service.api.resources.rulesets import description
from service.api.schemas.responses import write_violation
from service.api.schemas.ruleset_choice import ChosenRuleset, Find, RulesetMember, RulesetName, chosen_by, recorded
from service.multiplayer.games import Game
from service.multiplayer.parameters import PUBLISHED, Ruleset, ruleset
from service.multiplayer.replay import Dealing, DealResult, once_each, pack, replay_deal, replay_parties, walk
from service.multiplayer.state import Deal, Event, Members, Scores
from service.multiplayer.violations import in_game, refuse
from service.multiplayer.written import by_side, state_of
from service.piquet import ENGINE_VERSION
from service.piquet.model.actions import Action
from service.piquet.model.violations import IllegalAction, Path, Violation
from service.piquet.rules.dealing import CardLists
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.suggestions import did_you_mean
from service.pool import Pool
from service.runtime.request_context import record


def ruleset_of(game: Game, choice: RulesetName, *path: str | int) -> ChosenRuleset[Ruleset]:
    """Return the ruleset of a request; `path` is its place there.

    Raises a `Problem`: `unknown_ruleset` or `invalid_ruleset`.
    """
    return recorded(chosen_by(_finder(game), choice, *path))


def ruleset_member(game: Game) -> RulesetMember:
    """Return the member with the ruleset of a request."""
    return RulesetMember(partial(chosen_by, _finder(game)), load_default=game.name)


@cache
def _finder(game: Game) -> Find[Ruleset]:
    """Return what finds the rulesets of a game: the same object each time, since rulesets are remembered by it."""

    def find(name: str, overrides: Mapping[str, Any]) -> tuple[Ruleset, str]:
        published = PUBLISHED[game.name]
        known = (published.name, published.label)
        if name not in known:
            near = did_you_mean(name, known)
            raise RulesetError(f"there is no ruleset {quote(name)!r} of this game{near}; it has {published.label}")
        return ruleset(game, overrides), published.label

    return find


def list_rulesets(game: Game, variables: dict[str, Any]) -> Any:
    """List the published rulesets of a game."""
    published = PUBLISHED[game.name]
    parameters = published.parameters
    values = {name: about.values[0] for name, about in parameters.items()}
    described = description(published.label, parameters, values, published.source, published.silent)
    return {"rulesets": [described], "engine_version": ENGINE_VERSION}


class Verified(NamedTuple):
    """A verified state: the ruleset, the deal, which is never changed, and the finished deals as structs."""

    choice: RulesetName
    deal: Deal
    deals: tuple[Any, ...]

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


def verify(
    chosen: ChosenRuleset[Ruleset], given: Any, *path: str | int, results: Sequence[DealResult] = ()
) -> Verified:
    """Verify a state by replaying it. Raises `Impossible`.

    `given` is a struct of the contract, `chosen` its ruleset. `results` are those of its first finished
    deals, if they have been replayed.
    """
    game, state = chosen.rules.game, msgspec.to_builtins(given)
    found: list[Violation] = []
    d = _replayed(chosen.rules, state, found, results)
    if d is not None:
        verified = Verified(chosen.named, d, tuple(given.partie.deals))
        expected = verified.written()
        # The history is given, so it cannot differ; the ruleset may come without its version.
        expected |= {"ruleset": state["ruleset"], "history": state["history"]}
        expected["partie"]["deals"] = state["partie"]["deals"]
        found += (in_game(game, reason) for reason in diff.differences(expected, state))
        if not found:
            return verified
    found += once_each(game, _places(game, state), "state")
    raise verification.Impossible(
        chosen.named, [write_violation(reason, *path) for reason in found[: verification.LIMIT]]
    )


def _replayed(rules: Ruleset, state: Members, found: list[Violation], results: Sequence[DealResult]) -> Deal | None:
    """Return the deal that the history leads to; None if it is illegal, with the violations in `found`."""
    finished = _finished_deals(rules, state["partie"], found, results)
    if finished is None:
        return None
    first_dealer = rules.game.seats.index(state["partie"]["first_dealer"])
    try:
        return replay_deal(rules, first_dealer, finished, state["dealt"], state["history"])
    except IllegalAction as illegal:
        found += illegal.violations
        return None


def _finished_deals(
    rules: Ruleset, partie: Members, found: list[Violation], results: Sequence[DealResult]
) -> tuple[Scores, ...] | None:
    """Return the scores of the earlier deals, replayed; None if one is invalid, with its violations in `found`."""
    game = rules.game
    first_dealer = game.seats.index(partie["first_dealer"])
    finished: tuple[Scores, ...] = ()
    deals = [Dealing(deal["dealt"], deal["history"]) for deal in partie["deals"]]
    try:
        for deal, result in zip(partie["deals"], walk(rules, first_dealer, deals, results), strict=False):
            path = ("partie", "deals", len(finished))
            dealer = game.seats[(first_dealer + len(finished)) % len(game.seats)]
            for member, should, number in (("score", by_side(game, result.score), "8.1"), ("dealer", dealer, "1.2")):
                if deal[member] != should:
                    params = {"member": member, "given": deal[member], "expected": should}
                    found.append(refuse(game, "state.partie", *path, member, number=number, **params))
            finished = (*finished, result.score)
            if result.ends_partie:
                found.append(refuse(game, "state.partie_over", *path))
                return None
    except IllegalAction as illegal:
        found += (reason.under("partie", "deals", len(finished)) for reason in illegal.violations)
        return None
    return finished


def _places(game: Game, state: Members) -> CardLists:
    """Return where the cards of the deal are, by the state: in hands, the talon, the discards or tricks."""
    return [
        *((("hands", seat), state["hands"][seat]) for seat in game.seats),
        *(((member,), state[member]) for member in ("talon", "discards") if member in state),
        *((("tricks", at, "cards"), trick["cards"]) for at, trick in enumerate(state["tricks"])),
    ]


_encode = msgspec.json.Encoder().encode
_results = msgspec.json.Decoder(list[DealResult]).decode


@dataclass(slots=True)
class _PendingState(codec.Pending[Verified]):
    """A state with its ruleset, and its place in the request."""

    given: Any
    chosen: ChosenRuleset[Ruleset]
    path: Path

    def packed(self) -> bytes:
        partie, rules = self.given.partie, self.chosen.rules
        deals = [Dealing(msgspec.to_builtins(deal.dealt), msgspec.to_builtins(deal.history)) for deal in partie.deals]
        first_dealer = rules.game.seats.index(partie.first_dealer)
        return pack((rules.game.name, dict(rules.overrides), first_dealer, deals))

    def verified(self, replayed: bytes = b"") -> Verified:
        return verify(self.chosen, self.given, *self.path, results=_results(replayed) if replayed else ())


class GameCodec(codec.Codec[Verified]):
    """Decoder and encoder of the states of one game."""

    def __init__(self, game: Game, cache: codec.VerifiedStateCache[Verified], pool: Pool) -> None:
        super().__init__(cache, pool, replay_parties)
        self.game = game
        self.types: Types = types_for(game)
        self._state = Decoded(self.types.state, among=self.types.given_state)

    def _key(self, sent: bytes) -> bytes:
        """Return the key of a state in the cache, where the same bytes may be a state of another game."""
        return sent + self.game.name.encode()

    def _cached_or_pending(self, raw: msgspec.Raw, *path: str | int) -> Verified | codec.Pending[Verified]:
        sent = bytes(raw)
        key = self._key(sent)
        known = self._cache.find(key)
        if known is not None:
            return known
        record("cache", "states miss")
        given = self._state.read(raw, *path)
        chosen = ruleset_of(self.game, given.ruleset, *path, "ruleset")
        return _PendingState(key, len(sent), 0, "", given, chosen, path)

    def write(self, verified: Verified) -> dict[str, Any]:
        written = _encode(verified.written())
        self._cache.put(self._key(written), verified)
        return {"state": msgspec.Raw(written)}
