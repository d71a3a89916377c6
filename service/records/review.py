"""The review of a record: which deals can be reviewed, how far, and what each decision of them cost.

A process of the pool reviews a deal in slices, so that little is lost if the time for it is up.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from msgspec import Meta

from service.advice.review import Decision, Played, Sum, review
from service.advice.values import EFFORTS
from service.piquet import engine
from service.piquet.actions import action_of, members_of
from service.piquet.cards.cards import hand_of
from service.piquet.model.state import SEATS, Pair
from service.piquet.partie import Partie, WrittenPartie
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.rulesets.published import ruleset
from service.records.model import UNKNOWN, Deal, Reading, Record
from service.records.partial_actions import is_of_the_law
from service.records.stream import of_json
from service.records.verification.card_inference import HAND, OF_A_RECORD, Tries, as_dealt, completions, held
from service.records.verification.deals import TRIES
from service.records.verification.replayed_deal import ReplayedDeal, begin
from service.records.verification.report import DealReport, Report
from service.records.verification.verify import verify

T = TypeVar("T")

_DIGITS = 4  # decimal places of costs


class Stop(NamedTuple):
    """Why a deal is not reviewed from a step on; step 0 is the deal itself.

    `code` is `no_cards`, `not_checked`, `diverges`, `irregular`, `unreadable` or `limit`.
    """

    step: int
    code: str
    message: str


class Reviewable(NamedTuple, Generic[T]):
    """A deal of a record: where its review ends, None at its end, and what is reviewed of it, None if nothing is.

    That is a `Played`, or the `Dealing` as which it is sent.
    """

    number: int
    annulled: bool
    steps: int
    stop: Stop | None
    played: T | None


# ---------------------------------------------------------------- what can be reviewed


def reviewable(reading: Reading, tries: Tries | None = None) -> tuple[Report, list[Reviewable[Played]]]:
    """Return the verification of a record, each of its deals with what can be reviewed of it.

    `tries` limits how often unknown cards are filled in.
    """
    record, tries = reading.record, tries or Tries()
    report = verify(reading, tries)
    try:
        rules = record.rules()
    except RulesetError:
        return report, []
    found = []
    partie = record.partie(rules)
    for deal, checked in zip(record.deals, report.deals, strict=True):
        partie.by_adjusted = checked.by_adjusted
        played = _played(partie, deal, checked, tries)
        stop = _stop(deal, checked, played)
        found.append(Reviewable(checked.number, deal.annulled, len(deal.steps), stop, played))
        partie.end(deal, checked.dealer, checked.counted, checked.lost)
    return report, found


def _stop(deal: Deal, checked: DealReport, played: Played | None) -> Stop | None:
    """Return where the review of a deal ends, and why."""
    irregular = None if played is None else played.irregular_from
    if irregular is not None:
        return Stop(irregular, "irregular", "the law of irregularities governs the deal from here on")
    if not deal.steps:
        return Stop(1, "no_cards", "the play is not recorded")
    at = 1 + (0 if played is None else len(played.actions))
    if at > len(deal.steps):
        return None
    wrong = [each for each in checked.divergences if not each.code.startswith("claim.") and each.step in (None, at)]
    if wrong:
        return Stop(at, "diverges", wrong[0].message or wrong[0].code)
    if deal.unread == at - 1:
        return Stop(at, "unreadable", "this step cannot be read")
    if checked.unknown_cards:
        return Stop(at, "no_cards", "too few of the cards are known")
    return Stop(at, "not_checked", "the partie was over before this deal, or a score before it is not known")


def _played(partie: WrittenPartie, deal: Deal, checked: DealReport, tries: Tries) -> Played | None:
    """Return what can be reviewed of a deal: with its cards, or with cards that fit where some are unknown."""
    rules, dealer = partie.rules, checked.dealer
    if not checked.checked or dealer is None:
        return None
    entries = [step.entry for step in deal.steps[: checked.checked]]
    if checked.basis == "cards":
        dealt = as_dealt(rules, deal)
        return dealt and _replayed(begin(partie, dealer, dealt.hands, dealt.talon), entries)
    blind = next((at for at, entry in enumerate(entries) if is_of_the_law(entry)), len(entries))
    actions = [step.action for step in deal.steps[:blind]]
    best: Played | None = None
    for filled in completions(rules, deal, dealer, actions, TRIES, tries):
        played = _replayed(begin(partie, dealer, filled.hands, filled.talon), filled.actions)
        if best is None or len(played.actions) > len(best.actions):
            best = played
        if len(best.actions) == len(actions):
            break
    return best and best._replace(certain=_certain(deal, dealer, actions))


def _replayed(deal: ReplayedDeal, entries: Iterable[Any]) -> Played:
    """Return a deal with its entries, up to the first that is illegal."""
    begun = deal.state
    with suppress(engine.IllegalAction):
        for entry in entries:
            deal.apply(entry)
    return Played(deal.rules, begun, tuple(deal.done))


def _certain(deal: Deal, dealer: int, actions: Sequence[dict[str, Any]]) -> Pair:
    """Return the cards by seat whose place is known in a deal with unknown cards, as far as it is the seat's to know.

    What the seat was dealt must be known. What follows the exchange is certain only if both hands are known then.
    """
    dealt = [_known(hand) if hand and UNKNOWN not in hand and len(hand) == HAND else 0 for hand in deal.hands]
    after = [hand_of(cards) for cards in held(deal, dealer, actions)]
    if any(cards.bit_count() < HAND for cards in after):
        return dealt[0], dealt[1]
    talon = _known(deal.talon or ())
    a_cards, b_cards = (
        dealt[0] | dealt[1] | talon | cards if own else 0 for cards, own in zip(after, dealt, strict=True)
    )
    return a_cards, b_cards


def _known(cards: Iterable[str]) -> int:
    return hand_of([card for card in cards if card != UNKNOWN])


# ---------------------------------------------------------------- in a process of the pool

#: The most deals of one request, by effort.
MOST_DEALS = {"quick": 12, "full": 3}


class Dealing(NamedTuple):
    """A deal to review, as it is sent to a process of the pool and asked for in the cache."""

    ruleset: str
    overrides: dict[str, Any]
    first_dealer: int
    finished: tuple[Pair, ...]
    dealers: tuple[int, ...]
    dealer: int
    dealt: Pair
    talon: tuple[int, ...]
    actions: list[dict[str, Any]]
    certain: Pair

    @property
    def played(self) -> Played:
        """The deal as the review takes it."""
        rules = ruleset(self.ruleset, self.overrides)
        cards = self.dealt, self.talon
        begun = Partie(rules, self.first_dealer, self.finished, self.dealers).deal(cards, self.dealer).state
        return Played(rules, begun, tuple(map(action_of, self.actions)), self.certain)


class Prepared(NamedTuple):
    """The deals of a record, and how many times unknown cards were filled in for them."""

    ruleset: str
    problems: list[dict[str, Any]]
    deals: list[Reviewable[Dealing]]
    tries: int


_Points = Annotated[float, Meta(ge=0, le=1000)]  # no deal brings so many


class Row(NamedTuple):
    """A decision as data. Its members are those of `Decision`."""

    number: int
    seat: int
    phase: str
    done: dict[str, Any]
    best: dict[str, Any]
    cost: _Points
    error: _Points
    exact: bool
    options: Annotated[int, Meta(ge=0)]

    @property
    def decision(self) -> Decision:
        """The decision."""
        number, seat, phase, done, best, cost, error, exact, options = self
        return Decision(number, seat, phase, action_of(done), action_of(best), cost, error, exact, options)


def prepare(record: bytes) -> Prepared:
    """Return what can be reviewed of a record, which is given as JSON."""
    reading, tries = of_json(record), Tries()
    report, found = reviewable(reading, tries)
    deals = [Reviewable(*each[:4], each.played and _dealing(reading.record, each.played)) for each in found]
    return Prepared(report.ruleset, [problem._asdict() for problem in report.problems], deals, OF_A_RECORD - tries.left)


def _dealing(record: Record, played: Played) -> Dealing:
    begun = played.begun
    return Dealing(
        record.ruleset_name,
        record.overrides,
        begun.first_dealer,
        begun.finished,
        begun.dealers,
        begun.dealer,
        begun.dealt,
        begun.talon,
        [members_of(action) for action in played.reviewed],
        played.certain,
    )


def review_slice(dealing: Dealing, effort: str, seed: str, after: int, seconds: float) -> list[Row]:
    """Return the decisions of a deal that come after the first ones, as many as `seconds` allow, but at least one."""
    until = time.monotonic() + seconds
    rows = []
    for made in review(dealing.played, EFFORTS[effort], seed=seed, after=after):
        number, seat, phase, done, best, cost, error, exact, options = made
        rows.append(Row(number, seat, phase, members_of(done), members_of(best), cost, error, exact, options))
        if time.monotonic() > until:
            break
    return rows


# ---------------------------------------------------------------- as it is written


def decision_json(made: Decision) -> dict[str, Any]:
    """Return a decision in which there was a choice as JSON."""
    return {
        "step": made.number,
        "seat": SEATS[made.seat],
        "phase": made.phase,
        "done": members_of(made.done),
        "best": members_of(made.best),
        "cost": round(made.cost, _DIGITS),
        "error": round(made.error, _DIGITS),
        "exact": made.exact,
        "blamed": made.blamed,
    }


def deal_json(deal: Reviewable[Any], decisions: Iterable[Decision]) -> dict[str, Any]:
    """Return a deal as JSON, with the decisions in which there was a choice."""
    return {
        "deal": deal.number,
        "annulled": deal.annulled,
        "steps": deal.steps,
        "stopped": deal.stop and deal.stop._asdict(),
        "decisions": [decision_json(made) for made in decisions if made.options > 1],
    }


def sum_json(each: Sum) -> dict[str, Any]:
    """Return the decisions of a seat in a phase as JSON."""
    rounded = {"cost": round(each.cost, _DIGITS), "error": round(each.error, _DIGITS)}
    return {**each._asdict(), "seat": SEATS[each.seat], **rounded}
