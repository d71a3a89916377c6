"""What was meant by a value that is no kind of irregularity where one is expected."""

from collections.abc import Collection

from service.piquet.law.kinds import BY_NAME, REPORTED, VIOLATION_KINDS
from service.piquet.message_text import listed

# How a kind comes into a deal if no incident reports it, by `Kind.enters`.
_ENTERED = {
    "act": 'enter the action itself, with "irregular": true',
    "deal": 'deal the cards as they were dealt, with "irregular": true',
    "asking": "ask for the rulings on the state",
    "facts": "ask for the ruling on the facts",
}


def kind_meant(given: str, allowed: Collection[str]) -> str:
    """The end of a sentence that names the kind of a violation's code, or says how another kind is entered.

    `allowed` are the kinds that may be sent. It is empty if `given` is neither a code nor a kind.
    """
    if not any(name in BY_NAME for name in allowed):
        return ""
    of_code = list(dict.fromkeys(cover.kind for cover in VIOLATION_KINDS.get(given, ())))
    kinds = of_code or [given] * (given in BY_NAME)
    if not kinds:
        return ""
    what = f"{given} is the code of a violation; its kind is {listed(kinds, 'or')}" if of_code else given
    if any(kind in allowed for kind in kinds):
        return f" ({what})"
    if not set(allowed) <= REPORTED.keys():
        return ""
    how = _ENTERED.get(BY_NAME[kinds[0]][0].enters, "")
    return f" ({what}{', which' if of_code else ''} is not reported as an incident: {how})" if how else ""
