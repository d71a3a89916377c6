"""Write `docs/errors.md` from the tables of the code, the examples of the contract and what the service answers.

python -m tools.errors_page
"""

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from service.api.problems import PROBLEMS, TYPE_BASE
from service.app import create_app
from service.piquet.model.violations import CODES
from service.settings.service import Settings
from tools.provoked import provoke

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"

Json = Any

HEAD = f"""# Errors

Written by `python -m tools.errors_page` from the tables of the code and the examples of the contract; a test says when
it is stale.

An illegal action is an answer, not an error: `200` with `legal: false` and its [violations](#violations). A *problem*
says that there is no answer to give, with a status of 400 or more.

## Problems

A problem is `application/problem+json` (RFC 9457) whatever the request accepts, and never HTML:

| member | what it is |
| --- | --- |
| `type` | `{TYPE_BASE}` and the code: the address of its section on this page, as the service serves it |
| `title` | what every problem with this code has in common |
| `status` | the HTTP status once more |
| `detail` | what is wrong with this request, in a sentence |
| `code` | see below; new codes may come, so treat one that you do not know by its status |
| `errors` | what is wrong, each with a `pointer` (RFC 6901, into the body; `""` is the whole body) and a `message` \
which goes on from "this member …"; at most the first 20 |
| `violations` | with `impossible_state`, `no_deal_due` and `invalid_deal` only: as in an answer |
| `parameters` | with `invalid_ruleset` only: the parameters that it is about |
| `instance` | with `internal_error` only: under this name the mistake is in the log |

Types are exact: `"5"` is no integer, and `true` is not 1; `5.0` is 5. Where a name appears twice in an object the last
one counts.

All faults of form are told at once, at any depth: every member that is missing, unknown, of the wrong type or out
of its bounds, in the order of the contract, in all items of a batch, and of a state and an action together.
`errors` has the first 20; if there are more, `detail` says "and at least 20 more". Of an array that is too long,
the items beyond its bound are not looked at. What can only be asked of members that have the right form, such as
whether a card is in the pack, is told once all of them have it.

Nothing needs an idempotency key: every operation depends on its request alone and changes nothing, so a request may be
sent again whenever no answer came.

The examples are those of the contract, and answers to the requests that are shown there.

"""

VIOLATIONS = """## Violations

Why an action may not be done, or why a state cannot be. They are answers, not errors: an operation that checks gives
them with status 200. Each has its `code`, its `rule` (an anchor of [the rules](rules.md), which the service serves as
`/docs/rules#` and the rule), a `pointer` to what it is about, a `message`, and in `params` the values that the message
is made of.

The list of codes is open: a client shows `message` for one that it does not know. Pool name the rule of what is due
instead of the one below, and limits of younger's exchange R4.2. Each example is from an answer to the request for that
code in `tests/contract/violations.yaml`.

"""

#: What the codes of each group are about, by what stands before their point.
GROUPS = {
    "turn": "Whose turn it is",
    "cards": "Cards",
    "carte_blanche": "Carte blanche",
    "exchange": "The exchange",
    "look": "Looking at cards left",
    "name_suit": "Naming the suit of the first lead",
    "call": "Calls",
    "reply": "Replies",
    "tie_break": "What a point or sequence makes",
    "reckon": "Reckoning",
    "play": "Cards played",
    "concede": "Throwing down the hand",
    "deal": "Cards to be dealt",
    "state": "States that contradict themselves",
}


def page() -> str:
    """The whole page."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    contract = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), Loader=loader)
    examples = contract["components"]["examples"]
    client = create_app(Settings()).test_client()
    problems = (problem(code, examples[f"problem.{code}"]) for code in PROBLEMS)
    groups = groupby(CODES, key=lambda code: code.partition(".")[0])
    violations = (
        f"### {GROUPS[group]}\n\n" + "".join(violation(code, provoked(client, code)) for code in codes)
        for group, codes in groups
    )
    return (HEAD + "".join(problems) + VIOLATIONS + "".join(violations)).rstrip() + "\n"


def problem(code: str, example: Json) -> str:
    """The section of a problem; its heading is its anchor."""
    kind = PROBLEMS[code]
    return (
        f"### `{code}`\n\n**{kind.status}** · {kind.title}\n\n{kind.meaning}\n\n"
        f"{example['summary']}:\n\n{block(example['value'])}"
    )


def violation(code: str, example: Json) -> str:
    """The section of a violation. Its anchor is its code, which no heading gives."""
    rule, sentence = CODES[code]
    params = ", ".join(f"`{name}`" for name in dict.fromkeys(re.findall(r"{(\w+)}", sentence)))
    about = f"[{rule}](rules.md#{rule})" + (f" · `params`: {params}" if params else "")
    return f'<a id="{code}"></a>\n\n#### `{code}`\n\n{about}\n\n> {sentence}\n\n' + block(example, "answer")


def provoked(client: FlaskClient, code: str) -> Json:
    """The violation with this code in the answer to the request that provokes it."""
    return next(each for each in provoke(client, code).get_json()["violations"] if each["code"] == code)


def block(example: Json, mark: str = "example") -> str:
    """JSON, and whether it is an example of the contract or an answer that was given just now."""
    return f"```json {mark}\n{written(example)}\n```\n\n"


def written(value: Json, indent: int = 0) -> str:
    """JSON, one member a line, and what lies within a member on the line of it where that is short."""
    line = json.dumps(value, ensure_ascii=False)
    if (indent and len(line) + indent <= 88) or not value or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {written(each, inner)}" for name, each in value.items()]
    else:
        parts = [written(each, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + part for part in parts) + f"\n{' ' * indent}{closing}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
