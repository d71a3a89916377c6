"""The bounds of a deal's score: which scores are impossible.

A score is what each side has in hand, a pique or repique, the points of play, and the cards or capots. The rules bound
each of these for a side and for all together. The cards allow no more, so a score called impossible is impossible for
every deal.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from service.multiplayer.parameters import Ruleset
from service.multiplayer.rules.carte_blanche import POINTS as CARTE_BLANCHE
from service.multiplayer.rules.play import END_OF_PLAY
from service.multiplayer.scoring import BONUSES, PIQUE, TWENTY
from service.multiplayer.state import Scores
from service.piquet.cards.ranking import PLAIN, SEQUENCE, SET

SUIT_SIZE = 8


class _Bounds(NamedTuple):
    """The least and the most that a deal gives each side, and all together."""

    least: Scores
    highest: Scores
    least_together: int
    most_together: int

    def allow(self, scores: Scores, *, cut_short: bool) -> bool:
        """Whether a score is within the bounds; of a deal that was cut short, only the most is known."""
        if any(map(int.__gt__, scores, self.highest)) or sum(scores) > self.most_together:
            return False
        return cut_short or not (any(map(int.__lt__, scores, self.least)) or sum(scores) < self.least_together)


def can_score(rules: Ruleset, scores: Scores, *, followed: bool) -> bool:
    """Whether a deal can have this score, by side.

    Unless the deal is `followed` by another, a target that ends the partie at once may have cut it short (8.2).
    """
    if min(scores) < 0:
        return False
    cut_short = rules.target_stop == "at_once" and not followed
    return any(bounds.allow(scores, cut_short=cut_short) for bounds in _bounds(rules))


def most(rules: Ruleset) -> int:
    """Return an upper bound of a side's score in a deal."""
    return max(max(bounds.highest) for bounds in _bounds(rules))


@lru_cache(maxsize=64)
def _bounds(rules: Ruleset) -> tuple[_Bounds, ...]:
    """Return the bounds of a deal for each end of the play and each bonus, of which a deal has one at most (7.4)."""
    sides = range(len(rules.game.sides))
    bonuses = [(side, kind, points) for side in sides for kind, points in BONUSES[rules.bonuses].items()]
    return tuple(dict.fromkeys(_with_bonus(rules, play, bonus) for play in _plays(rules) for bonus in [None, *bonuses]))


def _with_bonus(rules: Ruleset, play: _Bounds, bonus: tuple[int, str, int] | None) -> _Bounds:
    """Return the bounds of a deal from those of its play. A bonus is its side, its kind and its points."""
    hands = [_most_in_hand(rules)] * len(play.least)
    least, together = list(play.least), _most_in_all_hands(rules)
    added = 0
    if bonus is not None:
        side, kind, added = bonus
        least[side] = max(least[side], TWENTY) + added
        if kind == PIQUE or rules.repique_test == "opponent_scores_nothing":  # no other side has anything in hand
            hands = [most_ if at == side else 0 for at, most_ in enumerate(hands)]
            together = hands[side]
    highest = [of_play + in_hand for of_play, in_hand in zip(play.highest, hands, strict=True)]
    if bonus is not None:
        highest[side] += added
    return _Bounds(
        tuple(least),
        tuple(highest),
        max(play.least_together + added, sum(least)),
        play.most_together + together + added,
    )


# ---------------------------------------------------------------- the play


def _plays(rules: Ruleset) -> Iterator[_Bounds]:
    """Yield the bounds of the play with the cards and the capots, for each way in which these can fall (6.2 to 6.5)."""
    game = rules.game
    sides, tricks = len(game.sides), game.tricks
    takes, leads = rules.trick_scoring == "lead_and_take", not rules.low_cards_uncounted
    least_of_all = tricks * (leads + takes) + rules.last_trick_bonus
    found: dict[Scores, list[tuple[Scores, Scores]]] = {}
    for won in _shares(tricks, sides):
        by_seat = [won[side] if game.side_of.index(side) == seat else 0 for seat, side in enumerate(game.side_of)]
        ends = [0] * sides
        for _, side, _, points in END_OF_PLAY[game.end_of_play](rules, game.order(0), by_seat):
            ends[side] += points
        for first, last in product(range(sides), [side for side in range(sides) if won[side]]):
            led = [own - (side == last) + (side == first) for side, own in enumerate(won)]
            taken = [own if takes else 0 for own in won]
            bonus = [rules.last_trick_bonus * (side == last) for side in range(sides)]
            least = [led[side] * leads + taken[side] + bonus[side] for side in range(sides)]
            highest = [led[side] + won[side] + bonus[side] for side in range(sides)]
            found.setdefault(tuple(ends), []).append((tuple(least), tuple(highest)))
    for ended, bounds in found.items():
        lows, highs = zip(*bounds, strict=True)
        yield _Bounds(
            tuple(min(of_side) + end for of_side, end in zip(zip(*lows, strict=True), ended, strict=True)),
            tuple(max(of_side) + end for of_side, end in zip(zip(*highs, strict=True), ended, strict=True)),
            least_of_all + sum(ended),
            2 * tricks + rules.last_trick_bonus + sum(ended),
        )


def _shares(whole: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share so many tricks between so many sides."""
    if parts == 1:
        yield (whole,)
        return
    for first in range(whole + 1):
        for others in _shares(whole - first, parts - 1):
            yield first, *others


# ---------------------------------------------------------------- in hand


def _most_in_hand(rules: Ruleset) -> int:
    """Return the most that a side can have in hand, with a carte blanche of each seat (2.2, 4.7, 4.8)."""
    seats = len(rules.game.seats) // len(rules.game.sides)
    hand = rules.game.hand_size
    points = min(hand, SUIT_SIZE) * (seats if rules.partner_point else 1)
    return seats * (CARTE_BLANCHE + _most_sequences(hand) + _most_sets(hand)) + points


def _most_in_all_hands(rules: Ruleset) -> int:
    """Return the most that all sides together can have in hand: only one side reckons in each category (4.5, 4.6)."""
    others = len(rules.game.sides) - 1 if rules.opposed_cartes_blanches == "each" else 0
    return _most_in_hand(rules) + others * CARTE_BLANCHE * (len(rules.game.seats) // len(rules.game.sides))


def _most_sequences(cards: int, suits: int = 4) -> int:
    """Return the most that sequences in so many cards score (5.1)."""
    if not suits:
        return 0
    longest = min(cards, SUIT_SIZE)
    with_one = [
        PLAIN.score(SEQUENCE, (length, 0)) + _most_sequences(cards - length, suits - 1)
        for length in range(3, longest + 1)
    ]
    return max(with_one, default=0)


def _most_sets(cards: int) -> int:
    """Return the most that quatorzes and trios in so many cards score (5.1)."""
    four, three = PLAIN.score(SET, (4, 0)), PLAIN.score(SET, (3, 0))
    return max(four * fours + three * ((cards - 4 * fours) // 3) for fours in range(cards // 4 + 1))
