"""`make fuzz-seals`: sealed states, each edited somewhere, a million times, where only sealed states are taken.

Every edit changes what the JSON says (the order of members, white space and 5.0 for 5 are no edits: a seal is over what
a state says). Each has to be refused: as not sealed by us, or as no state at all. Ends with status 1 if one was taken.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.seals import Seals
from service.api.game_states.verification import Impossible
from service.api.problems import Problem
from service.app import create_app
from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import RULESETS
from service.settings.service import Settings
from tests.fuzz.edits import EDITS, Json
from tests.fuzz.wire import ask, request
from tests.helpers.http import client
from tests.properties.random_play import reachable_states

KEYS = {"new": b"n" * 32, "old": b"o" * 32}
#: Of how many edits one is sent over HTTP, too.
OVER_HTTP = 50

_sealing = StateCodec(0, Seals(KEYS))
_strict = StateCodec(0, Seals(KEYS, required=True))


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
