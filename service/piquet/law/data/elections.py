"""Elections, their effects, the times at which rights end, and corrections (docs/law.md).

Closed lists as data. A sentence of each says what it does; the names are the same in JSON and in records.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Effect(NamedTuple):
    """An effect E1 to E12: a short name, and a sentence that says what happens."""

    name: str
    sentence: str


EFFECTS: Final[Mapping[str, Effect]] = {
    "E1": Effect(
        "redeal",
        "The deal is annulled and nothing of it scores, not even a carte blanche; the same dealer deals again, under "
        "the same number.",
    ),
    "E2": Effect("void", "The deal is annulled as by E1, and the player whose turn it is deals."),
    "E3": Effect(
        "reckons nothing",
        "The offender scores nothing in the deal, from beginning to end, except for a carte blanche. They go on "
        "calling and playing, and what they establish bars the other player as if it had scored.",
    ),
    "E4": Effect("struck", "An item that was scored is taken away, and with it the bonuses that rested on it."),
    "E5": Effect(
        "late reckoning",
        "The adversary reckons good holdings of the hand after the exchange, although some of its cards may have been "
        "played.",
    ),
    "E6": Effect(
        "rewind",
        "The cards played since an entry return to their hands, with what their play scored; calls and reckonings "
        "remain.",
    ),
    "E7": Effect(
        "unequal hands",
        "The hands are played with the cards that they have. What one hand can no longer answer is a trick of the "
        "other, up to the twelfth, and the lead and the trick of such a card are one item of the account.",
    ),
    "E8": Effect(
        "suit called", "When next in the lead, as often as is due, the seat must lead the suit named if it can."
    ),
    "E9": Effect("sight", "A seat sees cards that it could not see before."),
    "E10": Effect(
        "game lost",
        "The game is over, and the adversary wins a single game. Under rules without a target E3 takes its place.",
    ),
    "E11": Effect(
        "wrong deal stands",
        "The deal is played although its numbers are wrong; the exchanges bring both hands to the right number.",
    ),
    "E12": Effect(
        "account anew",
        "The account is drawn up again from what still stands: piques and repiques are struck or awarded accordingly, "
        "and whoever has reached a target has won.",
    ),
}


class Election(NamedTuple):
    """A choice that the law may offer: a sentence, and the members of a ruling that belong to it."""

    sentence: str
    members: tuple[str, ...] = ()


ELECTIONS: Final[Mapping[str, Election]] = {
    "enforce": Election("The penalty is applied.", ("holdings",)),
    "waive": Election("The penalty is remitted; a claim that was false is struck all the same.", ("holdings",)),
    "redeal": Election("The deal is annulled, and the same dealer deals again.", ("untouched",)),
    "void": Election("The deal is annulled, and the player whose turn it is deals.", ("untouched",)),
    "rectify": Election("The deal is annulled, and dealt again with the misplaced cards put right.", ("untouched",)),
    "stand": Election("The deal goes on as it was dealt.", ("untouched",)),
    "withdraw": Election("The card that was led out of turn goes back to the hand."),
    "replay": Election("Play goes back to the card that the law names, and is resumed from there.", ("card",)),
    "relead": Election("Elder takes the first lead back and leads any card; all calls stand."),
    "forgo": Election("Nothing changes, and the right is gone."),
    "reckon": Election("Holdings are reckoned late.", ("holdings",)),
    "object": Election("What was reckoned without a right to it is struck.", ("holdings",)),
    "alter": Election("A discard that was laid out, and for which nothing has been taken yet, is free again."),
    "demand": Election("The other player must lead a suit when next in the lead.", ("suit",)),
    "inspect": Election("The cards are shown to the seat that elects."),
    "accept": Election("The offer is accepted, and the deal is annulled."),
}

#: When a right ends. `none`: it does not end, or there is none.
UNTIL: Final[Mapping[str, str]] = {
    "untouched": "the first entry of the deal",
    "taken": "elder takes up a card of the talon",
    "own_take": "the seat entitled takes up a card of the talon",
    "next_entry": "the very next entry",
    "next_call": "elder's next call or pass, or elder's lead",
    "first_card": "younger's first card",
    "answered": "the trick is played to",
    "deal_over": "the deal is over",
    "next_deal": "the next deal is dealt",
    "end_of_game": "the game is over",
    "none": "no end",
}


class Correction(NamedTuple):
    """A correction by the player who erred (A1 to A6). `row` is the parameter on which its time depends."""

    law: str
    who: str
    what: str
    until: str
    effect: str
    row: str | None
    readings: tuple[str, ...] = ()


CORRECTIONS: Final[Mapping[str, Correction]] = {
    "A1": Correction(
        "L50",
        "elder",
        "a call or a stated tie-break: any call of the category that elder holds, or a pass",
        "younger's reply",
        "The new call stands as if it had been the first.",
        "mend_call",
        ("LR28",),
    ),
    "A2": Correction(
        "L51",
        "younger",
        "good or equal, said to a correct call by a player who holds better; or a false reply",
        "elder's next call or pass, or elder's lead; for a trio, until elder tells the card that is not reckoned",
        "What elder reckoned in the category is struck, and the new reply holds.",
        "mend_reply",
        ("LR22",),
    ),
    "A3": Correction(
        "L52",
        "elder",
        "a call beyond what elder holds, which was allowed: what elder does hold of it, or a pass",
        "younger's first card",
        "What was reckoned on the call is struck, and younger replies anew; elder's lead remains.",
        "mend_claim",
    ),
    "A4": Correction(
        "L52",
        "younger",
        "a reckoning beyond what younger holds: another list",
        "younger's first card",
        "What was wrong is struck; elder then says whether to lead another card (`relead`) or not (`forgo`).",
        "mend_claim",
    ),
    "A5": Correction(
        "L56",
        "the speaker",
        "what was omitted: a category that elder passed or did not call (but never the point once another was "
        "called), a good call that elder did not reckon, or further holdings of a good category; younger's further "
        "holdings",
        "younger's first card",
        "Elder's call is answered; if it is good, what younger reckoned in the category is struck.",
        "omitted",
    ),
    "A6": Correction(
        "L59",
        "the leader of a run",
        "a card of the run that is not yet answered: another card",
        "its answer",
        "The new card is led in its place.",
        None,
        ("LR34",),
    ),
}
