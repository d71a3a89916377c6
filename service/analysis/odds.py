"""The odds that a holding is good, and the evaluation of a hand by itself: its points, sequences and sets.

Odds count how many of the other player's possible hands hold less, the same or more. Every hand that fits what is known
is equally likely, and the other player sinks nothing.

Hands are not enumerated. The other player's best point is the best of four suits, likewise their best sequence, and
their best set is the best of the ranks. For each such part a polynomial gives the number of selections of its unseen
cards below a grade: the coefficient of x^n counts those of n cards. In the product of the polynomials the coefficient
of x^12 is the number of whole hands. A polynomial is stored as its value at x = 2^40, so that multiplying polynomials
is multiplying ints. No coefficient reaches 2^40, since 36 cards have fewer selections of any one size.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from service.analysis.holding_tables import in_suits, subsets
from service.piquet.cards import holdings, ranking
from service.piquet.cards.cards import RANKS, SUIT_SIZE, names, ranks_everywhere
from service.piquet.cards.holdings import HAND_SIZE, SET_RANKS, maximal
from service.piquet.cards.ranking import NONE, NOUGHT, POINT, SEQUENCE, SET, Grade, RankingRules, Said
from service.piquet.rulesets.parameters import Ruleset

_BITS = 40
_COEFFICIENT = (1 << _BITS) - 1
_X = 1 << _BITS

_OF_RANK = {rank: ranks_everywhere(RANKS[rank]) for rank in SET_RANKS}
_NO_SET_CARDS = ~sum(_OF_RANK.values())


class Odds(NamedTuple):
    """The number of the other player's possible hands against which a holding is good, equal or beaten."""

    good: int
    equal: int
    beaten: int

    @property
    def of(self) -> int:
        """The number of hands that the other player may hold."""
        return self.good + self.equal + self.beaten


class _Part(NamedTuple):
    """A suit or a rank: its possible grades, lowest first, and for each the selections below it as a polynomial.

    The last polynomial has all selections.
    """

    grades: tuple[Grade, ...]
    below: tuple[int, ...]


def odds_of(
    how: RankingRules, category: int, grades: Iterable[Grade], unseen: int, held: int = 0, size: int = HAND_SIZE
) -> list[Odds]:
    """Return the odds of a holding of each of these grades (R5.2, R5.6).

    The other player has `size` cards: those of `held`, and the rest from `unseen` (both are hands). Raises `ValueError`
    if `held` has too many cards or `unseen` too few.
    """
    drawn = size - held.bit_count()
    if not 0 <= drawn <= unseen.bit_count():
        raise ValueError(f"no hand of {size} has these {held.bit_count()} and the rest of {unseen.bit_count()}")
    parts = tuple(_parts(how, category, unseen, held, size))
    of = comb(unseen.bit_count(), drawn)
    found = []
    for grade in grades:
        low, high = how.alike(category, *how.said(category, grade))
        good = at_most = 1
        for part in parts:
            good *= part.below[bisect_left(part.grades, low)]
            at_most *= part.below[bisect_right(part.grades, high)]
        less = good >> _BITS * drawn & _COEFFICIENT
        no_more = at_most >> _BITS * drawn & _COEFFICIENT
        found.append(Odds(less, no_more - less, of - no_more))
    return found


def _parts(how: RankingRules, category: int, unseen: int, held: int, size: int) -> Iterator[_Part]:
    if category != SET:
        void = how.nought and size == HAND_SIZE
        for unseen_ranks, held_ranks in zip(in_suits(unseen), in_suits(held), strict=True):
            yield _suit(how, category, unseen_ranks, held_ranks, void)
        return
    for rank, cards in _OF_RANK.items():
        yield _rank(rank, (unseen & cards).bit_count(), (held & cards).bit_count())
    yield _Part((NONE,), (0, (1 + _X) ** (unseen & _NO_SET_CARDS).bit_count()))


@lru_cache(maxsize=2048)
def _suit(how: RankingRules, category: int, unseen: int, held: int, void: bool) -> _Part:
    """Return a suit for points or sequences, in which the other player has `held` and may have those of `unseen`.

    If a `void` counts as a nought, the empty suit has the grade of a nought. That is enough, since a hand's best
    holding is that of its best suit.
    """
    graded = list(how.best[category])
    if void:
        graded[0] = how.grade(category, NOUGHT[category])
    return _part((graded[some | held], some.bit_count(), 1) for some in subsets(unseen))


@lru_cache(maxsize=512)
def _rank(rank: int, unseen: int, held: int) -> _Part:
    """Return a rank for sets, of which the other player has `held` cards and may have `unseen` more."""
    grades = [(count, rank) if count >= 3 else NONE for count in range(held, held + unseen + 1)]
    return _part((grade, more, comb(unseen, more)) for more, grade in enumerate(grades))


def _part(selections: Iterable[tuple[Grade, int, int]]) -> _Part:
    """Return a part by its selections: the grade, the number of cards, and how many there are."""
    found: dict[Grade, int] = {}
    for grade, cards, ways in selections:
        found[grade] = found.get(grade, 0) + (ways << _BITS * cards)
    grades = tuple(sorted(found))
    return _Part(grades, tuple(accumulate((found[grade] for grade in grades), initial=0)))


# ---------------------------------------------------------------- the holdings of a hand


class Valued(NamedTuple):
    """A holding that is not part of another, with its value.

    `cards` is a hand, empty for a nought. `score` is what it scores if good (R5.12). `good_against_the_cards` says that
    nothing as good, or better, can be formed from the cards neither in hand nor discarded (R5.8).
    """

    category: int
    grade: Grade
    said: Said
    cards: int
    score: int
    good_against_the_cards: bool


# A holding before the cards against it are known: the grade that they must stay below, then its two possible values.
_Either = tuple[Grade, Valued, Valued]
_GRADE = itemgetter(0)


class Evaluation(NamedTuple):
    """An evaluated hand.

    It has the holdings by category, best first, the scores of a carte blanche and a carte rouge (0 without one), and
    whether there is a nought.
    """

    holdings: tuple[Valued, ...]
    carte_blanche: int
    carte_rouge: int
    nought: bool


def evaluate(rules: Ruleset, hand: int, discards: int = 0) -> Evaluation:
    """Return the evaluation of a hand of up to twelve cards, whose holder has discarded `discards`.

    A carte blanche takes twelve cards as dealt, so there is none after a discard (R3.1). A carte rouge takes twelve
    cards that are all reckoned if one of the points, the sequences and the sets are good (R7.1).
    """
    how = rules.counting
    against = rules.cards & ~(hand | discards)
    found = _held(how, hand)
    against_it = [holdings.best_that_can_be_formed(category, against, how) for category in (POINT, SEQUENCE, SET)]
    valued = [good if against_it[good[0]] < low else doubtful for low, doubtful, good in found]
    full = hand.bit_count() == HAND_SIZE
    return Evaluation(
        tuple(valued),
        rules.carte_blanche_points if full and not discards and holdings.is_carte_blanche(hand) else 0,
        rules.carte_rouge if full and rules.carte_rouge and _all_may_count(hand, valued) else 0,
        holdings.has_nought(how, hand),
    )


def _held(how: RankingRules, hand: int) -> list[_Either]:
    """Return the holdings by category, best first; equal ones in the order of suits."""
    ranks = in_suits(hand)
    spades, spade_runs = _of_suit(how, 0, ranks[0])
    hearts, heart_runs = _of_suit(how, 1, ranks[1])
    diamonds, diamond_runs = _of_suit(how, 2, ranks[2])
    clubs, club_runs = _of_suit(how, 3, ranks[3])
    points = spades + hearts + diamonds + clubs
    runs = spade_runs + heart_runs + diamond_runs + club_runs
    if holdings.has_nought(how, hand):
        points += (_either(how, POINT, how.grade(POINT, NOUGHT[POINT]), 0),)
        runs += (_either(how, SEQUENCE, how.grade(SEQUENCE, NOUGHT[SEQUENCE]), 0),)
    found = sorted(points, key=_GRADE, reverse=True)
    found += sorted(runs, key=_GRADE, reverse=True) if len(runs) > 1 else runs
    for grade, cards in maximal(SET, hand):
        found.append(_either(how, SET, grade, cards))
    return found


@lru_cache(maxsize=4096)
def _of_suit(how: RankingRules, suit: int, ranks: int) -> tuple[tuple[_Either, ...], tuple[_Either, ...]]:
    """Return the point and the sequences of a suit."""
    points, sequences = (
        tuple(
            _either(how, category, grade, cards) for grade, cards in maximal(category, ranks << SUIT_SIZE * suit, how)
        )
        for category in (POINT, SEQUENCE)
    )
    return points, sequences


@lru_cache(maxsize=1024)
def _either(how: RankingRules, category: int, grade: Grade, cards: int) -> _Either:
    """Return a holding with both of its values, shared by all hands that have it."""
    said = how.said(category, grade)
    doubtful = Valued(category, grade, said, cards, how.score(category, said), False)
    return how.alike(category, *said)[0], doubtful, doubtful._replace(good_against_the_cards=True)


def _all_may_count(hand: int, found: list[Valued]) -> bool:
    """Whether every card is in a sequence, in a set or in one point: only one point is reckoned (R5.6)."""
    left = hand
    for held in found:
        if held.category != POINT:
            left &= ~held.cards
    return not left or any(held.category == POINT and not left & ~held.cards for held in found)


def holdings_odds(rules: Ruleset, evaluation: Evaluation, unseen: int, held: int = 0) -> tuple[Odds, ...]:
    """Return the odds of each holding, in order (see `odds_of`). They do not depend on the order of the suits."""
    found: list[Odds] = []
    for category in (POINT, SEQUENCE, SET):
        grades = [valued.grade for valued in evaluation.holdings if valued.category == category]
        if grades:
            found += odds_of(rules.counting, category, grades, unseen, held)
    return tuple(found)


# ---------------------------------------------------------------- hands as JSON, in the worker or in a pool process


#: Encoder and decoder of the odds of a hand, as an entry of the cache.
encode_odds = msgspec.msgpack.Encoder().encode
decode_odds = msgspec.msgpack.Decoder(list[Odds]).decode


class Seen(NamedTuple):
    """A hand and what its holder knows, as sets of cards; `unseen` are the cards that may be anywhere."""

    cards: int
    discards: int
    held: int
    unseen: int


class Evaluated(NamedTuple):
    """The evaluated hands as JSON, and the computed odds as cache entries by the index of the hand."""

    hands: bytes
    computed: dict[int, bytes]


def evaluate_batch(rules: Ruleset, seen: list[Seen], with_odds: bool) -> bytes:
    """Return the evaluations of all hands as JSON."""
    return msgspec.json.encode([evaluate_hand(rules, each, with_odds) for each in seen])


def evaluate_batch_with(rules: Ruleset, seen: list[Seen], known: list[bytes | None]) -> Evaluated:
    """Return the evaluations of all hands with odds, taken from `known` where it has plausible entries."""
    written, computed = [], {}
    for at, (each, value) in enumerate(zip(seen, known, strict=True)):
        found = evaluate(rules, each.cards, each.discards)
        odds = None if value is None else _known_odds(each, found, value)
        if odds is None:
            odds = list(holdings_odds(rules, found, each.unseen, each.held))
            computed[at] = encode_odds(odds)
        written.append(_written(each, found, odds))
    return Evaluated(msgspec.json.encode(written), computed)


def evaluate_hand(rules: Ruleset, seen: Seen, with_odds: bool) -> dict[str, Any]:
    """Return the evaluation of a hand, with the odds of its holdings or with null for them."""
    found = evaluate(rules, seen.cards, seen.discards)
    odds = holdings_odds(rules, found, seen.unseen, seen.held) if with_odds else [None] * len(found.holdings)
    return _written(seen, found, list(odds))


def _known_odds(seen: Seen, found: Evaluation, known: bytes) -> list[Odds] | None:
    """Return the odds of a cache entry; None if they are implausible, because somebody may have forged the entry."""
    try:
        read = decode_odds(known)
    except (msgspec.MsgspecError, RecursionError):
        read = []
    drawn = HAND_SIZE - seen.held.bit_count()
    hands = comb(seen.unseen.bit_count(), drawn)
    fits = len(read) == len(found.holdings) and all(min(odds) >= 0 and odds.of == hands for odds in read)
    return read if fits else None


def _written(seen: Seen, found: Evaluation, odds: Sequence[Odds | None]) -> dict[str, Any]:
    written: dict[str, list[dict[str, Any]]] = {f"{name}s": [] for name in ranking.CATEGORIES}
    for valued, its_odds in zip(found.holdings, odds, strict=True):
        written[f"{ranking.CATEGORIES[valued.category]}s"].append(_holding(valued, its_odds))
    return {
        "cards": list(names(seen.cards)),
        **written,
        "carte_blanche": found.carte_blanche,
        "carte_rouge": found.carte_rouge,
        "nought": found.nought,
    }


def _holding(valued: Valued, odds: Odds | None) -> dict[str, Any]:
    return {
        **ranking.said_members(valued.category, valued.said),
        "cards": list(names(valued.cards)),
        "score": valued.score,
        "good_against_the_cards": valued.good_against_the_cards,
        "odds": odds and _odds(odds),
    }


def _odds(odds: Odds) -> dict[str, Any]:
    of = odds.of
    return {"hands": of, **{name: share(count, of) for name, count in zip(Odds._fields, odds, strict=True)}}


def share(part: int, whole: int) -> dict[str, Any]:
    """Return the fraction `part / whole` as numerator and denominator in lowest terms, and as a decimal."""
    divisor = gcd(part, whole)
    return {"numerator": part // divisor, "denominator": whole // divisor, "decimal": part / whole}
