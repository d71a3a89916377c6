"""The players of `advice_strength.py`, which decide by what their seat knows, and a deal between two of them."""

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import _shared as shared
import msgspec
from two_versions import checkout

from service.advice.advising import advise, candidates
from service.advice.knowledge import ImpossibleError, knowledge_of
from service.advice.values import EFFORTS
from service.api.schemas.responses import write_event
from service.piquet import engine
from service.piquet.actions import action_of
from service.piquet.cards.ranking import POINT
from service.piquet.model.actions import Action, Call, Pass
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, Pair, Phase, State
from service.piquet.partie import Partie, deal_next
from service.piquet.rules.dealing import Deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat
from service.piquet.views import view_of
from service.piquet.written import view_members

#: The last commit before advice: its house player is the opponent, whatever becomes of the example.
HOUSE_COMMIT = "5aeeb533"
#: The commit whose advice `earlier` and `earlier-full` give.
EARLIER_COMMIT = "c7920626"


class Moment(NamedTuple):
    """A deal at the moment of a decision. A player may use of it what its seat knows."""

    rules: Ruleset
    name: str  # of the ruleset
    state: State
    events: Sequence[Event]


class Player(Protocol):
    """A program that plays at a seat."""

    def act(self, moment: Moment, seat: int) -> Action:
        """Return the action to take."""
        ...


class Advised:
    """A player who does what advice puts first."""

    def __init__(self, seed: str, effort: str, assume: str = "nothing", weights: str = "equal") -> None:
        self._seed, self._effort, self._assume, self._weights = seed, EFFORTS[effort], assume, weights

    def act(self, moment: Moment, seat: int) -> Action:
        """Return the first option of the advice; without the assumption if no cards agree with that."""
        for candid in (True, False) if self._assume == "candid" else (False,):
            try:
                return self._advice(moment, seat, candid=candid)
            except ImpossibleError:
                if not candid:
                    raise
        raise AssertionError

    def _advice(self, moment: Moment, seat: int, *, candid: bool) -> Action:
        rules, _, state, events = moment
        partie = Partie(rules, state.first_dealer, state.finished, state.dealers)
        known = knowledge_of(rules, view_of(rules, state, seat), events, partie, candid=candid)
        return advise(known, self._effort, weights=self._weights, seed=self._seed).options[0].action


class Sinking(Advised):
    """A player who does what advice puts first, but sinks tierces and trios: they are not called."""

    def act(self, moment: Moment, seat: int) -> Action:
        """Return the first option of the advice, or a pass in place of a call of three cards."""
        action = super().act(moment, seat)
        sinks = isinstance(action, Call) and action.category != POINT and action.length == 3
        return Pass(seat, action.category) if sinks else action


class Earlier:
    """A player who does what the advice of `EARLIER_COMMIT` puts first, with the weights that were its default."""

    def __init__(self, seed: str, effort: str) -> None:
        self._asked = {"seed": seed, "effort": effort, "limit": 1}

    def act(self, moment: Moment, seat: int) -> Action:
        """Return the first option of that advice for the view of the seat."""
        process = _earlier()
        assert process.stdin and process.stdout
        print(json.dumps({**self._asked, "view": _view_at(moment, seat)}), file=process.stdin, flush=True)
        action: Action = action_of(json.loads(process.stdout.readline())["options"][0]["action"])
        return action


_ADVISE = """
import json, sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/benchmarks"]
import _shared
app = _shared.service_app()
for line in sys.stdin:
    print(json.dumps(_shared.ask(app, "/v1/advice", json.loads(line))), flush=True)
"""


@cache
def _earlier() -> "subprocess.Popen[str]":
    """A process with the service of `EARLIER_COMMIT`: it reads requests for advice, and writes the responses."""
    folder = tempfile.mkdtemp(prefix="earlier-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    checkout(EARLIER_COMMIT, folder)
    subprocess.run([sys.executable, f"{folder}/service/analysis/double_dummy/kernel_build.py"], check=True)
    command = [sys.executable, "-c", _ADVISE, folder]
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class House:
    """The house player of a commit, with its full number of hands and deals instead of a limit in seconds."""

    def __init__(self, seed: str) -> None:
        self._player = _house("player").HousePlayer(_client(), seed, patience=float("inf"))

    def act(self, moment: Moment, seat: int) -> Action:
        """Return what the house player does in the view of its seat."""
        action: Action = action_of(self._player.act(_view_at(moment, seat)))
        return action


def _view_at(moment: Moment, seat: int) -> Any:
    """The view of a seat, as the service writes it."""
    rules, name, state, events = moment
    members = view_members(
        rules,
        state,
        seat,
        ruleset=name,
        deals=[],
        events=list(map(write_event, events)),
        options=engine.options(rules, state),
    )
    return msgspec.json.decode(msgspec.json.encode(members))


@cache
def _client() -> Any:
    """The client of the house player, with the application in this process."""
    client = _house("client")
    return client.Client(client.WsgiTransport(shared.service_app()))


@cache
def _folder() -> Path:
    """A folder with the house player of its commit."""
    folder = Path(tempfile.mkdtemp(prefix="house-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    checkout(HOUSE_COMMIT, str(folder), "examples/house_player")
    sys.path.insert(0, str(folder))
    return folder


def _house(module: str) -> Any:
    """A module of the house player, from its commit."""
    folder = _folder()
    found = import_module(f"examples.house_player.{module}")
    if not (found.__file__ or "").startswith(str(folder)):
        raise SystemExit("the house player of this checkout has been imported in place of the one of its commit")
    return found


#: The players by name; each is made with a seed.
PLAYERS: Mapping[str, Callable[[str], Player]] = {
    "quick": lambda seed: Advised(seed, "quick"),
    "full": lambda seed: Advised(seed, "full"),
    "candid": lambda seed: Advised(seed, "quick", assume="candid"),
    "discards": lambda seed: Advised(seed, "quick", weights="discards"),
    "likely": lambda seed: Advised(seed, "quick", weights="likely"),
    "likely-full": lambda seed: Advised(seed, "full", weights="likely"),
    "sinking": lambda seed: Sinking(seed, "quick", weights="likely"),
    "earlier": lambda seed: Earlier(seed, "quick"),
    "earlier-full": lambda seed: Earlier(seed, "full"),
    "house": House,
}


class Played(NamedTuple):
    """A deal after its end, and how long each decision took: its player, its phase, and seconds of the processor."""

    state: State
    decisions: list[tuple[int, str, float]]


def play_deal(rules: Ruleset, name: str, state: State, cards: Deal, players: Sequence[Player]) -> Played:
    """Play the next deal of a partie between the players at seats A and B."""
    dealt = deal_next(rules, state, cards)
    deal = engine.MutableDeal(rules, dealt.state)
    decisions = []
    while deal.state.phase not in OVER:
        state = deal.state
        seat = state.to_act ^ 1 ^ state.dealer
        moment = Moment(rules, name, state, (*dealt.events, *deal.events))
        begun = time.process_time()
        only = candidates(rules, state, deal.options()) if min(state.exchanged) >= 0 else ()
        action = only[0] if len(only) == 1 else players[seat].act(moment, seat)
        decisions.append((seat, phase_of(state), time.process_time() - begun))
        deal.apply(action)
    return Played(deal.state, decisions)


def phase_of(state: State) -> str:
    """The kind of decision that is due: the play by the cards that the seat has left."""
    if state.phase in (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE):
        return "exchange"
    if state.phase != Phase.PLAY:
        return "dialogue"
    left = state.hands[state.to_act].bit_count()
    return next(name for least, name in _PLAY if left >= least)


_PLAY = ((10, "play, 12 to 10 cards"), (7, "play, 9 to 7 cards"), (4, "play, 6 to 4 cards"), (0, "play, 3 to 1 cards"))
PHASES = ("exchange", "dialogue", *(name for _, name in _PLAY))


def score_of(state: State) -> Pair:
    """The score of a deal, by seat."""
    return by_seat(state.dealer, state.score)
