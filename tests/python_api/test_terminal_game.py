"""The game in the terminal of `examples/`: for one player, against the house, with advice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.wheel import WARNINGS, installed_wheel

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "examples" / "terminal_game.py"
TYPED = ["?", "plya AS", "play AS", "!", "exchange SJ D87", "undo", "quit"]


def test_it_has_at_most_sixty_lines():
    assert len(GAME.read_text(encoding="utf-8").splitlines()) <= 60


def test_a_player_asks_errs_takes_back_and_goes_on(tmp_path_factory: pytest.TempPathFactory):
    environ = {**os.environ, "PYTHONPATH": str(installed_wheel(tmp_path_factory))}
    said = subprocess.run(
        [sys.executable, *WARNINGS, str(GAME), "a game"],
        input="\n".join(TYPED),
        env=environ,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout
    prompts = said.split("> ")
    assert len(prompts) == len(TYPED) + 1, "it asks once for each line"
    _, options, misspelt, refused, advised, done, taken_back, end = prompts
    assert "an exchange of 1 to 5 cards" in options
    assert "did you mean play" in misspelt and "Type an action" in misspelt
    assert "(R6.1)" in refused or "(R4.1)" in refused
    assert advised.count("A exchange") > 1
    assert "You: exchanged" in done and "The house: exchanged" in done
    assert taken_back == advised[advised.index("\nDeal 1") :] and end == ""
