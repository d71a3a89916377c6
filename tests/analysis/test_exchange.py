"""The analysis of an exchange against plain enumeration, and against chance.

The enumeration knows hands as sets of strings and counts what rules.md says: R1, R5.5, R5.6, R5.12, R7.2, R7.3, R7.5.
"""

import itertools
import random
from fractions import Fraction
from functools import lru_cache
from math import prod

import pytest

from service.analysis import exchange
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import cards, portland
from tests.helpers.http import Json, post, problem
from tests.helpers.random_cases import generator

RANKS, SUITS = "6789TJQKA", "SHDC"
PIPS = dict(zip(RANKS, (6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))
SEED = "exchange"

Hand = frozenset[str]
# What is held in a category: what it is compared by (the greater the better, None for nothing), and what it scores.
Held = tuple[tuple[float, ...] | None, int]


def pack(size: int) -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS[-size // 4 :]]


# Every sequence that there may be: length, top, its cards, and those above and below, with which it would be longer.
STRETCHES = [
    (
        length,
        top,
        frozenset(RANKS[rank] + suit for rank in range(top - length + 1, top + 1)),
        frozenset(RANKS[rank] + suit for rank in (top - length, top + 1) if 0 <= rank < 9),
    )
    for suit in SUITS
    for length in range(3, 10)
    for top in range(length - 1, 9)
]


def runs(hand: Hand) -> list[tuple[int, int]]:
    """Length and top of every longest sequence."""
    return [(length, top) for length, top, within, beside in STRETCHES if within <= hand and not beside & hand]


def held(hand: Hand, rules: Json) -> list[Held]:
    """Point, sequences and sets of twelve cards. Most hands come again and again, with other discards and draws."""
    return _held(hand, frozenset(rules.items()))


@lru_cache(10_000)
def _held(hand: Hand, parameters: frozenset[tuple[str, Json]]) -> list[Held]:
    rules = dict(parameters)
    minimum, pips = rules.get("point_minimum", 3), rules.get("point_comparison") == "pips"
    points = []
    for suit in SUITS:
        cards = [card for card in hand if card[1] == suit]
        value = sum(PIPS[card[0]] for card in cards)
        if len(cards) >= minimum:
            less = rules.get("point_ending_in_four", False) and value % 10 == 4
            scores = (value + 5) // 10 if rules.get("point_score") == "pips" else len(cards) - less
            points.append(((value,) if pips else (len(cards), value), scores))
        if not cards and rules.get("nought"):
            points.append(((50.5,) if pips else (5, 50.5), 5))
    sequences = [((length, top), length + (10 if length > 4 else 0)) for length, top in runs(hand)]
    if rules.get("nought") and len({card[1] for card in hand}) < 4:
        sequences.append(((5, 7.5), 10))
    counts = {rank: sum(card[0] == rank for card in hand) for rank in "TJQKA"}
    sets = [((n, RANKS.index(rank)), 14 if n == 4 else 3) for rank, n in counts.items() if n > 2]
    best = max(points, default=(None, 0))
    return [
        best,
        *((max((each[0] for each in some), default=None), sum(each[1] for each in some)) for some in (sequences, sets)),
    ]


def better(one: Held, other: Held) -> bool:
    return one[0] is not None and (other[0] is None or one[0] > other[0])


def bonus(mine: list[Held], theirs: list[Held], rules: Json, elder: bool) -> str | None:
    """R7.2, R7.3 and R7.5, the lead being elder's first point of play."""
    total, saved, reached = 0, False, False
    for own, other in zip(mine, theirs, strict=True):
        saved = saved or better(other, own)
        total += own[1] if better(own, other) else 0
        reached = reached or (total >= 30 and not saved)
    if rules.get("repique_test") == "opponent_scores_nothing":
        reached = total >= 30 and not saved
    if rules.get("repique_by") == "elder" and not elder:
        return None
    equal = any(own[0] is not None and own[0] == other[0] for own, other in list(zip(mine, theirs, strict=True))[:2])
    if reached and not (rules.get("equality_saves_repique") and equal):
        return "repique"
    return "pique" if elder and total >= 29 and not saved else None


def enumerated(request: Json, discard: Hand, rules: Json, size: int) -> Json:
    """What the analysis should say of a discard, by going through every draw and every hand of the other."""
    own, others = frozenset(request["hand"]), frozenset(request["held"])
    unseen = sorted(set(pack(size)) - own - others - set(request["known"]))
    names = ("worth", "score", "good", "equal", "beaten")
    sums = [dict.fromkeys(names, 0) for _ in range(3)]
    bonuses = {"repique": 0, "pique": 0}
    draws = hands = 0
    for drawn in itertools.combinations(unseen, len(discard)):
        draws += 1
        mine = held(own - discard | set(drawn), rules)
        for category in range(3):
            sums[category]["worth"] += mine[category][1]
        left = [card for card in unseen if card not in drawn]
        hands = 0
        for more in itertools.combinations(left, 12 - len(others)):
            hands += 1
            theirs = held(others | set(more), rules)
            for told, one, other in zip(sums, mine, theirs, strict=True):
                if one[0] is None:
                    continue
                told["good" if better(one, other) else "equal" if one[0] == other[0] else "beaten"] += 1
                told["score"] += one[1] if better(one, other) else 0
            which = bonus(mine, theirs, rules, request["side"] == "elder")
            if which:
                bonuses[which] += 1
    cases = draws * hands
    return {
        "draws": draws,
        "hands": hands,
        "categories": [
            {name: Fraction(told[name], draws if name == "worth" else cases) for name in names} for told in sums
        ],
        **{name: Fraction(count, cases) for name, count in bonuses.items()},
    }


def exact(number: Json) -> Fraction:
    found = Fraction(number["numerator"], number["denominator"])
    assert number["decimal"] == float(found)
    return found


def agrees(row: Json, expected: Json) -> None:
    assert (row["draws"], row["hands"]) == (expected["draws"], expected["hands"])
    for told, right in zip(row["categories"], expected["categories"], strict=True):
        assert {name: exact(told[name]) for name in right} == right, told["category"]
    assert exact(row["worth"]) == sum(each["worth"] for each in expected["categories"])
    assert exact(row["score"]) == sum(each["score"] for each in expected["categories"])
    for name in ("repique", "pique"):
        if row[name] is not None:
            assert exact(row[name]) == expected[name], name


RULES = [
    {},
    {"point_minimum": 4, "repique_test": "opponent_scores_nothing", "equality_saves_repique": True},
    {"nought": True},
    {"repique_by": "elder"},
    {"point_comparison": "pips", "point_score": "pips", "tie_break_call": "always"},
    {"point_ending_in_four": True, "nought": True, "repique_test": "opponent_scores_nothing"},
    {"pack": 36, "elder_max": 8, "point_comparison": "pips", "tie_break_call": "always", "nought": True},
]


@pytest.mark.rule("R5.12", "R7.2", "R7.3", "R7.5")
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules) or "portland")
@pytest.mark.parametrize("side", ["elder", "younger"])
def test_every_discard_is_what_enumeration_makes_of_it(rules, side):
    size = rules.get("pack", 32)
    for number in range(2):
        rng = random.Random(f"{SEED} {number} {side} {sorted(rules)}")
        print("seed", SEED, number)
        cards = pack(size)
        if number % 2:  # high cards together, so that something is good
            cards.sort(key=lambda card: RANKS.index(card[0]) + rng.uniform(0, 4), reverse=True)
        else:
            cards.sort(key=lambda card: SUITS.index(card[1]) + rng.uniform(0, 1.5))
        hand, rest = cards[:12], cards[12:]
        rng.shuffle(rest)
        # Seven are left unseen, three of them for the other; or nine, six of them for the other.
        of_other, unseen = ((9, 7), (6, 9))[number]
        request = {
            "side": side,
            "hand": hand,
            "held": rest[:of_other],
            "known": rest[of_other + unseen :],
            "at_most": 2,
            "limit": 5000,
            "ruleset": {"name": "portland", "overrides": rules},
        }
        answer = post("/v1/exchanges/analyse", request)
        assert answer["discards"] == 12 + 66
        rows = answer["rows"]
        assert [exact(row["score"]) for row in rows] == sorted((exact(row["score"]) for row in rows), reverse=True)
        assert [row["repique"] is not None for row in rows] == [True] * 10 + [False] * 68
        for row in [*rows[:11:5], *rng.sample(rows, 2)]:
            agrees(row, enumerated(request, frozenset(row["discard"]), rules, size))


HAND = ["QS", "TS", "AH", "KH", "QH", "TH", "QD", "JD", "9D", "AC", "JC", "TC"]


@pytest.mark.rule("R4.1")
def test_elder_has_1585_discards():
    # W17: 12 + 66 + 220 + 495 + 792.
    answer = post("/v1/exchanges/analyse", {"side": "elder", "hand": HAND, "mode": "plain", "limit": 5000})
    assert answer["discards"] == len(answer["rows"]) == 1585
    assert len({tuple(row["discard"]) for row in answer["rows"]}) == 1585


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize(
    ("request_", "discards"),
    [
        ({"side": "younger"}, 12 + 66 + 220),
        ({"side": "younger", "available": 4, "at_most": 2}, 12 + 66),
        ({"side": "younger", "ruleset": "au-cent", "available": 1}, 1 + 12),
        ({"side": "elder", "ruleset": "german", "at_most": 3}, 220),
    ],
)
def test_a_discard_is_as_large_as_the_ruleset_and_the_talon_let_it_be(request_, discards):
    assert post("/v1/exchanges/analyse", {"hand": HAND, "mode": "plain", **request_})["discards"] == discards


def mean_and_error(numbers: list[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(numbers)
    mean = sum(numbers) / count
    return mean, (sum((number - mean) ** 2 for number in numbers) / count / count) ** 0.5


OLD = {"point_comparison": "pips", "point_score": "pips"}
OLD_HAND = ["AS", "QS", "9S", "7S", "KH", "QH", "8H", "TD", "7D", "6D", "QC", "6C"]


@pytest.mark.rule("R4.1", "R4.2", "R5.12", "R7.2", "R7.3")
@pytest.mark.parametrize(
    ("request_", "rules", "size"),
    [
        ({"side": "elder", "hand": HAND}, {}, 32),
        ({"side": "younger", "hand": HAND, "available": 7}, {}, 32),
        ({"side": "elder", "hand": OLD_HAND, "ruleset": "old-36"}, OLD, 36),
        ({"side": "elder", "hand": OLD_HAND, "ruleset": {"name": "old-36", "overrides": {"nought": True}}}, OLD, 36),
    ],
    ids=["elder", "younger takes seven", "old-36", "old-36, nought"],
)
def test_chance_agrees_with_a_full_analysis(request_, rules, size):
    """Every mean within five of its standard errors, over 500 draws with a hand of the other for each of two
    discards of many cards."""
    rows = post("/v1/exchanges/analyse", {"limit": 300, **request_})["rows"]
    if isinstance(request_.get("ruleset"), dict):
        rules = {**rules, "nought": True}
    rng = random.Random(SEED)
    print("seed", SEED)
    unseen = sorted(set(pack(size)) - set(request_["hand"]))
    many = [row for row in rows if len(row["discard"]) >= 5]
    for row in (many[0], many[-1]):
        kept = frozenset(request_["hand"]) - set(row["discard"])
        found: dict[tuple[str, str], list[int]] = {}
        for _ in range(500):
            cards = rng.sample(unseen, len(row["discard"]) + 12)
            mine, theirs = held(kept | set(cards[12:]), rules), held(frozenset(cards[:12]), rules)
            for told, one, other in zip(row["categories"], mine, theirs, strict=True):
                good, equal = better(one, other), one[0] is not None and one[0] == other[0]
                name = told["category"]
                for what, number in {
                    "worth": one[1],
                    "score": one[1] * good,
                    "good": good,
                    "equal": equal,
                    "beaten": one[0] is not None and not good and not equal,
                }.items():
                    found.setdefault((name, what), []).append(number)
            if row["repique"]:
                made = bonus(mine, theirs, rules, request_["side"] == "elder")
                for what in ("repique", "pique"):
                    found.setdefault(("", what), []).append(made == what)
        told = {
            (each["category"], what): each[what]["decimal"]
            for each in row["categories"]
            for what in each
            if what != "category"
        }
        for (name, what), numbers in found.items():
            mean, error = mean_and_error(numbers)
            right = told[name, what] if name else row[what]["decimal"]
            error = max(error, (right / len(numbers)) ** 0.5)  # nothing, or everything, may have come of so few
            assert abs(mean - right) < 5 * error + 1e-12, (row["discard"], name, what)


@pytest.mark.parametrize("name", ["portland", "old-36", "german"])
def test_the_scores_alone_are_those_of_the_full_analysis_in_the_same_order(name):
    rules = ruleset(name)
    rng = generator(f"scores {name}")
    for elder in (True, False):
        hand = mask_of(rng.sample(cards_of(rules.cards), 12))
        position = ExchangeKnowledge(rules, hand, 1, 4, elder, 0, 0, None)
        discards, sums, _ = exchange.analyse(position, True, 0)
        alone = exchange.scores(position, exchange._legal(position))
        assert list(alone) == discards.tolist()
        for (discard, score), row in zip(alone.items(), sums.tolist(), strict=True):
            assert score == sum(score for _, score, *_ in row) / prod(exchange.cases_of(position, discard.bit_count()))


@pytest.mark.rule("R5.12")
def test_a_hand_without_tens_and_higher_is_analysed_too():
    # Nothing that makes sets is kept; the two aces that are drawn at most are none either.
    low = [rank + suit for suit in SUITS for rank in "789"]
    answer = post("/v1/exchanges/analyse", {"side": "elder", "hand": low, "at_most": 2, "limit": 100})
    assert len(answer["rows"]) == 12 + 66
    for row in answer["rows"]:
        sets = row["categories"][2]
        assert [exact(sets[name]) for name in ("worth", "score", "good", "equal", "beaten")] == [0] * 5


@pytest.mark.rule("R4.2", "R5.6")
def test_younger_who_may_exchange_nothing_may_expect_what_the_odds_of_his_hand_say():
    # Of C(20,12) hands: see the odds of holdings.
    hand = {"hand": HAND, "ruleset": "au-cent"}
    (row,) = post("/v1/exchanges/analyse", {"side": "younger", "available": 0, **hand})["rows"]
    assert (row["discard"], row["draws"], row["hands"]) == ([], 1, 125_970)
    (evaluated,) = post("/v1/hands/evaluate", {"ruleset": "au-cent", "hands": [{"cards": HAND}]})["hands"]
    for told in row["categories"]:
        odds = evaluated[f"{told['category']}s"][0]["odds"]  # of the best
        assert [told[name] for name in ("good", "equal", "beaten")] == [odds["good"], odds["equal"], odds["beaten"]]


@pytest.mark.rule("R6.2", "R7.3")
def test_where_a_lead_scores_nothing_twenty_nine_and_the_lead_are_no_pique():
    # Without the seven a quint major, its point of five, three aces and three kings: 26. A queen of hearts or diamonds,
    # the seven or the ten of clubs makes a tierce: 29, and with the lead 30. The ace and the king of clubs make a
    # quatorze, 37 and a repique.
    hand = ["AS", "KS", "QS", "JS", "TS", "AH", "KH", "AD", "KD", "7D", "9C", "8C"]
    chances = {}
    for scoring in ("lead_and_capture", "one_per_trick"):
        ruleset = {"name": "portland", "overrides": {"trick_scoring": scoring}}
        request = {"side": "elder", "hand": hand, "at_most": 1, "ruleset": ruleset}
        (row,) = (row for row in post("/v1/exchanges/analyse", request)["rows"] if row["discard"] == ["7D"])
        chances[scoring] = exact(row["repique"]), exact(row["pique"])
    (repique, pique), (same, none) = chances.values()
    assert repique == same and 0 < repique <= Fraction(2, 20)
    assert 0 < pique <= Fraction(4, 20) and none == 0


def test_the_names_of_the_suits_make_no_difference():
    request = {"side": "younger", "hand": HAND, "limit": 20, "known": ["7S"], "held": ["8D", "9C"]}
    names = str.maketrans("SHDC", "DCSH")
    turned = {
        name: [card.translate(names) for card in value] if isinstance(value, list) else value
        for name, value in request.items()
    }
    one, other = (post("/v1/exchanges/analyse", body)["rows"] for body in (request, turned))
    assert [row["score"] for row in one] == [row["score"] for row in other]
    found = {frozenset(card.translate(names) for card in row["discard"]): row["categories"] for row in one}
    told = {frozenset(row["discard"]): row["categories"] for row in other}
    both = found.keys() & told.keys()
    assert len(both) >= 15 and all(found[cards] == told[cards] for cards in both)  # equal ones may come in any order


@pytest.mark.rule("R7.1", "R7.2")
def test_a_carte_blanche_counts_towards_thirty_or_saves_it():
    # Fourteen for the aces and a quart, and some six for the point: with ten more that is thirty, if it is good.
    # (The other can have one where a card of the hand is a court card.)
    eleven = ["AS", "TS", "9S", "8S", "7S", "AH", "TH", "AD", "TD", "9D", "AC"]

    def first_row(last: str, blanche: str | None) -> Json:
        body = {"side": "elder", "hand": [*eleven, last], "carte_blanche": blanche, "at_most": 2, "limit": 1}
        return post("/v1/exchanges/analyse", body)["rows"][0]

    blank, own = first_row("8C", None), first_row("8C", "own")
    assert blank["score"] == own["score"]
    assert exact(own["repique"]) > exact(blank["repique"])
    court, other = first_row("KC", None), first_row("KC", "other")
    assert court["score"] == other["score"]
    assert exact(court["repique"]) > exact(other["repique"]) == exact(other["pique"]) == 0


@pytest.mark.rule("R6.3")
def test_the_play_is_no_part_of_the_score_and_the_answer_says_so():
    # Whatever tricks and the cards score, the numbers are the same; and the answer says that they are not in them.
    body = {"side": "younger", "hand": cards("S AKQJ H AK97 D A9 C A9"), "at_most": 1, "limit": 12}
    first, other = (
        post("/v1/exchanges/analyse", body | {"ruleset": ruleset})
        for ruleset in (
            "portland",
            portland(trick_scoring="lead_and_take", last_trick_bonus=10, low_cards_uncounted=True),
        )
    )
    assert first["rows"] == other["rows"]
    assert [said for said in first["assumes"] if "tricks, the cards and capot do not count" in said]


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize(
    ("hand", "blanche", "pack", "told"),
    [
        # The hand is as dealt: with a king it is no carte blanche.
        ("S AT987 H AT987 D AK", "own", 32, "is own, but the hand has KD"),
        ("S AT987 H AT987 D AK", "own", 36, "is own, but the hand has KD"),
        # The 32 cards have twenty blank ones, too few for two cartes blanches; the 36 have twenty-four.
        ("S AT987 H AT987 D AT", "other", 32, "is other, but the hand itself is a carte blanche"),
        ("S AT987 H AT987 D AT", "other", 36, None),
        ("S AT987 H AT987 D AT", "own", 32, None),
        ("S AT987 H AT987 D AK", "other", 32, None),
    ],
)
def test_a_carte_blanche_that_cannot_be_is_refused(hand, blanche, pack, told):
    body = {"side": "elder", "hand": cards(hand), "carte_blanche": blanche, "mode": "plain", "limit": 1}
    body["ruleset"] = portland(pack=pack)
    if told is None:
        assert len(post("/v1/exchanges/analyse", body)["rows"]) == 1
        return
    answer = problem("/v1/exchanges/analyse", body)
    assert answer["code"] == "contradictory_request"
    assert answer["errors"] == [{"pointer": "/carte_blanche", "message": told}]


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"hand": ["QS", *HAND[:11]]}, "/hand/1"),
        ({"known": ["QS"]}, "/known/0"),
        ({"known": ["7S"], "held": ["7S"]}, "/held/0"),
        ({"known": ["6S"]}, "/known/0"),
        ({"available": 9}, "/available"),
        ({"at_most": 0}, "/at_most"),
        ({"ruleset": "german", "at_most": 2}, "/at_most"),
        ({"known": ["7S", "8S", "9S", "7H"]}, "/known"),  # sixteen unseen: five to draw, twelve for the other
    ],
)
def test_what_cannot_be_is_named(members, pointer):
    answer = problem("/v1/exchanges/analyse", {"side": "elder", "hand": HAND, **members})
    assert (answer["code"], answer["errors"][0]["pointer"]) == ("contradictory_request", pointer)


@pytest.mark.rule("R4.1")
def test_elder_may_exchange_eight_of_the_old_pack():
    # 12 + 66 + 220 + 495 + 792 + 924 + 792 + 495, and 735,471 draws of eight out of twenty-four.
    answer = post("/v1/exchanges/analyse", {"side": "elder", "hand": OLD_HAND, "ruleset": "old-36", "limit": 5000})
    assert answer["discards"] == len(answer["rows"]) == 3796
    assert max(row["draws"] for row in answer["rows"]) == 735_471
