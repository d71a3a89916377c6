"""The words and members of the acts of the law: marked actions, incidents, amendments and rulings (docs/law.md)."""

from typing import Final

from service.piquet.model import actions as a

#: The actions that may be marked irregular, each with the members that only a marked one has (§7.2).
MARKED: Final[dict[type[a.Action], tuple[str, ...]]] = {
    a.ClaimCarteBlanche: ("mixed",),
    a.CommitDiscard: (),
    a.Exchange: ("taken", "mixed", "leaves"),
    a.LookAtLeft: (),
    a.Call: ("shown",),
    a.Reply: (),
    a.StateTieBreak: (),
    a.Reckon: ("shown",),
    a.Play: (),
}

#: The kinds of irregularity that an incident reports, each with its required and its optional members (§3).
REPORTED: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "exposed": (("cards",), ()),
    "faced": (("where",), ()),
    "pack": (("taken_up",), ()),
    "spoiled": (("proof",), ()),
    "recovered": (("cards",), ()),
    "buried": (("cards",), ()),
    "peeked": (("positions",), ("together", "shown")),
    "dealer_saw": (("positions",), ()),
    "undeclared": ((), ()),
    "dropped": (("cards",), ()),
    "misinformed": (("about", "answer"), ()),
    "offer": (("redeal",), ()),
}

#: The kinds that a ruling may be about: all that can stand in a history, as an entry or as its consequence (§3, §10).
KINDS: Final[tuple[str, ...]] = (
    "misdeal",
    "deal_out_of_turn",
    "exposed",
    "faced",
    "pack",
    "spoiled",
    "wrong_exchange",
    "recovered",
    "buried",
    "peeked",
    "dealer_saw",
    "undeclared",
    "looked",
    "false_blanche",
    "lost_point",
    "false_claim",
    "false_reply",
    "undue_reckoning",
    "not_reckoned",
    "implied",
    "revoke",
    "lead_out_of_turn",
    "run",
    "overplayed",
    "dropped",
    "misinformed",
    "long_hand",
    "offer",
)

#: The elections, each with its required and its optional members (§2).
ELECTIONS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "enforce": ((), ("holdings",)),
    "waive": ((), ("holdings",)),
    "redeal": ((), ("untouched",)),
    "void": ((), ("untouched",)),
    "rectify": ((), ("untouched",)),
    "stand": ((), ("untouched",)),
    "withdraw": ((), ()),
    "replay": ((), ("card",)),
    "relead": ((), ()),
    "forgo": ((), ()),
    "reckon": ((), ("holdings",)),
    "object": ((), ("holdings",)),
    "alter": ((), ()),
    "demand": (("suit",), ()),
    "inspect": ((), ()),
    "accept": ((), ()),
}

#: The actions that an amendment may put in the place of the last word (§4).
AMENDED: Final[tuple[type[a.Action], ...]] = (a.Call, a.Pass, a.Reply, a.StateTieBreak, a.Reckon, a.Play)

#: Where a card was faced (K4), and what a question about declared cards was about (K23).
PLACES: Final = ("pack", "stock")
QUESTIONS: Final = ("point", "sequence", "set", *"SHDC", *"6789TJQKA", "all")

#: The highest position in the talon: the talon of an irregular deal has up to fifteen cards.
LAST_POSITION: Final = 15
#: The highest number of an entry that a ruling may name.
LAST_ENTRY: Final = 255
