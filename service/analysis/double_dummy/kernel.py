"""Double-dummy analysis in a compiled library, which `kernel_build` makes of `kernel.c`.

Each call has its own memory in the library and shares nothing, because other threads run while the library computes.
"""

import ctypes
from functools import cache, lru_cache
from pathlib import Path
from struct import Struct
from typing import NoReturn

from service.analysis.double_dummy import python_solver
from service.analysis.double_dummy.kernel_build import compiled_file, source_hash
from service.analysis.double_dummy.play_scoring import PlayScoring, pack_pique
from service.analysis.double_dummy.positions import Choice, PlayPosition, Worth, best_of, hand_to_play
from service.piquet.model.state import ELDER, YOUNGER, Pair
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset

_ABI = 3  # DD_ABI in kernel.c
_NO_MEMORY, _NO_SUCH_POSITION = 1, 2  # statuses of dd_solve


class _Rules(ctypes.Structure):
    _fields_ = (
        ("trick", ctypes.c_int32 * 2 * 2 * 2 * 2),
        ("lead", ctypes.c_int32 * 2),
        ("haul", ctypes.c_int32 * (TRICKS + 1)),
        ("last", ctypes.c_int32),
        ("early", ctypes.c_int32),
        ("most", ctypes.c_int32),
        ("low_matters", ctypes.c_int32),
    )


class _Position(ctypes.Structure):
    _fields_ = (
        ("hands", ctypes.c_uint64 * 2),
        ("cards", ctypes.c_uint64),
        ("leader", ctypes.c_int32),
        ("lead", ctypes.c_int32),
        ("won", ctypes.c_int32 * 2),
        ("pique", ctypes.c_int32),
        ("stored", ctypes.c_int32),
    )


class _Choice(ctypes.Structure):
    _fields_ = (
        ("card", ctypes.c_int32),
        ("value", ctypes.c_int32),
        ("points", ctypes.c_int32 * 2),
        ("pique", ctypes.c_int32),
        ("won", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("line", ctypes.c_int8 * (2 * TRICKS)),
    )


_Choices = _Choice * TRICKS
#: Card, value, pique and won of a choice. To read members of the structure one by one takes twice as long.
_WORTH = Struct("=ii8xii28x")
assert _WORTH.size == ctypes.sizeof(_Choice)
_EXPECTED_ABI = _ABI << 48 | ctypes.sizeof(_Rules) << 32 | ctypes.sizeof(_Position) << 16 | ctypes.sizeof(_Choice)


def load(path: Path) -> ctypes.CDLL | None:
    """Return the library in this file; None if it cannot be used: it is missing, damaged, or of another source."""
    try:
        library = ctypes.CDLL(str(path))
        library.dd_abi.restype, library.dd_source.restype = ctypes.c_uint64, ctypes.c_char_p
        if library.dd_abi() != _EXPECTED_ABI or library.dd_source() != source_hash().encode():
            return None
        library.dd_solve.argtypes = [ctypes.c_void_p] * 6
        library.dd_open.restype, library.dd_close.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    except (OSError, AttributeError):
        return None
    return library


@cache
def _installed() -> ctypes.CDLL | None:
    try:
        return load(compiled_file())
    except OSError:  # the source is missing
        return None


def is_compiled() -> bool:
    """Whether this process has the compiled library."""
    return _installed() is not None


@lru_cache(maxsize=64)
def _scoring(rules: Ruleset) -> tuple[PlayScoring, _Rules]:
    scoring = PlayScoring(rules)
    made = _Rules(
        lead=tuple(map(scoring.tricks.lead, (False, True))),
        haul=tuple(scoring.haul),
        last=scoring.last,
        early=scoring.early,
        most=scoring.most,
        low_matters=scoring.low_matters,
    )
    for wins in (False, True):
        for low_lead in (False, True):
            for low_follow in (False, True):
                made.trick[wins][low_lead][low_follow][:] = scoring.tricks.trick(wins, low_lead, low_follow)
    return scoring, made


class KernelTable:
    """The table of a search in the library, which several solvers use one after the other."""

    def __init__(self, library: ctypes.CDLL | None = None) -> None:
        library = library or _installed()
        assert library is not None
        self._close = library.dd_close
        self.address = library.dd_open()
        if self.address is None:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "address", None) is not None:
            self._close(self.address)


class KernelSolver:
    """The values and lines of one position; the same answers as those of `PythonSolver`.

    `expanded` is the number of positions whose moves have been tried so far. A `table` has bounds that other solvers
    have found. Without a `library`, the installed one is used, which must be there.
    """

    name = "compiled"
    new_table = KernelTable

    def __init__(
        self,
        rules: Ruleset,
        position: PlayPosition,
        library: ctypes.CDLL | None = None,
        table: KernelTable | None = None,
    ) -> None:
        hands, leader, lead, won, pique, _ = self._position = position
        self.expanded = 0
        self._library = library or _installed()
        self._table = table
        self._scoring, self._rules = _scoring(rules)
        packed = pack_pique(*pique) if pique else 0
        self._asked = _Position(hands, hand_to_play(position), leader, lead, won, packed, python_solver.REMEMBERED)

    def value(self) -> int:
        """Return the value of the position for elder."""
        if self._position.chooses_freely:
            found = ctypes.c_int32()
            self._solve(ctypes.byref(found), None)
            due = self._scoring.due(self._position.won)
            return found.value + due[ELDER] - due[YOUNGER]
        values = [choice.value for choice in self.choices()]
        return max(values) if self._position.to_act == ELDER else min(values)

    def choices(self) -> tuple[Choice, ...]:
        """Every card that may be played, in the order of `cards_of`."""
        found = _Choices()
        self._solve(None, found)
        due = self._scoring.due(self._position.won)
        return tuple(_choice(each, due) for each in found[: self._asked.cards.bit_count()])

    def best_worth(self) -> Worth:
        """Return what the first best card is worth."""
        if not self._position.chooses_freely:
            return best_of(self.worths(), self._position.to_act)
        found, value = _Choices(), ctypes.c_int32()
        self._solve(ctypes.byref(value), found)
        return self._worths(found, 1)[0]

    def worths(self) -> tuple[Worth, ...]:
        """Return what every card that may be played is worth, in the order of `cards_of`."""
        found = _Choices()
        self._solve(None, found)
        return self._worths(found, self._asked.cards.bit_count())

    def _worths(self, found: ctypes.Array[_Choice], count: int) -> tuple[Worth, ...]:
        elder, younger = self._scoring.due(self._position.won)
        numbers = _WORTH.iter_unpack(bytes(found)[: count * _WORTH.size])
        return tuple([Worth(card, value + elder - younger, won, bool(pique)) for card, value, pique, won in numbers])

    def _solve(self, value: object, choices: object) -> None:
        expanded = ctypes.c_uint64()
        assert self._library is not None
        table = self._table.address if self._table else None
        status = self._library.dd_solve(
            ctypes.byref(self._rules), ctypes.byref(self._asked), value, choices, ctypes.byref(expanded), table
        )
        self.expanded += expanded.value
        if status:
            _refuse(status)


def _choice(found: _Choice, due: Pair) -> Choice:
    elder, younger = found.points[ELDER] + due[ELDER], found.points[YOUNGER] + due[YOUNGER]
    value = found.value + due[ELDER] - due[YOUNGER]
    return Choice(found.card, value, (elder, younger), bool(found.pique), tuple(found.line[: found.length]))


def _refuse(status: int) -> NoReturn:
    if status == _NO_MEMORY:
        raise MemoryError
    if status == _NO_SUCH_POSITION:
        raise ValueError("no such position: each card is in one hand, and both play the same number of tricks")
    raise AssertionError("a position is worth what its best lead is worth")
