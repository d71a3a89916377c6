"""Double-dummy analysis: the exact result of best play with all cards known, for each card that may be played.

Each side maximises its **difference**: its further points less those of the other side. The points are those of play
and the bonus for the last trick (R6.2), the cards and capot (R6.3), and the 30 of a pique (R7.3). The deal is played to
its last card, without a concession.
"""

from collections.abc import Iterable
from typing import NamedTuple

from service.analysis.double_dummy_search import SHIFTS, Search, exactly, pack_pique
from service.analysis.suit_patterns import LOW_RANKS, suit_of_ranks
from service.piquet.cards.cards import SAME_SUIT, SUIT_MASK, SUIT_SIZE, cards_of, mask_of
from service.piquet.model.state import ELDER, YOUNGER, Pair
from service.piquet.rulesets.parameters import Ruleset

_MOST_POINTS = 200  # an upper bound of a side's points in the play


class Towards(NamedTuple):
    """Elder's points towards a pique that is still possible (R7.3): in hand and play, and whether any are of play."""

    points: int
    in_play: bool = False


class PlayPosition(NamedTuple):
    """A deal in play with all cards known.

    * `hands`: the cards left, the same number in both; with a `lead` on the table the follower has one card more.
    * `lead`: the card led, which is in neither hand and has been scored; -1 for none.
    * `leader`: the role that leads, or has led.
    * `pique`: None if a pique is no longer possible.
    * `may_play`: the cards to choose from, where more than R6.1 restricts them (R4.5).
    """

    hands: Pair
    leader: int
    lead: int = -1
    won: Pair = (0, 0)
    pique: Towards | None = None
    may_play: int = -1

    @property
    def to_act(self) -> int:
        """The role that plays next."""
        return self.leader if self.lead < 0 else 1 - self.leader


class Choice(NamedTuple):
    """A card that may be played, with best play after it.

    `value` is elder's further points less younger's. `points` are those of each on `line`, one way of best play: this
    card and all later ones in order. `pique` says whether elder makes one on it.
    """

    card: int
    value: int
    points: Pair
    pique: bool
    line: tuple[int, ...]


def analyse(rules: Ruleset, position: PlayPosition) -> tuple[Choice, ...]:
    """Every card that may be played, in the order of `cards_of`, with the result of best play after it."""
    analysis = _Analysis(rules, position)
    return tuple(analysis.choice(card) for card in analysis.cards())


def can_be_of(position: PlayPosition, choices: tuple[Choice, ...]) -> bool:
    """Whether these choices are a well-formed result of `analyse`.

    They must have each legal card once, each line all cards left, and points must be within bounds. Whether they are
    correct is not checked.
    """
    left = list(cards_of(position.hands[ELDER] | position.hands[YOUNGER]))
    return [choice.card for choice in choices] == list(_cards_to_play(position)) and all(
        choice.line[0] == choice.card
        and sorted(choice.line) == sorted(left)
        and all(0 <= points <= _MOST_POINTS for points in choice.points)
        and choice.value == choice.points[ELDER] - choice.points[YOUNGER]
        for choice in choices
    )


def _cards_to_play(position: PlayPosition) -> Iterable[int]:
    """The cards that may be played (R6.1, R4.5)."""
    hand = position.hands[position.to_act] & position.may_play
    return cards_of(hand if position.lead < 0 else following(hand, position.lead))


def value(rules: Ruleset, position: PlayPosition) -> int:
    """The result of best play: elder's further points less younger's."""
    return _Analysis(rules, position).value()


class _Node(NamedTuple):
    """A position between two tricks. `Search.bound` documents the members."""

    suits: int
    left: int
    leader: int
    won: int
    pique: int


class _Trick(NamedTuple):
    """A trick and the next position.

    `gain` is the leader's gain over the other role and `keeps` whether the leader wins the trick. `points` are those of
    both, and `pique` says whether they include one.
    """

    gain: int
    keeps: bool
    points: Pair
    pique: bool
    then: _Node


Tricks = tuple[_Trick, ...]


class _Analysis:
    """The values and lines of one position. Values inside are the leader's: their points less the other's."""

    def __init__(self, rules: Ruleset, position: PlayPosition) -> None:
        hands, leader, lead, won, pique, _ = self._position = position
        left = hands[leader].bit_count() + (lead >= 0)
        self._tricks = sum(won) + left
        self._last_bonus, self._low_matters = rules.last_trick_bonus, rules.low_cards_uncounted
        self._search = Search(rules, self._tricks)
        self._root = _Node(self._suits(hands), left, leader, won[ELDER], pack_pique(*pique) if pique else 0)
        # The search counts the ten for the cards at the seventh trick. If they score at the end, they are still due.
        self._due = (0, 0) if rules.cards_counted == "seventh_trick" else self._search.haul(won)
        self._values: dict[Tricks, int] = {}

    # ---- values

    def cards(self) -> Iterable[int]:
        """The cards that may be played."""
        return _cards_to_play(self._position)

    def value(self) -> int:
        """The value of the position for elder."""
        root, position = self._root, self._position
        if position.lead < 0 and position.may_play < 0:
            found = exactly(lambda wanted: self._search.bound(*root, wanted), 0)
            return (found if root.leader == ELDER else -found) + self._due[ELDER] - self._due[YOUNGER]
        values = [self.choice(card).value for card in self.cards()]
        return max(values) if position.to_act == ELDER else min(values)

    def choice(self, card: int) -> Choice:
        """A card that may be played, with its value and its line."""
        root, position = self._root, self._position
        hands, line = position.hands, [card]
        if position.lead < 0:
            tricks = self._tricks_after(root, hands, card)
            worth = self._worth(tuple(dict.fromkeys(tricks.values())))
            follow, trick = self._best_follow(tricks, worth)
            line.append(follow)
        else:
            trick = self._trick(root, hands, position.lead, card, lead_scored=True)
            worth = self._worth((trick,))
        elder, younger = (due + made for due, made in zip(self._due, trick.points, strict=True))
        value = (worth if root.leader == ELDER else -worth) + self._due[ELDER] - self._due[YOUNGER]
        pique = trick.pique
        while trick.then.left:
            worth = (worth - trick.gain) * (1 if trick.keeps else -1)
            lead, follow, trick = self._best_trick(trick.then, _without(hands, mask_of(line)), worth)
            line += (lead, follow)
            elder, younger = elder + trick.points[ELDER], younger + trick.points[YOUNGER]
            pique = pique or trick.pique
        return Choice(card, value, (elder, younger), pique, tuple(line))

    def _worth(self, tricks: Tricks) -> int:
        """The value of a choice of the other player among these tricks. Equivalent cards lead to the same tricks."""
        if tricks not in self._values:
            guess = next(reversed(self._values.values()), 0)  # most cards have a similar value
            self._values[tricks] = exactly(lambda wanted: self._bound(tricks, wanted), guess)
        return self._values[tricks]

    def _bound(self, tricks: Iterable[_Trick], wanted: int) -> int:
        """A bound of that value, as in `Search.bound`."""
        worst: int | None = None
        for gain, keeps, _, _, then in tricks:
            if keeps:
                found = gain + self._search.bound(*then, wanted - gain)
            else:
                found = gain - self._search.bound(*then, gain - wanted + 1)
            worst = found if worst is None else min(worst, found)
            if worst < wanted:
                break
        assert worst is not None
        return worst

    # ---- lines

    def _best_trick(self, node: _Node, hands: Pair, worth: int) -> tuple[int, int, _Trick]:
        """The first trick, in the order of `cards_of`, that is best play for both."""
        for lead in cards_of(hands[node.leader]):
            tricks = self._tricks_after(node, hands, lead)
            if self._bound(dict.fromkeys(tricks.values()), worth) >= worth:
                return lead, *self._best_follow(tricks, worth)
        raise AssertionError("a position is worth what its best lead is worth")

    def _best_follow(self, tricks: dict[int, _Trick], worth: int) -> tuple[int, _Trick]:
        for card, trick in tricks.items():
            if self._bound((trick,), worth + 1) <= worth:
                return card, trick
        raise AssertionError("a lead is worth what the best reply to it leaves")

    # ---- one trick, in real cards

    def _tricks_after(self, node: _Node, hands: Pair, lead: int) -> dict[int, _Trick]:
        """The trick that results from each card that may follow the lead."""
        follows = cards_of(following(hands[1 - node.leader], lead))
        hands = _without(hands, 1 << lead)
        return {card: self._trick(node, hands, lead, card) for card in follows}

    def _trick(self, node: _Node, hands: Pair, lead: int, follow: int, *, lead_scored: bool = False) -> _Trick:
        """The trick of two cards. The lead is no longer in `hands`."""
        _, left, leader, won, towards = node
        search = self._search
        left -= 1
        keeps = not (follow > lead and SAME_SUIT[lead] >> follow & 1)
        winner = leader if keeps else 1 - leader
        points, against = search.scoring.trick(keeps, _is_low(lead), _is_low(follow))
        if lead_scored:
            points -= search.scoring.lead(_is_low(lead))
        bonus, pique = search.pique(towards, left, leader, won, keeps, points, against) if towards else (0, 0)
        made = [points, against] if leader == ELDER else [against, points]
        made[winner] += search.cards[won if winner == ELDER else self._tricks - left - 1 - won]
        made[winner] += 0 if left else self._last_bonus
        made[ELDER] += bonus
        then = _Node(self._suits(_without(hands, 1 << follow)), left, winner, won + (winner == ELDER), pique)
        return _Trick(made[leader] - made[1 - leader], keeps, (made[ELDER], made[YOUNGER]), bonus > 0, then)

    def _suits(self, hands: Pair) -> int:
        elder, younger = hands
        suits = 0
        for suit, shift in enumerate(SHIFTS):
            at = SUIT_SIZE * suit
            suits |= suit_of_ranks(elder >> at & SUIT_MASK, younger >> at & SUIT_MASK, self._low_matters) << shift
        return suits


def following(hand: int, lead: int) -> int:
    """The cards of a hand that may follow a lead (R6.1)."""
    return hand & SAME_SUIT[lead] or hand


def _without(hands: Pair, gone: int) -> Pair:
    return hands[ELDER] & ~gone, hands[YOUNGER] & ~gone


def _is_low(card: int) -> bool:
    return card % SUIT_SIZE < LOW_RANKS
