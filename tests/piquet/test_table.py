"""The facade `service.piquet.Table`: a deal is played with the names of the contract, by the rules of docs/rules.md."""

import doctest

import pytest

from service import piquet
from service.piquet import Table, table
from service.piquet.cards.cards import hand_of
from service.piquet.cards.ranking import POINT
from service.piquet.engine import IllegalAction, MutableDeal
from service.piquet.model.actions import Call
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.table_actions import RefusedAction
from service.piquet.value_kinds import MembersError
from service.piquet.views import view_of
from tests.helpers.cards import PACK, cards, complete, portland, rest_of
from tests.helpers.game import Game
from tests.helpers.http import post, send

# Elder keeps these twelve cards and younger those; each exchanges the card that is named last.
ELDER, YOUNGER = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"
HANDS = hand_of(cards(ELDER)), hand_of(cards(YOUNGER))


def exchanged() -> Table:
    """Elder (A) draws the last card of their twelve, and so does younger (B); automatic calls."""
    elder, younger = cards(ELDER), cards(YOUNGER)
    away = rest_of(ELDER, YOUNGER)
    found = Table(overrides={"calling": "automatic"}, first_dealer="B")
    hands = {"A": [*elder[:-1], away[0]], "B": [*younger[:-1], away[1]]}
    found.deal(hands=hands, talon=[elder[-1], younger[-1], *away[2:]])
    found.apply({"seat": "A", "type": "exchange", "cards": away[:1]})
    found.apply({"seat": "B", "type": "exchange", "cards": away[1:2]})
    return found


def test_the_text_of_options_has_six_of_them_and_how_many_more_there_are():
    """Elder may lead each of the twelve cards (docs/library.md)."""
    assert str(exchanged().options().of("play")) == "A.AS, A.KS, A.QS, A.AH, A.KH, A.QH or 6 more"


def test_the_example_of_the_class_works():
    assert doctest.testmod(table).failed == 0


@pytest.mark.rule("R2.2", "R2.3", "R2.4")
def test_a_deck_is_dealt_in_packets_of_two_to_elder_first():
    found = Table(first_dealer="B")
    events = found.deal(PACK)
    assert [(event["seat"], event["kind"]) for event in events] == [("B", "dealt")]
    assert (found.dealer, found.to_act, found.phase) == ("B", "A", "elder_exchange")
    # Elder has cards 1 2, 5 6, 9 10, 13 14, 17 18, 21 22 of the deck.
    assert set(found.view("A")["hand"]) == {PACK[at] for at in (0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21)}
    assert found.view("B")["other"]["hand_count"] == 12
    assert found.view("B")["talon_count"] == 8


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize(
    ("elder", "younger", "talon", "code"),
    [
        ("S AKQJT987 H AKQJT", "H 987 D AKQJT987", "C AKQJT987", "deal.wrong_count"),
        ("S AKQJT987 H AKQJ", "H T987 D AKQJT987", "C AKQJT98", "deal.card_missing"),
        ("S AKQJT987 H AKQJ", "H T98 D AKQJT987 S A", "C AKQJT987", "deal.card_twice"),
        ("S AKQJT987 H AKQJ", "H T98 D AKQJT987 C 6", "C AKQJT987", "deal.card_unknown"),
    ],
)
def test_cards_that_are_not_the_pack_dealt_in_twelves_are_refused(elder, younger, talon, code):
    hands = {"A": cards(elder), "B": cards(younger.removesuffix(" S A")) + ["AS"] * younger.endswith(" S A")}
    found = Table(first_dealer="B")
    with pytest.raises(IllegalAction) as refused:
        found.deal(hands=hands, talon=cards(talon))
    assert code in {violation.code for violation in refused.value.violations}
    assert {violation.rule for violation in refused.value.violations} <= {"R2.1", "R2.2"}
    assert found.phase == "deal"


@pytest.mark.rule("R2.4")
def test_no_deal_is_due_before_the_last_one_is_over():
    found = Table()
    found.deal(seed="once")
    with pytest.raises(IllegalAction):
        found.deal(seed="twice")


@pytest.mark.parametrize("given", [{}, {"deck": PACK, "seed": "both"}, {"talon": PACK[:8]}])
def test_a_deal_is_given_in_one_way(given):
    with pytest.raises(ValueError, match="a deck, or hands and a talon, or a seed"):
        Table().deal(**given)


@pytest.mark.parametrize(
    ("seats", "talon", "path"),
    [
        ("A", PACK[24:], ("hands",)),
        ("ABC", PACK[24:], ("hands",)),
        ("AB", ["1S"], ("talon", 0)),
        ("AB", ["AS"] * 37, ("talon",)),
    ],
)
def test_hands_and_talon_that_are_wrong_are_told_with_their_place(seats, talon, path):
    with pytest.raises(MembersError) as refused:
        Table().deal(hands={seat: ["AH"] for seat in seats}, talon=talon)
    assert refused.value.path == path


TWENTY_FOUR = PACK[:12], PACK[12:24]


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize(
    ("cards", "codes"),
    [
        (
            {"deck": [*PACK[:31], PACK[0]]},
            [("deal.card_twice", ("deck", 31)), ("deal.card_missing", ())],
        ),
        (
            {"hands": dict(zip("AB", TWENTY_FOUR, strict=True)), "talon": [PACK[0], *PACK[25:]]},
            [("deal.card_twice", ("talon", 0)), ("deal.card_missing", ())],
        ),
        (
            {"hands": {"A": PACK[:11], "B": PACK[12:24]}, "talon": [PACK[24], *PACK[24:]]},
            [
                ("deal.wrong_count", ("hands", "A")),
                ("deal.wrong_count", ("talon",)),
                ("deal.card_twice", ("talon", 1)),
                ("deal.card_missing", ()),
            ],
        ),
    ],
)
def test_a_deal_that_is_not_the_pack_is_refused_with_the_reasons_of_the_service(cards, codes):
    """As `POST /v1/deals` refuses it (`invalid_deal`)."""
    with pytest.raises(IllegalAction) as refused:
        Table().deal(**cards)
    assert [(each.code, each.path) for each in refused.value.violations] == codes
    status, answer = send("/v1/deals", {"dealer": "B", **cards})
    assert (status, answer["code"]) == (409, "invalid_deal")
    pointers = ["".join(f"/{step}" for step in path) for _, path in codes]
    assert [(each["code"], each["pointer"]) for each in answer["violations"]] == list(
        zip((code for code, _ in codes), pointers, strict=True)
    )
    assert [each["message"] for each in answer["violations"]] == [each.message for each in refused.value.violations]


def test_the_package_has_the_table_and_nothing_that_it_does_not_name():
    assert piquet.Table is table.Table
    with pytest.raises(AttributeError, match="has no attribute 'Tables'"):
        piquet.Tables  # noqa: B018


def test_what_is_no_card_no_action_no_seat_and_no_ruleset_is_told():
    with pytest.raises(MembersError, match="is not a card"):
        Table().deal(["AS", "1S", *PACK[2:]])
    with pytest.raises(MembersError, match="is not a type of action"):
        Table().check({"seat": "A", "type": "shuffle"})
    for seat, meant in (("a", "did you mean A"), ("elder", "a seat keeps its letter"), ("C", "a seat is A or B")):
        with pytest.raises(ValueError, match=meant):
            Table().view(seat)
    with pytest.raises(RulesetError):
        Table("portlnd")


@pytest.mark.rule("R4.1", "R4.3")
def test_an_exchange_draws_as_many_cards_as_are_discarded():
    first, second, talon = complete(ELDER, YOUNGER, "")
    found = Table(first_dealer="B")
    found.deal(hands={"A": first, "B": second}, talon=talon)
    # R4.1: elder exchanges one to five cards.
    exchange = next(option for option in found.options().described if option["type"] == "exchange")
    assert (exchange["seat"], exchange["min"], exchange["max"]) == ("A", 1, 5)
    assert sorted(exchange["cards"]) == sorted(first)
    before = found.view("A")
    assert {violation.rule for violation in found.check({"seat": "A", "type": "exchange", "cards": first[:6]})} == {
        "R4.1"
    }
    with pytest.raises(IllegalAction):
        found.apply({"seat": "A", "type": "exchange", "cards": first[:6]})
    assert found.view("A") == before
    found.apply({"seat": "A", "type": "exchange", "cards": first[:2]})
    after = found.view("A")
    # R4.3: the two top cards of the talon.
    assert after["drawn"] == talon[:2]
    assert set(after["hand"]) == {*first[2:], *talon[:2]}
    assert set(after["discards"]) == set(first[:2])


def test_a_view_shows_nothing_of_the_other_hand():
    found = exchanged()
    own, seen = found.view("A"), found.view("B")
    for hidden in ("hand", "discards", "drawn", "dealt"):
        assert not set(own[hidden]) & set(seen["hand"])
    assert seen["other"] == {"hand_count": 12, "discard_count": 1, "carte_blanche": None, "shown": own["shown"]}


def test_the_view_of_a_call_has_no_card_that_elder_has_not_shown():
    deal = MutableDeal(ruleset("portland"), State(dealer=1, phase="calling", to_act=0, hands=HANDS, dealt=HANDS))
    deal.do(Call(0, POINT, 3, 2 * 31))
    assert deal.state.calls[0].cards  # the cards that the engine chose for elder
    for seat in (0, 1):
        (called,) = view_of(ruleset("portland"), deal.state, seat).calls
        assert (called.length, called.tie, called.cards) == (3, 2 * 31, 0)


@pytest.mark.rule("R6.1")
def test_a_card_that_does_not_follow_suit_is_illegal():
    found = exchanged()
    assert (found.phase, found.to_act) == ("play", "A")
    assert {action["card"] for action in found.options().of("play")} == set(cards(ELDER))
    found.apply({"seat": "A", "type": "play", "card": "AS"})
    assert {action["card"] for action in found.options().of("play")} == set(cards("S J98"))
    (violation,) = found.check({"seat": "B", "type": "play", "card": "JH"})
    assert (violation.code, violation.rule) == ("play.must_follow_suit", "R6.1")


def test_events_and_views_are_those_of_the_service():
    found = exchanged()
    game = Game.exchanged(ELDER, YOUNGER, takes=(1, 1), ruleset=portland(calling="automatic"))
    for seat, card in (("A", "AS"), ("B", "8S"), ("A", "KS")):
        found.apply({"seat": seat, "type": "play", "card": card})
        game.play(card)
    assert found.events == game.state["events"]
    for seat in ("A", "B"):
        assert found.view(seat) == game.view(seat)


def test_before_a_deal_a_view_has_no_cards_dealt():
    """`dealt` is null before the first deal, in the contract as in the library."""
    game = post("/v1/parties", {"first_dealer": "B"})["state"]
    assert Table().view("A") == post("/v1/states/view", {"state": game, "seat": "A"})["view"]
    assert Table().view("A")["dealt"] is None


@pytest.mark.rule("R2.1", "R4.2")
def test_a_card_named_twice_is_a_violation_beside_the_others():
    """Younger exchanges before elder, one card named twice."""
    elder, younger, talon = complete("", "", "")
    found = Table(first_dealer="B")
    found.deal(hands={"A": elder, "B": younger}, talon=talon)
    twice = {"seat": "B", "type": "exchange", "cards": [*younger[:1], *younger[:1]]}
    reasons = [(each.code, each.path) for each in found.check(twice)]
    assert reasons == [("cards.twice", ("cards",)), ("turn.other_seat", ("seat",))]
    assert twice not in found.options()
    with pytest.raises(RefusedAction) as refused:
        found.apply(twice)
    assert refused.value.violations[0].code == "cards.twice"


@pytest.mark.rule("R5.2")
def test_a_reply_that_says_more_than_it_may_is_a_violation():
    found = Table(first_dealer="B")
    found.deal(seed="a reply")
    found.apply({"seat": "A", "type": "exchange", "cards": found.view("A")["hand"][:3]})
    found.apply({"seat": "B", "type": "exchange", "cards": found.view("B")["hand"][:1]})
    found.apply(found.options().of("call")[0])
    (violation,) = found.check({"seat": "B", "type": "reply", "reply": "good", "length": 3})
    assert violation.code == "reply.nothing_more"


@pytest.mark.rule("L13", "R4.2")
def test_after_an_irregularity_an_action_is_checked_where_the_deal_is():
    elder, younger, talon = complete("", "", "")
    found = Table(first_dealer="B")
    found.deal(hands={"A": elder, "B": younger}, talon=talon)
    exposed = {"seat": "B", "type": "incident", "kind": "exposed", "cards": elder[:1]}
    assert found.check(exposed) == ()
    found.apply(exposed)
    found.apply({"seat": "A", "type": "exchange", "cards": elder[:5]})
    assert found.check({"seat": "B", "type": "exchange", "cards": younger[:3]}) == ()
    assert [violation.rule for violation in found.check({"seat": "B", "type": "exchange", "cards": younger[:4]})] == [
        "R4.2"
    ]


@pytest.mark.rule("L13", "E1", "R2.4")
def test_after_a_deal_that_was_annulled_the_same_seat_deals_and_each_seat_gets_its_hand():
    elder, younger, talon = complete("", "", "")
    found = Table(first_dealer="B")
    found.deal(hands={"A": elder, "B": younger}, talon=talon)
    found.apply({"seat": "B", "type": "incident", "kind": "exposed", "cards": elder[:1]})
    found.apply({"seat": "A", "type": "ruling", "number": 1, "election": "redeal"})
    assert (found.phase, found.totals) == ("deal_over", {"A": 0, "B": 0})
    (event,) = found.deal(hands={"A": younger, "B": elder}, talon=talon)
    assert (found.dealer, event["deal"]) == ("B", 1)
    assert [set(found.view(seat)["hand"]) for seat in "AB"] == [set(younger), set(elder)]


@pytest.mark.rule("R6.2", "R6.3", "R7.2", "R8.1")
def test_a_deal_played_out_scores_by_the_rules():
    found = exchanged()
    while found.to_act is not None:
        seat = found.to_act
        found.apply(found.options().of("play", seat=seat)[0])
    assert (found.phase, found.view("A")["other"]["hand_count"]) == ("deal_over", 0)
    points = [(event["seat"], event["kind"], event["points"]) for event in found.events if event["points"]]
    # R5.12: a point of three cards (ace, king and queen make 31; knave, nine and eight 27), four tierces of 3 and three
    # quatorzes of 14. R7.2: 60 for a repique. R6.2: twelve leads, and 1 for the last trick. R6.3: 40 for capot.
    expected = 3 + 4 * 3 + 3 * 14 + 60 + 12 + 1 + 40
    assert sum(points_ for seat, _, points_ in points if seat == "A") == expected
    assert {seat for seat, _, _ in points} == {"A"}
    assert found.score == found.totals == {"A": expected, "B": 0}
    # R2.4: the deal alternates.
    found.deal(seed="the second deal")
    assert (found.dealer, found.score) == ("A", {"A": 0, "B": 0})


def test_each_option_is_spelled_out_by_the_legal_actions():
    found = Table(first_dealer="B")
    found.deal(PACK)
    actions = list(found.options())
    assert {(action["seat"], action["type"]) for action in actions} == {
        (option["seat"], option["type"]) for option in found.options().described
    }
    assert all(found.check(action) == () for action in actions[:50])


@pytest.mark.rule("R5.1")
def test_a_whole_number_may_be_written_with_a_point():
    """JSON has one kind of number: the contract takes 5.0 for a length of 5, but not 5.5."""
    found = exchanged_with_calls()
    call = {"seat": "A", "type": "call", "category": "point", "length": 4.0}
    assert found.check(call) == found.check({**call, "length": 4})
    with pytest.raises(MembersError, match="whole number"):
        found.check({**call, "length": 4.5})


def test_every_wrong_member_of_an_action_is_named():
    with pytest.raises(MembersError) as malformed:
        Table().check({"seat": "A", "type": "look_at_left", "look": 1, "suit": "X"})
    assert [path for path, _ in malformed.value.faults] == [("look",), ("suit",)]


def exchanged_with_calls() -> Table:
    """Both have exchanged, and elder is to call the point."""
    found = Table(first_dealer="B")
    found.deal(seed="calls")
    for seat in "AB":
        found.apply({"seat": seat, "type": "exchange", "cards": found.view(seat)["hand"][:1]})
    return found


def test_an_entry_of_what_happened_is_refused_for_itself_as_by_the_service():
    """An act that is marked `irregular` happened: the law is not asked what it would be (docs/law.md)."""
    table = exchanged()
    table.apply({"seat": "A", "type": "play", "card": "AS"})
    reckoned = {"category": "set", "cards": ["8S"]}
    entry = {"seat": "A", "type": "reckon", "holdings": [reckoned], "shown": ["7S"], "irregular": True}
    with pytest.raises(RefusedAction) as refused:
        table.apply(entry)
    assert [each.code for each in refused.value.violations] == ["irregular.not_covered", "cards.not_held"]
    assert refused.value.irregularities == (None, None)
    judged = post("/v1/actions/check", {"state": table.line, "action": entry})
    assert [(each["code"], each.get("kind")) for each in judged["violations"]] == [
        (each.code, None) for each in refused.value.violations
    ]
