"""Records in the library: written, read, verified, and played again (docs/library.md).

The test of the wheel runs this file with the package as it is installed, so it imports nothing else of the project.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass

import pytest

from service import IllegalAction, RecordError, RefusedAction, Table, read_record, verify_record, write_record

LINE = (
    "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97_Ap5_Be_Av49_Bg_ArpHAKQJ8"
    "_As4-A_Bg_ArsHAKQJ_At3-J_Bn_A.AH_BrtSTHTDTCT-tSQDQCQ"
)


def test_the_record_of_a_table_is_read_verified_and_played_again():
    table = Table.from_line(LINE)
    record = table.record({"A": "Anne"}, event="An evening")
    text = write_record(record)
    assert (
        "player A: Anne\n" in text
        and "event: An evening\n" in text
        and "B reckon set ST HT DT CT, set SQ DQ CQ = 10-17\n" in text
    )
    report = verify_record(text)
    assert report.agrees and report.complete and verify_record(record).agrees
    for given in (record, text, text.encode(), write_record(record, json=True)):
        assert Table.from_record(given) == table


@pytest.mark.rule("R5.12")
def test_a_wrong_score_is_found_with_its_line_and_its_rule():
    text = write_record(Table.from_line(LINE).record())
    (divergence,) = verify_record(text.replace("= 10-17", "= 10-14")).all_divergences()
    # A quatorze counts 14 and a trio 3.
    assert (divergence.rule, divergence.computed) == ("R5.12", {"A": 10, "B": 17})
    assert "10-17" in text.splitlines()[divergence.line - 1]


@pytest.mark.rule("R8.1", "R8.2")
def test_a_whole_partie_has_totals_and_a_result_that_agree():
    table = Table("portland", first_dealer="A")
    while not table.over:
        if table.to_act is None:
            table.deal(seed=str(table.deal_number))
        else:
            table.apply(table.options()[0])
    record = table.record()
    assert [deal.totals is not None for deal in record.deals] == [True] * len(record.deals)
    assert record.result.settlement == table.settlement["settlement"]
    assert verify_record(record).agrees and verify_record(record).complete
    assert Table.from_record(record) == table


@pytest.mark.rule("L13", "L59")
def test_irregular_deals_are_written_and_played_again():
    table = Table.from_line(LINE)
    table.apply("B irregular AD")
    exposed = Table()
    exposed.deal(seed="1")
    exposed.apply("B incident exposed SA")
    exposed.apply(exposed.options("A").of("ruling")[0])
    exposed.deal(seed="2", irregular=True, dealer="A")
    for each in (table, exposed):
        record = each.record()
        assert verify_record(record).agrees and Table.from_record(write_record(record)) == each
    assert "irregular AD" in write_record(table.record()) and "deal 1 annulled" in write_record(exposed.record())


@pytest.mark.rule("R8.1", "R8.2")
def test_a_report_has_seats_by_name_and_numbers_by_seat():
    deals = "".join(f"\n\ndeal {number}\nscore: 28-23" for number in range(1, 7))
    text = f"piquet-record 1\nruleset: portland@1\nfirst dealer: B{deals}\n\nadjustment B -20 partie: late\n"
    report = verify_record(text)
    # Six deals, none doubled; the winner has the difference of 30 and 100.
    assert report.settlement == ({"A": 168, "B": 138}, True, "A", False, 130, 0)
    assert report.settlement.winner == "A" and report.settlement.totals["B"] == 138
    first, second = report.deals[:2]
    assert (first.dealer, second.dealer, first.lost, first.score) == ("B", "A", None, None)
    assert first.counted == {"A": 28, "B": 23}
    (adjustment,) = report.adjusted.adjustments
    assert (adjustment.seat, report.adjusted.totals) == ("B", {"A": 0, "B": -20})
    assert report.adjusted.settled.totals == {"A": 168, "B": 118} and report.adjusted.settled.winner == "A"
    # R8.3: with equal totals nobody has won, and two more deals are due.
    tied = verify_record(text.replace("28-23", "28-28")).settlement
    assert (tied.winner, tied.over, tied.due) == (None, False, 2)


def leaves(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Every value in a result that has no members itself, with the name of the member that it is."""
    if isinstance(value, str | int | float | None):
        yield name, value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from leaves(member, key)
    elif is_dataclass(value):
        for each in fields(value):
            yield from leaves(getattr(value, each.name), each.name.lstrip("_"))
    elif hasattr(value, "_asdict"):
        yield from leaves(value._asdict(), name)
    else:
        assert isinstance(value, Sequence), value
        for each in value:
            yield from leaves(each, name)


def test_results_have_plain_values_and_seats_by_name():
    table = Table.from_line(LINE)
    wrong = write_record(table.record()).replace("= 10-17", "= 10-14") + "adjustment B -20 partie: late\n"
    with pytest.raises(RefusedAction) as refused:
        table.apply("A play QS")
    irregular = Table.from_line(LINE)
    irregular.apply("B irregular AD")
    results = {
        "report": verify_record(wrong),
        "advice": [*table.advice(), table.advice().basis, table.advice().seat],
        "refused": [refused.value.action, refused.value.violations, refused.value.irregularities],
        "rulings": irregular.rulings(),
        "table": [table.events, table.actions, table.settlement, table.view("A"), table.phase, table.to_act],
        "options": [table.options().described, table.score, table.totals],
    }
    found = {of: [*leaves(result)] for of, result in results.items()}
    assert {of for of, members in found.items() if not members} == set()
    members = [(of, *member) for of, given in found.items() for member in given]
    assert [each for each in members if type(each[2]) not in (str, int, float, bool, type(None))] == []
    seats = [each for each in members if each[1] in ("seat", "dealer", "winner", "lost", "to_act", "by")]
    assert len(seats) > 20 and [each for each in seats if each[2] not in ("A", "B", None)] == []


def test_what_is_no_record_is_told_with_its_line():
    with pytest.raises(RecordError, match="line 1, column 1") as refused:
        read_record("no record")
    assert refused.value.problems[0].code == "record.header"
    with pytest.raises(RecordError, match="piquet_record"):
        read_record({"deals": []})
    assert verify_record("no record").problems and not verify_record("no record").agrees


def test_a_record_that_cannot_be_played_says_where():
    text = write_record(Table.from_line(LINE).record())
    with pytest.raises(RecordError, match="not all known"):
        Table.from_record(text.replace("hand B: ST7", "hand B: S7 ?"))
    with pytest.raises(IllegalAction) as refused:
        Table.from_record(text.replace("B exchange S7 H97", "B exchange SA"))
    assert refused.value.__notes__ == ["deal 1, step 2"]
    with pytest.raises(ValueError, match=r"'evnt' is none of the tags .* \(did you mean event\?\)"):
        Table().record(evnt="here")
    with pytest.raises(RecordError, match=r"players/a: .*\(did you mean A\?\)"):
        Table().record({"a": "Ann"})
    with pytest.raises(RecordError, match="players/A: a line must not contain control characters"):
        Table().record({"A": "Ann\nruleset: hoyle"})
