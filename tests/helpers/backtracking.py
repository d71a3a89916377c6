"""Whether a regular expression can take more than linear time, by its structure: no time is measured.

Python's `re` tries one way through the expression after the other. How long that takes depends on how many ways there
are to read the same text. The expression becomes a graph (Glushkov's): a node for each place at which it reads a
character, an edge for each way from one to the next. By Weber and Seidl (1991) the number of ways is

- exponential, if some text leads in two ways from a node back to it:         (a+)+  (a|a)*
- a polynomial, if some text leads from p to p, from p to q and from q to q:   a*a*   .*=.*

and bounded otherwise. What is searched for at one place of a text after the other has a `.*` before it, unless it fails
at its first character or not at all. A repetition of few
characters with a limit is written out, any other taken for one without, and no way that fails is forgotten. Where that
says more than is true, it errs on the safe side. What may be left out is no repetition.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from re import (
    _constants as ops,  # type: ignore[attr-defined]
    _parser as parser,  # type: ignore[attr-defined]
)
from typing import Any, NamedTuple

#: Repetitions of at most so many characters in all are written out.
WRITTEN_OUT = 64

# Characters that stand for all: those of Latin-1, and some beyond of several kinds.
_LETTERS = [chr(code) for code in (*range(256), 0x3B1, 0x661, 0x2028, 0x4E00, 0xD800, 0xFF21)]
_REPEATS = {ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT}


@cache
def _letters_of(charset: str, flags: int) -> frozenset[str]:
    """The characters that a set of characters has."""
    here = re.compile(charset, flags)
    return frozenset(letter for letter in _LETTERS if here.fullmatch(letter))


class Part(NamedTuple):
    """A part of an expression: the nodes it may begin and end with, and in how many ways it may be nothing."""

    first: list[int]
    last: list[int]
    empty: int


NOTHING = Part([], [], 1)


class Graph:
    """The nodes of an expression, each with the characters it reads, and the edges, of which two may be parallel."""

    def __init__(self, pattern: str | bytes, flags: int = 0, *, searched: bool = False) -> None:
        self.letters: list[frozenset[str]] = []
        self.edges: dict[int, list[int]] = defaultdict(list)
        tree = parser.parse(pattern, flags)
        self._flags = tree.state.flags
        self._asserts = False  # whether it asks for more than characters
        self._ahead: list[int] = []  # where it begins to look ahead
        begins = bool(tree) and tree[0] == (ops.AT, ops.AT_BEGINNING)
        whole = self._sequence(tree)
        fails = self._asserts or set(whole.last) != set(range(len(self.letters)))  # after it has read something
        if searched and fails and not begins:
            before = self._repeated(0, ops.MAXREPEAT, [(ops.ANY_ALL, None)])
            self._lead(before.last, whole.first + self._ahead)

    def _node(self, read: Iterable[Any]) -> Part:
        self.letters.append(_letters_of(self._written(read), self._flags & (re.I | re.S | re.A)))
        return Part([len(self.letters) - 1], [len(self.letters) - 1], 0)

    def _written(self, read: Iterable[Any]) -> str:
        """A set of characters as `re` writes it."""
        written, negated = "", ""
        for op, value in read:
            if op is ops.ANY_ALL:
                return r"(?s:.)"
            if op is ops.ANY:
                return "."
            if op is ops.NEGATE:
                negated = "^"
            elif op is ops.NOT_LITERAL:
                negated, written = "^", re.escape(chr(value))
            elif op is ops.LITERAL:
                written += re.escape(chr(value))
            elif op is ops.RANGE:
                written += f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
            elif op is ops.CATEGORY:
                written += "\\" + _CATEGORIES[value]
            else:
                raise NotImplementedError(op)
        return f"[{negated}{written}]"

    def _sequence(self, tree: Iterable[Any]) -> Part:
        whole = NOTHING
        for op, value in tree:
            if op in (ops.ASSERT, ops.ASSERT_NOT):
                self._asserts = True
                ahead = self._sequence(value[1])  # it is read from there, and nothing goes on from it
                self._lead(whole.last, ahead.first)
                self._ahead += ahead.first
            else:
                whole = self._join(whole, self._part(op, value))
        return whole

    def _part(self, op: Any, value: Any) -> Part:
        if op is ops.SUBPATTERN:
            _, added, removed, what = value
            if added or removed:
                raise NotImplementedError("flags of a part")
            return self._sequence(what)
        if op is ops.ATOMIC_GROUP:
            return self._sequence(value)
        if op is ops.BRANCH:
            ways = [self._sequence(way) for way in value[1]]
            return Part(
                [node for way in ways for node in way.first],
                [node for way in ways for node in way.last],
                sum(way.empty for way in ways),
            )
        if op in _REPEATS:
            least, most, what = value
            return self._repeated(least, most, what)
        if op is ops.AT:
            self._asserts = True
            return NOTHING
        return self._node(value if op is ops.IN else [(op, value)])

    def _repeated(self, least: int, most: int, what: Any) -> Part:
        before = len(self.letters)
        whole = once = self._sequence(what)
        if most > 1 and most * (len(self.letters) - before) > WRITTEN_OUT:
            self._lead(once.last, once.first)
            return once._replace(empty=once.empty + (not least))
        for number in range(most, 0, -1):  # from the last, within which nothing follows, to the first
            if number < most:
                whole = self._join(self._sequence(what), whole)
            if number > least:
                whole = whole._replace(empty=whole.empty + 1)
        return whole

    def _lead(self, places: list[int], to: list[int]) -> None:
        for last, first in product(places, to):
            self.edges[last].append(first)

    def _join(self, one: Part, other: Part) -> Part:
        self._lead(one.last, other.first)
        one_empty, other_empty = min(one.empty, 2), min(other.empty, 2)
        return Part(one.first + other.first * one_empty, other.last + one.last * other_empty, one_empty * other_empty)


_CATEGORIES = {
    ops.CATEGORY_DIGIT: "d",
    ops.CATEGORY_NOT_DIGIT: "D",
    ops.CATEGORY_SPACE: "s",
    ops.CATEGORY_NOT_SPACE: "S",
    ops.CATEGORY_WORD: "w",
    ops.CATEGORY_NOT_WORD: "W",
}


def verdict(pattern: str | bytes, flags: int = 0, *, searched: bool = False) -> str:
    """`linear`, `polynomial` or `exponential`: how long a text can take, by its length."""
    graph = Graph(pattern, flags, searched=searched)
    loops = list(_loops(graph))
    if any(_returns_in_two_ways(graph, loop) for loop in loops):
        return "exponential"
    if any(_goes_on_while_it_stays(graph, one, other) for one, other in permutations(loops, 2)):
        return "polynomial"
    return "linear"


def _loops(graph: Graph) -> Iterator[set[int]]:
    """The sets of nodes that lead to one another."""
    reached = {node: _reached(graph, node) for node in range(len(graph.letters))}
    seen: set[int] = set()
    for node, others in reached.items():
        if node not in seen and node in others:
            loop = {other for other in others if node in reached[other]}
            seen |= loop
            yield loop


def _reached(graph: Graph, node: int) -> set[int]:
    found: set[int] = set()
    left = [node]
    while left:
        for to in graph.edges[left.pop()]:
            if to not in found:
                found.add(to)
                left.append(to)
    return found


def _steps(graph: Graph, nodes: tuple[int, ...], within: tuple[set[int], ...]) -> Iterator[tuple[int, ...]]:
    """Where several walkers may be after one more character, which is the same for all."""
    allowed = ([to for to in graph.edges[node] if to in here] for node, here in zip(nodes, within, strict=True))
    for to in product(*allowed):
        if frozenset.intersection(*(graph.letters[node] for node in to)):
            yield to


def _returns_in_two_ways(graph: Graph, loop: set[int]) -> bool:
    """Whether two walkers can leave a node of the loop by different edges and meet in it again."""
    for node in loop:
        targets = [to for to in graph.edges[node] if to in loop]
        for one, other in combinations(targets, 2):
            meet = one == other or _comes_to(graph, (one, other), (node, node), (loop, loop))
            if meet and graph.letters[one] & graph.letters[other]:
                return True
    return False


def _goes_on_while_it_stays(graph: Graph, loop: set[int], later: set[int]) -> bool:
    """Whether a text leads from p in one loop to p, from p to q in a later one, and from q to q."""
    onward = _reached(graph, min(loop))  # from each node of the loop, for they lead to one another
    if not later <= onward:
        return False
    return any(_comes_to(graph, (p, p, q), (p, q, q), (loop, onward, later)) for p in loop for q in later)


def _comes_to(graph: Graph, begin: tuple[int, ...], end: tuple[int, ...], within: tuple[set[int], ...]) -> bool:
    """Whether walkers that begin there can be here, having read the same, after one step or more."""
    found: set[tuple[int, ...]] = set()
    left = [begin]
    while left:
        for to in _steps(graph, left.pop(), within):
            if to == end:
                return True
            if to not in found:
                found.add(to)
                left.append(to)
    return False
