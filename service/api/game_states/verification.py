"""Verification of a state against its own history.

The cards dealt and the actions taken determine every other member of a state. The service replays them and compares the
result with the state that was sent.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple, Self

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from service.api.action_text import Entry
from service.api.game_states.diff import differences
from service.api.game_states.tokens import Viewer
from service.api.replayed_acts import weigh
from service.api.schemas import actions as am
from service.api.schemas import responses
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, RepeatedCard, hand_of, read_action
from service.api.schemas.encode import NOTHING_IRREGULAR, write_action, write_event, write_state, write_violation
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.piquet import engine
from service.piquet.cards.cards import CARD
from service.piquet.law.deal import IrregularDeal
from service.piquet.legal_actions import Option
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, SEATS, State
from service.piquet.model.violations import Path, Violation, violation
from service.piquet.partie import Partie, new_partie
from service.piquet.rules.dealing import Deal, check_lists, once_each, sizes
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat
from service.tasks.finished_deals import Before, Outcome, finished_deals, key_of, outcome_of, with_deal

# The most violations that a response lists; more would not help the caller.
LIMIT = 100


class Verified(NamedTuple):
    """A verified state: the state of the engine, and the parts that responses are encoded from."""

    choice: RulesetName
    rules: Ruleset
    state: State
    events: list[m.Event]
    history: list[am.Action]
    deals: list[m.FinishedDeal]
    viewer: Viewer | None = None  # of a concealed state
    line: str = ""  # the state in one line, if the service has written it; to be dropped or continued with the state

    @classmethod
    def begun(cls, rules: Ruleset, named: RulesetName, first_dealer: int) -> Self:
        """Return a partie before its first deal."""
        return cls(named, rules, new_partie(first_dealer), [], [], [])

    def entries(self) -> Iterator[Action]:
        """Yield the actions of the deal, as the engine takes them. It takes them only after an irregularity."""
        yield from weigh(map(read_action, self.history))

    def options(self) -> tuple[Option, ...]:
        """Return the options of the state."""
        return engine.options(self.rules, self.state, self.entries())

    def irregular(self) -> IrregularDeal:
        """Return the deal in hand as the law of irregularities judges it."""
        return engine.irregular_deal(self.rules, self.state, self.entries())

    def written(self) -> m.State:
        """Return the state in the form of the contract, as the service encodes it."""
        return write_state(self.choice, self.rules, self.state, self.events, self.history, self.deals)


class Impossible(Exception):
    """Raised for a state that contradicts itself; the pointers of `violations` are relative to the request."""

    def __init__(self, choice: RulesetName, violations: list[responses.Violation]) -> None:
        self.choice = choice
        self.violations = violations


class Told(Struct):
    """The members of a state that tell it; all others follow from these, and are skipped."""

    ruleset: RulesetName
    partie: m.Partie
    dealt: m.Dealt | None
    history: Annotated[list[Raw], Meta(max_length=200)]
    incidents: list[Raw] | UnsetType = UNSET
    seal: Raw | UnsetType = UNSET


def verify(
    given: m.State, *path: str | int, outcomes: Sequence[Outcome] = (), verified: Verified | None = None
) -> Verified:
    """Verify a state by replaying it. Raises `Impossible`, or a `Problem` if its ruleset is unknown or invalid.

    `outcomes` are those of its first finished deals, if they have been replayed already; `verified` is the state that
    its history leads to, if all of it has been.
    """
    rules, named = ruleset_of(given.ruleset, *path, "ruleset")
    found: list[Violation] = []
    verified = verified or replayed(given, rules, named, found, outcomes, list(map(Entry, given.history)))
    if verified is not None:
        expected = verified.written()
        expected.history = given.history  # the history is given, so it cannot differ
        expected.ruleset = given.ruleset  # with or without its version
        if expected == given and not found:
            return verified
        _leave_out(expected, given)
        found += differences(expected, given)
        if not found:  # they differ in the order of cards only
            return verified
    found += _misplaced(rules, given)
    raise Impossible(named, [write_violation(reason, *path) for reason in found[:LIMIT]])


def _leave_out(expected: m.State, given: m.State) -> None:
    """Leave out the members of the law that tell nothing, where the state that was sent leaves them out."""
    for name, nothing in NOTHING_IRREGULAR._asdict().items():
        if getattr(given, name) is UNSET and getattr(expected, name) == nothing:
            setattr(expected, name, UNSET)


def replayed(
    given: m.State | Told,
    rules: Ruleset,
    named: RulesetName,
    found: list[Violation],
    outcomes: Sequence[Outcome],
    entries: Sequence[Entry],
) -> Verified | None:
    """Return the state that `entries`, the history, lead to; None if it is illegal, with the reasons in `found`."""
    first_dealer = SEAT[given.partie.first_dealer]
    if given.dealt is None:
        if given.history:
            found.append(violation("state.unexpected", "history", member="history", given="not empty", expected="[]"))
            return None
        return Verified.begun(rules, named, first_dealer)
    before = _finished_deals(given, rules, named, found, outcomes)
    if before is None:
        return None
    due = Partie(rules, first_dealer, *before).due
    # Only a state with irregularities can have been dealt by the wrong seat, or with wrong numbers.
    irregular = bool(given.incidents) and rules.law != NO_LAW
    dealer = SEAT[given.partie.dealer] if irregular and given.partie.dealer else due
    cards = read_dealt(rules, given.dealt, dealer, found, "dealt", irregular=irregular)
    if cards is None:
        return None
    deal = replay_deal(rules, first_dealer, before, cards, dealer, entries, found)
    if deal is None:
        return None
    return Verified(named, rules, deal.state, list(map(write_event, deal.events)), deal.history, given.partie.deals)


class ReplayedDeal(NamedTuple):
    """A deal that was replayed. `complete` says that the engine filled in nothing that the history leaves open."""

    state: State
    events: Sequence[Event]
    history: list[am.Action]
    complete: bool


def replay_deal(
    rules: Ruleset,
    first_dealer: int,
    before: Before,
    cards: Deal,
    dealer: int,
    entries: Sequence[Entry],
    found: list[Violation],
) -> ReplayedDeal | None:
    """Replay a deal; None if its history is illegal, with the violations in `found`.

    In the history that is returned, every choice that the `entries` leave open is the one that the engine has made.
    """
    actions: list[Action] = []
    try:
        actions.extend(read or read_action(struct) for struct, read in entries)
    except RepeatedCard as repeated:
        found += [reason.under("history", len(actions)) for reason in repeated.reasons]
        return None
    finished, dealers = before
    dealt = Partie(rules, first_dealer, finished, dealers).deal(cards, dealer)
    replay = engine.replay(rules, dealt.state, weigh(actions))
    if replay.refused:
        at, violations = replay.refused
        found += [reason.under("history", at) for reason in violations]
        return None
    history = [struct for struct, _ in entries]
    complete = list(replay.actions) == actions
    if not complete:
        each = zip(history, actions, replay.actions, strict=True)
        history = [sent if made is action else write_action(made) for sent, action, made in each]
    return ReplayedDeal(replay.state, (*dealt.events, *replay.events), history, complete)


def read_dealt(
    rules: Ruleset, dealt: m.Dealt, dealer: int, found: list[Violation], *path: str | int, irregular: bool
) -> Deal | None:
    """Return the cards of a deal, with the hands in the order elder, younger.

    None if they are not the cards of the pack, each once (R2.1, R2.2), with the violations in `found`. An `irregular`
    deal may have other numbers of cards.
    """
    hands = (dealt.hands.A, dealt.hands.B)
    talon = tuple(CARD[card] for card in dealt.talon)
    masks = hand_of(hands[0]), hand_of(hands[1])
    count_a, count_b, count = len(hands[0]), len(hands[1]), len(talon)
    limits = sizes(rules.pack, irregular=irregular)
    (least_a, most_a), (least_b, most_b), (least, most) = limits
    counted = least_a <= count_a <= most_a and least_b <= count_b <= most_b and least <= count <= most
    once = count_a + count_b + count == rules.pack and masks[0] | masks[1] | hand_of(dealt.talon) == rules.cards
    if counted and once:
        return by_seat(dealer, masks), talon
    lists = {("hands", "A"): hands[0], ("hands", "B"): hands[1], ("talon",): dealt.talon}
    found += check_lists(rules.pack, lists, limits, *path)
    return None


def _misplaced(rules: Ruleset, given: m.State) -> Iterator[Violation]:
    """Yield a violation for each card that is not in exactly one place of the current deal (R2.1)."""
    if given.dealt is None:
        return
    lists: list[tuple[Path, Sequence[str]]] = [(("hands", "A"), given.hands.A), (("hands", "B"), given.hands.B)]
    lists += [(("talon",), given.talon), (("discards", "A"), given.discards.A), (("discards", "B"), given.discards.B)]
    lists += [(("tricks", at, "cards"), trick.cards) for at, trick in enumerate(given.tricks)]
    if given.ahead is not UNSET:
        lists += [(("ahead", "A"), given.ahead.A), (("ahead", "B"), given.ahead.B)]
    yield from once_each(rules.pack, lists, "state")


# ---------------------------------------------------------------- the earlier deals


def _finished_deals(
    given: m.State | Told, rules: Ruleset, named: RulesetName, found: list[Violation], outcomes: Sequence[Outcome]
) -> Before | None:
    """Return what the earlier deals come to, replayed; None if one is invalid, with its violations in `found`."""
    first_dealer = SEAT[given.partie.first_dealer]
    before: Before = (), ()
    for at, (deal, known) in enumerate(zip_longest(given.partie.deals, outcomes)):
        path = ("partie", "deals", at)
        marked = deal.dealer if deal.out_of_turn is True and rules.law != NO_LAW else ""
        key = b"" if known else key_of(named, first_dealer, before, marked, deal.dealt, deal.history)
        outcome = known or finished_deals.get(key)
        due = Partie(rules, first_dealer, *before).due
        if outcome is None:
            reasons: list[Violation] = []
            outcome = _finished_deal(rules, first_dealer, before, deal, SEAT[marked] if marked else due, reasons)
            found += [reason.under(*path) for reason in reasons]
            if outcome is None:
                return None
            finished_deals.put(key, outcome)
        members: dict[str, tuple[Any, Any, str]] = {
            "score": ({"A": deal.score.A, "B": deal.score.B}, dict(zip(SEATS, outcome.score, strict=True)), "R8.1"),
            "dealer": (deal.dealer, SEATS[outcome.dealer], "R2.4"),
            "out_of_turn": (deal.out_of_turn is True, outcome.dealer != due, "R2.4"),
            "annulled": ("" if deal.annulled is UNSET else deal.annulled, outcome.annulled, "R8.1"),
        }
        for member, (is_, should, rule) in members.items():
            if is_ != should:
                named_so = {"member": member, "given": is_, "expected": should}
                found.append(violation("state.partie", *path, member, rule=rule, **named_so))
        before = with_deal(first_dealer, before, due, outcome)
        if outcome.phase == "partie_over":
            found.append(violation("state.partie_over", *path))
            return None
    return before


def _finished_deal(
    rules: Ruleset, first_dealer: int, before: Before, deal: m.FinishedDeal, dealer: int, found: list[Violation]
) -> Outcome | None:
    """Return the outcome of an earlier deal, replayed; None if the deal is invalid, with the violations in `found`."""
    hands = deal.dealt.hands
    whole = len(hands.A) + len(hands.B) + len(deal.dealt.talon) == rules.pack
    irregular = rules.law != NO_LAW and whole
    cards = read_dealt(rules, deal.dealt, dealer, found, "dealt", irregular=irregular)
    if cards is None:
        return None
    replayed = replay_deal(rules, first_dealer, before, cards, dealer, list(map(Entry, deal.history)), found)
    if replayed is None:
        return None
    if replayed.state.phase not in OVER:
        found.append(violation("state.deal_not_over", "history"))
        return None
    return outcome_of(replayed.state, complete=replayed.complete)
