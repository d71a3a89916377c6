"""The replay of the finished deals of a long partie, in the worker or in a process of the pool.

The worker replays the current deal itself, and needs only the results of the others.
"""

import json

from service.piquet import engine
from service.piquet.actions import action_of, members_of
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.state import OVER, SEATS
from service.piquet.model.violations import IllegalAction, violation
from service.piquet.notation.action_lines import NotationError
from service.piquet.notation.position import Dealing, Position, read_position
from service.piquet.partie import DealResult, FinishedDeals, Partie, walk
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat
from service.piquet.value_kinds import Members, MembersError

#: The results of the finished deals that this process has played.
finished_deals: FinishedDeals[DealResult] = FinishedDeals()


def replay_parties(given: list[str | bytes]) -> list[bytes]:
    """Return the result of `replay_partie` for each partie."""
    return [replay_partie(each) for each in given]


def replay_partie(given: str | bytes, memory: FinishedDeals[DealResult] = finished_deals) -> bytes:
    """Return the results of the finished deals, and the position, as JSON.

    `given` is a line, or the JSON of a `Position` of finished deals only. The results end before the first deal that is
    impossible. The position is null unless a line was given; its actions are as the engine completed them. The answer
    is empty if `given` is not in the notation, or if its ruleset is unknown.
    """
    try:
        position = read_position(given) if isinstance(given, str) else _position(given)
        rules = ruleset(position.ruleset, position.overrides)
    except (NotationError, RulesetError):
        return b""
    current = position.deals[-1:] if isinstance(given, str) else []
    deals = [_Deal(position, dealing) for dealing in position.deals[: len(position.deals) - len(current)]]
    results = []
    try:
        for _, result in walk(Partie(rules, SEATS.index(position.first_dealer)), deals, memory, filled_in=True):
            results.append(result)
    except IllegalAction:
        pass
    if not isinstance(given, str):
        return _json((results, None))
    complete = position._replace(deals=[*(deal.dealing for deal in deals), *current])
    return _json((results, complete))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _position(packed: bytes) -> Position[Members]:
    name, overrides, first_dealer, deals = json.loads(packed)
    return Position(name, overrides, first_dealer, [Dealing(*deal) for deal in deals])


class _Deal:
    """A finished deal of a position. `dealing` has its actions as the engine completed them, once it was played."""

    def __init__(self, position: Position[Members], dealing: Dealing[Members]) -> None:
        self.position, self.dealing = position, dealing

    def key(self, partie: Partie) -> bytes:
        return _json((self.position[:2], partie[1:], self.dealing))

    def play(self, partie: Partie) -> DealResult:
        hands, talon, _, mark = self.dealing
        dealer = SEATS.index(mark[1:]) if mark[1:] else partie.due
        cards = by_seat(dealer, (hand_of(hands[0]), hand_of(hands[1]))), tuple(CARD[card] for card in talon)
        found = partie.check(cards, irregular=bool(mark), dealer=dealer)
        if found or sum(map(len, hands)) + len(talon) != partie.rules.pack:
            raise IllegalAction(found)
        try:
            actions = [action_of(members) for members in self.dealing.actions]
        except MembersError:
            raise IllegalAction(()) from None
        replay = engine.replay(partie.rules, partie.deal(cards, dealer).state, actions)
        if replay.refused:
            raise IllegalAction(replay.refused[1])
        if replay.state.phase not in OVER:
            raise IllegalAction((violation("state.deal_not_over", "history"),))
        done = list(zip(self.dealing.actions, actions, replay.actions, strict=True))
        completed = [members if made is action else members_of(made) for members, action, made in done]
        self.dealing = self.dealing._replace(actions=completed)
        return DealResult.of(replay.state, complete=all(made is action for _, action, made in done))
