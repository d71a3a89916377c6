"""What the contract does not say of operations: their problems, their places in the process pool and further limits."""

from service.api.resources.records import SMALL
from service.multiplayer.games import GAMES

_WITH_BODY, _UNDER_V1, _ANY = "with a body", "under `/v1/`", "any"

#: Problems that many operations have, and which. The section on errors lists them; those of an operation do not.
COMMON = {
    "bad_request": _WITH_BODY,
    "malformed_json": _WITH_BODY,
    "nesting_too_deep": _WITH_BODY,
    "unauthorized": _UNDER_V1,
    "not_found": _ANY,
    "method_not_allowed": _ANY,
    "not_acceptable": _ANY,
    "body_too_large": _WITH_BODY,
    "uri_too_long": "with parameters in the address",
    "unsupported_media_type": _WITH_BODY,
    "invalid_request": "with a body or a query",
    "too_many_requests": _UNDER_V1,
    "internal_error": _ANY,
    "overloaded": _ANY,
}

_RULESET = ("unknown_ruleset", "invalid_ruleset")
_TOKEN = ("invalid_token", "wrong_seat_key", "stale_token")
_STATE = (*_RULESET, "malformed_notation", "seal_required", *_TOKEN)

#: The other problems of each operation, except `deadline_exceeded`, which the contract has.
PROBLEMS_OF = {
    "get_ruleset": ("unknown_ruleset",),
    "compare_rulesets": ("unknown_ruleset",),
    "get_law": ("unknown_law",),
    "start_partie": (*_RULESET, "contradictory_request"),
    "deal": (*_STATE, "impossible_state", "invalid_deal", "no_deal_due", "concealed"),
    "deal_concealed": (*_RULESET, *_TOKEN, "contradictory_request", "cannot_conceal", "no_deal_due"),
    "check_action_line": (*_RULESET, "malformed_notation", "seal_required"),
    "check_action": (*_STATE, "concealed"),
    "check_many_actions": (*_STATE, "concealed"),
    "list_options": (*_STATE, "impossible_state"),
    "validate_state": _STATE,
    "view_state": (*_STATE, "impossible_state", "concealed"),
    "picture_line": (*_RULESET, "malformed_notation", "seal_required", "impossible_state"),
    "picture_state": (*_STATE, "impossible_state", "concealed"),
    "list_rulings": (*_STATE, "impossible_state", "contradictory_request", "concealed", "illegal_action"),
    "settle_partie": (*_RULESET, "contradictory_request"),
    "compare_hands": (*_RULESET, "contradictory_request"),
    "evaluate_hands": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "get_hand": ("unknown_ruleset", "contradictory_request"),
    "get_hand_picture": ("contradictory_request",),
    "analyse_play": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "analyse_exchange": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "advise": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "advise_line": (*_RULESET, "malformed_notation", "seal_required", "impossible_state", "contradictory_request"),
    "convert_record": (*_STATE, "concealed", "contradictory_request"),
    "review_record": ("contradictory_request",),
    "standings": ("event_not_whole", "wrong_parties", "round_not_in"),
    "readyz": ("stopping",),
    **{
        form.format(game): (*_RULESET, *more)
        for game in GAMES
        for form, more in {
            "{}_deal": ("impossible_state", "invalid_deal", "no_deal_due"),
            "check_{}_action": (),
            "check_many_{}_actions": (),
            "list_{}_options": ("impossible_state",),
            "validate_{}_state": (),
            "view_{}_state": ("impossible_state",),
            "picture_{}_state": ("impossible_state",),
            "settle_{}_partie": ("contradictory_request",),
            "compare_{}_hands": ("contradictory_request",),
        }.items()
    },
}

_LONG = "to replay a [long state](#process-pool)"

#: When an operation takes a place in the process pool.
POOL = {
    "deal": f"only {_LONG}",
    "deal_concealed": f"only {_LONG}",
    "check_action": f"only {_LONG}",
    "check_many_actions": f"only {_LONG}; the states of a request count together",
    "list_options": f"only {_LONG}",
    "validate_state": f"only {_LONG}",
    "view_state": f"only {_LONG}",
    "picture_state": f"only {_LONG}",
    "evaluate_hands": f"for more than 40 hands; otherwise {_LONG}",
    "analyse_play": "unless the result is cached",
    "advise": "unless the result is cached",
    "advise_line": "unless the result is cached",
    "analyse_exchange": "unless the result is cached; also to write more than 100 rows that are not cached",
    "verify_records": "always; a stream takes one only while some of its records are checked",
    "compare_records": "always",
    "verify_event": "always",
    "standings": "always",
    "review_record": "always, for a slice of a deal at a time",
    "convert_record": f"for a record of more than {SMALL // 1024} KiB, or with rulings that leave out their numbers",
    **{
        form.format(game): f"only {_LONG}"
        for game in GAMES
        for form in (
            *("{}_deal", "check_{}_action", "list_{}_options"),
            *("validate_{}_state", "view_{}_state", "picture_{}_state"),
        )
    },
    **{f"check_many_{game}_actions": f"only {_LONG}; the states of a request count together" for game in GAMES},
}

#: Limits that the members of the request do not show.
LIMITS = {
    "check_many_actions": (
        "States of the response: 4 MiB of JSON together (a state sent as text counts as ten times its length).",
    ),
    "list_rulings": ("Rulings with `full`: 20; more are refused (422).",),
    "analyse_exchange": (
        "`repique` and `pique`: counted case by case, up to 10,000,000 cases for a discard; null beyond that.",
    ),
    "verify_records": (
        "Reports: 4 MiB together. A short report with the problem `record.limit` replaces one that does not fit.",
        "Unknown cards: filled in up to 2,000 times for a request and 200 for a record; after that, `basis` is lower.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    "review_record": (
        "Decisions: those of 12 deals, or of 3 if `effort` is `full`. Deals beyond that have the code `limit`.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    **dict.fromkeys(
        ("verify_event", "standings"),
        (
            "Response: 8 MiB; a longer one is refused (413 `body_too_large`).",
            "Unknown cards: filled in up to 2,000 times for an event and 200 for a record.",
        ),
    ),
    "compare_records": (
        "Deals: 500 of all records together; more are refused (422).",
        "Unknown cards: filled in up to 2,000 times for a request and 200 for a record.",
        "Problems: the first 100.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    "convert_record": ("A record that is an object: up to 250,000 commas, colons and brackets.",),
}
