"""The table of the library: a partie with records, pictures and advice."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from service.pictures import Picture, Style, picture
from service.piquet import table
from service.piquet.actions import Proposal
from service.piquet.model import actions
from service.piquet.table_actions import GivenAction, read_members
from service.python_api import recording
from service.python_api.actions import Action, read_action
from service.records.model import Record

if TYPE_CHECKING:
    from service.python_api.advising import Advice, EffortName


class Table(table.Table):
    """A partie of Piquet between the seats A and B.

    >>> table = Table()
    >>> events = table.deal(seed="an example")
    >>> events = table.apply(table.advice().best)
    >>> table.to_act, table.options().types
    ('B', ['exchange'])

    Actions are also words, as records have them: `table.apply("play AS")`; the seat to act may be left out. Two tables
    are equal if the same was dealt and done at both under the same rules. A table can be copied and pickled, and a
    notebook shows it as a picture.
    """

    # ------------------------------------------------------------ records

    def record(self, players: Mapping[str, str] | None = None, **tags: str) -> Record:
        """Return the record of the partie. `players` are their names by seat; tags are event, site, date and round."""
        return recording.record_of(self, players or {}, tags)

    @classmethod
    def from_record(cls, record: Record | str | bytes | Mapping[str, Any]) -> Self:
        """Return a table at which the deals of a record were played, as far as they go.

        Raises `ValueError`: `RecordError` for what is no record, or if cards are unknown, and `IllegalAction`, the
        notes of which say in which deal and at which step it was.
        """
        read = record if isinstance(record, Record) else recording.read_record(record)
        replayed = recording.replay(cls, read)
        assert isinstance(replayed, cls)
        return replayed

    # ------------------------------------------------------------ pictures

    def picture(self, seat: str | None = None, *, bottom: str | None = None, style: Style | None = None) -> Picture:
        """Return a picture, as a seat may see it, or with everything visible: `str` and, in a notebook, SVG.

        The seat at the `bottom` is that seat, or else A.
        """
        return picture(self, seat, bottom=bottom, style=style)

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def __str__(self) -> str:
        return self.picture().text

    # ------------------------------------------------------------ advice

    def advice(self, effort: "EffortName" = "quick", *, seed: str = "", candid: bool = False) -> "Advice":
        """Return what the seat to act should do, best first, from what it knows; the other hand is not looked at.

        `quick` takes up to 0.3 s and `full` up to 2 s. With `candid`, nobody is expected to hide a holding. Raises
        `ValueError` if nobody is to act, or if the seat knows of an irregularity.
        """
        from service.python_api.advising import advice_for  # it needs numpy, which takes long to import

        return advice_for(self, effort, seed, candid=candid)

    # ------------------------------------------------------------ details

    def _made(self, action: actions.Action) -> Action:
        return Action(action)

    def _read_at(self, given: GivenAction, to_act: str | None) -> Proposal:
        return read_action(given, to_act) if isinstance(given, str) else read_members(given)
