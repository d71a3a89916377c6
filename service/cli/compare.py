"""The command `compare`: the same cards at several tables."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import IO

from service.cli import record_files
from service.cli.record_files import Source, Unreadable
from service.piquet.suggestions import counted
from service.records.model import Problem
from service.records.player_names import aligned, printable
from service.tournaments import duplicate_boards
from service.tournaments.board_plays import compare_part, sittings_with_play
from service.tournaments.duplicate_boards import Board, Compared, Sitting, Total

_OFTEN = 20  # records after which the bar is drawn again
_HEADINGS = ("elder", "younger", "net", "difference", "matchpoints", "play", "best play")


#: A record: its file, the line where it begins, its problems, its deals as those of a record 0, and its digest.
_Played = tuple[str, int, Sequence[Problem], Sequence[tuple[Board, Sitting]], bytes]


def compare(
    names: Sequence[str], out: IO[str], *, as_json: bool, cluster: str | None = None
) -> Iterator[bool | Unreadable]:
    """Write the deals of all records, grouped by board; with the address of a cluster, its workers read them.

    Yields each file that cannot be read, which stops no other, and then whether no board was played more than once.
    """
    found: list[tuple[Board, Sitting]] = []
    places: list[str] = []
    firsts: dict[bytes, str] = {}  # the place of the first record with each digest
    with record_files.of_files(names) as bar:
        for played in _played(names) if cluster is None else _on_cluster(cluster, names):
            if isinstance(played, int):
                bar.update(played)
            elif isinstance(played, Unreadable):
                bar.clear()
                yield played
            else:
                name, line, problems, deals, digest = played
                places.append(f"{printable(name)}:{line}")
                first = firsts.setdefault(digest, places[-1])
                if first != places[-1]:
                    problems, deals = [*problems, duplicate_boards.copy_of(first)], ()
                if problems:
                    bar.clear()
                record_files.print_problems(name, line, problems)
                found += ((board, sitting._replace(record=len(places))) for board, sitting in deals)
                bar.set_postfix(records=len(places), refresh=len(places) % _OFTEN == 1)
        bar.refresh()
    boards, once = duplicate_boards.compared(found)
    yield not boards
    if as_json:
        written = {"records": places, **duplicate_boards.boards_json(boards, once)}
        print(json.dumps(written, ensure_ascii=False), file=out)
    else:
        out.writelines(f"{line}\n" for line in _lines(boards, once))


def _played(names: Sequence[str]) -> Iterator[_Played | Unreadable | int]:
    """Yield what was read: records, files that cannot be read, and after a file its size."""
    for source in record_files.sources(names):
        try:
            if isinstance(source, Unreadable):
                raise source
            for read, line, reading in record_files.readings(str(source.path)):
                yield read.name, line, *sittings_with_play(reading, 0)
            yield source.size
        except Unreadable as unreadable:
            yield unreadable


def _on_cluster(address: str, names: Sequence[str]) -> Iterator[_Played | Unreadable | int]:
    """Yield the same, with the size of each part."""
    from service.cli.dask import over_parts

    copies: list[Source] = []
    try:
        for part, found in over_parts(address, "compare", record_files.all_parts(names, copies), compare_part):
            if isinstance(found, Unreadable):
                yield found
            elif part is not None:
                yield from ((part.source.name, *record) for record in found)
            if part is not None:
                yield part.end - part.start
    finally:
        for source in copies:
            record_files.delete_copy(source)


# ---------------------------------------------------------------- text


def _lines(boards: Sequence[Compared], once: Sequence[tuple[Board, Sitting]]) -> Iterator[str]:
    for number, board in enumerate(boards, 1):
        yield f"Board {number}: {duplicate_boards.board_text(board.board)}"
        yield from aligned([_HEADINGS, *_cells(board)], {0, 1})
        yield ""
    if once:
        yield f"{counted(len(once), 'deal')} {'was' if len(once) == 1 else 'were'} played at one table only."
    if boards:
        yield from [""] if once else []
        headings = ("player", "matchpoints", "as elder", "as younger")
        yield from aligned([headings, *map(_total, duplicate_boards.totals(boards))], {0})


def _cells(board: Compared) -> Iterator[Sequence[str]]:
    for sitting, difference, matchpoints in board.results:
        play = ("", "") if sitting.play is None else (f"{sitting.play.made:+d}", f"{sitting.play.value:+d}")
        points = f"{matchpoints} of {board.most}"
        yield *map(printable, sitting.players), f"{sitting.net:+d}", f"{float(difference):+.1f}", points, *play


def _total(total: Total) -> Sequence[str]:
    shares = total.share, duplicate_boards.share(total.elder), duplicate_boards.share(total.younger)
    return printable(total.player), *map(_percent, shares)


def _percent(part: Fraction | None) -> str:
    return "" if part is None else f"{float(100 * part):.1f} %"
