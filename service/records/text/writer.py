"""The canonical text of a record. Equal records give equal bytes (docs/notation.md)."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from service.piquet.model.state import SEATS
from service.piquet.notation.position import write_ruleset
from service.piquet.scoring.adjustments import Adjustment, Claim
from service.records.model import TAGS, UNKNOWN, VERSION, Deal, Note, Record, Result, Step
from service.records.text.action_syntax import write_words
from service.records.text.tokens import cards_text

ADJUSTMENT: Final = "adjustment"

HEADER = "piquet-record"
ANNULLED, OUT_OF_TURN = "annulled", "out of turn"

# An action of these types is written on the line of the action that it answers.
_ANSWERS = ("reply", "state_tie_break", "decline")


def write(record: Record) -> str:
    """Return the record as text."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield f"{HEADER} {VERSION}"
    for tag in TAGS:
        if tag in record.tags:
            yield f"{tag}: {record.tags[tag]}"
    for seat, player in zip("AB", record.players, strict=True):
        if player is not None:
            yield f"player {seat}: {player}"
    if record.ruleset is not None:
        yield f"ruleset: {write_ruleset(record.ruleset, record.overrides)}"
    if record.first_dealer is not None:
        yield f"first dealer: {record.first_dealer}"
    yield from map(_note, record.notes)
    number = 1
    for deal in record.deals:
        yield ""
        yield f"deal {number} {ANNULLED}" if deal.annulled else f"deal {number}"
        yield from _deal(deal)
        number += not deal.annulled
    if record.adjustments:
        yield ""
        yield from map(write_adjustment, record.adjustments)
    if record.result is not None:
        yield ""
        yield "result"
        yield from _result(record.result)


def _note(note: Note) -> str:
    return f"{note.kind}: {note.text}"


def claim_text(claim: Claim) -> str:
    """Return a claim as text: `28-23`, with `?` for a number that was not written down."""
    return "-".join(UNKNOWN if number is None else str(number) for number in claim)


def _deal(deal: Deal) -> Iterator[str]:
    if deal.dealer is not None:
        yield f"dealer: {deal.dealer} {OUT_OF_TURN}" if deal.out_of_turn else f"dealer: {deal.dealer}"
    if deal.irregular:
        yield "irregular: deal"
    for seat, hand in zip("AB", deal.hands, strict=True):
        if hand is not None:
            yield f"hand {seat}: {cards_text(hand)}".rstrip()
    if deal.talon is not None:
        yield f"talon: {' '.join(deal.talon)}".rstrip()
    yield from _steps(deal)
    if deal.score is not None:
        yield f"score: {claim_text(deal.score)}"
    for seat, written in zip("AB", deal.written, strict=True):
        if written is not None:
            yield f"written {seat}: {claim_text(written)}"
    if deal.totals is not None:
        yield f"totals: {claim_text(deal.totals)}"


def _steps(deal: Deal) -> Iterator[str]:
    """Yield the steps, with a line for each exchange, category and trick, and the notes in their places."""
    line: list[str] = []
    notes = deque(deal.notes)
    played, before = 0, ""
    for at, step in enumerate((*deal.steps, None)):
        noted = []
        while notes and (step is None or notes[0].after <= at):
            noted.append(_note(notes.popleft()))
        kind = "" if step is None else step.action["type"]
        goes_on = (
            kind in _ANSWERS or (kind == "reckon" and before in _ANSWERS) or (kind == "play" == before and played % 2)
        )
        if line and (noted or not goes_on):
            yield "; ".join(line)
            line = []
        yield from noted
        if step is not None:
            line.append(_step(step))
            played += kind == "play"
            before = kind


def _step(step: Step) -> str:
    words = write_words(step.action)
    return words if step.score is None else f"{words} = {claim_text(step.score)}"


def _result(result: Result) -> Iterator[str]:
    if result.totals is not None:
        yield f"totals: {claim_text(result.totals)}"
    if result.winner is not None:
        yield f"winner: {result.winner}"
    if result.rubicon is not None:
        yield f"rubicon: {'yes' if result.rubicon else 'no'}"
    if result.settlement is not None:
        yield f"settlement: {result.settlement}"


def write_adjustment(each: Adjustment) -> str:
    """Return an adjustment as a line."""
    deal = "" if each.deal is None else f" {each.deal}"
    return f"{ADJUSTMENT} {SEATS[each.seat]} {each.points:+d} {each.of}{deal}: {each.reason}"
