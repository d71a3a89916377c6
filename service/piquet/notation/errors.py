"""Errors of the one-line notation: the expected form, and the column."""


class NotationError(ValueError):
    """Text that is not a position or an action. `column` counts from 1; `reason` is the message without it."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message}, in column {column}")
        self.reason = message
        self.column = column


CARDS_OF_A_SET = "cards are written suit by suit, spades first: SAKJHAQ"
TALON = "the talon is written card by card, rank then suit: 9S8SKH"
NO_CARDS = (CARDS_OF_A_SET, TALON)

# By the letters of an action: the form of what follows them.
_FORMS = {
    "b": "a carte blanche is b, then the number of cards that elder will exchange: b5",
    "mx": f"after x or m come the cards; {CARDS_OF_A_SET}",
    "l": "after l comes y or n, then the suit of the lead if elder names one: lyS",
    "p": "a point is p, its length, its value and its cards: p5, p5-49, p5-49-SAKJ; no point is p0",
    "s": "a sequence is s, its length, its top and its cards: s4, s4-A, s4-A-SAKQJ; no sequence is s0",
    "t": "a set is t, its number and its rank: t3-J; no set is t0",
    "gedc": "nothing follows this letter",
    "n": "after n may come the length of the better holding, v and its value, or h and its top: n, n5, n5v49, nhA",
    "u": "after u comes the suit that elder will lead, or a ruling: its entry, perhaps a kind, an election: "
    "uH, u12-enforce, u0-void-untouched, u7-demand-H",
    "v": "the value of a point is v, its pips and its cards: v49, v49-SAKJ",
    "h": "the top of a sequence is h, its rank and its cards: hA, hA-SAKQJ",
    "r": "a reckoning is r, then p, s or t with its cards for each holding, joined by -: r, r0, rpHAKQ-sHAKQ",
    ".": "a card is its rank, then its suit: .TH",
    "@": "an irregular action is @, then the action, then what was taken, mixed, left or shown: @.7D, @xS87-k123-l2",
    "a": "an amendment is a, then the call, reply, tie-break, reckoning or card that takes its place: ap5-49",
    "i": "an incident is i, its kind and what was seen or done: i-buried-C9, i-peeked-6-together, i-undeclared",
}
_FORM_OF = {letter: form for letters, form in _FORMS.items() for letter in letters}


def no_action(text: str) -> NotationError:
    """Return the error for text that is not an action: the form expected first, and its column."""
    if text[:1] not in ("A", "B"):
        return NotationError("an action begins with its seat, A or B", 1)
    if text[1:2] not in _FORM_OF:
        return NotationError(f"after the seat comes one of {' '.join(_FORM_OF)}", 2)
    return NotationError(_FORM_OF[text[1]], 3)
