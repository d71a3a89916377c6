"""The worked deals, read from worked_deals.txt.

A deal is a line with the name, the dealer, parameters and the hands as dealt, in the order of speaking; then what is
said, a round at a time; then the play. Words: `4-37` calls four cards worth 37, `3-K` a sequence of three to the
king or three kings, `-` passes, `=` says equal, `C!` claims a carte blanche. `> B …` is what B reckons. Totals of the
deal stand after what brings them: in the play, each trick. `won` is the end of a partie, with its totals.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

Action = dict[str, Any]
Event = dict[str, Any]

SEATS = {"V": "ABCD", "N": "ABC"}
GAMES = {"V": "voleur", "N": "normand"}
MEMBERS = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}
TRICK_POINTS = ("capture", "trick")
TOTAL = re.compile(r"\d+-\d+(-\d+)?")
CARD = re.compile(r"[7-9TJQKA][SHDC]")


class WorkedDeal(NamedTuple):
    """A deal, its actions, and `transcript`: what they bring, in the words of `transcript_of`."""

    name: str
    game: str
    parameters: dict[str, Any]
    dealer: str
    hands: dict[str, list[str]]
    talon: list[str]
    before: dict[str, int] | None
    actions: list[Action]
    transcript: list[tuple[str, ...]]

    @property
    def given(self) -> dict[str, Any]:
        """What a deal is begun with."""
        names = ("game", "parameters", "dealer", "hands", "talon", "before")
        return {name: getattr(self, name) for name in names}


def cards_of(text: str) -> list[str]:
    """`SAKJHQ8` as cards: a suit, then its ranks."""
    found, suit = [], ""
    for letter in text:
        if letter in "SHDC":
            suit = letter
        else:
            found.append(letter + suit)
    return found


def value_of(text: str) -> Any:
    """A value of a parameter."""
    words = {"true": True, "false": False, "null": None}
    return int(text) if text.isdigit() else words.get(text, text)


def sides_of(game: str) -> tuple[str, ...]:
    """The sides in the order of the totals."""
    return ("AC", "BD") if game == "voleur" else ("A", "B", "C")


class Reader:
    """Reads the lines of one deal."""

    def __init__(self, lines: list[str]) -> None:
        self.actions: list[Action] = []
        self.transcript: list[tuple[str, ...]] = []
        head, *rest = lines
        self.read_head(head)
        for line in rest:
            word, _, text = line.partition(" ")
            if word == "play":
                self.read_play(text.split())
            elif word == "won":
                self.transcript.append(("won", *text.split()))
            else:
                self.read_calling(line)

    def read_head(self, line: str) -> None:
        self.name, dealer, *options, hands = line.split(" · ")
        letter = self.name[0]
        self.game, self.dealer, self.seats = GAMES[letter], dealer.split()[1], SEATS[letter]
        self.order = self.seats[self.seats.index(self.dealer) + 1 :] + self.seats[: self.seats.index(self.dealer) + 1]
        given = dict(option.split() for option in options)
        totals = given.pop("before", None)
        self.before = None if totals is None else self.by_side(totals)
        self.parameters = {name: value_of(text) for name, text in given.items()}
        told = {words[0]: words[1:] for words in map(str.split, re.split(r" (?=[A-D] |talon|discard)", hands))}
        self.hands = {seat: cards_of(*told[seat]) for seat in self.seats}
        self.talon = told.get("talon", [])
        self.discard = cards_of(told.get("discard", ["0"])[0].removeprefix("0"))
        self.exchanged = self.game == "voleur"

    def by_side(self, totals: str) -> dict[str, int]:
        return dict(zip(sides_of(self.game), map(int, totals.split("-")), strict=True))

    def act(self, seat: str, kind: str, **more: Any) -> None:
        """An action; the dealer of three exchanges before the first word, and after a claim of their own."""
        claims_first = kind == "claim_carte_blanche" and seat == self.dealer
        if not self.exchanged and not claims_first:
            self.exchanged = True
            self.actions.append({"seat": self.dealer, "type": "exchange", "cards": self.discard})
        self.actions.append({"seat": seat, "type": kind, **more})

    def read_calling(self, line: str) -> None:
        for part in line.split(" ; "):
            category, _, text = part.partition(" ")
            if self.parameters.get("calling") == "automatic" and not self.exchanged:
                self.exchanged = True
                self.actions.append({"seat": self.dealer, "type": "exchange", "cards": self.discard})
            self.read_round(category, text.strip().split())

    def read_round(self, category: str, words: list[str]) -> None:
        """What is said, then what is reckoned."""
        automatic = self.parameters.get("calling") == "automatic"
        good, at = "", 0
        while at < len(words) and words[at] in [*self.seats, *(seat + "!" for seat in self.seats)]:
            seat = words[at][0]
            if words[at].endswith("!"):
                at += 1
                if not automatic:
                    self.act(seat, "claim_carte_blanche")
                continue
            said, at = words[at + 1], at + 2
            good = seat if said[0].isdigit() else "" if said == "=" else good
            if not automatic:
                self.say(category, seat, said)
        partner_point = category == "point" and self.parameters.get("partner_point")
        reckoned = self.read_reckoning(category, words[at:])
        if automatic or not good or (category == "point" and not partner_point):
            return
        partner = self.seats[self.seats.index(good) ^ 2] if self.game == "voleur" else ""
        for seat in [partner] if partner_point else [good, *partner]:
            holdings = [{"category": category, "cards": cards} for who, cards in reckoned if who == seat]
            self.act(seat, "reckon", holdings=holdings)

    def say(self, category: str, seat: str, said: str) -> None:
        if said in "-=":
            self.act(seat, "pass" if said == "-" else "equal", category=category)
            return
        number, tie = said.split("-")
        names = MEMBERS[category]
        self.act(
            seat, "call", category=category, **{names[0]: int(number), names[1]: int(tie) if tie.isdigit() else tie}
        )

    def read_reckoning(self, category: str, words: list[str]) -> list[tuple[str, list[str]]]:
        """`> A SAK… 5-0`, `blanche A 10 10-0`, `repique 0-90`, `saved:repique:point`, `pass A` for nothing."""
        reckoned, rest = [], iter(words)
        for word in rest:
            if word == ">":
                seat, cards, total = next(rest), next(rest), next(rest)
                reckoned.append((seat, cards_of(cards)))
                self.transcript.append((category, seat, *sorted(cards_of(cards)), total))
            elif word == "blanche":
                self.transcript.append(("carte_blanche", next(rest), next(rest), next(rest)))
            else:
                self.read_bonus(word, rest)
        return reckoned

    def read_bonus(self, word: str, rest: Any) -> None:
        if word.startswith("saved:"):
            self.transcript.append(tuple(word.split(":")))
        elif word in ("cards", "capot"):
            self.transcript.append((word, next(rest), next(rest)))
        else:
            assert word in ("repique", "pique", "last"), word
            self.transcript.append((word, next(rest)))

    def read_play(self, words: list[str]) -> None:
        held = {seat: set(cards) for seat, cards in self.hands.items()}
        if self.game == "normand":
            held[self.dealer] |= set(self.talon)
        rest = iter(words)
        for word in rest:
            if CARD.fullmatch(word):
                # The dealer of three may have put the card out and another seat cannot hold it: one seat only has it.
                (seat,) = (seat for seat in self.seats if word in held[seat])
                self.act(seat, "play", card=word)
            elif TOTAL.fullmatch(word):
                self.transcript.append(("trick", word))
            else:
                self.read_bonus(word, rest)


def transcript_of(game: str, events: list[Event]) -> list[tuple[str, ...]]:
    """What the events bring, with the running total of the deal after each."""
    sides = sides_of(game)
    score = dict.fromkeys(sides, 0)
    found: list[tuple[str, ...]] = []
    for event, after in zip(events, [*events[1:], None], strict=True):
        kind, side = event["kind"], event["side" if game == "voleur" else "seat"]
        if side is not None:
            score[side] += event["points"]
        total = "-".join(str(score[side]) for side in sides)
        if kind in MEMBERS:
            found.append((kind, event["seat"], *sorted(event["cards"]), total))
        elif kind == "carte_blanche":
            found.append((kind, event["seat"], str(event["points"]), total))
        elif kind in ("repique", "pique"):
            found.append((kind, total))
        elif kind == "saved":
            found.append((kind, event["bonus"], event["by"]))
        elif kind in TRICK_POINTS or (kind == "trick_won" and (after is None or after["kind"] not in TRICK_POINTS)):
            found.append(("trick", total))
        elif kind in ("cards", "capot"):
            found.append((kind, side, total))
        elif kind == "last_trick":
            found.append(("last", total))
        elif kind == "partie_ended":
            found.append(("won", *result_of(sides, event)))
    return found


def result_of(sides: tuple[str, ...], event: Event) -> list[str]:
    """The end of a partie: winner, totals, and in `normand` second and loser, or the two who play on."""
    words = [event["winner"], "-".join(str(event["totals"][side]) for side in sides)]
    for name in ("second", "loser"):
        words += [name, event[name]] if event.get(name) else []
    return words + (["remaining", *event["remaining"]] if event.get("remaining") else [])


def read(text: str) -> dict[str, WorkedDeal]:
    """The deals of a text, by name."""
    found = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            it = Reader(lines)
            found[it.name] = WorkedDeal(
                it.name, it.game, it.parameters, it.dealer, it.hands, it.talon, it.before, it.actions, it.transcript
            )
    return found


WORKED_DEALS = read((Path(__file__).parent / "worked_deals.txt").read_text(encoding="utf-8"))
