"""Whatever is sent, the answer is an answer or a problem, never a mistake of the service: a little of `make fuzz`.

Each run takes a seed of its own and prints it; PIQUET_FUZZ_SEED repeats a run and PIQUET_FUZZ_ROUNDS makes it longer.
"""

import os
import random
from typing import Any

import pytest

from tests.fuzz import seals
from tests.fuzz.corpus import EVERY, PAGES, POSTS, SETTINGS
from tests.fuzz.rig import Answer, Rig, Tally, complaint, one

SEED = os.environ.get("PIQUET_FUZZ_SEED", str(random.SystemRandom().randrange(1 << 32)))
ROUNDS = int(os.environ.get("PIQUET_FUZZ_ROUNDS", "150"))


@pytest.fixture(scope="module", params=SETTINGS)
def rig(request: Any) -> Rig:
    return Rig(request.param, SEED)


def expected(rig: Rig, name: str, body: bytes) -> int:
    """The status of a request of the corpus. Without keys nothing is concealed; metrics have to be asked for."""
    if rig.settings == "plain" and (b"token" in body or b"key_hashes" in body):
        return 409
    if rig.settings == "plain" and name == "/metrics":
        return 404
    return 308 if name == "/docs" else 200


def test_every_operation_and_page_is_asked_what_it_answers(rig: Rig) -> None:
    assert rig.corpus.keys() == {operation.name for operation in EVERY} | set(PAGES)
    for name, requests in rig.corpus.items():
        for request in requests:
            answer = rig.send(request.raw())
            assert complaint(answer) is None, (name, answer)
            assert answer.status == expected(rig, name, request.body), (name, answer)


@pytest.mark.parametrize("kind", ["by_bytes", "by_members"])
def test_no_request_makes_the_service_fail(rig: Rig, kind: str) -> None:
    print(f"PIQUET_FUZZ_SEED={SEED}")
    rng, tally = random.Random(f"{SEED} {kind}"), Tally()
    for _ in range(ROUNDS * 10):
        one(rig, getattr(rig, kind)(rng), tally)
    print(tally.statuses)
    assert {200, 404, 409, 422} <= tally.statuses.keys()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(500, {"Content-Type": "application/problem+json"}, b'{"code": "internal_error"}'), "status 500"),
        (Answer(404, {"Content-Type": "text/html"}, b"<h1>"), "status 404 as text/html"),
        (Answer(200, {"Content-Type": "application/json"}, b'{"legal": tru'), "a body that is not JSON"),
        (Answer(200, {"Content-Type": "application/json"}, b""), "no body with 200"),
        (Answer(422, {"Content-Type": "application/problem+json"}, b'{"title": "x"}'), "a problem without a code"),
        (Answer(200, {"Content-Type": "application/x-ndjson"}, b'{"agrees": true}\n{'), "a body that is not JSON"),
    ],
)
def test_an_answer_that_must_not_be_is_complained_of(answer: Answer, why: str) -> None:
    assert complaint(answer) == why


def test_no_edit_of_a_sealed_state_is_taken_for_one_of_the_service() -> None:
    print(f"PIQUET_FUZZ_SEED={SEED}")
    refused = seals.campaign(ROUNDS * 10, SEED, deals=12)
    print(refused)
    assert refused.total() == ROUNDS * 10
    assert refused.keys() == {"value", "left out", "added", "list", "exchanged", "seal", "its seal"}


def test_no_header_makes_the_service_fail(client):
    rng = random.Random(f"{SEED} headers")
    texts = [
        "",
        ",",
        ";",
        "=",
        "q",
        "q=",
        ";q=1",
        "*",
        "/",
        "*/*",
        '"',
        "\\",
        "application/",
        "json",
        "charset=",
        "\t",
        "é",
        "W/",
    ]
    for _ in range(ROUNDS * 4):
        headers = {
            name: "".join(rng.choices(texts, k=rng.randrange(6)))
            for name in (
                "Accept",
                "Content-Type",
                "If-None-Match",
                "Content-Encoding",
                "Host",
                "Content-Length",
                "Accept-Charset",
            )
            if rng.random() < 0.5
        }
        path = rng.choice(["/v1/rulesets", "/livez", "/readyz", "/docs", "/nowhere", *POSTS])
        response = client.open(path, method=rng.choice(["GET", "POST", "HEAD", "OPTIONS"]), headers=headers)
        assert response.status_code < 500, f"PIQUET_FUZZ_SEED={SEED}, {path} with {headers} gave {response.text}"
