"""What each code of law says in the rows in which the codes differ (docs/law.md, the codes).

A row has a term for each code: a word that programs branch on, and a sentence that describes it. Where a code is silent
it has the term of the code that it descends from.

    value(rules, "stand_13")        "twelve_each"
    term(rules, "stand_13").source  "portland"
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.rulesets.law_parameters import CODES, NO_LAW, PREFIX, ROWS
from service.piquet.rulesets.parameters import Ruleset


class Term(NamedTuple):
    """What a code says in a row. `source` is the code that says so: another one where the code itself is silent."""

    word: str
    meaning: str
    source: str


#: The code that a code falls back to where it is silent.
PARENT: Final[Mapping[str, str]] = {"au-cent": "portland", "hoyle": "au-cent", "french": "portland", "old": "au-cent"}

_PORTLANDS: Final = {"hoyle": "portland", "old": "portland"}
# Rows in which a silent code does not fall back to its parent, and the code that it falls back to.
_FALLS_BACK: Final[Mapping[str, Mapping[str, str]]] = {
    "cut_exposed": _PORTLANDS,
    "wrong_pack": _PORTLANDS,
    "out_of_turn": {"hoyle": "portland"},
    "stand_11": {"old": "portland"},
    "stand_7": _PORTLANDS,
    "discard_final": {"old": "portland"},
    "stock_shown": {"old": "portland"},
    "false_refusal": {"old": "portland"},
    "late_look": {"old": "portland"},
}

_E3: Final = "The great penalty (E3)."
_OWN_FIRST_CARD: Final = ("own_first_card", "Until the player who forgot it plays a card.")

# By row and code, the word and the sentence of what the code itself says.
_SAID: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "cut_exposed": {
        "portland": ("again", "The player cuts again."),
        "au-cent": ("lowest_counts", "The lowest of the cards counts as the cut, if the adversary likes."),
    },
    "wrong_pack": {
        "portland": ("taken_up", "Until somebody takes up a card."),
        "au-cent": ("deal_complete", "Until the last card is dealt."),
    },
    "out_of_turn": {
        "portland": (
            "twice_running",
            "Void if whoever noticed has not taken up their cards; else the deal stands, and its elder deals twice.",
        ),
        "au-cent": ("no_remedy", "Void if the dealer has not taken up their hand; else nothing follows."),
        "old": (
            "void_if_unseen",
            "Void unless the dealer has seen a card of their own; then the deal stands, and its elder deals twice.",
        ),
    },
    "one_card_wrong": {
        "portland": ("elder_before_taking", "Elder, before taking up a card of the talon."),
        "au-cent": ("elder_before_touching", "Elder, before touching the talon."),
        "hoyle": ("elder_thirteen_or_short", "Elder, if either hand has thirteen cards or elder has one too few."),
        "french": ("nondealer", "The player who did not deal."),
        "old": (
            "holder_discards_more",
            "Elder; if the deal stands, a player with thirteen cards says so and discards one card more.",
        ),
    },
    "many_wrong": {
        "portland": ("two_off_or_nine", "Two cards or more went to the wrong place, or the talon has one too many."),
        "hoyle": ("over_thirteen", "A hand has more than thirteen cards."),
        "old": ("fifteen", "A hand has fifteen cards or more; short of that as under the Portland code."),
    },
    "stand_13": {
        "portland": ("twelve_each", "Both exchange so that they end with twelve cards (E11)."),
        "au-cent": (
            "elder_may_take_none",
            "Elder may take no card and leaves three at least; younger may discard none.",
        ),
        "hoyle": ("one_more_discarded", "The player with thirteen cards discards one more than they take."),
        "old": ("one_more_discarded", "The player with thirteen cards discards one more than they take."),
    },
    "stand_11": {
        "portland": ("twelve_each", "Both exchange so that they end with twelve cards (E11)."),
        "au-cent": ("younger_may_take_none", "Elder discards one card at least; younger may take none."),
        "hoyle": ("elder_leaves_three", "Elder leaves three cards of the talon."),
    },
    "stand_7": {
        "portland": ("twelve_each", "Both exchange so that they end with twelve cards (E11)."),
        "au-cent": ("younger_may_take_none", "Elder leaves three cards at least; younger may take none."),
    },
    "faced": {
        "portland": ("redeal", "The cards are dealt again."),
        "hoyle": ("redeal_but_bottom", "The cards are dealt again, unless it is the bottom card."),
        "old": ("redeal_from_two", "One card stays with the player it falls to; for two the cards are dealt again."),
    },
    "discard_final": {
        "portland": ("taken_up", "From when the player takes up a card of the talon."),
        "au-cent": (
            "touched_with_exceptions",
            "From when the player touches the talon, unless it is free (L11, L32, L38).",
        ),
        "hoyle": ("touched", "From when the player touches the talon."),
    },
    "stock_shown": {
        "portland": ("reckons_nothing", _E3),
        "au-cent": (
            "younger_loses_game",
            "Elder: the great penalty (E3). Younger who takes up a card loses the game (E10).",
        ),
        "hoyle": ("reckons_nothing", _E3),
    },
    "stock_mixed": {
        "portland": ("reckons_nothing_or_redeal", "The great penalty (E3) or a fresh deal, as the adversary likes."),
        "au-cent": ("loses_game", "The game is lost (E10)."),
        "hoyle": (
            "elder_or_five_loses_game",
            "Elder loses the game (E10), and so does younger who takes five cards when elder did not leave two.",
        ),
        "old": ("surplus_returned", "The great penalty (E3); what is not mixed goes back."),
    },
    "long_hand": {
        "portland": ("reckons_nothing", _E3),
        "hoyle": ("reckons_nothing", _E3),
        "french": ("reckons_nothing", _E3),
        "old": ("reckons_nothing", _E3),
    },
    "short_hand": {
        "portland": (
            "unanswered_tricks",
            "No penalty; cards that it cannot answer are tricks of the other hand (E7).",
        ),
        "hoyle": ("no_penalty", "No penalty."),
        "french": ("capot_possible", "As unanswered tricks (E7), with which the other can make a capot."),
        "old": (
            "last_card_answers",
            "As unanswered tricks (E7); the last card is played to whatever is led.",
        ),
    },
    "dealer_saw": {
        "portland": ("nothing_more", "Nothing beyond the laws on cards that are shown (L13) or lifted (L27)."),
        "french": (
            "leads_named_suit",
            "Elder names a suit, which the dealer must lead, once for each card of the talon that the dealer saw (E8).",
        ),
    },
    "mend_call": {
        "portland": ("reply", "Until younger replies."),
        "au-cent": ("misnomer_until_lead", "Never; but a wrong name until the lead."),
        "hoyle": ("own_first_card", "Until elder leads."),
        "french": ("own_first_card", "Until elder plays their first card."),
        "old": ("own_first_card", "Until elder plays their first card."),
    },
    "mend_reply": {
        "portland": ("next_call", "Until elder's next call, or elder's lead."),
        "au-cent": ("never", "Never."),
        "old": ("first_card", "Until younger's first card."),
    },
    "mend_claim": {
        "portland": ("first_card", "Until younger's first card."),
        "au-cent": ("own_next_card", "Until the player who claimed it plays their next card."),
        "french": ("own_first_card", "Until the player who claimed it plays their first card."),
        "old": ("own_first_card", "Until the player who claimed it plays their first card."),
    },
    "false_claim": {
        "portland": (
            "reckons_nothing",
            "The great penalty (E3) and a late reckoning (E5), but not for a misnomer nor for what could not be held.",
        ),
        "au-cent": (
            "sets_only",
            "The great penalty (E3) for sets; points and sequences are lost if they are not shown (LA1).",
        ),
        "hoyle": ("reckons_nothing", _E3),
        "french": ("reckons_nothing", _E3),
        "old": (
            "reckons_nothing_misnomers_too",
            "The great penalty (E3), for misnomers too; nothing of it saves pique or repique. Late reckoning (E5).",
        ),
    },
    "must_show": {
        "portland": ("never", "None, unless the adversary asks."),
        "au-cent": (
            "point_and_sequence",
            "A point and a sequence, before the lead; else younger may reckon their own, even equal or lower ones.",
        ),
        "hoyle": ("point", "A point."),
        "french": ("winning_point", "A point that beats the other player's."),
        "old": ("before_own_first_card", "A point and sequences, by each player before their own first card."),
    },
    "shown_bars": {
        "portland": ("reckoned_or_shown", "Whatever was reckoned or shown bars what it beats or equals."),
        "au-cent": ("shown_sequence", "A sequence that was shown bars equal and lower sequences."),
        "hoyle": ("equal_sequences", "A sequence that was shown bars equal ones."),
        "old": ("nothing", "None."),
    },
    "false_refusal": {
        "portland": ("elder_reckons", "Elder reckons what was called."),
        "au-cent": (
            "elder_reckons_after_lead",
            "Elder reckons what was called, even after the lead, and also if younger does not show what they claimed.",
        ),
    },
    "omitted": {
        "portland": ("first_card", "Until younger's first card."),
        "au-cent": _OWN_FIRST_CARD,
        "hoyle": _OWN_FIRST_CARD,
        "french": _OWN_FIRST_CARD,
        "old": _OWN_FIRST_CARD,
    },
    "late_look": {
        "portland": ("shared", "Both players may see the cards (E9)."),
        "au-cent": ("shared_and_suit", "Both players may see the cards (E9), and the other names a suit to lead (E8)."),
        "hoyle": ("forbidden", "The cards may not be looked at."),
    },
    "count_errors": {
        "portland": ("next_hand", "Until the player whose count is wrong sees their next hand."),
        "au-cent": ("end_of_game", "Until the game ends."),
        "old": ("bonuses_next_shuffle", "A pique or repique until the next shuffle, the rest until the game ends."),
    },
}


#: By the word of the row `must_show`, the categories that a player must show, or else loses (LA1).
MUST_SHOW: Final[Mapping[str, tuple[str, ...]]] = {
    "never": (),
    "point_and_sequence": ("point", "sequence"),
    "point": ("point",),
    "winning_point": ("point",),
    "before_own_first_card": ("point", "sequence"),
}


def must_be_shown(rules: Ruleset, category: str) -> bool:
    """Whether elder must show what was called in a category before the lead, or else loses it (LA1)."""
    return category in MUST_SHOW.get(value(rules, "must_show"), ())


#: How a hand that is too short is played, by the word of the row `short_hand`.
SHORT_HAND: Final[Mapping[str, str]] = {
    "unanswered_tricks": "the cards that the hand cannot answer are tricks of the opponent",
    "no_penalty": "there is no penalty; the cards that the hand cannot answer are tricks of the opponent",
    "capot_possible": "the cards that the hand cannot answer are tricks of the opponent, who may make a capot with "
    "them",
    "last_card_answers": "the last card of the hand is played to whatever is led, and the rest are tricks of the "
    "opponent",
}


def _term(row: str, code: str) -> Term:
    source, said = code, _SAID[row]
    while source not in said:
        source = _FALLS_BACK.get(row, {}).get(source) or PARENT[source]
    return Term(*said[source], source)


#: By row and code, what the code says or inherits.
TERMS: Final[Mapping[str, Mapping[str, Term]]] = {row: {code: _term(row, code) for code in CODES} for row in ROWS}


def code_for(rules: Ruleset, row: str) -> str:
    """Return the name of the code that a ruleset takes a row from: the row's own parameter, or else `law`.

    Or `none`.
    """
    own: str | None = getattr(rules, PREFIX + row)
    return rules.law if own is None else own


def term(rules: Ruleset, row: str) -> Term | None:
    """Return what the law of a ruleset says in a row; None if the ruleset has no law.

    Raises `KeyError` for an unknown row.
    """
    code = code_for(rules, row)
    return None if code == NO_LAW else TERMS[row][code]


def value(rules: Ruleset, row: str) -> str:
    """Return the word for what the law of a ruleset says in a row; `none`, which no row has, if the ruleset has no law.

    Raises `KeyError` for an unknown row.
    """
    said = term(rules, row)
    return said.word if said else NO_LAW
