"""The types of the installed client in Python, as the programs of its README use them."""

import json
import sys
from pathlib import Path

from tests.clients import installed
from tests.helpers.prerequisites import requires
from tools import node_tools

PYTHON = installed.programs("python")

#: What has to be accepted, and what must not be: each of the marks is an error if there is nothing to be marked.
TYPES_IN_PYTHON = """
from piquet_referee_client import Advice, ConcealedTable, Referee, key_hash
from piquet_referee_client.models import Action, Event

referee = Referee("http://127.0.0.1:8000")
referee.start_partie(first_dealer="A")
referee.start_partie(cut={"A": "AS", "B": "7H"})
referee.start_partie(ruleset="portland")  # type: ignore[call-overload]
referee.list_options(state="1~portland@1~A", expand="yes")  # type: ignore[arg-type]
state = referee.deal(dealer="B", seed="a seed")["state"]
state["hands"]["C"]  # type: ignore[typeddict-item]
action: Action = {"seat": "A", "type": "exchange", "cards": ["AS"]}
irregular: Action = {"seat": "A", "type": "play", "card": "AS", "irregular": True}
advice: Advice = referee.table().advice()
best: Action = advice.best
record = referee.table().record({"A": "Anne"})
text: str = referee.convert_record(record=record)["record"]
event: object = referee.convert_record(record=text)["record"]["event"]
again: str = referee.convert_record(record=text, to="text")["record"]
both = {"A": "the key of A", "B": "the key of B"}
hashes = {seat: key_hash(key) for seat, key in both.items()}
concealed = referee.deal_concealed(dealer="B", key_hashes=hashes)["concealed"]
concealed_table = ConcealedTable(referee, concealed, "A", both["A"])
whole: object = referee.convert_record(state={**concealed_table.concealed, "keys": both})["record"]["event"]


def why() -> list[str]:
    judgement = referee.check_action(state="1~portland@1~A", action="AxSA")
    judgement["events"]  # type: ignore[typeddict-item]
    if judgement["legal"] is True:
        return [event["kind"] for event in judgement["events"]]
    return [violation["rule"] for violation in judgement["violations"]]


def value(event: Event) -> float:
    if event["kind"] == "partie_ended":
        return event["totals"]["A"]
    return event["value"] if event["kind"] == "point" else 0
"""


def test_the_programs_in_python_pass_mypy_as_strict_as_it_is(python: Path, tmp_path: Path) -> None:
    """The types are those of the installed package, which says that it has types."""
    (tmp_path / "types_hold.py").write_text(TYPES_IN_PYTHON)
    for number, program in enumerate(PYTHON):
        (tmp_path / f"program_{number}.py").write_text(program.source, encoding="utf-8")
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) > 5
    strict = ("--strict", "--warn-unreachable", "--config-file=", "--cache-dir", str(python / "mypy"))
    environment = str(python / "env" / "bin" / "python")
    command = (sys.executable, "-m", "mypy", *strict, "--python-executable", environment, *files)
    installed.done(*command, folder=tmp_path)


@requires("node-tools")
def test_the_programs_in_python_pass_pyright_as_strict_as_it_is(python: Path, tmp_path: Path) -> None:
    (tmp_path / "types_hold.py").write_text(TYPES_IN_PYTHON)
    for number, program in enumerate(PYTHON):
        (tmp_path / f"program_{number}.py").write_text(program.source, encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "venvPath": str(python), "venv": "env", "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    run = node_tools.run("pyright", "--project", tmp_path, cwd=tmp_path)
    assert run.returncode == 0 and "0 errors, 0 warnings" in run.stdout, run.stdout
