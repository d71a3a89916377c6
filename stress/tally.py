"""What became of requests, and how long they took."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

COLUMNS = ("sent", "answered", "refused", "wrong", "lost")


@dataclass
class Tally:
    """Of one scenario: requests by outcome, seconds of those that were answered, and something of the rest to show.

    `answered` as they should be; `refused` politely (503 with `Retry-After`, 504 `deadline_exceeded`); `wrong` is
    whatever else came back; `lost` are those that nothing came back for."""

    name: str
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
        return not self.counts["wrong"] and not self.counts["lost"] and self.counts["answered"] > 0

    def line(self) -> str:
        cells = " ".join(f"{self.counts[column]:9,}" for column in COLUMNS)
        return f"{self.name:44}{cells}  {milliseconds(self.seconds)}  {milliseconds(self.refusals)}"


def milliseconds(seconds: Iterable[float]) -> str:
    """The median and the 99th percentile."""
    ordered = sorted(seconds)
    if not ordered:
        return f"{'':>8}{'':>8}"
    return "".join(f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000:8.1f}" for part in (0.5, 0.99))


HEAD = f"{'':44}{' '.join(f'{name:>9}' for name in COLUMNS)}  {'p50 ms':>8}{'p99 ms':>8}  {'refusals':>8}{'p99 ms':>8}"
