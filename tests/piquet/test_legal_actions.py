"""The options of a state: what each says, beside the options that end the phase (docs/reference/actions.md)."""

from typing import Any

import pytest

from service.piquet.cards.cards import CARD, cards_of, hand_of
from service.piquet.cards.ranking import POINT, SEQUENCE, SET
from service.piquet.legal_actions import (
    ClaimOption,
    ExchangeOption,
    LookOption,
    NameSuitOption,
    Option,
    PlayOption,
    ReckonOption,
    SimpleOption,
    TieBreakOption,
    options,
)
from service.piquet.model.actions import CommitDiscard, Concede, Decline, Exchange
from service.piquet.model.state import Called, State, Trick
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import cards

# Seats: B deals, so elder is A. Roles: elder, younger.
A, B = ELDER, YOUNGER = 0, 1
PACK = ruleset("portland").cards
BLANK = hand_of(cards("S AT98 H AT98 D AT98"))
COURT = hand_of(cards("S KQJ H KQJ D KQJ C KQJ"))
OTHER_BLANK = hand_of(cards("S 7 H 7 D 7 C AT987"))


def state(phase: str, to_act: int, elder: int = COURT, younger: int = BLANK, **members: Any) -> State:
    hands = elder, younger
    talon = cards_of(PACK & ~(elder | younger))[:8]
    return State(dealer=B, phase=phase, to_act=to_act, dealt=hands, hands=hands, talon=talon, **members)


def found(name: str, of: State, **overrides: Any) -> tuple[Option, ...]:
    return options(ruleset(name, overrides), of)


# ---------------------------------------------------------------- the exchange


@pytest.mark.rule("R3.1", "R3.3")
@pytest.mark.parametrize(
    ("protocol", "elder", "younger", "expected"),
    [
        # Elder says from 1 to 5 cards; younger, and both where the hand is shown at once, say nothing.
        ("discard_first", BLANK, COURT, [ClaimOption(A, 1, 5)]),
        ("discard_first", COURT, BLANK, [ClaimOption(B, 0, 0)]),
        ("discard_first", BLANK, OTHER_BLANK, [ClaimOption(A, 1, 5), ClaimOption(B, 0, 0)]),
        ("discard_first", COURT, COURT, []),
        ("show", BLANK, OTHER_BLANK, [ClaimOption(A, 0, 0)]),  # younger's is too early
        ("show", COURT, BLANK, []),
    ],
)
def test_a_carte_blanche_may_be_claimed_with_as_many_cards_as_elder_may_exchange(
    protocol: str, elder: int, younger: int, expected: list[Option]
) -> None:
    first, *rest = found("portland", state("elder_exchange", ELDER, elder, younger), carte_blanche_protocol=protocol)
    assert (first, rest) == (ExchangeOption(A, elder, 1, 5, Exchange), expected)


@pytest.mark.rule("R3.3", "R4.1", "R4.2")
def test_younger_exchanges_what_elder_leaves_or_announces_to_leave() -> None:
    # Elder took 3 of 8: 5 are left. Elder announced 3: younger, who has drawn nothing, commits as many.
    after = state("younger_exchange", YOUNGER, exchanged=(3, -1))
    assert found("portland", after) == (ExchangeOption(B, BLANK, 1, 5, Exchange), ClaimOption(B, 0, 0))
    before = state("commit_discard", YOUNGER, younger=COURT, elder=BLANK, announced=3, blanche=("announced", None))
    assert found("portland", before) == (ExchangeOption(B, COURT, 1, 5, CommitDiscard),)
    shown = state("elder_exchange", ELDER, BLANK, COURT, announced=3, blanche=("shown", None))
    assert found("portland", shown) == (ExchangeOption(A, BLANK, 1, 3, Exchange),)


# ---------------------------------------------------------------- beside the calls

SUITS = (0, 1, 2, 3)


@pytest.mark.rule("R4.5", "R4.6")
@pytest.mark.parametrize(
    ("name", "overrides", "exchanged", "expected"),
    [
        # By left_cards: after the lead; by the dealer before the calls; by either, and elder names a suit; by nobody.
        ("portland", {}, (5, 2), []),
        ("portland", {"left_cards": "revealed_by_dealer"}, (5, 2), [LookOption(B, ())]),
        ("portland", {"left_cards": "revealed_by_dealer"}, (5, 3), []),
        ("portland", {"left_cards": "private_named_suit"}, (5, 2), [LookOption(A, SUITS), LookOption(B, ())]),
        ("portland", {"left_cards": "none"}, (5, 2), []),
        # A second exchange of one to all of the cards left, which comes before younger's look.
        ("french", {}, (5, 1), [ExchangeOption(A, COURT, 1, 2), LookOption(A, SUITS)]),
        ("french", {}, (4, 2), [LookOption(A, SUITS), LookOption(B, ())]),
        ("french", {}, (5, 3), []),
        ("french", {"left_cards": "none"}, (5, 2), [ExchangeOption(A, COURT, 1, 1)]),
    ],
)
def test_what_is_left_may_be_looked_at_or_exchanged_beside_the_calls(
    name: str, overrides: dict[str, Any], exchanged: tuple[int, int], expected: list[Option]
) -> None:
    calling = found(name, state("calling", ELDER, exchanged=exchanged), **overrides)
    assert [option for option in calling if isinstance(option, ExchangeOption | LookOption)] == expected
    assert len(calling) > len(expected) and list(calling[len(calling) - len(expected) :]) == expected


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize(
    ("category", "length", "ties"),
    [
        # Points of three in four suits with K Q J: 30 each. With S AKQJ: three of 31, or of 30. In half pips.
        (POINT, 3, (62, 60)),
        (POINT, 4, (82,)),
        # Tierces to the ace and to the king, in half ranks: A is 8, K is 7.
        (SEQUENCE, 3, (16, 14)),
        (SEQUENCE, 4, (16,)),
    ],
)
def test_the_answers_to_an_equal_reply_are_those_of_that_length_best_first(
    category: int, length: int, ties: tuple[int, ...]
) -> None:
    asked = state("tie_break", ELDER, hand_of(cards("S AKQJ H KQJ D KQJ C KQ")), calls=(Called(category, length),))
    assert found("portland", asked) == (TieBreakOption(A, category, ties), SimpleOption(A, Decline))


# ---------------------------------------------------------------- the play

PASSED = tuple(Called(category, status="passed") for category in (POINT, SEQUENCE, SET))
LEAD = Trick(ELDER, CARD["KS"])
LAST = {"finished": ((20, 20),) * 5, "first_dealer": A}


@pytest.mark.rule("R4.5", "R5.11", "R6.1", "R6.5")
def test_before_younger_plays_they_reckon_or_state_or_concede() -> None:
    # A point has at least three cards (R5.5): younger has one, and no tierce.
    points = hand_of(cards("S A98 H A98 D T87 C T87"))
    led = state("play", YOUNGER, COURT, points, calls=PASSED, tricks=(LEAD,), exchanged=(5, 3), **LAST)
    spades = hand_of(cards("S A98"))
    (first,) = found("portland", led)
    assert isinstance(first, ReckonOption) and first.seat == B and [terms.category for terms in first.terms] == [POINT]
    # In the last deal either may concede, once younger has nothing more to reckon.
    reckoned = led._replace(reckoned=True)
    concede = [SimpleOption(B, Concede), SimpleOption(A, Concede)]
    assert list(found("portland", reckoned)) == [PlayOption(B, spades), *concede]
    assert list(found("portland", reckoned._replace(finished=()))) == [PlayOption(B, spades)]
    looked = reckoned._replace(exchanged=(5, 2))
    assert list(found("portland", looked)) == [PlayOption(B, spades), LookOption(B, ()), *concede]
    short = led._replace(hands=(COURT, hand_of(cards("S A9 H A8 D T7 C T7"))))
    assert list(found("portland", short)) == [PlayOption(B, hand_of(cards("S A9"))), ReckonOption(B, ()), *concede]


@pytest.mark.rule("R4.5", "R6.1", "R6.5")
def test_before_the_lead_elder_may_name_its_suit_for_younger_to_look() -> None:
    before = state("play", ELDER, hand_of(cards("S KQJ H KQJ")), calls=PASSED, exchanged=(5, 2), **LAST)
    hand = before.hands[ELDER]
    assert list(found("portland", before)) == [PlayOption(A, hand), NameSuitOption(A, (0, 1))]
    assert list(found("portland", before._replace(exchanged=(5, 3)))) == [PlayOption(A, hand)]
    named = before._replace(named=1)
    assert list(found("portland", named)) == [PlayOption(A, hand_of(cards("H KQJ"))), LookOption(B, ())]


@pytest.mark.rule("R6.1")
def test_after_the_first_trick_there_are_only_cards_to_play() -> None:
    later = state("play", YOUNGER, calls=PASSED, exchanged=(5, 2), reckoned=True, **LAST)
    for follow in (CARD["AS"], CARD["6S"]):  # the six, of the old pack, is card 0
        tricks = Trick(ELDER, CARD["KS"], follow, YOUNGER), Trick(YOUNGER, CARD["AH"])
        for played, to_act, cards_left in ((tricks[:1], YOUNGER, BLANK), (tricks, ELDER, hand_of(cards("H KQJ")))):
            now = later._replace(tricks=played, to_act=to_act)
            assert found("portland", now) == (PlayOption(to_act, cards_left),)
