"""The parameters of a ruleset that choose the law of irregularities (docs/law.md).

`law` names a code of law. Each of the `ROWS` in which the codes differ may be taken from another code, by the parameter
`law_<row>`.
"""

from dataclasses import make_dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

#: The codes of law: the Portland Club's of 1882, piquet au cent, Hoyle's, the French one, and that of 1651.
CODES: Final = ("portland", "au-cent", "hoyle", "french", "old")
#: The value of `law` under which no irregularity is known.
NO_LAW: Final = "none"
PREFIX: Final = "law_"

LAW: Final = "the code of law that says what follows when something irregular happened; none: there is no law"
#: The reading that the parameter `law` rests on: nothing follows from an irregularity until somebody raises it.
LAW_RULE: Final = "LR1"


class LawRow(NamedTuple):
    """A question that the codes of law answer differently: the laws it belongs to, and what it decides."""

    laws: tuple[str, ...]
    meaning: str


ROWS: Final = {
    "cut_exposed": LawRow(("L5",), "what follows when a player who cuts for the deal exposes more than one card"),
    "wrong_pack": LawRow(("L15",), "until when a deal with the wrong pack can be annulled"),
    "out_of_turn": LawRow(("L16",), "what follows when the wrong player deals"),
    "one_card_wrong": LawRow(("L11",), "who may ask for a fresh deal when one card went to the wrong place"),
    "many_wrong": LawRow(("L12",), "how wrong the numbers of cards must be for a fresh deal that nobody can refuse"),
    "stand_13": LawRow(("L40", "L41"), "how both exchange after elder accepts thirteen cards"),
    "stand_11": LawRow(("L42",), "how both exchange after elder accepts eleven cards and a talon of eight"),
    "stand_7": LawRow(("L43",), "how both exchange after elder accepts a talon of seven"),
    "faced": LawRow(("L14",), "what follows when a card of the pack or of the talon lies face up"),
    "discard_final": LawRow(("L24",), "from when on a discard can no longer be altered"),
    "stock_shown": LawRow(("L27",), "the penalty for lifting or showing a card of the talon that is the opponent's"),
    "stock_mixed": LawRow(("L28", "L29"), "the penalty for mixing such a card with the hand"),
    "long_hand": LawRow(("L58",), "the penalty for playing with too many cards"),
    "short_hand": LawRow(("L57",), "how a hand with too few cards is played and scored"),
    "dealer_saw": LawRow(("LF1",), "what a dealer owes who has looked at cards of the talon"),
    "mend_call": LawRow(("L50",), "until when elder may correct a call"),
    "mend_reply": LawRow(("L51",), "until when younger may take back a reply that allowed a call"),
    "mend_claim": LawRow(("L52",), "until when a claim of more than is held may be corrected"),
    "false_claim": LawRow(("L54",), "the penalty for a claim of cards that the player does not hold"),
    "must_show": LawRow(("LA1",), "which holdings must be shown, or else are lost"),
    "shown_bars": LawRow(("L56",), "which holdings that elder reckoned or showed bar holdings of younger's"),
    "false_refusal": LawRow(("LA3", "L46"), "what follows when a call was refused without a better holding"),
    "omitted": LawRow(("L56",), "until when a holding that was forgotten may still be reckoned"),
    "late_look": LawRow(("LA2", "L36"), "what follows when a player looks too late at the cards that younger left"),
    "count_errors": LawRow(("L70",), "until when an error in adding up a hand may be put right"),
}


if TYPE_CHECKING:

    class LawParameters:
        """The base of a ruleset: for each row the code that it is taken from instead of the code of law, or None."""

else:
    LawParameters = make_dataclass(
        "LawParameters",
        [(PREFIX + row, str | None, None) for row in ROWS],
        frozen=True,
        slots=True,
        kw_only=True,
    )
