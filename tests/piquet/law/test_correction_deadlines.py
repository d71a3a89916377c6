"""Until when a player may correct what they said (A1 to A5)."""

import pytest

from service.piquet.law.data.codes import deadline, for_misnomer, in_time

#: The moments of a deal, in their order.
MOMENTS = ("before_reply", "before_next_call", "before_lead", "before_first_card", "later")

#: By word and role: at how many of these moments a correction is in time, and the time that ends it.
IN_TIME = [
    ("reply", "elder", 1, "next_entry"),
    ("next_call", "younger", 2, "next_call"),
    ("first_card", "elder", 4, "first_card"),
    ("first_card", "younger", 4, "first_card"),
    # A player's own first card: elder leads to it, younger follows to it.
    ("own_first_card", "elder", 3, "next_call"),
    ("own_first_card", "younger", 4, "first_card"),
    ("own_next_card", "elder", 3, "next_call"),
    ("own_next_card", "younger", 4, "first_card"),
    ("never", "elder", 0, "none"),
    ("never", "younger", 0, "none"),
]


@pytest.mark.rule("L50", "L51", "L52", "L56")
@pytest.mark.parametrize(("word", "role", "count", "until"), IN_TIME)
def test_the_moments_at_which_a_correction_is_in_time(word: str, role: str, count: int, until: str) -> None:
    assert [in_time(word, role, moment) for moment in MOMENTS] == [True] * count + [False] * (5 - count)
    assert deadline(word, role) == until


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_next_card_of_ones_own_is_known_where_the_cards_are(moment: str) -> None:
    """AC: until the player who claimed it plays their next card. Other words do not look at the cards."""
    assert in_time("own_next_card", "elder", moment, own_card_since=False)
    assert not in_time("own_next_card", "elder", moment, own_card_since=True)
    for since in (True, False):
        assert in_time("first_card", "elder", moment, own_card_since=since) is (moment != "later")


@pytest.mark.rule("L50", "L53")
def test_a_wrong_name_may_be_corrected_until_the_lead_under_one_code() -> None:
    """AC: "never; a misnomer before the lead"."""
    assert for_misnomer("misnomer_until_lead", misnomer=True) == "own_first_card"
    assert for_misnomer("misnomer_until_lead", misnomer=False) == "never"
    assert for_misnomer("reply", misnomer=True) == for_misnomer("reply", misnomer=False) == "reply"
