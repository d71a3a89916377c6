"""Verification of a state against its own history.

The cards dealt and the actions taken determine every other member of a state. The service replays them and compares the
result with the state that was sent. Acts of the law take much longer than other actions, and a few bytes hold many.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple, Self

import msgspec

from service.api.game_states.diff import differences
from service.api.game_states.tokens import Viewer
from service.api.schemas import actions as action_structs, responses, state as structs
from service.api.schemas.actions import Entry, entry_of, line_of, write_action
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.api.schemas.scalars import SEAT
from service.piquet import engine
from service.piquet.law.deal import IrregularDeal, is_law_act
from service.piquet.legal_actions import Option
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, SEATS, State
from service.piquet.model.violations import IllegalAction, Path, Violation, violation
from service.piquet.partie import DealResult, Partie, new_partie, walk
from service.piquet.partie_replay import finished_deals
from service.piquet.rules.dealing import Deal, deal_of_hands, once_each
from service.piquet.rulesets.parameters import NO_LAW, Ruleset
from service.piquet.written import NOTHING_IRREGULAR, dealt_cards, state_members
from service.runtime.request_context import current
from service.runtime.worker_threads import require_long_thread

#: How many acts cost one unit of the caller's quota. It takes about a millisecond to replay them.
PER_UNIT = 10

#: The most acts in a request that is answered beside others, which takes about 5 ms. Deals at a table have fewer.
MOST = 48


def weigh(actions: Iterable[Action]) -> list[Action]:
    """Return the actions, which are about to be replayed. Counts the acts of the law among them, and charges for these.

    Call it before each replay: an operation may need several. Raises the `Problem` `too_many_requests`, and
    `WouldTakeLong` if the request should be answered in the thread for long ones.
    """
    listed, context = list(actions), current.get()
    acts = sum(map(is_law_act, listed))
    if not acts or context is None:
        return listed
    before, context.replayed_acts = context.replayed_acts, context.replayed_acts + acts
    if context.replayed_acts > MOST:
        require_long_thread()
    if units := context.replayed_acts // PER_UNIT - before // PER_UNIT:
        context.surcharge(units)
    return listed


_pack = msgspec.msgpack.Encoder().encode
_encode = msgspec.json.Encoder().encode
_decode: Callable[[bytes], structs.State] = msgspec.json.Decoder(structs.State).decode

# The most violations that a response lists; more would not help the caller.
LIMIT = 100


class Verified(NamedTuple):
    """A verified state: the state of the engine, and the parts that responses are encoded from."""

    choice: RulesetName
    rules: Ruleset
    state: State
    events: list[structs.Event]
    history: list[action_structs.Action]
    deals: list[structs.FinishedDeal]
    viewer: Viewer | None = None  # of a concealed state
    line: str = ""  # the state in one line, if the service has written it; to be dropped or continued with the state

    @classmethod
    def begun(cls, rules: Ruleset, named: RulesetName, first_dealer: int) -> Self:
        """Return a partie before its first deal."""
        return cls(named, rules, new_partie(first_dealer), [], [], [])

    def entries(self) -> Iterator[Action]:
        """Yield the actions of the deal, as the engine takes them. It takes them only after an irregularity."""
        yield from weigh(entry_of(struct).action for struct in self.history)

    def continued(self, state: State, events: list[structs.Event], actions: list[action_structs.Action]) -> Self:
        """Return the state after further `actions` of the deal, which caused these `events`."""
        line = "_".join([self.line, *map(line_of, actions)]) if self.line else ""
        events, history = [*self.events, *events], [*self.history, *actions]
        return self._replace(state=state, events=events, history=history, line=line)

    def options(self) -> tuple[Option, ...]:
        """Return the options of the state."""
        return engine.options(self.rules, self.state, self.entries())

    def irregular(self) -> IrregularDeal:
        """Return the deal in hand as the law of irregularities judges it."""
        return IrregularDeal(self.rules, self.state, self.entries())

    def dealt(self) -> structs.Dealt | None:
        """Return the cards dealt; None before the deal."""
        if not self.state.talon:
            return None
        hands, talon = dealt_cards(self.state)
        return structs.Dealt(structs.CardsBySeat(**hands), talon)

    def written(self) -> dict[str, object]:
        """Return the state in the form of the contract. Its members are not to be modified."""
        return state_members(
            self.rules, self.state, ruleset=self.choice, deals=self.deals, events=self.events, history=self.history
        )


class Impossible(Exception):
    """Raised for a state that contradicts itself; the pointers of `violations` are relative to the request."""

    def __init__(self, choice: RulesetName, violations: list[responses.Violation]) -> None:
        self.choice = choice
        self.violations = violations


class GivenPosition(msgspec.Struct):
    """The members of a state from which all others follow; these others are skipped."""

    ruleset: RulesetName
    partie: structs.Partie
    dealt: structs.Dealt | None
    history: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=200)]
    incidents: list[msgspec.Raw] | msgspec.UnsetType = msgspec.UNSET
    seal: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def verify(
    given: structs.State, *path: str | int, results: Sequence[DealResult] = (), verified: Verified | None = None
) -> Verified:
    """Verify a state by replaying it. Raises `Impossible`, or a `Problem` if its ruleset is unknown or invalid.

    `results` are those of its first finished deals, if they have been replayed already; `verified` is the state that
    its history leads to, if all of it has been.
    """
    rules, named = ruleset_of(given.ruleset, *path, "ruleset")
    found: list[Violation] = []
    try:
        verified = verified or replayed(given, rules, named, found, results, given.history)
    except IllegalAction as illegal:
        found += illegal.violations
    if verified is not None:
        expected = _decode(_encode(verified.written()))
        expected.history = given.history  # the history is given, so it cannot differ
        expected.ruleset = given.ruleset  # with or without its version
        if expected == given and not found:
            return verified
        _leave_out(expected, given)
        found += differences(expected, given)
        if not found:  # they differ in the order of cards only
            return verified
    found += _misplaced(rules, given)
    raise Impossible(named, [responses.write_violation(reason, *path) for reason in found[:LIMIT]])


def _leave_out(expected: structs.State, given: structs.State) -> None:
    """Leave out the members about irregularities that say that there is none, where the state that was sent does."""
    for name, nothing in NOTHING_IRREGULAR.items():
        if getattr(given, name) is msgspec.UNSET and msgspec.to_builtins(getattr(expected, name)) == nothing:
            setattr(expected, name, msgspec.UNSET)


def replayed(
    given: structs.State | GivenPosition,
    rules: Ruleset,
    named: RulesetName,
    found: list[Violation],
    results: Sequence[DealResult],
    history: Sequence[Entry | action_structs.Action],
) -> Verified:
    """Return the state that the history leads to. Raises `IllegalAction` if it is illegal.

    What the state says of its earlier deals, and what is not so, is added to `found`.
    """
    if given.dealt is None:
        if history:
            params = {"member": "history", "given": "not empty", "expected": "[]"}
            raise IllegalAction((violation("state.unexpected", "history", **params),))
        return Verified.begun(rules, named, SEAT[given.partie.first_dealer])
    partie = _after_finished_deals(given.partie, rules, named, found, results)
    # Only a state with irregularities can have been dealt by the wrong seat, or with wrong numbers.
    irregular = bool(given.incidents) and rules.law != NO_LAW
    dealer = SEAT[given.partie.dealer] if irregular and given.partie.dealer else partie.due
    cards = _cards_of(rules, given.dealt, dealer, irregular=irregular)
    deal = replay_deal(partie, cards, dealer, history)
    return Verified(
        named, rules, deal.state, list(map(responses.write_event, deal.events)), deal.history, given.partie.deals
    )


class ReplayedDeal(NamedTuple):
    """A deal that was replayed. `complete` says that the engine filled in nothing that the history leaves open."""

    state: State
    events: Sequence[Event]
    history: list[action_structs.Action]
    complete: bool

    def result(self) -> DealResult:
        """Return what the deal comes to. Raises `IllegalAction` if it is not over."""
        if self.state.phase not in OVER:
            raise IllegalAction((violation("state.deal_not_over", "history"),))
        return DealResult.of(self.state, complete=self.complete)


def replay_deal(
    partie: Partie, cards: Deal, dealer: int, history: Sequence[Entry | action_structs.Action]
) -> ReplayedDeal:
    """Replay the deal after the deals of `partie`. Raises `IllegalAction` if its history is illegal.

    In the history that is returned, every choice that was left open is the one that the engine has made.
    """
    entries = [each if isinstance(each, Entry) else entry_of(each) for each in history]
    for at, entry in enumerate(entries):
        if entry.repeats:
            raise IllegalAction(tuple(reason.under("history", at) for reason in entry.repeats))
    actions = [entry.action for entry in entries]
    dealt = partie.deal(cards, dealer)
    replay = engine.replay(partie.rules, dealt.state, weigh(actions))
    if replay.refused:
        at, violations = replay.refused
        raise IllegalAction(tuple(reason.under("history", at) for reason in violations))
    structs_made = [entry.struct for entry in entries]
    complete = list(replay.actions) == actions
    if not complete:
        each = zip(entries, replay.actions, strict=True)
        structs_made = [entry.struct if made is entry.action else write_action(made) for entry, made in each]
    return ReplayedDeal(replay.state, (*dealt.events, *replay.events), structs_made, complete)


def _cards_of(rules: Ruleset, dealt: structs.Dealt, dealer: int, *, irregular: bool) -> Deal:
    """Return the cards of a deal. Raises `IllegalAction` as `deal_of_hands` does."""
    return deal_of_hands(rules, (dealt.hands.A, dealt.hands.B), dealt.talon, dealer, "dealt", irregular=irregular)


def _misplaced(rules: Ruleset, given: structs.State) -> Iterator[Violation]:
    """Yield a violation for each card that is not in exactly one place of the current deal (R2.1)."""
    if given.dealt is None:
        return
    lists: list[tuple[Path, Sequence[str]]] = [(("hands", "A"), given.hands.A), (("hands", "B"), given.hands.B)]
    lists += [(("talon",), given.talon), (("discards", "A"), given.discards.A), (("discards", "B"), given.discards.B)]
    lists += [(("tricks", at, "cards"), trick.cards) for at, trick in enumerate(given.tricks)]
    if given.ahead is not msgspec.UNSET:
        lists += [(("ahead", "A"), given.ahead.A), (("ahead", "B"), given.ahead.B)]
    yield from once_each(rules.pack, lists, "state")


# ---------------------------------------------------------------- the earlier deals


def key_of(
    named: RulesetName, partie: Partie, mark: str, dealt: structs.Dealt, history: Sequence[action_structs.Action]
) -> bytes:
    """Return everything that the result of a deal after the deals of `partie` depends on."""
    return _pack((named, partie[1:], mark, dealt, history))


class _FinishedDeal(NamedTuple):
    """A finished deal of a state in JSON, with its index."""

    named: RulesetName
    deal: structs.FinishedDeal
    at: int

    def key(self, partie: Partie) -> bytes:
        return key_of(self.named, partie, self._dealt_by(partie), self.deal.dealt, self.deal.history)

    def play(self, partie: Partie) -> DealResult:
        dealt, dealt_by = self.deal.dealt, self._dealt_by(partie)
        dealer = SEAT[dealt_by] if dealt_by else partie.due
        whole = len(dealt.hands.A) + len(dealt.hands.B) + len(dealt.talon) == partie.rules.pack
        irregular = partie.rules.law != NO_LAW and whole
        try:
            cards = _cards_of(partie.rules, dealt, dealer, irregular=irregular)
            return replay_deal(partie, cards, dealer, self.deal.history).result()
        except IllegalAction as illegal:
            reasons = (reason.under("partie", "deals", self.at) for reason in illegal.violations)
            raise IllegalAction(tuple(reasons)) from None

    def _dealt_by(self, partie: Partie) -> str:
        """Return the seat that dealt out of turn, empty if none did."""
        return self.deal.dealer if self.deal.out_of_turn is True and partie.rules.law != NO_LAW else ""


def _after_finished_deals(
    given: structs.Partie, rules: Ruleset, named: RulesetName, found: list[Violation], results: Sequence[DealResult]
) -> Partie:
    """Return the partie after its earlier deals, replayed. Raises `IllegalAction` if one of them is impossible.

    What the state says of them, and what is not so, is added to `found`.
    """
    partie = Partie(rules, SEAT[given.first_dealer])
    deals = [_FinishedDeal(named, deal, at) for at, deal in enumerate(given.deals)]
    for each, (before, result) in zip(deals, walk(partie, deals, finished_deals, results), strict=False):
        deal, path = each.deal, ("partie", "deals", each.at)
        members: dict[str, tuple[Any, Any, str]] = {
            "score": ({"A": deal.score.A, "B": deal.score.B}, dict(zip(SEATS, result.score, strict=True)), "R8.1"),
            "dealer": (deal.dealer, SEATS[result.dealer], "R2.4"),
            "out_of_turn": (deal.out_of_turn is True, result.dealer != before.due, "R2.4"),
            "annulled": ("" if deal.annulled is msgspec.UNSET else deal.annulled, result.annulled, "R8.1"),
        }
        for member, (is_, should, rule) in members.items():
            if is_ != should:
                named_so = {"member": member, "given": is_, "expected": should}
                found.append(violation("state.partie", *path, member, rule=rule, **named_so))
        if result.ends_partie:
            raise IllegalAction((violation("state.partie_over", *path),))
        partie = before.after(result)
    return partie
