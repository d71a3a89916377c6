"""Tallies: the outcomes and times of requests."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

COLUMNS = ("sent", "answered", "refused", "wrong", "lost")


@dataclass
class Tally:
    """The requests of one scenario by outcome, with the times of answers and refusals, and examples of failures.

    `answered`: with the expected response. `refused`: 503 with `Retry-After`, or 504 `deadline_exceeded`. `wrong`: any
    other response. `lost`: no response. `least` is the share of requests that must be answered, and at least one; with
    None, all may be refused.
    """

    name: str
    least: float | None = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    refusals: list[float] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def add(self, outcome: str, seconds: float, what: str = "") -> None:
        self.counts["sent"] += 1
        self.counts[outcome] += 1
        if outcome == "answered":
            self.seconds.append(seconds)
        elif outcome == "refused":
            self.refusals.append(seconds)
        elif len(self.shown) < 3:
            self.shown.append(f"{outcome}: {what}")

    @property
    def clean(self) -> bool:
        answered = self.counts["answered"]
        enough = self.least is None or (answered > 0 and answered >= self.least * self.counts["sent"])
        return enough and not self.counts["wrong"] and not self.counts["lost"]

    def line(self) -> str:
        cells = " ".join(f"{self.counts[column]:9,}" for column in COLUMNS)
        return f"{self.name:44}{cells}  {milliseconds(self.seconds)}  {milliseconds(self.refusals)}"


def percentile(seconds: Iterable[float], part: float) -> float:
    """The time within which the share `part` of them lies; infinite if there are none."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else math.inf


def milliseconds(seconds: list[float]) -> str:
    """The median and the 99th percentile in milliseconds, as text."""
    if not seconds:
        return f"{'':>8}{'':>8}"
    return "".join(f"{percentile(seconds, part) * 1000:8.1f}" for part in (0.5, 0.99))


HEAD = f"{'':44}{' '.join(f'{name:>9}' for name in COLUMNS)}  {'p50 ms':>8}{'p99 ms':>8}  {'refusals':>8}{'p99 ms':>8}"
