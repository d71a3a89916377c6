"""The compiled kernel of double dummy: the answers of the search in Python, and none from an unfit library."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.analysis import double_dummy
from service.analysis.double_dummy import PlayPosition, Towards, kernel, kernel_build
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.kernel_build import NotBuiltError
from service.analysis.double_dummy.python_solver import PythonSolver
from service.piquet.cards.cards import CARDS, hand_of, mask_of
from service.piquet.rulesets.published import ruleset
from tests.analysis.kernel_campaign import NAMES, compare
from tests.helpers.cards import cards
from tests.helpers.prerequisites import requires
from tests.helpers.random_cases import generator

PORTLAND = ruleset("portland")
#: A Q over K J, elder to lead: the queen is worth a point more (derived in test_play_by_hand).
TENACE = PlayPosition((hand_of(cards("S AQ")), hand_of(cards("S KJ"))), 0)
TENACE_VALUES = {"AS": 0, "QS": 1}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Werror"]


# ---------------------------------------------------------------- the same answers


@pytest.mark.rule("R6.1", "R6.2", "R6.3", "R6.4", "R7.3", "R7.4")
@pytest.mark.parametrize("name", NAMES)
def test_both_solvers_give_the_same_answers(
    name: str, compiled: type[KernelSolver], tell: Callable[[str], None]
) -> None:
    """Forty positions of up to eight cards in each way of scoring; `make kernel-campaign` draws more."""
    seen: dict[str, int] = {}
    rng = generator(f"kernel {name}")
    for _ in range(40):
        compare(name, rng, 8, seen)
    assert seen["positions"] == 40
    tell(f"The kernel and the search in Python agree on {seen['cards']} cards.")


def test_both_solvers_search_the_same_positions(compiled: type[KernelSolver]) -> None:
    """A over K: the sure trick decides, and no move is tried. K under A: the lead costs a point at least (1
    against 1 and 1 for the last trick), so it is tried once: is it worth -1?"""
    ace, king = hand_of(cards("S A")), hand_of(cards("S K"))
    for solver in (PythonSolver, compiled):
        for hands, expected in ((ace, king), 0), ((king, ace), 1):
            assert solver.best_of(PORTLAND, [PlayPosition(hands, 0)], solver.new_table())[1] == expected


def test_threads_that_solve_at_the_same_time_do_not_disturb_each_other(compiled: type[KernelSolver]) -> None:
    rng = random.Random("threads")
    drawn = [rng.sample(range(len(CARDS)), 20) for _ in range(40)]
    asked = [PlayPosition((mask_of(each[:10]), mask_of(each[10:])), 0, pique=Towards(15)) for each in drawn]
    expected = [compiled(PORTLAND, each).choices() for each in asked]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            assert list(threads.map(lambda each: compiled(PORTLAND, each).choices(), asked)) == expected


@pytest.mark.parametrize(
    "position",
    [
        TENACE._replace(hands=(TENACE.hands[0], TENACE.hands[0])),  # each card in both hands
        TENACE._replace(hands=(TENACE.hands[0], 1)),  # two cards against one
        TENACE._replace(hands=(0, 0)),
        TENACE._replace(hands=(TENACE.hands[0], 3 << 36)),  # cards above the pack
        TENACE._replace(
            hands=(hand_of(cards("S AKQJT98 H AKQJT9")), hand_of(cards("D AKQJT98 C AKQJT9")))
        ),  # 13 tricks
        TENACE._replace(won=(6, 5)),  # thirteen tricks, too
        TENACE._replace(won=(-1, 0)),
        TENACE._replace(won=(2**31 - 1, 2**31 - 1)),
        TENACE._replace(leader=1, lead=CARDS.index("AH")),  # elder follows with as many cards as younger has left
        TENACE._replace(hands=(hand_of(cards("S A")), TENACE.hands[1]), lead=CARDS.index("KS")),  # led, and held
    ],
)
def test_a_position_that_cannot_be_is_refused(position: PlayPosition, compiled: type[KernelSolver]) -> None:
    with pytest.raises(ValueError, match="no such position"):
        compiled(PORTLAND, position).choices()


# ---------------------------------------------------------------- which solver runs


def solved() -> dict[str, int]:
    return {CARDS[choice.card]: choice.value for choice in double_dummy.analyse(PORTLAND, TENACE)}


def test_without_a_library_the_search_in_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_installed", lambda: None)
    assert double_dummy.chosen_solver() is PythonSolver
    assert solved() == TENACE_VALUES


def test_with_a_library_the_kernel_runs(compiled: type[KernelSolver]) -> None:
    assert double_dummy.chosen_solver() is compiled
    assert solved() == TENACE_VALUES


def build_from(monkeypatch: pytest.MonkeyPatch, folder: Path, old: str, new: str) -> Path:
    """Build the library of a source that differs in one place."""
    text = kernel_build.SOURCE.read_text()
    assert text.count(old) == 1
    changed = folder / "kernel.c"
    changed.write_text(text.replace(old, new))
    with monkeypatch.context() as patch:
        patch.setattr(kernel_build, "SOURCE", changed)
        return kernel_build.build(folder)


@requires("cc")
def test_a_library_of_another_source_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = build_from(monkeypatch, tmp_path, "enum { ELDER, YOUNGER };", "enum { ELDER, YOUNGER }; /* changed */")
    current = kernel_build.compiled_file(tmp_path)
    assert stale != current and kernel.load(current) is None, "it has another name"
    stale.rename(current)
    assert kernel.load(current) is None, "and another name would not help"


@requires("cc")
def test_a_library_with_other_structures_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = build_from(monkeypatch, tmp_path, "#define DD_ABI ", "#define DD_ABI 1")
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "source_hash", lambda: other.name.split("-")[1])
        assert kernel.load(other) is None


@requires("cc")
def test_the_libraries_of_other_sources_are_removed_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = build_from(monkeypatch, tmp_path, "enum { ELDER, YOUNGER };", "enum { ELDER, YOUNGER }; /* changed */")
    assert stale.exists()
    built = kernel_build.build(tmp_path)
    assert list(tmp_path.glob("*.so")) == [built] and kernel.load(built) is not None


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF damaged", b"#!/bin/sh\n"])
def test_a_missing_or_damaged_library_is_not_used(content: bytes | None, tmp_path: Path) -> None:
    path = kernel_build.compiled_file(tmp_path)
    if content is not None:
        path.write_bytes(content)
    assert kernel.load(path) is None


# ---------------------------------------------------------------- building it


def program(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


CRASHES = "#!/bin/sh\nkill -SEGV $$\n"
WRITES_RUBBISH = '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho rubbish > "$2"\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#!/bin/sh\necho 'it is broken' >&2\nexit 4\n", "ended with status 4: it is broken"),
        (CRASHES, "ended with status -11"),
        (WRITES_RUBBISH, "ended with status 1"),
        ("#!/bin/sh\n", "ended with status 1"),  # writes nothing
        (None, "there is no C compiler"),
    ],
)
def test_a_compiler_that_fails_leaves_nothing_and_is_no_error(
    text: str | None, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = str(tmp_path / "nowhere") if text is None else program(tmp_path / "compiler", text)
    monkeypatch.setenv("CC", command)
    folder = tmp_path / "build"
    monkeypatch.setattr(kernel_build.build, "__defaults__", (folder,))
    with pytest.raises(NotBuiltError, match=reason):
        kernel_build.build()
    assert list(folder.iterdir()) == []
    for arguments, status in ([], 0), (["--require"], 1):
        monkeypatch.setattr(sys, "argv", ["kernel_build.py", *arguments])
        assert kernel_build.main() == status
        said = capsys.readouterr().err
        assert "Double dummy runs in Python" in said and reason in said and said.count("\n") == 1


@requires("cc")
def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotBuiltError, match="Not a directory"):
        kernel_build.build(tmp_path / "file" / "build")


@requires("cc")
def test_several_processes_may_build_at_once(tmp_path: Path) -> None:
    """Each leaves a whole library, whichever is the last."""
    code = "import sys; from pathlib import Path; import kernel_build; kernel_build.build(Path(sys.argv[1]))"
    environ = {**os.environ, "PYTHONPATH": str(kernel_build.SOURCE.parent)}
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], env=environ) for _ in range(4)]
    assert [each.wait(120) for each in running] == [0] * 4
    assert list(tmp_path.iterdir()) == [kernel_build.compiled_file(tmp_path)]
    assert kernel.load(kernel_build.compiled_file(tmp_path)) is not None


@requires("cc")
def test_a_library_that_is_there_is_not_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = kernel_build.build(tmp_path)
    monkeypatch.setenv("CC", program(tmp_path / "compiler", CRASHES))
    assert kernel_build.build(tmp_path) == built


@requires("cc")
def test_the_source_is_c99_without_warnings(tmp_path: Path) -> None:
    command = [*(kernel_build.compiler() or []), *kernel_build._FLAGS, *WARNINGS, '-DDD_SOURCE=""']
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "kernel.so"), str(kernel_build.SOURCE)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
