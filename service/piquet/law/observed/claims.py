"""Facts on what was said: claims and replies (K15, K16)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.piquet.cards.cards import names
from service.piquet.cards.ranking import CATEGORIES, SET
from service.piquet.law import mending
from service.piquet.law.claims import Claim, claims_of, finding_of
from service.piquet.law.ledger import Record, Word, hand_after_exchange, has_told_a_trio
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, Phase
from service.piquet.scoring.account import called_in

_WORST: Final = ("false", "misnomer", "impossible", "held")


def judged_claim(d: MutableState, record: Record) -> tuple[str, Claim]:
    """Of the claims that were made in one act the one that is judged, with its finding: a false one, a set first."""
    found = [(finding_of(d, record.offender, claim), claim) for claim in claims_of(record)]
    return min(found, key=lambda each: (_WORST.index(each[0]), each[1][0] != SET))


def _is(finding: str) -> Callable[[MutableState, Record], bool]:
    return lambda d, record: judged_claim(d, record)[0] == finding


def _category(d: MutableState, record: Record) -> str:
    return CATEGORIES[judged_claim(d, record)[1][0]]


def _allowed(d: MutableState, record: Record) -> bool:
    """Whether it was allowed, as good or equal. What is reckoned is not answered."""
    if not record.about["call"]:
        return True
    called = called_in(d, record.about["category"])
    stands = called is not None and called.status in ("good", "equal", "asked", "stated")
    return stands and not record.about.get("refused")


def _claimed(d: MutableState, record: Record) -> int:
    cards = 0
    for _, _, named in claims_of(record):
        cards |= named or record.about.get("cards", 0)
    return cards


def _lacking(d: MutableState, record: Record) -> list[str]:
    return list(names(_claimed(d, record) & ~hand_after_exchange(d, record.offender)))


# ---------------------------------------------------------------- how far the deal has come


def moment(d: MutableState, role: int, category: int) -> str:
    """How far the deal has come, for what a role said in a category."""
    if d.law.past & {"first_card", "deal_over"}:
        return mending.LATER
    if any(play.role == ELDER for play in d.law.plays):
        return mending.BEFORE_FIRST_CARD
    unanswered = d.phase == Phase.REPLY and d.calls[-1].category == category
    return mending.BEFORE_REPLY if unanswered and role == ELDER else mending.BEFORE_LEAD


def moment_of_reply(d: MutableState, word: Word | None) -> str:
    """How far the deal has come, for a reply of younger's; one who was told the card of a trio is too late (LR22)."""
    if word is None or d.law.past & {"first_card", "deal_over"} or has_told_a_trio(d, word.category):
        return mending.LATER
    return mending.BEFORE_FIRST_CARD if "next_call" in word.past else mending.BEFORE_NEXT_CALL


def own_card_since(d: MutableState, role: int, entry: int) -> bool:
    """Whether a role has played a card since an entry, or can play none any more."""
    return "deal_over" in d.law.past or any(play.role == role and play.entry > entry for play in d.law.plays)


def _word_of(d: MutableState, record: Record) -> Word | None:
    return next((word for word in d.law.words if word.entry == record.number), None)


CLAIM: Final[Mapping[str, Callable[[MutableState, Record], Any]]] = {
    "category": _category,
    "held": _is("held"),
    "in_union": _is("false"),
    "same_value_held": _is("misnomer"),
    "shown": lambda d, record: bool(record.about["shown"]),
    "allowed": _allowed,
    "mended": lambda d, record: "never",
    "said": lambda d, record: "called" if record.about["call"] else "reckoned",
    "now": lambda d, record: moment(d, record.offender, record.about["category"]),
    "own_card_since": lambda d, record: own_card_since(d, record.offender, record.number),
    "claimed": lambda d, record: list(names(_claimed(d, record))),
    "lacking": _lacking,
}

REPLY: Final[Mapping[str, Callable[[MutableState, Record], Any]]] = {
    "mended": lambda d, record: "never",
    "reckoned": lambda d, record: False,
    "shown": lambda d, record: False,
    "now": lambda d, record: moment_of_reply(d, _word_of(d, record)),
}
