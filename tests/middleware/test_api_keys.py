"""Who may use the operations."""

from importlib import import_module

import pytest

from tests.middleware.conftest import FIRST_DEAL, KEY

keys = import_module("service.middleware.admission")  # the package has a function of this name

OTHER = "another-key-of-the-club=="
KEYS = f"club:{KEY}, club:{OTHER}, ann:0123456789abcdef"


def deal(client, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/deals", json=FIRST_DEAL, headers=named)


def test_without_keys_none_is_needed_and_one_that_is_sent_does_not_matter(client):
    assert deal(client).status_code == 200
    assert deal(client, X_API_Key="x", Authorization="Bearer y").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"X_API_Key": KEY},
        {"X_API_Key": f" {OTHER} "},
        {"X_API_Key": "0123456789abcdef"},
        {"Authorization": f"Bearer {KEY}"},
        {"Authorization": f"bearer  {OTHER}"},
        {"Authorization": "Basic Z2F0ZXdheTpzb21l", "X_API_Key": KEY},
    ],
)
def test_who_has_a_key_is_answered(service, sent):
    assert deal(service(API_KEYS=KEYS), **sent).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"X_API_Key": ""},
        {"X_API_Key": "club"},
        {"X_API_Key": f"club:{KEY}"},
        {"X_API_Key": KEY[:-1]},
        {"X_API_Key": KEY + "x"},
        {"X_API_Key": KEY.upper()},
        {"X_API_Key": "é" * 20},
        {"Authorization": KEY},
        {"Authorization": f"Basic {KEY}"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer nonsense", "X_API_Key": KEY},
    ],
)
def test_who_has_none_is_told_how_to_send_one(service, problem, sent):
    response = deal(service(API_KEYS=KEYS), **sent)
    document = problem(response, "unauthorized")
    assert KEY[:-1] not in response.text and "club" not in document["detail"]
    assert response.headers["WWW-Authenticate"].startswith('Bearer realm="piquet"')


def test_a_key_of_two_callers_is_the_first_ones():
    assert keys.ApiKeys([("club", KEY), ("ann", KEY)]).authenticate({"HTTP_X_API_KEY": KEY}) == "club"


def test_a_wrong_key_is_told_from_none(service):
    client = service(API_KEYS=KEYS)
    assert "invalid_token" in deal(client, X_API_Key="x" * 20).headers["WWW-Authenticate"]
    assert "invalid_token" not in deal(client).headers["WWW-Authenticate"]


def test_a_key_is_compared_with_all_and_never_letter_by_letter(service, monkeypatch):
    compared = []

    def compare(one, other):
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(keys, "compare_digest", compare)
    client = service(API_KEYS=KEYS)
    for sent in (KEY, "x" * 20):
        compared.clear()
        deal(client, X_API_Key=sent)
        assert len(compared) == 3
        assert all(len(part) == 32 and KEY.encode() not in part for pair in compared for part in pair)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/v1", "/livez", "/readyz"),
        *("/docs/", "/docs/reference", "/docs/errors", "/docs/rules", "/openapi.yaml", "/openapi.json"),
        "/openapi-3.2.json",
    ],
)
def test_probes_and_documents_are_for_everybody(service, path):
    client = service(API_KEYS=KEYS, RATE_LIMIT="1/day")
    for _ in range(3):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/v1/rulesets", "unauthorized"),
        ("GET", "/v1/nothing", "not_found"),
        ("PUT", "/v1/deals", "method_not_allowed"),
    ],
)
def test_a_key_is_asked_for_where_there_is_an_operation(service, problem, method, path, code):
    problem(service(API_KEYS=KEYS).open(path, method=method), code)


def test_without_a_key_nothing_of_the_body_is_read(service, problem):
    response = service(API_KEYS=KEYS).post("/v1/deals", data="{", content_type="application/json")
    problem(response, "unauthorized")


def test_options_needs_no_key_and_head_does(service):
    client = service(API_KEYS=KEYS)
    assert client.options("/v1/rulesets").status_code == 204
    assert client.head("/v1/rulesets").status_code == 401
    assert client.head("/v1/rulesets", headers={"X-API-Key": KEY}).status_code == 200
