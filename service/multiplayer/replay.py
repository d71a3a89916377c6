"""The cards and the actions of a deal from plain data, and the replay of deals, in the worker or in a pool process."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from service.multiplayer import actions, engine, games, parameters, violations
from service.multiplayer.state import Deal, Members, Phase, Scores
from service.piquet.actions import take_repeated
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.actions import Action
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.partie import FinishedDeals
from service.piquet.rules import dealing


def read_action(game: games.Game, members: Members) -> Action:
    """Return an action with members of the right form.

    Raises `IllegalAction` if one of its lists names a card twice.
    """
    if found := take_repeats(game, members):
        raise IllegalAction(tuple(found))
    return actions.action_of(game, members)


def take_repeats(game: games.Game, members: Members) -> list[Violation]:
    """Leave each card once in every list of an action, and return the violations of the lists that repeat one."""
    return [violations.refuse(game, "cards.twice", *path, cards=cards) for path, cards in take_repeated(members)]


def read_cards(
    game: games.Game, hands: Mapping[str, Sequence[str]], talon: Sequence[str], *path: str | int
) -> engine.Cards:
    """Return the cards of a deal.

    Raises `IllegalAction` if they are not the pack, dealt as the game has it (V1.1, N1.1).
    """
    lists: dict[tuple[str, ...], Sequence[str]] = {("hands", seat): hands[seat] for seat in game.seats}
    lists["talon",] = talon
    found = tuple(
        violations.in_game(game, reason)
        for reason in dealing.check_lists(engine.PACK_SIZE, lists, engine.limits(game), *path)
    )
    if found:
        raise IllegalAction(found)
    return engine.Cards(tuple(hand_of(hands[seat]) for seat in game.seats), tuple(CARD[card] for card in talon))


def once_each(game: games.Game, lists: dealing.CardLists, kind: str = "deal") -> Iterator[Violation]:
    """Return a violation for each card that these lists repeat, lack, or have beside those of the pack (V1.1, N1.1)."""
    return (violations.in_game(game, reason) for reason in dealing.once_each(engine.PACK_SIZE, lists, kind))


def replay_deal(
    rules: parameters.Ruleset,
    first_dealer: int,
    finished: tuple[Scores, ...],
    dealt: Members,
    history: Sequence[Members],
) -> Deal:
    """Return the deal after its history; `finished` are the scores of the deals before it.

    `dealt` and `history` have the members of a state. Raises `IllegalAction`, with paths from these two.
    """
    game = rules.game
    cards = read_cards(game, dealt["hands"], dealt.get("talon", ()), "dealt")
    d = engine.deal(rules, first_dealer, cards, finished)
    for at, members in enumerate(history):
        try:
            action = read_action(game, members)
            engine.apply(d, action)
        except IllegalAction as illegal:
            raise IllegalAction(tuple(reason.under("history", at) for reason in illegal.violations)) from None
    return d


# ---------------------------------------------------------------- the finished deals of a partie


class Dealing(NamedTuple):
    """A finished deal: the cards dealt and the actions, with the members of a state."""

    dealt: Members
    history: list[Members]


class DealResult(NamedTuple):
    """What a finished deal scored, by side, and whether it ended the partie."""

    score: Scores
    ends_partie: bool


#: The results of the finished deals that this process has played.
finished_deals: FinishedDeals[DealResult] = FinishedDeals()


def pack(value: Any) -> bytes:
    """Return arguments of `replay_parties`, or what it returns, as JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def replay_parties(parties: Sequence[bytes]) -> list[bytes]:
    """Return the packed results of the finished deals of each partie, up to the first invalid one.

    A partie is packed as its game, its overrides, its first dealer and its deals.
    """
    return [pack(_results(*json.loads(each))) for each in parties]


def _results(name: str, overrides: Mapping[str, Any], first_dealer: int, deals: Sequence[Any]) -> list[DealResult]:
    found: list[DealResult] = []
    with suppress(IllegalAction):
        found.extend(
            walk(parameters.ruleset(games.GAMES[name], overrides), first_dealer, [Dealing(*each) for each in deals])
        )
    return found


def walk(
    rules: parameters.Ruleset, first_dealer: int, deals: Sequence[Dealing], known: Sequence[DealResult] = ()
) -> Iterator[DealResult]:
    """Yield the result of each deal of a partie, up to the one that ends it. The first results may be `known`.

    Raises `IllegalAction` if a deal is impossible or not finished.
    """
    finished: tuple[Scores, ...] = ()
    for at, deal in enumerate(deals):
        result = known[at] if at < len(known) else _result(rules, first_dealer, finished, deal)
        yield result
        if result.ends_partie:
            return
        finished = (*finished, result.score)


def _result(rules: parameters.Ruleset, first_dealer: int, finished: tuple[Scores, ...], deal: Dealing) -> DealResult:
    key = pack((rules.game.name, dict(rules.overrides), first_dealer, finished, deal))
    result = finished_deals.get(key)
    if result is None:
        d = replay_deal(rules, first_dealer, finished, *deal)
        if not d.is_over:
            raise IllegalAction((violations.refuse(rules.game, "state.deal_not_over", "history"),))
        result = DealResult(d.score, d.phase == Phase.PARTIE_OVER)
        finished_deals.put(key, result)
    return result
