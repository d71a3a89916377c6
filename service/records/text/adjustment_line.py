"""The line of an adjustment: `adjustment A -20 deal 3: slow play`."""

import re
from typing import Final

from service.piquet.message_text import did_you_mean, listed
from service.piquet.model.state import SEATS
from service.piquet.scoring.adjustments import ADJUSTED, MOST, REASON, Adjustment
from service.records.model import DEALS
from service.records.text.tokens import Words, WordsError

ADJUSTMENT: Final = "adjustment"

_POINTS = re.compile(r"[+-]?[0-9]{1,6}")
_DEAL = re.compile(r"[0-9]{1,3}")
_MALFORMED = "adjustment.malformed"


def read_adjustment(text: str, column: int, pointer: str) -> Adjustment:
    """Return the adjustment of a line, which begins at this column. Raises `WordsError`."""
    head, colon, reason = text.partition(":")
    words = Words(head.rstrip(" "), column)
    words.take()
    seat = words.take()
    if seat not in [*SEATS]:
        raise _error(words, f"the seat is {listed(SEATS, 'or')}")
    points = words.take()
    if not _POINTS.fullmatch(points) or abs(int(points)) > MOST:
        raise _error(words, f"the points are a whole number with its sign, up to {MOST}")
    of = words.take()
    if of not in ADJUSTED:
        raise _error(words, f"an adjustment is one of a {listed(ADJUSTED, 'or')}{did_you_mean(of, ADJUSTED)}")
    deal = words.take() if of == "deal" else ""
    if of == "deal" and not (_DEAL.fullmatch(deal) and 1 <= int(deal) <= DEALS):
        raise _error(words, f"the deal has a number, from 1 to {DEALS}")
    if words or not colon:
        words.take()
        raise _error(words, "a colon and the reason follow here")
    given = reason.strip(" ")
    at = column + len(head) + 1
    if not given:
        raise WordsError("an adjustment has a reason", at, _MALFORMED)
    if len(given) > REASON:
        raise WordsError(f"a reason has at most {REASON} characters", at + reason.find(given), _MALFORMED)
    return Adjustment(SEATS.index(seat), int(points), of, int(deal) if deal else None, given, pointer)


def write_adjustment(each: Adjustment) -> str:
    """Return an adjustment as a line."""
    deal = "" if each.deal is None else f" {each.deal}"
    return f"{ADJUSTMENT} {SEATS[each.seat]} {each.points:+d} {each.of}{deal}: {each.reason}"


def _error(words: Words, message: str) -> WordsError:
    return words.error(f"{message}, as in adjustment A -20 deal 3: slow play", _MALFORMED)
