"""The English locale."""

from service.cli.locales.language import Language

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """A number in words: `one hundred and twenty-three`. Numbers from a thousand stay in figures."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {in_words(rest)}" if rest else "")
    return f"{number:,}"


ENGLISH = Language(
    number=in_words,
    ranks={
        "A": ("ace", "aces"),
        "K": ("king", "kings"),
        "Q": ("queen", "queens"),
        "J": ("knave", "knaves"),
        "T": ("ten", "tens"),
        "9": ("nine", "nines"),
        "8": ("eight", "eights"),
        "7": ("seven", "sevens"),
        "6": ("six", "sixes"),
    },
    suits={"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    sequences={3: "tierce", 4: "quart", 5: "quint", 6: "sixième", 7: "septième", 8: "huitième", 9: "neuvième"},
    major="{sequence} major",
    to="{sequence} to the {rank}",
    conjunction="and",
    of_suit=lambda ranks, suit: f"{' '.join(ranks)} of {suit}",
    unknown=("one unknown card", "{number} unknown cards"),
    actions={
        "claim_carte_blanche": "{name}: “Carte blanche.”",
        "claim_carte_blanche exchange": "{name}: “Carte blanche; I exchange {number}.”",
        "commit_discard": "{name} lays out {number}",
        "exchange": "{name} discards {cards}, and takes {number}",
        "exchange nothing": "{name} exchanges nothing",
        "look_at_left yes": "{name} looks at the cards left",
        "look_at_left suit": "{name} looks at the cards left, and will lead {suit}",
        "look_at_left no": "{name} does not look at the cards left",
        "name_suit": "{name}: “I shall lead {suit}.”",
        "call point": "{name}: “Point of {number}.”",
        "call point value": "{name}: “Point of {number}, making {value}.”",
        "call sequence": "{name}: “A {sequence}.”",
        "call sequence top": "{name}: “{Sequence}.”",
        "call set": "{name}: “{Number} {ranks}.”",
        "pass point": "{name}: “No point.”",
        "pass sequence": "{name}: “No sequence.”",
        "pass set": "{name}: “No trio, no quatorze.”",
        "reply good": "{name}: “Good.”",
        "reply not_good": "{name}: “Not good.”",
        "reply not_good length": "{name}: “Not good: {number}.”",
        "reply not_good value": "{name}: “Not good: {value}.”",
        "reply not_good length value": "{name}: “Not good: {number}, making {value}.”",
        "reply not_good top": "{name}: “Not good: to the {rank}.”",
        "reply not_good length top": "{name}: “Not good: {sequence}.”",
        "reply equal point": "{name}: “Equal. Making?”",
        "reply equal sequence": "{name}: “Equal. To what?”",
        "reply equal": "{name}: “Equal.”",
        "state_tie_break value": "{name}: “Making {value}.”",
        "state_tie_break top": "{name}: “To the {rank}.”",
        "decline": "{name}: “I say no more.”",
        "reckon": "{name} reckons:",
        "reckon nothing": "{name} reckons nothing",
        "play": "{name}: {card}",
        "concede": "{name}: “The rest are yours.”",
        "incident": "{name} reports: {words}",
        "amend": "{name} amends: {words}",
        "ruling": "{name} elects: ruling {words}",
    },
    events={
        "dealt": None,
        "announced": None,
        "committed": None,
        "carte_blanche": "carte blanche, {points}",
        "shown": "{name} shows {cards}",
        "exchanged": None,
        "left": "{number} left in the talon",
        "looked": None,
        "not_looked": None,
        "suit_named": None,
        "called": None,
        "passed": None,
        "replied": None,
        "tie_break": None,
        "declined": None,
        "equal": "equal: {cards}",
        "point": "{points} for the point",
        "sequence": "{points} for the {sequence}",
        "set": "{points} for the {number} {ranks}",
        "carte_rouge": "{points} for carte rouge",
        "reckoned": None,
        "repique": "and repique, {points}",
        "pique": "and pique, {points}",
        "saved": "no {bonus}: {name} had it, but {other} had counted before",
        "lead": "{points} to lead",
        "capture": "{points} for the trick",
        "trick": "{points} for the trick",
        "trick_won": None,
        "last_trick": "{points} for the last",
        "cards": "{name} has the cards, {points}",
        "capot": "capot, {points}",
        "concession": "{points} for the concession",
        "uncounted": "{name} loses {points}, reckoned after the target was reached",
        "deal_ended": None,
        "partie_ended": None,
    },
    other={
        "title": "{first} and {second}, by the rules of {ruleset}.",
        "deal": "Deal {digits}. {name} deals; {other} is elder.",
        "deal unknown": "Deal {digits}.",
        "dealt": "{name} is dealt {cards}.",
        "scores": "{name}: {text}",
        "score": "The deal: {first} {one}, {second} {two}.",
        "totals": "The partie stands at {first} {one}, {second} {two}.",
        "no cards": "The play is not recorded.",
        "diverges": "Here the record and the rules disagree: {message} ({rule}).",
        "result winner": "{name} wins the partie, {first} {one} to {second} {two}: {points}.",
        "result rubicon": "{name} wins the partie, {first} {one} to {second} {two}; {other} is rubiconed: {points}.",
        "result none": "The partie is drawn at {one} each.",
        "nought": "nought",
        "repique": "repique",
        "pique": "pique",
        "remark": "(Remark: {text})",
        "irregularity": "(Irregularity: {text})",
    },
)
