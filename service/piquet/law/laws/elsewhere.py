"""LA1 to LA3 and LF1: laws that the Portland Club's code does not have, of piquet au cent and of the French game."""

from typing import Final

from service.piquet.law.laws.law import Law

LAWS: Final = {
    "LA1": Law(
        "Elder shows and reckons a point or a sequence that is good before leading, or loses it; younger may then "
        "reckon their own, even if it is equal or lower.",
        ("R5.13", "K15", "K18"),
        effects=("E5",),
        section="calling",
    ),
    "LA2": Law(
        "If a player looks at cards that younger left, after younger has declined to, both may see them, and the other "
        "names the suit that the offender must lead next.",
        ("K12",),
        effects=("E8", "E9"),
        readings=("LR31",),
        section="exchange",
    ),
    "LA3": Law(
        "If younger refused a call that is good, or claimed better and does not show it, elder reckons it even after "
        "the lead.",
        ("K16",),
        effects=("E5",),
        readings=("LR17",),
        section="calling",
    ),
    "LF1": Law(
        "If the dealer looks at cards of the talon, elder names the suit that the dealer must lead, once for each "
        "card.",
        ("K10b",),
        "the positions of the cards",
        ("E8",),
        section="exchange",
    ),
}
