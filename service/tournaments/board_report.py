"""What is told of boards, as data: their results, the deals that were played once, and the matchpoints of players."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from service.piquet.cards.cards import names
from service.piquet.model.state import Pair
from service.tournaments.boards import Board, Compared, Sitting, Total, share, totals

Json = dict[str, Any]


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
