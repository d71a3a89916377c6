"""The account of a deal: every score in the order of R7.1, and the bonuses that it makes (R7.2 to R7.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

IN_HAND = ("carte_blanche", "point", "sequence", "set", "carte_rouge")
ORDER = (*IN_HAND, "play")


@dataclass(frozen=True)
class Entry:
    """A score, or what is good but barred from scoring (no points, R7.6): a point, or one of two cartes blanches."""

    step: str
    seat: str
    points: int
    barred: bool = False

    @property
    def name(self) -> str:
        return "barred_point" if self.barred and self.step == "point" else self.step


@dataclass(frozen=True)
class Verdict:
    """A bonus that is certain, or certainly not to be had: then `by` says why."""

    seat: str
    bonus: str
    by: str | None = None


def in_order(entries: list[Entry]) -> list[Entry]:
    """As they reckon, whatever the order of speaking (R7.1); what belongs to one step stays in the order of time."""
    return [entry for step in ORDER for entry in entries if entry.step == step]


def verdicts(
    entries: list[Entry],
    elder: str,
    younger: str,
    open_steps: set[str],
    equal: set[str],
    unsettled: set[str],
    rules: dict[str, Any],
) -> list[Verdict]:
    """All that can be said about repique and pique, from scratch.

    `open_steps` are those in which younger may still come to reckon something; `equal` are the categories that ended
    equal, `unsettled` those that may still do so.
    """
    found = []
    for seat, other in ((elder, younger), (younger, elder)):
        if seat == younger and rules["repique_by"] == "elder":
            continue  # not saved, either: there was none to be had (R7.2)
        verdict = repique(
            entries, seat, other, elder, open_steps if other == younger else set(), equal, unsettled, rules
        )
        if verdict:
            found.append(verdict)
    # What saves elder's repique saves his pique too, except an equality (R7.5).
    if not any(verdict.bonus == "repique" and verdict.seat == elder and verdict.by != "equality" for verdict in found):
        verdict = pique(entries, elder, younger, open_steps)
        if verdict and not any(other.bonus == "repique" and other.by is None for other in found):
            found.append(verdict)
    return found


def repique(
    entries: list[Entry],
    seat: str,
    other: str,
    first: str,
    open_steps: set[str],
    equal: set[str],
    unsettled: set[str],
    rules: dict[str, Any],
) -> Verdict | None:
    """Thirty in hand before the other has reckoned anything (R7.2). `first` is elder."""
    total = 0
    for number, step in enumerate(IN_HAND):
        total += sum(entry.points for entry in entries if (entry.seat, entry.step) == (seat, step))
        if total < 30:
            continue
        if seat != first:
            number += 1  # within a step elder comes first: a carte rouge, or what is reckoned late (docs/law.md, E5)
        matters = IN_HAND[:number] if rules["repique_test"] == "before_in_order" else IN_HAND
        for entry in in_order(entries):
            if entry.seat == other and entry.step in matters:
                return Verdict(seat, "repique", entry.name)
        if rules["equality_saves_repique"] and equal & {"point", "sequence"}:
            return Verdict(seat, "repique", "equality")
        if open_steps & set(matters):
            return None
        if rules["equality_saves_repique"] and unsettled & {"point", "sequence"}:
            return None
        return Verdict(seat, "repique")
    return None


def pique(entries: list[Entry], elder: str, younger: str, open_steps: set[str]) -> Verdict | None:
    """Thirty in hand and play before younger has reckoned anything (R7.3)."""
    total = 0
    before: list[Entry] = []
    for entry in in_order(entries):
        if entry.seat == elder:
            total += entry.points
            if total >= 30 and entry.step == "play":
                for one in before:
                    return Verdict(elder, "pique", one.name)
                return None if open_steps else Verdict(elder, "pique")
        else:
            before.append(entry)
    return None


def in_order_of_reckoning(
    hand: list[Entry], play: list[Entry], found: list[Verdict], elder: str
) -> Iterator[tuple[str, str, int]]:
    """The steps in hand, then each point of play, in the order of R8.4: the step, who scores, and how much.

    All that a player has in a step is one item. A repique counts with the step that makes thirty, a pique with the
    point of play that does.
    """
    bonuses = {(one.seat, one.bonus) for one in found if one.by is None}
    total = {"A": 0, "B": 0}
    for step in IN_HAND:
        for seat in (elder, {"A": "B", "B": "A"}[elder]):
            points = sum(entry.points for entry in hand if (entry.seat, entry.step) == (seat, step))
            makes_thirty = total[seat] < 30 <= total[seat] + points
            total[seat] += points
            yield step, seat, points + (60 if makes_thirty and (seat, "repique") in bonuses else 0)
    for entry in play:
        total[entry.seat] += entry.points
        makes_pique = entry.seat == elder and total[elder] >= 30 and (elder, "pique") in bonuses
        if makes_pique:
            bonuses.remove((elder, "pique"))
        yield "play", entry.seat, entry.points + (30 if makes_pique else 0)


def reached(
    entries: list[Entry],
    found: list[Verdict],
    elder: str,
    younger: str,
    before: dict[str, int],
    target: int,
) -> dict[str, int] | None:
    """What both have of this deal when the first of them reaches the target by what was reckoned or by elder's first
    lead, in the order of R7.1; None if nobody does.
    """
    running = {elder: 0, younger: 0}
    lead = [entry for entry in entries if (entry.seat, entry.step) == (elder, "play")]
    for _, seat, points in in_order_of_reckoning(entries, lead, found, elder):
        running[seat] += points
        if before[seat] + running[seat] >= target:
            return running
    return None
