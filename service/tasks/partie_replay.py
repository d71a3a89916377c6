"""Replays the finished deals of a long partie, in the worker or in a process of the pool.

The worker replays the current deal itself, and needs only the outcomes of the others.
"""

from collections.abc import Iterator

import msgspec

from service.piquet import engine
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.state import OVER, SEATS, Pair
from service.piquet.notation.action_dicts import action_of, members_of
from service.piquet.notation.errors import NotationError
from service.piquet.notation.member_values import MembersError
from service.piquet.notation.position import Dealing, Position, read_position
from service.piquet.rules.dealing import check_cards
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of, settle
from service.tasks.finished_deals import Outcome, finished_deals, key_of, outcome_of

pack = msgspec.msgpack.Encoder().encode
_position = msgspec.msgpack.Decoder(Position).decode


def replay_parties(given: list[str | bytes]) -> list[bytes]:
    """The result of `replay_partie` for each partie."""
    return [replay_partie(each) for each in given]


def replay_partie(given: str | bytes) -> bytes:
    """The outcomes of the finished deals, and the position, as MessagePack.

    `given` is a line, or a packed `Position` of finished deals only. The outcomes end before the first deal that is
    impossible. The position is None unless a line was given; its actions are as the engine completed them. The result
    is empty if `given` is not in the notation, or if its ruleset is unknown.
    """
    try:
        position = read_position(given) if isinstance(given, str) else _position(given)
        rules = ruleset(position.ruleset, position.overrides)
    except (NotationError, RulesetError):
        return b""
    if not isinstance(given, str):
        return pack(([outcome for _, outcome in _finished(rules, position, position.deals)], None))
    found = list(_finished(rules, position, position.deals[:-1]))
    complete = [dealing for dealing, _ in found] + position.deals[len(found) :]
    return pack(([outcome for _, outcome in found], position._replace(deals=complete)))


def _finished(rules: Ruleset, position: Position, deals: list[Dealing]) -> Iterator[tuple[Dealing, Outcome]]:
    """The possible deals from the first on, with their outcomes.

    A deal after the end of the partie is impossible, and so is a marked one: the reason is given when it is read.
    """
    scores: tuple[Pair, ...] = ()
    for dealing in deals:
        if dealing.mark or settle(rules, scores).over:
            return
        key = key_of(
            (position.ruleset, position.overrides),
            position.first_dealer,
            (scores, ()),
            None,
            dealing[:2],
            dealing.actions,
        )
        outcome = finished_deals.get(key)
        if outcome is None or not outcome.complete:
            replayed = _replayed(rules, SEATS.index(position.first_dealer), scores, dealing)
            if replayed is None:
                return
            dealing, outcome = replayed
            finished_deals.put(key, outcome)
        scores = (*scores, outcome.score)
        yield dealing, outcome


def _replayed(
    rules: Ruleset, first_dealer: int, scores: tuple[Pair, ...], dealing: Dealing
) -> tuple[Dealing, Outcome] | None:
    """A finished deal with its actions completed, and its outcome; None if it is impossible or not finished."""
    dealer = dealer_of(first_dealer, len(scores) + 1)
    hands, talon = dealing.hands, tuple(CARD[card] for card in dealing.talon)
    cards = by_seat(dealer, (hand_of(hands[0]), hand_of(hands[1]))), talon
    if check_cards(rules, cards) or sum(map(len, hands)) + len(talon) != rules.pack:
        return None
    try:
        actions = [action_of(members) for members in dealing.actions]
    except MembersError:
        return None
    replay = engine.replay(rules, engine.deal_after(rules, first_dealer, scores, cards).state, actions)
    if replay.refused or replay.state.phase not in OVER:
        return None
    completed = [
        members if done is action else members_of(done)
        for members, action, done in zip(dealing.actions, actions, replay.actions, strict=True)
    ]
    complete = all(done is action for done, action in zip(replay.actions, actions, strict=True))
    return dealing._replace(actions=completed), outcome_of(replay.state, complete=complete)
