"""Text of messages: lists, counts, and suggestions for unknown names, with the synonyms that callers use."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from service.piquet.cards.cards import CARD, RANKS, SUITS, in_letters

# ---------------------------------------------------------------- synonyms of the names of the contract

# Words that callers use for names of the contract, of the game, of its neighbours and of other languages: the one table
# of them, for every closed list (types of action, replies, categories, suits, ranks) and every list of members. A word
# may stand for several names; the list that was expected decides which of them is suggested.
_TABLE: Final[Mapping[str, str]] = {
    # types of action
    "exchange": "discard draw take change swap lay_out lay_away throw_away replace écart ecart",
    "call": "announce declare bid meld announcement declaration annonce say_point",
    "reply": "say answer respond accept response",
    "play": "lead throw follow put play_card lay trick",
    "pass": "skip no_call nothing check",
    "reckon": "show score count claim_points",
    "decline": "refuse",
    "concede": "yield resign give_up surrender throw_up",
    "claim_carte_blanche": "carte_blanche blanche blank no_court_cards",
    "commit_discard": "announce_discard precommit",
    "look_at_left": "look see_left inspect_left view_left",
    "name_suit": "trump trumps choose_suit announce_suit",
    "state_tie_break": "tie_break break_tie tiebreak making",
    "amend": "correct correction undo take_back",
    "ruling": "elect decide decision",
    # replies
    "good": "yes ok okay accept accepted agreed bon valid",
    "not_good": "no bad nope refuse refused better invalid pas_bon",
    "equal": "same tie tied even égal egal égalité egalite",
    # categories
    "point": "points suit ruff colour couleur longest_suit",
    "sequence": "run straight tierce quart quarte quint quinte sixième sixieme septième septieme huitième huitieme",
    "set": "quatorze quatorzes trio trios brelan triplet quartet four_of_a_kind three_of_a_kind kind",
    # ranks
    "A": "ace aces as",
    "K": "king kings roi rois",
    "Q": "queen queens dame dames lady ladies",
    "J": "jack jacks knave knaves valet valets",
    "T": "ten tens dix",
    "9": "nine nines neuf",
    "8": "eight eights huit",
    "7": "seven sevens sept",
    "6": "six sixes",
    # suits
    "S": "spade spades pique piques",
    "H": "heart hearts coeur coeurs cœur cœurs",
    "D": "diamond diamonds carreau carreaux",
    "C": "club clubs trèfle trefle trèfles trefles",
    # members
    "seat": "player who side role by",
    "type": "action verb move kind name",
    "card": "play lead",
    "cards": "discard discards hand out",
    "category": "declaration class kind",
    "length": "size number cards_count",
    "value": "pips pip points total",
    "top": "highest high highest_card top_card",
    "count": "number size",
    "rank": "of face",
    "talon": "stock widow kitty rest left remaining",
    "dealer": "first_dealer deals dealing",
    "first_dealer": "dealer starts starter",
    "ruleset": "rules variant game rule_set rulebook",
    "overrides": "parameters params options settings changes",
    "seed": "random random_seed rng shuffle",
    "deck": "pack cards shuffled",
    "hands": "cards hand dealt",
    "state": "position game_state gamestate board",
    "action": "move act play",
    "actions": "moves acts history",
    "deals": "scores hands parties",
    "records": "record games parties files",
    "record": "piquet_record game partie file",
    "incident": "irregularity infraction incidents report",
    "taken": "drawn draw drew",
    "steps": "actions history moves",
    "totals": "total sum",
    "players": "names player",
    "election": "choice elect decision",
    # kinds of irregularity
    "revoke": "renounce renege renegue",
    "misdeal": "wrong_deal bad_deal",
}


def _by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, words in _TABLE.items():
        for word in words.split():
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


#: The names that a word may stand for, by the word in small letters with `_` for blanks.
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = _by_word()


# Comparing two names takes time proportional to the product of their lengths, so only names of similar length are.
_LONGEST = 32  # no known name is longer
_DIFFERENCE = 4
_LIKENESS = 0.7
_MOST = 3

#: For how many unknown names near ones are looked up where there may be many: each takes a tenth of a millisecond.
LOOKED_UP = 8


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as a list in a sentence: `A, B and C`."""
    *most, last = words or ("",)
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return the known names close to `given` or meant by it, as the end of a sentence: ` (did you mean A or B?)`.

    It is empty if there is none.
    """
    near = _near(given, list(known)) if len(given) <= _LONGEST else []
    return f" (did you mean {listed(near, 'or')}?)" if near else ""


def no_card(given: object) -> str:
    """Why a value is not a card, with the card that was probably meant: `is not a card; …, as TH`."""
    return f"is not a card; a card is its rank, then its suit, as {card_named(given) or 'TH'}"


def card_named(given: object) -> str | None:
    """Return the card that a person wrote as `10S`, `♠10` or `ten of spades`; None if it is none."""
    return _near_card(_plain(given)) if isinstance(given, str) and len(given) <= _LONGEST else None


def cards_in(text: str) -> list[str] | None:
    """Return the cards that a text lists, with or without separators; None if it is no list of cards."""
    if len(text) > _LONGEST_LIST:
        return None
    words = _SEPARATORS.split(text.strip())
    found = [_near_card(_plain(word)) for word in words]
    if None in found and len(words) == 1 and _PAIRS.fullmatch(_plain(text)):
        found = list(_PAIR.findall(_plain(text)))
    return None if None in found else [card for card in found if card]


_LONGEST_LIST = 200  # 36 cards with their separators are shorter
_SEPARATORS = re.compile(r"[\s,;|/+-]+")
_PAIR = re.compile("[6-9TJQKA][SHDC]")
_PAIRS = re.compile(f"(?:{_PAIR.pattern})+")


def _plain(text: str) -> str:
    return in_letters(text.strip().upper())


def _near(given: str, known: list[str]) -> list[str]:
    same = [name for name in known if _plain(name) == _plain(given)]
    meant = SYNONYMS.get(_word(given), ())
    same = same or [name for name in known if name in meant]
    alike = [name for name in known if abs(len(name) - len(given)) <= _DIFFERENCE]
    return same or get_close_matches(given.lower(), alike, _MOST, _LIKENESS)


def _word(text: str) -> str:
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def _near_card(text: str) -> str | None:
    return next((card for card in (text, text[::-1]) if card in CARD), None) or _card_in_words(text)


def _card_in_words(text: str) -> str | None:
    """Return the card that is written as `knave of hearts` or `T D`."""
    words = [word for word in re.findall(r"\w+", text.lower()) if word != "of"]
    names = [name for word in words for name in {word.upper(), *SYNONYMS.get(word, ())}]
    ranks, suits = set(RANKS) & set(names), set(SUITS) & set(names)
    return ranks.pop() + suits.pop() if len(words) == len(ranks) + len(suits) == 2 and len(ranks) == 1 else None
