"""The second implementation of the games for three and four by itself: no service takes part (docs/multiplayer.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.random_cases import generator
from tests.multiplayer.random_deals import Player, random_cards
from tests.multiplayer.worked_deals import WORKED_DEALS, WorkedDeal, transcript_of
from tests.reference.multiplayer.account import IN_PLAY
from tests.reference.multiplayer.deal import Deal
from tests.reference.multiplayer.partie import Contradiction, standing
from tests.reference.multiplayer.tables import rules_of

SILENT = ("exchange", "play")


def start(worked: WorkedDeal, **parameters: Any) -> Deal:
    """A worked deal before its first action, under other parameters."""
    return Deal(**worked.given | {"parameters": worked.parameters | parameters})


def until(name: str, number: int, **parameters: Any) -> Deal:
    """A worked deal after so many actions."""
    deal = start(WORKED_DEALS[name], **parameters)
    for action in WORKED_DEALS[name].actions[:number]:
        deal.do(action)
    return deal


@pytest.mark.parametrize("name", WORKED_DEALS)
def test_every_running_total_of_the_worked_deals(name: str) -> None:
    worked = WORKED_DEALS[name]
    deal = start(worked)
    for action in worked.actions:
        assert deal.objections(action) == set(), action
        deal.do(action)
    assert transcript_of(worked.game, deal.events) == worked.transcript
    assert deal.to_act is None


@pytest.mark.parametrize("name", ["VW1", "VW3", "VW10", "NW9"])
def test_automatic_calling_is_the_dialogue_of_seats_that_say_all_they_have(name: str) -> None:
    """4.11, for deals in which every seat does so by itself: the events are the same."""
    worked = WORKED_DEALS[name]
    deal = start(worked, calling="automatic")
    for action in worked.actions:
        if action["type"] in SILENT:
            deal.do(action)
    spoken = start(worked)
    for action in worked.actions:
        spoken.do(action)
    assert deal.events == spoken.events
    assert [call["status"] for call in deal.calls()] == [call["status"] for call in spoken.calls()]


def call(seat: str, category: str, number: int, tie: int | str, **more: Any) -> dict[str, Any]:
    first = "count" if category == "set" else "length"
    second = {"point": "value", "sequence": "top", "set": "rank"}[category]
    return {"seat": seat, "type": "call", "category": category, first: number, second: tie, **more}


def word(seat: str, kind: str, category: str = "point") -> dict[str, Any]:
    return {"seat": seat, "type": kind, "category": category}


def reckon(seat: str, category: str, *holdings: str) -> dict[str, Any]:
    named = [{"category": category, "cards": one.split()} for one in holdings]
    return {"seat": seat, "type": "reckon", "holdings": named}


def claim(seat: str) -> dict[str, Any]:
    return {"seat": seat, "type": "claim_carte_blanche"}


# VW2: B holds SAKQJ HJ8 DJ8, C ST HAKQT CQ98, D H97 DAKQT CJ7, A S987 D97 CAKT; B calls 41, C says equal.
# VW10: A S987 HT98 D87, B SATHA7DATCAT are blank.  NW2: B SAQ8 HT9 DQ7 CAT7, A deals and exchanges nothing.
REFUSED = [
    ("VW2", 1, call("D", "point", 4, 41), "turn.other_seat"),
    ("VW2", 1, word("C", "pass", "sequence"), "call.out_of_order"),
    ("VW2", 4, word("B", "pass"), "call.category_closed"),
    ("VW2", 1, call("C", "point", 4, 41), "call.not_better"),  # 4.2
    ("VW2", 1, call("C", "point", 5, 48), "call.not_held"),  # 4.3
    ("VW2", 1, call("C", "point", 3, 29), "call.not_better"),
    ("VW2", 0, call("B", "point", 3, 28), "call.not_held"),
    ("VW2", 2, word("D", "equal"), "equal.already_said"),  # 4.5
    ("VW2", 0, word("B", "equal"), "equal.nothing_called"),
    ("VW2", 5, word("C", "equal", "sequence"), "reply.not_equal"),
    ("VW7", 2, word("D", "equal"), "equal.own_side"),
    ("VW2", 0, call("B", "point", 4, 41, cards=["AS", "KS", "QS", "8H"]), "call.cards_do_not_match"),
    ("VW2", 8, reckon("B", "sequence"), "reckon.called_missing"),  # 4.7
    ("VW2", 8, reckon("B", "sequence", "KS QS JS"), "reckon.called_missing"),
    ("VW2", 8, reckon("B", "sequence", "AS KS QS JS", "KS QS JS"), "reckon.cards_shared"),
    ("VW2", 8, reckon("B", "set", "JS JH JD"), "reckon.category_closed"),
    ("VW12", 9, reckon("C", "sequence", "KH QH JH"), "reckon.better_than_called"),
    ("VW2", 0, claim("B"), "carte_blanche.court_cards"),  # 2.1
    ("VW10", 1, claim("A"), "carte_blanche.already_claimed"),
    ("VW10", 7, claim("A"), "carte_blanche.too_late"),
    ("VW10", 0, claim("B"), "turn.other_seat"),
    ("VW10", 0, call("A", "point", 3, 27), "call.too_low"),  # 4.4
    ("NW2", 0, {"seat": "A", "type": "exchange", "cards": ["9S", "7S", "KH"]}, "exchange.too_many"),
    ("NW2", 0, {"seat": "B", "type": "exchange", "cards": []}, "turn.other_seat"),
    ("NW2", 1, claim("B"), "carte_blanche.court_cards"),
    ("NW2", 0, call("B", "point", 3, 29), "turn.not_now"),
]


@pytest.mark.parametrize(("name", "number", "action", "code"), REFUSED)
def test_what_may_not_be_done(name: str, number: int, action: dict[str, Any], code: str) -> None:
    assert code in until(name, number).objections(action)


@pytest.mark.parametrize(
    ("name", "number", "action", "parameters", "code"),
    [
        ("VW10", 0, call("A", "point", 3, 27), {"point_floor": None}, None),  # V4.4
        ("NW2", 1, call("B", "point", 3, 29), {"point_floor": 30}, "call.too_low"),
        ("VW2", 1, word("C", "equal"), {"equality": "first_called"}, "equal.not_in_ruleset"),
        ("NW2", 0, {"seat": "A", "type": "exchange", "cards": ["9S"]}, {"dealer_min": 2}, "exchange.too_few"),
        ("NW2", 0, {"seat": "A", "type": "exchange", "cards": []}, {"dealer_min": 1}, "exchange.too_few"),
        ("VW1", 4, reckon("C", "point", "AD KD 9D", "AD KD 9D"), {"partner_point": True}, "reckon.one_only"),
        ("VW1", 4, reckon("C", "point", "KD 9D"), {"partner_point": True}, "reckon.not_a_holding"),
        ("VW1", 4, reckon("C", "point"), {"partner_point": True}, None),
    ],
)
def test_what_depends_on_a_parameter(
    name: str, number: int, action: dict[str, Any], parameters: dict[str, Any], code: str | None
) -> None:
    deal = start(WORKED_DEALS[name], **parameters)
    for done in WORKED_DEALS[name].actions[:number]:
        deal.do(done)
    objections = deal.objections(action)
    assert code in objections if code else not objections


def test_parties() -> None:
    """V8.3, N8.3 and N8.4, with parties counted by hand."""
    four = rules_of("voleur", {"target_stop": "end_of_deal"})
    ended = standing("voleur", [{"AC": 148, "BD": 96}, {"AC": 12, "BD": 60}], four)
    assert (ended.totals, ended.over, ended.winner) == ({"AC": 160, "BD": 156}, True, "AC")
    assert not standing("voleur", [{"AC": 150, "BD": 150}], four).over
    three = rules_of("normand", {})
    first = [{"A": 155, "B": 140, "C": 50}]
    left = standing("normand", first, three)
    assert (left.winner, left.second, left.remaining, left.stakes) == ("A", None, ["B", "C"], None)
    ended = standing("normand", first, three, [{"B": 12, "C": 20}])
    assert (ended.totals["B"], ended.totals["C"]) == (152, 70)
    assert (ended.second, ended.loser, ended.stakes) == ("B", "C", {"A": 1, "B": 0, "C": -1})
    ended = standing("normand", [{"A": 160, "B": 155, "C": 90}], three)
    assert (ended.winner, ended.second, ended.loser, ended.remaining) == ("A", "B", "C", [])
    assert standing("normand", [{"A": 155, "B": 155, "C": 80}], three).winner is None
    left = standing("normand", [{"A": 160, "B": 152, "C": 152}], three)
    assert (left.winner, left.second, left.remaining) == ("A", None, ["B", "C"])
    for deals, continued in ((first * 2, []), ([{"A": 9, "B": 0, "C": 0}], [{"B": 1, "C": 2}])):
        with pytest.raises(Contradiction):
            standing("normand", deals, three, continued)


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_what_the_play_scores_in_all(game: str) -> None:
    """What follows from V6.1 to V6.3 under the default parameters, whatever is played."""
    rng = generator(f"play of {game}")
    for _ in range(10):
        hands, talon = random_cards(game, rng)
        deal, player = Deal(game, {"target": 221}, rng.choice("ABC"), hands, talon), Player(rng)
        while deal.to_act:
            deal.do(player.choose(list(deal.options())))
        events = deal.events
        scored = sum(event["points"] for event in events if event["kind"] in IN_PLAY)
        leads = [event for event in events if event["kind"] == "lead"]
        if game == "voleur":
            won = [event["side"] for event in events if event["kind"] == "trick_won"]
            taken = [side for lead, side in zip(leads, won, strict=True) if lead["side"] != side]
            assert (len(leads), scored) == (8, 9 + len(taken))
        else:
            low = [lead for lead in leads if lead["cards"][0][0] in "789"]
            captures = [event for event in events if event["kind"] == "capture"]
            assert (len(leads), scored) == (10, 11 - len(low) + len(captures))
