"""The ledger of an irregular deal: every item that scored, what still stands of it, and the incidents."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy, deepcopy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from service.piquet.cards.cards import hand_of, mask_of, names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, SET, Said
from service.piquet.law.kinds import BY_NAME, dealing, tables
from service.piquet.model.actions import Action, Call, Decline, Pass, Reckon, Reply, StateTieBreak
from service.piquet.model.events import RULE, Event
from service.piquet.model.state import (
    ELDER,
    NOBODY,
    STEPS,
    YOUNGER,
    Called,
    IncidentRecord,
    LawState,
    MutableState,
    State,
    replace_role,
)
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring import account, settlement

#: Points of play, in the order in which their cards fell.
PLAY_KINDS = frozenset(("lead", "capture", "trick", "last_trick", "unanswered"))
BONUSES = frozenset(("repique", "pique"))


@dataclass(slots=True)
class Item:
    """Something that scored. `points` is what it is worth; `paid` is what it scores now, `entry` where it was entered.

    An item that is not `standing` was struck, or taken back with the play. One that stands bars the other player, paid
    or not (LR4).
    """

    entry: int
    role: int
    kind: str
    points: int
    paid: int
    cards: tuple[str, ...]
    standing: bool = True

    @property
    def step(self) -> int | None:
        """Its step in hand (R7.1); None for points of play and what follows from it."""
        return STEPS.index(self.kind) if self.kind in STEPS else None

    @property
    def hand(self) -> int:
        """Its cards as a mask."""
        return hand_of(self.cards)


class Claimed(NamedTuple):
    """One thing claimed: its category, what was said (None if cards were only named), and the cards named, or 0."""

    category: int
    said: Said | None
    cards: int


@dataclass(slots=True)
class Claim:
    """What was claimed in one act: called or stated (`is_call`), or reckoned.

    `shown` are the cards laid open with it. Of a call, `reckoned` are the cards that were reckoned on it, and `is_lost`
    says that all that was reckoned on it is lost (LA1).
    """

    claimed: list[Claimed]
    is_call: bool
    shown: int = 0
    reckoned: int = 0
    is_lost: bool = False

    @property
    def category(self) -> int:
        """The category of a call, and the first of a list that was reckoned."""
        return self.claimed[0].category


class AnsweredRun(NamedTuple):
    """The cards of a run that were led and answered, and the entry of the first answer."""

    leads: list[int]
    since: int


@dataclass(slots=True)
class Irregularity:
    """An irregularity of the deal: that it happened, and what has become of it. What the law says of it is not kept.

    `number` is that of its entry, and `kind` the name of its kind. `facts` are facts of its table that hold for good,
    by name; others are observed when they are asked for. `since` is the entry from which its own times count, and
    `past` has those that are past.

    What effects need to know besides depends on the kind: the `claim` that was false (K15); the `categories` in which
    may be reckoned late (K16, K18b); the `holdings` that were not due (K17); the `items` that shown cards bar (K18b);
    the `run` that was answered with too many cards (K21); and whether it `is_of_card`, and goes with it if play is
    taken back.
    """

    number: int
    kind: str
    offender: int
    facts: dict[str, tables.FactValue] = field(default_factory=dict)
    claim: Claim | None = None
    categories: tuple[int, ...] | None = None
    holdings: tuple[Holding, ...] = ()
    items: list[Item] = field(default_factory=list)
    run: AnsweredRun | None = None
    is_of_card: bool = False
    election: str | None = None
    raised: bool = False
    since: int = -1
    past: set[str] = field(default_factory=set)

    @property
    def settled(self) -> bool:
        """Whether it was elected on, or corrected in time."""
        return self.election is not None or "mended" in self.facts or "replaced" in self.facts

    @property
    def public(self) -> bool:
        """Whether both players can see it."""
        return BY_NAME[self.kind][0].public or self.raised


@dataclass(slots=True)
class PlacedCard:
    """A card that a role put down, and the entry by which it did: to a trick, to a run, or beyond one."""

    entry: int
    role: int
    card: int


@dataclass(slots=True)
class TrickCard(PlacedCard):
    """A card that lies in a trick, and the entry by which it came to be played: a card of a run is put down before."""

    time: int


@dataclass(slots=True)
class Statement:
    """Something that a player said, which a correction may replace (A1 to A6)."""

    entry: int
    role: int
    action: Action
    category: int = -1
    past: set[str] = field(default_factory=set)


class Ledger:
    """The law's part of a deal, with the members of `LawState` in forms that can change."""

    def __init__(self, talon: int) -> None:
        self.number = 0  # of the current entry
        self.made = 0  # the entries that were made before it
        self.items: list[Item] = []
        self.irregularities: list[Irregularity] = []
        self.words: list[Statement] = []
        self.placed: list[PlacedCard] = []  # all cards put down, in order; the play follows from them
        self.plays: list[TrickCard] = []
        self.forfeits: list[str | None] = [None, None]
        self.saves_nothing = [False, False]  # whether what is withheld of a role saves it from no bonus (`false_claim`)
        self.lying = list(range(1, talon + 1))
        self.taken: tuple[list[int], list[int]] = ([], [])
        self.left_by_word = 0  # how many cards of the talon elder said to leave
        self.seen = [0, 0]
        self.ahead: tuple[list[int], list[int]] = ([], [])
        self.suits_due: tuple[list[int], list[int]] = ([], [])
        self.dealt_by = -1
        self.annulled = ""
        self.lost = -1  # the role that lost the game (E10)
        self.must_redeal = False  # a misdeal in which nobody has a choice (L12)
        self.misdealt: dealing.StandingMisdeal | None = None  # how a misdeal is put right if it stands (E11)
        self.stood = ""  # the law by which it stands
        self.surplus: set[int] = set()  # cards put down beyond those that answer a run
        self.run_cards: set[int] = set()  # cards that were put down in a run, or led before one
        self.only: int | None = None  # the only category in which younger may reckon again
        self.relead: Irregularity | None = None
        self.waiting: Called | None = None  # a call that waits for its reply while an earlier one is corrected (A2)
        self.unbound: set[int] = set()  # categories in which younger need not reckon (K16)
        self.unshown: dict[int, int] = {}  # categories that elder lost by not showing what was called (LA1), by entry
        self.past: set[str] = set()  # times of the deal that are past, for good
        self.late = False  # whether what is entered now is a late reckoning (E5)

    # ------------------------------------------------------------ items

    def enter(self, role: int, kind: str, points: int, cards: tuple[str, ...]) -> int:
        """Enter an item and return the points that it scores: 0 if the role reckons nothing (E3)."""
        if points < 0:
            return points
        paid = points if self.forfeits[role] is None or kind == "carte_blanche" else 0
        self.items.append(Item(self.number, role, kind, points, paid, cards))
        return paid

    def take(self, role: int, count: int) -> None:
        """Note that a role takes cards from the top of the talon."""
        self.taken[role].extend(self.lying[:count])
        del self.lying[:count]

    def lay(self, role: int, card: int) -> None:
        """Note that a card is played."""
        entry = next((card_down.entry for card_down in reversed(self.placed) if card_down.card == card), self.number)
        self.plays.append(TrickCard(entry, role, card, self.number))

    def run_of(self, role: int) -> list[int]:
        """Return the cards of a role's run that are not led yet, in order."""
        return [card for card in self.ahead[role] if card not in self.surplus]

    def standing(self, role: int | None = None) -> list[Item]:
        """Return the items that stand, of one role or of both."""
        return [item for item in self.items if item.standing and role in (None, item.role)]

    def reckoned(self, role: int, category: int | None = None) -> list[Item]:
        """Return what a role has reckoned, and still stands, in a category or in all."""
        kinds = CATEGORIES if category is None else (CATEGORIES[category],)
        return [item for item in self.standing(role) if item.kind in kinds]

    def in_play(self) -> list[tuple[int, int]]:
        """Return what scored in play and for the cards, in the order in which it did, as role and points."""
        items = (item for item in self.standing() if item.step is None and item.kind not in BONUSES)
        return [(item.role, item.paid) for item in items]

    # ------------------------------------------------------------ what the state shows

    def summary(self, incidents: Iterable[IncidentRecord]) -> LawState:
        """Return the part of the state."""
        return LawState(
            lying=tuple(self.lying),
            taken=(tuple(self.taken[ELDER]), tuple(self.taken[YOUNGER])),
            incidents=tuple(incidents),
            forfeits=(self.forfeits[ELDER], self.forfeits[YOUNGER]),
            seen=(self.seen[ELDER], self.seen[YOUNGER]),
            ahead=(tuple(self.ahead[ELDER]), tuple(self.ahead[YOUNGER])),
            suits_due=(tuple(self.suits_due[ELDER]), tuple(self.suits_due[YOUNGER])),
            dealt_by=self.dealt_by,
            annulled=self.annulled,
            lost=self.lost,
            relead_due=self.relead is not None,
        )

    # ------------------------------------------------------------ incidents

    def add_irregularity(
        self, kind: str, offender: int, facts: Mapping[str, tables.FactValue] = MappingProxyType({})
    ) -> Irregularity:
        """Record an irregularity of the current entry."""
        made = Irregularity(self.number, kind, offender, dict(facts), since=self.number)
        self.irregularities.append(made)
        return made

    def find(self, number: int, kind: str | None) -> list[Irregularity]:
        """Return the irregularities of an entry, or those that it corrected, of one kind (by name) or of all."""
        return [
            each for each in self.irregularities if number in (each.number, each.since) and kind in (None, each.kind)
        ]


class IrregularState(MutableState):
    """The state of a deal in which something irregular was entered, with its ledger."""

    __slots__ = ()

    law: Ledger

    def __init__(self, rules: Ruleset, start: State) -> None:
        super().__init__(rules, start)
        self.law = Ledger(len(start.talon))
        self.law.dealt_by = start.law.dealt_by if start.law else -1


# A history has 200 entries, of which a deal needs fifty at most, even if all of its play is taken back: what is not
# regular is entered only while the rest still fits. Rulings on the deal itself and on who leads are always made.
MOST_ACTS, MOST_RULINGS = 120, 150


_SAYINGS = (Call, Pass, Reply, StateTieBreak, Decline, Reckon)


def is_saying(action: Action) -> bool:
    """Whether a player says something by an action."""
    return isinstance(action, _SAYINGS)


def hands_judging(d: IrregularState, action: Action) -> AbstractContextManager[None]:
    """Judge what is said by the hands after the exchange, although cards may have been played since."""
    return hands_restored(d) if d.tricks and is_saying(action) else nullcontext()


def history_is_full(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether a deal has too many entries for one more ruling on an irregularity."""
    return bool(d.law.made >= MOST_RULINGS and irregularity.number != 0 and d.law.relead is None)


def fork(d: IrregularState) -> IrregularState:
    """Return a copy of a deal that changes on its own."""
    copied = copy(d)
    copied.events = list(d.events)
    copied.law = deepcopy(d.law)
    return copied


def has_reckoned_trio(d: IrregularState, category: int) -> bool:
    """Whether elder has reckoned a trio, and so named the card of its rank that is missing (LR22)."""
    return category == SET and any(len(item.cards) == 3 for item in d.law.reckoned(ELDER, SET))


# ---------------------------------------------------------------- changes of what stands


def union(items: Iterable[Item]) -> int:
    """Return the cards of items, as a mask."""
    return hand_of(card for item in items for card in item.cards)


def strike(d: IrregularState, item: Item, kind: str = "struck") -> None:
    """Take an item away, with the points that it scored (E4)."""
    item.standing = False
    role, step = item.role, item.step
    if step is not None:
        account.reckon_in_hand(d, role, step, -item.points)
        if item.kind != "carte_blanche":
            kept = union(other for other in d.law.standing(role) if other.step not in (None, 0))
            d.counted = replace_role(d.counted, role, d.counted[role] & (~item.hand | kept))
            show_what_stands(d)
    elif item.kind in PLAY_KINDS:
        d.play = replace_role(d.play, role, d.play[role] - item.points)
    elif item.kind in BONUSES:
        d.bonus = replace_role(d.bonus, role, d.bonus[role] - item.points)
    if kind:
        account.log_event(d, role, kind, item.cards, -item.paid, {"of": item.kind})


def show_what_stands(d: IrregularState) -> None:
    """Let those cards be shown that were reckoned, or stated equal, and still are (R5.13)."""
    equal = {called.category: called.cards for called in d.calls if called.status == "equal"}
    stated = (
        holding.cards
        for word in d.law.words
        if word.role == YOUNGER and isinstance(word.action, Reckon)
        for holding in word.action.holdings or ()
        if holding.category in equal
    )
    shown = []
    for role, more in ((ELDER, equal.values()), (YOUNGER, stated)):
        cards = union(d.law.reckoned(role))
        for each in more:
            cards |= each
        shown.append(cards)
    d.shown = shown[ELDER], shown[YOUNGER]


def expose(d: IrregularState, owner: int, viewer: int, cards: int, rule: str = "") -> None:
    """Show cards of one role, or of the talon (which is nobody's), to another (E9)."""
    d.law.seen[viewer] |= cards
    if owner != NOBODY:
        account.log_event(d, owner, "exposed", names(cards), rule=rule)
    else:
        d.events.append(
            Event(None, "exposed", 0, names(cards), rule or RULE["exposed"], settlement.by_seat(d.dealer, d.score))
        )


def played_by(d: IrregularState, role: int) -> int:
    """Return the cards that a role has put down."""
    return mask_of([*(play.card for play in d.law.plays if play.role == role), *d.law.ahead[role]])


def hand_after_exchange(d: IrregularState, role: int) -> int:
    """Return the hand that a role had after the exchange, played since or not."""
    return int(d.hands[role] | played_by(d, role))


@contextmanager
def hands_restored(d: IrregularState) -> Iterator[None]:
    """Let the hands be those after the exchange, although cards may have been played since."""
    lying = played_by(d, ELDER), played_by(d, YOUNGER)
    d.hands = hand_after_exchange(d, ELDER), hand_after_exchange(d, YOUNGER)
    try:
        yield
    finally:
        d.hands = d.hands[ELDER] & ~lying[ELDER], d.hands[YOUNGER] & ~lying[YOUNGER]


# ---------------------------------------------------------------- the account anew (E4, E12)


def draw_up(d: IrregularState) -> None:
    """E12: draw up the account anew, and enter the difference between the bonuses that are due and those that stand."""
    standing = {(item.kind, item.role): item for item in d.law.standing() if item.kind in BONUSES}
    play, bonus, won = d.play, d.bonus, d.won
    d.play, d.settled, d.won = (0, 0), (), (0, 0)
    due = list(_decided(d))
    for item in d.law.standing():
        if item.kind == "cards":  # where they count in play, they do from the seventh trick on (R6.4)
            d.won = won
        elif item.kind in PLAY_KINDS:
            d.play = replace_role(d.play, item.role, d.play[item.role] + item.points)
        else:
            continue
        due += _decided(d)
    d.play, d.bonus, d.won = play, bonus, won
    awarded = {(decision.kind, decision.role): decision for decision in due if not decision.by}
    for key, item in standing.items():
        if key not in awarded:
            strike(d, item)
    for key, decision in awarded.items():
        if key not in standing:
            account.enter_decision(d, decision)


def _decided(d: IrregularState) -> list[account.Decision]:
    found: list[account.Decision] = []
    for decision in account.decisions(d):
        d.settled = (*d.settled, *decision.settled)
        found.append(decision)
    return found


def undo_items(d: IrregularState, items: Iterable[Item]) -> None:
    """E4: strike items that still stand, and a carte rouge of which a card is then no longer part of any."""
    struck = [item for item in items if item.standing]
    for item in struck:
        strike(d, item)
    for role in {item.role for item in struck}:
        reckoned = union(d.law.reckoned(role))
        for item in d.law.standing(role):
            if item.kind == "carte_rouge" and item.hand & ~reckoned:
                strike(d, item)
