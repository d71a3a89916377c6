"""Sealed states: taken as they are, and as nothing else than they are."""

import base64
import functools
import hmac
import json

import pytest

from service.api.game_states import seals
from service.app import create_app
from service.piquet import ENGINE_VERSION
from service.piquet.rulesets.published import RULESETS as RULESETS_THERE_ARE
from service.settings.service import Settings, SettingsError
from tests.fuzz import seals as seal_fuzz
from tests.fuzz.games import few, ordinary
from tests.helpers.game import Game
from tests.helpers.http import Json
from tests.helpers.random_cases import SEED, scale, seeds
from tests.helpers.short_campaigns import assert_no_edit_is_taken
from tests.properties.random_play import reachable_states

OLD, NEW = {"old": b"o" * 32}, {"new": b"n" * 32}
RULESETS = ("portland", "hoyle", "french", {"name": "wikipedia", "overrides": {"nought": True, "carte_rouge": 20}})


def service(keys, required=False, engines=()):
    """A service that remembers nothing, so that nothing but its seal speaks for a state; one for all tests."""
    return _service(tuple(keys.items()), required, engines)


@functools.cache
def _service(keys, required, engines):
    settings = Settings(state_memory_bytes=0, seal_keys=dict(keys), require_seal=required, seal_engines=engines)
    return create_app(settings).test_client()


def validate(client, state: Json) -> Json:
    response = client.post("/v1/states/validate", json={"state": state})
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json


def sealed(client, state: Json) -> Json:
    """A state as another service writes it: that which follows a look at nothing, an action that is always there."""
    action = client.post("/v1/actions/options", json={"state": state, "expand": True, "limit": 1}).json["actions"][0]
    return client.post("/v1/actions/check", json={"state": state, "action": action}).json["state"]


def codes(answer: Json) -> list[str]:
    return [violation["code"] for violation in answer["violations"]]


def some_states(count: int, name: str) -> list[Json]:
    """States in which somebody is to act, of random deals under several rulesets."""
    found: list[Json] = []
    for number, (_, rng) in enumerate(seeds(name, count // 5)):
        states = [state for state in reachable_states(RULESETS[number % len(RULESETS)], rng, 0.3) if state["to_act"]]
        found += rng.sample(states, min(5, len(states)))
    return found


def test_without_keys_nothing_is_sealed():
    assert "seal" not in Game.deal().state


def test_a_seal_is_an_hmac_over_everything_that_is_sealed():
    """docs/adr/0007: SHA-256 over the engine's version, the key's id, the packed state and the JSON."""
    (name, key), *_ = NEW.items()
    ruleset = {"name": "portland", "overrides": {"target": 221}}
    body = service(NEW).post("/v1/deals", json={"ruleset": ruleset, "dealer": "B", "seed": "seals"}).data
    start, end = body.index(b'"state":') + len(b'"state":'), body.index(b',"seal":"')
    form, said, packed, mac = body[end + len(b',"seal":"') : body.index(b'"', end + len(b',"seal":"'))].split(b".")
    assert (form, said) == (b"s1", name.encode())
    message = b"\n".join([ENGINE_VERSION.encode(), said, packed, body[start:end] + b"}"])
    assert base64.urlsafe_b64decode(mac + b"=") == hmac.digest(key, message, "sha256")


def test_seals_are_required_only_where_it_is_said():
    assert [made.required for made in (seals.Seals(NEW), seals.Seals(NEW, True))] == [False, True]


def test_a_sealed_state_is_judged_like_any_other():
    plain, sealing, strict = service({}), service(NEW), service(NEW, required=True)
    states = some_states(30, "judged")
    assert len(states) > 20
    for state in states:
        with_seal = sealed(sealing, state)
        without = {name: value for name, value in with_seal.items() if name != "seal"}
        assert without == sealed(plain, state)
        for path in ("/v1/actions/options", "/v1/states/view"):
            more = {"seat": "A"} if path.endswith("view") else {"expand": True, "limit": 3}
            expected = plain.post(path, json={"state": without, **more})
            for client in (sealing, strict):
                assert client.post(path, json={"state": with_seal, **more}).json == expected.json


def test_a_state_is_taken_in_any_order_of_its_members():
    strict = service(NEW, required=True)
    state = sealed(service(NEW), Game.deal().state)
    turned = {name: state[name] for name in reversed(state)}
    turned["hands"] = {"B": state["hands"]["B"], "A": state["hands"]["A"]}
    assert validate(strict, json.loads(json.dumps(turned, indent=3)))["valid"]


def test_an_edit_of_any_member_breaks_the_seal(tell):
    """A short `make fuzz-seals`: every kind of edit, states of every ruleset and phase; some over HTTP, too."""
    campaign = seal_fuzz.Campaign(f"{SEED}:seals", few(ordinary))
    campaign.run(scale(600), edits=8)
    assert campaign.taken == []
    assert campaign.untried() == set()
    assert campaign.seen.keys() >= RULESETS_THERE_ARE.keys()
    assert campaign.over_http >= 12
    tell(f"Sealed states: {sum(campaign.counts.values()):,} edits, none taken.")


def test_an_edit_of_a_state_with_irregular_entries_breaks_the_seal(tell):
    """A short `make fuzz-seals IRREGULAR=1`."""
    assert_no_edit_is_taken(
        seal_fuzz.Campaign, scale(500, enough=200), 10, tell, "Sealed states with irregular entries"
    )


def test_an_edit_that_would_be_taken_is_found(monkeypatch):
    """The campaign itself: against seals that are over what the engine has, and not over what everybody reads."""
    mac = seals.Seals._mac
    monkeypatch.setattr(
        seals.Seals, "_mac", lambda self, engine, key, packed, written: mac(self, engine, key, packed, b"")
    )
    campaign = seal_fuzz.Campaign("planted")
    campaign.run(200, edits=10)
    kinds = {kind for kind, found in campaign.counts if found == "taken"}
    assert {"value", "exchanged", "swapped"} <= kinds
    assert not {"bit_of_seal", "letter_of_seal", "form_of_seal"} & kinds


def test_a_broken_seal_counts_for_nothing_where_none_is_required():
    sealing = service(NEW)
    state = sealed(sealing, Game.deal().state)
    state["score"]["A"] += 10
    assert codes(validate(sealing, state)) == ["state.score"]
    state["score"]["A"] -= 10
    for seal in ("", "s1", "s1.new", "s1.new..", "s2.new.AAAA.AAAA", "s1.new.AAAA.é", state["seal"][:-1], "." * 4000):
        assert validate(sealing, {**state, "seal": seal})["valid"]


def test_keys_are_changed_while_games_go_on():
    state = sealed(service(OLD), Game.deal().state)
    assert validate(service({**NEW, **OLD}, required=True), state)["valid"]
    assert sealed(service({**NEW, **OLD}), state)["seal"].startswith("s1.new.")
    assert codes(validate(service(NEW, required=True), state)) == ["state.not_sealed"]
    assert validate(service(NEW), state)["valid"]  # played again


def test_the_name_of_a_key_is_no_key():
    state = sealed(service({"new": b"other" * 7}), Game.deal().state)
    assert codes(validate(service(NEW, required=True), state)) == ["state.not_sealed"]


def test_a_seal_of_another_engine_counts_for_nothing(monkeypatch):
    state = sealed(service(NEW), Game.deal().state)
    monkeypatch.setattr(seals, "ENGINE_VERSION", "0.0.1")
    assert codes(validate(service(NEW, required=True), state)) == ["state.not_sealed"]
    assert validate(service(NEW), state)["valid"]


def sealed_by_another_engine(monkeypatch) -> Json:
    """A state that a service with the engine 0.0.1 has sealed."""
    with monkeypatch.context() as patch:
        patch.setattr(seals, "ENGINE_VERSION", "0.0.1")
        return sealed(service(NEW), Game.deal().state)


def test_the_seal_of_an_engine_that_is_named_stands_for_a_state_that_holds_when_played_again(monkeypatch):
    state = sealed_by_another_engine(monkeypatch)
    strict = service(NEW, required=True, engines=("0.0.0", "0.0.1"))
    assert validate(strict, state)["valid"]
    assert validate(service(NEW, required=True), sealed(strict, state))["valid"]  # goes on with a seal of this engine
    assert codes(validate(service(NEW, required=True, engines=("0.0.0",)), state)) == ["state.not_sealed"]


def test_a_state_with_the_seal_of_another_engine_is_played_again_and_not_taken_as_it_was_packed(monkeypatch):
    """Another engine may have judged it otherwise: what it packed counts for nothing."""
    state = sealed_by_another_engine(monkeypatch)
    monkeypatch.setattr(seals, "_unpack", lambda packed: pytest.fail("what another engine packed was read"))
    assert validate(service(NEW, required=True, engines=("0.0.1",)), state)["valid"]


def test_an_edited_state_with_the_seal_of_another_engine_is_not_taken(monkeypatch):
    state = sealed_by_another_engine(monkeypatch)
    strict = service(NEW, required=True, engines=("0.0.1",))
    assert codes(validate(strict, {**state, "score": {"A": 30, "B": 0}})) == ["state.not_sealed"]
    # The form of a seal, and a MAC that is none: of the right length, too.
    form, key, packed, mac = state["seal"].split(".")
    for seal in (f"{form}.{key}.{packed}.{mac[::-1]}", f"{form}.{key}.{packed}."):
        assert codes(validate(strict, {**state, "seal": seal})) == ["state.not_sealed"]


def test_the_service_takes_what_a_newer_engine_has_sealed_while_both_serve(monkeypatch):
    state = sealed(service(NEW), Game.deal().state)
    monkeypatch.setattr(seals, "ENGINE_VERSION", "0.0.1")
    assert validate(service(NEW, required=True, engines=(ENGINE_VERSION,)), state)["valid"]


def test_text_positions_are_refused_where_seals_are_required():
    line = validate(service({}), Game.deal().state)["text"]
    strict = service(NEW, required=True)
    action = {"seat": "A", "type": "exchange", "cards": ["7S"]}
    asked = [
        strict.get("/v1/actions/check", query_string={"state": line, "action": "AxS7"}),
        *(
            strict.post(f"/v1/{path}", json=body)
            for path, body in {
                "actions/check": {"state": line, "action": action},
                "actions/check-many": {"state": line, "actions": [action]},
                "actions/options": {"state": line},
                "states/validate": {"state": line},
                "states/view": {"state": line, "seat": "A"},
                "play/analyse": {"state": line},
                "deals": {"state": line, "seed": "x"},
            }.items()
        ),
        strict.post("/v1/actions/check-many", json={"items": [{"state": line, "action": action}]}),
    ]
    assert [(each.status_code, each.json["code"]) for each in asked] == [(409, "seal_required")] * 9
    pointers = [each.json["errors"][0]["pointer"] for each in asked]
    assert pointers == ["/state"] * 8 + ["/items/0/state"]


def test_where_seals_are_required_every_operation_asks_for_one():
    strict, state = service(NEW, required=True), Game.deal().state
    check = {"state": state, "action": {"seat": "A", "type": "exchange", "cards": state["hands"]["A"][:1]}}
    answer = strict.post("/v1/actions/check", json=check).json
    assert (answer["legal"], codes(answer)) == (False, ["state.not_sealed"])
    assert answer["violations"][0]["pointer"] == "/state/seal"
    many = strict.post("/v1/actions/check-many", json={"items": [check]}).json
    assert codes(many["items"][0]) == ["state.not_sealed"]
    for path, more in (("options", {}), ("view", {"seat": "A"})):
        operation = "/v1/actions/options" if path == "options" else "/v1/states/view"
        response = strict.post(operation, json={"state": state, **more})
        assert (response.status_code, response.json["code"]) == (409, "impossible_state")
    unknown = strict.post("/v1/actions/options", json={"state": {**state, "ruleset": "whist"}})
    assert (unknown.json["code"], unknown.json["errors"][0]["pointer"]) == ("unknown_ruleset", "/state/ruleset")


def test_a_whole_partie_can_be_played_where_seals_are_required():
    strict = service(NEW, required=True)
    deal = strict.post("/v1/deals", json={"ruleset": "portland", "dealer": "B", "seed": "sealed"})
    state = deal.json["state"]
    while state["phase"] != "deal_over":
        asked = strict.post("/v1/actions/options", json={"state": state, "expand": True, "limit": 1}).json
        state = strict.post("/v1/actions/check", json={"state": state, "action": asked["actions"][0]}).json["state"]
    after = strict.post("/v1/deals", json={"state": state, "seed": "the next"}).json["state"]
    assert validate(strict, after)["valid"] and after["partie"]["deal"] == 2
    after["partie"]["deals"][0]["score"]["A"] += 1
    assert codes(validate(strict, after)) == ["state.not_sealed"]


# -- settings


def encoded(secret: bytes) -> str:
    return base64.b64encode(secret).decode()


def test_keys_come_from_the_environment_the_first_in_use():
    text = f"new:{encoded(b'n' * 32)},old:{encoded(b'o' * 40)}"
    settings = Settings.from_env({"SEAL_KEYS": text, "REQUIRE_SEAL": "1"})
    assert list(settings.seal_keys.items()) == [("new", b"n" * 32), ("old", b"o" * 40)]
    assert settings.require_seal
    assert "nnnn" not in repr(settings) and encoded(b"n" * 32) not in repr(settings)


@pytest.mark.parametrize(
    "text",
    [
        "new",
        "new:",
        ":" + encoded(b"n" * 32),
        "new:" + encoded(b"n" * 31),
        "new:not base64 at all",
        "a.b:" + encoded(b"n" * 32),
        f"new:{encoded(b'n' * 32)},new:{encoded(b'o' * 32)}",
    ],
)
def test_keys_that_cannot_be_used_stop_the_start_without_being_repeated(text):
    with pytest.raises(SettingsError, match="SEAL_KEYS") as error:
        Settings.from_env({"SEAL_KEYS": text})
    assert encoded(b"n" * 32)[:10] not in str(error.value)


def test_engines_whose_seals_are_taken_come_from_the_environment():
    assert Settings.from_env({"SEAL_ENGINES": "0.1.0, 0.2.0-rc.1"}).seal_engines == ("0.1.0", "0.2.0-rc.1")
    assert Settings.from_env({}).seal_engines == ()
    for text in ("previous", "0.1", "0.1.0;0.2.0", "v0.1.0", "0.1.0\n"):
        if text.strip() == "0.1.0":
            continue
        with pytest.raises(SettingsError, match=r"^SEAL_ENGINES takes versions of the engine such as 0\.1\.0, not "):
            Settings.from_env({"SEAL_ENGINES": text})


def test_seals_cannot_be_required_without_keys():
    with pytest.raises(SettingsError, match="REQUIRE_SEAL needs SEAL_KEYS"):
        Settings.from_env({"REQUIRE_SEAL": "1"})
