"""What a person types as an action is the same action, or the same refusal, in every way in (docs/notation.md)."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from service import IllegalAction, Table
from service.mcp.server import make_server
from service.mcp.service_client import ServiceClient, in_process
from service.records.text.action_syntax import read_step
from service.records.text.typed_actions import readings
from tests.helpers.random_cases import generator
from tests.mcp.callers import SEAL_KEYS, Caller, connected
from tests.mcp.test_games import W1
from tests.records.test_grammar_of_the_page import LINES, WORDS

EXCHANGED = f"{W1}_AxSKD98C87_BxS7H97"
CALLED = f"{EXCHANGED}_Ap5"
TIED = f"{CALLED}_Be"
SEQUENCE = f"{TIED}_Av49_Bg_Ar"
SET = f"{SEQUENCE}_As4-A_Bg_Ar"
POINT_GOOD, SEQUENCE_GOOD = f"{TIED}_Av49_Bg", f"{SEQUENCE}_As4-A_Bg"
TO_RECKON = f"{SET}_At3-J_Bn_A.AH"
TO_RECKON_POINTS = f"{EXCHANGED}_Ap0_As0_At0_A.AH"  # elder has sunk all: younger has points of five and of four (R5.10)
PLAYED = f"{SET}_At3-J_Bn_A.AH_Br"
# Elder has called one of two tierces to the ace, which is good: all sequences count (R5.10).
TWO_TIERCES = "1~portland@1~B~SAKQ8HAKQ8D97C97_SJT97HJT97DAKCAK_8D8CQDJDTDQCJCTC_AxD7_BxHT_Ap0_As3-A_Bg"
BETTER_POINT = (
    "1~portland@1~B~SJT97HAT7DK87CK8_SAKQ8HKJ8DAQTCT9_9DQHQCACJCJD9H7C_AxDK87CK_BxHJDQCT9_Ap3-26-SJ97"  # B may say 39
)
BETTER_TIERCE = "1~portland@1~B~SAJ7HKJT98D87CKJ_SQT8HAQDKQJTCAQ7_9CTC9DKS7H8CAD9S_AxH9CKJ_BxST8CAQ_Ap4-38-HKJT8_Bn_As3"

#: A refusal: the message of the error with its column; or the action, with the code of its first violation.
Answer = tuple[str, str]


def _library(line: str, text: str) -> Answer:
    table = Table.from_line(line)
    try:
        table.apply(text)
    except IllegalAction as refused:
        return "illegal", refused.violations[0].code
    except ValueError as error:
        return "refused", str(error)
    return "done", table.line


def _judged(document: Any) -> Answer:
    if "errors" in document:
        return "refused", document["errors"][0]["message"]
    if not document["legal"]:
        return "illegal", document["violations"][0]["code"]
    return "done", str(document.get("text") or document["state"])


@pytest.fixture(scope="module")
def service() -> ServiceClient:
    return in_process({"SEAL_KEYS": SEAL_KEYS, "ANALYSIS_PROCESSES": "0"})


@pytest.fixture(scope="module")
def caller(service: ServiceClient) -> Iterator[Caller]:
    with connected(make_server(service)) as made:
        yield made


@pytest.fixture(params=["library", "post", "get", "check-many", "models", "models with a seat"])
def ask(request: Any, caller: Caller, client: Any) -> Callable[[str, str], Answer]:
    """What one way in makes of a text in a position."""

    def many(line: str, text: str) -> Answer:
        document = client.post("/v1/actions/check-many", json={"state": line, "actions": [text]}).json
        return _judged(document["items"][0] if "items" in document else document)

    def models(line: str, text: str, **seat: str) -> Answer:
        result = caller.run("call_tool", "apply", {"state": line, "action": text, **seat}).structured_content
        return _judged({**result, "text": result.get("state", "")})

    ways: dict[str, Callable[[str, str], Answer]] = {
        "library": _library,
        "post": lambda line, text: _judged(client.post("/v1/actions/check", json={"state": line, "action": text}).json),
        "get": lambda line, text: _judged(
            client.get("/v1/actions/check", query_string={"state": line, "action": text}).json
        ),
        "check-many": many,
        "models": models,
        "models with a seat": lambda line, text: models(line, text, seat=Table.from_line(line).to_act or "A"),
    }
    return ways[request.param]


@pytest.fixture(scope="module")
def client() -> Any:
    from service.app import create_app
    from service.settings.service import Settings

    return create_app(Settings()).test_client()


@pytest.mark.parametrize(
    ("line", "text", "action"),
    [
        (W1, "discard 8 of diamonds, 8 of clubs and 7 of clubs", "AxD8C87"),
        (W1, "A: Exchange k♠, ♦9 and eight of diamonds.", "AxSKD98"),
        (W1, "exchange the J♠\ufe0f and the jack of clubs", "AxSJCJ"),
        (W1, "AxKS", "AxSK"),
        (W1, "EXCHANGE js", "AxSJ"),
        (f"{W1}_AxC8", "Bx10S", "BxST"),
        (EXCHANGED, "call 5", "Ap5"),
        (EXCHANGED, "point of 5, making 49", "Ap5-49"),
        (EXCHANGED, "Point five", "Ap5"),
        (EXCHANGED, "pass", "Ap0"),
        (CALLED, "EQUAL.", "Be"),
        (TIED, "making 49", "Av49"),
        (TIED, "Making forty-nine", "Av49"),
        (TIED, "forty nine.", "Av49"),
        (CALLED, "Equal. Making?", "Be"),
        (W1, "throw the 7 and 8 of clubs", "AxC87"),
        (W1, "throw 7C?", "AxC7"),
        (TIED, "Decline", "Ad"),
        (SEQUENCE, "quart", "As4"),
        (SEQUENCE, "call quart, ace high", "As4-A"),
        (SET, "Pass", "At0"),
        (SET, "trio of knaves", "At3-J"),
        (SET, "call 3 jacks", "At3-J"),
        (PLAYED, "play 10h", "B.TH"),
        (PLAYED, "throw ten of hearts", "B.TH"),
        (PLAYED, "10 of ♥", "B.TH"),
        (PLAYED, "B.10H", "B.TH"),
        (f"{PLAYED}_B.TH", "lead the king of hearts", "A.KH"),
        (f"{PLAYED}_B.TH", "Lead KH", "A.KH"),
        (BETTER_POINT, "not good, 39", "Bnv39"),
        (BETTER_POINT, "It’s not good 39", "Bnv39"),
        (BETTER_POINT, "not good, 4", "Bn4"),
        (BETTER_TIERCE, "not good, ace", "BnhA"),
        (BETTER_TIERCE, "not good, 4, ace high", "Bn4hA"),
        (EXCHANGED, "I call a point of 5", "Ap5"),
        (EXCHANGED, "I'll call my point of five, please", "Ap5"),
        (W1, "I exchange the seven of clubs", "AxC7"),
        (W1, "discard the 7 and 8 of clubs", "AxC87"),
        (W1, "exchange my nine, 8 of diamonds and the king of spades", "AxSKD98"),
        (W1, "exchange KS, the 9 and eight of diamonds", "AxSKD98"),
        (SET, "three jacks", "At3-J"),
        (SET, "A: I call 3 knaves", "At3-J"),
        (SEQUENCE, "quart major", "As4-A"),
        (SEQUENCE, "call a tierce major", "As3-A"),
        (SEQUENCE, "pass sets", "At0"),
        (SEQUENCE, "pass sequences", "As0"),
        (EXCHANGED, '"Five."', "Ap5"),
        (EXCHANGED, "Point of five.", "Ap5"),
        (EXCHANGED, "no point", "Ap0"),
        (EXCHANGED, "No.", "Ap0"),
        (TIED, "“49.”", "Av49"),
        (f"{BETTER_TIERCE}_Be", "Nine.", "Ah9"),
        (SEQUENCE, "four", "As4"),
        (SEQUENCE, "no trio", "At0"),
        (SEQUENCE, "No quart.", "As0"),
        (BETTER_TIERCE, "no, ace", "BnhA"),
        (POINT_GOOD, "reckon the point", "ArpHAKQJ8"),
        (POINT_GOOD, "reckon point of five, hearts", "ArpHAKQJ8"),
        (SEQUENCE_GOOD, "I reckon the quart", "ArsHAKQJ"),
        (SEQUENCE_GOOD, "reckon sequence", "ArsHAKQJ"),
        (SEQUENCE_GOOD, "reckon quart major", "ArsHAKQJ"),
        (TO_RECKON, "reckon quatorze of tens", "BrtSTHTDTCT"),
        (TO_RECKON, "reckon four tens and three queens", "BrtSTHTDTCT-tSQDQCQ"),
        (TO_RECKON, "reckon trio of queens", "BrtSQDQCQ"),
        (TO_RECKON, "reckon the trio", "BrtSQDQCQ"),
        (TO_RECKON, "reckon sets", "BrtSTHTDTCT-tSQDQCQ"),
        (TWO_TIERCES, "reckon sequence", "ArsSAKQ-sHAKQ"),
        (TWO_TIERCES, "reckon sequences", "ArsSAKQ-sHAKQ"),
        (TWO_TIERCES, "reckon my tierces", "ArsSAKQ-sHAKQ"),
        (TWO_TIERCES, "reckon tierce in hearts", "ArsHAKQ"),
        (TO_RECKON_POINTS, "reckon point", "BrpDAQJT7"),
        (TO_RECKON_POINTS, "reckon point in clubs", "BrpCAKQT"),
    ],
)
def test_what_people_say_is_the_action_that_it_can_only_be(ask, line: str, text: str, action: str) -> None:
    found = ask(line, text)
    assert found == ask(line, action) and found[0] == "done"


@pytest.mark.parametrize(
    ("line", "text", "code"),
    [
        (W1, "lead ace of spades", "turn.not_now"),
        (W1, "discard ace of clubs", "cards.not_held"),
        (CALLED, "A good", "turn.other_seat"),
        (SEQUENCE, "quint", "call.not_held"),
        (W1, "exchange JS JS", "cards.twice"),
        (SET, "trio of tens", "call.not_held"),
        (SET, "3 tens", "call.not_held"),
        (W1, "I concede", "turn.not_now"),
        (EXCHANGED, "49", "turn.not_now"),
        (CALLED, "no", "reply.not_longer"),
        (POINT_GOOD, "reckon trio of jacks", "reckon.category_closed"),
        (TO_RECKON, "reckon the point", "reckon.category_closed"),
    ],
)
def test_what_is_an_action_that_is_illegal_is_judged(ask, line: str, text: str, code: str) -> None:
    assert ask(line, text) == ("illegal", code)


NO_CARD = "is not a card; cards are written suit by suit (SAKHJ), one by one (AS KS JH), or as ?"


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (W1, "exchnge 7S", r"'exchnge' is not an action \(did you mean exchange\?\).*, in column 1"),
        (W1, "exchange 7S  8Q ", re.escape(f"'8Q' {NO_CARD}, in column 14")),
        (PLAYED, "throw ten of haerts", r"'haerts' is not understood \(did you mean hearts\?\), in column 14"),
        (EXCHANGED, "call pont 5", r"'pont' is not point, sequence or set \(did you mean point\?\), in column 6"),
        (W1, "call 4", "this may be A call point 4 or A call sequence 4; none is legal: call is not possible .*"),
        (W1, "７S", "'７S' is not an action, and is not a card; .*, in column 1"),
        (W1, "exchange \u200f7S", re.escape(f"'\\u200f7S' {NO_CARD}, in column 10")),
        (W1, "exchange 7\u200bS", re.escape(f"'7\\u200bS' {NO_CARD}, in column 10")),
        (W1, "", "an action is missing: .* as play AS, in column 1"),
        (EXCHANGED, "call point", "a number is missing after 'point', in column 11"),
        (EXCHANGED, "call", "point, sequence or set is missing after 'call', in column 5"),
        (EXCHANGED, "look", "yes or no is missing after 'look', in column 5"),
        (EXCHANGED, "call tens", "tens are a set; say three tens or four tens, in column 6"),
        (PLAYED, "reckon quart", "the hand has no such sequence; list its cards, as SAKQ, in column 1"),
        (TO_RECKON, "reckon trio of kings", "the hand has no such set; list its cards, .*"),
        (TO_RECKON, "reckon trio of tens", "this may be (B reckon set T[SHDC] .*){4}; none is legal: a set better .*"),
        (
            TWO_TIERCES,
            "reckon tierce",
            "this may be A reckon sequence AS KS QS or A reckon sequence AH KH QH; say .*",
        ),
        (PLAYED, "discard TH", "this may be B .* TH or B .* TH; none is legal: a card is to be played, as play TH, .*"),
        (W1, "exchange 8 of diamonds and 7", "'7' is not a card; .*, in column 28"),
        ("1~portland@1~B", "pass", "nobody is to act: nothing has been dealt; the first deal comes next, in column 1"),
        (W1, "?!.", "an action is missing: .*"),
        (W1, "!!", "an action is missing: .*"),
        (W1, "\x00", r"'\\x00' is not an action, .*"),
        (CALLED, "not good ²", r"'²' is more than .*"),
        (W1, "pass|play", r"'pass\|play' is not an action.*"),
        (W1, "7S 8S", "'8S' is more than is expected here.*"),
        (W1, "A" * 1000, "after the seat comes one of .*"),
        (W1, " ".join(["exchange", *["spades"] * 110]), f"'spades' {re.escape(NO_CARD)}.*"),
        (W1, "amend " * 160, "'amend' is not an action that can be amended.*"),
        (W1, "Azz", "after the seat comes one of .*"),
    ],
)
def test_what_is_not_understood_is_quoted_with_its_column_and_the_nearest_word(
    ask, line: str, text: str, message: str
) -> None:
    kind, said = ask(line, text)
    assert kind == "refused" and re.fullmatch(message, said), said


@pytest.mark.parametrize("text", ["x" * 1001, "play " * 100_000])
def test_a_text_beyond_the_longest_is_refused_by_its_length(caller: Caller, client: Any, text: str) -> None:
    with pytest.raises(ValueError, match="more than 1,000 characters"):
        Table.from_line(W1).apply(text)
    assert client.post("/v1/actions/check", json={"state": W1, "action": text}).status_code == 422
    assert "1000" in caller.refused("apply", state=W1, action=text)["errors"][0]["message"]


@pytest.mark.rule("R5.10")
def test_of_two_actions_that_are_legal_none_is_guessed(ask) -> None:
    """After the point, sequences and sets may be called in either order."""
    assert ask(SEQUENCE, "pass") == ("refused", "this may be A pass sequence or A pass set; say which, in column 1")
    assert ask(SEQUENCE, "pass set")[0] == "done"


def test_after_a_deal_a_text_that_may_be_several_actions_hears_what_comes_next() -> None:
    table = Table()
    table.deal(seed="an example")
    rng = generator("the end of a deal")
    while table.to_act:
        table.apply(rng.choice(table.options()))
    with pytest.raises(ValueError, match="nobody is to act: the deal is over; the next deal comes next"):
        table.apply("pass")


def test_before_the_first_deal_nobody_is_to_act() -> None:
    with pytest.raises(ValueError, match="nobody is to act: nothing has been dealt; the first deal"):
        Table().apply("play AS")


def test_what_a_record_has_is_read_as_it_was_before() -> None:
    """Neither a line nor the words of a record have another reading, whatever else people say."""
    for line, words in zip(LINES, WORDS, strict=True):
        (of_line,), (of_words,) = readings(line), readings(words)
        assert of_line.action == of_words.action == read_step(words).entry
        assert [each.action for each in readings(words[2:], words[0])] == [of_words.action]


def test_no_text_of_such_words_is_anything_but_an_action_or_a_refusal() -> None:
    rng = generator("typed actions")
    words = sorted({word for line in WORDS for word in line.split()})
    said = re.findall(r'^"?([^" ]+)"? = "', Path("service/records/text/action_words.toml").read_text("utf-8"), re.M)
    table, read = Table.from_line(EXCHANGED), 0
    for _ in range(2000):
        text = " ".join(rng.choice([*words, *said]) for _ in range(rng.randrange(1, 6)))
        with suppress(ValueError):
            table.check(text)
            read += 1
    assert read > 20
