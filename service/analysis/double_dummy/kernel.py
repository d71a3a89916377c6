"""Double-dummy analysis in a compiled library, which `kernel_build` makes of `kernel.c`.

Each call has its own memory in the library and shares nothing, because other threads run while the library computes.
"""

import ctypes
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from struct import Struct

from service.analysis.double_dummy import python_solver
from service.analysis.double_dummy.kernel_build import compiled_file, source_hash
from service.analysis.double_dummy.play_scoring import PlayScoring, pack_pique
from service.analysis.double_dummy.positions import COURSE, Choice, PlayPosition, Worth, hand_to_play
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset

#: What to warn of where there is no library.
NOT_COMPILED = (
    "double dummy is not compiled, so advice and analyses are slower: "
    "with a C compiler, run make kernel in a checkout, or install the package from its sources"
)

_ABI = 7  # DD_ABI in kernel.c
_NO_SUCH_POSITION = 1  # a status

# The structures of kernel.c, with their members in the same order.
_RULES, _POSITION, _CHOICE = Struct(f"={16 + 2 + TRICKS + 1 + 4}i"), Struct("=3Q6i"), Struct(f"=7i{2 * TRICKS}b")
_WORTH = Struct(f"=ii8xii{_CHOICE.size - 24}x")  # card, value, pique and won of a choice
_EXPECTED_ABI = _ABI << 56 | COURSE.size << 48 | _RULES.size << 32 | _POSITION.size << 16 | _CHOICE.size


def load(path: Path) -> ctypes.CDLL | None:
    """Return the library in this file; None if it cannot be used: it is missing, damaged, or of another source."""
    try:
        library = ctypes.CDLL(str(path))
        library.dd_abi.restype, library.dd_source.restype = ctypes.c_uint64, ctypes.c_char_p
        if library.dd_abi() != _EXPECTED_ABI or library.dd_source() != source_hash().encode():
            return None
        for asked in (library.dd_solve, library.dd_courses):
            asked.argtypes = [*[ctypes.c_char_p] * 2, *[ctypes.c_int32] * 2, *[ctypes.c_void_p] * 3]
        library.dd_thrown.argtypes = [*[ctypes.c_void_p] * 5, *[ctypes.c_int32] * 2, ctypes.c_void_p]
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


def throw(tables: Sequence[int], hands: int, found: int, count: int, size: int) -> None:
    """Find the discard of `size` cards that promises most, of each of `count` hands.

    All but the numbers are addresses of arrays: the tables of `discard_policy`, the hands, and what is found.
    """
    library = _installed()
    assert library is not None
    library.dd_thrown(*tables, hands, count, size, found)


@lru_cache(maxsize=64)
def _scoring(rules: Ruleset) -> tuple[PlayScoring, bytes]:
    """Return what the play scores, also as the library takes it."""
    scoring = PlayScoring(rules)
    bools = (False, True)
    tricks = [scoring.tricks.trick(wins, lead, follow) for wins in bools for lead in bools for follow in bools]
    numbers = [points for both in tricks for points in both]
    numbers += [*map(scoring.tricks.lead, bools), *scoring.haul, scoring.last, scoring.early, scoring.most]
    return scoring, _RULES.pack(*numbers, scoring.low_matters)


class KernelTable:
    """The table of a search in the library, which several calls use one after the other."""

    def __init__(self) -> None:
        library = _installed()
        assert library is not None
        self._close = library.dd_close
        self.address = library.dd_open()
        if self.address is None:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "address", None) is not None:
            self._close(self.address)


class KernelSolver:
    """The choices in one position; the same answers as those of `PythonSolver`. The library must be installed."""

    name = "compiled"
    new_table = KernelTable

    def __init__(self, rules: Ruleset, position: PlayPosition) -> None:
        self._rules, self._position = rules, position

    def choices(self) -> tuple[Choice, ...]:
        """Every card that may be played, in the order of `cards_of`."""
        found, _ = _call("dd_solve", self._rules, [self._position], 0, TRICKS * _CHOICE.size, KernelTable())
        due = _scoring(self._rules)[0].due(self._position.won)
        count = hand_to_play(self._position).bit_count()
        choices = list[Choice]()
        for card, value, elder, younger, pique, _, length, *line in _CHOICE.iter_unpack(found[: count * _CHOICE.size]):
            points = elder + due[ELDER], younger + due[YOUNGER]
            choices.append(Choice(card, value + due[ELDER] - due[YOUNGER], points, bool(pique), tuple(line[:length])))
        return tuple(choices)

    @staticmethod
    def best_of(rules: Ruleset, positions: Sequence[PlayPosition], table: KernelTable) -> tuple[list[Worth], int]:
        """Return what `PythonSolver.best_of` does."""
        found, expanded = _call("dd_solve", rules, positions, 1, _CHOICE.size, table)
        still_due = _scoring(rules)[0].still_due
        numbers = zip(positions, _WORTH.iter_unpack(found), strict=True)
        return [
            Worth(card, value + still_due(position.won), won, bool(pique))
            for position, (card, value, pique, won) in numbers
        ], expanded

    @staticmethod
    def courses_of(
        rules: Ruleset, positions: Sequence[PlayPosition], card: int, table: KernelTable
    ) -> tuple[bytearray, int]:
        """Return what `PythonSolver.courses_of` does."""
        return _call("dd_courses", rules, positions, card, 2 * COURSE.size, table)


def _call(
    function: str, rules: Ruleset, positions: Sequence[PlayPosition], number: int, size: int, table: KernelTable
) -> tuple[bytearray, int]:
    """Return what the library finds, `size` bytes for each position, and the number of positions searched.

    Other threads run meanwhile.
    """
    library, expanded, found = _installed(), ctypes.c_uint64(), bytearray(size * len(positions))
    assert library is not None
    asked = [
        _POSITION.pack(*hands, hand_to_play(position), leader, lead, *won, towards, python_solver.REMEMBERED)
        for position in positions
        for hands, leader, lead, won, pique, _ in [position]
        for towards in [pack_pique(*pique) if pique else 0]
    ]
    buffer = (ctypes.c_char * len(found)).from_buffer(found)
    question = _scoring(rules)[1], b"".join(asked), len(asked), number, buffer
    status = getattr(library, function)(*question, ctypes.byref(expanded), table.address)
    if status == _NO_SUCH_POSITION:
        raise ValueError("no such position: each card is in one hand, and both play the same number of tricks")
    assert not status, "a position is worth what its best lead is worth"
    return found, expanded.value
