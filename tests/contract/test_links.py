"""The links of the contract, followed: schemathesis deals and plays, and knows nothing but where each answer leads.

Its own machine goes back to any answer that it has had, and so hardly ever gets beyond the exchange. Here a walk goes
on from the newest answer that leads anywhere, and looks at views on its way; all the rest is schemathesis.
"""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from flask import Flask
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.generation.stateful import APIStateMachine
from schemathesis.generation.stateful.control import TransitionController
from schemathesis.generation.stateful.state_machine import StepOutput
from schemathesis.specs.openapi import stateful

from service.piquet.rulesets.published import RULESETS
from tests.contract.validation import contract, follow, operations

Json = Any

ROOT = Path(__file__).parents[2]

SEED = 1882
WALKS = 1
STEPS = 350
# What is walked along; whatever else there is needs no link.
ALONG = ["start_partie", "deal", "list_options", "check_action", "view_state", "validate_state"]
KNOWN = sorted(RULESETS)
SETTINGS = {"generation": {"mode": "positive"}}


def with_whole_bodies() -> dict[str, Json]:
    """The contract, with the bodies of links where schemathesis looks for them. It would mix them with bodies that are
    made up, unless `merge_body` says otherwise. The two headers of every request would be made up at random, too."""
    document = copy.deepcopy(contract())
    for link in document["components"]["links"].values():
        link |= {"requestBody": link.pop("x-request-body"), "x-schemathesis": {"merge_body": False}}
    for path in document["paths"].values():
        path["parameters"] = []
    return document


class Onward(TransitionController):
    """A walk begins with a partie, since a body made up at random holds no game; then every link may be followed."""

    def allow_root_transition(self, source: str, bundles: Any) -> bool:
        return source == "POST /v1/parties" and not bundles

    def allow_transition(self, source: str, target: str) -> bool:
        return True


class Everything:
    def is_enabled(self, name: str) -> bool:
        return True


def walk(app: Flask, reached: Counter[str]) -> type[APIStateMachine]:
    """The machine of schemathesis, going on from where it is. `reached` counts requests by the phase they were sent in,
    and deals that were played out."""
    schema = schemathesis.openapi.from_dict(with_whole_bodies(), config=SchemathesisConfig.from_dict(SETTINGS))
    machine = schema.include(operation_id=ALONG).as_state_machine()

    class Walk(machine):  # type: ignore[misc, valid-type]
        begun = 0

        def setup(self) -> None:
            Walk.begun += 1
            self.way = b""
            self.control = Onward(self._transitions, self._root_labels)
            # No link is switched off for a whole walk.
            self._rules_strategy.enabled_rules_strategy = st.just(Everything())

        def before_call(self, case: schemathesis.Case) -> None:
            if isinstance(case.body, dict) and "state" not in case.body:
                case.body = {**case.body, "ruleset": _ruleset_that_there_is(case.body)}
            # What happened so far: other seeds for each walk, and the same when it is repeated.
            self.way = sha256(self.way + json.dumps([case.path, case.body]).encode()).digest()

        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, Any]:
            return {"app": app, "headers": {"X-Request-ID": self.way.hex()}}

        def after_call(self, response: Response, case: schemathesis.Case) -> None:
            super().after_call(response, case)
            if Walk.begun == 1 and not reached:  # the first is the simplest to Hypothesis: one link again and again
                hypothesis.reject()
            _count(reached, response, case.body)

        def _add_results_to_targets(self, targets: tuple[str, ...], results: list[StepOutput | None]) -> None:
            for output in results:
                if output is not None and self._feeds_later_steps(output):
                    # Whatever came before is left behind.
                    self.bundles.clear()
                    super()._add_results_to_targets(targets, [output])

    return Walk


def _ruleset_that_there_is(body: dict[str, Json]) -> str:
    """Any text may be the name of a ruleset, and hardly any is."""
    choice = body.get("ruleset", "portland")
    name = choice if isinstance(choice, str) else choice["name"]
    return KNOWN[len(name) % len(KNOWN)]


def _count(reached: Counter[str], response: Response, body: Any) -> None:
    reached["requests"] += 1
    if isinstance(body, dict) and "action" in body:
        answer = json.loads(response.content)
        assert answer["legal"], "an action that was listed is legal"
        reached[body["state"]["phase"]] += 1
        reached["deals played out"] += answer["state"]["phase"] == "deal_over"


def test_links_lead_from_a_deal_through_the_calls_into_the_play(
    app: Flask, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    # As it is, every seventh request would be made up, and not what the link says.
    monkeypatch.setattr(stateful, "DEFAULT_USE_PROBABILITY", 1.0)
    reached: Counter[str] = Counter()
    settings = hypothesis.settings(
        max_examples=WALKS,
        stateful_step_count=STEPS,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
        deadline=None,
        database=None,
    )
    machine = hypothesis.seed(SEED)(walk(app, reached))
    try:
        machine.run(settings=settings)
    finally:
        tell(f"Links from seed {SEED}: {', '.join(f'{count:,} {what}' for what, count in reached.items())}.")
    assert {"elder_exchange", "younger_exchange", "calling", "reply", "play"} <= reached.keys()
    assert reached["deals played out"] >= 1, "24 cards, and all before them"


LINKS = [
    (name, status, link)
    for name, (_, _, operation) in operations().items()
    for status, response in operation["responses"].items()
    for link in follow(response).get("links", {}).values()
]


@pytest.mark.parametrize("name", contract()["components"]["links"])
def test_a_link_is_used_and_leads_to_an_operation_with_such_members(name: str) -> None:
    link = contract()["components"]["links"][name]
    assert {"$ref": f"#/components/links/{name}"} in [each for _, _, each in LINKS]
    _, _, target = operations()[link["operationId"]]
    schema = follow(target["requestBody"]["content"]["application/json"]["schema"])
    forms = [follow(form) for form in schema.get("oneOf", [schema])]
    members = link["x-request-body"].keys()
    assert any(set(form["required"]) <= members <= form["properties"].keys() for form in forms), name


def test_every_link_is_documented() -> None:
    told = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8").partition("## Links")[2]
    rows = [line.split("|") for line in told.splitlines() if line.startswith("| ")][2:]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row[2])}
    assert named == contract()["components"]["links"].keys()
