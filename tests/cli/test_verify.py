"""`piquet-referee verify`: what a score desk sees, and what its scripts do."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from service.cli import verify as verify_command
from service.cli.main import AGREES, DIVERGES, UNREADABLE, main, parser
from service.cli.record_files import Source, parts, records, sources
from service.cli.results_import import NEEDED, OPTIONAL
from service.cli.verify import _AHEAD, _without_interrupts
from service.records.json_form import to_json
from service.records.text.parser import read
from tests.helpers.preloaded import take_signals
from tests.helpers.random_cases import generator

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PARTIE = (EXAMPLES / "partie.piquet").read_text(encoding="utf-8")
COMMAND = [sys.executable, "-m", "service.cli"]

#: A record that is verified fast, and so long that some hundreds of them are more than one part of a file.
LONG = f"piquet-record 1\n# {'x' * 1000}\ndeal 1\nscore: 28-23\ntotals: 28-23\n"
LONG_AND_WRONG = LONG.replace("totals: 28-23", "totals: 28-24")


def run(*words: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command as a process."""
    return subprocess.run(
        [*COMMAND, *map(str, words)], input=given, capture_output=True, cwd=ROOT, timeout=300, check=False
    )


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The partie of the examples, in which A says twelve for his second lead of the first deal, which makes eleven
    (R6.2), and the second deal is written down as 118."""
    path = tmp_path / "wrong.piquet"
    path.write_text(PARTIE.replace("= 11-17", "= 12-17").replace("score: 117-7", "score: 118-7"), encoding="utf-8")
    return path


def test_the_examples_agree() -> None:
    done = run("verify", "examples/")
    assert done.returncode == AGREES
    assert done.stdout.decode() == "16 records: 15 agree, 1 agrees as far as it can be checked\n"


@pytest.mark.rule("R6.2", "R7.1")
def test_what_diverges_is_told_with_its_place_and_what_it_should_be(wrong: Path, capsys) -> None:
    assert main(["verify", "--jobs", "1", str(wrong)]) == DIVERGES
    told = capsys.readouterr().out
    lines = wrong.read_text().splitlines()
    running, score = lines.index("A KH = 12-17; B 7D") + 1, lines.index("score: 118-7") + 1
    assert f"{wrong}:{running}:8: deal 1: the score after this step is 11 to 17 (R6.2) [claim.running]\n" in told
    assert "    claimed   12-17\n    computed  11-17\n" in told
    assert f"{wrong}:{score}:8: deal 2: the score of the deal is 117 to 7 (R7.1) [claim.score]\n" in told
    assert "nobody may correct it any more (Law 70)" in told, "the next hand has been seen"
    assert told.endswith("1 record: 1 diverges\n")


def test_as_json_each_record_is_a_line_as_the_service_streams_it(wrong: Path, client: Any, capsys) -> None:
    assert main(["verify", "--jobs", "1", "--json", str(wrong)]) == DIVERGES
    first, summary = map(json.loads, capsys.readouterr().out.splitlines())
    streamed = client.post("/v1/records/verify", data=wrong.read_bytes(), content_type="text/plain").data
    served = json.loads(streamed)
    assert served.pop("engine_version")
    assert first.pop("file") == str(wrong)
    assert first == served
    counts = {"records": 1, "agrees": 0, "agrees_so_far": 0, "diverges": 1, "problems": 0, "unreadable": 0}
    assert summary == {"summary": counts}


ADJUSTED = """piquet-record 1

deal 1
score: 8-23
adjustment A -20 deal 1: slow <play>
totals: 28-23
"""


def test_every_report_tells_what_was_played_and_what_was_adjusted(tmp_path: Path, capsys) -> None:
    """A scored 28, and has 8. The totals leave the adjustment out."""
    place = tmp_path / "adjusted.piquet"
    place.write_text(ADJUSTED, encoding="utf-8")
    words = ["verify", "--jobs", "1", str(place)]
    assert main([*words, "--verbose"]) == DIVERGES
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "    adjustment A -20 deal 1: slow <play>",
        "    deal 1: 28 and 23, adjusted by -20 and +0: 8 and 23",
        "    totals: 28 and 23, adjusted by -20 and +0: 8 and 23",
    ]
    wrong = "the totals after deal 1 are 8 to 23 with the adjustments; the claim leaves them out"
    assert lines[4] == f"{place}:6:9: deal 1: {wrong} (R8.1) [claim.totals]"
    assert main([*words, "--json"]) == DIVERGES
    report = json.loads(capsys.readouterr().out.splitlines()[0])
    assert report["divergences"][0]["without_adjustments"] is True
    assert report["adjusted"]["totals"] == {
        "before": {"A": 28, "B": 23}, "adjustment": {"A": -20, "B": 0}, "after": {"A": 8, "B": 23},
    }  # fmt: skip
    assert main([*words, "--junit"]) == DIVERGES
    case = ElementTree.fromstring(capsys.readouterr().out).find(".//testcase")
    assert case is not None and case.findtext("system-out", "").splitlines() == [line[4:] for line in lines[1:4]]


def test_as_junit_each_file_is_a_suite_and_each_record_a_case(wrong: Path, tmp_path: Path, capsys) -> None:
    odd = tmp_path / "odd \x01 & <name>.piquet"
    odd.write_bytes(b"piquet-record 1\nremark: \x01 & <b>\n")
    status = main(["verify", "--jobs", "1", "--junit", str(EXAMPLES), str(wrong), str(odd), "nosuch"])
    assert status == UNREADABLE
    suites = ElementTree.fromstring(capsys.readouterr().out)
    assert suites.tag == "testsuites"
    told = {suite.get("name"): suite.attrib for suite in suites}
    assert told[str(wrong)]["failures"] == "1" and told["nosuch"]["errors"] == "1"
    assert sum(int(suite.get("tests", 0)) for suite in suites) == len(suites.findall(".//testcase")) == 16 + 3
    (failure,) = suites.findall(f"./testsuite[@name='{wrong}']/testcase/failure")
    assert "claim.running" in failure.get("message", "") and "claim.score" in (failure.text or "")


def test_many_processes_say_the_same_in_the_same_order_as_one(tmp_path: Path) -> None:
    many = tmp_path / "many.piquet"
    pieces = [LONG_AND_WRONG if number % 600 == 7 else LONG for number in range(2500)]
    many.write_text("\n".join(pieces), encoding="utf-8")
    assert len(list(parts(Source("many", many, "text")))) > 2 * _AHEAD, "not all are under way at once"
    alone, together = (run("verify", "--json", "--jobs", jobs, many) for jobs in ("1", "2"))
    assert alone.stdout == together.stdout
    told = [json.loads(line) for line in alone.stdout.splitlines()]
    assert [line["record"] for line in told[:-1] if not line["agrees"]] == [8, 608, 1208, 1808, 2408]
    assert [line["line"] for line in told[:2]] == [1, len(LONG.splitlines()) + 2]
    assert alone.returncode == together.returncode == DIVERGES


def test_a_file_in_parts_has_the_records_of_the_whole(tmp_path: Path, monkeypatch) -> None:
    """However it is cut: lines, places and records are those of the file read in one go."""
    rng = generator("parts of a file")
    pieces = [rng.choice([PARTIE, "# nothing\n", "x" * 70_000 + "\n", "A AH\n", "\n"]) for _ in range(60)]
    for kind, text in (
        ("text", "".join(pieces).encode()),
        ("ndjson", (json.dumps(to_json(read(PARTIE).record)).encode() + b"\n") * 60),
    ):
        path = tmp_path / kind
        path.write_bytes(text)
        source = Source(kind, path, kind)
        whole = [(line, reading.record, reading.problems) for part in parts(source) for line, reading in records(part)]
        monkeypatch.setattr("service.cli.record_files._PART", rng.randrange(1, 9000))
        cut = list(parts(source))
        monkeypatch.undo()
        assert len(cut) > 1
        assert [(part.start, part.end) for part in cut[1:]] == [
            (before.end, after.end) for before, after in pairwise(cut)
        ]
        again = [(line, reading.record, reading.problems) for part in cut for line, reading in records(part)]
        assert again == whole


def test_standard_input_is_read_as_text_or_as_json_and_nothing_of_it_is_left(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    twin = json.dumps(to_json(read(PARTIE).record)).encode()
    for given in (PARTIE.encode(), twin, twin + b"\n" + twin):
        done = run("verify", "-", given=given)
        assert (done.returncode, done.stderr) == (AGREES, b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("cut.piquet", PARTIE[:1000].encode(), None),
        ("utf16.piquet", PARTIE.encode("utf-16"), "text.encoding"),
        ("noise.piquet", bytes(range(256)) * 40, "text.encoding"),
        ("empty.ndjson", b"{", "member.type"),
        ("nan.json", b'{"piquet_record": NaN}', "member.type"),
        ("deep.json", b'{"piquet_record":' + b"[" * 100_000, "member.type"),
        ("half.ndjson", b'{"piquet_record": 1}\n{"piquet_', "member.type"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_is_checked(tmp_path: Path, capsys, name, content, code) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "zzz.piquet").write_text(PARTIE, encoding="utf-8")
    status = main(["verify", "--jobs", "1", "--json", str(tmp_path)])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[-2]["agrees"] is True
    codes = {problem["code"] for line in told[:-2] for problem in line["problems"]}
    assert code is None or code in codes
    assert status == (DIVERGES if codes or not told[0]["agrees"] else AGREES)


def test_what_is_not_there_is_told_with_status_2_and_the_rest_is_checked(tmp_path: Path) -> None:
    unreadable = tmp_path / "folder"
    unreadable.mkdir()
    done = run("verify", unreadable, "nosuch.piquet", EXAMPLES / "w1.piquet")
    assert done.returncode == UNREADABLE
    assert b"there is no such file" in done.stdout and b"no file in it ends in" in done.stdout
    assert b"1 record: 1 agrees; 2 files cannot be read" in done.stdout


def test_json_in_a_folder_that_is_no_record_is_passed_over(tmp_path: Path, capsys) -> None:
    (tmp_path / "package.json").write_text('{"name": "a game of ours"}')
    (tmp_path / "w1.json").write_bytes((EXAMPLES / "w1.json").read_bytes())
    assert main(["verify", "--jobs", "1", str(tmp_path)]) == AGREES
    assert capsys.readouterr().out == "1 record: 1 agrees\n"
    assert main(["verify", "--jobs", "1", str(tmp_path / "package.json")]) == DIVERGES


def test_no_record_of_a_folder_is_passed_over(tmp_path: Path, capsys) -> None:
    record = json.loads((EXAMPLES / "w1.json").read_bytes())
    record["piquet_record"] = record.pop("piquet_record")  # now the last member
    late = json.dumps(record)
    (tmp_path / "LOUD.PIQUET").write_text(LONG_AND_WRONG)
    (tmp_path / "late.json").write_text(" " * (1 << 17) + late)
    (tmp_path / "escaped.json").write_text(late.replace('"piquet_record"', '"piquet\\u005Frecord"'))
    (tmp_path / "gone.piquet").symlink_to("nowhere")
    (tmp_path / "loop.piquet").symlink_to("loop.piquet")
    os.mkfifo(tmp_path / "pipe.piquet")
    assert main(["verify", "--jobs", "1", str(tmp_path)]) == UNREADABLE
    out, err = capsys.readouterr()
    assert "LOUD.PIQUET:" in out
    assert "3 records: 2 agree, 1 diverges; 3 files cannot be read" in out
    assert "gone.piquet: there is no such file" in out + err
    assert "pipe.piquet: it is not a regular file" in out + err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"piquet_record": 1}'.encode("utf-16"), "UTF-16"),
        ('{"name": "a game of ours"}'.encode("utf-16-be"), "UTF-16"),
        ('{"piquet_record": 1}'.encode("utf-32"), "UTF-32"),
        (b'{"event": "cut off bef', "this is not JSON"),
        (b"", "this is not JSON"),
        (b'"piquet-record 2\\n"', "version"),
    ],
)
def test_json_of_a_folder_that_may_be_a_damaged_record_is_reported(tmp_path: Path, capsys, content, said) -> None:
    (tmp_path / "some.json").write_bytes(content)
    assert main(["verify", "--jobs", "1", str(tmp_path)]) == DIVERGES
    assert said in capsys.readouterr().out


def test_a_member_between_two_pieces_of_a_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "late.json"
    for before in range((1 << 16) - 20, (1 << 16) + 2):
        path.write_text(f'{{{" " * before}"piquet_record": 1}}')
        assert [source.name for source in sources([str(tmp_path)])] == [str(path)], before


@pytest.mark.parametrize("verb", ["verify", "compare"])
def test_a_link_out_of_a_folder_is_not_followed(tmp_path: Path, verb: str) -> None:
    """Whoever made the folder would choose what the report quotes."""
    secret = tmp_path / "secret"
    secret.write_text("the key of the safe: 1234\n")
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "w1.piquet").write_bytes((EXAMPLES / "w1.piquet").read_bytes())
    (folder / "again.piquet").symlink_to("w1.piquet")
    for name in ("a.piquet", "a.json", "a.ndjson"):
        (folder / name).symlink_to(secret)
    (folder / "b.piquet").symlink_to("../secret")
    done = run(verb, folder)
    assert done.returncode == UNREADABLE
    said = done.stdout + done.stderr
    assert said.count(b"it is a link that leads out of the folder") == 4 and b"safe" not in said
    assert verb == "compare" or b"2 records: 2 agree; 4 files cannot be read" in said


def test_a_folder_in_a_folder_that_cannot_be_listed_is_reported(tmp_path: Path, monkeypatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "w1.json").write_bytes((EXAMPLES / "w1.json").read_bytes())
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    error, source = sources([str(tmp_path)])
    assert str(error) == f"{closed}: Permission denied"
    assert source.name == str(tmp_path / "w1.json")


@pytest.mark.parametrize("verb", ["verify", "convert", "replay", "review", "rule", "compare"])
def test_json_with_a_byte_order_mark_is_read_wherever_it_comes_from(verb: str, tmp_path: Path) -> None:
    """The mark changes nothing, in standard input or a file. UTF-16 is refused by its name."""
    content = (EXAMPLES / "w1.json").read_bytes()
    if verb == "review":  # of a played deal it takes seconds, whatever the form of the file
        content = run("convert", "--to", "json", EXAMPLES / "score-sheet.piquet").stdout
    unmarked, marked = tmp_path / "unmarked.json", tmp_path / "marked.json"
    unmarked.write_bytes(content)
    marked.write_bytes(b"\xef\xbb\xbf" + content)
    plain = run(verb, unmarked)
    assert plain.stdout
    for done in (run(verb, "-", given=marked.read_bytes()), run(verb, marked)):
        assert (done.returncode, len(done.stdout.splitlines())) == (plain.returncode, len(plain.stdout.splitlines()))
    for given in (content.decode().encode("utf-16"), content.decode().encode("utf-16-le")):
        done = run(verb, "-", given=given)
        assert done.returncode and b"UTF-16" in done.stdout + done.stderr


@pytest.mark.parametrize("words", [[], ["verify"], ["verify", "--jobs", "0", "x"], ["replay", "--lang", "de", "x"]])
def test_a_command_that_makes_no_sense_says_how_it_is_used(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == UNREADABLE
    assert done.stderr.startswith(b"usage: piquet-referee") and b"Traceback" not in done.stderr


def helped(capsys: Any, *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == AGREES
    return str(capsys.readouterr().out)


@pytest.mark.parametrize("verb", ["serve", "verify", "convert", "replay"])
def test_the_help_of_each_verb_has_examples_that_make_sense(verb: str, capsys) -> None:
    told = helped(capsys, verb)
    examples = [line.split() for line in told.partition("examples:\n")[2].partition("\n\n")[0].splitlines()]
    assert len(examples) >= 2
    for name, *words in examples:
        command, _, piped = " ".join(words).partition(" | ")
        said = parser().parse_args(command.split())
        assert (name, said.command) == ("piquet-referee", verb)
        assert not piped or piped.split()[0] in ("piquet-referee", "head", "less")


@pytest.mark.parametrize("verb", ["verify", "convert", "replay"])
def test_the_help_of_the_verbs_for_records_tells_the_formats(verb: str, capsys) -> None:
    formats = helped(capsys, verb).partition("formats:\n")[2].partition("\n\n")[0]
    assert re.findall(r"\.\w+", formats) == [".piquet", ".json", ".ndjson", ".jsonl"]
    assert "standard input" in formats


def test_the_help_of_event_names_the_columns_that_it_imports(capsys) -> None:
    assert f"a round with the columns {','.join((*NEEDED, *OPTIONAL[:2]))}" in " ".join(helped(capsys, "event").split())


def test_the_help_tells_the_exit_statuses_of_the_manual(capsys) -> None:
    manual = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    table = manual.partition("| exit status |")[2].partition("\n\n")[0]
    statuses = {int(number) for row in table.splitlines()[2:] for number in row.split("|")[1].split(", ")}
    assert statuses == {0, 1, 2, 129, 130, 141, 143}
    for verb in ("verify", "convert", "replay"):
        told = helped(capsys, verb).partition("exit status:\n")[2]
        assert {int(line.split()[0]) for line in told.splitlines()} == statuses
    told = helped(capsys, "serve").partition("exit status:\n")[2]
    assert {int(line.split()[0]) for line in told.splitlines()} == {0, 1, 2}
    told = helped(capsys).partition("exit status:\n")[2]
    assert {int(line.split()[0]) for line in told.splitlines()} == statuses


def left_by_its_reader(tmp_path: Path, records: list[str], *words: str, after: bytes = b"") -> int:
    """The exit status of the command with these records, whose output is closed after the first line with `after`."""
    many = tmp_path / "many.piquet"
    many.write_text("\n".join(records), encoding="utf-8")
    process = subprocess.Popen(
        [*COMMAND, *words, str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, pipesize=4096
    )
    with process:
        assert process.stdout and any(after in line for line in process.stdout)
        process.stdout.close()
        assert process.stderr and process.stderr.read() == b"", "it is no mistake"
        return process.wait(300)


@pytest.mark.parametrize("words", [["verify", "--json"], ["verify", "-v"], ["convert", "--to", "text"], ["replay"]])
def test_a_reader_who_stops_is_not_told_that_everything_agrees(tmp_path: Path, words: list[str]) -> None:
    """141 (128 + SIGPIPE), as of any command: what was not read may diverge."""
    assert left_by_its_reader(tmp_path, [LONG] * 1000, *words) == 141


@pytest.mark.parametrize("words", [["verify"], ["verify", "--json"], ["verify", "--junit"], ["replay"]])
def test_a_reader_who_stops_is_told_what_is_wrong_so_far(tmp_path: Path, words: list[str]) -> None:
    """As `verify wrong/ | head -1` in a script with `set -o pipefail`: 1, since the first record diverges."""
    # JUnit's XML has lines of its own before the first record.
    after = b"<failure" if "--junit" in words else b""
    assert left_by_its_reader(tmp_path, [LONG_AND_WRONG] * 1000, *words, after=after) == DIVERGES


def test_a_file_that_cannot_be_read_counts_although_the_reader_stops(tmp_path: Path) -> None:
    assert left_by_its_reader(tmp_path, [LONG] * 1000, "verify", "-v", "nosuch.piquet") == UNREADABLE


def test_an_interrupt_ends_it_at_once_and_quietly(tmp_path: Path) -> None:
    many = tmp_path / "many.piquet"
    many.write_text("\n".join([LONG] * 3000), encoding="utf-8")  # their reports are more than a pipe holds
    process = subprocess.Popen(
        [*COMMAND, "verify", "-v", str(many)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=take_signals,
    )
    assert process.stdout and process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert (process.returncode, told) == (130, b"")


def test_an_interrupt_does_not_leave_a_call_of_the_pool_halfway() -> None:
    """Once it left a lock of the pool behind, and the command waited for ever."""
    done = []

    def interrupted_call() -> None:
        with _without_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest of the call")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background has it ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted_call()
        assert done == ["the rest of the call"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)  # as before
    finally:
        signal.signal(signal.SIGINT, before)


def on_a_terminal(*words: str) -> tuple[bytes, bytes]:
    """What the command writes to standard output, and to standard error, which is a terminal. It must agree."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 120))
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=follower, cwd=ROOT)
    os.close(follower)
    seen = b""
    while select.select([leader], [], [], 60)[0]:
        try:
            chunk = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        seen += chunk
    else:
        process.kill()
        pytest.fail("nothing was shown for a minute")
    os.close(leader)
    with process:
        assert process.stdout
        out = process.stdout.read()
        assert process.wait(300) == AGREES
    return out, seen


def test_a_terminal_has_a_bar_with_rate_and_time_left(tmp_path: Path) -> None:
    many = tmp_path / "many.piquet"
    many.write_text("\n".join([PARTIE] * 150), encoding="utf-8")  # takes more than the tenth of a second before a bar
    out, seen = on_a_terminal("verify", "--jobs", "1", str(many))
    assert out == b"150 records: 150 agree\n"
    assert re.search(rb"\d+%\|.*<\d\d:\d\d, .*B/s, .*records=\d+", seen), seen[:400]


@pytest.mark.parametrize(
    ("words", "bar"),
    [
        (["event", "examples/spring-cup.toml"], rb"\d+%\|.*/3 .*tables"),
        (["standings", "examples/spring-cup.toml"], rb"\d+%\|.*/3 .*tables"),
        (
            ["compare", "examples/duplicate/table-1.piquet", "examples/duplicate/table-2.piquet"],
            rb"\d+%\|.*k/.*k .*records=\d",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_a_desk_runs_has_a_bar_on_a_terminal_and_none_elsewhere(
    words: list[str], bar: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, seen = on_a_terminal(*words)
    assert re.search(bar, seen), seen[:400]
    monkeypatch.chdir(ROOT)
    assert main(words) == AGREES
    assert capsys.readouterr() == (out.decode(), "")


def test_a_worker_process_verifies_no_further_record_once_the_command_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "many.piquet"
    path.write_text("\n".join([PARTIE] * 10), encoding="utf-8")
    begun: list[int] = []

    class Flag:
        """Set while the fourth record is verified, as a signal would set it."""

        @property
        def value(self) -> bool:
            begun.append(1)
            return len(begun) > 3

    (part,) = parts(next(iter(sources([str(path)]))))
    assert len(verify_command._checked(part)[1]) == 10
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify_command, "_stopped", Flag())
        assert len(verify_command._checked(part)[1]) == 3


def test_the_worker_processes_are_told_when_the_command_ends_early(monkeypatch) -> None:
    flags: list[Any] = []

    def pool(jobs: int, context: Any, initializer: Any, initargs: tuple[Any]) -> ThreadPoolExecutor:
        flags.extend(initargs)
        return ThreadPoolExecutor(jobs)

    monkeypatch.setattr(verify_command, "ProcessPoolExecutor", pool)
    found = verify_command.check([str(ROOT / "examples")], jobs=2)
    next(found)
    assert not flags[0].value
    found.close()
    assert flags[0].value
