"""A fuzzer for the notation: texts, JSON and lines that are damaged at random, read, written, read again and verified.

    python -m tests.records.fuzz 1000000            how many; a seed may follow

What must hold of each input, whatever it is: nothing crashes; what was read is written canonically and read again
without a problem as the same record; its JSON twin is the same; the check of it comes to an end. The slowest input is
told at the end, so that one which grows out of hand is seen.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from service.cli.record_commands import open_rulings
from service.cli.record_files import Unreadable
from service.piquet.notation.action_lines import NotationError, read_action, write_action
from service.piquet.notation.position import read_position, write_position
from service.records.json_form import from_json, to_json
from service.records.model import PROBLEMS, Reading
from service.records.stream import of_json
from service.records.text.parser import read, read_many
from service.records.text.writer import write
from service.records.verification.deals import numbered
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from service.words import words_in
from tests.helpers.narration import narrate
from tests.helpers.records import strictly
from tests.records.acts import act
from tests.records.irregular import ALL as IRREGULAR

ROOT = Path(__file__).parents[2]
ACTS = b"""piquet-record 1
first dealer: A
ruleset: portland@1

deal 1 annulled
dealer: B out of turn
irregular: deal
hand A: SAKJT HAQJ8 D98 CJ87
A incident exposed CK; A ruling 0 redeal untouched

deal 1
dealer: A
hand A: ST7 HT97 DAQJT CKQT
hand B: SAKJ HAQJ8 D98 CJ87
talon: 9S 8S KH 9C KD QS AC 7D
B irregular exchange SK D98 C87 taking 1 2 3 4 5 6 mixing 6 leaving unsaid
A incident peeked 6 together; B incident misinformed H HAK; B incident spoiled missing D8 double D7
B irregular call sequence 5 A showing HAKQJ; B amend call sequence 4 A; A irregular not good
A ruling false claim enforce point SAKQJT, set SJ HJ DJ CJ = 95-0; B irregular 7D; A ruling 30 replay QD
"""
ADJUSTED = b"""piquet-record 1
first dealer: A
ruleset: au-cent

deal 1
score: 28-23
adjustment A -40 deal 1: slow play

deal 2
score: 75-40
totals: 63-63

adjustment B +1 partie: late
adjustment A -1 settlement: late
result
totals: 63-64
winner: B
settlement: 1
"""
TEXTS = [(ROOT / "examples" / name).read_bytes() for name in ("w1.piquet", "score-sheet.piquet")]
TEXTS += [ACTS, ADJUSTED, *(text.encode() for text in IRREGULAR)]
JSONS = [json.dumps(to_json(read(text).record)).encode() for text in TEXTS]
LINE = (
    b"1~portland@1.target-101~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
    b"_AxSKD98C87_BxS7H97_Ap5-49_Be_ArpHAKQJ8"
)
LINE_OF_ACTS = (
    b"1~portland@1~B~@A_SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_A@xSKD98C87-k123456-m6-l"
    b"_Ai-peeked-6-together_Aap5-49_Au12-false-claim-enforce-pSAKQJT~@_SA_HK__Bu0-void-untouched"
)
WORDS = (
    b"piquet-record 1\n|deal 2\n|result\n|A |B |; | = |-|?|=|:|\n|\r\n|\xff|\xef\xbb\xbf|\x00|#|\xe2\x80\xa8|\xc2\x85"
    b"|hand A: |talon: |score: |written B: |totals: |winner: none\n|rubicon: yes\n|settlement: 9\n|remark: "
    b"|ruleset: old-36\n|first dealer: A\n|first dealer: B\n|dealer: A\n|carte blanche 5|commit S7|value 50.5"
    b"|top nought|call set 4 A|reckon |nothing|good|exchange ?????|concede|pass point|equal|look yes H|AH|SAKQ|6S"
    b"|irregular |incident |amend |ruling |taking |mixing |leaving |showing |unsaid|enforce|untouched"
    b"|adjustment A |adjustment B +5 partie: x\n| -20 |deal 1: |settlement: "
    b"|dealer saw| annulled| out of turn|irregular: deal\n"
    b'|99999999999|-1|0|null|true|[]|{}|"|,|[[[[|{"A":|~|_|.|@'
).split(b"|")


def damaged(content: bytes, rng: random.Random) -> bytes:
    """The content with something cut, doubled, moved, replaced or put in, here and there."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(content) + 1)
        upto = min(len(content), at + rng.choice((0, 1, 1, 2, 5, 20, 100)))
        match rng.randrange(7):
            case 0:
                content = content[:at] + content[upto:]
            case 1:
                content = content[:upto] + content[at:upto] * rng.randrange(1, 4) + content[upto:]
            case 2:
                content = content[:at] + rng.choice(WORDS) + content[upto:]
            case 3:
                content = content[:at] + rng.choice(WORDS) + content[at:]
            case 4:
                content = content[:at] + rng.randbytes(rng.randrange(1, 4)) + content[upto:]
            case 5:
                content = content[:at]
            case 6:
                lines = content.split(b"\n")
                rng.shuffle(lines[: rng.randrange(len(lines) + 1)])
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                content = b"\n".join(lines)
    return content


ODD = (None, True, 0, -1, 5.0, 2.5, 10**30, "", "?", "A", "AH", "x" * 50, [], {}, [[]], {"A": {}}, ["AH", "?"])


def misshapen(content: bytes, rng: random.Random) -> bytes:
    """JSON in which some values are others: odd ones, or such as stand elsewhere in it."""
    value = json.loads(content)
    for _ in range(rng.choice((1, 1, 2, 4))):
        node, below, everything, key = value, value, [value], None
        while isinstance(below, dict | list) and below and rng.random() < 0.9:
            node = below
            key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
            below = node[key]
            everything.append(below)
        if key is not None:
            other = json.dumps(rng.choice((*ODD, *everything[1:])))  # a copy: nothing may hold itself
            node[key] = json.loads(other)
            if isinstance(node, dict) and rng.random() < 0.2:
                node[rng.choice(("", "A", "cards", "type", "x/~"))] = json.loads(other)
    return json.dumps(value).encode()


def with_acts(content: bytes, rng: random.Random) -> bytes:
    """JSON of a record with random acts of the law among its steps, or in the place of some."""
    value = json.loads(content)
    deals = [deal for deal in value["deals"] if deal.get("steps")]
    for _ in range(rng.choice((1, 1, 2, 4))):
        if deals:
            steps = rng.choice(deals)["steps"]
            at = rng.randrange(len(steps) + 1)
            added = act(rng)
            if added["type"] == "ruling":
                added["number"] = rng.randrange(len(steps) + 1)
                if rng.random() < 0.5:
                    del added["number"]
            steps[at : at + rng.randrange(2)] = [{"action": added}]
            if rng.random() < 0.5 and at < len(steps) - 1 and "irregular" not in steps[at + 1]["action"]:
                steps[at + 1]["action"]["irregular"] = True
    return json.dumps(value).encode()


def inputs(number: int, seed: str) -> Iterator[tuple[str, bytes]]:
    """So many inputs, each with its kind: text, json or line."""
    rng = random.Random(seed)
    for _ in range(number):
        kind = rng.choice(("text", "text", "text", "json", "line", "line"))
        base = rng.choice({"line": [LINE, LINE_OF_ACTS], "text": TEXTS, "json": JSONS}[kind])
        if rng.random() < 0.02:
            base = rng.randbytes(rng.randrange(200))
        damage = rng.choice((damaged, damaged, misshapen, with_acts)) if base in JSONS else damaged
        yield kind, damage(base, rng)


def check(kind: str, content: bytes) -> bool:
    """Whether the input was read without a problem; an `AssertionError` where what must hold does not."""
    if kind == "line":
        return _check_line(content.decode(errors="replace"))
    readings = [of_json(content)] if kind == "json" else list(read_many(BytesIO(content)))
    for reading in readings:
        _check_reading(reading)
    return not any(reading.problems for reading in readings)


def _check_reading(reading: Reading) -> None:
    assert len(reading.problems) <= PROBLEMS
    record = reading.record
    text = write(record)
    again = read(text)
    assert not again.problems, again.problems[:3]
    assert again.record == record
    assert write(again.record) == text
    twin = to_json(record)
    assert strictly(from_json(twin)).record == record
    verified = verify(reading)
    assert len(verified.problems) <= PROBLEMS
    report = report_json(verified)
    assert report["agrees"] in (True, False)
    json.dumps(report)
    with_numbers = write(numbered(record))
    assert write(strictly(read(with_numbers)).record) == with_numbers
    assert all("\n" not in line for line in narrate(record, words_in("en").commentary, verified))
    with contextlib.suppress(Unreadable):
        json.dumps(list(open_rulings("", reading, None, None)))


def _check_line(line: str) -> bool:
    read_well = True
    try:
        position = read_position(line)
        assert read_position(write_position(position)) == read_position(write_position(read_position(line)))
    except NotationError as error:
        if not 1 <= error.column <= len(line) + 1:
            raise AssertionError("there is no such column") from error
        read_well = False
    for part in line.split("_")[3:5]:
        try:
            members = read_action(part)
        except NotationError:
            continue
        assert read_action(write_action(members)) == read_action(write_action(read_action(write_action(members))))
    return read_well


def main(number: int, seed: str) -> None:
    """Check so many inputs and say what they were."""
    began = time.monotonic()
    slowest, well = (0.0, b""), 0
    for count, (kind, content) in enumerate(inputs(number, seed), 1):
        start = time.process_time()  # other processes may run meanwhile
        try:
            well += check(kind, content)
        except Exception as error:
            error.add_note(f"input {count} of seed {seed!r}, {kind}: {content!r}")
            raise
        slowest = max(slowest, (time.process_time() - start, content))
        if count % 100_000 == 0:
            print(f"{count:,} inputs, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{number:,} inputs, seed {seed!r}: none crashed; {well:,} without a problem; ", end="")
    print(f"{time.monotonic() - began:.0f} s; the slowest took {1000 * slowest[0]:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10_000, sys.argv[2] if sys.argv[2:] else "piquet")
