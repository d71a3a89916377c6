"""Write `docs/errors.md` from the tables of the code, `errors_page.md`, the examples of the contract and responses.

python -m tools.errors_page
"""

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service.api.problems import PROBLEMS, TYPE_BASE
from service.app import create_app
from service.multiplayer.violations import NEW, NUMBERS
from service.piquet.model.violations import CODES
from service.settings.service import Settings
from tools import contract_file
from tools.json_text import written
from tools.multiplayer_provoked import provoke_multiplayer
from tools.provoked import provoke
from tools.rule_links import link

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"
MEANINGS = Path(__file__).with_suffix(".md")

Json = Any

TITLE = """# Errors

If the service cannot answer a request, the response is a *problem*:

"""

#: The problem that the page begins with.
FIRST = "invalid_request"

HEAD = f"""An illegal action is not an error. Its response is `200` with `legal: false` and a list of
[violations](#violations). A problem says that the service has no answer to give; its status is 400 or more.

`python -m tools.errors_page` writes this page from the tables of the code and the examples of the contract. A test
fails when the page is stale.

## Problems

A problem is always `application/problem+json` (RFC 9457), never HTML, whatever the request accepts.

| member | what it is |
| --- | --- |
| `type` | `{TYPE_BASE}` and the code: the address of its section on this page, as the service serves it |
| `title` | a summary, the same for every problem with this code |
| `status` | the HTTP status |
| `detail` | what is wrong with this request, in a sentence |
| `code` | one of the codes below; new codes may be added, so treat an unknown one by its status |
| `errors` | what is wrong: at most 20 objects with a `pointer` (RFC 6901, into the body; `""` is the whole body) \
and a `message`, which completes a sentence that begins with "this member" |
| `violations` | with `impossible_state`, `no_deal_due` and `invalid_deal` only: the [violations](#violations), as in \
a response |
| `parameters` | with `invalid_ruleset` only: the parameters concerned |
| `instance` | with `internal_error` only: the name under which the log has the error |

**All faults of form are reported at once**, at any depth: every member that is missing, unknown, of the wrong type or
out of its bounds.

- The faults come in the order of the contract, for all items of a batch, and for a state and an action together.
- A message says what to send instead, where that is likely: `write "42"` for a number in place of a text, `did you mean
  exchange?` for `discard`. Synonyms of the game, of its neighbours and of other languages are known wherever a name is
  expected.
- A whole response or request in place of one of its members is one fault, and so are the members of a value that was
  sent without its name.
- `errors` has the first 20. If there are more, `detail` says "and at least 20 more".
- If an array is too long, the items beyond its bound are not checked.
- What depends on members of the right form, such as whether a card is in the pack, is checked once all of them have it.

**Types are exact**: `"5"` is not an integer, and `true` is not 1; `5.0` is 5. If a name appears twice in an object, the
last one counts.

**You may repeat any request.** No operation needs an idempotency key: each depends on its request alone and changes
nothing. Send a request again if no response arrived.

Each section below has an example of the contract: the response to the request that the contract shows with it.

"""

VIOLATIONS = """## Violations

A violation is a reason why an action is illegal, or why a state is impossible. Violations are answers, not errors: the
operations that check return them with status 200.

| member | what it is |
| --- | --- |
| `code` | one of the codes below; new codes may be added, so show `message` for an unknown one |
| `rule` | the rule: an anchor of [the rules](rules.md), which the service serves as `/docs/rules#` and the rule |
| `pointer` | the member that it is about |
| `message` | the reason in a sentence |
| `params` | the values that the message contains |

Violations about turns name the rule of the action that is due, and limits of younger's exchange name R4.2, instead of
the rule given below. Each example is from the response to the request for that code in
`tests/contract/violations.yaml`.

"""

#: Headings of the groups of codes, by the part of a code before its point.
GROUPS = {
    "turn": "Whose turn it is",
    "cards": "Cards",
    "carte_blanche": "Carte blanche",
    "exchange": "The exchange",
    "look": "Looking at cards left",
    "name_suit": "Naming the suit of the first lead",
    "call": "Calls",
    "reply": "Replies",
    "tie_break": "Tie-breaks",
    "reckon": "Reckoning",
    "play": "Cards played",
    "concede": "Throwing down the hand",
    **dict.fromkeys(("law", "irregular", "incident", "ruling", "amend"), "The law of irregularities"),
    "deal": "Cards to be dealt",
    "state": "States that contradict themselves",
}

MULTIPLAYER = """### Voleur and normand

The [games for three and for four](multiplayer.md) use the codes above for the same faults, with the ids of their own
rules. They also have the codes below. The examples are from the responses to the requests in
`tests/contract/multiplayer_violations.yaml`.

"""


def page() -> str:
    """The whole page."""
    examples = contract_file.read()["components"]["examples"]
    client = create_app(Settings()).test_client()
    problems = (problem(code, examples[f"problem.{code}"]) for code in PROBLEMS)
    groups = groupby(CODES, key=lambda code: GROUPS[code.partition(".")[0]])
    violations = (
        f"### {heading}\n\n" + "".join(violation(code, provoked(client, code)) for code in codes)
        for heading, codes in groups
    )
    own = "".join(multiplayer_violation(code, provoked_multiplayer(client, code)) for code in NEW)
    head = TITLE + block(examples[f"problem.{FIRST}"]["value"]) + HEAD
    return (head + "".join(problems) + VIOLATIONS + "".join(violations) + MULTIPLAYER + own).rstrip() + "\n"


@cache
def meanings() -> dict[str, str]:
    """What each problem means, by its code: a section of `tools/errors_page.md`."""
    sections = MEANINGS.read_text(encoding="utf-8").split("### ")[1:]
    return {code: text.strip() for code, _, text in (section.partition("\n") for section in sections)}


def problem(code: str, example: Json) -> str:
    """The section of a problem. Its heading is its anchor."""
    kind = PROBLEMS[code]
    return (
        f"### `{code}`\n\n**{kind.status}** · {kind.title}\n\n{meanings()[code]}\n\n"
        f"{example['summary']}:\n\n{block(example['value'])}"
    )


def violation(code: str, example: Json) -> str:
    """The section of a violation. Its anchor is its code: the identifier of a heading could not contain the point."""
    rule, sentence = CODES[code]
    return _section(code, link(rule), sentence, example)


def _section(code: str, rules: str, sentence: str, example: Json) -> str:
    params = ", ".join(f"`{name}`" for name in dict.fromkeys(re.findall(r"{(\w+)}", sentence)))
    about = rules + (f" · `params`: {params}" if params else "")
    return f'<a id="{code}"></a>\n\n#### `{code}`\n\n{about}\n\n> {sentence}\n\n' + block(example, "answer")


def multiplayer_violation(code: str, example: Json) -> str:
    """The section of a violation that only voleur and normand have."""
    rules = " · ".join(link(prefix + NUMBERS[code]) for prefix in ("V", "N"))
    return _section(code, rules, NEW[code], example)


def provoked_multiplayer(client: FlaskClient, code: str) -> Json:
    """The violation with this code in the response to the request that provokes it in voleur or normand."""
    answer = provoke_multiplayer(client, code).get_json()
    return next(each for each in answer["violations"] if each["code"] == code)


def provoked(client: FlaskClient, code: str) -> Json:
    """The violation with this code in the response to the request that provokes it."""
    return next(each for each in provoke(client, code).get_json()["violations"] if each["code"] == code)


def block(example: Json, mark: str = "example") -> str:
    """A code block of JSON, marked as an example of the contract or as an answer that the service has just given."""
    return f"```json {mark}\n{written(example, 88)}\n```\n\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
