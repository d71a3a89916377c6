"""The replay of the finished deals of a long partie, in the worker or in a process of the pool.

The worker replays the current deal itself, and needs only the outcomes of the others.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from service.piquet import engine
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import OVER, SEATS
from service.piquet.notation.action_dicts import action_of, members_of
from service.piquet.notation.errors import NotationError
from service.piquet.notation.member_values import MembersError
from service.piquet.notation.position import Dealing, Position, read_position
from service.piquet.partie import Partie
from service.piquet.rules.dealing import check_cards
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat, settle
from service.tasks.finished_deals import Before, Outcome, finished_deals, key_of, outcome_of, with_deal

pack = msgspec.msgpack.Encoder().encode
_position = msgspec.msgpack.Decoder(Position).decode


def replay_parties(given: list[str | bytes]) -> list[bytes]:
    """Return the result of `replay_partie` for each partie."""
    return [replay_partie(each) for each in given]


def replay_partie(given: str | bytes) -> bytes:
    """Return the outcomes of the finished deals, and the position, as MessagePack.

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
        found = _finished(rules, position, position.deals)
        return pack(([outcome for _, outcome in found], None))
    finished = list(_finished(rules, position, position.deals[:-1]))
    complete = [dealing for dealing, _ in finished] + position.deals[len(finished) :]
    return pack(([outcome for _, outcome in finished], position._replace(deals=complete)))


def _finished(rules: Ruleset, position: Position, deals: list[Dealing]) -> Iterator[tuple[Dealing, Outcome]]:
    """Yield the possible deals from the first on, with their outcomes.

    A deal after the end of the partie is impossible.
    """
    first_dealer = SEATS.index(position.first_dealer)
    before: Before = (), ()
    for dealing in deals:
        if settle(rules, before[0]).over:
            return
        key = key_of(
            (position.ruleset, position.overrides),
            position.first_dealer,
            before,
            dealing.mark,
            dealing[:2],
            dealing.actions,
        )
        due = Partie(rules, first_dealer, *before).due
        outcome = finished_deals.get(key)
        if outcome is None or not outcome.complete:
            dealer = SEATS.index(dealing.mark[1:]) if dealing.mark[1:] else due
            replayed = _replayed(rules, first_dealer, before, dealing, dealer)
            if replayed is None or is_superfluous(rules, dealing.mark, due, dealer, dealing):
                return
            dealing, outcome = replayed
            finished_deals.put(key, outcome)
        before = with_deal(first_dealer, before, due, outcome)
        yield dealing, outcome


def is_superfluous(rules: Ruleset, mark: str, due: int, dealer: int, dealing: Any) -> bool:
    """Whether a deal is marked as irregular, and is not."""
    counts = [len(hand) for hand in dealing.hands]
    return (
        bool(mark) and dealer == due and counts == [HAND_SIZE] * 2 and len(dealing.talon) == rules.pack - 2 * HAND_SIZE
    )


def _replayed(
    rules: Ruleset, first_dealer: int, before: Before, dealing: Dealing, dealer: int
) -> tuple[Dealing, Outcome] | None:
    """Return a finished deal with its actions completed, and its outcome; None if it is impossible or not finished."""
    hands, talon = dealing.hands, tuple(CARD[card] for card in dealing.talon)
    cards = by_seat(dealer, (hand_of(hands[0]), hand_of(hands[1]))), talon
    irregular = bool(dealing.mark) and rules.law != NO_LAW
    whole = sum(map(len, hands)) + len(talon) == rules.pack
    if not whole or (dealing.mark and not irregular) or check_cards(rules, cards, irregular=irregular):
        return None
    try:
        actions = [action_of(members) for members in dealing.actions]
    except MembersError:
        return None
    finished, dealers = before
    dealt = Partie(rules, first_dealer, finished, dealers).deal(cards, dealer)
    replay = engine.replay(rules, dealt.state, actions)
    if replay.refused or replay.state.phase not in OVER:
        return None
    completed = [
        members if done is action else members_of(done)
        for members, action, done in zip(dealing.actions, actions, replay.actions, strict=True)
    ]
    complete = all(done is action for done, action in zip(replay.actions, actions, strict=True))
    return dealing._replace(actions=completed), outcome_of(replay.state, complete=complete)
