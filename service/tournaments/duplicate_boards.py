"""The same cards at several tables: deals grouped by board, compared, and reported as data (docs/tournaments.md).

The report has the results of boards, the deals that were played once, and the matchpoints of players.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from service.piquet.cards.cards import CARD, hand_of, names
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import JsonValue
from service.piquet.scoring.adjustments import before, of_deal, whole
from service.records.model import Deal, Problem, Record
from service.records.player_names import plain_name
from service.records.verification.report import Report

#: The cards of a board: elder's hand and younger's as dealt, and the talon in order.
Board = tuple[int, int, tuple[str, ...]]


class Play(NamedTuple):
    """The points of elder less those of younger, from the first lead on: with best play on both sides, and as made."""

    value: int
    made: int

    @property
    def gained(self) -> int:
        """What elder has gained against best play; what younger has lost."""
        return self.made - self.value


class Sitting(NamedTuple):
    """A deal of a record on a board.

    `record` is the number of the record from 1, in the order given, and `players` are elder and younger. `net` is
    elder's score less younger's.
    """

    record: int
    deal: int
    players: tuple[str, str]
    net: int
    play: Play | None = None


class Result(NamedTuple):
    """A sitting beside the others of its board: the difference from their mean, and elder's matchpoints.

    Younger has the complement of the matchpoints.
    """

    sitting: Sitting
    difference: Fraction
    matchpoints: int


class Compared(NamedTuple):
    """A board with its results; each can have at most `most` matchpoints."""

    board: Board
    results: tuple[Result, ...]

    @property
    def most(self) -> int:
        """Two for each other result."""
        return 2 * (len(self.results) - 1)


class Total(NamedTuple):
    """The matchpoints of a player, and how many were possible: as elder, and as younger."""

    player: str
    elder: Pair
    younger: Pair

    @property
    def share(self) -> Fraction | None:
        """The share of the matchpoints that were possible; None if none were."""
        return share((self.elder[0] + self.younger[0], self.elder[1] + self.younger[1]))


def share(points: Pair) -> Fraction | None:
    """Return the share of matchpoints of those that were possible; None if none were."""
    made, most = points
    return Fraction(made, most) if most else None


def board_of(deal: Deal, dealer: int | None) -> Board | None:
    """Return the board of a deal of a record; None if not all of its cards are known, each once, or who dealt."""
    hands, talon = deal.hands, deal.talon
    if dealer is None or talon is None or hands[0] is None or hands[1] is None:
        return None
    elder, younger = hands[1 - dealer], hands[dealer]
    assert elder is not None and younger is not None
    cards = (*elder, *younger, *talon)
    if not all(card in CARD for card in cards) or len(set(cards)) < len(cards):
        return None
    return hand_of(elder), hand_of(younger), tuple(talon)


def sittings(record: Record, report: Report, number: int) -> Iterable[tuple[Board, Sitting]]:
    """Yield the deals of a record of which cards and score are known, each with its board.

    The score is that of the cards, or else the one claimed, without adjustments. Annulled deals count for nothing, and
    so does a record under an unknown ruleset, whose report has no deals.
    """
    players = list(_players(record, number))
    for deal, checked in zip(record.deals, report.deals, strict=False):
        board = board_of(deal, checked.dealer)
        score = checked.score or whole(deal.score and before(deal.score, of_deal(record.adjustments, checked.number)))
        if board is None or score is None or deal.annulled:
            continue
        assert checked.dealer is not None
        elder, younger = 1 - checked.dealer, checked.dealer
        yield board, Sitting(number, checked.number, (players[elder], players[younger]), score[elder] - score[younger])


def _players(record: Record, number: int) -> Iterator[str]:
    """Yield the names of A and B; a seat of the record for one that has none, or the name of the other."""
    plain = [plain_name(name or "") for name in record.players]
    for seat, name in zip(SEATS, record.players, strict=True):
        seated = f"{seat} of record {number}"
        yield seated if not name else f"{name}, {seated}" if plain[0] == plain[1] else name


def copy_of(first: object) -> Problem:
    """Return what is said of a record that is the same as another one; `first` is the number or the place of that."""
    return Problem("record.copy", f"this is a copy of {first}, and counts once")


def compared(found: Iterable[tuple[Board, Sitting]]) -> tuple[list[Compared], list[tuple[Board, Sitting]]]:
    """Return the boards that were played more than once, and the sittings of those that were played once."""
    by_board: dict[Board, list[Sitting]] = defaultdict(list)
    for board, sitting in found:
        by_board[board].append(sitting)
    several = {board: own for board, own in by_board.items() if len(own) > 1}
    once = [(board, own[0]) for board, own in by_board.items() if len(own) == 1]
    return [Compared(board, _results(own)) for board, own in several.items()], once


def _results(own: Sequence[Sitting]) -> tuple[Result, ...]:
    nets = sorted(sitting.net for sitting in own)
    total, others = sum(nets), len(own) - 1
    found = []
    for sitting in own:
        beaten, not_better = bisect_left(nets, sitting.net), bisect_right(nets, sitting.net)
        equal = not_better - beaten - 1  # without this one
        difference = sitting.net - Fraction(total - sitting.net, others)
        found.append(Result(sitting, difference, 2 * beaten + equal))
    return tuple(found)


def totals(boards: Iterable[Compared]) -> list[Total]:
    """Return the matchpoints of each player over all boards, the largest share first."""
    found: dict[str, list[list[int]]] = defaultdict(lambda: [[0, 0], [0, 0]])
    written: dict[str, str] = {}  # each name as it was written first
    for board in boards:
        for result in board.results:
            made = result.matchpoints, board.most - result.matchpoints
            for role, player in enumerate(result.sitting.players):
                name = plain_name(player)
                written.setdefault(name, player)
                found[name][role][0] += made[role]
                found[name][role][1] += board.most
    every = [Total(written[name], (e[0], e[1]), (y[0], y[1])) for name, (e, y) in found.items()]
    return sorted(every, key=lambda total: (-(total.share or 0), total.player))


def board_text(board: Board) -> str:
    """Return a board as records have its cards: elder's hand, younger's, the talon."""
    elder, younger, talon = board
    return " / ".join(" ".join(cards) for cards in (names(elder), names(younger), talon))


# ---------------------------------------------------------------- the report


Json = dict[str, JsonValue]


def boards_json(boards: Sequence[Compared], once: Iterable[tuple[Board, Sitting]]) -> Json:
    """Return the boards that `compared` gives, and the matchpoints of all players over them."""
    return {
        "boards": [_compared(board) for board in boards],
        "once": [{"cards": _cards(board), **_sitting(sitting)} for board, sitting in once],
        "players": [_total(total) for total in totals(boards)],
    }


def _compared(board: Compared) -> Json:
    results = [
        {
            **_sitting(result.sitting),
            "difference": round(float(result.difference), 4),
            "matchpoints": {"elder": result.matchpoints, "younger": board.most - result.matchpoints},
        }
        for result in board.results
    ]
    return {"cards": _cards(board.board), "results": results, "most": board.most}


def _cards(board: Board) -> Json:
    elder, younger, talon = board
    return {"elder": names(elder), "younger": names(younger), "talon": talon}


def _sitting(sitting: Sitting) -> Json:
    elder, younger = sitting.players
    play = sitting.play
    return {
        "record": sitting.record,
        "deal": sitting.deal,
        "elder": elder,
        "younger": younger,
        "net": sitting.net,
        "play": None if play is None else {"made": play.made, "value": play.value, "gained": play.gained},
    }


def _total(total: Total) -> Json:
    elder, younger = map(_points, (total.elder, total.younger))
    return {"player": total.player, "elder": elder, "younger": younger, "percent": _percent(total.share)}


def _points(points: Pair) -> Json:
    return {"matchpoints": points[0], "most": points[1], "percent": _percent(share(points))}


def _percent(part: Fraction | None) -> float | None:
    return None if part is None else round(float(100 * part), 4)
