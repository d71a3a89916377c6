"""Rulings in words: every election that the law offers has a sentence in both languages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from service.piquet.law.data.codes import TERMS
from service.piquet.law.data.elections import EFFECTS, ELECTIONS, UNTIL
from service.piquet.law.data.laws import LAWS
from service.piquet.law.decide import (
    MORE,
    OFFERS,
    QUESTIONS,
    STATUSES,
    TOO_LATE,
    UNDECIDED,
    ElectionOffer,
    Fact,
    Ruling,
    explore,
    for_seat,
    ruling_on_facts,
    seated,
    verdicts,
)
from service.piquet.law.kinds import BY_NUMBER, KINDS, TABLES
from service.piquet.law.kinds.tables import FORMS
from service.piquet.law.sentences import election_sentence, fact, ruling_sentence, unraised
from service.piquet.rulesets.parameters import LAW_CODES, NO_LAW
from service.piquet.rulesets.published import ruleset
from service.piquet.written import ruling_dict
from service.words import LANGUAGES, Language, words_in

PORTLAND = ruleset("portland")


def ruling_with(kind: str, offer: ElectionOffer, entitled: tuple[str, ...], offender: str | None) -> Ruling:
    """A ruling on a kind of irregularity with one election."""
    found = ruling_on_facts(PORTLAND, "offer", {})
    return replace(found, kind=kind, entitled=entitled, offender=offender, elections=(offer,), status="open")


@cache
def rulings() -> list[Ruling]:
    return list(_from_facts())


def _from_facts() -> Iterator[Ruling]:
    """A ruling for each election to which the tables lead under some code, whatever the facts are."""
    for code, table in product(LAW_CODES, TABLES.values()):
        rules = ruleset("portland", {"law": code})
        if code != NO_LAW:
            for found in verdicts(explore(rules, table, {}, frozenset())):
                for offer in found.offers:
                    yield ruling_with(BY_NUMBER[found.number].name, offer, found.entitled, found.offender)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_election_that_is_offered_has_a_sentence(lang: Language):
    """In the tables (of the law, under every code) and in deals: who, what and until when."""
    words = words_in(lang).rulings
    assert len(rulings()) > 100
    told = {ruling.elections[0].until for ruling in rulings()}
    assert {ruling.elections[0].election for ruling in rulings()} == ELECTIONS.keys()
    assert told == UNTIL.keys() - {"end_of_game"}, "which ends corrections only"
    for ruling in rulings():
        (offer,) = ruling.elections
        sentence = election_sentence(ruling, offer, lang)
        assert sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence
        if len(ruling.entitled) == 1:
            assert sentence.lower().startswith(words.within[ruling.entitled[0]])
        else:
            assert sentence.lower().startswith(words.either_player)
        assert any(text in sentence for key, text in words.until.items() if key.split()[0] == offer.until)


def test_every_phrase_is_of_an_election_an_effect_a_time_a_kind_or_a_status_that_there_is():
    words, kinds = words_in("en").rulings, {kind.name for kind in KINDS}
    names = words_in("en").pictures.kinds
    offered = {(offer.election, kind.name) for kind in KINDS for offer in OFFERS[kind.number]}
    offered |= {(ruling.elections[0].election, ruling.kind) for ruling in rulings()}
    assert {key for key in words.elections if " " not in key} == ELECTIONS.keys()
    assert {tuple(key.split()) for key in words.elections if " " in key} <= offered
    assert {key.split()[0] for key in words.effects} <= ELECTIONS.keys()
    assert {key.split()[1] for key in words.effects} <= EFFECTS.keys()
    assert {(key.split()[0], key.split()[2]) for key in words.effects if key.count(" ") == 2} <= offered
    assert {key.split()[0] for key in words.until} == UNTIL.keys()
    assert {key.split()[0] for key in names} == {key.split()[0] for key in words.happened} == kinds
    assert {key.split()[1] for key in (*names, *words.happened) if " " in key} <= LAWS.keys() | {"untrue"}
    assert words.statuses.keys() == STATUSES.keys() | {"elected", UNDECIDED}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phrases_have_words_and_punctuation_only(lang: Language):
    words = words_in(lang).rulings
    parts = (
        words.within,
        words.of,
        words_in(lang).pictures.kinds,
        words.happened,
        words.elections,
        words.effects,
        words.until,
        words.statuses,
    )
    phrases = [phrase for part in (*parts, words.choices) for phrase in part.values()]
    phrases += [words.may, words.colon, words.deadline, words.conjunction, words.either_player, words.entitled_player]
    names = re.compile(r"\{(?:who|what|other|[fF]ollows|misplaced|sentence|until)\}")
    for phrase in (*phrases, words.other_player):
        assert re.fullmatch(r"[\w ,:.'’-]*", names.sub("", phrase)), phrase


def texts() -> set[str]:
    """Everything that a ruling may say, besides the sentences that are composed: messages, questions and the like."""
    found = {case.message for table in TABLES.values() for case in table.cases}
    found |= {case.unraised for table in TABLES.values() for case in table.cases if case.unraised}
    found |= {kind.unraised for kind in KINDS}
    found |= {kind.what for kind in KINDS if not (kind.public and kind.public_finding)}
    asked = [each for facts in QUESTIONS.values() for each in facts if each.offered or not each.optional]
    found |= {text for question in asked for text in (question.text, question.explanation) if text}
    return (
        found
        | {form.form for form in FORMS.values()}
        | {MORE, TOO_LATE, ruling_on_facts(NO_LAW_RULES, "run", {}).message}
    )


NO_LAW_RULES = ruleset("portland", {"law": NO_LAW})

#: What the codes say in their rows; an arbiter reads it without the references at its end.
MEANINGS = {term.meaning for row in TERMS.values() for term in row.values()}

#: How what may be null is written.
OR_NULL = "{form}, or null"

#: What is no word of a sentence: `a_b`, `E7`, `LR16`, `S4 7`, back quotes, and the words of JSON.
NO_WORDS = re.compile(r"\b[A-Za-z]+_\w+|\b[A-Z]{1,2}\d+|`|\bnull\b")


def read_out(meaning: str, lang: Language) -> str:
    """What a code says, as a ruling has it among its facts."""
    known = Fact("law_faced", {"code": "portland", "says": meaning}, "law")
    return fact(known, lang)["says"]


def test_what_a_ruling_says_has_no_codes_in_it():
    """An arbiter reads it out: laws, effects, kinds and times are members of their own."""
    assert [text for text in texts() if NO_WORDS.search(re.sub(r"\{\w+\}", "", text))] == []
    assert [meaning for meaning in MEANINGS if NO_WORDS.search(read_out(meaning, "en"))] == []


def test_no_french_text_stands_at_the_place_of_another():
    """A sentence has about as many letters in both languages."""
    for english, text in words_in("fr").rulings.texts.items():
        assert len(english) / 2 - 5 < len(text) < 2 * len(english) + 5, english


def test_all_that_a_ruling_says_has_a_french_text():
    """With the same players and numbers in it: `{of_other}` is `{other}` after "de"."""
    french = words_in("fr").rulings.texts
    assert french.keys() == texts() | MEANINGS | {OR_NULL}
    for english, text in french.items():
        names = [set(re.findall(r"\{(?:of_)?(\w+)\}", each)) for each in (english, text)]
        assert names[0] - names[1] <= {"side"}, english
        assert names[1] <= names[0], english
        words = re.sub(r"\{\w+\}", "", text)
        assert not NO_WORDS.search(words) or english == OR_NULL, text
        assert not ENGLISH_WORDS.search(words), text


#: Words that no French sentence has.
ENGLISH_WORDS = re.compile(
    r"\b(?:the|is|are|was|were|of|and|with|to|by|cards?|deals?|dealt|elder|younger|player|hand|it|not|who|which|be|may|"
    r"good|suit|trick|discard|penalty|settled|late|choice)\b",
    re.I,
)


@pytest.mark.rule("L28", "L39", "E11")
def test_a_ruling_is_in_french_throughout():
    facts = {"dealt": (13, 11, 8), "taken_up": ("younger",), "stock": "taken"}
    asked = ruling_dict(ruling_on_facts(PORTLAND, "misdeal", facts), [], "fr")
    assert asked["message"] == "la loi en dit plus quand on en sait plus"
    (need,) = asked["needs"]
    assert need["question"] == "Combien de cartes le premier a-t-il après son écart ?"
    assert need["form"] == "un nombre entier de 0 à 36"
    lapsed = ruling_dict(ruling_on_facts(PORTLAND, "misdeal", facts | {"cards": 12}), [], "fr")
    assert lapsed["unraised"] == "les mains sont jouées avec les cartes qu’elles ont, et toutes les marques restent"
    assert {each["name"]: each["value"] for each in lapsed["facts"]}["law_many_wrong"]["says"] == (
        "Deux cartes ou plus sont mal placées, ou le talon en a une de trop."
    )


def sentences(ruling: Ruling, lang: Language) -> list[str]:
    return [election_sentence(ruling, offer, lang) for offer in ruling.elections]


@pytest.mark.rule("L11", "E11")
def test_elder_is_told_that_the_cards_may_be_dealt_again_until_they_take_one_up():
    """L-W2: thirteen, eleven and eight cards: elder may have a fresh deal, or stand, before taking a card."""
    facts = {"dealt": (13, 11, 8), "taken_up": ("elder", "younger"), "stock": "untouched"}
    ruling = ruling_on_facts(PORTLAND, "misdeal", facts)
    assert sentences(ruling, "en") == [
        "Elder may have the cards dealt again, until they take up a card from the talon.",
        (
            "Elder may let the deal stand as it was dealt: the exchanges then bring both hands to twelve cards. "
            "This may be done until they take up a card from the talon."
        ),
    ]
    assert (
        sentences(ruling, "fr")[0] == "Le premier peut faire redonner les cartes, avant de relever une carte du talon."
    )
    assert ruling_sentence(ruling, "en").endswith("Elder has the choice.")
    # With seats: B dealt, so A is elder, and no role is named any more.
    assert sentences(seated(ruling, "B"), "en")[0] == (
        "A may have the cards dealt again, until they take up a card from the talon."
    )
    assert (
        ruling_sentence(seated(ruling, "B"), "fr") == "B (le dernier) a fait une maldonne. A (le premier) a le choix."
    )
    assert (unraised(seated(ruling, "B"), "en") or "").startswith(
        "the deal stands; A has lost the choice by exchanging"
    )


@pytest.mark.rule("L28", "E3", "E10")
def test_the_penalty_is_told_as_the_code_has_it():
    """L-W14 and L-W38: elder mixes a card of younger's. Portland: E3 or a fresh deal; au cent: the game (E10)."""
    positions = (1, 2, 3, 4, 5, 6)
    facts = {"side": "elder", "leaves": 0, "discarded": 5, "taken": positions, "mixed": positions}
    assert sentences(ruling_on_facts(PORTLAND, "wrong_exchange", facts), "en") == [
        "Younger may have the cards dealt again, until they take up a card from the talon.",
        (
            "Younger may have the penalty enforced: elder scores nothing in this deal, except for a carte blanche. "
            "This may be done until the next deal is dealt."
        ),
        "Younger may waive the penalty, until the next deal is dealt.",
    ]
    of_the_game, _ = sentences(ruling_on_facts(ruleset("au-cent"), "wrong_exchange", facts), "fr")
    assert of_the_game == (
        "Le dernier peut exiger la peine : le premier perd la partie. Cela se fait jusqu’à la donne suivante."
    )


@pytest.mark.rule("L54", "LR5")
def test_who_waives_the_penalty_for_a_false_claim_still_has_it_taken_away():
    facts = {
        "side": "elder",
        "category": "sequence",
        "held": False,
        "mended": "never",
        "allowed": True,
        "shown": False,
        "in_union": True,
    }
    enforce, waive = sentences(ruling_on_facts(PORTLAND, "false_claim", facts), "en")
    assert enforce == (
        "Younger may have the penalty enforced: elder scores nothing in this deal, except for a carte blanche, and "
        "younger scores what their hand after the exchange has that is good. This may be done until the next deal is "
        "dealt."
    )
    assert waive == (
        "Younger may waive the penalty: what was false is taken away all the same, and younger scores what their hand "
        "after the exchange has that is good. This may be done until the next deal is dealt."
    )


@pytest.mark.rule("L59", "E6")
def test_either_player_may_have_a_revoke_put_right():
    """L-W32: no penalty, and no choice between remedies: play goes back to the card that did not follow."""
    ruling = ruling_on_facts(PORTLAND, "revoke", {"side": "younger", "card": "TC"})
    assert sentences(ruling, "en") == [
        (
            "Either player may, without the opponent's consent, have play taken back to the card that did not follow: "
            "a card of the suit is played there, and what was played and scored since is taken back. This may be done "
            "until the next deal is dealt."
        )
    ]
    assert ruling_sentence(ruling, "fr") == "Le dernier n’a pas fourni la couleur demandée."


@pytest.mark.rule("L12", "LR1")
def test_who_decides_about_a_deal_that_is_too_wrong_when_and_what_if_nobody_says_anything():
    """L-W1, 14, 10 and 8 too: the law leaves no choice, but a deal that nobody raises stands. One of them raises it."""
    facts = {"dealt": (13, 13, 6), "taken_up": ("elder", "younger")}
    ruling = ruling_on_facts(PORTLAND, "misdeal", facts)
    assert (ruling_sentence(ruling, "en"), *sentences(ruling, "en"), unraised(ruling, "en")) == (
        "Younger misdealt, with 2 of the cards in the wrong place. If either player asks, the cards are dealt again.",
        (
            "Either player may, without the opponent's consent, have the cards dealt again, until the next deal is "
            "dealt."
        ),
        "the deal stands as it was dealt",
    )
    assert sentences(ruling, "fr") == [
        (
            "L’un ou l’autre joueur peut, sans l’accord de l’adversaire, faire redonner les cartes, jusqu’à la donne "
            "suivante."
        )
    ]
    assert ruling_sentence(ruling, "fr") == (
        "Le dernier a fait une maldonne, cartes mal placées : 2. Si l’un des joueurs le demande, les cartes sont "
        "redonnées."
    )


@pytest.mark.rule("L10", "L11", "L12", "LR15")
@pytest.mark.parametrize(
    ("dealt", "follows"),
    [
        ((13, 13, 6), "either player may have the cards dealt again, until the next deal is dealt"),
        ((13, 12, 7), "elder may have the cards dealt again, or let the deal stand, before the exchange"),
    ],
)
def test_what_follows_a_misdeal_that_nobody_raises_before_a_hand_is_taken_up(dealt: tuple[int, ...], follows: str):
    """K1a, unraised: b or c, by the cards in the wrong place."""
    ruling = ruling_on_facts(PORTLAND, "misdeal", {"dealt": dealt, "taken_up": ()})
    assert (ruling.law, unraised(ruling, "en")) == ("L10", follows)


@pytest.mark.rule("L16", "LR16")
@pytest.mark.parametrize(
    ("lang", "follows"),
    [("en", "the deal stands, and A deals the next two"), ("fr", "la donne reste, et A donne les deux prochaines")],
)
def test_who_deals_next_has_a_seat_if_the_dealer_is_known(lang: Language, follows: str):
    """L-W9: B dealt out of turn, so A, elder of that deal, deals the next two."""
    facts = {"deal": 3, "deals": 6, "taken_up": ("elder", "younger")}
    assert unraised(seated(ruling_on_facts(PORTLAND, "deal_out_of_turn", facts), "B"), lang) == follows


@pytest.mark.rule("L16")
def test_a_ruling_without_a_choice_says_so():
    facts = {"deal": 3, "deals": 6, "taken_up": ("elder", "younger")}
    assert ruling_sentence(ruling_on_facts(PORTLAND, "deal_out_of_turn", facts), "en").endswith(
        "It is too late: the deal stands, and its elder deals the next two."
    )
    assert (
        ruling_sentence(ruling_on_facts(PORTLAND, "misdeal", {"dealt": (12, 12, 8)}), "fr")
        == "Il n’y a pas d’irrégularité : les nombres de cartes sont justes."
    )


@pytest.mark.rule("L39", "K1d")
def test_the_dealers_misdeal_and_elders_exchange_in_it_are_two_things():
    """B dealt thirteen cards to A, who then exchanged without a word: B erred first, A lost the choice."""
    facts = {"dealt": (13, 11, 8), "taken_up": ("elder", "younger"), "stock": "taken", "cards": 13}
    ruling = ruling_on_facts(PORTLAND, "misdeal", facts)
    assert ruling_sentence(seated(ruling, "B"), "en") == (
        "B (younger) misdealt, and A (elder) exchanged without accepting the deal first. B (younger) has the choice."
    )
    assert ruling_sentence(ruling, "fr") == (
        "Le dernier a fait une maldonne, et le premier a écarté sans accepter d’abord la donne. Le dernier a le choix."
    )


@pytest.mark.rule("L57", "K26")
def test_a_hand_that_is_too_short_is_not_called_too_long():
    ruling = ruling_on_facts(PORTLAND, "long_hand", {"side": "elder", "cards": 11})
    assert ruling_sentence(seated(ruling, "A"), "en") == (
        "B (elder) had fewer than twelve cards. It is settled: the cards that the hand cannot answer are tricks of the "
        "opponent."
    )


@pytest.mark.rule("L37", "K9")
def test_who_has_no_choice_yet_is_told_when_there_is_one():
    """Younger buried cards that they had left, and elder has not led: there is nothing to correct."""
    ruling = ruling_on_facts(PORTLAND, "buried", {"side": "younger", "source": "left", "elder_led": False})
    assert ruling_sentence(ruling, "en").endswith(" Elder may see younger's discard after the first lead.")


@pytest.mark.rule("L13")
def test_the_choice_is_the_same_for_the_player_who_does_not_have_it():
    ruling = seated(ruling_on_facts(PORTLAND, "exposed", {"owner": "elder"}), "B")
    for seat in "AB":
        assert ruling_sentence(for_seat(ruling, seat), "en").endswith(" A (elder) has the choice.")


def test_a_ruling_that_needs_facts_says_that_there_is_more():
    ruling = ruling_on_facts(PORTLAND, "misdeal", {"dealt": (13, 11, 8)})
    assert (
        ruling.needs
        and ruling_sentence(ruling, "en") == "A player misdealt. What follows depends on what is not known yet."
    )
