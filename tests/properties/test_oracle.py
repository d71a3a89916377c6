"""The service against the second implementation, action by action, over random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.piquet.rulesets.published import PARAMETERS, RulesetError, ruleset as service_s_ruleset
from tests.helpers.http import post
from tests.helpers.random_cases import scale, seeds
from tests.properties.random_play import check, new_deal, play, something_better
from tests.reference.deal import Deal
from tests.reference.holdings import PACK, PACKS, best_way, worth
from tests.reference.partie import is_last_deal, standing, standing_of_match, totals_of
from tests.reference.rules import PORTLAND, RULESETS, rules_of

Json = Any
AUTOMATIC = {"name": "portland", "overrides": {"calling": "automatic"}}


def matches(told: Json, expected: Json) -> bool:
    """Whether an event of the service's is the one that the oracle expects."""
    members = set(expected) - {"cards"}
    if any(told.get(name) != expected[name] for name in members) or set(told) - {"rule", "without"} - members - {
        "cards"
    }:
        return False
    cards = frozenset(told["cards"])
    return cards in expected["cards"] if isinstance(expected["cards"], list) else cards == expected["cards"]


def differences(action: Json, told: list[Json], expected: list[Json]) -> str:
    """Both lists of events, to be read by someone who looks for the mistake."""
    lines = ["after", f"  {action}", "the service tells"]
    lines += [f"  { {name: one[name] for name in one if name != 'rule'} }" for one in told]
    return "\n".join([*lines, "the oracle expects", *(f"  {one}" for one in expected)])


def resolved(action: Json, answer: Json) -> Json:
    """The action as the history has it: with the choices that the service made; what was said is unchanged."""
    last = answer["state"]["history"][-1]
    added = set(last) - set(action)
    assert {name: last[name] for name in action if name in last} == action, (action, last)
    assert added <= {"cards", "holdings"}, (action, last)
    return last


def assert_agrees(deal: Deal, state: Json) -> None:
    """What the state says is what the oracle has."""
    assert state["score"] == deal.score
    assert state["to_act"] == deal.to_act
    if deal.is_over:
        assert state["phase"] in ("deal_over", "partie_over")
    else:
        assert state["phase"] == deal.phase
    assert state["talon"] == deal.talon
    assert state["drawn"] == deal.drawn
    for seat in "AB":
        assert set(state["hands"][seat]) == deal.hand[seat]
        assert set(state["discards"][seat]) == deal.discards[seat]
        assert set(state["looked"][seat]) == set(deal.looked[seat])
    assert set(state["committed"]) == deal.committed
    assert state["carte_blanche"] == deal.carte_blanche
    assert (state["look"], state["elder_look"]) == (deal.looks[deal.younger], deal.looks[deal.elder])
    assert state["named_suit"] == deal.named_suit
    assert state["tricks"] == deal.tricks
    assert [(call["category"], call["status"]) for call in state["calls"]] == [
        (call.category, call.status) for call in deal.calls
    ]
    everywhere = [*state["talon"], *(card for trick in state["tricks"] for card in trick["cards"])]
    for seat in "AB":
        everywhere += state["hands"][seat] + state["discards"][seat]
    assert sorted(everywhere) == sorted(PACKS[deal.rules["pack"]])  # every card once (R2.1)


def assert_chosen_best(deal: Deal, action: Json, told: Json) -> None:
    """Holdings that the service chose score the most that may be reckoned."""
    chosen = told["holdings"]
    if deal.phase == "reckoning":
        terms = {deal.calls[-1].category: deal.terms_of_elder()[0]}
    else:
        terms = {name: one.collections for name, one in deal.terms_of_younger().items() if one.scores}
    for category, collections in terms.items():
        score = sum(
            worth(category, frozenset(one["cards"]), deal.rules) for one in chosen if one["category"] == category
        )
        assert score == best_way(category, collections, deal.rules), (category, chosen)


def deal_of(state: Json, ruleset: Json) -> Deal:
    """The oracle's deal at the beginning of the service's."""
    partie, rules = state["partie"], rules_of(ruleset)
    before = totals_of([deal["score"] for deal in partie["deals"]], rules)
    return Deal(state["dealt"], partie["dealer"], ruleset, is_last_deal(partie["deal"], rules), before)


def assert_same_step(deal: Deal, before: Json, action: Json, answer: Json) -> list[Json]:
    """One action of both, with the same consequences; what the service told."""
    last = resolved(action, answer)
    reason = deal.objection(last)
    assert reason is None, (reason, last)
    if action["type"] == "reckon" and "holdings" not in action:
        assert_chosen_best(deal, action, last)
    expected = deal.do(last)
    told = [event for event in answer["events"] if event["kind"] != "partie_ended"]
    assert len(told) == len(expected) and all(map(matches, told, expected)), differences(last, told, expected)
    assert {seat: deal.score[seat] - answer["score_delta"][seat] for seat in "AB"} == before["score"]
    assert_agrees(deal, answer["state"])
    return told


def follow(state: Json, ruleset: Json, rng: random.Random, seen: dict[str, int], temper: str = "") -> tuple[Deal, Json]:
    """Play a deal to its end, the oracle beside the service; `seen` counts what has happened."""
    deal = deal_of(state, ruleset)
    for before, action, answer in play(state, rng, temper):
        for event in assert_same_step(deal, before, action, answer):
            name = event["kind"]
            if name == "saved":
                name = f"saved {event['bonus']} by {event['by']}"
            elif name in ("repique", "pique", "carte_blanche", "concession"):
                name = f"{name} {'elder' if event['seat'] == deal.elder else 'younger'}"
            elif name == "replied":
                name = f"replied {event['reply']}{' of more' if {'length', 'value', 'top'} & set(event) else ''}"
            seen[name] = seen.get(name, 0) + 1
            if event.get("top") == "nought" or event.get("value") == 50.5:
                seen["nought"] = seen.get("nought", 0) + 1
        state = answer["state"]
    assert deal.is_over
    return deal, state


def with_overrides(**overrides: Json) -> Json:
    return {"name": "portland", "overrides": overrides}


# Parameters other than the default, alone and together; the first two are the ones asked for most.
VARIANTS = [
    with_overrides(calling="automatic"),
    with_overrides(concession="any_deal"),
    with_overrides(concession="any_deal", concession_score=0, calling="automatic"),
    with_overrides(partie_deals=4, concession="none"),
    with_overrides(call_order="fixed", tie_break_call="always", abide_by_call="always", point_ending_in_four=True),
    with_overrides(tie_break_call="point", point_minimum=4, younger_max=5, equality_saves_repique=True),
    with_overrides(calling="automatic", equality_saves_repique=True, repique_test="opponent_scores_nothing"),
    with_overrides(
        repique_test="opponent_scores_nothing", trick_scoring="lead_and_take", cards_counted="seventh_trick"
    ),
    with_overrides(carte_blanche_protocol="show", trick_scoring="one_per_trick", younger_min=0, left_cards="none"),
    with_overrides(low_cards_uncounted=True, last_trick_bonus=10, elder_min=3, younger_min=3),
    with_overrides(cards_counted="seventh_trick", calling="automatic", low_cards_uncounted=True, point_minimum=4),
    with_overrides(cards_counted="seventh_trick", target=100, last_trick_bonus=10),
    with_overrides(low_cards_uncounted=True, uncounted_plays="leads", repique_by="elder", calling="automatic"),
    with_overrides(elder_second_exchange=True, left_cards="private_named_suit", calling="automatic"),
    with_overrides(elder_second_exchange=True, left_cards="revealed_by_dealer"),
]

# What is seen of deals, in `follow`: something of every stage, and what is rare.
OF_EVERY_STAGE = {"exchanged", "called", "replied good", "point", "sequence", "set", "lead", "trick_won"}
RARE = {"carte_blanche elder", "carte_blanche younger", "equal", "declined", "pique elder", "repique elder"}


@pytest.mark.rule("R3.1", "R4.1", "R5.2", "R5.6", "R5.8", "R5.11", "R6.1", "R7.1", "R7.2", "R7.3", "R7.7")
def test_every_action_of_a_deal_has_the_consequences_that_the_rules_give_it() -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds("dialogue", 24, until=lambda: seen.keys() >= RARE):
        follow(new_deal("portland", rng), "portland", rng, seen)
    assert seen["deal_ended"] >= scale(24)
    assert seen.keys() >= RARE


@pytest.mark.rule("R5.3", "R7.6")
@pytest.mark.parametrize("calls_sequence", [True, False], ids=["repique", "pique"])
def test_a_point_that_is_barred_from_scoring_saves_all_the_same(calls_sequence: bool) -> None:
    """Elder has thirty; younger has asked for his point of four, and only his five cards of another suit beat it."""
    elder = ["AS", "KS", "QS", "JS", "AH", "KH", "AD", "KD", "7D", "AC", "KC", "7C"]
    younger = ["QH", "TH", "9H", "8H", "7H", "TS", "QD", "JD", "9D", "QC", "JC", "9C"]
    rest = sorted(PACK - set(elder) - set(younger))
    hands = {"A": elder[5:] + rest[:5], "B": younger[3:] + rest[5:]}
    cards = {"hands": hands, "talon": elder[:5] + younger[:3]}
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B"} | cards)["state"]
    script: list[Json] = [
        {"seat": "A", "type": "exchange", "cards": rest[:5]},
        {"seat": "B", "type": "exchange", "cards": rest[5:]},
        {"seat": "A", "type": "call", "category": "point", "length": 4},
        {"seat": "B", "type": "reply", "reply": "equal"},
        {"seat": "A", "type": "state_tie_break", "value": 41},
        {"seat": "B", "type": "reply", "reply": "not_good"},
    ]
    if calls_sequence:
        script += [
            {"seat": "A", "type": "call", "category": "sequence", "length": 4, "top": "A"},
            {"seat": "B", "type": "reply", "reply": "good"},
            {"seat": "A", "type": "reckon"},
        ]
    else:
        script.append({"seat": "A", "type": "pass", "category": "sequence"})
    script += [
        {"seat": "A", "type": "call", "category": "set", "count": 4, "rank": "A"},
        {"seat": "B", "type": "reply", "reply": "good"},
        {"seat": "A", "type": "reckon"},
        {"seat": "A", "type": "play", "card": "AS"},
    ]
    script += [{"seat": "B", "type": "reckon", "holdings": []}] if not calls_sequence else []
    script += [{"seat": "B", "type": "play", "card": "TS"}, {"seat": "A", "type": "play", "card": "KS"}]
    deal = deal_of(state, "portland")
    told: list[Json] = []
    for action in script:
        answer = check(state, action)
        assert answer["legal"], (action, answer["violations"])
        told += assert_same_step(deal, state, action, answer)
        state = answer["state"]
    (saved,) = [event for event in told if event["kind"] == "saved"]
    assert (saved["seat"], saved["by"]) == ("A", "barred_point")
    assert saved["bonus"] == ("repique" if calls_sequence else "pique")


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize("ruleset", ["portland", "old-36", with_overrides(nought=True)], ids=str)
def test_what_is_better_may_be_said_where_it_is_true(ruleset: Json) -> None:
    """Words drawn at random, half of them from those that the service lists: it allows those that the oracle has no
    objection to, and no others."""
    judged = {True: 0, False: 0}

    def enough() -> bool:
        return judged[True] > scale(4) and judged[False] > scale(20)

    for _, rng in seeds("better", 4, until=enough):
        state = new_deal(ruleset, rng, "suits" if ruleset == "old-36" else "")
        deal = deal_of(state, ruleset)
        for before, action, answer in play(state, rng):
            if before["phase"] == "reply":
                for number in range(4):
                    words = {"length": rng.randint(3, 7), "value": rng.randint(26, 60), "top": rng.choice("TJQKA")}
                    some = rng.sample(sorted(words), rng.choice([1, 1, 2]))
                    proposed = {"seat": before["to_act"], "type": "reply", "reply": rng.choice(["not_good", "equal"])}
                    if number % 2 and (listed := something_better(before, rng)):
                        proposed |= {"reply": "not_good"} | listed
                    else:
                        proposed |= {name: words[name] for name in some}
                    legal = check(before, proposed)["legal"]
                    reason = deal.objection(proposed)
                    if proposed["reply"] != "not_good":
                        reason = "nothing more is said with it"
                    assert legal == (reason is None), (proposed, reason)
                    judged[legal] += 1
            assert_same_step(deal, before, action, answer)
    assert enough(), judged


@pytest.mark.rule("R5.14", "R6.5", "R6.2", "R7.5")
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: "-".join(map(str, ruleset["overrides"].values())))
def test_the_same_holds_under_other_parameters(ruleset: Json) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds("variant", 2, until=lambda: seen.keys() >= OF_EVERY_STAGE):
        follow(new_deal(ruleset, rng), ruleset, rng, seen)
    assert seen["deal_ended"] >= scale(2)
    assert seen.keys() >= OF_EVERY_STAGE


def assert_settled(state: Json, scores: list[Json], ruleset: Json) -> None:
    """The partie stands as the oracle has it, and `/v1/settlements` says the same of the bare scores."""
    expected = standing(scores, rules_of(ruleset))
    partie = state["partie"]
    assert partie["score"] == expected.totals
    assert [one["score"] for one in partie["deals"]] == scores[:-1]
    assert (state["phase"] == "partie_over") == expected.over
    said = post("/v1/settlements", {"ruleset": ruleset, "deals": scores})
    results = [said]
    if expected.over:
        results.append(partie["result"])
        ended = state["events"][-1]
        assert (ended["kind"], ended["seat"]) == ("partie_ended", expected.winner)
        assert ended["settlement"] == expected.settlement
    else:
        assert partie["result"] is None
        assert said["deals_due"] == expected.deals_due
    assert said["over"] == expected.over
    for result in results:
        assert result["totals"] == expected.totals
        assert result["winner"] == expected.winner
        assert result["rubicon"] == expected.rubicon
        assert result["settlement"] == expected.settlement


@pytest.mark.rule("R2.4", "R6.5", "R8.1", "R8.2")
@pytest.mark.parametrize(
    "ruleset", ["portland", with_overrides(partie_deals=4), AUTOMATIC], ids=["six", "four", "auto"]
)
def test_a_partie_of_random_deals_settles_as_the_oracle_says(ruleset: Json) -> None:
    parties = 0
    for _, rng in seeds("partie", 1):
        state: Json = None
        scores: list[Json] = []
        while state is None or state["phase"] != "partie_over":
            dealer = state and state["partie"]["dealer"]
            deal, state = follow(new_deal(ruleset, rng, after=state), ruleset, rng, {})
            scores.append(deal.score)
            assert dealer in (None, "A" if state["partie"]["dealer"] == "B" else "B")
            assert_settled(state, scores, ruleset)
        assert len(scores) >= rules_of(ruleset)["partie_deals"]
        parties += 1
    assert parties == scale(1)


def mirrored(first: Json, after: Json) -> Json:
    """The same deal again, card by card, with the seats exchanged; after a state whose deal is over."""
    swap = {"A": "B", "B": "A"}
    hands = {swap[seat]: cards for seat, cards in first["dealt"]["hands"].items()}
    state = post("/v1/deals", {"state": after, "hands": hands, "talon": first["dealt"]["talon"]})["state"]
    actions = [action | {"seat": swap[action["seat"]]} for action in first["history"]]
    items = post("/v1/actions/check-many", {"state": state, "actions": actions})["items"]
    assert all(item["legal"] for item in items)
    return items[-1]["state"]


@pytest.mark.rule("R8.3", "R6.5")
@pytest.mark.parametrize("deals", [6, 4])
def test_equal_totals_call_for_two_more_deals(deals: int) -> None:
    ruleset = with_overrides(partie_deals=deals)
    for number, (_, rng) in enumerate(seeds("tie", 2)):
        state: Json = None
        played: list[Json] = []
        while len(played) < deals:  # the second half has the deals of the first, from the last to the first
            if len(played) < deals // 2:
                _, state = follow(new_deal(ruleset, rng, after=state), ruleset, rng, {}, temper="eager")
            else:
                state = mirrored(played[deals - 1 - len(played)], state)
            played.append(state)
            assert_settled(state, [one["score"] for one in played], ruleset)
        assert state["phase"] == "deal_over"
        _, state = follow(new_deal(ruleset, rng, after=state), ruleset, rng, {})
        played.append(state)
        assert_settled(state, [one["score"] for one in played], ruleset)
        if number % 2:
            state = mirrored(state, state)
        else:
            _, state = follow(new_deal(ruleset, rng, after=state), ruleset, rng, {})
        played.append(state)
        assert_settled(state, [one["score"] for one in played], ruleset)
        assert state["phase"] == "partie_over"
        assert number % 2 == 0 or state["partie"]["result"]["settlement"] == 0


@pytest.mark.rule("R8.1", "R8.2", "R8.3")
def test_settlements_of_random_scores_agree() -> None:
    over = 0
    for _, rng in seeds("settlement", 200):
        ruleset = with_overrides(
            partie_deals=rng.choice([6, 4]),
            tie=rng.choice(["one_each_then_drawn", "two_more_until_broken"]),
            partie_bonus=rng.choice([100, 50, 0]),
        )
        rules = rules_of(ruleset)
        widest = rng.choice([1, 3, 30, 60])
        scores: list[Json] = []
        while not standing(scores, rules).over and len(scores) < 12:
            scores.append({"A": rng.randint(0, widest), "B": rng.randint(0, widest)})
            if rng.random() < 0.2:
                scores[-1]["B"] = scores[-1]["A"]
            expected = standing(scores, rules)
            said = post("/v1/settlements", {"ruleset": ruleset, "deals": scores})
            assert said["totals"] == expected.totals, scores
            assert (said["over"], said["deals_due"]) == (expected.over, expected.deals_due), scores
            assert said["winner"] == expected.winner, scores
            assert (said["rubicon"], said["settlement"]) == (expected.rubicon, expected.settlement), scores
            over += expected.over
    assert over


@pytest.mark.rule("R8.4", "R8.5")
def test_matches_of_random_games_agree() -> None:
    thirds: list[list[list[Json]]] = []
    for _, rng in seeds("match", 100, until=lambda: thirds != []):
        games_of = rng.choice([3, 5])
        ruleset = with_overrides(
            target=rng.choice([100, 150]),
            double_below=rng.choice([None, 50]),
            match_games=games_of,
            belle_target=rng.choice([None, 221]) if games_of == 3 else None,
        )
        rules = rules_of(ruleset)
        games: list[list[Json]] = []
        winner = None
        while winner is None:
            games.append([])
            while not standing_of_match(games, rules)[0][-1].over:
                games[-1].append({seat: rng.randint(10, 90) for seat in "AB"})
            expected, winner = standing_of_match(games, rules)
            said = post("/v1/settlements", {"ruleset": ruleset, "games": games})
            assert [(one["totals"], one["over"], one["winner"], one["settlement"]) for one in said["games"]] == [
                (one.totals, one.over, one.winner, one.settlement) for one in expected
            ], games
            assert (said["winner"], said["over"]) == (winner, winner is not None)
        if len(games) >= 3 and rules["belle_target"] is not None:
            thirds.append(games)
    assert thirds


@pytest.mark.rule("R6.2")
def test_the_points_of_play_are_thirteen_and_one_for_each_trick_that_its_leader_lost() -> None:
    for _, rng in seeds("W18", 3):
        deal, state = follow(new_deal("portland", rng), "portland", rng, {})
        lost = sum(trick["winner"] != trick["leader"] for trick in state["tricks"])
        of_play = [event["points"] for event in state["events"] if event["kind"] in ("lead", "capture", "last_trick")]
        assert sum(of_play) == sum(deal.points_of_play.values()) == 13 + lost


# -- every ruleset, and random legal overrides of it


def partie_beside_the_oracle(ruleset: Json, rng: random.Random, seen: dict[str, int], most: int) -> int:
    """A partie, to its end or for so many deals; how many were played."""
    state: Json = None
    scores: list[Json] = []
    while len(scores) < most and (state is None or state["phase"] != "partie_over"):
        deal, state = follow(new_deal(ruleset, rng, after=state), ruleset, rng, seen)
        scores.append(deal.score)
        assert_settled(state, scores, ruleset)
    seen["parties over"] = seen.get("parties over", 0) + (state["phase"] == "partie_over")
    return len(scores)


@pytest.mark.rule("R4.5", "R4.6", "R5.14", "R8.4", "R8.5")
@pytest.mark.parametrize("name", RULESETS)
def test_whole_parties_under_every_ruleset(name: str) -> None:
    seen: dict[str, int] = {}
    deals = 0
    for _, rng in seeds(f"ruleset {name}", 1, until=lambda: seen["parties over"] > 0):
        deals += partie_beside_the_oracle(name, rng, seen, most=40)
    assert seen["parties over"] and seen["deal_ended"] == deals


NOUGHT_AND_ALL = {"nought": True, "calling": "automatic", "carte_rouge": 20}


@pytest.mark.rule("R4.5", "R4.6", "R5.14", "R7.1", "R8.4", "R8.5")
@pytest.mark.parametrize(
    ("ruleset", "wanted"),
    [
        (with_overrides(nought=True), "nought"),
        (with_overrides(**NOUGHT_AND_ALL), "nought"),
        ({"name": "french", "overrides": NOUGHT_AND_ALL}, "nought"),
        ("old-36", "shown"),
        (
            {"name": "old-36", "overrides": {"carte_blanche_protocol": "show", "target": None, "match_games": None}},
            "shown",
        ),
        ({"name": "old-36", "overrides": NOUGHT_AND_ALL}, "nought"),
        (with_overrides(carte_rouge=10), "carte_rouge"),
        ({"name": "wikipedia", "overrides": {"carte_rouge": 50, "calling": "automatic"}}, "carte_rouge"),
        (with_overrides(target=101, left_cards="private_named_suit", calling="automatic"), "looked"),
    ],
    ids=str,
)
def test_deals_with_the_options(ruleset: Json, wanted: str) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds("option", 8, until=lambda: seen.get(wanted, 0) > 0):
        if wanted == "carte_rouge":
            follow(new_deal(ruleset, rng, "carte_rouge"), ruleset, rng, seen, temper="eager")
        else:
            follow(new_deal(ruleset, rng), ruleset, rng, seen)
        if seen["deal_ended"] >= scale(8, enough=3) and seen.get(wanted):
            break
    assert seen["deal_ended"] >= scale(8, enough=3)
    assert seen.get(wanted), f"nothing was tried: {wanted}"


KNOWN = sorted(set(PARAMETERS) & set(PORTLAND))


def with_random_overrides(name: str, rng: random.Random, due: list[str]) -> Json:
    """The ruleset with what is `due` and some other parameters changed; what cannot go together is drawn again."""
    while True:
        names = [*due, *rng.sample(KNOWN, rng.randint(0, 6))]
        overrides = {each: rng.choice(PARAMETERS[each].values) for each in names}
        try:
            service_s_ruleset(name, overrides)
        except RulesetError:
            continue
        return {"name": name, "overrides": overrides}


@pytest.mark.rule("R4.5", "R4.6", "R5.14", "R7.1", "R8.4", "R8.5")
def test_deals_under_random_overrides() -> None:
    seen: dict[str, int] = {}
    deals = 0
    tried: set[str] = set()
    for number, (_, rng) in enumerate(seeds("overrides", 18, until=lambda: seen.keys() >= OF_EVERY_STAGE)):
        due = [KNOWN[at % len(KNOWN)] for at in (2 * number, 2 * number + 1)]  # so that each is changed once
        ruleset = with_random_overrides([*RULESETS][number % len(RULESETS)], rng, due)
        print(ruleset)
        deals += partie_beside_the_oracle(ruleset, rng, seen, most=rng.choice([1, 1, 1, 8]))
        tried |= ruleset["overrides"].keys()
    assert seen["deal_ended"] == deals >= scale(18)
    assert seen.keys() >= OF_EVERY_STAGE
    assert tried == set(KNOWN), "a parameter was never changed"
