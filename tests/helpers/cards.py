"""Cards, hands and rulesets as tests write them.

Cards may be written one by one (`AS KS 9H`) or by suit (`S AK H 9`): a suit letter, then its ranks. The pack has 36
cards where the ruleset says so, otherwise 32.
"""

from __future__ import annotations

from typing import Any

SUITS = "SHDC"

RANKS = "AKQJT9876"

PACK_36 = [rank + suit for suit in SUITS for rank in RANKS]

PACK = [card for card in PACK_36 if card[0] != "6"]

SEATS = ("A", "B")

Json = Any


def portland(**overrides: Json) -> Json:
    """The default ruleset, or an override of it."""
    return {"name": "portland", "overrides": overrides} if overrides else "portland"


AUTOMATIC = portland(calling="automatic")


def cards(text: str | list[str]) -> list[str]:
    """`S AK H 9` or `AS KS 9H` as a list of cards, in the order written."""
    if not isinstance(text, str):
        return list(text)
    found: list[str] = []
    suit = ""
    for word in text.split():
        if word in SUITS:
            suit = word
        elif len(word) == 2 and word[1] in SUITS:
            found.append(word)
        else:
            assert suit and set(word) <= set(RANKS), f"not cards: {word!r} in {text!r}"
            found += [rank + suit for rank in word]
    assert len(set(found)) == len(found), f"a card twice in {text!r}"
    assert set(found) <= set(PACK_36), f"no such card in {text!r}"
    return found


def in_order(some: str | list[str]) -> list[str]:
    """Cards as the service writes a set of them: spades, hearts, diamonds, clubs, highest first."""
    return sorted(cards(some), key=PACK_36.index)


def holding(text: str) -> Json:
    """`point S AKQ` as the holding of a `reckon`; a `point nought` has no cards."""
    category, _, rest = text.partition(" ")
    return {"category": category, "cards": [] if rest == "nought" else cards(rest)}


def pack_of(ruleset: Json) -> list[str]:
    """The cards that a ruleset is played with."""
    name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset.get("overrides", {}))
    return PACK_36 if overrides.get("pack", 36 if name.partition("@")[0] == "old-36" else 32) == 36 else PACK


def rest_of(*parts: str | list[str], pack: list[str] = PACK) -> list[str]:
    """The cards of the pack that are not named."""
    named = [card for part in parts for card in cards(part)]
    assert len(set(named)) == len(named), "a card is named twice"
    assert set(named) <= set(pack), f"not in this pack: {named}"
    return [card for card in pack if card not in named]


def complete(elder: str, younger: str, talon: str, pack: list[str] = PACK) -> tuple[list[str], list[str], list[str]]:
    """Two hands of twelve and the talon; cards that are not named fill them up, elder first, in pack order."""
    rest = rest_of(elder, younger, talon, pack=pack)
    hands = []
    for named, size in ((cards(elder), 12), (cards(younger), 12), (cards(talon), len(pack) - 24)):
        fill = size - len(named)
        assert fill >= 0, f"more than {size} cards: {named}"
        hands.append(named + rest[:fill])
        rest = rest[fill:]
    return hands[0], hands[1], hands[2]


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def winner_of(tricks_cards: list[str], leader: str) -> str:
    """Who wins two cards, the lead first (R6.1): the follower only with a higher card of the suit led."""
    lead, follow = tricks_cards
    wins = follow[1] == lead[1] and RANKS.index(follow[0]) < RANKS.index(lead[0])
    return other(leader) if wins else leader


def said(category: str, size: int, tie: float | str | None = None, named: str = "") -> dict[str, Json]:
    """The members of a call."""
    if category == "set":
        return {"count": size, "rank": tie}
    members: dict[str, Json] = {"length": size}
    if tie is not None:
        members["value" if category == "point" else "top"] = tie
    if named:
        members["cards"] = cards(named)
    return members
