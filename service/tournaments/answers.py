"""Answers about events and records, which a process of the pool computes: plain data in, plain data out."""

import json
from typing import Any, Final, NamedTuple

from service.records.json_values import decode
from service.records.verification.card_inference import Tries
from service.tournaments.reading import Read, read_event
from service.tournaments.report import Refusal, event_json, faults_json, ranked, standings_json
from service.tournaments.sheets import SheetKind, sheet_json, sheets_of
from service.tournaments.standings import rounds_in
from service.words import Language

ANSWER: Final = 8 << 20  # the most bytes of an answer

#: Why there is no answer: the code of a problem, a sentence, the faults by pointer, and further members of the problem.
Refused = tuple[str, str, list[tuple[str, str]], dict[str, Any]]


class Answer(NamedTuple):
    """The members of an answer, each as JSON, or why there are none; and the units that it costs besides."""

    members: dict[str, bytes]
    refused: Refused | None
    cost: int


def answer_of(members: dict[str, Any], cost: int) -> Answer:
    """Return the members of an answer; if they are too long, why there is none."""
    written = {name: json.dumps(value, ensure_ascii=False).encode() for name, value in members.items()}
    if sum(map(len, written.values())) > ANSWER:
        detail = f"the answer has more than {ANSWER >> 20} MiB; the command has no such limit"
        return Answer({}, ("body_too_large", detail, [], {}), cost)
    return Answer(written, None, cost)


TRIES: Final = 2000  # the most times that unknown cards are filled in for one event


def check_event(content: bytes) -> Answer:
    """Return the answer about an event, which is given as JSON."""
    read, tries = _read(content)
    return answer_of(event_json(read), tries)


def rank_event(
    content: bytes, number: int | None, accept_wrong: bool, kind: SheetKind | None = None, lang: Language = "en"
) -> Answer:
    """Return the standings of an event after a round, or why there are none; and the sheets of a kind, if it is given.

    With the sheets of a round whose results are not in, the standings are those after the last one before it.
    """
    read, tries = _read(content)
    if read.faults:
        faults = faults_json(read.faults)
        errors = [(f"/event{fault['pointer']}", fault["message"]) for fault in faults]
        return Answer({}, ("event_not_whole", "", errors, {"faults": faults}), tries)
    try:
        sheets = sheets_of(read.event, kind, number, lang, accept_wrong=accept_wrong) if kind else []
        until = min(number, rounds_in(read.event)) if kind and number else number
        members = standings_json(*ranked(read.event, until, accept_wrong=accept_wrong))
        return answer_of(members | ({"sheets": list(map(sheet_json, sheets))} if kind else {}), tries)
    except Refusal as refusal:
        wrong = [{"round": each, "table": table} for each, table in refusal.wrong]
        if wrong:
            return Answer({}, ("wrong_parties", str(refusal), [], {"wrong": wrong}), tries)
        return Answer({}, ("round_not_in", str(refusal), [("/round", "is not in")], {}), tries)


def _read(content: bytes) -> tuple[Read, int]:
    tries = Tries(TRIES)
    try:
        value = decode(content)
    except ValueError as error:
        read = read_event(None)
        return read._replace(faults=[read.faults[0]._replace(message=str(error))]), 0
    read = read_event(value, tries=tries)
    return read, TRIES - tries.left
