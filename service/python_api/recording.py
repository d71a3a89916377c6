"""Records of tables: written, read, verified, and played again."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.piquet.cards.cards import CARDS, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.engine import MutableDeal
from service.piquet.model.state import OVER, SEATS
from service.piquet.model.violations import IllegalAction
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import DEFAULT
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.table import DealPlayed, Table
from service.records.json_form import from_json, to_json
from service.records.model import TAGS, Deal, Problem, Record, Result, Step, first_dealer
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.card_inference import as_dealt
from service.records.verification.deals import numbered
from service.records.verification.report import Report
from service.records.verification.verify import verify

Json = Any


class RecordError(ValueError):
    """Raised for a text that is no record, or for a record that cannot be played; `problems` says where and why."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        where = first.pointer if first.line is None else f"line {first.line}, column {first.column}"
        more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
        super().__init__(f"{where}: {first.message}{more}" if where else f"{first.message}{more}")
        self.problems = problems


def read_record(given: str | bytes | Mapping[str, Json]) -> Record:
    """Return the record of a text, or of decoded JSON. Raises `RecordError`."""
    reading = from_json(given) if isinstance(given, Mapping) else read(given)
    if reading.problems:
        raise RecordError(reading.problems)
    return reading.record


def write_record(record: Record, *, json: bool = False) -> Json:
    """Return the canonical text of a record; with `json`, data for JSON."""
    return to_json(record) if json else write(record)


def verify_record(given: Record | str | bytes | Mapping[str, Json]) -> Report:
    """Return the report of a record: whether it `agrees`, whether it is `complete`, and each divergence.

    A text is read as far as possible; what cannot be read is among the problems of the report.
    """
    if isinstance(given, Record):
        given = write(given)  # so that divergences have their lines
    return verify(from_json(given) if isinstance(given, Mapping) else read(given))


# ---------------------------------------------------------------- from a table, and back


def record_of(table: Table, players: Mapping[str, str], tags: Mapping[str, str]) -> Record:
    """Return the record of a table. Raises `ValueError` for a seat or a tag that there is not."""
    unknown = [*(set(players) - set(SEATS)), *(set(tags) - set(TAGS))]
    if unknown:
        raise ValueError(f"{sorted(unknown)[0]!r} is no seat and none of the tags {', '.join(TAGS)}")
    record = Record(
        dict(tags),
        [players.get(seat) for seat in SEATS],
        table.ruleset,
        dict(table.overrides),
        SEATS[table.state.first_dealer],
    )
    record.deals = list(_deals(table))
    if table.over:
        settled = table.settlement
        both = settled["totals"]
        winner = settled["winner"] or "none"
        record.result = Result((both["A"], both["B"]), winner, settled["rubicon"], settled["settlement"])
    return record


def _deals(table: Table) -> Iterator[Deal]:
    for played in table.deals:
        begun, dealer = played.begun, played.begun.dealer
        hands = [list(names(hand)) for hand in by_seat(dealer, begun.dealt)]
        deal = Deal(SEATS[dealer], [*hands], [CARDS[card] for card in begun.talon], list(_steps(table.rules, played)))
        deal.irregular = [*map(len, hands)] != [HAND_SIZE, HAND_SIZE]
        deal.out_of_turn, deal.annulled = played.dealt_out_of_turn, played.annulled
        if played.state.phase in OVER and not played.annulled:
            deal.score = by_seat(dealer, played.state.score)
            deal.totals = totals(table.rules, Partie.of(table.rules, played.state).finished)
        yield deal


def _steps(rules: Ruleset, played: DealPlayed) -> Iterator[Step]:
    """Yield the steps of a deal, each with the score after it if that has changed."""
    deal, before = MutableDeal(rules, played.begun), played.begun.score
    for action in played.actions:
        deal.apply(action)
        after = deal.state.score
        yield Step(action, None if after == before else by_seat(played.begun.dealer, after))
        before = after


def replay(made: type[Table], record: Record) -> Table:
    """Return a table at which the deals of a record are played. Raises `RecordError`, `IllegalAction`, `RulesetError`.

    The notes of an `IllegalAction` say in which deal and at which step it was.
    """
    name, seat = record.ruleset or DEFAULT, first_dealer(record)
    table = made(name, record.overrides, first_dealer=SEATS[1 if seat is None else seat])
    for at, deal in enumerate(numbered(record).deals):
        dealt = as_dealt(table.rules, deal)
        if dealt is None:
            raise RecordError([Problem("cards.unknown", "the cards dealt are not all known", f"/deals/{at}/dealt")])
        hands = dict(zip(SEATS, dealt.hands, strict=True))
        irregular, dealer = deal.irregular or deal.out_of_turn, deal.dealer if deal.out_of_turn else None
        done = 0
        try:
            table.deal(hands=hands, talon=dealt.talon, irregular=irregular, dealer=dealer)
            for done, step in enumerate(deal.steps, 1):  # noqa: B007 (for the note)
                table.apply(step.action)
        except IllegalAction as refused:
            refused.add_note(f"deal {at + 1}, step {done}")
            raise
    return table
