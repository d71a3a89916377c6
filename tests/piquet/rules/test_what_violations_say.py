"""What the reasons of a refusal say, all of them in order: code, rule, place and parameters (docs/errors.md).

The rules are those of docs/rules.md; the place is the member of the action that breaks the rule.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

from tests.helpers.cards import portland
from tests.helpers.game import Game

# Elder: point of four spades (41); H AJ8 and C KQJ (30); the quart of spades, the tierce C KQJ; four knaves, three
# queens. Younger: points of five, H KQT97 (46) and D AK987 (45); the tierce D 987; no set.
ELDER, YOUNGER = "S AKQJ H AJ8 D QJ C KQJ", "H KQT97 D AK987 S 98"
# Three cards of each suit in both hands, and every category elder's.
MASTERS, LOW = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"
HIGH, BLANK, TALON = "S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C AKQJT987"
COURT = ["KS", "QS", "JS", "KH", "QH", "JH", "KD", "QD", "JD"]
SHOW = portland(carte_blanche_protocol="show")
ALWAYS = portland(abide_by_call="always")

Json = Any
Told = tuple[str, str, str, dict[str, Json]]


def told(game: Game, who: str, kind: str, **members: Json) -> list[Told]:
    """The violations of an action: code, rule, place under the action, and parameters."""
    return [
        (one["code"], one["rule"], one["pointer"].removeprefix("/action"), one["params"])
        for one in game.refused(who, kind, **members)
    ]


@functools.cache
def dealt(elder: str, younger: str, ruleset: str = "") -> Game:
    return Game.deal(elder, younger, TALON, ruleset=ruleset or "portland")


def fresh(game: Game) -> Game:
    """The game in its state, to be played on."""
    return Game({"state": game.state, "events": []})


@functools.cache
def exchanged(elder: str = ELDER, younger: str = YOUNGER, ruleset: str = "portland") -> Game:
    return Game.exchanged(elder, younger, ruleset=ruleset)


# -- carte blanche


@pytest.mark.rule("R3.1", "R3.3")
def test_a_claim_is_told_everything_that_is_wrong_with_it():
    game = dealt(BLANK, HIGH)
    said = ("carte_blanche.exchange_not_said", "R3.3", "/exchange", {})
    court = ("carte_blanche.court_cards", "R3.1", "", {"cards": COURT})
    assert told(game, "elder", "claim_carte_blanche") == [("carte_blanche.exchange_missing", "R3.3", "/exchange", {})]
    # R4.1: one card to five.
    few = ("exchange.too_few", "R4.1", "/exchange", {"count": 0, "min": 1})
    many = ("exchange.too_many", "R4.1", "/exchange", {"count": 6, "max": 5})
    assert told(game, "elder", "claim_carte_blanche", exchange=0) == [few]
    assert told(game, "elder", "claim_carte_blanche", exchange=6) == [many]
    assert told(game, "younger", "claim_carte_blanche") == [court]
    assert told(game, "younger", "claim_carte_blanche", exchange=3) == [court, said]
    # Where the hand is shown at once no number is said, and younger waits until elder has exchanged.
    shown = Game.deal(BLANK, HIGH, TALON, ruleset=SHOW)
    early = ("carte_blanche.too_early", "R3.3", "", {})
    assert told(shown, "elder", "claim_carte_blanche", exchange=3) == [said]
    assert told(shown, "younger", "claim_carte_blanche") == [court, early]
    shown.do("elder", "claim_carte_blanche")
    claimed = ("carte_blanche.already_claimed", "R3.1", "", {})
    assert told(shown, "elder", "claim_carte_blanche") == [claimed]
    shown.exchange("S T")
    late = ("carte_blanche.after_exchange", "R3.1", "", {})
    assert told(shown, "elder", "claim_carte_blanche") == [claimed, late]
    assert told(shown, "younger", "claim_carte_blanche") == [court]


# -- the exchange


@pytest.mark.rule("R3.3", "R4.1", "R4.2", "R4.3")
def test_an_exchange_is_told_its_bounds_and_the_cards_that_are_not_held():
    game = dealt(BLANK, HIGH)
    many = ("exchange.too_many", "R4.1", "/cards", {"count": 6, "max": 5})
    away = ("cards.not_held", "R4.3", "/cards", {"cards": ["AS", "KH"]})
    assert told(game, "elder", "exchange", cards=[]) == [("exchange.too_few", "R4.1", "/cards", {"count": 0, "min": 1})]
    assert told(game, "elder", "exchange", cards="S T987 H T9") == [many]
    assert told(game, "elder", "exchange", cards="S A7 H K") == [away]
    assert told(game, "elder", "exchange", cards="S AT987 H K") == [many, away]
    game = fresh(game).exchange("S T987 H T")
    few = ("exchange.too_few", "R4.2", "/cards", {"count": 0, "min": 1})
    assert told(game, "younger", "exchange", cards=[]) == [few]
    many = ("exchange.too_many", "R4.2", "/cards", {"count": 4, "max": 3})
    assert told(game, "younger", "exchange", cards="S AKQJ") == [many]


@pytest.mark.rule("R3.3", "R4.2")
def test_after_an_announcement_both_are_held_to_the_number():
    # Elder announces five, so three are left; then four; then exchanges at most four.
    five = fresh(dealt(BLANK, HIGH)).do("elder", "claim_carte_blanche", exchange=5)
    many = ("exchange.too_many", "R4.2", "/cards", {"count": 4, "max": 3})
    assert told(five, "younger", "commit_discard", cards="S AKQJ") == [many]
    four = fresh(dealt(BLANK, HIGH)).do("elder", "claim_carte_blanche", exchange=4)
    away = ("cards.not_held", "R4.3", "/cards", {"cards": ["TS"]})
    assert told(four, "younger", "commit_discard", cards="S AKT") == [away]
    four.do("younger", "commit_discard", cards="S AKQJ")
    more = ("exchange.more_than_announced", "R3.3", "/cards", {"count": 5, "max": 4})
    assert told(four, "elder", "exchange", cards="S T987 H T") == [more]
    few = ("exchange.too_few", "R4.1", "/cards", {"count": 0, "min": 1})
    assert told(four, "elder", "exchange", cards=[]) == [few]


@pytest.mark.rule("R4.6")
def test_a_second_exchange_is_of_a_card_at_least_and_of_the_cards_left_at_most():
    game = fresh(dealt(HIGH, BLANK, "french")).exchange("S AKQJ H A").exchange("S T")
    few = ("exchange.too_few", "R4.6", "/cards", {"count": 0, "min": 1})
    many = ("exchange.too_many", "R4.6", "/cards", {"count": 3, "max": 2})
    away = ("cards.not_held", "R4.3", "/cards", {"cards": ["AS"]})
    assert told(game, "elder", "exchange", cards=[]) == [few]
    assert told(game, "elder", "exchange", cards="H KQJ") == [many]
    assert told(game, "elder", "exchange", cards="S A") == [away]
    second = ("exchange.no_second", "R4.6", "", {})
    assert told(game.exchange("H KQ"), "elder", "exchange", cards="H J") == [second]


# -- the cards left


@pytest.mark.rule("R4.5")
def test_looking_at_the_cards_left_is_told_why_not():
    shared = fresh(dealt(HIGH, BLANK)).exchange("S AK").exchange("S T")
    never = [("look.not_allowed", "R4.5", "", {})]
    assert told(shared, "elder", "look_at_left", look=True) == never
    assert told(shared, "younger", "look_at_left", look=True) == [("look.too_early", "R4.5", "", {})]
    shared.passes("point", "sequence", "set").do("elder", "name_suit", suit="C")
    named = ("look.suit_not_named", "R4.5", "/suit", {})
    assert told(shared, "younger", "look_at_left", look=True, suit="H") == [named]
    shared.do("younger", "look_at_left", look=False)
    decided = [("look.already_decided", "R4.5", "", {})]
    assert told(shared, "younger", "look_at_left", look=True) == decided
    none = Game.deal(HIGH, BLANK, TALON, ruleset=portland(left_cards="none")).exchange("S AK").exchange("S T")
    assert told(none, "younger", "look_at_left", look=True) == never
    taken = fresh(dealt(HIGH, BLANK)).exchange("S AKQJ H A").exchange("S T98")
    assert told(taken, "younger", "look_at_left", look=True) == [("look.nothing_left", "R4.5", "", {})]


@pytest.mark.rule("R4.5", "R4.6")
def test_looking_in_private_is_told_why_not():
    game = fresh(dealt(HIGH, BLANK, "french")).exchange("S AKQJ H A").exchange("S T")
    waits = [("look.elder_may_exchange", "R4.6", "", {})]
    assert told(game, "younger", "look_at_left", look=True) == waits
    missing = [("look.suit_missing", "R4.5", "/suit", {})]
    assert told(game, "elder", "look_at_left", look=True) == missing
    # Elder has H KQJ, D AKQJ and five clubs.
    unheld = [("look.suit_not_held", "R4.5", "/suit", {"suit": "S"})]
    assert told(game, "elder", "look_at_left", look=True, suit="S") == unheld
    # Who does not look names no suit.
    unasked = [("look.suit_not_named", "R4.5", "/suit", {})]
    assert told(game, "elder", "look_at_left", look=False, suit="H") == unasked
    game.passes("point", "sequence", "set").play("KH")
    late = [("look.too_late", "R4.5", "", {})]
    assert told(game, "elder", "look_at_left", look=True, suit="H") == late
    game.reckon_nothing().play("9H")
    assert told(game, "younger", "look_at_left", look=True) == late
    game.play("QH")
    assert told(game, "younger", "look_at_left", look=True) == late


@pytest.mark.rule("R4.5")
def test_revealing_the_cards_left_is_told_when_it_is_too_late():
    game = fresh(dealt(HIGH, BLANK, "denexa")).exchange("S AK").exchange("S T").passes("point")
    assert told(game, "younger", "look_at_left", look=True) == [("look.too_late", "R4.5", "", {})]


@pytest.mark.rule("R4.5")
def test_naming_a_suit_is_told_why_not():
    game = fresh(dealt(HIGH, BLANK)).exchange("S AKQJ").exchange("S T").passes("point", "sequence", "set")
    unheld = [("look.suit_not_held", "R4.5", "/suit", {"suit": "S"})]
    assert told(game, "elder", "name_suit", suit="S") == unheld
    game.do("elder", "name_suit", suit="H")
    assert told(game, "elder", "name_suit", suit="D") == [("name_suit.already_named", "R4.5", "", {})]
    # The lead is of the suit that was named.
    other = [("play.named_suit", "R4.5", "/card", {"suit": "H"})]
    assert told(game, "elder", "play", card="AD") == other
    held = fresh(dealt(HIGH, BLANK)).exchange("D AKQJ").exchange("S T").passes("point", "sequence", "set")
    spades = [("play.named_suit", "R4.5", "/card", {"suit": "S"})]
    assert told(held.do("elder", "name_suit", suit="S"), "elder", "play", card="AH") == spades
    revealed = fresh(dealt(HIGH, BLANK, "denexa")).exchange("S AK").exchange("S T").passes("point", "sequence", "set")
    assert told(revealed, "elder", "name_suit", suit="H") == [("name_suit.not_allowed", "R4.5", "", {})]
    taken = fresh(dealt(HIGH, BLANK)).exchange("S AKQJ H A").exchange("S T98").passes("point", "sequence", "set")
    assert told(taken, "elder", "name_suit", suit="H") == [("look.nothing_left", "R4.5", "", {})]


# -- calls


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"category": "point", "length": 2}, [("call.too_short", "R5.5", "/length", {"category": "point", "min": 3})]),
        ({"category": "point", "length": 5}, [("call.not_held", "R5.1", "/length", {"category": "point"})]),
        # Four cards are held, but make 41; five are not, whatever they make.
        (
            {"category": "point", "length": 4, "value": 40},
            [("call.not_held", "R5.1", "/value", {"category": "point"})],
        ),
        (
            {"category": "point", "length": 5, "value": 50},
            [("call.not_held", "R5.1", "/length", {"category": "point"})],
        ),
        (
            {"category": "point", "length": 4, "cards": "S AKQJ"},
            [("call.cards_without_tie_break", "R5.3", "/cards", {})],
        ),
        (
            {"category": "point", "length": 4, "value": 41, "cards": "D AKQJ"},
            [("cards.not_held", "R4.3", "/cards", {"cards": ["AD", "KD"]})],
        ),
        # 30, not 31.
        (
            {"category": "point", "length": 3, "value": 31, "cards": "S KQJ"},
            [("call.cards_do_not_match", "R5.1", "/cards", {"cards": ["KS", "QS", "JS"]})],
        ),
        (
            {"category": "set", "count": 4, "rank": "Q"},
            [
                ("call.out_of_order", "R5.10", "/category", {"category": "set", "expected": "point"}),
                ("call.not_held", "R5.1", "/count", {"category": "set"}),
            ],
        ),
        (
            {"category": "sequence", "length": 2},
            [
                ("call.out_of_order", "R5.10", "/category", {"category": "sequence", "expected": "point"}),
                ("call.not_held", "R5.1", "/length", {"category": "sequence"}),
            ],
        ),
    ],
    ids=str,
)
@pytest.mark.rule("R5.1", "R5.3", "R5.5", "R5.10")
def test_a_call_is_told_what_is_wrong_with_it(members, expected):
    assert told(exchanged(), "elder", "call", **members) == expected


@pytest.mark.rule("R5.4", "R5.5", "R5.10")
def test_a_call_is_told_what_the_ruleset_asks_for():
    short = [("call.too_short", "R5.5", "/length", {"category": "point", "min": 4})]
    assert told(exchanged(ruleset="wikipedia"), "elder", "call", category="point", length=3) == short
    said = exchanged(ruleset="au-cent")
    bare = [("call.tie_break_required", "R5.4", "", {"category": "point"})]
    assert told(said, "elder", "call", category="point", length=4) == bare
    bare = [("call.tie_break_required", "R5.4", "", {"category": "sequence"})]
    assert told(fresh(said).passes("point"), "elder", "call", category="sequence", length=4) == bare
    # In a fixed order sets come last.
    game = fresh(exchanged(ruleset="wikipedia")).passes("point")
    order = ("call.out_of_order", "R5.10", "/category", {"category": "set", "expected": "sequence"})
    assert told(game, "elder", "call", category="set", count=4, rank="J") == [order]
    assert told(game, "elder", "pass", category="set") == [order]
    closed = [("call.category_closed", "R5.10", "/category", {"category": "point"})]
    assert told(game, "elder", "pass", category="point") == closed


# -- replies


@pytest.mark.rule("R5.2", "R5.3")
def test_a_false_reply_is_told_what_is_not_held():
    # Three cards against three of 28: no longer point, no better, no equal one.
    bare = fresh(exchanged(MASTERS, LOW)).call("point", 3)
    assert told(bare, "younger", "reply", reply="not_good") == [
        ("reply.not_longer", "R5.3", "/reply", {"category": "point"})
    ]
    valued = fresh(exchanged(MASTERS, LOW)).call("point", 3, 31)
    for word, code in (("not_good", "reply.not_better"), ("equal", "reply.not_equal")):
        assert told(valued, "younger", "reply", reply=word) == [(code, "R5.2", "/reply", {"category": "point"})]
    # A quart against a tierce.
    quart = fresh(exchanged()).passes("point").call("sequence", 4)
    assert told(quart, "younger", "reply", reply="equal") == [
        ("reply.not_equal", "R5.2", "/reply", {"category": "sequence"})
    ]
    assert told(quart, "younger", "reply", reply="not_good") == [
        ("reply.not_longer", "R5.3", "/reply", {"category": "sequence"})
    ]


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (
            {"reply": "good", "value": 46},
            [("reply.nothing_more", "R5.2", "/value", {"member": "value"})],
        ),
        (
            {"reply": "good", "length": 5, "value": 46},
            [
                ("reply.nothing_more", "R5.2", "/length", {"member": "length"}),
                ("reply.nothing_more", "R5.2", "/value", {"member": "value"}),
            ],
        ),
        (
            {"reply": "not_good", "value": 46, "top": "A"},
            [("reply.wrong_kind", "R5.2", "/top", {"category": "point", "member": "top"})],
        ),
        # Five cards are right, 44 is wrong: the last of the members is where it is told.
        (
            {"reply": "not_good", "length": 5, "value": 44},
            [("reply.not_held", "R5.2", "/value", {"category": "point"})],
        ),
        ({"reply": "not_good", "length": 6}, [("reply.not_held", "R5.2", "/length", {"category": "point"})]),
    ],
    ids=str,
)
def test_what_is_added_to_a_reply_is_told_what_is_wrong_with_it(members, expected):
    assert told(fresh(exchanged()).call("point", 4), "younger", "reply", **members) == expected


@pytest.mark.rule("R5.2")
def test_nothing_is_added_to_a_reply_to_a_set():
    game = fresh(exchanged(LOW, MASTERS)).passes("point", "sequence").call("set", 4, "J")
    for member, value in (("length", 4), ("top", "A")):
        wrong = [("reply.wrong_kind", "R5.2", f"/{member}", {"category": "set", "member": member})]
        assert told(game, "younger", "reply", reply="not_good", **{member: value}) == wrong


# -- tie-breaks


@pytest.mark.rule("R5.1", "R5.3")
def test_a_tie_break_is_told_what_is_wrong_with_it():
    point = fresh(exchanged()).call("point", 4).equal()
    kind = [("tie_break.wrong_kind", "R5.3", "/top", {"category": "point", "expected": "value"})]
    assert told(point, "elder", "state_tie_break", top="A") == kind
    unheld = {"category": "point", "length": 4, "kind": "value", "said": 40}
    assert told(point, "elder", "state_tie_break", value=40) == [("tie_break.not_held", "R5.3", "/value", unheld)]
    others = [("call.cards_do_not_match", "R5.1", "/cards", {"cards": ["KS", "QS", "JS"]})]
    assert told(point, "elder", "state_tie_break", value=41, cards="S KQJ") == others
    away = [("cards.not_held", "R4.3", "/cards", {"cards": ["AD", "KD"]})]
    assert told(point, "elder", "state_tie_break", value=41, cards="D AKQJ") == away
    run = fresh(exchanged()).passes("point").call("sequence", 3).equal()
    kind = [("tie_break.wrong_kind", "R5.3", "/value", {"category": "sequence", "expected": "top"})]
    assert told(run, "elder", "state_tie_break", value=31) == kind
    unheld = {"category": "sequence", "length": 3, "kind": "top", "said": "9"}
    assert told(run, "elder", "state_tie_break", top="9") == [("tie_break.not_held", "R5.3", "/top", unheld)]


# -- reckoning


def at_holding(code: str, rule: str, at: int, **params: Json) -> Told:
    return code, rule, f"/holdings/{at}/cards", params


UNRECKONED: Told = ("reckon.called_missing", "R5.6", "/holdings", {"category": "point"})


@pytest.mark.rule("R4.3", "R5.1", "R5.6")
@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        (
            ["sequence S AKQJ"],
            [("reckon.category_closed", "R5.6", "/holdings/0/category", {"category": "sequence"}), UNRECKONED],
        ),
        # 29, and four cards of 41 were called.
        (
            ["point H AJ8"],
            [at_holding("reckon.not_good", "R5.6", 0, cards=["AH", "JH", "8H"], category="point"), UNRECKONED],
        ),
        (
            ["point S AKQ H A"],
            [
                at_holding("reckon.not_a_holding", "R5.1", 0, cards=["AS", "KS", "QS", "AH"], category="point"),
                UNRECKONED,
            ],
        ),
        (
            ["point S AK"],
            [at_holding("reckon.not_a_holding", "R5.1", 0, cards=["AS", "KS"], category="point"), UNRECKONED],
        ),
        # 41, as called.
        (["point D AKQJ"], [at_holding("cards.not_held", "R4.3", 0, cards=["AD", "KD"])]),
    ],
    ids=str,
)
def test_a_reckoning_of_the_point_is_told_what_is_wrong_with_it(holdings, expected):
    game = fresh(exchanged()).call("point", 4).good()
    assert told(game, "elder", "reckon", holdings=holdings) == expected


@pytest.mark.rule("R5.6", "R5.7", "R5.8")
def test_a_reckoning_of_several_holdings_is_told_what_is_wrong_with_each():
    point = fresh(exchanged()).call("point", 4).good()
    twice = [at_holding("reckon.one_only", "R5.6", 1, category="point")]
    assert told(point, "elder", "reckon", holdings=["point S AKQJ", "point S AKQJ"]) == twice
    # A tierce was called: of the quart only a part may be reckoned, and no card twice.
    run = Game.exchanged(ELDER, YOUNGER, ruleset=ALWAYS).passes("point").call("sequence", 3, "A").good()
    better = at_holding("reckon.better_than_called", "R5.8", 0, cards=["AS", "KS", "QS", "JS"])
    assert told(run, "elder", "reckon", holdings=["sequence S AKQJ"])[0] == better
    shared = at_holding("reckon.cards_shared", "R5.7", 1, cards=["KS", "QS"])
    assert told(run, "elder", "reckon", holdings=["sequence S AKQ", "sequence S KQJ"]) == [shared]
    missing = ("reckon.called_missing", "R5.6", "/holdings", {"category": "sequence"})
    assert told(run, "elder", "reckon", holdings=["sequence C KQJ"]) == [missing]


@pytest.mark.rule("R5.2", "R5.3", "R5.11")
def test_younger_s_reckoning_is_told_what_is_wrong_with_it():
    game = fresh(exchanged()).call("point", 4).not_good()
    before = [("reckon.before_lead", "R5.11", "", {})]
    game.passes("sequence", "set")
    assert told(game, "younger", "reckon", holdings=[]) == before
    game.play("AS")
    missing = ("reckon.better_missing", "R5.2", "/holdings", {"category": "point"})
    assert told(game, "younger", "reckon", holdings=[]) == [missing]
    low = at_holding("reckon.not_good", "R5.6", 0, cards=["9D", "8D", "7D"], category="point")
    assert told(game, "younger", "reckon", holdings=["point D 987"]) == [low, missing]
    assert told(game, "younger", "play", card="8S") == [("play.reckon_first", "R5.11", "", {})]
    assert told(game, "younger", "play", card="KH") == [
        ("play.must_follow_suit", "R6.1", "/card", {"led": "AS", "holds": ["9S", "8S"]}),
        ("play.reckon_first", "R5.11", "", {}),
    ]
    game.do("younger", "reckon", holdings=["point D AK987"])
    assert told(game, "younger", "reckon", holdings=[]) == [("reckon.already", "R5.11", "", {})]
    game.play("8S")
    assert told(game, "younger", "reckon", holdings=[]) == [("reckon.too_late", "R5.11", "", {})]
    assert told(game, "elder", "play", card="KD") == [("cards.not_held", "R4.3", "/card", {"cards": ["KD"]})]
    # In a later trick it is the suit of that trick that is followed.
    game.play("JD")
    follow = ("play.must_follow_suit", "R6.1", "/card", {"led": "JD", "holds": ["AD", "KD", "9D", "8D", "7D"]})
    assert told(game, "younger", "play", card="9S") == [follow]


@pytest.mark.rule("R5.3")
def test_after_a_question_younger_s_reckoning_is_told_the_rule_of_the_question():
    # Younger asks; elder declines: a point of exactly four, or a sequence of three at least among what is reckoned.
    point = fresh(exchanged()).call("point", 4).equal().decline().passes("sequence", "set").play("AS")
    long = at_holding("reckon.not_good", "R5.3", 0, cards=["AD", "KD", "9D", "8D", "7D"], category="point")
    assert told(point, "younger", "reckon", holdings=["point D AK987"]) == [long]
    # Elder states 41: D AK98 makes 38 and H KQT9 39, so that only the five cards are better, and these are barred.
    barred = fresh(exchanged()).call("point", 4).equal().states(41).not_good().passes("sequence", "set").play("AS")
    long = at_holding("reckon.not_good", "R5.3", 0, cards=["KH", "QH", "TH", "9H", "7H"], category="point")
    assert told(barred, "younger", "reckon", holdings=["point H KQT97"]) == [long]
    # Elder states 29 of three: H KQT and D AK9 make 30, so younger owes a point of three, and five cards are none.
    owed = fresh(exchanged()).call("point", 3).equal().states(29).not_good().passes("sequence", "set").play("AS")
    missing = ("reckon.better_missing", "R5.2", "/holdings", {"category": "point"})
    assert told(owed, "younger", "reckon", holdings=["point H KQT97"]) == [long, missing]
    run = fresh(exchanged(ELDER, "H T97 D T987 S T98 C T9")).passes("point")
    run.call("sequence", 4).equal().decline().passes("set").play("AS")
    missing = ("reckon.long_missing", "R5.3", "/holdings", {"category": "sequence"})
    assert told(run, "younger", "reckon", holdings=["sequence S T98"]) == [missing]


@pytest.mark.rule("R5.6", "R5.7")
def test_one_equality_is_stated_and_every_sequence_is_reckoned():
    # Two tierces to the ten in both hands, and nothing longer.
    both = ["sequence D T98", "sequence C T98"]
    game = exchanged("S AT98 H AT98 D AQ C AQ", "D KT98 C KT98 S KJ H KJ")
    equal = fresh(game).passes("point").call("sequence", 3, "T").equal().passes("set").play("AD")
    one = [at_holding("reckon.one_only", "R5.6", 1, category="sequence")]
    assert told(equal, "younger", "reckon", holdings=both) == one
    assert fresh(game).passes("point", "sequence", "set").play("AD").reckon(*both).score == (1, 3 + 3)


@pytest.mark.rule("R5.7")
def test_a_nought_counts_once():
    # Elder's second void counts for nothing (section 9): no hearts and no diamonds here.
    void = Game.exchanged("S AKQJ987 C AKQJ9", "H AKQT98 D AKQT98", ruleset=portland(nought=True)).passes("point")
    void.call("sequence", 5, "nought").good()
    twice = ("reckon.nought_once", "R5.7", "/holdings/1/cards", {})
    assert told(void, "elder", "reckon", holdings=["sequence nought", "sequence nought"]) == [twice]


# -- the concession


@pytest.mark.rule("R6.5")
def test_a_concession_is_told_every_reason_against_it():
    first = ("concede.not_last_deal", "R6.5", "", {})
    game = fresh(exchanged(MASTERS, LOW)).passes("point", "sequence", "set")
    assert told(game, "elder", "concede") == [first, ("concede.before_lead", "R6.5", "", {})]
    game.play("AS")
    assert told(game, "elder", "concede") == [first, ("concede.still_to_reckon", "R6.5", "", {})]
    game.reckon_nothing()
    assert told(game, "elder", "concede") == [first]
    late = [first, ("concede.too_late", "R6.5", "", {})]
    assert told(game.play("8S"), "younger", "concede") == late
    assert told(game.play("KS"), "younger", "concede") == late
    # A partie to a target has no last deal.
    german = fresh(exchanged(MASTERS, LOW, "german")).passes("point", "sequence", "set").play("AS").reckon_nothing()
    assert told(german, "elder", "concede") == [first]
    never = fresh(exchanged(MASTERS, LOW, "french")).passes("point", "sequence", "set")
    assert told(never, "younger", "concede") == [("concede.not_allowed", "R6.5", "", {})]


@pytest.mark.rule("R4.5", "R6.1", "R6.5")
def test_the_lowest_card_of_the_pack_follows_as_any_other():
    rules = portland(pack=36, left_cards="private_named_suit", concession="any_deal")
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J96 H J98 D J98 C J98", ruleset=rules)
    game.passes("point", "sequence", "set").play("AS").reckon_nothing().play("6S")
    assert told(game, "younger", "look_at_left", look=True) == [("look.too_late", "R4.5", "", {})]
    assert told(game, "younger", "concede") == [("concede.too_late", "R6.5", "", {})]
    game.play("KH")
    assert [trick["winner"] for trick in game.state["tricks"]] == ["A", None]
