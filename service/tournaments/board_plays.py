"""Records on the same boards, with the play of each deal beside best play on both sides."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, NamedTuple

from service.advice.review import Played
from service.analysis.double_dummy import SharedSearch
from service.analysis.play_position import played_out, situation_of
from service.piquet.engine import MutableDeal
from service.piquet.model.state import ELDER, OVER, YOUNGER, Phase, State
from service.records.model import Problem, Reading
from service.records.review import reviewable
from service.records.stream import of_json, readings_of
from service.records.text.writer import write
from service.records.verification.card_inference import Tries
from service.tournaments.answers import Answer, answer_of
from service.tournaments.duplicate_boards import Board, Play, Sitting, boards_json, compared, copy_of, sittings

TRIES: Final = 2000  # the most times that unknown cards are filled in for one request
DEALS: Final = 500  # of all records of a request
PROBLEMS: Final = 100  # of all records of a request
PER_PLAY: Final = 4  # units of a quota for a deal whose best play is computed


class OnBoards(NamedTuple):
    """A record on its boards: its problems, its deals of which cards and score are known, and a digest of all of it.

    Copies have the same digest, whatever form they are written in.
    """

    problems: list[Problem]
    sittings: list[tuple[Board, Sitting]]
    digest: bytes


def sittings_with_play(reading: Reading, number: int, tries: Tries | None = None) -> OnBoards:
    """Return a record on its boards, with the play of each deal.

    It uses some of the tries that are left; without `tries` it has those of a record.
    """
    report, deals = reviewable(reading, tries and tries.of_a_record())
    played = {deal.number: deal.played for deal in deals if deal.played is not None and not deal.annulled}
    found = []
    for board, sitting in sittings(reading.record, report, number):
        deal = played.get(sitting.deal)
        found.append((board, sitting if deal is None else sitting._replace(play=play_of(deal))))
    return OnBoards(report.problems, found, sha256(write(reading.record).encode()).digest())


#: A record on its boards, as `OnBoards` has it, after the line where it begins.
Compared = tuple[int, list[Problem], list[tuple[Board, Sitting]], bytes]


def compare_part(kind: str, content: bytes, line: int) -> list[Compared]:
    """Return each record of a part on its boards, with its deals as those of record 0."""
    return [(begins, *sittings_with_play(reading, 0)) for begins, reading in readings_of(kind, content, line)]


def compare_records(contents: Iterable[bytes]) -> Answer:
    """Return the deals of records, given as JSON, by board, as JSON, or why there are too many."""
    tries = Tries(TRIES)
    found: list[tuple[Board, Sitting]] = []
    problems: list[dict[str, Any]] = []
    firsts: dict[bytes, int] = {}  # the first record with each digest
    deals = 0
    for number, content in enumerate(contents, 1):
        reading = of_json(bytes(content))
        deals += len(reading.record.deals)
        if deals > DEALS:
            errors = [("/records", f"have more than {DEALS} deals; the command has no such limit")]
            return Answer({}, ("invalid_request", "", errors, {}), _cost(tries, found))
        wrong, here, digest = sittings_with_play(reading, number, tries)
        first = firsts.setdefault(digest, number)
        if first != number:
            wrong, here = [*wrong, copy_of(f"record {first}")], []
        problems += ({"record": number, **problem._asdict()} for problem in wrong)
        del problems[PROBLEMS:]
        found += here
    return answer_of({"problems": problems, **boards_json(*compared(found))}, _cost(tries, found))


def _cost(tries: Tries, found: Iterable[tuple[Board, Sitting]]) -> int:
    return TRIES - tries.left + PER_PLAY * sum(sitting.play is not None for _, sitting in found)


def play_of(played: Played) -> Play | None:
    """Return the play of a deal; None if it has irregularities or was not played to its end."""
    if played.irregular_from is not None:
        return None
    deal = MutableDeal(played.rules, played.begun)
    before: State | None = None
    for action in played.actions:
        if before is None and deal.state.phase == Phase.PLAY:
            before = deal.state
        deal.do(action)
    if before is None or deal.state.phase not in OVER:
        return None
    rules = played_out(played.rules)
    situation = situation_of(rules, before)
    reckoned = situation.reckoned[ELDER] - situation.reckoned[YOUNGER]
    value = reckoned + SharedSearch(rules).best(situation.position).value
    return Play(value, _net(deal.state) - _net(before))


def _net(state: State) -> int:
    return state.score[ELDER] - state.score[YOUNGER]
