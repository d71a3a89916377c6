"""The canonical text of a record. Equal records give equal bytes (docs/notation.md)."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from service.piquet.model.state import SEATS
from service.piquet.notation.position import write_ruleset
from service.piquet.scoring.adjustments import Adjustment, Claim
from service.records.model import TAGS, UNKNOWN, VERSION, Deal, Note, Record, Step
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
    yield from _named(
        {
            **{tag: record.tags.get(tag) for tag in TAGS},
            **_by_seat("player", record.players),
            "ruleset": None if record.ruleset is None else write_ruleset(record.ruleset, record.overrides),
            "first dealer": record.first_dealer,
        }
    )
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
    result = record.result
    if result is not None:
        yield ""
        yield "result"
        rubicon = None if result.rubicon is None else "yes" if result.rubicon else "no"
        totals, settlement = _claim(result.totals), result.settlement
        yield from _named({"totals": totals, "winner": result.winner, "rubicon": rubicon, "settlement": settlement})


def _named(lines: Mapping[str, object]) -> Iterator[str]:
    """Yield the named lines that have a value."""
    return (f"{name}: {value}" if value != "" else f"{name}:" for name, value in lines.items() if value is not None)


def _by_seat(name: str, values: Iterable[object]) -> dict[str, object]:
    return {f"{name} {seat}": value for seat, value in zip(SEATS, values, strict=True)}


def _note(note: Note) -> str:
    return f"{note.kind}: {note.text}"


def claim_text(claim: Claim) -> str:
    """Return a claim as text: `28-23`, with `?` for a number that was not written down."""
    return "-".join(UNKNOWN if number is None else str(number) for number in claim)


def _claim(claim: Claim | None) -> str | None:
    return None if claim is None else claim_text(claim)


def _deal(deal: Deal) -> Iterator[str]:
    hands = _by_seat("hand", (None if hand is None else cards_text(hand) for hand in deal.hands))
    yield from _named(
        {
            "dealer": f"{deal.dealer} {OUT_OF_TURN}" if deal.dealer and deal.out_of_turn else deal.dealer,
            "irregular": "deal" if deal.irregular else None,
            **hands,
            "talon": None if deal.talon is None else " ".join(deal.talon),
        }
    )
    yield from _steps(deal)
    written = _by_seat("written", map(_claim, deal.written))
    yield from _named({"score": _claim(deal.score), **written, "totals": _claim(deal.totals)})


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


def write_adjustment(each: Adjustment) -> str:
    """Return an adjustment as a line."""
    deal = "" if each.deal is None else f" {each.deal}"
    return f"{ADJUSTMENT} {each.seat} {each.points:+d} {each.of}{deal}: {each.reason}"
