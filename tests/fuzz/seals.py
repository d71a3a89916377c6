"""`make fuzz-seals`: sealed states, each edited somewhere, a million times, where only sealed states are taken.

Every edit changes what the JSON says (the order of members, white space and 5.0 for 5 are no edits: a seal is over what
a state says). Each has to be refused: as not sealed by us, or as no state at all. Ends with status 1 if one was taken.
"""

import argparse
import base64
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from service.api.consistency import Impossible
from service.api.desk import Desk
from service.api.problems import Problem
from service.api.seals import Seals
from service.app import create_app
from service.piquet.parameters import PARAMETERS
from service.piquet.rulesets import RULESETS
from service.piquet.state import PHASES
from service.settings import Settings
from tests.fuzz.wire import ask, request
from tests.properties.random_play import client, reachable_states

Json = Any
Path = tuple[Any, ...]

KEYS = {"new": b"n" * 32, "old": b"o" * 32}
RANKS, SUITS = "6789TJQKA", "SHDC"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#: Of how many edits one is sent over HTTP, too.
OVER_HTTP = 50

_sealing = Desk(0, Seals(KEYS))
_strict = Desk(0, Seals(KEYS, required=True))


# ---------------------------------------------------------------- states


def ruleset(rng: random.Random, name: str) -> Json:
    """A ruleset of this name, half of the time with overrides that go together with it."""
    if rng.random() < 0.5:
        return name
    overrides = {one: rng.choice(PARAMETERS[one].values) for one in rng.sample(list(PARAMETERS), rng.choice((1, 1, 2)))}
    chosen = {"name": name, "overrides": overrides}
    answer = client().post("/v1/parties", json={"ruleset": chosen, "first_dealer": "A"})
    return chosen if answer.status_code == 200 else name


def games(rng: random.Random, seen: Counter[str], chance: float = 0.3) -> Iterator[list[Json]]:
    """Sealed states, those of one partie together: by every ruleset in turn, on and on."""
    while True:
        for name in RULESETS:
            chosen = ruleset(rng, name)
            begun = client().post("/v1/parties", json={"ruleset": chosen, "first_dealer": "A"}).get_json()["state"]
            found, last = [begun], None
            while last is None or (last["phase"] == "deal_over" and rng.random() < 0.6):
                deal = list(reachable_states(chosen, rng, 1.0, after=last))
                found += [one for one in deal if one["phase"] not in ("play", "calling") or rng.random() < chance]
                last = deal[-1]
            for state in found:
                seen[state["phase"]] += 1
                seen[name] += 1
            yield [sealed(state) for state in found]


def sealed(state: Json) -> Json:
    holds = _sealing.read(msgspec.Raw(msgspec.json.encode(state)))
    return msgspec.json.decode(bytes(_sealing.write(holds)["state"]))


# ---------------------------------------------------------------- edits


def places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Everything in a state but its seal, with the way to it."""
    yield path, value
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in below:
        if (*path, token) != ("seal",):
            yield from places(item, (*path, token))


def at(value: Json, path: Path) -> Json:
    for token in path:
        value = value[token]
    return value


def put(state: Json, path: Path, value: Json) -> None:
    at(state, path[:-1])[path[-1]] = value


def another(rng: random.Random, value: Json) -> Json:
    """Something else of the same kind: another card, number, word."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-10, -1, 1, 10, rng.randrange(2, 200)))
        case None:
            return rng.choice((0, 1, True, False, "A", "S", "AS"))
        case "A" | "B":
            return rng.choice(("A", "B", None))
        case str() if len(value) == 2 and value[0] in RANKS and value[1] in SUITS:
            return rng.choice(RANKS) + rng.choice(SUITS)
        case str() if len(value) == 1:
            return rng.choice(RANKS + SUITS)
        case str() if value in PHASES:
            return rng.choice(PHASES)
        case str():
            words = ("good", "not_good", "equal", "point", "sequence", "set", "play", "call", "exchange", "trick",
                     "lead", "capture", "pique", "repique", "capot", "portland@1", "german@1")  # fmt: skip
            return rng.choice(words)
    raise TypeError(value)


Edit = Callable[[random.Random, Json, Json], "Json | bytes"]


def value(rng: random.Random, state: Json, other: Json) -> Json:
    """Another value in one place."""
    path, old = rng.choice([(path, one) for path, one in places(state) if not isinstance(one, dict | list)])
    put(state, path, another(rng, old))
    return state


def left_out(rng: random.Random, state: Json, other: Json) -> Json:
    """A member left out, anywhere."""
    path = rng.choice([path for path, _ in places(state) if path and isinstance(path[-1], str)])
    del at(state, path[:-1])[path[-1]]
    return state


def added(rng: random.Random, state: Json, other: Json) -> Json:
    """A member that was not there, of a name from anywhere in the state or of none."""
    objects = [one for _, one in places(state) if isinstance(one, dict)]
    names = sorted({name for one in objects for name in one} | {"", "x", "seal", "__proto__"})
    chosen = rng.choice(objects)
    name = rng.choice([name for name in names if name not in chosen])
    known = copy.deepcopy(rng.choice([one for _, one in places(state)]))
    chosen[name] = rng.choice((None, 0, 1, True, "", "A", [], {}, known, known))
    return state


def lists(rng: random.Random, state: Json) -> list[Json]:
    """A list with something in it; one that is not of the state if there is none yet."""
    return rng.choice([one for _, one in places(state) if isinstance(one, list) and one] or [[None]])


def swapped(rng: random.Random, state: Json, other: Json) -> Json:
    """Two items of a list in each other's place."""
    chosen = lists(rng, state)
    one, two = rng.randrange(len(chosen)), rng.randrange(len(chosen))
    chosen[one], chosen[two] = chosen[two], chosen[one]
    return state


def removed(rng: random.Random, state: Json, other: Json) -> Json:
    """An item of a list less."""
    chosen = lists(rng, state)
    del chosen[rng.randrange(len(chosen))]
    return state


def doubled(rng: random.Random, state: Json, other: Json) -> Json:
    """An item of a list twice."""
    chosen = lists(rng, state)
    chosen.insert(rng.randrange(len(chosen) + 1), copy.deepcopy(rng.choice(chosen)))
    return state


def exchanged(rng: random.Random, state: Json, other: Json) -> Json:
    """Members of another sealed state: one, several, or all but one."""
    names = [name for name in state if name != "seal" and name in other]
    for name in rng.sample(names, rng.choice((1, 1, 1, 2, 5, len(names) - 1))):
        state[name] = other[name]
    return state


def exchanged_within(rng: random.Random, state: Json, other: Json) -> Json:
    """A value from the same place of another sealed state, at any depth."""
    alike = dict(places(other))
    paths = [path for path, one in places(state) if path and path in alike and alike[path] != one]
    if paths:
        path = rng.choice(paths)
        put(state, path, alike[path])
    return state


def given_twice(rng: random.Random, state: Json, other: Json) -> bytes:
    """A member twice, of which the last counts."""
    name = rng.choice([name for name in state if name != "seal"])
    changed = another(rng, None) if other.get(name) == state[name] else other.get(name)
    if json.dumps(changed) == json.dumps(state[name]):
        changed = [changed]
    return b"%b,%b:%b}" % (msgspec.json.encode(state)[:-1], msgspec.json.encode(name), msgspec.json.encode(changed))


def other_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """The seal of another state."""
    state["seal"] = other["seal"]
    return state


def spliced_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A seal with parts of another, cut at its dots or anywhere."""
    own, its = state["seal"], other["seal"]
    if rng.random() < 0.5:
        mine, theirs = own.split("."), its.split(".")
        taken = rng.randrange(4)
        state["seal"] = ".".join([*mine[:taken], theirs[taken], *mine[taken + 1 :]])
    else:
        place = rng.randrange(len(own))
        state["seal"] = own[:place] + its[place:]
    return state


def bit_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A bit of the letters of the seal, or of the bytes that they stand for."""
    seal = state["seal"]
    if rng.random() < 0.5:
        place = rng.randrange(len(seal))
        state["seal"] = seal[:place] + chr(ord(seal[place]) ^ 1 << rng.randrange(7)) + seal[place + 1 :]
        return state
    pieces = seal.split(".")
    chosen = rng.choice((2, 3))
    content = bytearray(base64.urlsafe_b64decode(pieces[chosen] + "=" * (-len(pieces[chosen]) % 4)))
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    pieces[chosen] = base64.urlsafe_b64encode(content).rstrip(b"=").decode()
    state["seal"] = ".".join(pieces)
    return state


def letter_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """Another letter, one more or one less; the last letter of base64 has bits that stand for nothing."""
    seal = state["seal"]
    place = rng.choice((rng.randrange(len(seal)), rng.randrange(len(seal)), len(seal) - 1, seal.rindex(".") - 1))
    letter = rng.choice((*LETTERS, *LETTERS, ".", "=", " ", "é", "\x00", "٣"))
    state["seal"] = seal[:place] + letter * rng.choice((0, 1, 1, 1, 2)) + seal[place + rng.choice((0, 1, 1, 1)) :]
    return state


def form_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A seal cut short, doubled, of another key, without some part, in other letters, or of another kind."""
    seal = state["seal"]
    form, key, packed, mac = seal.split(".")
    state["seal"] = rng.choice(
        (
            seal[: rng.randrange(len(seal))], seal[rng.randrange(1, len(seal)) :], seal + seal, seal + "=", seal + ".",
            seal + "." + mac, f"{form}.old.{packed}.{mac}", f"{form}..{packed}.{mac}", f"{form}.{key}.{packed}.",
            f"{form}.{key}..{mac}", f"{form}.{key}.{mac}.{packed}", f"s2.{key}.{packed}.{mac}", seal.upper(),
            seal.lower(), seal.swapcase(), " " + seal, seal + "\n", "", "....", "s1.new..", None, 1, [seal],
        )
    )  # fmt: skip
    return state


EDITS: tuple[Edit, ...] = (
    value, value, value, left_out, added, swapped, removed, doubled, exchanged, exchanged, exchanged_within,
    exchanged_within, given_twice, other_seal, spliced_seal, bit_of_seal, letter_of_seal, form_of_seal,
)  # fmt: skip


# ---------------------------------------------------------------- what becomes of them


def outcome(raw: bytes) -> str:
    """`taken`, `not sealed` or `no state`; anything else that is raised is a mistake."""
    try:
        _strict.read(msgspec.Raw(raw), "state")
    except Impossible as impossible:
        codes = [violation.code for violation in impossible.violations]
        assert codes == ["state.not_sealed"], codes
        return "not sealed"
    except Problem:
        return "no state"
    return "taken"


def outcome_over_http(app: Any, raw: bytes) -> str:
    """The same of what the service answers."""
    content = [("Content-Type", "application/json")]
    answer = ask(app, request("POST", "/v1/states/validate", content, b'{"state":%b}' % raw))
    body = json.loads(answer.body)
    if answer.status == 200:
        codes = [violation["code"] for violation in body["violations"]]
        return "not sealed" if codes == ["state.not_sealed"] and body["valid"] is False else "taken"
    assert 400 <= answer.status < 500, answer
    return "no state"


class Campaign:
    """Edits sealed states, and counts what becomes of them, by the kind of edit."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seen: Counter[str] = Counter()
        self.states = 0
        self.over_http = 0
        self.taken: list[str] = []
        self._app = create_app(Settings(state_memory_bytes=0, seal_keys=KEYS, require_seal=True))

    def run(self, number: int, edits: int, progress: Callable[[str], None] = print) -> None:
        """At least so many edits, `edits` for each state."""
        rng, began, told = random.Random(self.seed), time.monotonic(), 0
        of_another: list[Json] = []
        for states in games(rng, self.seen):
            for state in states:
                whole = msgspec.json.encode(state)
                assert outcome(whole) == outcome_over_http(self._app, whole) == "taken", "a sealed state was refused"
                self.states += 1
                for _ in range(edits):
                    self._edit(rng, whole, rng.choice(of_another if of_another and rng.random() < 0.3 else states))
            of_another = states
            done = sum(self.counts.values())
            if done >= told + number / 10:
                told = done
                progress(f"{done:,} edits, {time.monotonic() - began:,.0f} s, {len(self.taken)} taken")
            if done >= number:
                return

    def _edit(self, rng: random.Random, whole: bytes, other: Json) -> None:
        while True:
            edit = rng.choice(EDITS)
            changed = edit(rng, msgspec.json.decode(whole), other)
            if isinstance(changed, bytes):
                raw = changed
                break
            if not same(changed, msgspec.json.decode(whole)):
                raw = json.dumps(changed).encode()
                break
        found = outcome(raw)
        if sum(self.counts.values()) % OVER_HTTP == 0:
            self.over_http += 1
            assert outcome_over_http(self._app, raw) == found
        self.counts[edit.__name__, found] += 1
        if found == "taken":
            self.taken.append(f"{edit.__name__}, seed {self.seed}: {whole.decode()} as {raw.decode()}")

    def table(self) -> Iterator[str]:
        """What there is to tell at the end."""
        columns = ("not sealed", "no state", "taken")
        yield f"{'edit':18} {'edits':>9} " + " ".join(f"{column:>10}" for column in columns)
        for name in dict.fromkeys(edit.__name__ for edit in EDITS):
            cells = [self.counts[name, column] for column in columns]
            yield f"{name:18} {sum(cells):>9,} " + " ".join(f"{cell:>10,}" for cell in cells)
        cells = [sum(count for (_, column), count in self.counts.items() if column == one) for one in columns]
        yield f"{'all':18} {sum(cells):>9,} " + " ".join(f"{cell:>10,}" for cell in cells)
        yield f"seed {self.seed}; {self.states:,} states; {self.over_http:,} edits over HTTP, too"
        yield ", ".join(f"{name} {count:,}" for name, count in self.seen.items())


def same(one: Json, other: Json) -> bool:
    """Whether two texts of JSON say the same: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(1 << 32)))
    given = parser.parse_args()
    campaign, began = Campaign(given.seed), time.monotonic()
    print(f"seed {given.seed}", flush=True)
    campaign.run(given.number, edits=100, progress=lambda line: print(line, flush=True))
    seconds = time.monotonic() - began
    print(*campaign.table(), f"{seconds:,.0f} s, {sum(campaign.counts.values()) / seconds:,.0f} a second", sep="\n")
    print(*campaign.taken[:5], sep="\n")
    return 1 if campaign.taken else 0


if __name__ == "__main__":
    sys.exit(main())
