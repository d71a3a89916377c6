"""Two instances with the old and the new value of a setting side by side, as in a rollout.

docs/operations.md, "Two values side by side", has a row for each setting, with the steps that are tried here.
Instances are applications in this process, each with its own cache of verified states. Only those with another version
of the engine are processes.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from itertools import count, cycle, pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.piquet import ENGINE_VERSION
from service.settings.service import Settings
from tests.cache.servers import Server as Redis
from tests.cache.test_analyses import ASKED, PATHS
from tests.helpers import program
from tests.helpers.running_service import ROOT, running

Json = Any

SECRETS = {name: f"{name}:{b64encode(name.encode() * 16).decode()}" for name in ("old", "new")}
SEAT_KEYS = {"A": "the key of seat A, which nobody else has", "B": "the key of seat B, which is another one"}
HASHES = {seat: sha256(key.encode()).hexdigest() for seat, key in SEAT_KEYS.items()}
FIRST_DEAL = {"ruleset": "portland", "dealer": "B", "seed": "rollout"}

#: The ids in SEAL_KEYS before and after each step of a rotation.
ROTATION = ("old", "old,new", "new,old", "new")
STEPS = list(pairwise(ROTATION))


def seal_keys(ids: str) -> str:
    return ",".join(SECRETS[name] for name in ids.split(","))


def ask(instance: httpx.Client, path: str, body: Json, **headers: str) -> tuple[int, Json]:
    """The status and the response of a POST."""
    response = instance.post(path, json=body, headers=headers)
    return response.status_code, response.json()


def answer(instance: httpx.Client, path: str, body: Json, **headers: str) -> Json:
    status, found = ask(instance, path, body, **headers)
    assert status == 200, found
    return found


Start = Callable[..., httpx.Client]
UNHURRIED = {"ANALYSIS_PROCESSES": "0", "ANALYSIS_DEADLINE_MS": "300000"}  # the machine may be busy


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start an instance with these settings and an engine of this version, if there is none yet."""
    folder = tmp_path_factory.mktemp("instances")
    with ExitStack() as stack:

        @cache
        def start(version: str = ENGINE_VERSION, **settings: str) -> httpx.Client:
            if version == ENGINE_VERSION:
                app = create_app(Settings.from_env(UNHURRIED | settings))
                made = httpx.Client(base_url="http://localhost", transport=httpx.WSGITransport(app=app))
            else:
                server = stack.enter_context(running(folder / str(next(numbers)), engine(version), **settings))
                made = httpx.Client(base_url=server.url, trust_env=False, timeout=60)
            return stack.enter_context(made)

        numbers = count()
        yield start


def engine(version: str) -> list[str]:
    """The command that starts the service with an engine which says that it is another version."""
    begin = f"""
import sys, service.piquet
for module in [*sys.modules.values()]:
    if "ENGINE_VERSION" in vars(module):
        module.ENGINE_VERSION = {version!r}
from service.server.__main__ import main
main()
"""
    return [*program.COMMAND, begin]


def deal(instance: httpx.Client) -> Json:
    return answer(instance, "/v1/deals", FIRST_DEAL)["state"]


def play_deal(instances: list[httpx.Client], state: Json) -> Json:
    """The state after the deal is played out, and the next one dealt; the instances take turns.

    Whatever one of them wrote, another one gets: to list the options, and to check an action.
    """
    turns = cycle(instances)
    taken = 0
    while True:
        here = next(turns)
        options = answer(here, "/v1/actions/options", {"state": state, "expand": True, "limit": 1})
        if not options["actions"]:
            break
        checked = answer(here, "/v1/actions/check", {"state": state, "action": options["actions"][0]})
        assert checked["legal"], checked["violations"]
        state, taken = checked["state"], taken + 1
    assert taken > 20 and state["phase"] == "deal_over"
    assert answer(here, "/v1/states/validate", {"state": state})["valid"]
    return answer(here, "/v1/deals", {"state": state, "seed": "next"})["state"]


def assert_first_deals_are_taken(first: httpx.Client, second: httpx.Client) -> None:
    """Each instance takes what the other one has dealt."""
    for one, other in ((first, second), (second, first)):
        assert answer(other, "/v1/states/validate", {"state": deal(one)})["valid"]
        assert answer(other, "/v1/states/validate", {"state": held(deal_concealed(one), "A")})["valid"]


def held(concealed: Json, *seats: str) -> Json:
    """A concealed state as the holder of the keys of these seats sends it."""
    return {**concealed, "keys": {seat: SEAT_KEYS[seat] for seat in seats}}


def deal_concealed(instance: httpx.Client) -> Json:
    return answer(instance, "/v1/deals/concealed", {**FIRST_DEAL, "key_hashes": HASHES})["concealed"]


def play_concealed_deal(instances: list[httpx.Client], state: Json) -> Json:
    """The same for a concealed state: each seat acts with its own key, and agrees to the next deal."""
    turns = cycle(instances)
    seat, taken = "A", 0
    while seat:
        here = next(turns)
        options = answer(here, "/v1/actions/options", {"state": held(state, seat), "expand": True, "limit": 1})
        if options["to_act"] == seat:
            action = {"state": held(state, seat), "action": options["actions"][0]}
            state, taken = answer(here, "/v1/actions/check", action)["concealed"], taken + 1
        else:
            seat = options["to_act"]
    assert taken > 20
    for seat, here in zip("AB", turns, strict=False):
        agreed = answer(here, "/v1/deals/concealed", {"state": held(state, seat)})
        state = agreed["concealed"]
    assert "awaiting" not in agreed and agreed["view"]["partie"]["deal"] == 2
    return state


def assert_records_are_taken(first: httpx.Client, second: httpx.Client) -> None:
    """A record that one instance has converted gets the same report from the other one. No record has a seal."""
    text = (ROOT / "examples" / "partie.piquet").read_text()
    as_json = answer(first, "/v1/records/convert", {"record": text, "to": "json"})["record"]
    assert "seal" not in json.dumps(as_json)
    assert answer(second, "/v1/records/convert", {"record": as_json, "to": "text"})["record"] == text
    reports = [answer(one, "/v1/records/verify", {"records": [text, as_json]})["reports"] for one in (first, second)]
    assert reports[0] == reports[1] and [report["agrees"] for report in reports[0]] == [True, True]


# ---------------------------------------------------------------- seal keys


@pytest.fixture(scope="module")
def rotated(instance: Start) -> dict[str, httpx.Client]:
    """An instance for each value of SEAL_KEYS in a rotation, with REQUIRE_SEAL as in production."""
    return {ids: instance(SEAL_KEYS=seal_keys(ids), REQUIRE_SEAL="1") for ids in ROTATION}


@pytest.mark.parametrize(("before", "after"), STEPS)
def test_games_go_on_through_each_step_of_a_rotation(rotated: dict[str, httpx.Client], before: str, after: str):
    first, second = rotated[before], rotated[after]
    assert_first_deals_are_taken(first, second)
    play_deal([second, first], deal(first))
    play_concealed_deal([second, first], deal_concealed(first))
    assert_records_are_taken(first, second)


def test_a_game_goes_on_through_a_whole_rotation_until_its_key_is_removed(rotated: dict[str, httpx.Client]):
    """A game that began before the first step is taken after the second, and lost after the third."""
    state, concealed = deal(rotated["old"]), deal_concealed(rotated["old"])
    for ids in ("old,new", "new,old"):
        assert answer(rotated[ids], "/v1/states/validate", {"state": state})["valid"]
        assert answer(rotated[ids], "/v1/states/validate", {"state": held(concealed, "A")})["valid"]
    (violation,) = answer(rotated["new"], "/v1/states/validate", {"state": state})["violations"]
    assert violation["code"] == "state.not_sealed"
    status, refused = ask(rotated["new"], "/v1/states/validate", {"state": held(concealed, "A")})
    assert (status, refused["code"]) == (409, "invalid_token")


def test_a_rotation_in_one_step_refuses_games(rotated: dict[str, httpx.Client]):
    """What the steps are for: an instance that does not have the new key yet refuses what it seals."""
    old, both = rotated["old"], rotated["new,old"]
    (violation,) = answer(old, "/v1/states/validate", {"state": deal(both)})["violations"]
    assert violation["code"] == "state.not_sealed"
    status, refused = ask(old, "/v1/states/validate", {"state": held(deal_concealed(both), "A")})
    assert (status, refused["code"]) == (409, "invalid_token")


@pytest.mark.parametrize(("before", "after"), STEPS)
def test_only_the_second_step_deals_a_concealed_seed_in_two_ways(
    rotated: dict[str, httpx.Client], before: str, after: str
):
    """The cards of a seed depend on the first key, so programs that compare may find two deals in that step."""
    first_keys = {ids.split(",")[0] for ids in (before, after)}
    tokens = {deal_concealed(rotated[ids])["token"] for ids in (before, after)}
    assert len(tokens) == len(first_keys)


@pytest.mark.parametrize("page", ["docs/operations.md", "deploy/k8s/overlays/production/kustomization.yaml"])
def test_the_documents_and_manifests_show_the_steps_that_are_tried(page: str):
    shown = re.findall(r"SEAL_KEYS=(\w+:…(?:,\w+:…)?)", (ROOT / page).read_text())
    old, *_ = shown[0].split(":")
    steps = [tuple("old" if key.startswith(f"{old}:") else "new" for key in value.split(",")) for value in shown]
    assert [",".join(step) for step in steps] == list(ROTATION)


# ---------------------------------------------------------------- other settings of seals, and engines


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"SEAL_KEYS": SECRETS["new"]}),
        ({"SEAL_KEYS": SECRETS["new"]}, {"SEAL_KEYS": SECRETS["new"], "REQUIRE_SEAL": "1"}),
    ],
)
def test_games_go_on_while_seals_are_introduced_and_then_required(instance: Start, before: Json, after: Json):
    first, second = instance(**before), instance(**after)
    play_deal([second, first], deal(second))
    if "SEAL_KEYS" in before:
        play_concealed_deal([second, first], deal_concealed(first))


def test_seals_that_are_introduced_and_required_at_once_refuse_games(instance: Start):
    first, second = instance(), instance(SEAL_KEYS=SECRETS["new"], REQUIRE_SEAL="1")
    (violation,) = answer(second, "/v1/states/validate", {"state": deal(first)})["violations"]
    assert violation["code"] == "state.not_sealed"


OLD_ENGINE, NEW_ENGINE = "0.2.0", "1.0.0"
STRICT = {"SEAL_KEYS": SECRETS["old"], "REQUIRE_SEAL": "1"}
BOTH_ENGINES = {**STRICT, "SEAL_ENGINES": f"{OLD_ENGINE},{NEW_ENGINE}"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((OLD_ENGINE, STRICT), (OLD_ENGINE, BOTH_ENGINES)),
        ((OLD_ENGINE, BOTH_ENGINES), (NEW_ENGINE, BOTH_ENGINES)),
        ((NEW_ENGINE, BOTH_ENGINES), (NEW_ENGINE, STRICT)),
        ((OLD_ENGINE, {"SEAL_KEYS": SECRETS["old"]}), (NEW_ENGINE, {"SEAL_KEYS": SECRETS["old"]})),
    ],
)
def test_games_go_on_through_each_step_of_an_upgrade(
    instance: Start, before: tuple[str, Json], after: tuple[str, Json]
):
    first, second = (instance(version, **settings) for version, settings in (before, after))
    assert_first_deals_are_taken(first, second)
    play_deal([second, first], deal(first))
    play_concealed_deal([second, first], deal_concealed(first))
    assert_records_are_taken(first, second)


def test_an_upgrade_in_one_step_refuses_games_where_seals_are_required(instance: Start):
    first, second = instance(OLD_ENGINE, **STRICT), instance(NEW_ENGINE, **STRICT)
    refused = [
        answer(one, "/v1/states/validate", {"state": deal(other)})["violations"][0]["code"]
        for one, other in ((first, second), (second, first))
    ]
    assert refused == ["state.not_sealed"] * 2


# ---------------------------------------------------------------- what is shared in a Redis


@pytest.fixture
def redis(directory: Path) -> Iterator[str]:
    with Redis(directory / "one") as server:
        yield server.url


def test_instances_with_two_cache_secrets_give_the_same_analyses(instance: Start, redis: str):
    """Each takes the other's entries for missing, computes, and replaces them."""
    first, second = (
        instance(REDIS_URL=redis, REDIS_TIMEOUT_MS="1000", CACHE_SECRET=secret, CACHE_MEMORY_BYTES="0")
        for secret in ("old", "new")
    )
    found = [
        {name: answer(one, PATHS[name], body) for name, body in ASKED.items()} for one in (first, second, second, first)
    ]
    assert found[0] == found[1] == found[2] == found[3]


def test_instances_with_two_quotas_count_together_and_each_refuses_by_its_own(instance: Start, redis: str):
    first, second = (
        instance(REDIS_URL=redis, REDIS_TIMEOUT_MS="1000", RATE_LIMIT=f"{amount}/day") for amount in (2, 3)
    )
    statuses = [ask(one, "/v1/deals", FIRST_DEAL)[0] for one in (first, second, first, second, second)]
    assert statuses == [200, 200, 429, 200, 429]


# ---------------------------------------------------------------- API keys

API_KEYS = {name: f"club:the-{name}-key-of-the-club" for name in ("old", "new")}


def statuses_with(key: str, *instances: httpx.Client) -> list[int]:
    sent = API_KEYS[key].partition(":")[2]
    return [ask(one, "/v1/deals", FIRST_DEAL, **{"X-API-Key": sent})[0] for one in instances]


def test_callers_are_served_through_each_step_of_a_change_of_api_keys(instance: Start):
    """The new key is added, callers change to it, and the old one is removed."""
    values = (API_KEYS["old"], f"{API_KEYS['old']},{API_KEYS['new']}", API_KEYS["new"])
    old, both, new = (instance(API_KEYS=value) for value in values)
    assert statuses_with("old", old, both) == [200, 200]
    assert statuses_with("new", both, new) == [200, 200]
    assert statuses_with("new", old) == statuses_with("old", new) == [401], "in one step"
