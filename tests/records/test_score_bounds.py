"""Scores that no deal can have: never one that a deal has had, never one below W15."""

from __future__ import annotations

import itertools

import pytest

from service.piquet.model.state import SEATS
from service.piquet.rulesets.parameters import Ruleset, Value
from service.piquet.rulesets.published import RULESETS, ruleset
from service.records.text.parser import read
from service.records.verification.score_bounds import can_score, can_total, in_bounds, most
from service.records.verification.verify import verify
from tests.golden.test_golden import FILES
from tests.helpers.records import strictly
from tests.records.parties import random_record, seeded


def is_possible(rules: Ruleset, finished: int, elder: int, younger: int) -> bool:
    """Whether a whole deal after so many can have this score: B deals, and another deal follows."""
    return can_score(rules, finished, (elder, younger), SEATS.index("B"), followed=True)


@pytest.mark.rule("R7.2", "R6.3")
def test_the_most_that_a_deal_can_score_is_that_of_w15():
    assert [most(ruleset(name)) for name in ("portland", "denexa", "wikipedia")] == [174, 185, 174]
    assert most(ruleset("hoyle")) == 174  # with twelve high cards to lead


# A carte blanche, two sixièmes and three quatorzes, a repique, twelve leads, the last trick and a capot.
BESIDE_THE_POINT = 10 + 2 * 16 + 3 * 14 + 60 + 12 + 1 + 40


@pytest.mark.rule("R5.1", "R5.12", "R6.2", "R7.2", "R6.3")
@pytest.mark.parametrize(
    ("name", "overrides", "highest", "why"),
    [
        ("portland", {"point_score": "pips"}, BESIDE_THE_POINT + 8, "the pips of a suit are 75: 80 // 10 points"),
        (
            "old-36", {"point_score": "cards", "point_ending_in_four": True}, BESIDE_THE_POINT + 9,
            "a suit has nine cards, and its 81 do not end in four",
        ),
        (
            "portland", {"nought": True, "point_ending_in_four": True}, BESIDE_THE_POINT + 8 + 10,
            "a void is a quint beside the sequences of cards, and the 75 of a suit do not end in four",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_where_w15_says_nothing_the_most_is_the_sum_of_the_parts(name, overrides, highest, why):
    """docs/notation.md, "Score sheets": only the cards of sequences and of sets are counted, each for themselves."""
    assert most(ruleset(name, overrides)) == highest, why


@pytest.mark.rule("R7.2", "R6.3")
@pytest.mark.parametrize(
    ("name", "elder", "younger"),
    [
        ("portland", 174, 0),
        ("portland", 170, 0),  # W4
        ("denexa", 185, 0),
        ("denexa", 181, 0),
        ("wikipedia", 167, 0),
        ("parlett", 173, 0),  # W5
        ("portland", 28, 23),  # W1
        ("portland", 66, 0),  # W14 is more; a capot without a pique
    ],
)
def test_what_the_sources_score_is_possible(name, elder, younger):
    assert is_possible(ruleset(name), 0, elder, younger)


@pytest.mark.rule("R6.2", "R6.3", "R7.3")
@pytest.mark.parametrize(
    ("elder", "younger", "why"),
    [
        (0, 40, "elder has a point for his first lead"),
        (1, 12, "who wins all twelve tricks has forty for them"),
        (5, 3, "thirteen points of play at least are shared (W18)"),
        (12, 1, "where thirteen points are shared, the leader has won every trick, and forty"),
        (175, 0, "more than W15"),
        (23, 0, "who gives no trick away has forty, not ten"),
        (51, 0, "a capot, and nothing in hand, makes 53; without it the other has a point"),
    ],
)
def test_what_cannot_be_scored_is_told(elder, younger, why):
    assert not is_possible(ruleset("portland"), 0, elder, younger), why


SCORES: list[tuple[str, dict[str, Value], list[tuple[int, int]], list[tuple[int, int]], str]] = [
    # Ruleset, overrides; what a first deal may score, elder's first; what it may not; why.
    (
        "denexa", {}, [(12, 12), (13, 11), (64, 0), (1, 63)], [(14, 10), (11, 13), (12, 11), (24, 0), (25, 0), (65, 0)],
        "a lead and a trick are a point each, 24 together, so elder has 12 or 13 where the tricks are divided",
    ),
    (
        "portland", {"trick_scoring": "one_per_trick"},
        [(62, 0), (0, 62), (21, 1), (11, 11), (12, 10), (10, 12)], [(22, 0), (0, 22), (12, 9), (63, 0), (0, 23)],
        "twelve tricks and ten for the last are 22, and no more for the cards; leads score nothing",
    ),
    (
        "portland", {"low_cards_uncounted": True}, [(53, 0), (50, 0), (22, 0)], [(0, 0)],
        "the 9, 8 and 7 led last score nothing, nor does a trick that a 9 takes and the 7 that is led after it",
    ),
    ("portland", {}, [(53, 0)], [(50, 0), (22, 0)], "but where all cards count"),
    (
        "portland", {"low_cards_uncounted": True, "uncounted_plays": "leads"}, [(53, 0), (50, 0), (0, 2)], [(0, 1)],
        "elder leads seven low cards for nothing, the last to a capture, 1; younger leads low and has the last, 1",
    ),
    (
        "portland", {"low_cards_uncounted": True}, [(0, 1), (0, 2), (1, 174)], [(0, 0), (1, 175)],
        "a low capture scores nothing either, a high one a point: W15 with a capture and eleven leads",
    ),
    (
        "denexa", {"point_minimum": 4}, [(55, 73)], [(56, 73)],
        "54 in hand (W15) and a lead against a carte blanche, and twelve tricks, eleven leads and forty",
    ),
    (
        "portland", {"carte_rouge": 20, "repique_test": "opponent_scores_nothing"}, [(24, 124), (34, 124)], [(31, 124)],
        "a capot, a carte rouge and 51 in sequences and sets leave a lead, a point, and with it a carte rouge (R7.1)",
    ),
    (
        "portland", {"repique_by": "elder"}, [(1, 83), (143, 0)], [(1, 143)],
        "only elder has a repique: 30 in hand, 13 in play and the capot are 83 for younger",
    ),
    ("portland", {"last_trick_bonus": 10}, [(62, 0), (1, 62)], [(53, 0), (1, 53), (12, 9)], "ten for the last trick"),
    ("portland", {"last_trick_bonus": 0}, [(52, 0), (1, 52)], [(53, 0), (1, 53), (11, 0)], "no point for the last one"),
    (
        "portland", {}, [(112, 0), (143, 0)], [(115, 0), (142, 0)],
        "29 in hand and a pique make 112 with the capot, 30 and a repique 143; no hand has more than 61 to make 115",
    ),
    ("portland", {}, [(1, 143)], [(1, 115), (1, 142)], "elder's first lead does not save younger's repique (R7.2)"),
    (
        "portland", {}, [(145, 0), (145, 3), (145, 14)], [(145, 4), (145, 10)],
        "a septième and a quint, 32, come before sets, not before a sequence, a point or a carte blanche (W2)",
    ),
    ("portland", {}, [(81, 44)], [(111, 44)], "what younger has in hand saves a pique of two quatorzes (R7.3)"),
    (
        "portland", {}, [(66, 57), (58, 66)], [(67, 58), (59, 66)],
        "a capot, 53, with a carte blanche and a trio, 13, against 57 in hand, or 58 with a lead; no hand has 58 (W15)",
    ),
    (
        "wikipedia", {}, [(55, 71), (107, 14)], [(55, 72)],
        "54 in hand and a lead against a capot and 18, or 54 in hand and a capot against a quatorze (W15)",
    ),
    ("wikipedia", {}, [(145, 0)], [(145, 3), (145, 14)], "whatever the other reckons in hand saves the repique"),
    ("wikipedia", {}, [(115, 0)], [(115, 115)], "an equal point saves the repique of 32 in hand, not the pique"),
    ("portland", {}, [(53, 0), (56, 0)], [(54, 0), (55, 0)], "a point has three cards at the least"),
    (
        "portland", {"point_ending_in_four": True}, [(55, 0)], [(54, 0)],
        "the 9, 8 and 7 make 24 and score two, a point less than they are (R5.12)",
    ),
    ("portland", {"point_score": "pips"}, [(55, 0)], [(54, 0)], "the 9, 8 and 7 are 24 pips: 29 // 10 points"),
    ("wikipedia", {"last_trick_bonus": 1}, [(56, 0), (57, 0)], [(55, 0)], "a trio is 3, a point of four 4 (R5.5)"),
    ("old-36", {}, [(54, 0)], [(143, 143)], "a point of 10 pips scores 1; only one of the two has a repique"),
]  # fmt: skip


@pytest.mark.rule("R6.2", "R6.3", "R6.4", "R7.2", "R7.3", "R7.5")
@pytest.mark.parametrize(("name", "overrides", "possible", "impossible", "why"), SCORES, ids=lambda value: str(value))
def test_what_can_be_scored_hangs_on_the_ruleset(name, overrides, possible, impossible, why):
    rules = ruleset(name, overrides)
    judged = {score: is_possible(rules, 0, *score) for score in (*possible, *impossible)}
    assert judged == {score: score in possible for score in (*possible, *impossible)}, why


RUNS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}  # what a sequence of so many cards scores (R5.12)
IN_ONE_SUIT = [(), *((length,) for length in RUNS), (3, 3), (3, 4), (3, 5), (4, 4)]  # of the eight cards of a suit
Hand = tuple[int, int, int]  # points in hand, the step that reaches thirty, and the first one that scores


def hands(rules: Ruleset, blank: int, owned: tuple[int, ...]) -> set[Hand]:
    """What a player may reckon who alone scores in these categories: 0 is the point, 1 sequences, 2 sets."""
    points = range(rules.point_minimum, 9)
    runs = {(0, 0)}
    for _ in "SHDC":
        runs = {(n + sum(suit), score + sum(map(RUNS.get, suit))) for n, score in runs for suit in IN_ONE_SUIT}
        runs = {run for run in runs if run[0] <= 12}
    sets = [14 * fours + 3 * trios for fours in range(4) for trios in range(5) if 4 * fours + 3 * trios <= 12]
    scores = [{0, *each} if at in owned else {0} for at, each in enumerate((points, {s for _, s in runs}, sets))]
    most_in_hand = 51 if blank else {3: 57, 4: 54}[rules.point_minimum]  # W15
    found = set()
    for steps in itertools.product({blank}, *scores, {0, rules.carte_rouge}):
        if sum(steps[1:4]) > most_in_hand or (steps[4] and not sum(steps[1:4])):
            continue
        after = list(itertools.accumulate(steps))
        found.add((after[-1], *(next((at for at, now in enumerate(after) if now >= least), 9) for least in (30, 1))))
    return found


def in_hand(rules: Ruleset) -> set[tuple[int, int]]:
    """What elder and younger may reckon, with a repique (R7.2): each category scores for one of the two."""
    found = set()
    for blanks in ((0, 0), (10, 0), (0, 10)):
        for elders in itertools.chain.from_iterable(itertools.combinations(range(3), count) for count in range(4)):
            youngers = tuple({0, 1, 2}.difference(elders))
            sides = hands(rules, blanks[0], elders), hands(rules, blanks[1], youngers)
            for (elder, reached, first), (younger, others_reached, others_first) in itertools.product(*sides):
                found.add((elder, younger))
                in_order = rules.repique_test == "before_in_order"
                if elder >= 30 and (not younger or (in_order and reached < others_first)):
                    found.add((elder + 60, younger))
                if younger >= 30 and (not elder or (in_order and others_reached < first)):
                    found.add((elder, younger + 60))
    return found


def play(rules: Ruleset) -> set[tuple[int, int, int, int, int]]:
    """Each player's points of play and for the cards, and what counts towards elder's pique (R6.2 to R6.4, R7.4)."""
    found = set()
    for winners in itertools.product((0, 1), repeat=12):
        made, leader = [0, 0], 0
        for winner in winners:
            made[leader] += 1
            made[winner] += winner != leader or rules.trick_scoring == "lead_and_take"
            leader = winner
        made[leader] += rules.last_trick_bonus
        lost = sum(winners)
        cards = (40, 0) if not lost else (0, 40) if lost == 12 else ((lost < 6) * 10, (lost > 6) * 10)
        early = 10 if rules.cards_counted == "seventh_trick" and lost < 6 else 0
        found.add((*made, *cards, made[0] + early))
    return found


@pytest.mark.rule("R5.12", "R6.2", "R6.3", "R6.4", "R7.2", "R7.3", "R7.5")
@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("portland", {}),
        ("wikipedia", {}),
        ("denexa", {"point_minimum": 4}),
        ("portland", {"carte_rouge": 20, "last_trick_bonus": 10}),
    ],
    ids=str,
)
def test_possible_are_the_scores_that_the_parts_of_a_deal_form(name: str, overrides: dict[str, Value]) -> None:
    """The parts are those of docs/notation.md, "Score sheets", each enumerated here in another way."""
    rules = ruleset(name, overrides)
    reckoned, possible = in_hand(rules), set()
    for elder, younger, cards, others_cards, towards_pique in play(rules):
        for own, other in reckoned:
            total = own + elder + cards, other + younger + others_cards
            possible.add(total)
            # Whatever is equal saves from a repique, but not from a pique, where the ruleset has it so (R7.5).
            if not other and own + towards_pique >= 30 and own < (90 if rules.equality_saves_repique else 30):
                possible.add((total[0] + 30, total[1]))
    highest = max(map(max, possible))
    assert most(rules) == highest
    assert not is_possible(rules, 0, highest + 1, 0)
    drawn = [(a, b) for a in range(highest + 1) for b in range(highest + 1) if (3 * a + 7 * b) % 11 == 0]
    assert [pair for pair in drawn if is_possible(rules, 0, *pair)] == [pair for pair in drawn if pair in possible]


@pytest.mark.rule("R6.5")
@pytest.mark.parametrize(
    ("name", "overrides", "score"),
    [
        # Elder throws down his hand after his first lead: he is made up to two, younger has 13 and the cards. Played
        # out elder has three at least once he wins a trick: a lead, a capture, and the next lead or the last trick.
        ("portland", {}, (2, 23)),
        ("denexa", {}, (2, 34)),  # 24 and the cards; played out there are 24 for both together
        ("portland", {"trick_scoring": "one_per_trick"}, (2, 22)),
        ("portland", {"concession_score": 0}, (1, 23)),  # after the lead
        ("portland", {"concession_score": 0}, (0, 23)),  # before it
        ("portland", {"concession_score": 0}, (23, 0)),
    ],
)
def test_a_hand_is_thrown_down_in_the_deals_that_the_ruleset_says(name, overrides, score):
    def deals(concession: str) -> list[int]:
        rules = ruleset(name, {**overrides, "concession": concession})
        return [finished + 1 for finished in range(9) if is_possible(rules, finished, *score)]

    assert deals("none") == []
    assert deals("last_deal") == [6, 8]  # the second of two extra deals, too
    assert deals("any_deal") == [1, 2, 3, 4, 5, 6, 7, 8, 9]


SHEET_TO_A_HUNDRED = "piquet-record 1\nruleset: {}\nfirst dealer: B\ndeal 1\nscore: {}\n"


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(
    ("which", "score", "followed", "possible"),
    [
        ("french", "12-1", False, True),  # cut short by the target
        ("french", "12-1", True, False),  # played to its end, since another deal follows
        ("french.target_stop-end_of_deal", "12-1", False, False),
        ("french", "174-0", False, True),
        ("french", "175-0", False, False),  # more than any deal makes
        ("french", "0-175", False, False),
        ("french", "0-0", False, True),
        ("portland", "175-?", False, False),
        ("portland", "?-175", False, False),
        ("portland", "174-?", False, True),
        ("portland", "?-174", False, True),
        ("portland", "0-?", False, True),  # nothing is said of one score alone
    ],
)
def test_the_score_of_a_deal_that_a_target_cut_short_may_be_any_up_to_the_most(which, score, followed, possible):
    text = SHEET_TO_A_HUNDRED.format(which, score) + ("deal 2\n" if followed else "")
    found = verify(strictly(read(text))).deals[0].divergence
    assert (found is None) is possible
    if found is not None:
        assert (found.code, found.pointer) == ("score.impossible", "/deals/0/score")


def test_two_sheets_that_agree_on_a_score_that_cannot_be_are_told_there():
    text = "piquet-record 1\nfirst dealer: B\ndeal 1\nwritten A: 12-1\nwritten B: 12-1\n"
    found = verify(strictly(read(text))).deals[0].divergence
    assert found is not None and (found.code, found.pointer) == ("score.impossible", "/deals/0/written")
    assert found.correction is not None and found.correction.by == ["A", "B"]


def test_a_sheet_with_a_score_that_cannot_be_says_so():
    sheet = "piquet-record 1\nfirst dealer: B\ndeal 1\nscore: {}\n"
    (deal,) = verify(read(sheet.format("28-23"))).deals
    assert deal.divergence is None and deal.basis == "score"
    (deal,) = verify(read(sheet.format("0-23"))).deals
    assert deal.divergence is not None and deal.divergence.code == "score.impossible"
    assert deal.divergence.pointer == "/deals/0/score"
    # Where nobody says who dealt, it is impossible only if it is so for either.
    assert verify(read(sheet.format("0-23").replace("first dealer: B\n", ""))).deals[0].divergence is not None
    for either in ("1-53", "53-1"):  # elder has at least the first lead, younger can have a capot
        assert verify(read(sheet.format(either).replace("first dealer: B\n", ""))).deals[0].divergence is None


def test_a_score_is_a_number_from_none_to_the_most() -> None:
    rules = ruleset("portland")
    scores = [(0, 174), (174, 0), (None, 0), (None, None), (-1, 0), (0, -1), (175, 0), (None, 175)]
    assert [in_bounds(rules, score) for score in scores] == [True] * 4 + [False] * 4


@pytest.mark.rule("R6.5")
def test_a_sheet_may_have_a_conceded_score_in_the_last_deal() -> None:
    """2 to 23: elder throws down the hand after the first lead. B deals first, so A is elder in deals 1, 3, 5 and 7."""
    played = "".join(f"deal {number}\nscore: 28-23\n" for number in range(1, 6))
    for number, score, possible in ((4, "23-2", False), (5, "2-23", False), (6, "23-2", True)):
        before = played.partition(f"deal {number}\n")[0]
        text = f"piquet-record 1\nfirst dealer: B\n{before}deal {number}\nscore: {score}\n"
        divergence = verify(strictly(read(text))).deals[-1].divergence
        assert (divergence is None) is possible


@pytest.mark.rule("R6.5")
def test_a_conceded_deal_may_score_what_a_played_one_may_not():
    # Thirteen and the cards to elder, nothing to younger who threw down his hand: played out it were a capot.
    rules = ruleset("portland", {"concession_score": 0})
    assert is_possible(rules, 5, 23, 0)
    assert not is_possible(rules, 4, 23, 0)  # not in the fifth deal


def test_no_deal_that_was_played_is_called_impossible():
    for which, overrides, rng in seeded("sheets", 4):
        rules = ruleset(which, overrides)
        record = random_record(which, overrides, rng, most=100)  # to its end
        for number, deal in enumerate(record.deals):
            assert deal.score is not None
            if rules.target is not None and rules.target_stop == "at_once" and number == len(record.deals) - 1:
                assert max(each or 0 for each in deal.score) <= most(rules)
                continue
            elder, younger = deal.score if deal.dealer == "B" else deal.score[::-1]
            assert is_possible(rules, number, elder or 0, younger or 0), (deal.score, rules)
            assert deal.totals is not None and can_total(rules, deal.totals, number + 1), (deal.totals, rules)
        assert record.result is not None and record.result.totals is not None
        assert can_total(rules, record.result.totals), (record.result, rules)


def test_no_golden_deal_is_called_impossible():
    for golden in FILES.values():
        name = golden["ruleset"]
        rules = ruleset(name) if isinstance(name, str) else ruleset(name["name"], name["overrides"])
        for number, deal in enumerate(golden["deals"]):
            if rules.target is not None and number == len(golden["deals"]) - 1:
                continue
            elder = "A" if deal["dealer"] == "B" else "B"
            assert is_possible(rules, number, deal["score"][elder], deal["score"][deal["dealer"]])


@pytest.mark.parametrize("name", RULESETS)
def test_some_scores_are_impossible_under_every_ruleset(name):
    assert not is_possible(ruleset(name), 0, 0, 0)


# Under `portland` a deal makes at least 13 and the ten, a capot or, at six tricks each, nothing (R6.2, R6.3); a hand
# thrown down in the last one, 12 and 2 (R6.5). It makes at most 174 for one player (W15). There are six deals, or after
# a tie eight (R8.3).
@pytest.mark.rule("R8.1", "R8.3", "R8.4")
@pytest.mark.parametrize(
    ("which", "totals", "deals", "possible"),
    [
        ("portland", (150, 120), None, True),
        ("portland", (1044, 84), 6, True),
        ("portland", (1045, 84), 6, False),
        ("portland", (0, 0), None, False),
        ("portland", (0, 0), 1, False),
        ("portland", (14_900, 101), None, False),
        ("portland", (1, 1_393), None, False),  # 8 * 174 are 1,392
        ("portland", (-1, 200), None, False),
        ("portland", (None, 1_392), None, True),
        ("portland", (None, 1_393), None, False),
        ("portland", (None, None), None, True),
        ("parlett", (14_900, 14_900), None, True),  # two deals more after each tie, without end
        ("parlett", (14_900, 101), None, False),
        ("portland.partie_deals-4", (2 * 174, 0), 1, True),  # the first and the last of four count double (R8.1)
        ("portland.partie_deals-4", (2 * 174 + 1, 0), 1, False),
        ("portland.partie_deals-4", (6 * 174, 84), 4, True),
        ("portland.partie_deals-4", (6 * 174 + 1, 84), 4, False),
        ("hoyle", (100 + 174, 60), None, True),  # one short of the target before the last deal
        ("hoyle", (101 + 174, 60), None, False),
        ("french", (0, 0), None, True),  # the target of a game may end its only deal at once
    ],
)
def test_totals_that_no_deals_can_make(which, totals, deals, possible):
    name, _, changed = which.partition(".")
    parameter, _, value = changed.partition("-")
    assert can_total(ruleset(name, {parameter: int(value)} if changed else None), totals, deals) is possible


HEAD = "piquet-record 1\nruleset: {}\nfirst dealer: B\n\n"


@pytest.mark.rule("R7.1", "R8.1")
@pytest.mark.parametrize(
    ("ruleset_name", "text", "pointer"),
    [
        ("portland@1", "deal 1\ntotals: 300-20\n", "/deals/0/totals"),  # more than 174
        ("portland@1", "deal 1\ntotals: 28-23\n\ndeal 2\ntotals: 20-40\n", "/deals/1/totals"),  # no rule takes 8 away
        ("portland@1", "deal 1\nscore: 28-23\n\ndeal 2\ntotals: 20-40\n", "/deals/1/totals"),  # nor from a score
        ("portland@1", "deal 1\ntotals: 28-?\n\ndeal 2\ntotals: 20-40\n", "/deals/1/totals"),
        ("portland@1", "deal 1\n\ndeal 2\ntotals: 349-20\n", "/deals/1/totals"),  # two deals make 348 at most
        ("portland@1", "deal 1\nwritten A: 300-20\n", "/deals/0/written/A"),
        ("portland@1", "deal 1\nwritten B: ?-300\n", "/deals/0/written/B"),
        ("portland@1", "result\ntotals: 14900-101\n", "/result/totals"),
        ("portland@1", "deal 1\n\nresult\ntotals: 0-0\n", "/result/totals"),
        ("portland@1.partie_deals-4", "deal 1\ntotals: 57-46\n", "/deals/0/totals"),  # it counts double: 28 or 29
        ("portland@1", "deal 1\ntotals: 28-23\n\ndeal 2\ntotals: 48-63\n", None),
        ("portland@1", "deal 1\nwritten A: 28-23\n", None),
        ("portland@1", "result\ntotals: 287-80\n", None),
        ("portland@1.partie_deals-4", "deal 1\ntotals: 56-46\n", None),
    ],
)
def test_a_claim_that_gives_a_deal_an_impossible_score_is_told_wherever_it_is(ruleset_name, text, pointer):
    report = verify(strictly(read(HEAD.format(ruleset_name) + text)))
    found = [(each.code, each.pointer) for each in report.all_divergences() if each.code != "partie.not_over"]
    assert found == ([("score.impossible", pointer)] if pointer else [])


@pytest.mark.rule("R7.1", "R8.1")
@pytest.mark.parametrize(
    ("adjustment", "totals", "without"),
    [
        ("adjustment A +200 deal 1: a fault of the director", "228-23", None),
        (
            "adjustment A +200 deal 1: a fault of the director",
            "28-23",
            True,
        ),  # 172 below nothing with it
        ("adjustment A +200 deal 1: a fault of the director", "400-23", False),
    ],
)
def test_totals_are_possible_by_what_was_played_not_by_what_was_adjusted(adjustment, totals, without):
    text = HEAD.format("portland@1") + f"deal 1\ntotals: {totals}\n{adjustment}\n"
    found = [each.without_adjustments for each in verify(strictly(read(text))).all_divergences()]
    assert found == ([] if without is None else [without])
