"""Actions whose text has words: `A play AS`, `B exchange 7S 9H 7H`, `A call point 5`."""

from service.piquet.table_actions import Action as PlainAction
from service.records.text.typed_actions import write_typed


class Action(PlainAction):
    """An action whose text has words: `A play AS`."""

    __slots__ = ()

    def __str__(self) -> str:
        return write_typed(self)
