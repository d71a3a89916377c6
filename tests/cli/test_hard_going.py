"""What `piquet-referee` does with files, names, ends and terminals as they happen to be: a message, no traceback."""

import json
import os
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE
from service.piquet.cards.cards import RANKS
from service.records.model import Deal, Record, Step
from service.words import LANGUAGES, words_in
from tests.cli.test_verify import COMMAND, EXAMPLES, LONG, ROOT
from tests.helpers import program
from tests.helpers.narration import narrate
from tests.helpers.preloaded import take_signals
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import children, running

W1 = EXAMPLES / "w1.piquet"


def run(*words: str | Path | bytes, given: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a process, which never ends in a traceback."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **settings}
    given_words = [each if isinstance(each, bytes) else os.fsencode(each) for each in words]
    done = subprocess.run(
        [*map(os.fsencode, COMMAND), *given_words],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=environment,
        timeout=300,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    return done


def test_a_pipe_is_read_as_a_file_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(
        [*program.COMMAND, f"open({str(pipe)!r}, 'wb').write(open({str(W1)!r}, 'rb').read())"], cwd=ROOT
    )
    done = run("verify", pipe, TMPDIR=str(tmp_path))
    assert writer.wait(300) == 0
    assert (done.returncode, done.stdout) == (AGREES, b"1 record: 1 agrees\n")
    assert list(tmp_path.iterdir()) == [pipe], "nothing is left of what was kept"


def test_what_convert_writes_can_be_piped_into_verify() -> None:
    for to in ("text", "json", "ndjson"):
        written = run("convert", "--to", to, EXAMPLES / "partie.piquet").stdout
        done = run("verify", "-", given=written)
        assert (done.returncode, done.stdout) == (AGREES, b"1 record: 1 agrees\n"), to


@pytest.mark.parametrize("given", [b"", b"\n\n", b"# nothing\n"])
def test_nothing_at_all_does_not_agree(given: bytes) -> None:
    """A score desk whose file was lost is not to be told that all is well."""
    done = run("verify", "-", given=given)
    assert done.returncode == UNREADABLE
    assert done.stdout.startswith(b"standard input: it has no record; docs/notation.md#records describes the format\n")


def test_a_file_without_a_record_is_told_and_the_rest_is_checked(tmp_path: Path) -> None:
    (tmp_path / "empty.piquet").touch()
    for jobs in ("1", "2"):
        done = run("verify", "--jobs", jobs, tmp_path / "empty.piquet", W1, tmp_path / ("x" * 300))
        assert done.returncode == UNREADABLE
        assert b"empty.piquet: it is empty; docs/notation.md#records describes the format\n" in done.stdout
        assert done.stdout.endswith(b"1 record: 1 agrees; 2 files cannot be read\n")


@pytest.mark.parametrize("verb", ["convert", "replay"])
def test_one_file_is_wanted_where_one_is_written(verb: str) -> None:
    done = run(verb, EXAMPLES)
    assert (done.returncode, done.stdout) == (UNREADABLE, b"")
    assert done.stderr.endswith(b"it is a folder, not a file\n")


def test_a_name_that_is_no_text_is_shown_and_nothing_of_it_is_obeyed(tmp_path: Path) -> None:
    wrong = W1.read_bytes().replace(b"= 11-17", b"= 12-17")
    path = os.fsencode(tmp_path) + b"/\xff\x1b[31m.piquet"
    with open(path, "wb") as file:
        file.write(wrong)
    done = run("verify", path)
    assert done.returncode == DIVERGES
    assert b"/\\udcff\\x1b[31m.piquet:21:8: " in done.stdout and b"\x1b" not in done.stdout
    first, _ = run("verify", "--json", path).stdout.splitlines()
    assert json.loads(first)["file"].endswith("/\udcff\x1b[31m.piquet")
    assert run("verify", "--junit", path).stdout.startswith(b"<?xml")
    assert run("replay", path + b"?").stderr.endswith(b"\\udcff\\x1b[31m.piquet?: there is no such file\n")


def test_a_terminal_of_another_encoding_is_shown_what_it_can_show() -> None:
    done = run("replay", "--lang", "fr", W1, PYTHONIOENCODING="ascii")
    assert done.returncode == AGREES and b"c\\u0153ur" in done.stdout
    twin = run(
        "convert",
        "-",
        given=W1.read_bytes().replace(b"player A: A", "player A: Zoë".encode()),
        PYTHONIOENCODING="ascii",
    )
    assert json.loads(twin.stdout)["players"]["A"] == "Zoë", "JSON is UTF-8 wherever it is written"


#: Every command that writes to standard output, and the help.
WRITING = (
    "verify examples/w1.piquet", "convert examples/w1.piquet", "replay examples/w1.piquet",
    "review examples/score-sheet.piquet", "rule examples/w1.piquet", "event examples/spring-cup.toml",
    "standings examples/spring-cup.toml", "compare examples/duplicate", "verify --help", "--version", "mcp",
)  # fmt: skip
INITIALIZE = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",'
    b' "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}\n'
)


def shell(words: str) -> tuple[int, str]:
    """The exit status of the command with redirections, and what it writes. `mcp` is asked something."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ["bash", "-c", f"exec {shlex.join(COMMAND)} {words}"], stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT
    ) as process:
        assert process.stdin and process.stderr
        said = b""
        with suppress(BrokenPipeError):
            if words.startswith("mcp"):
                process.stdin.write(INITIALIZE)
                process.stdin.flush()
                said = process.stderr.readline()  # its input is closed only afterwards: it does not wait for that
        out, rest = process.communicate(timeout=300)
    return process.returncode, (out + said + rest).decode()


@requires("bash", "linux")
@pytest.mark.parametrize("words", WRITING)
@pytest.mark.parametrize(("target", "why"), [(">/dev/full", "No space left on device"), (">&-", "it is closed")])
def test_output_that_cannot_be_written_is_an_error(words: str, target: str, why: str) -> None:
    """The status is 2, since 1 means that something is wrong in a record."""
    assert shell(f"{words} {target}") == (UNREADABLE, f"piquet-referee: the output: {why}\n")


@requires("bash", "linux")
@pytest.mark.parametrize("words", ["verify -", "convert -", "replay -", "review -", "rule -", "compare -", "mcp"])
def test_closed_standard_input_is_an_error(words: str) -> None:
    status, said = shell(f"{words} <&-")
    assert status == UNREADABLE
    assert said.count("standard input: it is closed\n") == 1


@requires("bash", "linux")
@pytest.mark.parametrize("target", ["2>&-", "2>/dev/full"])
def test_an_error_that_nobody_can_read_keeps_its_status(target: str) -> None:
    assert shell(f"replay nosuch.piquet {target}") == (UNREADABLE, "")
    assert shell(f"verify examples/w1.piquet {target}") == (AGREES, "1 record: 1 agrees\n")


@requires("bash", "linux")
@pytest.mark.parametrize("target", [">/dev/full", ">&- <&-"])
def test_the_service_is_served_although_nobody_can_read_its_address(target: str, tmp_path: Path) -> None:
    with running(tmp_path / "log", ["bash", "-c", f"exec {shlex.join(COMMAND)} serve {target}"]) as server:
        assert server.answers()


@requires("bash", "linux")
def test_a_worker_that_is_killed_is_told(many: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "verify", "-v", "--jobs", "2", str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdout and process.stdout.readline()
    deadline = time.monotonic() + 300
    while not (workers := children(process.pid)):
        assert time.monotonic() < deadline
    os.kill(workers[0], signal.SIGKILL)
    _, told = process.communicate(timeout=300)
    assert process.returncode == UNREADABLE
    assert told == b"piquet-referee: a worker process was killed\n"


@pytest.mark.parametrize("port", ["70000", "http", "-1", "", "00000070000", "9" * 5000])
def test_a_port_that_is_none_is_refused_before_anything_is_served(port: str) -> None:
    done = run("serve", f"--port={port}")
    assert done.returncode == UNREADABLE and b"argument --port: a number from 0 to 65535" in done.stderr


@pytest.mark.parametrize("words", [["--port", "{port}"], []])
def test_a_port_that_is_taken_is_told_in_one_sentence_and_no_other_is_taken(words: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = {"HOST": "127.0.0.1", "LOG_LEVEL": "warning"} | ({} if words else {"PORT": str(port)})
        done = run("serve", *(word.format(port=port) for word in words), **settings)
    assert (done.returncode, done.stdout) == (1, b"")
    told = f"cannot listen on 127.0.0.1:{port}: another program listens there; HOST and PORT choose another address\n"
    assert done.stderr.decode() == told


@requires("linux")  # 127.0.0.2
def test_without_a_port_the_usual_one_is_served_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORT", raising=False)
    with ExitStack() as stack:
        with suppress(OSError):  # another program listens there
            stack.enter_context(socket.create_server(("127.0.0.2", 8000)))
        done = run("serve", "--host", "127.0.0.2", LOG_LEVEL="warning")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"cannot listen on 127.0.0.2:8000: another program listens there; ")


def test_an_address_that_this_machine_has_not_is_told_in_one_sentence() -> None:
    done = run("serve", "--host", "192.0.2.1", "--port", "0", LOG_LEVEL="warning")  # TEST-NET-1 (RFC 5737)
    assert (done.returncode, done.stdout) == (1, b"")
    (line,) = done.stderr.splitlines()
    assert line.startswith(b"HOST takes an address of this machine, not '192.0.2.1' ("), line


# ---------------------------------------------------------------- ended from outside


@contextmanager
def begun(*words: str | Path, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The command as the leader of a process group that is killed in the end; it has written its first bytes."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=take_signals,
        **more,
    )
    try:
        assert process.stdout and process.stdout.read(1)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of many parts, whose reports are more than a pipe holds."""
    path = tmp_path / "many.piquet"
    path.write_text("\n".join([LONG] * 4000), encoding="utf-8")
    return path


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_worker_processes_end_with_the_command(many: Path, number: signal.Signals) -> None:
    """Every process that could write to standard output has ended when its reader sees the end."""
    with begun("verify", "-v", "--jobs", "2", many) as process:
        process.send_signal(number)
        process.communicate(timeout=300)  # raises TimeoutExpired while any process holds the pipe
        assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_command_although_nobody_reads_its_output(many: Path, number: signal.Signals) -> None:
    with begun("verify", "-v", "--jobs", "2", many, pipesize=4096) as process:  # which waits: the pipe is full at once
        process.send_signal(number)
        assert process.wait(300) == 128 + number


@pytest.mark.parametrize("words", [["verify", "-v", "--jobs", "2"], ["verify", "-v", "--jobs", "1"], ["replay"]])
@pytest.mark.parametrize("ended_by", ["SIGTERM", "a closed pipe"])
def test_nothing_is_left_of_standard_input_when_the_command_is_ended(
    many: Path, tmp_path: Path, words: list[str], ended_by: str
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    with many.open("rb") as given, begun(*words, "-", stdin=given, env={**os.environ, "TMPDIR": str(kept)}) as process:
        assert len(list(kept.iterdir())) == 1, "it is kept while it is read"
        if ended_by == "SIGTERM":
            process.terminate()
        elif process.stdout:
            process.stdout.close()
            process.stdout = None
        assert process.wait(300) == 128 + (signal.SIGTERM if ended_by == "SIGTERM" else signal.SIGPIPE)
        assert list(kept.iterdir()) == []


# ---------------------------------------------------------------- read aloud


@pytest.mark.rule("R6.2")
def test_a_claim_that_parts_from_the_rules_is_said_when_it_is_read_aloud() -> None:
    # A leads the eight of hearts at 13 to 17: fourteen, and not fifteen.
    done = run("replay", "-", given=W1.read_bytes().replace(b"= 14-17", b"= 15-17"))
    assert done.returncode == DIVERGES
    assert b"Here the record and the rules disagree: the score after this step is 14 to 17 (R6.2).\n" in done.stdout
    assert b"Not good" in done.stdout, "the deal is read to its end"


def nonsense() -> list[dict[str, Any]]:
    """Actions that a record may have, most of which nobody can do."""
    tops = (*RANKS, "nought")
    found: list[dict[str, Any]] = [{"type": "state_tie_break", "top": top} for top in tops]
    found += [{"type": "state_tie_break", "value": value} for value in (0, 50.5, 120)]
    found += [{"type": "call", "category": "point", "length": 12, "value": value} for value in (0, 50.5, 120)]
    for length, top in product(range(1, 13), tops):
        found.append({"type": "call", "category": "sequence", "length": length, "top": top})
        found.append({"type": "call", "category": "sequence", "length": length})
    found += [
        {"type": "call", "category": "set", "count": count, "rank": rank}
        for count, rank in product(range(1, 13), RANKS)
    ]
    for cards in ([], ["?"], ["AS", "?"]):
        found += [{"type": kind, "cards": cards} for kind in ("exchange", "commit_discard")]
        found += [
            {"type": "reckon", "holdings": [{"category": each, "cards": cards}]}
            for each in ("point", "sequence", "set")
        ]
    found += [{"type": kind} for kind in ("reckon", "decline", "concede", "claim_carte_blanche")]
    found += [{"type": "reply", "reply": reply} for reply in ("good", "not_good", "equal")]
    found += [
        {"type": "reply", "reply": "not_good", **length, **tie}
        for length in ({}, {"length": 5})
        for tie in ({}, {"value": 50.5}, {"top": "nought"}, {"top": "A"}, {"value": 49, "top": "K"})
    ]
    found += [{"type": "name_suit", "suit": suit} for suit in "SHDC"]
    found += [{"type": "play", "card": card} for card in ("6C", "?")]
    found += [{"type": "look_at_left", "look": True, "suit": "H"}, {"type": "claim_carte_blanche", "exchange": 0}]
    return found


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_whatever_a_record_says_can_be_read_aloud(language: str) -> None:
    for action in nonsense():
        deal = Deal("B", steps=[Step({"seat": "A", **action})])
        told = list(narrate(Record(deals=[deal]), words_in(language).commentary))
        assert all("{" not in line for line in told), action
