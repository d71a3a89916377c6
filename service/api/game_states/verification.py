"""Whether a state is what its own history makes of it.

A state is its history: the cards dealt and the actions taken determine every other member. So it is played again, and
what comes out is held against what was sent.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from service.api.game_states.diff import differences
from service.api.game_states.finished_deals import Outcome, finished_deals, key_of
from service.api.schemas import actions as am
from service.api.schemas import responses
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, RepeatedCard, hand_of, read_action
from service.api.schemas.encode import write_action, write_event, write_state, write_violation
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.piquet import engine
from service.piquet.cards.cards import CARD, CARDS, cards_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.actions import Action
from service.piquet.model.state import Pair, State
from service.piquet.model.violations import Path, Violation, violation
from service.piquet.rules.dealing import Deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of

if TYPE_CHECKING:
    from service.api.game_states.tokens import Viewer

# The most reasons that are given: a state that is wrong in more places is not understood better by more of them.
LIMIT = 100

#: The phases in which a deal has ended.
OVER = ("deal_over", "partie_over")


class Verified(NamedTuple):
    """A state that holds: for the engine, and what of it an answer is written from."""

    choice: RulesetName
    rules: Ruleset
    state: State
    events: list[m.Event]
    history: list[am.Action]
    deals: list[m.FinishedDeal]
    viewer: "Viewer | None" = None  # where the state is concealed

    def written(self) -> m.State:
        """The state as the service itself writes it."""
        return write_state(self.choice, self.rules, self.state, self.events, self.history, self.deals)


def new_partie(rules: Ruleset, named: RulesetName, first_dealer: int) -> Verified:
    """A partie before its first deal."""
    return Verified(named, rules, engine.new_partie(first_dealer), [], [], [])


class Impossible(Exception):
    """A state that contradicts itself; `violations` have pointers from where the state stands in the request."""

    def __init__(self, choice: RulesetName, violations: list[responses.Violation]) -> None:
        super().__init__(violations)
        self.choice = choice
        self.violations = violations


def verify(given: m.State, *place: str | int) -> Verified:
    """Play a state again. Raises `Impossible` with every reason found, or a `Problem` for a ruleset that is none."""
    rules, named = ruleset_of(given.ruleset, *place, "ruleset")
    found: list[Violation] = []
    verified = _replayed(given, rules, named, found)
    if verified is not None:
        expected = verified.written()
        expected.history = given.history  # it is what the rest is judged by
        expected.ruleset = given.ruleset  # with or without its version
        if expected == given and not found:
            return verified
        found += differences(expected, given)
        if not found:  # but for the order of cards
            return verified
    found += _misplaced(rules, given)
    raise Impossible(named, [write_violation(reason, *place) for reason in found[:LIMIT]])


def _replayed(given: m.State, rules: Ruleset, named: RulesetName, found: list[Violation]) -> Verified | None:
    """What the history comes to; None, and why, where it comes to nothing."""
    first_dealer = SEAT[given.partie.first_dealer]
    if given.dealt is None:
        if given.history:
            found.append(violation("state.unexpected", "history", member="history", given="not empty", expected="[]"))
            return None
        return new_partie(rules, named, first_dealer)
    finished = _finished_deals(given, rules, named, found)
    cards = read_dealt(rules, given.dealt, dealer_of(first_dealer, len(given.partie.deals) + 1), found, "dealt")
    if finished is None or cards is None:
        return None
    dealt = engine.deal_after(rules, first_dealer, finished, cards)
    actions = _read_history(given.history, found, "history")
    if actions is None:
        return None
    replay = engine.replay(rules, dealt.state, actions)
    if replay.refused:
        at, violations = replay.refused
        found += [reason.under("history", at) for reason in violations]
        return None
    history = [
        said if done is action else write_action(done)
        for said, action, done in zip(given.history, actions, replay.actions, strict=True)
    ]
    events = [write_event(event) for event in (*dealt.events, *replay.events)]
    return Verified(named, rules, replay.state, events, history, given.partie.deals)


def _read_history(history: list[am.Action], found: list[Violation], *place: str | int) -> list[Action] | None:
    """The actions of a history; None, and why, where one names a card twice."""
    actions = []
    for at, action in enumerate(history):
        try:
            actions.append(read_action(action))
        except RepeatedCard as repeated:
            found.append(repeated.reason.under(*place, at))
            return None
    return actions


def read_dealt(rules: Ruleset, dealt: m.Dealt, dealer: int, found: list[Violation], *place: str | int) -> Deal | None:
    """The cards of a deal, for elder and younger; None, and why, if they are not the pack's, each once (R2.1, R2.2)."""
    hands = (dealt.hands.A, dealt.hands.B)
    talon, talon_size = tuple(CARD[card] for card in dealt.talon), rules.pack - 2 * HAND_SIZE
    masks = hand_of(hands[0]), hand_of(hands[1])
    if (
        len(hands[0]) == len(hands[1]) == HAND_SIZE
        and len(talon) == talon_size
        and masks[0] | masks[1] | hand_of(dealt.talon) == rules.cards
    ):
        return by_seat(dealer, masks), talon
    lists = {("hands", "A"): hands[0], ("hands", "B"): hands[1], ("talon",): dealt.talon}
    for path, cards in lists.items():
        expected = talon_size if path == ("talon",) else HAND_SIZE
        if len(cards) != expected:
            where = "/".join(path)
            found.append(violation("deal.wrong_count", *place, *path, where=where, count=len(cards), expected=expected))
    found += once_each(rules, [((*place, *path), cards) for path, cards in lists.items()])
    return None


def once_each(rules: Ruleset, lists: Sequence[tuple[Path, Sequence[str]]], kind: str = "deal") -> Iterator[Violation]:
    """Each card that is in these lists twice, that is missing, or that is not of the pack (R2.1)."""
    seen = 0
    for path, cards in lists:
        for at, card in enumerate(cards):
            bit = 1 << CARD[card]
            if seen & bit:
                yield violation(f"{kind}.card_twice", *path, at, card=card)
            elif not rules.cards & bit:
                yield violation(f"{kind}.card_unknown", *path, at, card=card, pack=rules.pack)
            seen |= bit
    for missing in cards_of(rules.cards & ~seen):
        yield violation(f"{kind}.card_missing", card=CARDS[missing])


def _misplaced(rules: Ruleset, given: m.State) -> Iterator[Violation]:
    """The cards of the pack, each once, over all the places where they may be now (R2.1)."""
    if given.dealt is None:
        return
    lists: list[tuple[Path, Sequence[str]]] = [(("hands", "A"), given.hands.A), (("hands", "B"), given.hands.B)]
    lists += [(("talon",), given.talon), (("discards", "A"), given.discards.A), (("discards", "B"), given.discards.B)]
    lists += [(("tricks", at, "cards"), trick.cards) for at, trick in enumerate(given.tricks)]
    yield from once_each(rules, lists, "state")


# ---------------------------------------------------------------- the earlier deals


def _finished_deals(
    given: m.State, rules: Ruleset, named: RulesetName, found: list[Violation]
) -> tuple[Pair, ...] | None:
    """The scores of the earlier deals by seat, each played again; None, and why, if one does not hold."""
    finished: tuple[Pair, ...] = ()
    first_dealer = SEAT[given.partie.first_dealer]
    for at, deal in enumerate(given.partie.deals):
        place = ("partie", "deals", at)
        key = key_of(named, first_dealer, finished, deal.dealt, deal.history)
        outcome = finished_deals.get(key)
        if outcome is None:
            outcome, reasons = _finished_deal(rules, first_dealer, finished, deal)
            if outcome is None:
                found += [reason.under(*place) for reason in reasons]
                return None
            finished_deals.put(key, outcome)
        phase, score, _ = outcome
        if score != (deal.score.A, deal.score.B):
            expected, given_score = dict(zip("AB", score, strict=True)), {"A": deal.score.A, "B": deal.score.B}
            found.append(
                violation("state.partie", *place, "score", member="score", given=given_score, expected=expected)
            )
        dealer = "AB"[dealer_of(first_dealer, at + 1)]
        if deal.dealer != dealer:
            found.append(
                violation(
                    "state.partie", *place, "dealer", rule="R2.4", member="dealer", given=deal.dealer, expected=dealer
                )
            )
        finished = (*finished, score)
        if phase == "partie_over":
            found.append(violation("state.partie_over", *place))
            return None
    return finished


def _finished_deal(
    rules: Ruleset, first_dealer: int, before: tuple[Pair, ...], deal: m.FinishedDeal
) -> tuple[Outcome | None, Sequence[Violation]]:
    """What an earlier deal comes to; None, and why, if it comes to nothing."""
    found: list[Violation] = []
    dealer = dealer_of(first_dealer, len(before) + 1)
    cards = read_dealt(rules, deal.dealt, dealer, found, "dealt")
    actions = None if cards is None else _read_history(deal.history, found, "history")
    if cards is None or actions is None:
        return None, found
    dealt = engine.deal_after(rules, first_dealer, before, cards)
    replay = engine.replay(rules, dealt.state, actions)
    if replay.refused:
        at, violations = replay.refused
        return None, [reason.under("history", at) for reason in violations]
    phase = replay.state.phase
    if phase not in OVER:
        return None, [violation("state.deal_not_over", "history")]
    complete = all(done is action for done, action in zip(replay.actions, actions, strict=True))
    return Outcome(phase, by_seat(dealer, replay.state.score), complete), ()
