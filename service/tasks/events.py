"""What is told of an event over HTTP, which a process of the pool computes: plain data in, plain data out."""

from typing import Final

from service.records.json_bounds import decode
from service.records.verification.card_inference import Tries
from service.tasks.told import Told, told
from service.tournaments.reading import Read, read_event
from service.tournaments.report import Refusal, event_json, faults_json, ranked, standings_json

TRIES: Final = 2000  # the most times that unknown cards are filled in for one event


def check_event(content: bytes) -> Told:
    """Return what is told of an event, which is given as JSON."""
    read, tries = _read(content)
    return told(event_json(read), tries)


def rank_event(content: bytes, number: int | None, accept_wrong: bool) -> Told:
    """Return the standings of an event after a round, or why there are none."""
    read, tries = _read(content)
    if read.faults:
        faults = faults_json(read.faults)
        errors = [(f"/event{fault['pointer']}", fault["message"]) for fault in faults]
        return Told({}, ("event_not_whole", "", errors, {"faults": faults}), tries)
    try:
        return told(standings_json(*ranked(read.event, number, accept_wrong=accept_wrong)), tries)
    except Refusal as refusal:
        wrong = [{"round": each, "table": table} for each, table in refusal.wrong]
        if wrong:
            return Told({}, ("wrong_parties", str(refusal), [], {"wrong": wrong}), tries)
        return Told({}, ("round_not_in", str(refusal), [("/round", "is not in")], {}), tries)


def _read(content: bytes) -> tuple[Read, int]:
    tries = Tries(TRIES)
    try:
        value = decode(content)
    except ValueError as error:
        read = read_event(None)
        return read._replace(faults=[read.faults[0]._replace(message=str(error))]), 0
    read = read_event(value, tries=tries)
    return read, TRIES - tries.left
