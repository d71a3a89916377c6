"""The games for three and four against the second implementation; `make multiplayer-campaign` plays more."""

from __future__ import annotations

import pytest

from tests.helpers.random_cases import scale, seeds
from tests.multiplayer.parties import compare_hands, play_partie, random_settlement
from tests.multiplayer.side_by_side import SideBySide, engine_events, play
from tests.multiplayer.worked_deals import WORKED_DEALS, transcript_of
from tests.reference.multiplayer.tables import SEATS


@pytest.mark.parametrize("name", WORKED_DEALS)
def test_worked_deals(name: str) -> None:
    worked = WORKED_DEALS[name]
    both = SideBySide(worked.given, {})
    for action in worked.actions:
        both.do(action)
    assert transcript_of(worked.game, engine_events(both.engine)) == worked.transcript


@pytest.mark.parametrize("game", SEATS)
def test_random_deals(game: str) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds(f"deals of {game}", 30, enough=15):
        play(game, rng, seen)
    print({what: seen[what] for what in sorted(seen)})
    assert seen["event deal_ended"] == scale(30, enough=15)


@pytest.mark.parametrize("game", SEATS)
def test_whole_parties(game: str) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds(f"parties of {game}", 1):
        play_partie(game, rng, seen)
    assert seen["partie"] == scale(1)


@pytest.mark.parametrize("game", SEATS)
def test_settlements(game: str) -> None:
    seen: dict[str, int] = {}
    every = {"settlement open", "settlement over", "settlement contradiction"}
    if game == "normand":
        every.add("settlement remaining")
    for _, rng in seeds(f"settlements of {game}", 150, until=lambda: seen.keys() >= every):
        random_settlement(game, rng, seen)
    assert seen.keys() >= every


@pytest.mark.parametrize("game", SEATS)
def test_comparisons_of_hands(game: str) -> None:
    seen: dict[str, int] = {}
    every = {"compared point good", "compared sequence nobody", "compared set nobody"}
    for _, rng in seeds(f"hands of {game}", 40, until=lambda: seen.keys() >= every):
        compare_hands(game, rng, seen)
    assert seen.keys() >= every
