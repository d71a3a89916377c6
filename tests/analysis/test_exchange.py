"""The analysis of an exchange against plain enumeration, and against chance.

The enumeration knows hands as sets of strings and counts what rules.md says: R1, R5.5, R5.6, R5.12, R7.2, R7.3, R7.5.
"""

import itertools
import random
from fractions import Fraction

import pytest

from tests.kit import Json, post, problem, send

RANKS, SUITS = "6789TJQKA", "SHDC"
PIPS = dict(zip(RANKS, (6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))
SEED = "exchange"

Hand = frozenset[str]
# What is held in a category: what it is compared by (the greater the better, None for nothing), and what it scores.
Held = tuple[tuple[float, ...] | None, int]


def pack(size: int) -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS[-size // 4 :]]


def runs(hand: Hand) -> list[tuple[int, int]]:
    """Length and top of every longest sequence."""
    found = []
    for suit in SUITS:
        for length, top in itertools.product(range(3, 10), range(9)):
            stretch = [RANKS[rank] + suit for rank in range(top - length + 1, top + 1) if rank >= 0]
            below, above = top - length, top + 1
            whole = len(stretch) == length and hand.issuperset(stretch)
            if whole and not any(0 <= rank < 9 and RANKS[rank] + suit in hand for rank in (below, above)):
                found.append((length, top))
    return found


def held(hand: Hand, rules: Json) -> list[Held]:
    """Point, sequences and sets of twelve cards."""
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
    {"point_comparison": "pips", "point_score": "pips", "tie_break_call": "always"},
    {"point_ending_in_four": True, "nought": True, "repique_test": "opponent_scores_nothing"},
    {"pack": 36, "elder_max": 8, "point_comparison": "pips", "tie_break_call": "always", "nought": True},
]


@pytest.mark.rule("R5.12", "R7.2", "R7.3", "R7.5")
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules) or "portland")
@pytest.mark.parametrize("side", ["elder", "younger"])
def test_every_discard_is_what_enumeration_makes_of_it(rules, side):
    size = rules.get("pack", 32)
    for number in range(6):
        rng = random.Random(f"{SEED} {number} {side} {sorted(rules)}")
        print("seed", SEED, number)
        cards = pack(size)
        if number % 2:  # high cards together, so that something is good
            cards.sort(key=lambda card: RANKS.index(card[0]) + rng.uniform(0, 4), reverse=True)
        else:
            cards.sort(key=lambda card: SUITS.index(card[1]) + rng.uniform(0, 1.5))
        hand, rest = cards[:12], cards[12:]
        rng.shuffle(rest)
        request = {
            "side": side,
            "hand": hand,
            "held": rest[:9],
            "known": rest[16:],  # seven are left unseen
            "at_most": 2,
            "limit": 5000,
            "ruleset": {"name": "portland", "overrides": rules},
        }
        answer = post("/v1/exchanges/analyse", request)
        assert answer["discards"] == 12 + 66
        rows = answer["rows"]
        assert [exact(row["score"]) for row in rows] == sorted((exact(row["score"]) for row in rows), reverse=True)
        assert [row["repique"] is not None for row in rows] == [True] * 5 + [False] * 73
        for row in [*rows[:7], *rng.sample(rows, 5)]:
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


@pytest.mark.rule("R5.12", "R7.2")
def test_chance_agrees_with_a_full_analysis():
    """Within five standard errors, over 6,000 draws with a hand of the other for each of two discards."""
    answer = post("/v1/exchanges/analyse", {"side": "elder", "hand": HAND, "limit": 300})
    rng = random.Random(SEED)
    print("seed", SEED)
    for row in (answer["rows"][0], answer["rows"][299]):
        kept = frozenset(HAND) - set(row["discard"])
        unseen = sorted(set(pack(32)) - set(HAND))
        count = 6_000
        scores, repiques = [], 0
        for _ in range(count):
            cards = rng.sample(unseen, len(row["discard"]) + 12)
            mine = held(kept | set(cards[12:]), {})
            theirs = held(frozenset(cards[:12]), {})
            scores.append(sum(one[1] for one, other in zip(mine, theirs, strict=True) if better(one, other)))
            repiques += bonus(mine, theirs, {}, elder=True) == "repique"
        mean = sum(scores) / count
        error = (sum((score - mean) ** 2 for score in scores) / count / count) ** 0.5
        assert abs(mean - row["score"]["decimal"]) < 5 * error
        if row["repique"]:
            chance = row["repique"]["decimal"]
            assert abs(repiques / count - chance) < 5 * (chance * (1 - chance) / count) ** 0.5


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
    hand = ["AS", "TS", "9S", "8S", "7S", "AH", "TH", "AD", "TD", "9D", "AC", "8C"]
    rows = {
        blanche: post(
            "/v1/exchanges/analyse",
            {"side": "elder", "hand": hand, "carte_blanche": blanche, "at_most": 2, "limit": 1},
        )["rows"][0]
        for blanche in (None, "own", "other")
    }
    assert rows[None]["score"] == rows["own"]["score"] == rows["other"]["score"]
    assert exact(rows["own"]["repique"]) > exact(rows[None]["repique"])
    assert exact(rows["other"]["repique"]) == exact(rows["other"]["pique"]) == 0


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


def test_what_would_take_minutes_is_refused_at_once():
    request = {"side": "elder", "hand": HAND, "ruleset": "old-36"}
    status, answer = send("/v1/exchanges/analyse", request)
    assert (status, answer["code"]) == (409, "too_dear")
    assert post("/v1/exchanges/analyse", {**request, "at_most": 2, "limit": 1})["discards"] == 12 + 66
