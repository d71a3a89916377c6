"""Names and cards that are written in other ways than the service writes them."""

import pytest

from service.piquet.cards.cards import CARD
from service.piquet.suggestions import SYNONYMS, cards_in, counted, did_you_mean, listed, no_card

TWO_WORDS = sorted(word for word in SYNONYMS if "_" in word)


@pytest.mark.parametrize("word", TWO_WORDS)
def test_a_synonym_of_two_words_may_have_a_space_or_a_hyphen_and_capitals(word: str) -> None:
    meant = sorted(SYNONYMS[word])
    expected = f" (did you mean {listed(meant, 'or')}?)"
    for written in (word, word.replace("_", " "), word.replace("_", "-"), f" {word.upper()} "):
        assert did_you_mean(written, meant) == expected


def test_there_are_synonyms_of_two_words() -> None:
    assert TWO_WORDS


# For each name a word of another game, another language or everyday English that stands for it.
WORDS = {
    "exchange": "draw", "call": "announce", "reply": "answer", "play": "lead", "pass": "skip", "reckon": "score",
    "decline": "refuse", "concede": "resign", "claim_carte_blanche": "carte_blanche", "commit_discard": "precommit",
    "look_at_left": "look", "name_suit": "trump", "state_tie_break": "tie_break", "amend": "correct",
    "ruling": "decision",
    "good": "yes", "not_good": "no", "equal": "égal",
    "point": "suit", "sequence": "tierce", "set": "quatorze",
    "A": "ace", "K": "roi", "Q": "dame", "J": "knave", "T": "10", "9": "nine", "8": "huit", "7": "seven", "6": "six",
    "S": "pique", "H": "coeur", "D": "♦", "C": "trèfle",
    "seat": "player", "type": "action", "card": "play", "cards": "hand", "category": "declaration", "length": "size",
    "value": "pips", "top": "highest", "count": "number", "rank": "face", "talon": "stock", "dealer": "first_dealer",
    "first_dealer": "dealer", "ruleset": "rules", "overrides": "options", "seed": "random", "deck": "pack",
    "hands": "dealt", "state": "position", "action": "move", "actions": "moves", "deals": "hands", "records": "games",
    "record": "game", "incident": "irregularity", "taken": "drawn", "steps": "actions", "totals": "total",
    "players": "names", "election": "choice",
    "revoke": "renounce", "misdeal": "bad_deal", "deal_out_of_turn": "wrong_dealer", "exposed": "shown",
    "peeked": "peek", "wrong_exchange": "drew", "not_reckoned": "forgot", "lead_out_of_turn": "played_out_of_turn",
    "misinformed": "misled", "miscounted": "wrong_count", "spoiled": "missing_card", "false_claim": "false_trio",
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_a_name_is_suggested_to_whoever_uses_another_word_for_it(name: str) -> None:
    assert did_you_mean(WORDS[name], [name, "zzzz"]) == f" (did you mean {name}?)"


def test_every_name_with_synonyms_has_one_that_is_tried() -> None:
    assert {name for names in SYNONYMS.values() for name in names} == set(WORDS)


@pytest.mark.parametrize(
    ("given", "known", "names"),
    [
        ("portlnd", ["portland", "german"], "portland"),
        ("PORTLAND", ["portland", "portland-x"], "portland"),
        ("abcdef", ["abcdeg", "abcdeh", "abcdei", "abcdej"], 3),
        ("portland" * 5, ["portland"], ""),
        ("a", ["abcdefgh"], ""),
        ("xyz", ["portland"], ""),
        # Names of up to 32 characters are looked up, and those whose lengths differ by four at most.
        ("p" * 32, ["p" * 31], "p" * 31),
        ("p" * 33, ["p" * 31], ""),
        ("portland", ["portlandabcd"], "portlandabcd"),
        ("portland", ["portlandabcde"], ""),
        ("portlandabcd", ["portland"], "portland"),
        ("portlandabcde", ["portland"], ""),
    ],
)
def test_near_names_are_suggested_three_at_most(given: str, known: list[str], names: str | int) -> None:
    told = did_you_mean(given, known)
    if isinstance(names, int):
        assert sum(name in told for name in known) == names
    else:
        assert told == (f" (did you mean {names}?)" if names else "")


@pytest.mark.parametrize("separator", [" ", ",", ";", "|", "/", "+", "-", ", ", "\t", ""])
def test_a_list_of_cards_may_have_any_separator_or_none(separator: str) -> None:
    assert cards_in(f" {separator.join(['AS', 'TH', '7C'])} ") == ["AS", "TH", "7C"]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("ks", ["KS"]),
        ("SK", ["KS"]),
        ("10d", ["TD"]),
        ("D10", ["TD"]),
        ("♠K", ["KS"]),
        ("AS XX", None),
        ("", None),
        (" ".join(sorted(CARD)), sorted(CARD)),
        ("AS" + " " * 198, ["AS"]),
        ("AS" + " " * 199, None),
    ],
)
def test_a_card_may_be_written_in_other_ways(text: str, cards: list[str] | None) -> None:
    assert cards_in(text) == cards


@pytest.mark.parametrize(
    ("given", "likely"),
    [
        ("knave of hearts", "JH"),
        ("♠K", "KS"),
        ("10 D", "TD"),
        ("1S", "TH"),
        (7, "TH"),
        ("x" * 33, "TH"),
        ("KS" + " " * 30, "KS"),
        ("KS" + " " * 31, "TH"),
        # One rank and one suit are a card, and nothing else is.
        ("Spades, king", "KS"),
        ("king", "TH"),
        ("spades", "TH"),
        ("king queen", "TH"),
        ("hearts spades", "TH"),
        ("king of hearts spades", "TH"),
        ("king of my hearts", "TH"),
    ],
)
def test_what_is_no_card_is_told_with_the_card_that_was_probably_meant(given: object, likely: str) -> None:
    assert no_card(given).endswith(f", as {likely}")


def test_lists_and_counts_are_english() -> None:
    assert [listed(words) for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == ["", "A", "A and B", "A, B and C"]
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
