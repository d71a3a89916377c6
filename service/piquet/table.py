"""A table: the facade of the package, with the seats, card names and actions of the contract.

Use it to referee games in your own program; `service.python_api` adds what is above this package, such as records and
advice. The service itself calls `engine`, which works with masks and roles.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import NamedTuple, Self

from service.piquet import engine, table_actions, written
from service.piquet.actions import Proposal, members_of
from service.piquet.cards.cards import CARD, CARDS, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.json_types import Members
from service.piquet.law.deal import IrregularDeal, rulings_on
from service.piquet.model.actions import Action as EngineAction
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, SEATS, YOUNGER, Phase, State
from service.piquet.model.violations import Violation
from service.piquet.notation.action_lines import read_action
from service.piquet.notation.position import Dealing, Position, read_position, write_position
from service.piquet.partie import Partie, deal_next, new_partie, refuse_unless_due
from service.piquet.rules import dealing
from service.piquet.rulesets import published
from service.piquet.rulesets.parameters import NO_LAW, Ruleset, Value
from service.piquet.rulesets.published import DEFAULT
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.suggestions import card_named, name_meant, require
from service.piquet.table_actions import (
    Action,
    GivenAction,
    Options,
    RefusedAction,
    check_proposal,
    read_members,
    seed_text,
)
from service.piquet.value_kinds import MembersError, card_in
from service.piquet.views import visible
from service.words import Language, words_in


class DealPlayed(NamedTuple):
    """A deal of a table as the engine has it: its state before the first action, its actions, and its state now.

    `dealt` are the events of dealing, and `events` those since.
    """

    begun: State
    dealt: tuple[Event, ...]
    actions: tuple[EngineAction, ...]
    events: tuple[Event, ...]
    state: State

    @property
    def annulled(self) -> bool:
        """Whether a ruling has annulled the deal."""
        return self.state.law is not None and bool(self.state.law.annulled)

    @property
    def dealt_out_of_turn(self) -> bool:
        """Whether the seat dealt though the other one was due."""
        return self.state.law is not None and self.state.law.dealt_by >= 0

    @property
    def outcome(self) -> Members:
        """The dealer and the score, as a view has them for an earlier deal; one that was annulled scores nothing."""
        dealer = self.state.dealer
        score = (0, 0) if self.annulled else by_seat(dealer, self.state.score)
        return {"dealer": SEATS[dealer], "score": dict(zip(SEATS, score, strict=True))}

    def dealing(self) -> Dealing[Members]:
        """Return the deal as the notation has it."""
        begun, out_of_turn = self.begun, self.dealt_out_of_turn
        hands = by_seat(begun.dealer, (list(names(begun.dealt[ELDER])), list(names(begun.dealt[YOUNGER]))))
        regular = len(hands[0]) == len(hands[1]) == HAND_SIZE and not out_of_turn
        mark = "" if regular else f"@{SEATS[begun.dealer] if out_of_turn else ''}"
        return Dealing(hands, [CARDS[card] for card in begun.talon], list(map(members_of, self.actions)), mark)


#: A table as it is copied and pickled: its rules, their label and overrides, its earlier deals, and the current one.
_Saved = tuple[
    Ruleset,
    str,
    dict[str, Value],
    tuple[DealPlayed, ...],
    tuple[State, tuple[Event, ...], tuple[EngineAction, ...]],
]


class Table:
    """A partie of Piquet between the seats A and B.

    Seats are `"A"` and `"B"`, cards are written as rank and suit (`"TH"` is the ten of hearts), and actions, options
    and events have the members that the contract gives them.

    >>> table = Table(first_dealer="B")
    >>> events = table.deal(seed="an example")
    >>> table.to_act, table.phase
    ('A', 'elder_exchange')
    >>> table.options().types, len(table.options())
    (['exchange'], 1585)
    >>> hand = table.view("A")["hand"]
    >>> [event["kind"] for event in table.apply({"seat": "A", "type": "exchange", "cards": hand[-5:]})]
    ['exchanged']
    >>> table.to_act
    'B'

    Two tables are equal if the same was dealt and done at both under the same rules. A table can be copied and pickled.
    Raises `RulesetError` for an unknown ruleset or a parameter value that it cannot have.
    """

    def __init__(
        self, ruleset: str = DEFAULT, overrides: Mapping[str, Value] | None = None, *, first_dealer: str = "B"
    ) -> None:
        require(ruleset, str, "a ruleset is a name, as hoyle")
        require(overrides or {}, Mapping, "overrides are parameters by name, and first_dealer= says who deals first")
        self.rules = published.ruleset(ruleset, overrides)
        #: The ruleset with its version, such as `hoyle@1`, and the parameters that were changed.
        self.ruleset, self.overrides = published.code_of(ruleset).label, dict(overrides or {})
        self._earlier: list[DealPlayed] = []
        self._begin(new_partie(seat_of(first_dealer)))

    def _begin(self, begun: State, dealt: tuple[Event, ...] = (), actions: Sequence[EngineAction] = ()) -> None:
        """Make a deal the current one, and repeat legal actions."""
        self._begun, self._dealt = begun, dealt
        self._deal = engine.MutableDeal(self.rules, begun)
        refused = self._deal.apply_all(actions)
        assert not refused, "these actions were legal before"

    # ------------------------------------------------------------ changes

    def deal(
        self,
        deck: Sequence[str] | None = None,
        *,
        hands: Mapping[str, Sequence[str]] | None = None,
        talon: Sequence[str] | None = None,
        seed: str | int | None = None,
        irregular: bool = False,
        dealer: str | None = None,
    ) -> list[Members]:
        """Deal the next deal and return its events (R2.1 to R2.4).

        Give one of: a `deck`, top card first; the `hands` by seat with the `talon`, top card first; or a `seed`, a text
        or a number, which always gives the same deck. An `irregular` deal has other numbers of cards, or a `dealer`
        whose turn it is not (docs/law.md, K1 and K2).

        Raises `ValueError` unless exactly one is given, `MembersError` for a list that has something other than cards,
        and `IllegalAction` if no deal is due or the cards are not the pack, each once.
        """
        state = self._deal.state
        seat = None if dealer is None else seat_of(dealer)
        if not irregular and seat not in (None, Partie.of(self.rules, state).due):
            raise ValueError(f"{dealer} does not deal next; first_dealer= says who begins, and irregular= allows K2")
        cards = self._cards(state, seat, deck, hands, talon, seed, irregular)
        outcome = deal_next(self.rules, state, cards, irregular=irregular, dealer=seat)
        if state.phase != Phase.DEAL:
            self._earlier.append(self.deals[-1])
        self._begin(outcome.state, outcome.events)
        return list(map(written.event_members, outcome.events))

    def apply(self, action: GivenAction) -> list[Members]:
        """Apply an action and return the events that it causes.

        A text is an action in the notation or, in the library, in words (docs/notation.md#typed-actions): `play AS`,
        also without the seat that is to act. Raises `ValueError` for what is not an action, and `RefusedAction`, which
        has every violation, if the rules forbid it. The table does not change then.
        """
        read = self._read(action)
        before = len(self._deal.events_after(0))
        violations = self._check(read) if read.repeats else self._deal.apply_all((read.action,))
        if violations:
            raise self._refused(read.action, violations)
        return list(map(written.event_members, self._deal.events_after(before)))

    def undo(self) -> Action | None:
        """Take back the last action and return it; or the deal, if nothing was done in it, and return None.

        Raises `IndexError` if nothing was dealt.
        """
        if self._begun.phase == Phase.DEAL:
            raise IndexError("nothing was dealt, so there is nothing to undo")
        if self._deal.done:
            *before, last = self._deal.done
            self._begin(self._begun, self._dealt, before)
            return self._made(last)
        if self._earlier:
            previous = self._earlier.pop()
            self._begin(previous.begun, previous.dealt, previous.actions)
        else:
            self._begin(new_partie(self._begun.first_dealer))
        return None

    # ------------------------------------------------------------ what is legal

    def check(self, action: GivenAction) -> tuple[Violation, ...]:
        """Return every reason why an action is illegal; none if it is legal. Raises `ValueError` if it is no action."""
        return self._check(self._read(action))

    def options(self, seat: str | None = None) -> Options:
        """Return every legal action, or those of a seat that it can know of from its own view."""
        found = self._deal.options()
        if seat is not None:
            found = visible(found, self._deal.state, seat_of(seat))
        described = written.option_dicts(self.rules, self._deal.state, found)
        rows = [(members, self._deal.expand(option)) for members, option in zip(described, found, strict=True)]
        return Options(rows, _Position(self))

    # ------------------------------------------------------------ what is known

    @property
    def state(self) -> State:
        """The state as the engine has it, with masks and roles."""
        return self._deal.state

    @property
    def phase(self) -> str:
        """What is due, such as `elder_exchange` or `deal_over` (docs/reference/states.md#phases)."""
        return self._deal.state.phase

    @property
    def to_act(self) -> str | None:
        """The seat to act, None if no action is due."""
        return written.to_act_in(self._deal.state)

    @property
    def dealer(self) -> str:
        """The seat that deals the current deal, or the first one before it is dealt (R2.4)."""
        return SEATS[self._deal.state.dealer]

    @property
    def deal_number(self) -> int:
        """The number of the current deal, from 1, without those that were annulled; 0 before the first one."""
        state = self._deal.state
        return 0 if state.phase == Phase.DEAL else len(state.finished) + 1

    @property
    def score(self) -> dict[str, int]:
        """The score of the current deal."""
        state = self._deal.state
        return written.by_name(by_seat(state.dealer, state.score))

    @property
    def totals(self) -> dict[str, int]:
        """The totals of the finished deals, those that count double doubled (R8.1)."""
        return written.by_name(totals(self.rules, Partie.of(self.rules, self._deal.state).finished))

    @property
    def over(self) -> bool:
        """Whether the partie is over."""
        return self._deal.state.phase == Phase.PARTIE_OVER

    @property
    def settlement(self) -> Members:
        """The partie so far (R8.1 to R8.5).

        Its `totals`, whether it is `over`, its `winner`, whether the loser is under the `rubicon`, the `settlement`,
        which is None until the partie is over, and the number of `deals_due`.
        """
        return written.settlement_members(self.rules, self._deal.state)

    @property
    def events(self) -> list[Members]:
        """The events of the current deal."""
        return list(map(written.event_members, (*self._dealt, *self._deal.events)))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the current deal, with what was left to the engine filled in."""
        return tuple(map(self._made, self._deal.done))

    @property
    def deals(self) -> tuple[DealPlayed, ...]:
        """The deals of the partie as the engine has them, with the current one and those that were annulled."""
        if self._begun.phase == Phase.DEAL:
            return ()
        deal = self._deal
        return (*self._earlier, DealPlayed(self._begun, self._dealt, tuple(deal.done), deal.events, deal.state))

    def view(self, seat: str) -> Members:
        """Return what a seat sees: its own cards, what was said, shown and played, and counts of everything else."""
        overrides = self.overrides
        return written.view_members(
            self.rules,
            self._deal.state,
            seat_of(seat),
            ruleset={"name": self.ruleset, "overrides": dict(overrides)} if overrides else self.ruleset,
            deals=[deal.outcome for deal in self._earlier],
            events=self.events,
            options=self._deal.options(),
        )

    def rulings(self, seat: str | None = None, *, lang: Language = "en") -> list[Members]:
        """Return the rulings on what is irregular in the deal and still open: for an arbiter, or for a seat.

        Each has the elections that the law offers, and each election the actions that bring it about.
        """
        words_in(lang)  # an unknown language is refused even if nothing is open
        state = self._deal.state
        if self.rules.law == NO_LAW or state.phase == Phase.DEAL:
            return []
        deal = self._deal.irregular or IrregularDeal(self.rules, state, self._deal.done)
        found = rulings_on(deal, role=None if seat is None else seat_of(seat) ^ 1 ^ state.dealer)
        return [written.ruling_members(each, state, lang) for each in found]

    # ------------------------------------------------------------ the notation

    @property
    def line(self) -> str:
        """The partie in one line (docs/notation.md), from which `from_line` makes the same table."""
        deals = [deal.dealing() for deal in self.deals]
        return write_position(Position(self.ruleset, self.overrides, SEATS[self._begun.first_dealer], deals))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Return the table of a partie in one line.

        Raises `ValueError`: `NotationError` for what is not a line, `RulesetError`, and `IllegalAction` for cards and
        actions that are not possible.
        """
        require(line, str, "a line is a text")
        position = read_position(line)
        table = cls(position.ruleset, position.overrides, first_dealer=position.first_dealer)
        for hands, talon, actions, mark in position.deals:
            hands_by_name = dict(zip(SEATS, hands, strict=True))
            table.deal(hands=hands_by_name, talon=talon, irregular=bool(mark), dealer=mark[1:] or None)
            for action in actions:
                table.apply(action)
        return table

    # ------------------------------------------------------------ Python

    def copy(self) -> Self:
        """Return a table that changes on its own."""
        return copy(self)

    def __deepcopy__(self, memo: object) -> Self:
        return copy(self)

    def __getstate__(self) -> _Saved:
        current = self._begun, self._dealt, tuple(self._deal.done)
        return self.rules, self.ruleset, dict(self.overrides), tuple(self._earlier), current

    def __setstate__(self, saved: _Saved) -> None:
        self.rules, self.ruleset, self.overrides, earlier, current = saved
        self._earlier = list(earlier)
        self._begin(*current)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.rules == other.rules and self.__getstate__()[3:] == other.__getstate__()[3:]

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_line({self.line!r})"

    # ------------------------------------------------------------ details

    def _made(self, action: EngineAction) -> Action:
        """Return an action of the engine as this table gives it out."""
        return Action(action)

    def _check(self, proposed: Proposal) -> tuple[Violation, ...]:
        return check_proposal(self.rules, self._deal.state, proposed, self._deal.done)

    def _read(self, given: GivenAction) -> Proposal:
        """Return the action of the engine. Raises `ValueError`."""
        return self._read_at(given, self.state, self._check)

    def _read_at(self, given: GivenAction, state: State, check: table_actions.Check) -> Proposal:
        """Return the action of the engine, given in this state. Raises `ValueError`."""
        return read_members(read_action(given) if isinstance(given, str) else given)

    def _refused(self, action: EngineAction, violations: tuple[Violation, ...]) -> RefusedAction:
        state, done = self._deal.state, self._deal.done
        irregularities = tuple(engine.would_be(self.rules, state, action, each, done) for each in violations)
        options = self.options()
        return RefusedAction(
            self._made(action), violations, irregularities, options.of(seat=SEATS[action.seat]) or options
        )

    def _cards(
        self,
        state: State,
        seat: int | None,
        deck: Sequence[str] | None,
        hands: Mapping[str, Sequence[str]] | None,
        talon: Sequence[str] | None,
        seed: str | int | None,
        irregular: bool,
    ) -> dealing.Deal:
        if isinstance(deck, str | int):
            raise TypeError("a deck is a list of cards; a text or a number is a seed: deal(seed=...)")
        require(hands or {}, Mapping, "hands are lists of cards by seat, as {'A': ['AS', ...], 'B': ['TH', ...]}")
        given = [deck is not None, hands is not None, seed is not None]
        if sum(given) != 1 or (hands is None) != (talon is None):
            raise ValueError("a deal takes a deck, or hands and a talon, or a seed, as deal(seed=1)")
        refuse_unless_due(state)
        if seed is not None:
            return dealing.deal(self.rules, dealing.shuffle(self.rules.cards, seed_text(seed)))
        if deck is not None:
            return dealing.deal_of_deck(self.rules, named_cards(deck, "deck"))
        assert hands is not None and talon is not None
        if set(hands) != set(SEATS):
            raise MembersError("has the hands of A and B", "hands")
        both = [named_cards(hands[each], "hands", each) for each in SEATS]
        top_first = named_cards(talon, "talon")
        dealer = Partie.of(self.rules, state).due if seat is None else seat
        return dealing.deal_of_hands(self.rules, both, top_first, dealer, irregular=irregular)


class _Position:
    """A position of a table, which stays what it is when the table changes."""

    def __init__(self, table: Table) -> None:
        self._table, self._state, self._done = table, table.state, tuple(table._deal.done)

    def made(self, action: EngineAction) -> Action:
        return self._table._made(action)

    def read(self, given: GivenAction) -> Proposal:
        return self._table._read_at(given, self._state, self.check)

    def check(self, proposed: Proposal) -> tuple[Violation, ...]:
        return check_proposal(self._table.rules, self._state, proposed, self._done)


def seat_of(name: str) -> int:
    """Return the number of a seat. Raises `ValueError`."""
    if name not in SEATS:
        raise ValueError(f"a seat is A or B, not {name!r}{name_meant(str(name), SEATS)}")
    return SEATS.index(name)


def named_cards(cards: Sequence[str], *path: str) -> list[str]:
    """Return a list of cards in the order given. Raises `MembersError` for one that has something other than cards."""
    try:
        if len(cards) > len(CARD):
            raise MembersError("has more cards than there are", *path)
        return [CARDS[card_in(card_named(card) or card, *path, at)] for at, card in enumerate(cards)]
    except MembersError as error:
        raise table_actions.MalformedMembers(error) from None
