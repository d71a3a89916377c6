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

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.seals import Seals
from service.api.game_states.verification import Impossible
from service.api.problems import Problem
from service.app import create_app
from service.settings.service import Settings
from tests.fuzz.edits import EDITS, Edit, Json
from tests.fuzz.games import Games, irregular, is_irregular, ordinary
from tests.fuzz.wire import ask, request
from tests.helpers.http import violations_of
from tests.helpers.random_cases import MOST, fresh_seed

KEYS = {"new": b"n" * 32, "old": b"o" * 32}
#: Of how many edits one is sent over HTTP, too.
OVER_HTTP = 50

_sealing = StateCodec(0, Seals(KEYS))
_strict = StateCodec(0, Seals(KEYS, required=True))


def sealed(state: Json) -> Json:
    holds = _sealing.read(msgspec.Raw(msgspec.json.encode(state)))
    return msgspec.json.decode(bytes(_sealing.write(holds)["state"]))


class Campaign:
    """Edits sealed states, and counts what becomes of them, by the kind of edit."""

    #: The service that judges the edited states over HTTP.
    settings = Settings(state_memory_bytes=0, seal_keys=KEYS, require_seal=True)
    edits: tuple[Edit, ...] = EDITS
    #: What may become of an edited state. If it is `taken`, that is a mistake.
    outcomes: tuple[str, ...] = ("not sealed", "no state", "taken")

    def __init__(self, seed: str, games: Games = ordinary) -> None:
        self.seed = seed
        self.games = games
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seen: Counter[str] = Counter()
        self.states = self.irregular_states = 0
        self.over_http = 0
        self.taken: list[str] = []
        self._app = create_app(self.settings)

    def prepared(self, state: Json) -> Json:
        """The state as it is edited."""
        return sealed(state)

    def outcome(self, raw: bytes, before: Json) -> str:
        """What becomes of an edited state; anything else that is raised is a mistake."""
        try:
            _strict.read(msgspec.Raw(raw), "state")
        except Impossible as impossible:
            codes = [violation.code for violation in impossible.violations]
            assert codes == ["state.not_sealed"], codes
            return "not sealed"
        except Problem:
            return "no state"
        return "taken"

    def over_http_as(self, raw: bytes) -> str:
        """`no state`, `taken`, or the first of `outcomes` if the state is not valid, by what the service answers."""
        content = [("Content-Type", "application/json")]
        answer = ask(self._app, request("POST", "/v1/states/validate", content, b'{"state":%b}' % raw))
        if answer.status != 200:
            assert 400 <= answer.status < 500, answer
            return "no state"
        return "taken" if json.loads(answer.body)["valid"] else self.outcomes[0]

    def run(self, number: int, edits: int, progress: Callable[[str], None] = print) -> None:
        """At least so many edits, `edits` for each state, and some of each kind. Each state, unedited, is valid."""
        rng, began, told = random.Random(self.seed), time.monotonic(), 0
        of_another: list[Json] = []
        for played in self.games(rng, self.seen):
            assert not any(violations_of(state) for state in played), "a state was refused"
            states = [self.prepared(state) for state in played]
            for state in states:
                whole = msgspec.json.encode(state)
                assert self.over_http_as(whole) == "taken", "a state was refused"
                self.states += 1
                self.irregular_states += is_irregular(state)
                for _ in range(edits):
                    self._edit(rng, whole, rng.choice(of_another if of_another and rng.random() < 0.3 else states))
            of_another = states
            done = sum(self.counts.values())
            if done >= told + number / 10:
                told = done
                progress(f"{done:,} edits, {time.monotonic() - began:,.0f} s, {len(self.taken)} taken")
            if done >= number and (not self.untried() or done >= MOST * number):
                return

    def untried(self) -> set[str]:
        """The kinds of edits that were not made."""
        return {edit.__name__ for edit in self.edits} - {edit for edit, _ in self.counts}

    def _edit(self, rng: random.Random, whole: bytes, other: Json) -> None:
        state = msgspec.json.decode(whole)
        while True:
            edit = rng.choice(self.edits)
            changed = edit(rng, msgspec.json.decode(whole), other)
            if isinstance(changed, bytes):
                raw = changed
                break
            if not same(changed, state):
                raw = msgspec.json.encode(changed)
                break
        found = self.outcome(raw, state)
        if sum(self.counts.values()) % OVER_HTTP == 0:
            self.over_http += 1
            valid = found not in self.outcomes[:2]
            assert self.over_http_as(raw) == ("taken" if valid else found)
        self.counts[edit.__name__, found] += 1
        if found == "taken":
            self.taken.append(f"{edit.__name__}, seed {self.seed}: {whole.decode()} as {raw.decode()}")

    def table(self) -> Iterator[str]:
        """What there is to tell at the end."""
        yield f"{'edit':18} {'edits':>9} " + " ".join(f"{name:>10}" for name in self.outcomes)
        for name in dict.fromkeys(edit.__name__ for edit in self.edits):
            yield self._row(name, [self.counts[name, one] for one in self.outcomes])
        of_all = [sum(count for (_, name), count in self.counts.items() if name == one) for one in self.outcomes]
        yield self._row("all", of_all)
        yield f"seed {self.seed}; {self.states:,} states, {self.irregular_states:,} of them with irregular entries"
        yield f"{self.over_http:,} edits over HTTP, too"
        yield ", ".join(f"{name} {count:,}" for name, count in self.seen.items())

    def _row(self, name: str, cells: list[int]) -> str:
        return f"{name:18} {sum(cells):>9,} " + " ".join(f"{cell:>10,}" for cell in cells)


def same(one: Json, other: Json) -> bool:
    """Whether two texts of JSON say the same: true is not 1."""
    return bool(one == other) and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def main(kind: type[Campaign], description: str | None) -> int:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--seed", default=fresh_seed())
    parser.add_argument("--irregular", action="store_true", help="states of parties with irregularities only")
    given = parser.parse_args()
    campaign, began = kind(given.seed, irregular if given.irregular else ordinary), time.monotonic()
    print(f"seed {given.seed}", flush=True)
    campaign.run(given.number, edits=100, progress=lambda line: print(line, flush=True))
    seconds = time.monotonic() - began
    print(*campaign.table(), f"{seconds:,.0f} s, {sum(campaign.counts.values()) / seconds:,.0f} a second", sep="\n")
    print(*campaign.taken[:5], sep="\n")
    return 1 if campaign.taken else 0


if __name__ == "__main__":
    sys.exit(main(Campaign, __doc__))
