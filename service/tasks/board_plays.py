"""Records on the same boards, with the play of each deal beside best play on both sides."""

from collections.abc import Iterator

from service.advice.review import Played
from service.analysis.double_dummy import SharedSearch
from service.analysis.play_position import played_out, situation_of
from service.piquet.engine import MutableDeal
from service.piquet.model.state import ELDER, OVER, YOUNGER, Phase, State
from service.records.model import Reading
from service.tasks.record_review import reviewable
from service.tournaments.boards import Board, Play, Sitting, sittings


def sittings_with_play(reading: Reading, number: int) -> Iterator[tuple[Board, Sitting]]:
    """Yield the deals of a record of which cards and score are known, each with its board and its play."""
    report, deals, _ = reviewable(reading)
    plays = {deal.number: play_of(deal.played) for deal in deals if deal.played is not None and not deal.annulled}
    for board, sitting in sittings(reading.record, report, number):
        yield board, sitting._replace(play=plays.get(sitting.deal))


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
