"""The tools: what each is called, takes, asks of the service and returns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from service.api.problems import Fault, Problem, pointer, problem_at
from service.mcp import arguments as s
from service.mcp.arguments import Arguments, request_body
from service.mcp.references import explain
from service.mcp.service_client import Refused, ServiceClient

Result = dict[str, Any]

_KEY_BYTES = 24
_ADVICE = 5  # actions that are ranked unless the caller wants more
_MOST = 20  # objects in a list of a report or of rulings
_HAND = ("cards", "discards", "known", "held")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool. All of them only read, and the same arguments may be sent again."""

    name: str
    title: str
    description: str
    arguments: s.Schema
    result: s.Schema
    call: Callable[[ServiceClient, Arguments], Result]


# ---------------------------------------------------------------- a deal


def _make_key(service: ServiceClient, arguments: Arguments) -> Result:
    key = token_urlsafe(_KEY_BYTES)
    return {"key": key, "key_hash": _hash(key)}


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _deal(service: ServiceClient, arguments: Arguments) -> Result:
    if "state" in arguments:
        _refuse_beside_state(arguments)
        return _after(service.post("/v1/deals/concealed", {"state": request_body(arguments)["state"]}))
    hashes, keys = _keys(arguments)
    named: Arguments = {name: arguments[name] for name in ("dealer", "ruleset", "seed") if name in arguments}
    answer = service.post("/v1/deals/concealed", {**named, "key_hashes": hashes})
    return {**_after(answer), "keys": keys}


def _refuse_beside_state(arguments: Arguments) -> None:
    beside = [name for name in arguments if name not in ("state", "seat", "key")]
    if "key" not in arguments:
        raise problem_at("invalid_request", "is required: only a concealed state is dealt to here", "key")
    if beside:
        faults = [Fault(pointer(name), "begins a partie, and does not go with state") for name in beside]
        raise Problem("invalid_request", errors=faults)


def _keys(arguments: Arguments) -> tuple[Any, dict[str, str]]:
    """Return the hashes of the keys of both seats, and the keys that are made for those that were asked for."""
    asked, hashes = arguments.get("keys_for", []), arguments.get("key_hashes", {})
    if not isinstance(asked, list) or any(seat not in s.SEATS for seat in asked):
        raise problem_at("invalid_request", "must be a list of A, B or both", "keys_for")
    if not isinstance(hashes, dict):
        return hashes, {}  # the service says what is wrong with it
    missing = [seat for seat in s.SEATS if seat not in asked and seat not in hashes]
    faults = [Fault("/dealer", "is required, to begin a partie")] if "dealer" not in arguments else []
    faults += [
        Fault(pointer("key_hashes", seat), "is required unless keys_for has the seat: its player has it from make_key")
        for seat in missing
    ]
    faults += [Fault(pointer("keys_for"), f"has {seat}, whose key key_hashes has") for seat in asked if seat in hashes]
    if faults:
        raise Problem("invalid_request", errors=faults)
    keys = {seat: token_urlsafe(_KEY_BYTES) for seat in sorted(set(asked))}
    return {**hashes, **{seat: _hash(key) for seat, key in keys.items()}}, keys


def _view(service: ServiceClient, arguments: Arguments) -> Result:
    answer = service.post("/v1/states/view", request_body(arguments))
    return _picked(answer, "view", "ruleset")


def _options(service: ServiceClient, arguments: Arguments) -> Result:
    answer = service.post("/v1/actions/options", request_body(arguments))
    return _picked(answer, "to_act", "phase", "options", "actions", "total", "ruleset")


def _check(service: ServiceClient, arguments: Arguments) -> Result:
    body = request_body(arguments)
    body.pop("seat", None)
    answer = service.post("/v1/actions/check", body)
    result = {**_picked(answer, "legal", "violations"), **_after(answer)}
    if not answer["legal"]:
        try:
            instead = _options(
                service, {name: arguments[name] for name in ("state", "seat", "key") if name in arguments}
            )
            result["instead"] = _picked(instead, "to_act", "phase", "options")
        except Refused:  # the state contradicts itself, as the violations say
            pass
    return result


def _after(answer: Mapping[str, Any]) -> Result:
    """Return what a deal or an action led to. The events are given once, not in the view as well."""
    result = _picked(answer, "events", "score_delta", "incident", "awaiting", "ruleset")
    state = answer.get("concealed", {}).get("token") or answer.get("text")
    if state:
        result["state"] = state
    if "view" in answer:
        result["view"] = {name: value for name, value in answer["view"].items() if name != "events"}
    return result


# ---------------------------------------------------------------- hands, advice, records, the law


def _evaluate_hand(service: ServiceClient, arguments: Arguments) -> Result:
    body = request_body(arguments)
    if "state" not in body:
        body["hands"] = [{name: body.pop(name) for name in _HAND if name in body}]
    answer = service.post("/v1/hands/evaluate", body)
    return {**answer["hands"][0], "ruleset": answer["ruleset"]}


def _advise(service: ServiceClient, arguments: Arguments) -> Result:
    answer = service.post("/v1/advice", {"limit": _ADVICE, **request_body(arguments)})
    return _picked(answer, "seat", "phase", "options", "basis", "ruleset")


def _verify_record(service: ServiceClient, arguments: Arguments) -> Result:
    (report,) = service.post("/v1/records/verify", {"records": [arguments["record"]]})["reports"]
    return _shortened(report)


def _rule_on_incident(service: ServiceClient, arguments: Arguments) -> Result:
    answer = service.post("/v1/rulings", request_body(arguments))
    return _shortened(_picked(answer, "rulings", "code", "ruleset"))


def _shortened(result: Result) -> Result:
    """Return a result with the first twenty objects of each list, and the number of those that are left out."""
    left_out = 0

    def cut(value: Any) -> Any:
        nonlocal left_out
        if isinstance(value, dict):
            return {name: cut(each) for name, each in value.items()}
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            left_out += max(0, len(value) - _MOST)
            return [cut(each) for each in value[:_MOST]]
        return value

    short: Result = cut(result)
    return {**short, "left_out": left_out}


def _explain(service: ServiceClient, arguments: Arguments) -> Result:
    return explain(service, arguments["id"], arguments.get("law"))


def _picked(answer: Mapping[str, Any], *names: str) -> Result:
    return {name: answer[name] for name in names if name in answer}


# ---------------------------------------------------------------- the table

_OF_SEAT = {"state": s.STATE, "seat": s.SEAT, "key": s.KEY}
_AFTER = {"events": s.EVENTS, "state": s.STATE_OF_RESULT, "view": s.VIEW, "ruleset": s.RULESET_OF_RESULT}

TOOLS = (
    Tool(
        "make_key",
        "Make a key",
        "Make the key of a seat. Keep the key to yourself: whoever has it sees that hand. Give key_hash to whoever "
        "deals.",
        s.of_arguments(),
        s.of_result(key=s.text("The key."), key_hash=s.text("Its SHA-256, which tells nothing of it.")),
        _make_key,
    ),
    Tool(
        "deal",
        "Deal the cards",
        "Deal the first deal of a partie (dealer, keys_for, key_hashes), or the next one (state, seat, key). The state "
        "is concealed: only the key of a seat opens it, for that seat. If you play a seat, ask for your own key only, "
        "and send the key_hash of the other player. The next deal needs both players: the first to call gets a state "
        "with awaiting, which the other sends.",
        s.of_arguments(
            dealer=s.text("The seat that deals first; the other is elder and begins.", enum=s.SEATS),
            keys_for={
                "type": "array",
                "items": {"type": "string", "enum": s.SEATS},
                "maxItems": 2,
                "description": "The seats whose keys are made and returned: yours; both only if you play neither.",
            },
            key_hashes={**s.BY_SEAT, "description": "By seat, the key_hash of each player who has a key."},
            ruleset=s.RULESET,
            seed=s.text("Any text, for the same cards again with the same hashes. Without it they are random."),
            **_OF_SEAT,
        ),
        s.of_result(
            ("awaiting", "view", "keys"),
            keys={**s.BY_SEAT, "description": "The keys that were asked for."},
            awaiting=s.text("The seat that has yet to agree to the next deal. Nothing is dealt until then."),
            **_AFTER,
        ),
        _deal,
    ),
    Tool(
        "view",
        "View a hand and the table",
        "Return what a seat may see, with its options if it may act.",
        s.of_arguments(("state", "seat"), **_OF_SEAT),
        s.of_result(view=s.VIEW, ruleset=s.RULESET_OF_RESULT),
        _view,
    ),
    Tool(
        "options",
        "List what may be done",
        "List whose turn it is and what may be done, by type of action; with expand, concrete actions, a hundred at a "
        "time.",
        s.of_arguments(
            ("state",), expand=s.YES_OR_NO, offset={**s.NUMBER, "description": "The actions to skip."}, **_OF_SEAT
        ),
        s.of_result(
            ("actions", "total"),
            to_act=s.SEAT_OR_NOBODY,
            phase=s.TEXT,
            options=s.OPTIONS,
            actions=s.listing("Concrete actions, as check takes them."),
            total=s.NUMBER,
            ruleset=s.RULESET_OF_RESULT,
        ),
        _options,
    ),
    Tool(
        "check",
        "Do an action, or learn why not",
        "Apply one action. If it is legal, return the state after it and what it scored; if not, every reason with its "
        "rule, and what may be done instead.",
        s.of_arguments(("state", "action"), action=s.ACTION, **_OF_SEAT),
        s.of_result(
            ("events", "state", "view", "score_delta", "incident", "instead"),
            legal=s.YES_OR_NO,
            violations=s.listing("Every reason why it is illegal: code, rule, law, message, pointer, params."),
            score_delta=s.thing("The points that each seat scored."),
            incident=s.thing("The irregularity that the action is, if it was marked as one."),
            instead=s.thing("to_act, phase and options, if the action is illegal."),
            **_AFTER,
        ),
        _check,
    ),
    Tool(
        "evaluate_hand",
        "Evaluate a hand",
        "Return every point, sequence and set of a hand, what it scores, and the odds that it is good. Send cards, or "
        "a state with its seat.",
        s.of_arguments(
            cards={**s.CARDS, "description": "Up to twelve cards, rank then suit: AS, TH."},
            discards={**s.CARDS, "description": "The holder's discards."},
            known={**s.CARDS, "description": "Other cards that the other player does not hold."},
            held={**s.CARDS, "description": "Cards that the other player holds or held."},
            odds=s.YES_OR_NO,
            ruleset=s.RULESET,
            **_OF_SEAT,
        ),
        s.of_result(
            cards=s.CARDS,
            points=s.listing("The points, the best first."),
            sequences=s.listing("The sequences, the best first."),
            sets=s.listing("The sets, the best first."),
            carte_blanche=s.NUMBER,
            carte_rouge=s.NUMBER,
            nought=s.YES_OR_NO,
            ruleset=s.RULESET_OF_RESULT,
        ),
        _evaluate_hand,
    ),
    Tool(
        "advise",
        "Advise a seat",
        "Rank what the seat that is to act may do by the points it is worth, from what that seat knows and nothing "
        "else, with reasons.",
        s.of_arguments(
            ("state", "seat"),
            effort=s.text("quick takes up to 0.3 s (default), full 2 s.", enum=["quick", "full"]),
            limit={**s.NUMBER, "description": f"How many actions to return (default: {_ADVICE}; at most 100)."},
            **_OF_SEAT,
        ),
        s.of_result(
            seat=s.SEAT,
            phase=s.TEXT,
            options=s.listing("The best actions, with value, error, how far behind, and reasons."),
            basis=s.thing("What the values rest on."),
            ruleset=s.RULESET_OF_RESULT,
        ),
        _advise,
    ),
    Tool(
        "verify_record",
        "Verify a record",
        "Play a written record of a partie again and return where its claims and the rules differ.",
        s.of_arguments(("record",), record=s.either(s.TEXT, s.OBJECT, "The record, as text or as JSON.")),
        s.of_result(
            agrees=s.YES_OR_NO,
            complete=s.YES_OR_NO,
            ruleset=s.RULESET_OF_RESULT,
            problems=s.listing("What could not be read."),
            deals=s.listing("One report for each deal."),
            divergences=s.listing("What is wrong by itself: rule, claimed, computed, and who may correct it."),
            carried_forward=s.listing("Claims that are wrong only because an earlier one is."),
            left_out={**s.NUMBER, "description": "Objects left out of lists that have more than twenty."},
        ),
        _verify_record,
    ),
    Tool(
        "rule_on_incident",
        "Rule on an irregularity",
        "Say what follows when something irregular happened: the law, who may elect what until when, and what holds "
        "otherwise. Send the incident as facts; needs in a ruling asks for those that are missing. Or send a state, "
        "for everything that is open in it, for one entry (number) or for an act that is proposed (action).",
        s.of_arguments(
            incident=s.thing(
                "{kind, facts, dealer, passed}: what happened, such as {'kind': 'revoke', 'facts': {}}. An unknown "
                "kind gets the list of all."
            ),
            ruleset=s.RULESET,
            number={**s.NUMBER, "description": "An entry of the history, from 1; 0 is the deal."},
            kind=s.text("The kind, where one entry is two irregularities."),
            action=s.ACTION,
            lang=s.LANGUAGE,
            **_OF_SEAT,
        ),
        s.of_result(
            rulings=s.listing("One for each irregularity."),
            code=s.text("The code of law, or none."),
            ruleset=s.RULESET_OF_RESULT,
            left_out={**s.NUMBER, "description": "Objects left out of lists that have more than twenty."},
        ),
        _rule_on_incident,
    ),
    Tool(
        "explain",
        "Explain a rule, a law or a code",
        "Return what an id stands for: a rule (R4.1), a law (L28), a kind, an effect or a reading of the law (K7i, E3, "
        "LR12), or a code of a violation or a problem (exchange.too_many).",
        s.of_arguments(
            ("id",), id=s.text("The id."), law=s.text("The code of law whose rows are wanted (default: portland).")
        ),
        s.of_result(
            ("text", "entry"),
            id=s.TEXT,
            kind=s.text("rule, law, row, kind, effect, election, correction, reading or code."),
            text=s.text("The rule or code, in Markdown."),
            entry=s.thing("The law, or the part of the law."),
            documentation=s.text("Where the documentation of the service has it."),
        ),
        _explain,
    ),
)
