"""The data model of a record. Names are those of its JSON form and of docs/notation.md.

The model checks nothing: a record has what was written down, and a card that nobody wrote down is `?`. Cards and claims
about them are separate: `dealt` has the cards, `steps` what was said and done.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from service.piquet.actions import members_of
from service.piquet.json_types import Members as Members
from service.piquet.model.actions import Action
from service.piquet.model.state import SEATS
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.parameters import Ruleset, Value
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.piquet.scoring.adjustments import Adjustment, Claim
from service.piquet.scoring.settlement import dealer_of

VERSION = 1
UNKNOWN = "?"  # an unknown card

TAGS = ("event", "site", "date", "round")
KINDS_OF_NOTE = ("remark", "irregularity")

# Limits. Anything beyond a limit is one problem, and is left out.
PROBLEMS = 1000  # problems of one record
TEXT = 2000  # characters of a tag or a note
DEALS = 200  # with those that were annulled
STEPS = 200  # of a deal, with incidents, amendments and rulings
NOTES = 200  # of a record, of a deal
NUMBER = 100_000  # the highest number that can be claimed
NODES = 250_000  # commas, colons and brackets in the JSON of a record; 200 deals of 60 steps have 230,000


class Problem(NamedTuple):
    """Something in a record that cannot be read.

    `pointer` is its place in JSON; `line` and `column`, from 1, its place in text.
    """

    code: str
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(slots=True)
class Note:
    """A remark or an irregularity as written. `after` is the number of steps of the deal that come before it."""

    kind: str
    text: str
    after: int = 0


#: An action of a record: as the engine has it, or as members of which cards may be unknown.
Entry = Action | Members


@dataclass(slots=True, eq=False)
class Step:
    """An action, and the score that the record claims after it."""

    entry: Entry  # that of the engine wherever a parser can make it, so that nobody decodes it again
    score: Claim | None = None

    @property
    def action(self) -> Members:
        """The members of the action. They may be changed: the step has no other form of it from then on."""
        if isinstance(self.entry, Action):
            self.entry = members_of(self.entry)
        return self.entry

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        return self.score == other.score and (self.entry == other.entry or self.action == other.action)


@dataclass(slots=True)
class Deal:
    """A deal: its cards (A's and B's hands and the talon, None if not written down), its steps, and its claims.

    An `irregular` deal has other numbers of cards than the ruleset. `out_of_turn` is whether the `dealer` dealt though
    the other seat was due. An `annulled` deal is followed by one with the same number.

    `score` is the score before doubling, and `totals` are those of the partie after the deal. `written` has what A and
    what B wrote down, if the players keep separate sheets (Law 74).
    """

    dealer: str | None = None
    hands: list[list[str] | None] = field(default_factory=lambda: [None, None])
    talon: list[str] | None = None
    steps: list[Step] = field(default_factory=list)
    score: Claim | None = None
    written: list[Claim | None] = field(default_factory=lambda: [None, None])
    totals: Claim | None = None
    notes: list[Note] = field(default_factory=list)
    irregular: bool = False
    out_of_turn: bool = False
    annulled: bool = False
    unread: int | None = field(default=None, compare=False)  # steps before the first unreadable one


@dataclass(slots=True)
class Result:
    """The claimed result of the partie; None for what was not written down.

    `winner` is A, B, or `none` for a drawn partie.
    """

    totals: Claim | None = None
    winner: str | None = None
    rubicon: bool | None = None
    settlement: int | None = None


@dataclass(slots=True)
class Record:
    """A partie, or as much of it as was written down.

    Adjustments are those of the whole partie and of its deals, wherever they are written.
    """

    tags: dict[str, str] = field(default_factory=dict)
    players: list[str | None] = field(default_factory=lambda: [None, None])
    ruleset: str | None = None
    overrides: dict[str, Value] = field(default_factory=dict)
    first_dealer: str | None = None
    notes: list[Note] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    result: Result | None = None

    @property
    def ruleset_name(self) -> str:
        """The name of the ruleset: the default one if the record names none."""
        return self.ruleset or DEFAULT

    def rules(self) -> Ruleset:
        """Return the ruleset with its overrides. Raises `RulesetError`."""
        return ruleset(self.ruleset_name, self.overrides)

    def partie(self, rules: Ruleset) -> WrittenPartie:
        """Return the partie before its first deal."""
        return WrittenPartie(rules, first_dealer(self), self.adjustments)

    def next_number(self) -> int:
        """Return the number of the next deal, from 1; annulled deals count for none."""
        return 1 + sum(not deal.annulled for deal in self.deals)


@dataclass(slots=True)
class Reading:
    """A record as far as it could be read, its problems up to a limit, and the places of JSON Pointers in the text."""

    record: Record
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def place(self, pointer: str) -> tuple[int, int] | tuple[None, None]:
        """Return the line and the column of a pointer, or of the nearest pointer that contains it."""
        while pointer and pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        return self.places.get(pointer, (None, None))


def first_dealer(record: Record) -> int | None:
    """Return the seat that dealt first, as written down or as the first deal shows; None if nothing shows it."""
    if record.first_dealer is not None:
        return SEATS.index(record.first_dealer)
    number = 1
    for deal in record.deals:
        seat = _shown_dealer(deal)
        if seat is not None:
            return dealer_of(1 - seat if deal.out_of_turn else seat, number)
        number += not deal.annulled
    return None


def _shown_dealer(deal: Deal) -> int | None:
    """Return the seat that dealt, as written down or as the first exchange shows; None if nothing shows it."""
    if deal.dealer is not None:
        return SEATS.index(deal.dealer)
    first = next((step.action for step in deal.steps if step.action["type"] == "exchange"), None)
    if first is None or "irregular" in first:  # younger may have gone first
        return None
    return 1 - SEATS.index(first["seat"])
