"""Until when a player may correct what they said (A1 to A5), by what the code of the ruleset says."""

from collections.abc import Mapping
from typing import Final

#: The moments of a deal that matter to corrections, each before the next.
BEFORE_REPLY: Final = "before_reply"
BEFORE_NEXT_CALL: Final = "before_next_call"
BEFORE_LEAD: Final = "before_lead"
BEFORE_FIRST_CARD: Final = "before_first_card"
LATER: Final = "later"

_ALL: Final = (BEFORE_REPLY, BEFORE_NEXT_CALL, BEFORE_LEAD, BEFORE_FIRST_CARD)
_OWN_CARD: Final = {"elder": _ALL[:3], "younger": _ALL}

# The moments at which a correction is in time, by the word of a row and the role.
_IN_TIME: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "reply": dict.fromkeys(_OWN_CARD, (BEFORE_REPLY,)),
    "next_call": dict.fromkeys(_OWN_CARD, (BEFORE_REPLY, BEFORE_NEXT_CALL)),
    "first_card": dict.fromkeys(_OWN_CARD, _ALL),
    "own_first_card": _OWN_CARD,
    "own_next_card": _OWN_CARD,
    "never": dict.fromkeys(_OWN_CARD, ()),
}

# The same by the names that the contract has for times. A player's own card is, after what elder said, elder's lead,
# which has its name together with elder's next call; and after what younger said, younger's first card.
_UNTIL: Final = {"reply": "next_entry", "next_call": "next_call", "first_card": "first_card", "never": "none"}
_OWN: Final = {"elder": "next_call", "younger": "first_card"}


def for_misnomer(word: str, *, misnomer: bool) -> str:
    """Return what a row says of a call: one code lets elder correct only a wrong name, until the lead (L50, L53)."""
    if word != "misnomer_until_lead":
        return word
    return "own_first_card" if misnomer else "never"


def in_time(word: str, role: str, moment: str, *, own_card_since: bool | None = None) -> bool:
    """Whether a correction is in time at a moment.

    `own_card_since` is whether the player has played a card since the word; if it is not known, the moment decides.
    """
    if word == "own_next_card" and own_card_since is not None:
        return not own_card_since
    return moment in _IN_TIME[word][role]


def deadline(word: str, role: str) -> str:
    """Return the time until which a correction is possible (`elections.UNTIL`)."""
    return _UNTIL.get(word) or _OWN[role]
