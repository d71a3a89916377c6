"""What a record holds. The names are those of its JSON and of docs/notation.md.

Nothing here is judged: a record says what was written down, and cards that nobody wrote down are `?`. Said is not held:
`dealt` has the cards, `steps` what was said and done.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from service.piquet.notation.action_dicts import Members
from service.piquet.rulesets.parameters import Value

VERSION = 1
UNKNOWN = "?"  # a card that is not known

#: Two numbers of A's and B's; None stands for one that was not written down.
Claim = tuple[int | None, int | None]

TAGS = ("event", "site", "date", "round")
KINDS_OF_NOTE = ("remark", "irregularity")

# Limits: what is beyond them is one problem, and left out.
PROBLEMS = 1000  # problems of one record
TEXT = 2000  # letters of a tag or a note
DEALS = 101
STEPS = 100  # of a deal
NOTES = 200  # of a record, of a deal
NUMBER = 100_000  # the greatest number that is claimed
NODES = 250_000  # commas, colons and brackets in the JSON of a record; one within the limits above has half as many


class Problem(NamedTuple):
    """Something in a record that cannot be read. `pointer` is the place in JSON; `line` and `column`, from 1, that in
    text."""

    code: str
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(slots=True)
class Note:
    """A remark or an irregularity, as somebody wrote it; `after` how many steps of its deal."""

    kind: str
    text: str
    after: int = 0


@dataclass(slots=True)
class Step:
    """An action, as members of which cards may be unknown, and the score of the deal that was claimed after it."""

    action: Members
    score: Claim | None = None


@dataclass(slots=True)
class Deal:
    """A deal: its cards, A's and B's hand and the talon (None where nothing of it was written down), what was said and
    done, and what was claimed. `score` is as made, before doubling; `totals` those of the partie after the deal;
    `written` what A wrote down and what B wrote down, where the two sheets are kept apart (Law 74)."""

    dealer: str | None = None
    hands: list[list[str] | None] = field(default_factory=lambda: [None, None])
    talon: list[str] | None = None
    steps: list[Step] = field(default_factory=list)
    score: Claim | None = None
    written: list[Claim | None] = field(default_factory=lambda: [None, None])
    totals: Claim | None = None
    notes: list[Note] = field(default_factory=list)
    unread: int | None = field(default=None, compare=False)  # how many steps come before the first that made no sense


@dataclass(slots=True)
class Result:
    """What the partie is claimed to have come to; None is what was not written down. `winner` is A, B, or `none` of a
    drawn partie."""

    totals: Claim | None = None
    winner: str | None = None
    rubicon: bool | None = None
    settlement: int | None = None


@dataclass(slots=True)
class Record:
    """A partie, or as much of it as was written down."""

    tags: dict[str, str] = field(default_factory=dict)
    players: list[str | None] = field(default_factory=lambda: [None, None])
    ruleset: str | None = None
    overrides: dict[str, Value] = field(default_factory=dict)
    first_dealer: str | None = None
    notes: list[Note] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    result: Result | None = None


@dataclass(slots=True)
class Reading:
    """A record as far as it could be read, every problem up to a limit, and where in a text things stood: line and
    column by JSON Pointer."""

    record: Record
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def place(self, pointer: str) -> tuple[int, int] | tuple[None, None]:
        """Line and column of a pointer, or of the nearest that holds it."""
        while pointer and pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        return self.places.get(pointer, (None, None))


class RecordError(ValueError):
    """A record that was to be read strictly and has problems."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems[:5]))
        self.problems = problems
