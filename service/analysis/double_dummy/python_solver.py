"""Double-dummy analysis in Python: the reference for the compiled kernel, and what runs without it.

The search between two tricks asks whether a position has at least a given value for its leader, and stores the bounds
that it finds (a null-window search with a transposition table). A few such searches give the exact value (MTD(f)).
Suits are patterns (see `suit_patterns`), so positions that differ only in the names of cards are the same.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from service.analysis.double_dummy import positions
from service.analysis.double_dummy.play_scoring import MAJORITY, PlayScoring, pack_pique, unpack_pique
from service.analysis.double_dummy.positions import COURSE, Choice, PlayPosition, Towards, Worth, best_of, worth_of
from service.analysis.double_dummy.suit_patterns import MASK, NO_CARDS, WIDTH, Moves, is_low, suit_of_ranks, tables
from service.piquet.cards.cards import SAME_SUIT, SUIT_MASK, SUIT_SIZE, SUITS, cards_of, mask_of
from service.piquet.model.state import ELDER, YOUNGER, Pair, replace_role
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE_POINTS, THIRTY

#: The most positions stored.
REMEMBERED = 1 << 17

SHIFTS = tuple(WIDTH * suit for suit in range(len(SUITS)))

#: Bounds of the values of positions, by key.
Bounds = dict[int, tuple[int, int]]

_FAR = 1000  # greater than any value


class Search:
    """Values of positions between tricks in one deal."""

    def __init__(self, scoring: PlayScoring, tricks: int, bounds: Bounds) -> None:
        self._scoring = scoring.tricks
        self._tables = tables(scoring.tricks)
        self._tricks = tricks  # all tricks: won and left
        self._last, self._most, self._pique_after = scoring.last, scoring.most, scoring.pique_after
        self._haul, self._cards = scoring.haul, scoring.cards
        lead, trick = scoring.tricks.lead, scoring.tricks.trick
        # What a side can gain at most by leading to the first of the other's sure tricks in place of the other.
        self._for_lead = lead(False) + trick(True, False, False)[0] - trick(False, True, True)[1]
        self._bounds = bounds
        #: The number of positions whose moves were tried.
        self.expanded = 0

    def bound(self, suits: int, left: int, leader: int, won: int, pique: int, wanted: int) -> int:
        """Return a bound of the leader's value (their points less the other's).

        It is a lower bound of at least `wanted`, or an upper bound below it. `suits` are the four patterns side by
        side. `left` and `won` count tricks, `won` only those of elder. `pique` is as in `pack_pique`. Nearly all the
        time is spent here, so this is one function that reads its tables directly.
        """
        if not left:
            return 0
        lost = self._tricks - left - won
        own, others = (won, lost) if leader == ELDER else (lost, won)
        # Whether no further points for the cards are possible.
        settled = own and others and (own >= MAJORITY or others >= MAJORITY)
        key = ((suits << 4 | (15 if settled else won)) << 1 | leader) << 6 | pique
        low, high = self._bounds.get(key) or (-_FAR, _FAR)
        if low >= wanted:
            return low
        if high < wanted:
            return high

        table, others_table = self._tables[leader], self._tables[1 - leader]
        in_suits = []
        sure = sure_points = against_sure = against_points = 0
        for shift in SHIFTS:
            suit = suits >> shift & MASK
            if suit != NO_CARDS:
                moves = table[suit]
                in_suits.append((moves, shift))
                sure += moves.sure
                sure_points += moves.sure_points
        if sure and not (pique and leader == YOUNGER):
            least = self._by_sure_tricks(left, own, others, sure, sure_points)
            if least >= wanted or (sure == left and not pique):
                return least
        elif not sure and not (pique and leader == ELDER):  # the other side wins any lead, and goes on like that
            for _, shift in in_suits:
                moves = others_table[suits >> shift & MASK]
                against_sure += moves.sure
                against_points += moves.sure_points
            most = self._for_lead - self._by_sure_tricks(left, others, own, against_sure, against_points)
            if most < wanted:
                return most

        self.expanded += 1
        last = self._last if left == 1 else 0
        win, lose = self._cards[own] + last, self._cards[others] + last
        won_if, lost_if = (won + 1, won) if leader == ELDER else (won, won + 1)
        left -= 1
        best = -_FAR
        bound, pique_after, towards = self.bound, self._pique_after, 0
        for moves, shift in sorted(in_suits, key=lambda in_suit: in_suit[0].order):
            for follows in moves.contested:
                worst = _FAR
                for change, wins, points, against in follows:
                    gain = points - against + (win if wins else -lose)
                    if pique:
                        bonus, towards = pique_after(pique, left, leader, won, wins, points, against)
                        gain += bonus if leader == ELDER else -bonus
                    if wins:
                        gain += bound(suits + (change << shift), left, leader, won_if, towards, wanted - gain)
                    else:
                        gain -= bound(suits + (change << shift), left, 1 - leader, lost_if, towards, gain - wanted + 1)
                    if gain < worst:
                        worst = gain
                        if worst < wanted:
                            break
                if worst > best:
                    best = worst
                    if best >= wanted:
                        break
            for change, points in moves.free:
                gain = points + win
                if pique:
                    bonus, towards = pique_after(pique, left, leader, won, True, points, 0)
                    gain += bonus if leader == ELDER else -bonus
                led = suits + (change << shift)
                worst = self._worst_discard(in_suits, led, left, leader, won_if, towards, wanted - gain) + gain
                if worst > best:
                    best = worst
                    if best >= wanted:
                        break
            if best >= wanted:
                break
        if len(self._bounds) >= REMEMBERED:
            self._bounds.clear()
        self._bounds[key] = (best, high) if best >= wanted else (low, best)
        return best

    def _worst_discard(
        self, in_suits: list[tuple[Moves, int]], led: int, left: int, leader: int, won: int, pique: int, wanted: int
    ) -> int:
        """Return the same bound after a lead that the other cannot follow, over all cards that they may discard."""
        worst = _FAR
        for moves, shift in in_suits:
            for change in moves.discards:
                found = self.bound(led + (change << shift), left, leader, won, pique, wanted)
                if found < worst:
                    worst = found
                    if worst < wanted:
                        return worst
        return worst

    def _by_sure_tricks(self, left: int, own: int, others: int, sure: int, sure_points: int) -> int:
        """Return a lower bound: the leader's value if they take their sure tricks at once and lose all the rest."""
        least = sure_points + self._haul[own + sure] - self._haul[own]
        rest = left - sure
        if not rest:
            return least + self._last
        first_lead = self._scoring.lead(True)
        against = 1 + (rest - 1) * self._most + self._last + self._haul[others + rest] - self._haul[others]
        return least + first_lead - against


def exactly(bound: Callable[[int], int], guess: int) -> int:
    """Return the exact value of a position, where `bound` gives bounds as `Search.bound` does."""
    low, high = -_FAR, _FAR
    while low < high:
        wanted = max(guess, low + 1)
        found = bound(wanted)
        if found >= wanted:
            low, guess = found, found + 1
        else:
            high = guess = found
    return low


# ---------------------------------------------------------------- the solver


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


class PythonTable:
    """Bounds that several solvers use one after the other. They hold for the same rules and number of tricks."""

    def __init__(self) -> None:
        self._bounds: Bounds = {}
        self._of: tuple[Ruleset, int] | None = None

    def bounds_for(self, rules: Ruleset, tricks: int) -> Bounds:
        """Return the bounds found so far, none if they are those of other positions."""
        if self._of != (rules, tricks):
            self._bounds.clear()
            self._of = rules, tricks
        return self._bounds


class PythonSolver:
    """The values and lines of one position. Values inside are the leader's: their points less the other's."""

    name = "python"
    new_table = PythonTable

    def __init__(self, rules: Ruleset, position: PlayPosition, *, table: PythonTable | None = None) -> None:
        hands, leader, _, won, pique, _ = self._position = position
        left = position.tricks_left
        self._scoring = PlayScoring(rules)
        self._tricks = sum(won) + left
        bounds = (table or PythonTable()).bounds_for(rules, self._tricks)
        self._search = Search(self._scoring, self._tricks, bounds)
        self._root = _Node(self._suits(hands), left, leader, won[ELDER], pack_pique(*pique) if pique else 0)
        self._due = self._scoring.due(won)
        self._values: dict[Tricks, int] = {}

    # ---- values

    def choices(self) -> tuple[Choice, ...]:
        """Every card that may be played, in the order of `cards_of`."""
        return tuple(map(self._choice, positions.cards_to_play(self._position)))

    @classmethod
    def best_of(cls, rules: Ruleset, positions: Sequence[PlayPosition], table: PythonTable) -> tuple[list[Worth], int]:
        """Return what the best card that the search finds first is worth, and the number of positions searched.

        Nothing but R6.1 restricts the cards, and a trick begins.
        """
        solvers = [cls(rules, position, table=table) for position in positions]
        found = [worth_of(position, solver._best()) for position, solver in zip(positions, solvers, strict=True)]
        return found, sum(solver._search.expanded for solver in solvers)

    @classmethod
    def courses_of(
        cls, rules: Ruleset, positions: Sequence[PlayPosition], card: int, table: PythonTable
    ) -> tuple[bytes, int]:
        """Return two courses (see `COURSE`) after a card in each position, and the number of positions searched.

        In the first one the other plays the first of several best cards, in the second one the last. Without a card,
        if it is negative, they have the cards that may be played at once.
        """
        found, expanded = [], 0
        for position in positions:
            first, searched, tied = cls._course(rules, position, card, 0, table)
            last, more, _ = cls._course(rules, position, card, -1, table) if tied else (first, 0, tied)
            found += [first, last]
            expanded += searched + more
        return b"".join(found), expanded

    @classmethod
    def _course(
        cls, rules: Ruleset, position: PlayPosition, card: int, tie: int, table: PythonTable
    ) -> tuple[bytes, int, bool]:
        """Return a course, the number of positions searched, and whether the other had several best cards."""
        solver, own = cls(rules, position, table=table), position.to_act
        brought, due = solver._scoring.still_due(position.won), 0
        seen, pique, tied, expanded = 0, False, False, 0
        while True:
            if card >= 0:
                position, points, made = solver._after(card)
                brought, pique = brought + points, pique or made
                solver = cls(rules, position, table=table)
            if not position.tricks_left:
                worths: tuple[Worth, ...] = (Worth(card, 0, position.won[ELDER], False),)
                break
            worths = tuple(worth_of(position, choice) for choice in solver.choices())
            expanded += solver._search.expanded
            if position.to_act == own:
                due = solver._scoring.still_due(position.won)
                break
            best = best_of(worths, position.to_act).value
            good = [worth.card for worth in worths if worth.value == best]
            tied, card = tied or len(good) > 1, good[tie]
            seen = seen << 6 | card + 1
        columns = [(brought + each.value - due, each.won, pique or each.pique) for each in worths]
        numbers = zip(*columns, *[(0, 0, False)] * (TRICKS - len(columns)), strict=True)
        return COURSE.pack(seen, len(columns), *(number for column in numbers for number in column)), expanded, tied

    def _after(self, card: int) -> tuple[PlayPosition, int, bool]:
        """Return the position after a card, what that brings elder less younger, and whether it makes a pique (R7.3).

        The points for the cards are counted as the search does.
        """
        hands, leader, lead, won, pique, _ = self._position
        if lead >= 0:
            trick = self._trick(self._root, hands, lead, card, lead_scored=True)
            winner, packed = trick.then.leader, trick.then.pique
            hands = _without(hands, 1 << card)
            won = replace_role(won, winner, won[winner] + 1)
            after = PlayPosition(hands, winner, -1, won, unpack_pique(packed))
            return after, trick.points[ELDER] - trick.points[YOUNGER], trick.pique
        points, made = self._scoring.tricks.lead(is_low(card)), False
        if leader == ELDER and pique is not None:
            pique = Towards(pique.points + points, pique.in_play or points > 0)
            made = pique.points >= THIRTY and pique.in_play
        if made or (points and leader == YOUNGER):
            pique = None
        after = PlayPosition(_without(hands, 1 << card), leader, card, won, pique)
        return after, points + PIQUE_POINTS * made if leader == ELDER else -points, made

    def _best(self) -> Choice:
        """Return the first best card, where a trick begins."""
        root = self._root
        worth = exactly(lambda wanted: self._search.bound(*root, wanted), 0)
        lead, follow, trick = self._best_trick(root, self._position.hands, worth)
        return self._choice_of((lead, follow), trick, worth)

    def _choice(self, card: int) -> Choice:
        """Return a card that may be played, with its value and its line."""
        root, position = self._root, self._position
        if position.lead >= 0:
            trick = self._trick(root, position.hands, position.lead, card, lead_scored=True)
            return self._choice_of((card,), trick, self._worth((trick,)))
        tricks = self._tricks_after(root, position.hands, card)
        worth = self._worth(_in_order(tricks))
        follow, trick = self._best_follow(tricks, worth)
        return self._choice_of((card, follow), trick, worth)

    def _choice_of(self, cards: tuple[int, ...], trick: _Trick, worth: int) -> Choice:
        """Return the choice of the first of these cards, which end a trick of so much worth, with its line."""
        line, pique = list(cards), trick.pique
        elder, younger = (due + made for due, made in zip(self._due, trick.points, strict=True))
        value = (worth if self._root.leader == ELDER else -worth) + self._due[ELDER] - self._due[YOUNGER]
        while trick.then.left:
            worth = (worth - trick.gain) * (1 if trick.keeps else -1)
            lead, follow, trick = self._best_trick(trick.then, _without(self._position.hands, mask_of(line)), worth)
            line += (lead, follow)
            elder, younger = elder + trick.points[ELDER], younger + trick.points[YOUNGER]
            pique = pique or trick.pique
        return Choice(cards[0], value, (elder, younger), pique, tuple(line))

    def _worth(self, tricks: Tricks) -> int:
        """Return the value of a choice of the other player among these tricks.

        Equivalent cards lead to the same tricks.
        """
        if tricks not in self._values:
            guess = next(reversed(self._values.values()), 0)  # most cards have a similar value
            self._values[tricks] = exactly(lambda wanted: self._bound(tricks, wanted), guess)
        return self._values[tricks]

    def _bound(self, tricks: Iterable[_Trick], wanted: int) -> int:
        """Return a bound of that value, as in `Search.bound`."""
        worst = _FAR
        for gain, keeps, _, _, then in tricks:
            if keeps:
                found = gain + self._search.bound(*then, wanted - gain)
            else:
                found = gain - self._search.bound(*then, gain - wanted + 1)
            worst = min(worst, found)
            if worst < wanted:
                break
        return worst

    # ---- lines

    def _best_trick(self, node: _Node, hands: Pair, worth: int) -> tuple[int, int, _Trick]:
        """Return the first trick, in the order of the search, that is best play for both."""
        for lead in _leads(hands[node.leader], hands[1 - node.leader]):
            tricks = self._tricks_after(node, hands, lead)
            if self._bound(_in_order(tricks), worth) >= worth:
                return lead, *self._best_follow(tricks, worth)
        raise AssertionError("a position is worth what its best lead is worth")

    def _best_follow(self, tricks: dict[int, _Trick], worth: int) -> tuple[int, _Trick]:
        for card, trick in tricks.items():
            if self._bound((trick,), worth + 1) <= worth:
                return card, trick
        raise AssertionError("a lead is worth what the best reply to it leaves")

    # ---- one trick, in real cards

    def _tricks_after(self, node: _Node, hands: Pair, lead: int) -> dict[int, _Trick]:
        """Return the trick that results from each card that may follow the lead."""
        follows = cards_of(positions.following(hands[1 - node.leader], lead))
        hands = _without(hands, 1 << lead)
        return {card: self._trick(node, hands, lead, card) for card in follows}

    def _trick(self, node: _Node, hands: Pair, lead: int, follow: int, *, lead_scored: bool = False) -> _Trick:
        """Return the trick of two cards. The lead is no longer in `hands`."""
        _, left, leader, won, towards = node
        scoring = self._scoring
        left -= 1
        keeps = not (follow > lead and SAME_SUIT[lead] >> follow & 1)
        winner = leader if keeps else 1 - leader
        points, against = scoring.tricks.trick(keeps, is_low(lead), is_low(follow))
        if lead_scored:
            points -= scoring.tricks.lead(is_low(lead))
        bonus, pique = scoring.pique_after(towards, left, leader, won, keeps, points, against) if towards else (0, 0)
        made = [points, against] if leader == ELDER else [against, points]
        made[winner] += scoring.cards[won if winner == ELDER else self._tricks - left - 1 - won]
        made[winner] += 0 if left else scoring.last
        made[ELDER] += bonus
        then = _Node(self._suits(_without(hands, 1 << follow)), left, winner, won + (winner == ELDER), pique)
        return _Trick(made[leader] - made[1 - leader], keeps, (made[ELDER], made[YOUNGER]), bonus > 0, then)

    def _suits(self, hands: Pair) -> int:
        elder, younger = hands
        suits, low_matters = 0, self._scoring.low_matters
        for suit, shift in enumerate(SHIFTS):
            at = SUIT_SIZE * suit
            suits |= suit_of_ranks(elder >> at & SUIT_MASK, younger >> at & SUIT_MASK, low_matters) << shift
        return suits


def _in_order(tricks: dict[int, _Trick]) -> Tricks:
    """Return the different tricks in the order of the search: first those that the leader loses, low cards first."""
    return tuple(sorted(dict.fromkeys(tricks[card] for card in sorted(tricks)), key=lambda trick: trick.keeps))


def _leads(own: int, others: int) -> list[int]:
    """Return the cards of a hand in the order of `Moves.order`, and in that of `cards_of` within a suit."""
    suits = [(own & suit, others & suit) for suit in SAME_SUIT[::SUIT_SIZE]]
    suits.sort(key=lambda suit: 2 * suit[1].bit_count() - suit[0].bit_count())
    return [card for mine, _ in suits for card in cards_of(mine)]


def _without(hands: Pair, gone: int) -> Pair:
    return hands[ELDER] & ~gone, hands[YOUNGER] & ~gone
