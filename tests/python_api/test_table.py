"""The table of the library: a deal in words, refusals, undo, the law, pictures and advice (docs/library.md).

The test of the wheel runs this file with the package as it is installed, so it imports nothing else of the project.
"""

import copy
import pickle
import random
from itertools import islice

import pytest

from service import RULESETS, IllegalAction, RefusedAction, Style, Table, hand_picture, verify_record, write_record

# The example deal of the ninth Britannica (W1 of docs/rules.md), which ends at 28 to 23.
HANDS = {
    "A": ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"],
    "B": ["TS", "7S", "TH", "9H", "7H", "AD", "QD", "JD", "TD", "KC", "QC", "TC"],
}
TALON = ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"]
CALLS = (
    "exchange SK D98 C87",
    "exchange S7 H97",
    "call point 5",
    "equal",
    "value 49",
    "good",
    "reckon point HAKQJ8",
    "call sequence 4 A",
    "good",
    "reckon sequence HAKQJ",
    "call set 3 J",
    "not good",
    "play AH",
    "reckon set ST HT DT CT, set SQ DQ CQ",
)
# The cards in the order of the tricks, each led by the winner of the one before.
CARDS = (
    *("TH", "KH", "7D", "QH", "TD", "JH", "JD", "8H", "QD", "KD", "AD", "AC"),
    *("9C", "KC", "JC", "QC", "8S", "TC", "9S", "QS", "AS", "JS", "TS"),
)


def dealt() -> Table:
    table = Table("portland@1", first_dealer="B")
    table.deal(hands=HANDS, talon=TALON)
    return table


def in_play() -> Table:
    """W1 up to the first card of younger's, who has reckoned."""
    table = dealt()
    for words in CALLS:
        table.apply(words)
    return table


@pytest.mark.rule("R5.3", "R7.1")
def test_the_deal_of_the_britannica_is_played_in_words_and_ends_at_28_to_23():
    table = in_play()
    assert table.score == {"A": 10, "B": 17}, "elder 5, 4 and the first lead; younger 14 and 3"
    for card in CARDS:
        table.apply(f"play {card}")
    assert (table.phase, table.to_act, table.score, table.totals) == ("deal_over", None, *[{"A": 28, "B": 23}] * 2)
    assert sum(event["points"] for event in table.events) == 51
    assert not table.over and table.settlement["deals_due"] == 5


@pytest.mark.rule("R4.1")
def test_options_are_a_sequence_of_every_legal_action():
    options = dealt().options()
    assert len(options) == 12 + 66 + 220 + 495 + 792, "one to five of twelve cards"
    assert options.types == ["exchange"] and list(options)[7] == options[7] and options[-1] == options[len(options) - 1]
    assert [len(action["cards"]) for action in (options[0], options[-1])] == [1, 5]
    assert options[3:5] == list(islice(options, 3, 5)) and len(options[:0]) == 0
    with pytest.raises(IndexError):
        options[len(options)]
    assert random.Random(1).choice(options) in options
    assert "exchange SK D98 C87" in options and "AxSKD98C87" in options and "exchange SKJ D98 C87" not in options
    assert {"seat": "A", "type": "decline"} not in options and "no action" not in options and 5 not in options


def test_options_of_a_type_and_of_a_seat_and_what_they_stay_when_the_table_changes():
    calls = dealt()
    for words in CALLS[:2]:
        calls.apply(words)
    before = calls.options()
    assert before.of("call").types == ["call"] and "pass point" in before and "pass point" not in before.of("call")
    assert not before.of(seat="B") and before.of("call", seat="A")
    calls.apply("call point 5")
    assert "call point 5" in before and "call point 5" not in calls.options() and "good" not in before
    assert str(before.of("pass")[0]) == "A pass point" and str(calls.options().of("reply")) == "B good or B equal"


def test_an_unknown_type_or_seat_of_options_is_refused_with_the_nearest_and_so_is_a_sample_below_none():
    options = dealt().options()
    with pytest.raises(ValueError, match=r"^'exchnge' is none of .*\(did you mean exchange\?\)$"):
        options.of("exchnge")
    with pytest.raises(ValueError, match=r"^'C' is none of A, B$"):
        options.of(seat="C")
    with pytest.raises(ValueError, match=r"^a sample has 0 actions or more, not -1$"):
        options.sample(-1)
    assert options.sample(0) == [] and len(options.of("play")) == 0


@pytest.mark.rule("R2.1")
def test_a_deck_that_lacks_thirty_cards_names_the_first_and_counts_the_others():
    with pytest.raises(IllegalAction, match=r"^QS is missing; JS is missing; .*; and 24 more$") as refused:
        Table().deal(["AS", "KS"])
    assert len(refused.value.violations) == 30


def test_what_is_not_understood_comes_with_what_is_legal():
    with pytest.raises(ValueError, match="is not an action") as refused:
        dealt().apply("shuffle")
    assert refused.value.__notes__ == ["Legal here: an exchange of 1 to 5 cards by A"]


#: The ten of spades, as people write it.
TENS = ("10S", "10♠", "♠10", "S10", "ts", "10 of spades", "ten of spades", "dix pique")


@pytest.mark.parametrize("ten", TENS)
def test_a_ten_may_be_written_as_people_write_it(ten):
    table = Table("portland@1", first_dealer="B")
    table.deal(hands={**HANDS, "B": [ten, *HANDS["B"][1:]]}, talon=TALON)
    assert table == dealt()
    table.apply("exchange SK D98 C87")
    exchange = {"seat": "B", "type": "exchange", "cards": (ten, "7S")}
    assert exchange in table.options() and not table.check(exchange)
    table.apply(exchange)
    assert table.actions[-1]["cards"] == ["TS", "7S"]
    assert hand_picture([ten]).text == hand_picture(["TS"]).text


def test_tens_and_signs_of_suits_in_words():
    table = dealt()
    table.apply("exchange ♠K ♦98 ♣87")
    table.apply("exchange 10♠ ♥109")
    assert table.actions[-1]["cards"] == ["TS", "TH", "9H"]
    other = in_play()
    other.apply("10♥")
    assert other.actions[-1]["card"] == "TH"
    table.apply("call point 5")
    assert [len(table.check(f"not good value {value}")) for value in (49, 100)] == [1, 1], "100 is no ten"


@pytest.mark.rule("R5.2")
def test_a_rank_of_ten_in_words_and_in_members():
    deck = [rank + suit for ranks in ("AKQ", "TJ9", "87") for rank in ranks for suit in "SHDC"]
    table = Table()
    table.deal(hands={"A": deck[12:24], "B": deck[:12]}, talon=deck[24:])
    table.apply("exchange 9S 9H")
    table.apply("exchange QC")
    table.apply("pass point")
    assert table.check("call sequence 3 10") == table.check("call sequence 3 T")
    table.apply("pass sequence")
    assert table.check({"seat": "A", "type": "call", "category": "set", "count": 4, "rank": "10"}) == ()
    table.apply("call set 4 10")
    assert table.actions[-1]["rank"] == "T"


@pytest.mark.parametrize("card", ["1S", "101S", "10SS", "10 of S and H", "T", "S", "", 10, None, "x" * 5_000])
def test_what_names_no_card_is_not_taken_for_one(card):
    with pytest.raises(ValueError, match=r"^hands/B/0 is not a card"):
        Table().deal(hands={**HANDS, "B": [card, *HANDS["B"][1:]]}, talon=TALON)
    assert {"seat": "A", "type": "exchange", "cards": [card]} not in dealt().options()


@pytest.mark.rule("R4.1", "R4.3")
def test_a_refusal_names_an_exchange_by_its_numbers_and_not_its_1585_ways():
    table = dealt()
    with pytest.raises(RefusedAction, match=r"Legal instead: an exchange of 1 to 5 cards by A$"):
        table.apply("exchange SAKJ HAQJ")
    table.apply("exchange SK D98 C87")
    assert str(table.options()) == "an exchange of 1 to 3 cards by B"
    table.apply("exchange S7 H97")
    calls = str(table.options("A").of("call")).split(" or ")
    assert calls[0].count("A call") == 6 and calls[1].endswith(" more"), "six actions, and the number of the others"


@pytest.mark.rule("R6.1", "L59")
def test_a_refusal_has_every_reason_with_its_rule_its_law_and_what_may_be_done_instead():
    table = in_play()
    with pytest.raises(RefusedAction) as refused:
        table.apply("play AD")  # hearts were led, and B holds the ten
    (violation,) = refused.value.violations
    assert (violation.code, violation.rule, violation.path) == ("play.must_follow_suit", "R6.1", ("card",))
    (irregularity,) = refused.value.irregularities
    assert (irregularity.kind, irregularity.law) == ("revoke", "L59")
    assert list(map(str, refused.value.instead)) == ["B play TH"]
    assert str(refused.value) == "B play AD: AH was led and TH is held (R6.1). Legal instead: B play TH"
    assert isinstance(refused.value, IllegalAction) and isinstance(refused.value, ValueError)
    assert table == in_play(), "it is as it was"


@pytest.mark.rule("R4.2", "R4.3")
def test_a_refusal_out_of_turn_offers_what_the_other_seat_may_do():
    with pytest.raises(RefusedAction) as refused:
        dealt().apply("B exchange S7")
    assert refused.value.action.seat == "B" and {action.seat for action in refused.value.instead[:3]} == {"A"}
    assert dealt().check("B exchange S7") == refused.value.violations and dealt().check("exchange SK") == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("plya AS", "did you mean play"),
        ("", "an action is missing"),
        ("call", "point, sequence or set"),
        ("exchange 1S", "'1S' is not a card"),
        ("play ?", "is not a card"),
        ({"type": "play", "card": "AS"}, "seat is required"),
        ({"seat": "A", "type": "exchange", "cards": ["AS", "1S"]}, "cards/1 is not a card"),
        ({"seat": "A", "type": "shuffle"}, "is not a type of action"),
        (5, "an action is a text or has members"),
    ],
)
def test_what_is_no_action_is_told_with_the_place_or_the_nearest_word(given: object, said: str):
    with pytest.raises(ValueError, match=said) as refused:
        dealt().apply(given)  # type: ignore[arg-type]
    assert not isinstance(refused.value, IllegalAction)


def test_actions_are_members_words_and_a_line():
    table = in_play()
    exchange, call = table.actions[0], table.actions[2]
    assert (str(exchange), exchange.line, exchange.seat, exchange.type) == (
        "A exchange KS 9D 8D 8C 7C",
        "AxSKD98C87",
        "A",
        "exchange",
    )
    assert dict(call) == {"seat": "A", "type": "call", "category": "point", "length": 5} == call
    assert str(table.actions[12]) == "A play AH" and table.actions[12].line == "A.AH"
    (same,) = (action for action in dealt().options() if action == exchange)
    assert {exchange: "found"}[same] == "found"
    again = dealt()
    for given in (exchange, exchange.line, str(exchange), dict(exchange)):
        again.apply(given)
        assert again.undo() == exchange


def test_undo_goes_back_to_the_beginning_over_deals():
    table = in_play()
    for card in CARDS:
        table.apply(f"play {card}")
    over = table.copy()
    table.deal(seed="the second deal")
    assert (table.deal_number, table.dealer, len(table.deals)) == (2, "A", 2)
    assert table.undo() is None and table == over
    undone = [table.undo() for _ in range(len(over.actions))]
    assert tuple(reversed(undone)) == over.actions and table == dealt()
    assert table.undo() is None and table == Table("portland@1") and (table.deals, table.deal_number) == ((), 0)
    with pytest.raises(IndexError, match="nothing was dealt"):
        table.undo()


def test_a_table_is_copied_pickled_compared_and_written_in_one_line():
    table = in_play()
    for other in (table.copy(), copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other == table and other.line == table.line and other.events == table.events
        other.apply("play TH")
        assert other != table and other.undo() is not None and other == table
    assert Table.from_line(table.line) == table == eval(repr(table))
    assert table != Table() and table != table.line
    changed = Table("hoyle", {"target": 150}, first_dealer="A")
    assert changed.line == "1~hoyle@1.target-150~A" and Table.from_line(changed.line) == changed != Table("hoyle")
    with pytest.raises(TypeError):
        hash(table)
    with pytest.raises(ValueError, match="a position"):
        Table.from_line("no line")


@pytest.mark.rule("L13", "E1", "R2.4")
def test_the_law_is_asked_and_its_elections_are_options():
    table = dealt()
    table.apply("B incident exposed SA")
    (ruling,) = table.rulings()
    assert (ruling["law"], ruling["offender"], [each["election"] for each in ruling["elections"]]) == (
        "L13",
        "B",
        ["redeal", "stand"],
    )
    assert table.rulings("B")[0]["elections"] == [] and table.rulings("A") == [ruling]
    for election in ruling["elections"]:
        assert election["actions"][0] in table.options("A")
    table.apply(ruling["elections"][0]["actions"][0])
    assert (table.phase, table.deals[-1].annulled, table.totals) == ("deal_over", True, {"A": 0, "B": 0})
    table.deal(seed="again")
    assert (table.dealer, table.deal_number, len(table.deals)) == ("B", 1, 2)
    assert Table.from_line(table.line) == table == pickle.loads(pickle.dumps(table))
    assert Table("portland", {"law": "none"}).rulings() == []


@pytest.mark.rule("L59")
def test_a_revoke_is_entered_as_irregular_and_taken_back():
    table = in_play()
    table.apply("B irregular AD")
    (ruling,) = table.rulings()
    assert (ruling["kind"], ruling["law"]) == ("revoke", "L59")
    assert table.undo() == {"seat": "B", "type": "play", "card": "AD", "irregular": True} and table == in_play()


@pytest.mark.rule("R2.2")
def test_a_deal_with_wrong_numbers_of_cards_or_out_of_turn_is_irregular():
    thirteen = {"A": HANDS["A"], "B": [*HANDS["B"], TALON[0]]}
    with pytest.raises(IllegalAction):
        Table().deal(hands=thirteen, talon=TALON[1:])
    table = Table()
    table.deal(hands=thirteen, talon=TALON[1:], irregular=True)
    assert table.rulings()[0]["kind"] == "misdeal" and Table.from_line(table.line) == table
    early = Table(first_dealer="B")
    early.deal(seed="1", irregular=True, dealer="A")
    assert (early.dealer, early.deals[0].dealt_out_of_turn, early.line[:11]) == ("A", True, "1~portland@")
    assert Table.from_line(early.line) == early


def test_a_view_has_nothing_of_the_other_hand():
    table = in_play()
    view = table.view("A")
    assert set(view["hand"]) == {*HANDS["A"], "9S", "8S", "KH", "9C", "KD"} - {"KS", "9D", "8D", "8C", "7C", "AH"}
    assert view["other"]["hand_count"] == 12 and "hand" not in view["other"]
    shown = {*["TS", "TH", "TD", "TC", "QS", "QD", "QC"]}
    assert set(view["other"]["shown"]) == shown and not shown & set(view["hand"])
    assert [option["type"] for option in table.options("B").described] == ["play"] and not table.options("A")


def test_a_picture_shows_everything_or_what_a_seat_sees():
    table = in_play()
    assert str(table) == table.picture().text and "SJT9" not in table.picture("A").text.replace(" ", "")
    assert table._repr_svg_().startswith("<svg") and table.picture("A").svg != table.picture("B").svg
    assert table.picture("B", style=Style(lang="fr")).title.startswith("Donne 1")
    assert Table()._repr_svg_().startswith("<svg")


def test_an_unknown_language_is_refused_wherever_one_is_given():
    for use in (lambda: Table().rulings(lang="de"), lambda: in_play().rulings(lang="../en"), lambda: Style(lang="de")):
        with pytest.raises(ValueError, match=r"is not a language; lang is en or fr$"):
            use()


def test_advice_is_from_what_the_seat_knows_alone():
    """The same view of A with other cards in the hand that it does not see."""
    other = Table("portland@1", first_dealer="B")
    other.deal(hands={"A": HANDS["A"], "B": [*TALON, *HANDS["B"][:4]]}, talon=HANDS["B"][4:])
    first, second = dealt().advice(seed="a"), other.advice(seed="a")
    assert list(first) == list(second) and len(first) > 1 and first.seat == "A"
    assert first.best in dealt().options() and first[0].behind == 0 <= first[1].behind
    assert abs(sum(first[0].parts.values()) - first[0].value) < 1e-6


def test_advice_says_when_it_has_none():
    with pytest.raises(ValueError, match="nobody is to act"):
        Table().advice()
    table = dealt()
    table.apply("B incident exposed SA")
    with pytest.raises(ValueError, match="knows nothing of irregularities"):
        table.advice()


def test_the_only_action_is_the_advice_without_a_basis():
    advice = in_play().advice()
    assert (str(advice.best), len(advice), advice.basis) == ("B play TH", 1, None)


def test_a_partie_is_played_to_its_end():
    table, rng = Table("parlett"), random.Random(5)
    while not table.over:
        if table.to_act is None:
            table.deal(seed=f"deal {table.deal_number}")
        else:
            table.apply(rng.choice(table.options()))
    settled = table.settlement
    assert settled["over"] and settled["totals"] == table.totals and settled["deals_due"] == 0
    totals = dict.fromkeys("AB", 0)
    for deal in table.deals:
        for seat, role in (("A", 1 - deal.state.dealer), ("B", deal.state.dealer)):
            totals[seat] += deal.state.score[role]
    assert totals == table.totals
    with pytest.raises(IllegalAction):
        table.deal(seed="one too many")


def test_the_names_of_rulesets_are_those_that_a_table_takes():
    assert "portland@1" in RULESETS and [Table(name).ruleset for name in RULESETS] == list(RULESETS)
    numbered, texted = Table(), Table()
    assert numbered.deal(seed=7) == texted.deal(seed="7") and numbered == texted
    with pytest.raises(ValueError, match="an effort is quick or full, not 'fast'"):
        texted.advice("fast")
    with pytest.raises(ValueError, match="did you mean portland"):
        Table("portlnd")
    assert Table(ruleset="hoyle", overrides={"target": 150}, first_dealer="A").line == "1~hoyle@1.target-150~A"


@pytest.mark.parametrize("seed", ["", "x" * 201, True, 1.5, b"seed", ["seed"], "\ud800"])
def test_a_seed_is_a_text_of_1_to_200_characters_or_a_number_wherever_one_is_taken(seed):
    """docs/rules.md, "The shuffle"."""
    takers = [Table().deal, lambda seed: dealt().options().sample(seed=seed)]
    if seed != "":  # the one that advice has if it is given none
        takers.append(lambda seed: dealt().advice(seed=seed))
    for take in takers:
        with pytest.raises(ValueError, match="a seed is a text of 1 to 200 characters or a whole number, not "):
            take(seed=seed)


def test_a_seed_that_is_a_number_is_its_text():
    tables = [Table(), Table()]
    for table, seed in zip(tables, (7, "7"), strict=True):
        table.deal(seed=seed)
    assert tables[0] == tables[1]
    Table().deal(seed="x" * 200)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Table("portland", "B"), "first_dealer="),
        (lambda: Table(None), "a ruleset is a name"),
        (lambda: Table.from_line(None), "a line is a text, not None"),
        (lambda: dealt().picture(style="fr"), "a style is a Style"),
        (lambda: write_record(dealt()), r"table\.record\(\)"),
        (lambda: verify_record(dealt()), r"table\.record\(\)"),
        (lambda: Table.from_record(dealt()), r"table\.record\(\)"),
        (lambda: Table().deal(7), "seed="),
        (lambda: Table().deal("my seed"), "seed="),
        (lambda: Style(width="480"), "a width is a number of pixels"),
        (lambda: Style(names=("A",)), "names are those of A and B"),
        (lambda: Style(names={"A": "Anne", "B": "Blaise"}), "names are a list: that of A, then that of B"),
        (lambda: dealt().record(["Anne", "Blaise"]), "players are names by seat, as {'A': 'Anne'"),
        (lambda: Table().deal(hands=[["AS"], ["KS"]], talon=[]), "hands are lists of cards by seat, as {'A': "),
        (lambda: Table().deal(), r"or a seed, as deal\(seed=1\)"),
        (lambda: dealt().options()["exchange"], r"numbered from 0, and of\(\) selects a type"),
        (lambda: dealt().options().sample("x"), "a sample has a number of actions"),
        (lambda: dealt().apply(dealt().advice()[0]), r"did you mean its \.action"),
        (lambda: dealt().apply(dealt().advice()), r"did you mean its \.best"),
        (lambda: dealt().apply(dealt().options()), r"did you mean its \.sample\(\)\[0\]"),
        (lambda: hand_picture("AS KS"), "a hand is a list of cards, as \\['AS', 'KS'\\]"),
        (lambda: Table().deal(seed="1", dealer="A"), "A does not deal next; first_dealer="),
        (lambda: dealt().options().index("A play AS"), "A play AS is none of these options: an exchange"),
    ],
)
def test_an_argument_of_another_kind_is_refused_with_what_it_should_be(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_an_option_that_there_is_not_is_told_with_what_there_is():
    with pytest.raises(IndexError, match="no option 0 of 0; legal here: an exchange of 1 to 5 cards by A"):
        dealt().options().of("call")[0]
