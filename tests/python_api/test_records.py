"""Records in the library: written, read, verified, and played again (docs/library.md).

The test of the wheel runs this file with the package as it is installed, so it imports nothing else of the project.
"""

import pytest

from service import IllegalAction, RecordError, Table, read_record, verify_record, write_record

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
