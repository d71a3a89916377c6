"""The table of the library: a partie with records, pictures and advice; and records without a table."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Self, overload

from service.pictures import Picture, Style, picture
from service.piquet import table
from service.piquet.actions import Proposal
from service.piquet.json_types import Json
from service.piquet.model import actions
from service.piquet.model.state import SEATS, State
from service.piquet.model.violations import IllegalAction
from service.piquet.suggestions import did_you_mean, listed, require
from service.piquet.table_actions import Check, GivenAction, read_members, seed_text
from service.python_api.actions import Action
from service.python_api.reports import Report, given_out
from service.records.json_form import from_json, to_json
from service.records.model import TAGS, VERSION, Problem, Record, first_dealer
from service.records.played import record_of
from service.records.text import parser, typed_actions, writer
from service.records.verification import card_inference, deals, verify

if TYPE_CHECKING:
    from service.python_api.advising import Advice

__all__ = ["EffortName", "RecordError", "Table", "read_record", "verify_record", "write_record"]

EffortName = Literal["quick", "full"]


class RecordError(ValueError):
    """Raised for a text that is no record, or for a record that cannot be played; `problems` says where and why."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        where = first.pointer if first.line is None else f"line {first.line}, column {first.column}"
        more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
        super().__init__(f"{where}: {first.message}{more}" if where else f"{first.message}{more}")
        self.problems = problems


_A_RECORD = "a record is a Record, a text or decoded JSON, and table.record() that of a table"


def read_record(given: str | bytes | Mapping[str, Json]) -> Record:
    """Return the record of a text, or of decoded JSON. Raises `RecordError`."""
    require(given, str | bytes | Mapping, _A_RECORD)
    reading = from_json(given) if isinstance(given, Mapping) else parser.read(given)
    if reading.problems:
        raise RecordError(reading.problems)
    return reading.record


@overload
def write_record(record: Record, *, json: Literal[False] = False) -> str: ...
@overload
def write_record(record: Record, *, json: Literal[True]) -> dict[str, Json]: ...
def write_record(record: Record, *, json: bool = False) -> str | dict[str, Json]:
    """Return the canonical text of a record; with `json`, data for JSON."""
    require(record, Record, _A_RECORD)
    return to_json(record) if json else writer.write(record)


def verify_record(given: Record | str | bytes | Mapping[str, Json]) -> Report:
    """Return the report of a record: whether it `agrees`, whether it is `complete`, and each divergence.

    A text is read as far as possible; what cannot be read is among the problems of the report.
    """
    if isinstance(given, Record):
        given = writer.write(given)  # so that divergences have their lines
    require(given, str | bytes | Mapping, _A_RECORD)
    return given_out(verify.verify(from_json(given) if isinstance(given, Mapping) else parser.read(given)))


# ---------------------------------------------------------------- the table


class Table(table.Table):
    """A partie of Piquet between the seats A and B.

    >>> table = Table()
    >>> events = table.deal(seed="an example")
    >>> events = table.apply(table.advice().best)
    >>> table.to_act, table.options().types
    ('B', ['exchange'])

    `ruleset` has the name of its rules with the version, `overrides` the parameters that were changed, and `rules` all
    of them. Two tables are equal if the same was dealt and done at both under the same rules. A table can be copied and
    pickled, and a notebook shows it as a picture.
    """

    # ------------------------------------------------------------ records

    def record(self, players: Mapping[str, str] | None = None, **tags: str) -> Record:
        """Return the record of the partie. `players` are their names by seat; tags are event, site, date and round.

        Raises `ValueError` for another tag or seat, and for a name that a record cannot have.
        """
        require(players or {}, Mapping, "players are names by seat, as {'A': 'Anne', 'B': 'Blaise'}")
        for tag in tags:
            if tag not in TAGS:
                raise ValueError(f"{tag!r} is none of the tags {listed(TAGS)}{did_you_mean(tag, TAGS)}")
        return record_of(self, read_record({"piquet_record": VERSION, "players": players or {}, **tags}))

    @classmethod
    def from_record(cls, record: Record | str | bytes | Mapping[str, Json]) -> Self:
        """Return a table at which the deals of a record were played, as far as they go.

        Raises `ValueError`: `RecordError` for what is no record, or if cards are unknown, `RulesetError`, and
        `IllegalAction`, the notes of which say in which deal and at which step it was.
        """
        given = record if isinstance(record, Record) else read_record(record)
        name, seat = given.ruleset_name, first_dealer(given)
        made = cls(name, given.overrides, first_dealer=SEATS[1 if seat is None else seat])
        for at, deal in enumerate(deals.numbered(given).deals):
            dealt = card_inference.as_dealt(made.rules, deal)
            if dealt is None:
                raise RecordError([Problem("cards.unknown", "the cards dealt are not all known", f"/deals/{at}/dealt")])
            hands = dict(zip(SEATS, dealt.hands, strict=True))
            irregular, dealer = deal.irregular or deal.out_of_turn, deal.dealer if deal.out_of_turn else None
            done = 0
            try:
                made.deal(hands=hands, talon=dealt.talon, irregular=irregular, dealer=dealer)
                for done, step in enumerate(deal.steps, 1):  # noqa: B007 (for the note)
                    made.apply(step.action)
            except IllegalAction as refused:
                refused.add_note(f"deal {at + 1}, step {done}")
                raise
        return made

    # ------------------------------------------------------------ pictures

    def picture(self, seat: str | None = None, *, bottom: str | None = None, style: Style | None = None) -> Picture:
        """Return a picture: as a seat may see the table, or with everything visible.

        The seat at the `bottom` is that seat, or else A.
        """
        require(style or Style(), Style, "a style is a Style, as Style(lang='fr')")
        return picture(self, seat, bottom=bottom, style=style)

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def __str__(self) -> str:
        return self.picture().text

    # ------------------------------------------------------------ advice

    def advice(self, effort: EffortName = "quick", *, seed: str = "", candid: bool = False) -> "Advice":
        """Return what the seat to act should do, best first, from what it knows; the other hand is not looked at.

        `quick` takes about 0.1 s of processor time at most, and `full` 0.6 s. With `candid`, nobody is expected to
        hide a holding. Raises `ValueError` if nobody is to act, or if the seat knows of an irregularity.
        """
        from service.python_api.advising import advice_for  # it needs numpy, which takes long to import

        return advice_for(self, effort, seed and seed_text(seed), candid=candid)

    # ------------------------------------------------------------ details

    def _made(self, action: actions.Action) -> Action:
        return Action(action)

    def _read(self, given: GivenAction) -> Proposal:
        try:
            return super()._read(given)
        except ValueError as error:
            error.add_note(f"Legal here: {self.options()}")
            raise

    def _read_at(self, given: GivenAction, state: State, check: Check) -> Proposal:
        return typed_actions.read_typed(given, state, check) if isinstance(given, str) else read_members(given)
