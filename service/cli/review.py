"""The command `review`: prints what each decision of a record cost, by what its player knew at that moment."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, NamedTuple

from service.advice.review import Decision, Played, Sum, review as decisions_of, sums
from service.advice.values import EFFORTS
from service.cli.commentary import Phrases
from service.cli.html_page import HtmlPage, figure, html_table, html_text
from service.cli.record_files import Unreadable, print_problems, readings, require_record
from service.pictures import Style, state_picture
from service.piquet.actions import members_of
from service.piquet.cards.cards import names
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import Action, Reckon
from service.piquet.model.state import SEATS, State
from service.records.model import Record
from service.records.player_names import isolated, printable
from service.records.recognition import FORMAT_PAGE
from service.records.review import Reviewable, Stop, deal_json, reviewable, sum_json
from service.records.verification.report import Report
from service.words import CommentaryWords


class Reviewed(NamedTuple):
    """A deal with its decisions."""

    deal: Reviewable[Played]
    decisions: Sequence[Decision]

    @property
    def blamed(self) -> list[Decision]:
        """The decisions that are blamed, worst first."""
        return sorted((made for made in self.decisions if made.blamed), key=lambda made: -made.cost)


def review(
    name: str, number: int | None, effort: str, language: CommentaryWords, out: IO[str], form: str = "text"
) -> Iterator[bool]:
    """Write the review of each record of a file to `out`, as `text`, as a line of `json` or as one `html` page.

    With `number` it is only of the deals with this number. Yields whether each record diverges, has problems or has
    nothing that can be reviewed, before it is written. Problems go to standard error. Raises `Unreadable`, also if a
    record has no such deal.
    """
    page = HtmlPage(out) if form == "html" else None
    between, read = "", False
    for source, line, reading in readings(name):
        require_record(source.name, reading)
        if reading.problems and not reading.record.deals:
            raise Unreadable(source.name, reading.problems[0].message)
        report, found = reviewable(reading)
        print_problems(source.name, line, report.problems)
        chosen = [each for each in found if number in (None, each.number)]
        if number is not None and not chosen:
            raise Unreadable(source.name, f"it has no deal {number}")
        reviewed = [_reviewed(each, effort) for each in chosen]
        diverges = any(each.stop is not None and each.stop.code == "diverges" for each in chosen)
        yield bool(report.problems) or diverges or not any(each.decisions for each in reviewed)
        words = _Words(reading.record, language)
        if form == "json":
            answer = {"file": source.name, "line": line, **_json(report, reviewed), "effort": effort}
            print(json.dumps(answer, ensure_ascii=False), file=out)
        elif page is not None:
            page.article(language.code, words.title, _Drawing(words, page).parts(reviewed))
        else:
            out.write(between)
            out.writelines(f"{printable(text)}\n" for text in words.lines(reviewed))
            between = "\n\n"
        read = True
    if not read:
        raise Unreadable(name, f"it has no record; {FORMAT_PAGE} describes the format")
    if page is not None:
        page.end()


def _reviewed(deal: Reviewable[Played], effort: str) -> Reviewed:
    return Reviewed(deal, [] if deal.played is None else list(decisions_of(deal.played, EFFORTS[effort])))


def _json(report: Report, reviewed: Sequence[Reviewed]) -> dict[str, Any]:
    return {
        "ruleset": report.ruleset,
        "problems": [problem._asdict() for problem in report.problems],
        "deals": [deal_json(deal, decisions) for deal, decisions in reviewed],
        "sums": [sum_json(each) for each in _sums(reviewed)],
    }


def _sums(reviewed: Iterable[Reviewed]) -> list[Sum]:
    return sums(made for _, decisions in reviewed for made in decisions)


class _Words(Phrases):
    """The review of a record in words."""

    def __init__(self, record: Record, language: CommentaryWords) -> None:
        super().__init__(language, [player or seat for player, seat in zip(record.players, SEATS, strict=True)])
        self._phases = Style(lang=language.code).language.phases
        self.title = next(iter(record.tags.values()), None) or self.other("review title")

    def lines(self, reviewed: Sequence[Reviewed]) -> Iterator[str]:
        """Yield the lines of a review: the deals, each with the decisions that are blamed, and the sums."""
        yield self.title
        for each in reviewed:
            yield ""
            yield self.heading(each.deal)
            yield from (self.blamed(each, made) for made in each.blamed)
            yield from self.others(each)
        if found := _sums(reviewed):
            yield ""
            yield from map(self.sum, found)

    def heading(self, deal: Reviewable[Played]) -> str:
        """Return the heading of a deal."""
        if deal.played is None:
            return self.other("deal unknown", digits=deal.number)
        return self.other("deal", digits=deal.number, **self.who(deal.played.begun.dealer))

    def blamed(self, reviewed: Reviewed, made: Decision) -> str:
        """Return what was done, what would have been best, and what it cost."""
        assert reviewed.deal.played is not None
        for action in reviewed.deal.played.reviewed[: made.number - 1]:
            self.action(members_of(action))  # a reply is about the last call
        category = self.category
        texts = []
        for action in (made.done, made.best):
            self.category = category
            texts.append(self._action(action))
        return self.other(
            "blamed", digits=made.number, done=texts[0], best=texts[1], cost=self._cost(made.cost, made.error)
        )

    def _action(self, action: Action) -> str:
        """Return an action as a sentence; what is reckoned has its cards."""
        text = self.action(members_of(action))
        if isinstance(action, Reckon) and action.holdings:
            text += " " + "; ".join(self.cards(names(cards)) for _, cards in action.holdings)
        return text if text.endswith(("”", "»")) else f"{text}."

    def _cost(self, cost: float, error: float) -> str:
        """Return a cost with its error, unless it is exact."""
        texts = [f"{number:.2f}".replace(".", self.language.point) for number in (cost, error)]
        return " ± ".join(texts if error else texts[:1])

    def others(self, reviewed: Reviewed) -> Iterator[str]:
        """Yield that nothing is blamed, how many decisions were skipped, and where the review of a deal ends."""
        if reviewed.decisions and not reviewed.blamed:
            yield self.other("nothing blamed")
        if skipped := sum(not made.options for made in reviewed.decisions):
            yield self.other("skipped", number=skipped)
        if stop := reviewed.deal.stop:
            yield self.stopped(stop)

    def stopped(self, stop: Stop) -> str:
        """Return from where on a deal cannot be reviewed."""
        key = "not reviewed" if stop.step <= 1 else "reviewed until"
        why = self.language.other[f"stopped {stop.code}"].format(message=stop.message)
        return self.other(key, step=stop.step, why=why)

    def sum(self, each: Sum) -> str:
        """Return the decisions of a player in a phase."""
        words = {"phase": self._phases[each.phase], "cost": self._cost(each.cost, each.error)}
        return self.other("sum", **each._asdict() | words, **self.who(each.seat))

    def row(self, each: Sum) -> list[str]:
        """Return the cells of a row of the table of sums."""
        numbers = [each.decisions, each.forced, each.skipped, each.blamed]
        heading = [self.names[each.seat], self._phases[each.phase]]
        return [*heading, *map(str, numbers), self._cost(each.cost, each.error)]


class _Drawing:
    """The elements of a review on a page: a picture for each decision that is blamed, and the table of sums."""

    def __init__(self, words: _Words, page: HtmlPage) -> None:
        self._words, self._page = words, page
        self._style = Style(lang=words.language.code, names=words.names)
        words.names = [isolated(name) for name in words.names]

    def parts(self, reviewed: Sequence[Reviewed]) -> Iterator[str]:
        """Yield the elements, after the title."""
        for each in reviewed:
            yield f"<h2>{html_text(self._words.heading(each.deal))}</h2>\n"
            yield '<div class="blamed">\n'
            for made, state in _positions(each):
                assert each.deal.played is not None
                rules = each.deal.played.rules
                picture = state_picture(rules, state, made.seat, style=self._style, shared=self._page.definitions)
                yield f'<section>\n<p class="wrong">{html_text(self._words.blamed(each, made))}</p>\n'
                yield f"{figure('seen', picture.svg, picture.title)}</section>\n"
            yield "</div>\n"
            yield from (f'<p class="note">{html_text(text)}</p>\n' for text in self._words.others(each))
        if found := _sums(reviewed):
            rows = ([html_text(cell) for cell in self._words.row(each)] for each in found)
            yield from html_table(self._words.other("sums").split("|"), rows, 0)


def _positions(reviewed: Reviewed) -> Iterator[tuple[Decision, State]]:
    """Yield the decisions that are blamed, worst first, each with the position in which it was made."""
    played = reviewed.deal.played
    if played is None:
        return
    states: dict[int, State] = {}
    deal = MutableDeal(played.rules, played.begun)
    for number, action in enumerate(played.reviewed, 1):
        states[number] = deal.state
        deal.do(action)
    yield from ((made, states[made.number]) for made in reviewed.blamed)
