"""How long does it take to check records, to stream many of them, and compared with poker hands in their notation?

1. Parse, replay and export of one record: the deal of `examples/w1.piquet`, compared with one hand in the Poker Hand
   History notation (PHH) by pokerkit, its reference implementation. Ratio: pokerkit's time / ours, for a record and for
   an action. Ours also checks every claim.
2. Whole parties (`examples/partie.piquet`, six deals with every running total) checked per second, by one process and
   by one for each processor, as in `piquet-referee verify`; and the parts of it for each action: reading text, reading
   JSON, verifying. The suits of each partie are exchanged in all 24 ways, because the parser remembers short texts.
3. The memory of a worker while records are streamed through `/v1/records/verify`: 1,000, 10,000 and, with `--most`, up
   to 100,000.
"""

import contextlib
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import _http as http_
import _shared as shared

from service.cli.verify import Checked, check
from service.records.json_form import to_json
from service.records.stream import of_json
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.verify import verify

EXAMPLES = shared.ROOT / "examples"
W1 = (EXAMPLES / "w1.piquet").read_bytes()
PARTIE = (EXAMPLES / "partie.piquet").read_bytes()
PARTIES = [PARTIE.translate(bytes.maketrans(b"SHDC", bytes(suits))) for suits in permutations(b"SHDC")]

# A heads-up hand of no-limit hold'em with a showdown, in PHH.
HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [20000, 20000]
actions = [
  "d dh p1 AcAs", "d dh p2 7h6h", "p2 cbr 300", "p1 cbr 900", "p2 cc",
  "d db 4c6cTs", "p1 cbr 1200", "p2 cc",
  "d db Jh", "p1 cc", "p2 cc",
  "d db 9d", "p1 cbr 2500", "p2 cc",
  "p1 sm AcAs", "p2 sm 7h6h",
]
"""


def ours() -> None:
    reading = read(W1)
    assert verify(reading).agrees
    write(reading.record)


def theirs() -> None:
    from pokerkit import HandHistory

    history = HandHistory.loads(HAND)
    for _ in history:
        pass
    history.dumps()


def beside_poker(rounds: int, times: int) -> None:
    try:
        theirs()
    except ImportError:
        print("pokerkit is not here: make bench installs it")
        return
    ours_steps, their_steps = len(read(W1).record.deals[0].steps), HAND.count('"') // 2 - 1
    jobs = {
        "piquet": lambda: [ours() for _ in range(times)],
        "poker": lambda: [theirs() for _ in range(times)],
    }
    found = shared.side_by_side(jobs, rounds)
    ratio = shared.ratio(found["poker"], found["piquet"])
    shared.show("parse, replay, export: a record", found, "piquet", "poker", times, ratio)
    each = ratio * ours_steps / their_steps
    print(f"  an action of it ({ours_steps} of ours, {their_steps} of theirs): ratio {each:.1f}")


def parties_per_second(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parties.piquet"
        path.write_bytes(b"\n".join(PARTIES[number % len(PARTIES)] for number in range(count)))
        for jobs in sorted({1, os.cpu_count() or 1}):

            def run(jobs: int = jobs) -> None:
                found = [each for each in check([str(path)], jobs) if isinstance(each, Checked)]
                assert len(found) == count and all(each.report["agrees"] for each in found)

            taken = min(shared.seconds(run) for _ in range(3))
            print(f"whole parties checked, {jobs} process(es): {count / taken:6,.0f} a second")


def time_of_parts(rounds: int) -> None:
    """The processor time of each part of a check for each action, of which a busy machine changes little."""
    readings = [read(partie) for partie in PARTIES]
    steps = sum(len(deal.steps) for deal in readings[0].record.deals)
    as_json = [json.dumps(to_json(reading.record)).encode() for reading in map(read, PARTIES)]
    parts = {
        "reading text": least(read, PARTIES, rounds),
        "reading JSON": least(of_json, as_json, rounds),
        "verifying": least(verify, readings, rounds),
    }
    print("; ".join(f"{name} {taken / steps * 1e6:.1f} µs" for name, taken in parts.items()), "an action:")
    for form in ("text", "JSON"):
        whole = parts[f"reading {form}"] + parts["verifying"]
        print(f"whole parties read and verified, {form}: {1 / whole:6,.0f} a second of processor time")


def least(job: Callable[[Any], object], items: list[Any], rounds: int) -> float:
    """The mean of the least processor times of the items."""
    return sum(min(processor_time(job, item) for _ in range(rounds)) for item in items) / len(items)


def processor_time(job: Callable[[Any], object], item: Any) -> float:
    start = time.process_time()
    job(item)
    return time.process_time() - start


def memory(port: int, counts: list[int]) -> None:
    """The maximum memory of a worker after so many records."""
    for count in counts:
        answered = stream(port, count)
        largest = max(map(peak, children(os.getpid())))
        print(
            f"streamed {count:8,} records: {answered:,} reports, the largest process {largest / 1024:,.1f} MB at most"
        )


def children(pid: int) -> list[int]:
    """The child processes of a process, recursively, where there is /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
    return found + [each for child in found for each in children(child)]


def peak(pid: int) -> int:
    """The maximum memory of a process in kB."""
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next((line.split()[1] for line in lines if line.startswith("VmHWM")), "0"))
    return 0


def stream(port: int, count: int) -> int:
    """Send so many records in one request, reading meanwhile. Returns the number of reports."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

    def body() -> Iterator[bytes]:
        block = (W1 + b"\n") * 50
        for _ in range(count // 50):
            yield block

    connection.putrequest("POST", "/v1/records/verify")
    connection.putheader("Content-Type", "text/plain")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    sending = connection.sock  # which the response takes, because the connection ends with it

    def send() -> None:
        for block in body():
            sending.sendall(b"%x\r\n%b\r\n" % (len(block), block))
        sending.sendall(b"0\r\n\r\n")

    sender = threading.Thread(target=send)
    sender.start()
    response = connection.getresponse()
    reports = sum(1 for _ in response)
    sender.join()
    connection.close()
    return reports


def main() -> None:
    given = shared.arguments(__doc__, most=(10_000, "records streamed at the most"))
    beside_poker(given.rounds, 10 if given.quick else 50)
    parties_per_second(60 if given.quick else 1000)
    time_of_parts(given.rounds)
    counts = [count for count in (1000, 10_000, 100_000) if count <= given.most]
    with http_.gunicorn("service.wsgi:app") as server:
        memory(server.port, counts[:1] if given.quick else counts)


if __name__ == "__main__":
    sys.exit(main())
