"""Facts of an irregularity as a played deal shows them, and what its table says of them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from service.piquet.cards.cards import SAME_SUIT, names
from service.piquet.cards.holdings import best, grades, holds, is_holding, said, said_of_claim
from service.piquet.cards.ranking import CATEGORIES, SET
from service.piquet.law import ledger
from service.piquet.law.data import codes
from service.piquet.law.decide import ElectionOffer, Verdict, decide, past
from service.piquet.law.kinds import TABLES
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.ledger import Irregularity, IrregularState
from service.piquet.model.actions import Reckon, Ruling
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, IncidentRecord, Phase
from service.piquet.scoring.account import called_in
from service.piquet.scoring.settlement import by_seat, stops_at, totals

# ---------------------------------------------------------------- claims of holdings (K15 to K17)


def claim_of(irregularity: Irregularity) -> ledger.Claim:
    """Return the claim that was false."""
    assert irregularity.claim is not None, irregularity.kind
    return irregularity.claim


def finding_of(d: IrregularState, role: int, claim: ledger.Claimed) -> str:
    """Return what a claim of a role was: `held`, `false`, `misnomer` or `impossible` (L53, L54, LR8)."""
    category, pair, cards = claim
    hand, how = ledger.hand_after_exchange(d, role), d.rules.counting
    union = hand | d.discards[role]  # all that the player can have held (LR8)
    if pair is not None:
        length, tie = pair
        bounds = how.alike(category, length, tie if tie >= 0 else None)
        if holds(category, hand, *bounds, how):
            return "held"
        if holds(category, union, *bounds, how):
            return "false"
    else:
        length = cards.bit_count()
        if not cards & ~hand and is_holding(category, cards, hand, how):
            return "held"
        if not cards & ~union and said_of_claim(category, cards) == said(category, cards):
            return "false"
    of_length = any(how.said(category, grade)[0] == length for grade in grades(category, hand, how))
    return "misnomer" if of_length else "impossible"


# ---------------------------------------------------------------- facts on what was said

_WORST: Final = ("false", "misnomer", "impossible", "held")


def worst_claim(d: IrregularState, irregularity: Irregularity) -> tuple[str, ledger.Claimed]:
    """Of the claims that were made in one act the worst, with its finding: a false one, a set first."""
    found = [(finding_of(d, irregularity.offender, claim), claim) for claim in claim_of(irregularity).claimed]
    return min(found, key=lambda each: (_WORST.index(each[0]), each[1][0] != SET))


def _is(finding: str) -> Callable[[IrregularState, Irregularity], bool]:
    return lambda d, irregularity: worst_claim(d, irregularity)[0] == finding


def _category(d: IrregularState, irregularity: Irregularity) -> str:
    return CATEGORIES[worst_claim(d, irregularity)[1][0]]


def _allowed(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether it was allowed, as good or equal. What is reckoned is not answered."""
    claim = claim_of(irregularity)
    if not claim.is_call:
        return True
    called = called_in(d, claim.category)
    return called is not None and called.status in ("good", "equal", "asked", "stated")


def _claimed(d: IrregularState, irregularity: Irregularity) -> int:
    claim, cards = claim_of(irregularity), 0
    for each in claim.claimed:
        cards |= each.cards or claim.reckoned
    return cards


def _lacking(d: IrregularState, irregularity: Irregularity) -> list[str]:
    return list(names(_claimed(d, irregularity) & ~ledger.hand_after_exchange(d, irregularity.offender)))


# ---------------------------------------------------------------- how far the deal has come


def moment(d: IrregularState, role: int, category: int) -> str:
    """How far the deal has come, for what a role said in a category."""
    if d.law.past & {"first_card", "deal_over"}:
        return codes.LATER
    if any(play.role == ELDER for play in d.law.plays):
        return codes.BEFORE_FIRST_CARD
    unanswered = d.phase == Phase.REPLY and d.calls[-1].category == category
    return codes.BEFORE_REPLY if unanswered and role == ELDER else codes.BEFORE_LEAD


def moment_of_reply(d: IrregularState, word: ledger.Statement | None) -> str:
    """How far the deal has come, for a reply of younger's; too late once a trio's missing card was named (LR22)."""
    if word is None or d.law.past & {"first_card", "deal_over"} or ledger.has_reckoned_trio(d, word.category):
        return codes.LATER
    return codes.BEFORE_FIRST_CARD if "next_call" in word.past else codes.BEFORE_NEXT_CALL


def own_card_since(d: IrregularState, role: int, entry: int) -> bool:
    """Whether a role has played a card since an entry, or can play none any more."""
    return "deal_over" in d.law.past or any(play.role == role and play.entry > entry for play in d.law.plays)


def _word_of(d: IrregularState, irregularity: Irregularity) -> ledger.Statement | None:
    return next((word for word in d.law.words if word.entry == irregularity.number), None)


_CLAIM_FACTS: Final[Mapping[str, Callable[[IrregularState, Irregularity], FactValue]]] = {
    "category": _category,
    "held": _is("held"),
    "in_union": _is("false"),
    "same_value_held": _is("misnomer"),
    "shown": lambda d, irregularity: bool(claim_of(irregularity).shown),
    "allowed": _allowed,
    "mended": lambda d, irregularity: "never",
    "said": lambda d, irregularity: "called" if claim_of(irregularity).is_call else "reckoned",
    "now": lambda d, irregularity: moment(d, irregularity.offender, claim_of(irregularity).category),
    "own_card_since": lambda d, irregularity: own_card_since(d, irregularity.offender, irregularity.number),
    "claimed": lambda d, irregularity: list(names(_claimed(d, irregularity))),
    "lacking": _lacking,
}

_REPLY_FACTS: Final[Mapping[str, Callable[[IrregularState, Irregularity], FactValue]]] = {
    "mended": lambda d, irregularity: "never",
    "reckoned": lambda d, irregularity: False,
    "shown": lambda d, irregularity: False,
    "now": lambda d, irregularity: moment_of_reply(d, _word_of(d, irregularity)),
}


# ---------------------------------------------------------------- facts of all kinds

Observer = Callable[[IrregularState, Irregularity], FactValue]

#: The roles by the names that facts and rulings have for them.
ROLE_NAMES: Final = {ELDER: "elder", YOUNGER: "younger"}


def _outcome(d: IrregularState, irregularity: Irregularity) -> str | None:
    """Return what came of it: an election, or what closed all rights in the deal."""
    if irregularity.election is not None:
        return irregularity.election
    if d.law.annulled:
        return "annulment"
    if d.law.lost >= 0:
        return "loss_of_game"
    if d.phase == Phase.PARTIE_OVER and stops_at(d.rules) is not None:
        return "end_of_game"  # LR30
    return "full_history" if ledger.history_is_full(d, irregularity) else None


def _taken_up(d: IrregularState, irregularity: Irregularity) -> tuple[str, ...]:
    """Return the players who have taken up their hands. Nobody has if that is reported with the ruling (L16)."""
    return ("elder", "younger") if "untouched" in d.law.past else ()


def _laid_out(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether younger has laid out a discard for it, and taken no card yet."""
    return irregularity.offender == ELDER and bool(d.committed)


def _elder_led(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether elder has led to the first trick."""
    return bool(d.tricks)


def _played_since(d: IrregularState, irregularity: Irregularity) -> int:
    """How many cards have been played since."""
    return sum(play.entry > irregularity.number for play in d.law.plays)


def _asker_played(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether the player who asked has put down a card since the answer."""
    return any(
        card_down.role != irregularity.offender and card_down.entry > irregularity.number for card_down in d.law.placed
    )


#: The facts that any irregularity may have, by name. A fact that is None is left out.
_OF_ALL: Final[Mapping[str, Observer]] = {
    "side": lambda d, irregularity: ROLE_NAMES.get(irregularity.offender),
    "outcome": _outcome,
    "first_card_played": lambda d, irregularity: "first_card" in d.law.past,
}

#: The facts of each kind, by its name. An irregularity may have others from when it happened.
OBSERVERS: Final[Mapping[str, Mapping[str, Observer]]] = {
    "deal_out_of_turn": {"deal": lambda d, irregularity: len(d.finished) + 1, "taken_up": _taken_up},
    "false_blanche": {"laid_out": _laid_out},
    "buried": {"elder_led": _elder_led},
    "not_reckoned": {"elder_led": _elder_led},
    "false_claim": _CLAIM_FACTS,
    "false_reply": _REPLY_FACTS,
    "revoke": {"played_since": _played_since},
    "lead_out_of_turn": {"answered": lambda d, irregularity: "answered" in irregularity.past},
    "misinformed": {"asker_played": _asker_played},
}


class ObservedFacts:
    """The facts of an irregularity, each observed when it is first asked for."""

    def __init__(self, d: IrregularState, irregularity: Irregularity) -> None:
        self._d = d
        self._irregularity = irregularity
        self._known = dict(irregularity.facts)

    def __contains__(self, name: object) -> bool:
        if name not in self._known:
            observer = OBSERVERS.get(self._irregularity.kind, {}).get(str(name)) or _OF_ALL.get(str(name))
            value = observer(self._d, self._irregularity) if observer else None
            if value is None:
                return False
            self._known[str(name)] = value
        return True

    def __getitem__(self, name: str) -> FactValue:
        return self._known[name]


# ---------------------------------------------------------------- the law on these facts

#: The roles, by the names that rulings have for them.
ROLE_OF: Final = {"elder": ELDER, "younger": YOUNGER, None: NOBODY}


def times_past(d: IrregularState, irregularity: Irregularity) -> frozenset[str]:
    """Return the times that are past for the rights of an irregularity."""
    return past(d.law.past | irregularity.past)


def verdict_on(d: IrregularState, irregularity: Irregularity) -> Verdict:
    """Return the ruling on an irregularity as things stand."""
    return decide(d.rules, TABLES[irregularity.kind], ObservedFacts(d, irregularity), times_past(d, irregularity))


def verdict_in_time(d: IrregularState, irregularity: Irregularity) -> Verdict:
    """Return the ruling on an irregularity if no time were past."""
    return decide(d.rules, TABLES[irregularity.kind], ObservedFacts(d, irregularity), frozenset())


def law_of(verdict: Verdict) -> str:
    """Return the law of a ruling as events and states name it; what no law has rests on a reading (K29)."""
    return verdict.law or next(iter(verdict.readings), "")


def entitled_roles(verdict: Verdict) -> tuple[int, ...]:
    """Return the roles that may elect, or correct what they said."""
    return tuple(ROLE_OF[each] for each in verdict.entitled)


def implied_irregularity(d: IrregularState, number: int) -> Irregularity | None:
    """Return what younger reckoned although cards that elder showed bar it, in a category that elder omitted (K18b)."""
    how = d.rules.counting
    found: Irregularity | None = None
    before = by_seat(d.dealer, totals(d.rules, d.finished))[ELDER]
    for category, name in enumerate(CATEGORIES):
        called = called_in(d, category)
        items = [item for item in d.law.reckoned(YOUNGER, category) if item.entry == number]
        if not items or called is None or called.status != "passed" or category in d.law.unshown:
            continue
        reckoned = max(how.grade(category, said(category, item.hand)) for item in items)
        shown = best(category, d.shown[ELDER], how)
        if reckoned > shown:
            continue
        facts: dict[str, FactValue] = {
            "category": name,
            "laid": "shown",  # calling is showing (LR36)
            "compared": "equal" if reckoned == shown else "lower",
            "below_rubicon": before + d.score[ELDER] < d.rules.rubicon,
        }
        irregularity = Irregularity(
            number, "implied", YOUNGER, facts, items=items, categories=(category,), since=number
        )
        if verdict_on(d, irregularity).status != "none":
            found = irregularity if found is None else _together(found, irregularity)
    return found


def _together(one: Irregularity, other: Irregularity) -> Irregularity:
    """One irregularity in two categories."""
    one.items = one.items + other.items
    one.categories = (*(one.categories or ()), *(other.categories or ()))
    return one


# ---------------------------------------------------------------- what is given of it, and to whom

#: What is offered on a claim whose finding is not given: which of these the law has depends on it.
REDACTED_OFFERS: Final = (
    ElectionOffer("enforce", ("E3", "E12"), "next_deal"),
    ElectionOffer("waive", (), "next_deal"),
    ElectionOffer("reckon", ("E5", "E12"), "next_deal"),
)
#: The law that is given for such a claim.
REDACTED_LAW: Final = "L54"


def incidents(d: IrregularState) -> Iterator[IncidentRecord]:
    """Yield what was entered, reported or raised, as the state shows it."""
    for irregularity in d.law.irregularities:
        verdict = verdict_on(d, irregularity)
        yield IncidentRecord(
            irregularity.number,
            verdict.number,
            law_of(verdict),
            ROLE_OF[verdict.offender],
            entitled_roles(verdict),
            tuple((offer.election, offer.until) for offer in verdict.offers),
            verdict.until,
            verdict.status,
            irregularity.election,
            irregularity.public,
        )


def irregularities_of(d: IrregularState, number: int | None) -> list[Irregularity]:
    """Return the irregularities of an entry or of all, with those that are found on asking only (K18b)."""
    found = list(d.law.irregularities) if number is None else d.law.find(number, None)
    numbers = {word.entry for word in d.law.words if isinstance(word.action, Reckon) and word.role == YOUNGER}
    for each in sorted(numbers if number is None else numbers & {number}):
        implied = implied_irregularity(d, each)
        if implied is not None and not d.law.find(each, "implied"):
            found.append(implied)
    return found


def knows_of(d: IrregularState, ruling: Ruling) -> bool:
    """Whether the seat of a ruling may know of an irregularity that it is about."""
    role = ruling.seat ^ 1 ^ d.dealer
    about = (each for each in irregularities_of(d, ruling.number) if ruling.kind in (None, each.kind))
    return any(may_know(d, irregularity, role) for irregularity in about)


def _suit_seen(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether a card of the suit that was not followed has been seen in the offender's hand since."""
    plays = d.law.plays
    at = next((at for at, play in enumerate(plays) if play.entry == irregularity.number), None)
    if not at:
        return False
    suit = SAME_SUIT[plays[at - 1].card]
    later = sum(1 << play.card for play in plays[at + 1 :] if play.role == irregularity.offender)
    return bool(suit & (later | d.law.seen[1 - irregularity.offender] & d.hands[irregularity.offender]))


# When the other player may know of what is not public, by kind.
_KNOWN: Final[Mapping[str, Callable[[IrregularState, Irregularity, int], bool]]] = {
    "false_claim": lambda d, irregularity, role: bool(verdict_on(d, irregularity).offers),
    "false_reply": lambda d, irregularity, role: "first_card" in d.law.past,
    "revoke": lambda d, irregularity, role: _suit_seen(d, irregularity),
    "undue_reckoning": lambda d, irregularity, role: True,
    "implied": lambda d, irregularity, role: role == ELDER,
}


def may_know(d: IrregularState, irregularity: Irregularity, role: int) -> bool:
    """Whether a role may know of an irregularity."""
    return irregularity.public or irregularity.offender == role or _KNOWN[irregularity.kind](d, irregularity, role)


def is_answered(irregularity: Irregularity, role: int | None, *, concealed: bool) -> bool:
    """Whether the ruling on an irregularity is given in full to a role that sees its own hand only."""
    return not concealed or irregularity.public or irregularity.offender == role
