"""Write `docs/errors.md` from the tables of the code, `errors_page.md`, the examples of the contract and responses.

python -m tools.errors_page
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service.api.problems import PROBLEMS, TYPE_BASE
from service.app import create_app
from service.multiplayer.violations import CODES as MULTIPLAYER_CODES
from service.piquet.model.violations import CODES
from service.settings.service import Settings
from tools import contract_file
from tools.json_text import written
from tools.markdown import table
from tools.multiplayer_provoked import provoke_multiplayer
from tools.provoked import provoke
from tools.rule_links import link

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"
MEANINGS = Path(__file__).with_suffix(".md")

Json = Any

TITLE = """# Errors and violations

If the service cannot answer a request, the response is a *problem*:

"""

#: The example that the page begins with, and the one of a violation.
FIRST, REFUSED = "problem.invalid_request", "check_action.w1_too_many.200"

HEAD = f"""An illegal action is not an error. Its response is `200` with `legal: false` and a list of
[violations](#violations). A problem says that the service has no answer to give; its status is 400 or more.

## Problems

A problem is always `application/problem+json` (RFC 9457), never HTML, whatever the request accepts.

| member | what it is |
| --- | --- |
| `type` | `{TYPE_BASE}` and the code: the address of the code on this page, as the service serves it |
| `title` | a summary, the same for every problem with this code |
| `status` | the HTTP status |
| `detail` | what is wrong with this request, in a sentence |
| `code` | one of the codes below; new codes may be added, so treat an unknown one by its status |
| `errors` | what is wrong: at most 20 objects with a `pointer` (RFC 6901, into the body; `""` is the whole body) \
and a `message`, which completes a sentence that begins with "this member" |
| `violations` | with `impossible_state`, `no_deal_due`, `invalid_deal` and `illegal_action` only: the \
[violations](#violations), as in a response |
| `parameters` | with `invalid_ruleset` only: the parameters concerned |
| `faults`, `wrong` | with `event_not_whole` and `wrong_parties` only: the faults of the event, the tables |
| `instance` | with `internal_error` only: the name under which the log has the error |

**All faults of form are reported at once**, at any depth: every member that is missing, unknown, of the wrong type or
out of its bounds.

- The faults come in the order of the contract, for all items of a batch, and for a state and an action together.
- A message says what to send instead, where that is likely: `write "42"` for a number in place of a text, `did you mean
  exchange?` for `discard`. Synonyms of the game, of its neighbours and of other languages are known wherever a name is
  expected.
- A complete response or request in place of one of its members is one fault, and so are the members of a value that was
  sent without its name.
- `errors` has the first 20. If there are more, `detail` says "and at least 20 more".
- If an array is too long, the items beyond its bound are not checked.
- What depends on members of the right form, such as whether a card is in the pack, is checked once all of them have it.

**Types are exact**: `"5"` is not an integer, and `true` is not 1; `5.0` is 5. If a name appears twice in an object, the
last one counts.

**You may repeat any request.** No operation needs an idempotency key: each depends on its request alone and changes
nothing. Send a request again if no response arrived.

Each `detail` below is that of an example of the contract. [`docs/examples/problems.json`](examples/problems.json) has
the requests that provoke them.

"""

VIOLATIONS = """## Violations

A violation is a reason why an action is illegal, or why a state is impossible. Violations are answers, not errors: the
operations that check return them with status 200.

"""

MEMBERS = """| member | what it is |
| --- | --- |
| `code` | one of the codes below; new codes may be added, so show `message` for an unknown one |
| `rule` | the rule: an anchor of [the rules](rules.md), which the service serves as `/docs/rules#` and the rule |
| `pointer` | the member that it is about |
| `message` | the reason in a sentence |
| `params` | the values in the message, by name |
| `law`, `kind` | of an action: the law that applies if it happens at a table anyway, and the [kind](law.md#kinds) of \
irregularity that it is; left out if there is none |

The names in a message are the members of `params`. The examples are messages of responses to the requests in
`tests/contract/violations.yaml`; where a message has no values there is none.

The part of a code before the point says what it is about: an action, a state, cards to be dealt (`deal`), or the law of
irregularities (`law`, `irregular`, `incident`, `ruling`, `amend`). Violations about turns name the rule of the action
that is due, and limits of younger's exchange name R4.2, instead of the rule given below.

"""

MULTIPLAYER = """### Voleur and normand

The [games for three and for four](multiplayer.md) use the codes above for the same faults, with the ids of their own
rules. They also have these codes:

"""


def page() -> str:
    """The whole page."""
    examples = contract_file.examples()
    client = create_app(Settings()).test_client()
    parts = [TITLE + block(examples[FIRST]["value"]) + HEAD]
    parts += [f"### {heading}\n\n{problem_table(codes, examples)}\n\n" for heading, codes in meanings().items()]
    parts.append(VIOLATIONS + block(examples[REFUSED]["value"]["violations"][0]) + MEMBERS)
    rows = ((code, link(rule), sentence, provoked(client, code)) for code, (rule, sentence) in CODES.items())
    parts.append(f"{violation_table(rows)}\n\n")
    own = (
        (code, multiplayer_rules(code), own.message, provoked_multiplayer(client, code))
        for code, own in MULTIPLAYER_CODES.items()
        if own.message
    )
    parts.append(f"{MULTIPLAYER}{violation_table(own)}\n")
    return "".join(parts)


@cache
def meanings() -> dict[str, dict[str, str]]:
    """What each problem means, by group and by code (`tools/errors_page.md`)."""
    groups: dict[str, dict[str, str]] = {}
    for group in MEANINGS.read_text(encoding="utf-8").removeprefix("## ").split("\n## "):
        heading, *sections = group.split("\n### ")
        parts = (section.partition("\n") for section in sections)
        groups[heading.strip()] = {code: text.strip() for code, _, text in parts}
    return groups


def problem_table(codes: Mapping[str, str], examples: Mapping[str, Json]) -> str:
    """The table of problems. Each code is an anchor."""
    rows = (
        (
            anchor(code),
            str(PROBLEMS[code].status),
            f"**{PROBLEMS[code].title}.** {meaning}",
            cell(examples[f"problem.{code}"]["value"]["detail"]),
        )
        for code, meaning in codes.items()
    )
    return table(("code", "status", "when", "example of `detail`"), rows)


def violation_table(rows: Iterable[tuple[str, str, str, Json]]) -> str:
    """The table of violations: codes, rules, sentences and examples. Each code is an anchor."""
    cells = (
        (anchor(code), rules, cell(in_words(sentence)), cell(example["message"]) if "{" in sentence else "")
        for code, rules, sentence, example in rows
    )
    return table(("code", "rule", "message", "example"), cells)


def anchor(code: str) -> str:
    """A code with its anchor. The identifier of a heading could not contain the point."""
    return f'<a id="{code}"></a>`{code}`'


def in_words(sentence: str) -> str:
    """The sentence of a violation: `{cards}` as code, and both words where the number decides (`{cards:is|are}`)."""
    return re.sub(r"{(\w+)}", r"`\1`", re.sub(r"{\w+:([^|}]+)\|([^}]+)}", r"\1/\2", sentence))


def cell(text: str) -> str:
    """Text as a cell of a table has it."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def multiplayer_rules(code: str) -> str:
    """The rules of a violation that only voleur and normand have."""
    return " · ".join(link(prefix + MULTIPLAYER_CODES[code].rule) for prefix in ("V", "N"))


def provoked_multiplayer(client: FlaskClient, code: str) -> Json:
    """The violation with this code in the response to the request that provokes it in voleur or normand."""
    answer = provoke_multiplayer(client, code).get_json()
    return next(each for each in answer["violations"] if each["code"] == code)


def provoked(client: FlaskClient, code: str) -> Json:
    """The violation with this code in the response to the request that provokes it."""
    return next(each for each in provoke(client, code).get_json()["violations"] if each["code"] == code)


def block(example: Json) -> str:
    """A code block of JSON, marked as an example of the contract."""
    return f"```json example\n{written(example, 120)}\n```\n\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
