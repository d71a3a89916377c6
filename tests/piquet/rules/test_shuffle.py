"""The shuffle is a contract: the steps of docs/rules.md, done again here in the plainest way, and for ever the same."""

import hashlib
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.piquet.cards.cards import CARDS, PACKS
from service.piquet.rules import dealing
from service.piquet.rules.dealing import shuffle
from tests.helpers.random_cases import generator

PAGE = Path(__file__).parents[3] / "docs" / "rules.md"


def by_the_page(seed: str, ranks: str = "789TJQKA") -> list[str]:
    """The four steps of "The shuffle"."""
    deck = [rank + suit for suit in "SHDC" for rank in ranks]
    stream = b"".join(
        hashlib.sha256(b"piquet-deck-1:" + n.to_bytes(4, "big") + b":" + seed.encode("utf-8")).digest()
        for n in range(100)
    )
    numbers = (int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4))
    for place in range(len(deck) - 1, 0, -1):
        number = next(n for n in numbers if n < 2**32 - 2**32 % (place + 1))
        other = number % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def named(seed: str, pack: int = 32) -> list[str]:
    return [CARDS[card] for card in shuffle(PACKS[pack], seed)]


@pytest.mark.rule("R2.1")
def test_the_deck_of_a_seed_is_that_of_the_page():
    rng = generator("seeds of decks")
    for text in ["piquet", "1", "é♠", "x" * 200, *(str(rng.random()) for _ in range(200))]:
        assert named(text) == by_the_page(text)
        assert named(text, 36) == by_the_page(text, "6789TJQKA")  # old-36


@pytest.mark.rule("R2.1")
def test_a_number_that_would_favour_a_place_is_dropped(monkeypatch):
    """Step 3: after place 31 comes place 30, and 2³² is 4 more than a multiple of 31."""

    def deck(*numbers: int) -> list[str]:
        stream = b"".join(number.to_bytes(4, "big") for number in (*numbers, *[0] * 40))
        monkeypatch.setattr(dealing, "sha256", lambda text: SimpleNamespace(digest=lambda: stream))
        return named("any")

    for dropped in (2**32 - 4, 2**32 - 1):
        assert deck(0, dropped, 7) == deck(0, 7)
    assert deck(0, 2**32 - 5, 7) == deck(0, 30, 7)  # the highest number that is not dropped


def test_the_deck_printed_on_the_page_is_the_deck_of_its_seed():
    printed = re.search(r"seed `piquet`, top first:\n\n```text\n(.*)\n```", PAGE.read_text(encoding="utf-8"))
    assert printed
    assert printed[1].split() == named("piquet")


def test_no_place_favours_a_card():
    """32,000 decks: a card is on top 1,000 times, give or take six standard deviations (31)."""
    tops = Counter(named(f"fair {n}")[0] for n in range(32_000))
    assert len(tops) == 32
    assert all(abs(count - 1000) < 6 * 31.2 for count in tops.values())
