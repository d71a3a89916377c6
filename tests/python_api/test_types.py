"""A program on the library, which mypy checks strictly with the service (`files` in pyproject.toml)."""

from collections.abc import Mapping, Sequence

import pytest

from service import (
    RULESETS,
    Action,
    IllegalAction,
    Options,
    Picture,
    Record,
    RecordError,
    RefusedAction,
    Report,
    Style,
    Table,
    Violation,
    hand_picture,
    read_record,
    verify_record,
    write_record,
)


def first_of(options: Options) -> Action:
    return options[0]


def begun(ruleset: str) -> Table:
    table = Table(ruleset=ruleset, overrides={"law": "none"}, first_dealer="A")
    table.deal(seed="types")
    assert len(table.advice()) > 1 and table.advice().best in table.options()
    return table


def refused(table: Table) -> tuple[Violation, ...]:
    try:
        table.apply({"seat": "A", "type": "play", "card": "10H"})
    except RefusedAction as error:
        illegal: IllegalAction = error
        return illegal.violations
    return ()


def recorded(table: Table) -> Record:
    text: str = write_record(table.record({"A": "Ann"}, event="Types"))
    record = read_record(text)
    report: Report = verify_record(record)
    assert report.agrees and [each.message for each in report.all_divergences()] == []
    assert write_record(record, json=True)["event"] == "Types"
    return record


@pytest.mark.parametrize("ruleset", [RULESETS[0], "hoyle"])
def test_a_program_needs_no_cast(ruleset: str) -> None:
    table = begun(ruleset)
    action = first_of(table.options())
    seat: str | None = table.to_act
    events = table.apply(action)
    assert events[0]["seat"] == action.seat == seat and table.undo() == action
    table.apply(action)
    assert [violation.code for violation in refused(table)] == ["turn.not_now"]
    assert Table.from_record(recorded(table)) == Table.from_line(table.line) == table
    view: Mapping[str, object] = table.view("A")
    picture: Picture = table.picture("A", style=Style(lang="fr"))
    hand: Sequence[str] = ["AS", "10♠"]
    assert "hand" in view and picture.svg and hand_picture(hand).text == "SAT\n"
    with pytest.raises(RecordError) as wrong:
        read_record("no record")
    assert wrong.value.problems[0].line == 1


def test_a_name_that_is_not_there_is_found_by_a_type_checker() -> None:
    with pytest.raises(ImportError):
        from service import Tabel  # type: ignore[attr-defined]  # noqa: F401
