"""The grammars of docs/notation.md describe what the parsers accept."""

import random
import re
from pathlib import Path

from service.piquet.notation.action_lines import ACTION
from service.piquet.notation.position import STATE
from service.records.text.action_syntax import read_step
from service.records.text.tokens import WordsError
from tests.helpers.random_cases import generator

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
LINES, WORDS = zip(*re.findall(r"^\| `([AB]\S+)` \| `([AB] [^`]+)` \| `\{.*\}` \|$", PAGE, re.M), strict=True)
NOUGHTS = ["Ap5-50.5", "As5-nought", "Arp", "Av120", "Ap12-119.5-SA", "Bn5v49h9", "Ai-misinformed-all-36"]
W1 = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97_Ap5"
MARKED = ["1~portland@1~B~@_SAK_H7_9S~@A___", "1~portland@1~A~@B_SAK_H7_9S_Bi-exposed-HA_Au0-redeal~SAK_H7_9S_B@.7D"]
_TOKEN = re.compile(r'"[^"]*"|\[[^\]]*\]|\{[^}]*\}|[a-z][a-z-]*|[()|?+*]')


def grammar(heading: str) -> dict[str, str]:
    """The definitions of the grammar below a heading, by name. Notes after three spaces are left out."""
    block = PAGE.partition(f" {heading}\n")[2].partition("```text\n")[2].partition("```")[0]
    found: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        definition = re.match(r"([a-z-]+) +=\s+(.*)", line)
        name, text = (definition[1], definition[2]) if definition else (name, line.strip())
        found[name] = f"{found.get(name, '')} {text.partition('   ')[0]}".strip()
    return found


def pattern(rules: dict[str, str], name: str) -> str:
    """The regular expression of a definition."""
    made = ""
    for token in _TOKEN.findall(rules[name]):
        if token.startswith('"'):
            made += f"(?:{re.escape(token[1:-1])})"
        elif token[0].islower():
            made += f"(?:{pattern(rules, token)})"
        else:
            made += "(?:" if token == "(" else token
    return made


LINE = grammar("Grammar of a line")
TEXT = LINE | grammar("Grammar of the text")


def test_every_definition_is_made_of_known_tokens():
    for rules in (LINE, TEXT):
        for name, text in rules.items():
            assert "".join(_TOKEN.findall(text)).replace(" ", "") == text.replace(" ", ""), name


def test_the_grammar_of_a_line_is_that_of_the_parser():
    rng = generator("grammar")
    for name, expression, examples in (("action", ACTION, [*LINES, *NOUGHTS]), ("state", STATE, [W1, *MARKED] * 7)):
        page, parser = re.compile(pattern(LINE, name)), re.compile(expression)
        taken = 0
        for line in [damaged(example, rng) for example in examples for _ in range(100)] + examples:
            assert bool(page.fullmatch(line)) == bool(parser.fullmatch(line)), line
            taken += bool(parser.fullmatch(line))
        assert taken > len(examples)


def damaged(line: str, rng: random.Random) -> str:
    """The line with up to three characters inserted, replaced or removed."""
    for _ in range(rng.randrange(4)):
        at, kind = rng.randrange(len(line) + 1), rng.randrange(3)
        letter = rng.choice("ABSHDC679TJQKApstgnedcbmxlryuvhaikwf0125.-_~@") if kind else ""
        line = line[:at] + letter + line[at + (kind < 2) :]
    return line


def refusal(line: str) -> str:
    """The reason why an action in words is not read; empty if it is."""
    try:
        read_step(line)
    except WordsError as error:
        return str(error)
    return ""


def test_every_action_in_words_that_is_read_fits_the_grammar_of_the_text():
    rng = generator("words")
    step = re.compile(pattern(TEXT, "step"))
    examples = [*WORDS, "A call point 5 50.5", "A reckon point", "A exchange SK ????", "B ?", "A play AH", "B play ?"]
    examples += ["A play 10S", "A exchange 10♠ ♥1098", "A call set 3 10", "A call sequence 4 10", "B top 10"]
    words = " ".join(examples).split()
    taken = 0
    for example in examples * 50:
        parts = example.split()
        for _ in range(rng.randrange(3)):
            parts[rng.randrange(len(parts))] = rng.choice(words)
        line = " ".join(parts)
        fits, why = bool(step.fullmatch(line.replace(", ", ","))), refusal(line)
        # The grammar has neither bounds of numbers nor cards that are named twice.
        beyond = re.search("whole number|number of pips|twice", why)
        assert fits == (not why) or (fits and beyond), (line, why)
        taken += not why
    assert taken > len(examples)
