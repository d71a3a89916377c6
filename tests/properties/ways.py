"""One question in every way in: a random partie, proposals that are legal, illegal or malformed, and all the answers.

The partie is played at a table of the library. At some of its positions each way is asked, and its answer is brought
into one form: `Answer`.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import msgspec

from service.api.game_states.seals import Seals
from service.api.game_states.text import read_line
from service.api.game_states.tokens import Charter, Tokens
from service.cli.main import main
from service.mcp.service_client import Refused, in_process
from service.mcp.tools import check_arguments, tools_of, with_seat
from service.multiplayer import engine as multiplayer
from service.multiplayer.actions import action_of as multiplayer_action, members_of as multiplayer_members
from service.multiplayer.engine import Cards
from service.multiplayer.options import options as multiplayer_options
from service.multiplayer.replay import take_repeats
from service.multiplayer.written import by_side, event_of, option_of, state_of, view_of as multiplayer_view
from service.piquet.actions import members_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.hand_comparison import compare
from service.piquet.model.state import OVER
from service.piquet.model.violations import Violation, beside_repeats
from service.piquet.notation.action_lines import write_action
from service.piquet.partie_replay import replay_parties
from service.piquet.table_actions import RefusedAction
from service.piquet.value_kinds import Members, MembersError, card_list
from service.pool.interface import Pool
from service.python_api.reports import Report
from service.python_api.table import Table, verify_record, write_record
from service.records.json_form import from_json, to_json
from service.records.text.action_syntax import write_words
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from tests.api.test_tokens import CLIENT as SEALED, HASHES, SECRETS, held
from tests.helpers.http import ask, client
from tests.multiplayer.random_play import legal_actions, random_deal
from tests.properties.random_play import PACK_36, cards_to_deal, pack_of

Json = Any
#: What a way says of a proposal: "legal", "illegal" or "malformed", and what belongs to it.
Answer = tuple[Any, ...]
NO_TARGET = {"target": None, "match_games": None, "double_below": None}
RULESETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("portland", {}),
    ("hoyle", {}),
    ("au-cent", NO_TARGET),
    ("french", {}),
    ("old-36", {}),
    ("parlett", {}),
    ("portland", {"calling": "automatic"}),
    ("portland", {"carte_blanche_protocol": "discard_first"}),
    ("portland", {"law": "none"}),
    ("wikipedia", {}),
    ("denexa", {}),
    ("hoyle", {"law": "french"}),
)
#: Longest address that a state and an action may have.
_LONGEST_STATE = 3000
#: The most records that are kept for a process of the command.
_FOR_PROCESSES = 40
KINDS_OF_DEAL = ("plain", "suits", "high", "twins", "carte_blanche")


# ---------------------------------------------------------------- parties and proposals


class Partie:
    """A random partie at a table, with errors in some."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.chance = rng, rng.choice((0, 0, 0.1, 0.3))
        name, overrides = rng.choice(RULESETS)
        self.table = Table(name, overrides, first_dealer=rng.choice("AB"))

    def positions(self, deals: int = 2) -> Iterator[Table]:
        """The table before each deal and before each action."""
        yield self.table
        for _ in range(deals):
            self.deal()
            for _ in range(90):
                yield self.table
                if not self.step():
                    break
            if self.table.phase != "deal_over":
                return

    def deal(self) -> None:
        """The next deal; in a partie with errors perhaps one with wrong numbers of cards."""
        table = self.table
        pack = pack_of({"name": table.ruleset, "overrides": table.overrides})
        dealt = cards_to_deal(self.rng.choice(KINDS_OF_DEAL), self.rng.choice("AB"), self.rng, pack)
        if self.rng.random() < self.chance / 2 and table.rules.law != "none":
            dealt["talon"].append(dealt["hands"]["A"].pop())
            with contextlib.suppress(ValueError):
                table.deal(**dealt, irregular=True)
                return
            dealt["hands"]["A"].append(dealt["talon"].pop())
        table.deal(**dealt)

    def step(self) -> bool:
        """Whether there was something to do."""
        for _ in range(6):
            if self.rng.random() >= self.chance:
                break
            with contextlib.suppress(ValueError):
                self.table.apply(irregular(self.table, self.rng))
        options = self.table.options()
        if not len(options):
            rulings = self.table.rulings()
            actions = [each for one in rulings for election in one["elections"] for each in election["actions"]]
            if not actions:
                return False
            self.table.apply(self.rng.choice(actions))
            return True
        # After a false call nothing of a type may be listed: what was called is not held.
        of_types = {kind: some for kind in options.types if len(some := options.of(kind))}
        some = of_types[self.rng.choice([kind for kind in of_types if kind != "concede"] or list(of_types))]
        self.table.apply(some[self.rng.randrange(len(some))])
        return True


def cards_of(table: Table, rng: random.Random, most: int = 5) -> list[str]:
    """Some cards, mostly of one hand."""
    hand = table.view(rng.choice("AB"))["hand"] or PACK_36
    return rng.sample(hand, min(len(hand), rng.randrange(1, most + 1)))


def irregular(table: Table, rng: random.Random) -> Members:
    """An act of the law, which may be possible."""
    cards, seat = cards_of(table, rng), rng.choice("AB")
    acts: list[Members] = [
        {"type": "play", "card": cards[0], "irregular": True},
        {"type": "exchange", "cards": cards, "irregular": True},
        {"type": "exchange", "cards": cards, "irregular": True, "taken": [1, 2], "mixed": [1]},
        {"type": "incident", "kind": "exposed", "cards": cards[:2]},
        {"type": "incident", "kind": "peeked", "positions": [rng.randrange(1, 9)]},
        {"type": "call", "category": "point", "length": rng.randrange(3, 8), "irregular": True},
        {"type": "reply", "reply": rng.choice(["good", "not_good"]), "irregular": True},
        {"type": "amend", "action": {"type": "pass", "category": "point"}},
        {"type": "reckon", "irregular": True, "holdings": [{"category": "set", "cards": cards}]},
        {"type": "claim_carte_blanche", "irregular": True},
    ]
    return {"seat": seat, **rng.choice(acts)}


def proposal(table: Table, rng: random.Random) -> Json:
    """An action to propose: an option, one that is legal elsewhere, or one with a member that is damaged."""
    options = table.options()
    made: Members
    if len(options) and rng.random() < 0.5:
        made = json.loads(json.dumps(dict(options[rng.randrange(len(options))])))
    elif rng.random() < 0.3:
        made = irregular(table, rng)
    else:
        cards = cards_of(table, rng)
        made = {"seat": rng.choice("AB")} | rng.choice(
            [
                {"type": "play", "card": rng.choice(PACK_36)},
                {"type": "exchange", "cards": cards},
                {"type": "exchange", "cards": [*cards, cards[0]]},
                {"type": "commit_discard", "cards": cards},
                {"type": "claim_carte_blanche", "exchange": rng.randrange(0, 6)},
                {"type": "look_at_left", "look": True},
                {"type": "look_at_left", "look": False, "suit": "S"},
                {"type": "name_suit", "suit": rng.choice("SHDC")},
                {"type": "call", "category": "point", "length": 5, "value": 44, "cards": cards},
                {"type": "call", "category": "sequence", "length": 4, "top": "nought"},
                {"type": "call", "category": "set", "count": 3, "rank": "A"},
                {"type": "pass", "category": "set"},
                {"type": "reply", "reply": "good", "length": 3},
                {"type": "reply", "reply": "equal", "top": "A"},
                {"type": "reply", "reply": "not_good", "length": 5, "value": 49.5},
                {"type": "state_tie_break", "value": 44},
                {"type": "state_tie_break", "top": "A", "cards": [*cards, cards[0]]},
                {"type": "decline"},
                {"type": "reckon", "holdings": [{"category": "point", "cards": [*cards, cards[0]]}]},
                {"type": "concede"},
                {"type": "incident", "kind": "asked", "about": "S", "answer": 3},
                {"type": "incident", "kind": "exposed", "cards": [*cards, cards[0]]},
                {"type": "ruling", "number": 1, "election": "enforce"},
                {"type": "amend", "action": {"type": "reply", "reply": "good", "length": 3}},
            ]
        )
    return damaged(made, rng) if rng.random() < 0.4 else made


#: Members with values of several kinds, right and wrong.
_ANY: dict[str, tuple[Any, ...]] = {
    "card": ("AS", "1S", 3, None, ["AS"]),
    "cards": ([], ["AS"], ["AS", "AS"], ["AS"] * 37, ["XX"], "AS", [3], [["AS"], ["AS"]], None),
    "category": ("point", "set", "sequence", "points", None),
    "length": (0, 1, 5, 12, 13, 5.0, 5.5, "5", True, None),
    "count": (2, 3, 4, 13, True),
    "value": (0, 44, 44.0, 49.5, 49.25, -1, 121, "44", True),
    "top": ("A", "nought", "X", 3, None),
    "rank": ("A", "9", "X", None),
    "reply": ("good", "not_good", "equal", "yes", None),
    "suit": ("S", "X", None),
    "look": (True, False, 1, None),
    "exchange": (0, 5, 13, True),
    "holdings": (
        [],
        [{"category": "set", "cards": ["AS", "AS"]}],
        [{}],
        {},
        [{"category": "set", "cards": [], "x": 1}],
    ),
    "irregular": (True, False, 1, None),
    "taken": ([1, 2], [16], [0], [], 2, [1, 1]),
    "mixed": ([1], True, False, [1, 1], 2),
    "leaves": (0, 3, None, 13, True),
    "shown": (["AS"], [], ["AS", "AS"], True),
    "number": (0, 1, 256, -1, 1.0),
    "election": ("enforce", "redeal", "x"),
    "kind": ("exposed", "x", None),
    "where": ("pack", "x"),
    "about": ("S", "point", "x"),
    "answer": (0, 3, 37, [], ["AS"], ["AS", "AS"]),
    "positions": ([1], [], [16], [1, 1]),
    "together": (True, False),
    "action": ({"type": "pass", "category": "set"}, {"type": "play", "card": "AS", "seat": "A"}, {}, 3),
    "seat": ("A", "B", "C", None, 0),
    "type": ("play", "exchange", "call", "reply", "reckon", "plya", None),
    "x": (1,),
}


def damaged(action: Members, rng: random.Random) -> Members:
    """An action with a member left out, added, or of another kind."""
    found = json.loads(json.dumps(action))
    if rng.random() < 0.2:
        del found[rng.choice(sorted(found))]
        return found
    name = rng.choice(sorted(found)) if rng.random() < 0.5 else rng.choice(sorted(_ANY))
    found[name] = rng.choice(_ANY.get(name, (None, 1)))
    return found


# ---------------------------------------------------------------- answers in one form


def _reason(code: str, rule: str, pointer: str, message: str, params: Json, kind: Any, law: Any) -> Answer:
    return code, rule, pointer, message, _params(params), kind, law


def _params(params: Json) -> str:
    return json.dumps(params, sort_keys=True, default=list)


def of_violation(each: Violation, kind: str | None = None, law: str | None = None) -> Answer:
    """A violation as the core has it."""
    place = "".join(f"/{step}" for step in each.path)
    return _reason(each.code, each.rule, place, each.message, each.params, kind, law)


def of_json(status: int, answer: Json, root: str = "/action") -> Answer:
    """The answer of the service."""
    if status == 422:
        places = sorted({each["pointer"].removeprefix(root) for each in answer["errors"]})
        return "malformed", tuple(places)
    if status != 200:
        return "problem", status, answer["code"]
    if answer["legal"]:
        return "legal", answer["events"], answer["score_delta"]
    reasons = [
        _reason(
            each["code"],
            each["rule"],
            each["pointer"].removeprefix(root),
            each["message"],
            each["params"],
            each.get("kind"),
            each.get("law"),
        )
        for each in answer["violations"]
    ]
    return "illegal", reasons


def of_library(table: Table, action: Json) -> tuple[Answer, str]:
    """The answer of the library, and the line after a legal action."""
    after = table.copy()
    before = after.score
    try:
        events = after.apply(action)
    except RefusedAction as refused:
        if table.check(action) != refused.violations:
            raise Disagreement(f"`check` and `apply` of {action}\nstate {table.line}") from None
        each = zip(refused.violations, refused.irregularities, strict=True)
        reasons = [of_violation(reason, *(found or (None, None))) for reason, found in each]
        return ("illegal", reasons), ""
    except MembersError as error:
        places = {"".join(f"/{step}" for step in path) for path, _ in getattr(error, "faults", [(error.path, "")])}
        return ("malformed", tuple(sorted(places))), ""
    delta = {seat: after.score[seat] - before[seat] for seat in "AB"} if before else {}
    return ("legal", events, delta), after.line


def send(path: str, body: Json, service: Any = None) -> tuple[int, Json]:
    """POST a body to the service in process."""
    status, _, answer = ask((service or client()).application, path, json.dumps(body).encode())
    return status, answer


@cache
def _agent() -> Any:
    return in_process({"ANALYSIS_PROCESSES": "0"}), {tool.listed.name: tool for tool in tools_of(keeps_games=False)}


def of_agent(tool: str, arguments: Json) -> Any:
    """The answer of a tool of MCP: a status and its result."""
    service, tools = _agent()
    check_arguments(tool, tools[tool].listed.input_schema, arguments)
    try:
        return 200, tools[tool].call(service, with_seat(arguments))
    except Refused as refused:
        return refused.document["status"], refused.document


def sealed(line: str) -> Json:
    """The state of a line as a service with keys writes it in JSON, with a seal."""
    verified = read_line(line)
    return json.loads(Seals(SECRETS).write(verified.written(), verified.state))


def token_of(line: str, *keys: str) -> Json:
    """The concealed state that a line would be, had it been dealt concealed, with these keys or with both."""
    seats = bytes.fromhex(HASHES["A"]), bytes.fromhex(HASHES["B"])
    return held({"token": Tokens(SECRETS).write(line, Charter(seats, b"s" * 32))}, *(keys or "AB"))


# ---------------------------------------------------------------- the comparison


def both_malformed(one: Any, other: Any) -> bool:
    """Whether both say that an action is malformed, and a place of one is at, in or around a place of the other.

    A way may find more faults than another: what is wrong with the members of an unknown type depends on the type.
    """
    if not (isinstance(one, list) and isinstance(other, list) and one[:1] == other[:1] == ["malformed"]):
        return False
    return any(mine.startswith(place) or place.startswith(mine) for mine in one[1] for place in other[1])


class Disagreement(AssertionError):
    """Two ways say different things."""


#: Each question, and the ways that answer it beside the first one. A run must have asked every one of them.
QUESTIONS: dict[str, tuple[str, ...]] = {
    "view": ("json", "line", "token", "sealed", "seat", "mcp"),
    "options": ("json", "line", "token", "sealed", "seat", "mcp"),
    "rulings": ("json", "line", "token", "sealed", "mcp"),
    "totals": ("json", "settlements"),
    "result": ("json", "settlements"),
    "partie": ("pool", "line", "record", "json record", "convert", "command convert"),
    "next deal": ("json", "line"),
    "comparison of hands": ("json",),
    "evaluation of a hand": ("line", "mcp"),
    "check": ("json", "line", "check-many", "items", "token", "sealed", "seat", "mcp"),
    "check as text": ("address",),
    "check in words": ("words",),
    "line after": ("line",),
    "verify": ("record", "operation", "mcp", "command"),
}
#: What pool processes and processes of the command answer, which only some runs start.
IN_PROCESSES = {"partie": ("pool process",), "verify": ("process",)}


class Run:
    """What a run has asked: how often each way has answered each question, and what it leaves to processes."""

    def __init__(self, pool: Pool | None = None) -> None:
        self.seen: Counter[str] = Counter()
        self.pool = pool
        self.records: list[tuple[Json, bool]] = []

    def some(self, question: str, way: str, share: float, rng: random.Random) -> bool:
        """Whether to ask a way that takes long: always if it has not answered yet, then in a share of all cases."""
        chosen = rng.random() < share  # whatever was seen, so that a number alone repeats its partie
        return chosen or not self.seen[f"{question} by {way}"]

    def missing(self, questions: Mapping[str, tuple[str, ...]] = MappingProxyType(QUESTIONS)) -> list[str]:
        """The ways that have not answered a question."""
        every = [f"{question} by {way}" for question, ways in questions.items() for way in ways]
        return [each for each in every if not self.seen[each]]

    def verify_by_process(self) -> None:
        """Verify the records that were kept by one process of the command. Raises `Disagreement`."""
        with TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{at}.json" for at in range(len(self.records))]
            for path, (record, _) in zip(paths, self.records, strict=True):
                path.write_text(json.dumps(record))
            line = [
                sys.executable,
                "-m",
                "service.cli",
                "verify",
                "--json",
                "--verbose",
                "--jobs",
                "1",
                *map(str, paths),
            ]
            done = subprocess.run(line, capture_output=True, text=True, check=False)
        found = [json.loads(each)["agrees"] for each in done.stdout.splitlines()[: len(paths)]]
        expected = [agrees for _, agrees in self.records]
        if found != expected or (done.returncode == 0) != all(expected):
            raise Disagreement(f"piquet-referee verify\n{found}\n{expected}\n{done.returncode} {done.stderr}")
        self.seen["verify by process"] += len(paths)


class Ways:
    """Every way in, asked about one position of a table."""

    def __init__(self, table: Table, rng: random.Random, run: Run) -> None:
        self.table, self.rng, self.run, self.line = table, rng, run, table.line
        self.state = msgspec.json.decode(msgspec.json.encode(read_line(self.line).written()))

    def same(self, question: str, what: str, answers: dict[str, Any]) -> None:
        """All ways give one answer to a question about something. Raises `Disagreement`."""
        (first, expected), *others = answers.items()
        for way, found in others:
            self.run.seen[f"{question} by {way}"] += 1
            if found != expected and not both_malformed(found, expected):
                asked = f"{question} {what}\nstate {self.line}"
                raise Disagreement(f"{asked}\n{first}: {expected}\n{way}: {found}")

    def everything(self) -> None:
        """All that can be asked without an action."""
        self.views()
        self.options()
        self.rulings()
        self.settlement()
        self.replays()
        if self.table.phase == "deal_over" or not self.table.deals:
            self.next_deal()

    def ask(self, path: str, **more: Json) -> Iterator[tuple[str, int, Json]]:
        for way, state, service in (
            ("json", self.state, None),
            ("line", self.line, None),
            ("token", token_of(self.line), SEALED),
            ("sealed", sealed(self.line), SEALED),
            ("seat", token_of(self.line, more["seat"]) if "seat" in more else None, SEALED),
        ):
            if state is None or (way in ("token", "seat") and not self.table.deals):
                continue
            status, answer = send(path, {"state": state, **more}, service)
            if not (way in ("token", "seat") and status == 409):
                yield way, status, answer

    def views(self) -> None:
        """The view of each seat."""
        for seat in "AB":
            answers = {"library": plain(self.table.view(seat))}
            for way, status, answer in self.ask("/v1/states/view", seat=seat):
                answers[way] = answer["view"] if status == 200 else answer
            status, answer = of_agent("view", {"state": self.line, "seat": seat})
            answers["mcp"] = answer["view"] if status == 200 else answer
            self.same("view", f"of {seat}", answers)

    def options(self) -> None:
        """The options, of both seats and of each."""
        for seat in (None, "A", "B"):
            options = self.table.options(seat)
            answers = {"library": (plain(options.described), len(options), plain(list(options[:20])))}
            more = {} if seat is None else {"seat": seat}
            for way, status, answer in self.ask("/v1/actions/options", expand=True, limit=20, **more):
                found = answer["options"], answer.get("total"), answer.get("actions")
                answers[way] = found if status == 200 else answer
            status, answer = of_agent("options", {"state": self.line, "expand": True, **more})
            found = answer["options"], answer["total"], answer["actions"][:20]
            answers["mcp"] = found if status == 200 else answer
            self.same("options", f"of {seat}", answers)

    def rulings(self) -> None:
        """The rulings on what is open."""
        for seat in (None, "A", "B"):
            answers = {"library": plain(self.table.rulings(seat))}
            more = {} if seat is None else {"seat": seat}
            for way, status, answer in self.ask("/v1/rulings", **more):
                if way != "seat":  # it is told less: no facts that rest on cards that it has not seen
                    answers[way] = answer["rulings"] if status == 200 else answer
            status, answer = of_agent("rule_on_incident", {"state": self.line, **more})
            if status != 200 or not answer["left_out"]:  # a tool shortens long answers
                answers["mcp"] = answer["rulings"] if status == 200 else answer
            self.same("rulings", f"for {seat}", answers)

    def settlement(self) -> None:
        """The settlement by the totals of the state, and by the deals as such."""
        settled, partie = self.table.settlement, self.state["partie"]
        names = ("totals", "winner", "rubicon", "settlement")
        totals = {"library": settled["totals"], "json": partie["score"]}
        results = {"library": {name: settled[name] for name in names} if settled["over"] else None}
        results["json"] = partie["result"]
        law = self.table.state.law
        if law is None or law.lost < 0:  # the scores alone do not show a game that was lost by law
            over_and_counted = [each for each in self.table.deals if each.state.phase in OVER and not each.annulled]
            deals = [deal.outcome["score"] for deal in over_and_counted]
            choice = {"name": self.table.ruleset, "overrides": self.table.overrides}
            status, answer = send("/v1/settlements", {"ruleset": choice, "deals": deals})
            totals["settlements"] = answer["totals"] if status == 200 else answer
            over = status == 200 and answer["over"]
            results["settlements"] = {name: answer[name] for name in names} if over else None
        self.same("totals", "", totals)
        self.same("result", "", results)

    def replays(self) -> None:
        """The same partie from its line, its record in both forms, the pool, and the command."""
        verified = read_line(self.line, replayed=replay_parties([self.line])[0])
        record = self.table.record()
        answers: dict[str, Any] = {
            "library": self.line,
            "pool": read_line(self.line).written() == verified.written() and self.line,
            "line": Table.from_line(self.line).line,
        }
        if self.table.deals:
            answers["record"] = Table.from_record(str_of(record)).line
            answers["json record"] = Table.from_record(to_json(record)).line
            if self.run.some("partie", "convert", 0.1, self.rng):
                answers |= self.converted(str_of(record))
        if self.run.pool is not None:
            with self.run.pool.acquire() as slot:
                (replayed,) = slot.run(
                    partial(replay_parties, [self.line]), msgspec.msgpack.Decoder(list[bytes]).decode
                )
            answers["pool process"] = (
                read_line(self.line, replayed=replayed).written() == verified.written() and self.line
            )
        self.same("partie", "", answers)

    def converted(self, text: str) -> dict[str, Any]:
        """The partie after the command has converted its record to JSON, and the operation to text and to JSON."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "partie.piquet"
            path.write_text(text)
            converted, (replayed, _) = command("convert", "--to", "json", str(path)), command("replay", str(path))
        assert (converted[0], replayed) == (0, 0), (converted, text)
        status, answer = send("/v1/records/convert", {"record": text})
        assert status == 200, answer
        return {
            "command convert": Table.from_record(json.loads(converted[1])).line,
            "convert": Table.from_record(answer["record"]).line,
        }

    def next_deal(self) -> None:
        """The next deal from a seed."""
        after = self.table.copy()
        events = after.deal(seed="ways")
        answers: dict[str, Any] = {"library": (plain(events), after.line)}
        for way, state in (("json", self.state), ("line", self.line)):
            status, answer = send("/v1/deals", {"state": state, "seed": "ways"})
            assert status == 200, answer
            text = answer.get("text") or send("/v1/states/validate", {"state": answer["state"]})[1]["text"]
            answers[way] = answer["events"], text
        self.same("next deal", "", answers)

    def hands(self) -> None:
        """The comparison of the hands as they are."""
        if not self.table.deals:
            return
        state = self.table.state
        choice = {"name": self.table.ruleset, "overrides": self.table.overrides}
        hands = dict(zip(("elder", "younger"), map(card_list, state.hands), strict=True))
        if all(0 < len(hand) <= HAND_SIZE for hand in hands.values()):
            status, answer = send("/v1/hands/compare", {"ruleset": choice, **hands})
            assert status == 200, answer
            compared = plain(compare(self.table.rules, *state.hands, None))
            self.same(
                "comparison of hands", "", {"library": compared, "json": {name: answer[name] for name in compared}}
            )
        seat = self.rng.choice("AB")
        if not self.run.some("evaluation of a hand", "mcp", 0.05, self.rng):
            return
        status, answer = send("/v1/hands/evaluate", {"state": self.state, "seat": seat})
        answers = {"json": answer["hands"][0] if status == 200 else answer["code"]}
        status, answer = send("/v1/hands/evaluate", {"state": self.line, "seat": seat})
        answers["line"] = answer["hands"][0] if status == 200 else answer["code"]
        status, answer = of_agent("evaluate_hand", {"state": self.line, "seat": seat})
        answer.pop("ruleset", None)
        answers["mcp"] = answer if status == 200 else answer["code"]
        self.same("evaluation of a hand", f"of {seat}", answers)

    def check(self, action: Json) -> str:
        """Check a proposal in every way; the verdict."""
        library, after = of_library(self.table, action)
        answers: dict[str, Any] = {"library": plain(library)}
        states: dict[str, tuple[Json, Any]] = {"json": (self.state, None), "line": (self.line, None)}
        if self.run.some("check", "sealed", 0.3, self.rng):
            states["sealed"] = sealed(self.line), SEALED
        text = ""
        for way, (state, service) in states.items():
            status, answer = send("/v1/actions/check", {"state": state, "action": action}, service)
            answers[way] = plain(of_json(status, answer))
            if status == 200 and answer["legal"] and way == "line":
                text = answer["text"]
        many = {"state": self.line, "actions": [action]}
        status, answer = send("/v1/actions/check-many", many)
        item = answer["items"][0] if status == 200 else answer
        answers["check-many"] = plain(of_json(status, item, "/actions/0"))
        if self.run.some("check", "items", 0.3, self.rng):
            status, answer = send("/v1/actions/check-many", {"items": [{"state": self.state, "action": action}]})
            item = answer["items"][0] if status == 200 else answer
            answers["items"] = plain(of_json(status, item, "/items/0/action"))
        own = action.get("seat") if isinstance(action, dict) else None
        for way, keys in (("token", "AB"), ("seat", own)):
            chosen = self.run.some("check", way, 0.4, self.rng)
            if chosen and self.table.deals and keys in ("AB", "A", "B"):
                state = token_of(self.line, *keys)
                status, answer = send("/v1/actions/check", {"state": state, "action": action}, SEALED)
                if status != 409:
                    answers[way] = plain(of_json(status, answer))
        if isinstance(action, dict) and library[0] != "malformed":
            self.as_text(action, answers)
            self.in_words(action, library)
        self.same("check", json.dumps(action), answers)
        self.same("line after", json.dumps(action), {"library": after, "line": text})
        self.by_record(action, library)
        return str(library[0])

    def in_words(self, action: Members, library: Answer) -> None:
        """The same action in the words of records, which do not say twice what they say."""
        if library[0] == "legal":
            proposed = self.table._read(action).action
            words = write_words(members_of(proposed))
            answers = {"library": plain(library), "words": plain(of_library(self.table, words)[0])}
            self.same("check in words", words, answers)

    def as_text(self, action: Members, answers: dict[str, Any]) -> None:
        """The same action in the notation, if it says the same."""
        try:
            text = write_action(action)
            readable = send("/v1/actions/check", {"state": self.line, "action": text})
        except (KeyError, ValueError, TypeError):
            return
        if readable[0] == 400 or "-m" in text:
            return
        if self.rng.random() < 0.5 and len(self.line) < _LONGEST_STATE and len(text) < 200:
            found = client().get("/v1/actions/check", query_string={"state": self.line, "action": text})
            self.same("check as text", text, {"text": readable, "address": (found.status_code, found.json)})
        if not self.run.some("check", "mcp", 0.4, self.rng):
            return
        status, answer = of_agent("apply", {"state": self.line, "action": action})
        answers["mcp"] = ("legal",) if answer.get("legal") else plain(of_json(status, answer))
        if answer.get("legal"):
            answers["mcp"] = plain(("legal", answer["events"], answer["score_delta"]))

    def by_record(self, action: Json, library: Answer) -> None:
        """Verify the record of the partie with the proposal as its next step."""
        if not self.table.deals or self.table.phase in ("deal_over", "partie_over"):
            return
        record = to_json(self.table.record())
        record["deals"][-1].setdefault("steps", []).append({"action": action})
        report = verify_record(record)
        divergences = [each for deal in report.deals for each in deal.divergences if each.code != "claim.annulled"]
        found: list[Any] = ["malformed" if report.problems else "illegal" if divergences else "legal"]
        expected: list[Any] = [library[0]]
        if library[0] == "illegal":
            expected.append([each[:2] + each[3:5] for each in library[1]])
            members = ("code", "rule", "message")
            found += [
                [(*(one[name] for name in members), _params(one["params"])) for one in each.reasons]
                for each in divergences[:1]
            ]
        unnumbered = isinstance(action, dict) and action.get("type") == "ruling" and "number" not in action
        if not unnumbered:  # a record may leave out the number of a ruling, or its kind
            answers = {"library": plain(expected), "record": plain(found)}
            self.same("verify", json.dumps(action), answers)
            self.by_report(record, report, share=0.05)

    def by_report(self, record: Json, report: Report, share: float) -> None:
        """The report on a record by the library, the operation, the tool, and the command, some by a process."""
        agrees = not report.problems and not any(deal.divergences for deal in report.deals)
        if not self.run.some("verify", "command", share, self.rng):
            return
        core = plain(report_json(verify(from_json(record))))
        members = {
            "agrees": report.agrees,
            "complete": report.complete,
            "problems": [each._asdict() for each in report.problems],
        }
        members["totals"] = report.settlement and report.settlement.totals
        self.same("verify", "the report", {"library": plain(members), "core": {name: core[name] for name in members}})
        answers: dict[str, Any] = {"core": core}
        status, answer = send("/v1/records/verify", {"records": [record]})
        answers["operation"] = answer["reports"][0] if status == 200 else answer
        self.same("verify", "the report", answers)
        status, answer = of_agent("verify_record", {"record": record})
        short = {name: answer[name] for name in ("agrees", "problems", "divergences")} if status == 200 else answer
        if status != 200 or not answer["left_out"]:
            self.same("verify", "the report", {"core": {name: core[name] for name in short}, "mcp": short})
        with TemporaryDirectory() as folder:
            path = Path(folder) / "record.json"
            path.write_text(json.dumps(record))
            status, _ = command("verify", str(path))
        self.same("verify", "the status", {"library": agrees, "command": status == 0})
        if len(self.run.records) < _FOR_PROCESSES:
            self.run.records.append((record, agrees))


def command(*arguments: str) -> tuple[int, str]:
    """The status of the command, run in this process, and what it writes."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.redirect_stderr(io.StringIO()):
        status = main(arguments)
    return status, written.getvalue()


def plain(value: Any) -> Any:
    """Plain data as JSON has it."""
    return json.loads(json.dumps(value, default=dict))


def str_of(record: Any) -> str:
    """The text of a record."""
    return str(write_record(record))


def play(rng: random.Random, number: int, run: Run, share: float = 0.03, proposals: int = 3) -> None:
    """Play a partie, or for one number in four a deal for three or four, and ask every way at some of its positions.

    `share` is the part of the positions at which the ways are asked, most of them with each proposal and some only now
    and then (`Run.some`). Raises `Disagreement`.
    """
    if number % 4 == 0:
        play_of_several(rng, run.seen)
        return
    partie = Partie(rng)
    for table in partie.positions():
        # The partie itself is the same whatever is asked, so that its number repeats it.
        chosen, own = rng.random() < share, random.Random(rng.getrandbits(64))
        between = table.phase == "deal_over" and not run.seen["next deal by json"]
        if not (chosen or between):
            continue
        proposed = [proposal(table, own) for _ in range(proposals)]
        ways = Ways(table, own, run)
        ways.everything()
        ways.hands()
        run.seen["positions"] += 1
        for action in proposed:
            run.seen[ways.check(action)] += 1


# ---------------------------------------------------------------- the games for three and four


def play_of_several(rng: random.Random, seen: Counter[str], share: float = 0.05) -> None:
    """Play a deal for three or four, and ask at a `share` of its positions. Raises `Disagreement`."""
    d = random_deal(rng)
    game = d.game
    d = multiplayer.deal(d.rules, d.dealer, Cards(tuple(d.dealt), tuple(d.talon)), ())
    while actions := legal_actions(d, rng):
        if rng.random() < share:
            seen["positions of several seats"] += 1
            _asked_of_several(d, multiplayer_members(game, rng.choice(actions)), rng)
        multiplayer.apply(d, rng.choice(actions))


def _asked_of_several(d: Any, action: Members, rng: random.Random) -> None:
    """The views, the options and two proposals, one of them damaged."""
    game, state, name = d.game, plain(state_of(d)), f"/v1/{d.game.name}"
    for seat, of in enumerate(game.seats):
        status, answer = send(f"{name}/states/view", {"state": state, "seat": of})
        _same_of_several(state, f"the view of {of}", plain(multiplayer_view(d, seat)), (status, answer.get("view")))
    status, answer = send(f"{name}/actions/options", {"state": state})
    _same_of_several(
        state,
        "the options",
        [plain(option_of(d, each)) for each in multiplayer_options(d)],
        (status, answer["options"]),
    )
    for proposed in (action, damaged(action, rng)):
        mine = plain(_of_engine(d, proposed))
        for path, body, root in (
            ("check", {"state": state, "action": proposed}, "/action"),
            ("check-many", {"state": state, "actions": [proposed]}, "/actions/0"),
        ):
            status, answer = send(f"{name}/actions/{path}", body)
            item = answer["items"][0] if path == "check-many" and status == 200 else answer
            found = plain(of_json(status, item, root))
            if found != mine and not both_malformed(found, mine):
                raise Disagreement(f"{path} {json.dumps(proposed)}\nstate {json.dumps(state)}\n{found}\n{mine}")


def _same_of_several(state: Json, what: str, mine: Any, found: tuple[int, Any]) -> None:
    if isinstance(mine, dict):
        mine = {**mine, "ruleset": None}
        found = found[0], {**found[1], "ruleset": None}
    if found != (200, mine):
        raise Disagreement(f"{what}\nstate {json.dumps(state)}\n{mine}\n{found}")


def _of_engine(d: Any, action: Members) -> Answer:
    """The answer of the core to an action."""
    game, after = d.game, d.copy()
    members = json.loads(json.dumps(action))
    repeats = take_repeats(game, members)
    try:
        read = multiplayer_action(game, members)
    except MembersError as error:
        return "malformed", sorted({"".join(f"/{step}" for step in path) for path, _ in error.faults})
    violations = [*repeats, *beside_repeats(repeats, multiplayer.check(d, read))]
    if violations:
        return "illegal", [of_violation(each) for each in violations]
    multiplayer.apply(after, read)
    events = [event_of(game, each) for each in after.events[len(d.events) :]]
    return "legal", events, by_side(game, (now - was for now, was in zip(after.score, d.score, strict=True)))
