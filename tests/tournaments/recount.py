"""Standings counted again from an event as it is written, by desk.md alone: slowly, and with fractions."""

from fractions import Fraction
from hashlib import sha256
from typing import Any

Json = Any

#: What a partie under `portland` is worth (R8.2): the loser is rubiconed below 100.
RUBICON = BONUS = 100


def totals_of(place: Json) -> tuple[int, int]:
    """The totals of a table, with the adjustments of deals and of the partie; no deal counts double."""
    result = place["result"]
    deals = result.get("deals") or [result["totals"]]
    both = [sum(deal[seat] for deal in deals) for seat in (0, 1)]
    for one in place.get("adjustments", []):
        if one["of"] in ("deal", "partie"):
            both["AB".index(one["seat"])] += one["points"]
    return both[0], both[1]


def settled(totals: tuple[int, int]) -> tuple[int | None, int, bool]:
    """The winner, what they win, and whether the other is rubiconed."""
    if totals[0] == totals[1]:
        return None, 0, False
    winner = int(totals[1] > totals[0])
    rubicon = totals[1 - winner] < RUBICON
    return winner, BONUS + (sum(totals) if rubicon else abs(totals[0] - totals[1])), rubicon


class Recount:
    """The standings of an event after a round."""

    def __init__(self, event: Json, until: int) -> None:
        self.event, self.until = event, until
        self.rounds = sorted((one for one in event["rounds"] if one["number"] <= until), key=lambda one: one["number"])
        self.ids = [player["id"] for player in event["players"]]
        self.primary = {one: sum((self.points(one, each) for each in self.rounds), Fraction()) for one in self.ids}

    def place(self, who: str, each: Json) -> tuple[Json, int] | None:
        """The table and the seat of a player in a round."""
        for place in each.get("tables", []):
            for seat, name in enumerate("ab"):
                if place[name] == who:
                    return place, seat
        return None

    def met(self, who: str) -> list[tuple[Json, int, str]]:
        """The parties that a player has played over the board: table, seat and opponent."""
        found = []
        for each in self.rounds:
            at = self.place(who, each)
            if at is not None and "forfeit" not in at[0]:
                found.append((at[0], at[1], at[0]["ba"[at[1]]]))
        return found

    def points(self, who: str, each: Json) -> Fraction:
        scoring = self.event["scoring"]
        game = scoring["points"] == "game"
        win, draw, loss = (scoring.get(name, default) if game else 0 for name, default in RESULTS.items())
        if who in each.get("byes", []):
            return Fraction(scoring.get("bye", win))
        at = self.place(who, each)
        if at is None:
            misses = each["number"] in self.event.get("missed", {}).get(who, [])
            return Fraction(scoring.get("missed", 0) if misses else 0)
        place, seat = at
        extra = sum(
            one["points"]
            for one in place.get("adjustments", [])
            if one["of"] == "settlement" and "AB".index(one["seat"]) == seat
        )
        if "forfeit" in place:
            absent = place["forfeit"] in (who, "both")
            given = scoring.get("forfeit_loss", loss) if absent else scoring.get("forfeit_win", win)
            return Fraction(given) + extra
        totals = totals_of(place)
        winner, worth, _ = settled(totals)
        difference = totals[seat] - totals[1 - seat]
        won = winner == seat
        kind = scoring["points"]
        if kind == "settlement":
            made = Fraction(0 if winner is None else worth if won else -worth)
        elif kind == "won":
            made = Fraction(worth if won else 0)
        elif kind == "difference":
            cap = scoring.get("cap", abs(difference))
            made = Fraction(min(max(difference, -cap), cap))
        elif kind == "total":
            made = Fraction(totals[seat])
        elif kind == "game":
            made = Fraction(draw if winner is None else win if won else loss)
        elif winner is None:
            made = Fraction(sum(map(Fraction, scoring["scale"][0][1:]))) / 2
        else:
            made = Fraction([row for row in scoring["scale"] if row[0] <= abs(difference)][-1][1 if won else 2])
        return made + extra

    # ---- tie-breaks

    def wins(self, who: str) -> int:
        return sum(settled(totals_of(place))[0] == seat for place, seat, _ in self.met(who))

    def summands(self, who: str) -> list[Fraction]:
        theirs = [self.primary[other] for _, _, other in self.met(who)]
        return theirs + [self.primary[who] for _ in range(self.until - len(theirs))]

    def value(self, name: str, who: str, group: list[str]) -> Fraction:
        met = self.met(who)
        if name == "wins":
            return Fraction(self.wins(who))
        if name == "difference":
            return Fraction(sum(totals_of(place)[seat] - totals_of(place)[1 - seat] for place, seat, _ in met))
        if name == "best":
            return Fraction(max([totals_of(place)[seat] for place, seat, _ in met] or [0]))
        if name == "rubicons":
            found = Fraction()
            for place, seat, _ in met:
                winner, _, rubicon = settled(totals_of(place))
                found += 0 if not rubicon else 1 if winner == seat else -1
            return found
        if name == "buchholz":
            return sum(self.summands(who), Fraction())
        if name == "buchholz_cut_1":
            return sum(self.summands(who), Fraction()) - min(self.summands(who))
        if name == "sonneborn_berger":
            found = Fraction()
            for place, seat, other in met:
                winner = settled(totals_of(place))[0]
                found += self.primary[other] * (Fraction(1, 2) if winner is None else int(winner == seat))
            return found
        if name == "opponents_wins":
            return Fraction(sum(self.wins(other) for _, _, other in met))
        if name == "direct":
            among = [each for each in self.rounds if self.opponent_in(who, each) in group]
            return sum((self.points(who, each) for each in among), Fraction())
        order = sorted(group, key=lambda one: sha256(f"{self.event['lot_seed']}:{one}".encode()).hexdigest())
        return Fraction(order.index(who) + 1)

    def opponent_in(self, who: str, each: Json) -> str | None:
        at = self.place(who, each)
        return None if at is None or "forfeit" in at[0] else at[0]["ba"[at[1]]]

    def decides(self, name: str, group: list[str]) -> bool:
        if name != "direct":
            return True
        return all(other in {each for _, _, each in self.met(who)} for who in group for other in group if who != other)

    def standings(self) -> list[tuple[int, str, Fraction, dict[str, Fraction | None], str | None]]:
        """Rank, player, points, tie-breaks, and what tells the player from the one above; equals by their ids."""
        told: dict[str, dict[str, Fraction | None]] = {who: {} for who in self.ids}
        # What is compared, in order: each player's points, then the tie-breaks, within those who are equal so far.
        keys: dict[str, list[Fraction]] = {who: [-self.primary[who]] for who in self.ids}
        for name in self.event.get("tie_breaks", []):
            before = {who: list(key) for who, key in keys.items()}
            for who in self.ids:
                group = [other for other in self.ids if before[other] == before[who]]
                applies = len(group) > 1 and self.decides(name, group)
                told[who][name] = self.value(name, who, group) if applies else None
                number = told[who][name] or Fraction()
                keys[who].append(number if name == "lot" else -number)
        order = sorted(self.ids, key=lambda who: (keys[who], who))
        names = ["points", *self.event.get("tie_breaks", [])]
        found = []
        for at, who in enumerate(order):
            above = order[at - 1] if at else None
            differs = [
                name for name, one, other in zip(names, keys[who], keys[above or who], strict=True) if one != other
            ]
            rank = 1 + sum(keys[other] < keys[who] for other in self.ids)
            found.append((rank, who, self.primary[who], told[who], differs[0] if differs else None))
        return found


RESULTS = {"win": 2, "draw": 1, "loss": 0}
