"""The report on an event, as data: its faults, the status of every partie, and the standings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from service.piquet.scoring.adjustments import Adjustment, adjustment_json
from service.records.verification.report import claim_json, winner_json
from service.tournaments.event import Event, Fault, Partie, parties, repeated_meetings
from service.tournaments.reading import Read
from service.tournaments.standings import Outcome, Row, rounds_in, standings, wrong_tables

Json = dict[str, Any]


_NAMED = 10  # tables that are wrong, in the sentence of a refusal


class Refusal(Exception):
    """Raised where there are no standings: why, and the round and the number of the tables that are wrong."""

    def __init__(self, message: str, wrong: Sequence[tuple[int, int]]) -> None:
        super().__init__(message)
        self.wrong = wrong


def event_json(read: Read) -> Json:
    """Return whether an event is whole, with every fault, its parties, and who meets more than once."""
    members = event_members(read)
    return {**members, "parties": [*members["parties"]]}


def event_members(read: Read) -> Json:
    """Return the same with an iterator in place of the list of parties, of which there may be many."""
    event = read.event
    return {
        "whole": not read.faults,
        "faults": faults_json(read.faults),
        "rounds": len(event.rounds),
        "rounds_in": rounds_in(event),
        "parties": (
            {"round": number, "table": table.number, **_partie(partie, table.adjustments)}
            for number, table, partie in parties(event)
        ),
        "meetings": [{"players": list(pair), "rounds": rounds} for pair, rounds in repeated_meetings(event)],
    }


def standings_json(rows: Sequence[Row], until: int) -> Json:
    """Return standings and the round after which they are, as `ranked` returns them."""
    return {"round": until, "rows": [*rows_json(rows)]}


def rows_json(rows: Iterable[Row]) -> Iterator[Json]:
    """Yield the rows of standings, one by one."""
    return map(_row, rows)


def ranked(event: Event, number: int | None = None, *, accept_wrong: bool = False) -> tuple[list[Row], int]:
    """Return the standings after a round, by default the last one up to which all tables are in, and that round.

    Raises `Refusal` if not all tables up to the round are in, or if one is wrong and `accept_wrong` is not set.
    """
    last = rounds_in(event)
    until = last if number is None else number
    if until > len(event.rounds):
        raise Refusal(f"the event has no round {until}; its last round is {len(event.rounds)}", [])
    if until > last:
        raise Refusal(f"not all tables up to round {until} are in; the last round of which they are is {last}", [])
    wrong = [] if accept_wrong else wrong_tables(event, until)
    if wrong:
        tables = ", ".join(f"table {table} of round {each}" for each, table in wrong[:_NAMED])
        more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
        raise Refusal(f"a partie is wrong: {tables}{more}", wrong)
    return standings(event, until), until


def faults_json(faults: Iterable[Fault]) -> list[Json]:
    """Return faults as data."""
    return [fault._asdict() for fault in faults]


def _partie(partie: Partie, adjustments: tuple[Adjustment, ...]) -> Json:
    settled = partie.adjusted
    return {
        "status": partie.status,
        "divergence": partie.divergence,
        "played": claim_json(partie.settled.totals),
        "adjustments": [adjustment_json(each) for each in adjustments],
        "totals": claim_json(settled.totals),
        "winner": winner_json(settled),
        "rubicon": settled.rubicon,
        "settlement": settled.points,
    }


def _row(row: Row) -> Json:
    return row._asdict() | {"against": [_outcome(each) for each in row.against]}


def _outcome(outcome: Outcome) -> Json:
    return {
        "round": outcome.round,
        "opponent": outcome.opponent,
        "result": outcome.result,
        "points": outcome.points,
        "adjusted": outcome.adjusted,
    }
