"""Words that callers use for names of the contract: synonyms of the game, of its neighbours and of other languages.

The one table of them. `suggestions.did_you_mean` looks them up wherever it suggests a name, so every closed list
(types of action, replies, categories, suits, ranks) and every list of members has them. A word may stand for several
names; the list that was expected decides which of them is suggested.
"""

from collections.abc import Mapping
from typing import Final

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
    "T": "ten tens dix 10",
    "9": "nine nines neuf",
    "8": "eight eights huit",
    "7": "seven sevens sept",
    "6": "six sixes",
    # suits
    "S": "spade spades pique piques ♠",
    "H": "heart hearts coeur coeurs cœur cœurs ♥ ♡",
    "D": "diamond diamonds carreau carreaux ♦ ♢",
    "C": "club clubs trèfle trefle trèfles trefles ♣ ♧",
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
