"""JSON records: written, and read as far as they can be read, with a pointer for each problem."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Final, TypeGuard

from service.piquet.cards.cards import CARD
from service.piquet.model.state import SEATS
from service.piquet.rulesets.parameters import PARAMETERS, Value
from service.piquet.scoring.adjustments import ADJUSTED, ADJUSTMENTS, MOST, REASON, Adjustment, Claim, adjustment_json
from service.piquet.suggestions import no_card
from service.piquet.value_kinds import MembersError
from service.records import model
from service.records.json_values import CONTROL, Json, JsonValues, escaped, whole_number
from service.records.partial_actions import step_of
from service.records.player_names import winner_in
from service.records.recognition import FORMAT_PAGE, json_looks_like
from service.records.text.tokens import in_order

_PARTS = ("deals", "adjustments", "result")
_FLAGS = ("annulled", "irregular", "out_of_turn")
_NAME = re.compile(r"[a-z0-9-]{1,48}(?:@[0-9]{1,4})?")
_PARAMETER, _WORD = re.compile("[a-z0-9_]{1,48}"), re.compile("[a-z_][a-z0-9_-]{0,47}")


def from_json(value: Json) -> model.Reading:
    """Return the record of decoded JSON, as far as it can be read."""
    reader = _Reader()
    reader.read(value)
    return reader.reading


class _Reader(JsonValues):
    def __init__(self) -> None:
        self.reading = model.Reading(model.Record())

    def problem(self, code: str, message: str, pointer: str) -> None:
        found = self.reading.problems
        if len(found) < model.PROBLEMS - 1:
            found.append(model.Problem(code, message, pointer))
        elif len(found) == model.PROBLEMS - 1:
            found.append(model.Problem("record.limit", "there are more problems, which are not listed", pointer))

    def quoted(self, name: object) -> str:
        return str(name)[:40]

    # ------------------------------------------------------------ values

    def text(self, value: Json, pointer: str) -> str | None:
        if not isinstance(value, str):
            self.problem("member.type", "this is not a string", pointer)
            return None
        if len(value) > model.TEXT:
            self.problem("tag.too_long", f"a text has at most {model.TEXT} characters", pointer)
            value = value[: model.TEXT]
        if CONTROL.search(value):
            self.problem("text.control", "a line must not contain control characters", pointer)
            value = CONTROL.sub(" ", value)
        value = value.strip(" ")
        if not value:
            self.problem("tag.empty", "this value is empty", pointer)
        return value or None

    def one_of(self, value: Json, allowed: Iterable[str], pointer: str) -> str | None:
        if isinstance(value, str) and value in tuple(allowed):
            return value
        self.problem("tag.value", f"this is not one of {', '.join(allowed)}", pointer)
        return None

    def seat(self, value: Json, pointer: str) -> str | None:
        return self.one_of(value, SEATS, pointer)

    def winner(self, value: Json, pointer: str) -> str | None:
        """Return a seat, by its letter or by the name of its player, or `none`."""
        found, why = winner_in(value if isinstance(value, str) else "", self.reading.record.players)
        if why:
            self.problem("tag.value", why, pointer)
        return found

    def number(self, value: Json, pointer: str, least: int = 0) -> int | None:
        found = whole_number(value, least, model.NUMBER)
        if found is None:
            self.problem("claim.not_a_number", "this is not a number of points", pointer)
        return found

    def settlement(self, value: Json, pointer: str) -> int | None:
        return self.number(value, pointer, -model.NUMBER)

    def truth(self, value: Json, pointer: str) -> bool | None:
        if isinstance(value, bool):
            return value
        self.problem("member.type", "this is neither true nor false", pointer)
        return None

    def claim(self, value: Json, pointer: str, least: int = 0) -> Claim | None:
        members = self.members(value, SEATS, pointer)
        a_points, b_points = (
            self.number(members[seat], f"{pointer}/{seat}", least) if seat in members else None for seat in SEATS
        )
        return (a_points, b_points) if isinstance(value, dict) else None

    def sums(self, value: Json, pointer: str) -> Claim | None:
        """Return a claim of numbers that an adjustment may have taken below zero."""
        return self.claim(value, pointer, -model.NUMBER)

    def cards(self, value: Json, pointer: str) -> list[str] | None:
        found = []
        for card, place in self.items(value, 2 * len(CARD), pointer):
            if isinstance(card, str) and (card in CARD or card == model.UNKNOWN):
                found.append(card)
            else:
                self.problem("card.unknown", f"this {no_card(card)}, and ? stands for an unknown card", place)
                found.append(model.UNKNOWN)
        return found if isinstance(value, list) else None

    def hand(self, value: Json, pointer: str) -> list[str] | None:
        cards = self.cards(value, pointer)
        return None if cards is None else in_order(cards)

    def ruleset(self, value: Json, pointer: str) -> None:
        record = self.reading.record
        name: Json = value
        overrides: dict[str, Json] = {}
        if isinstance(value, dict):
            members = self.members(value, ("name", "overrides"), pointer)
            name = members.get("name")
            given = members.get("overrides", {})
            overrides = given if isinstance(given, dict) else {"": given}
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self.problem("tag.value", "this is not the name of a ruleset, such as portland or portland@1", pointer)
            return
        record.ruleset = name
        for parameter, changed in islice(overrides.items(), len(PARAMETERS) + 1):
            if _PARAMETER.fullmatch(parameter) and _is_value(changed):
                record.overrides[parameter] = changed
            else:
                self.problem("tag.value", "this is not a parameter with a value", f"{pointer}/overrides")

    # ------------------------------------------------------------ parts

    def read(self, value: Json) -> None:
        record = self.reading.record
        names = ("piquet_record", *model.TAGS, "players", "ruleset", "first_dealer", "notes", *_PARTS)
        needs = f'a record must have the member "piquet_record": {model.VERSION}; {FORMAT_PAGE} describes the format'
        what = json_looks_like(value) if isinstance(value, dict) and "piquet_record" not in value else ""
        if what:
            self.problem("record.header", f"this looks like {what}; {needs}", "")
            return
        members = self.members(value, names, "")
        if not isinstance(value, dict):
            return
        version = members.get("piquet_record")
        if version is None:
            self.problem("record.header", needs, "")
        elif version != model.VERSION or isinstance(version, bool):
            self.problem(
                "record.version", f"this release reads version {model.VERSION} of the notation", "/piquet_record"
            )
        tags = {tag: self.optional(members, tag, "", self.text) for tag in model.TAGS}
        record.tags = {tag: text for tag, text in tags.items() if text is not None}
        players = self.members(members.get("players", {}), SEATS, "/players")
        record.players = [self.optional(players, seat, "/players", self.text) for seat in SEATS]
        self.optional(members, "ruleset", "", self.ruleset)
        record.first_dealer = self.optional(members, "first_dealer", "", self.seat)
        record.notes = self.notes(members.get("notes", []), "/notes", None)
        deals = self.items(members.get("deals", []), model.DEALS, "/deals")
        record.deals = [self.deal(deal, place) for deal, place in deals]
        self.adjustments(members.get("adjustments", []), "/adjustments")
        record.result = self.optional(members, "result", "", self.result)

    def adjustments(self, value: Json, pointer: str) -> None:
        """Add the adjustments of the record, or of a deal of it."""
        found = self.reading.record.adjustments
        for each, place in self.items(value, ADJUSTMENTS, pointer):
            one = read_adjustment(each, place, self.problem)
            if one is not None and len(found) < ADJUSTMENTS:
                found.append(one)
            elif one is not None:
                self.problem("record.limit", f"a record has at most {ADJUSTMENTS} adjustments", place)

    def notes(self, value: Json, pointer: str, steps: int | None) -> list[model.Note]:
        found = []
        names = ("kind", "text") if steps is None else ("kind", "after", "text")
        for each, here in self.items(value, model.NOTES, pointer):
            members = self.members(each, names, here)
            kind = self.one_of(members.get("kind"), model.KINDS_OF_NOTE, f"{here}/kind")
            text = self.text(members.get("text"), f"{here}/text")
            after = members.get("after", 0)
            if type(after) is not int or not 0 <= after <= (steps or 0):
                self.problem("member.type", "this is not a number of steps of the deal", f"{here}/after")
                after = 0
            if kind and text:
                found.append(model.Note(kind, text, after))
        return sorted(found, key=lambda note: note.after)

    def deal(self, value: Json, pointer: str) -> model.Deal:
        names = (*_FLAGS, "dealer", "dealt", "steps", "score", "written", "totals", "notes", "adjustments")
        members = self.members(value, names, pointer)
        deal = model.Deal()
        deal.annulled, deal.irregular, out_of_turn = (self.flag(members, name, pointer) for name in _FLAGS)
        deal.dealer = self.optional(members, "dealer", pointer, self.seat)
        deal.out_of_turn = out_of_turn and deal.dealer is not None
        if out_of_turn and deal.dealer is None:
            self.problem("tag.value", "this needs the seat that dealt", f"{pointer}/out_of_turn")
        dealt = self.members(members.get("dealt", {}), ("hands", "talon"), f"{pointer}/dealt")
        hands = self.members(dealt.get("hands", {}), SEATS, f"{pointer}/dealt/hands")
        written = self.members(members.get("written", {}), SEATS, f"{pointer}/written")
        for at, seat in enumerate(SEATS):
            deal.hands[at] = self.optional(hands, seat, f"{pointer}/dealt/hands", self.hand)
            deal.written[at] = self.optional(written, seat, f"{pointer}/written", self.claim)
        deal.talon = self.optional(dealt, "talon", f"{pointer}/dealt", self.cards)
        steps = members.get("steps", [])
        for step, place in self.items(steps, model.STEPS, f"{pointer}/steps"):
            self.step(deal, step, place)
        if deal.unread is None and isinstance(steps, list) and len(steps) > model.STEPS:
            deal.unread = model.STEPS
        deal.score = self.optional(members, "score", pointer, self.sums)
        deal.totals = self.optional(members, "totals", pointer, self.sums)
        deal.notes = self.notes(members.get("notes", []), f"{pointer}/notes", len(deal.steps))
        self.adjustments(members.get("adjustments", []), f"{pointer}/adjustments")
        return deal

    def flag(self, members: Mapping[str, Json], name: str, pointer: str) -> bool:
        """Whether the member is true. It is left out otherwise."""
        if name not in members:
            return False
        if members[name] is not True:
            self.problem("member.type", "this is not true, and is left out otherwise", f"{pointer}/{name}")
        return members[name] is True

    def step(self, deal: model.Deal, value: Json, pointer: str) -> None:
        members = self.members(value, ("action", "score"), pointer)
        try:
            step = step_of(members.get("action"))
        except MembersError as error:
            if deal.unread is None:
                deal.unread = len(deal.steps)
            for path, message in error.faults:
                where = "".join(f"/{escaped(str(token)[:40])}" for token in path)
                self.problem("action.malformed", f"this {message}", f"{pointer}/action{where}")
            return
        step.score = self.optional(members, "score", pointer, self.claim)
        deal.steps.append(step)

    def result(self, value: Json, pointer: str) -> model.Result:
        members = self.members(value, ("totals", "winner", "rubicon", "settlement"), pointer)
        return model.Result(
            self.optional(members, "totals", pointer, self.sums),
            self.optional(members, "winner", pointer, self.winner),
            self.optional(members, "rubicon", pointer, self.truth),
            self.optional(members, "settlement", pointer, self.settlement),
        )


def _is_value(value: Value | Json) -> TypeGuard[Value]:
    if isinstance(value, str):
        return bool(_WORD.fullmatch(value)) and value not in ("true", "false", "null")
    return value is None or isinstance(value, bool) or (type(value) is int and 0 <= value <= model.NUMBER)


# ---------------------------------------------------------------- adjustments


_MEMBERS: Final = ("seat", "points", "of", "deal", "reason")


def read_adjustment(value: Json, pointer: str, problem: Callable[[str, str, str], None]) -> Adjustment | None:
    """Return the adjustment at a pointer; None if something is wrong with it.

    `problem` is called with the code, the message and the pointer of everything that is wrong.
    """
    if not isinstance(value, dict):
        problem("member.type", "this is not an object", pointer)
        return None
    reader = _AdjustmentReader(problem)
    given = reader.members({name: each for name, each in value.items() if each is not None}, _MEMBERS, pointer)
    seat = reader.one_of(given.get("seat"), SEATS, f"{pointer}/seat")
    points = reader.whole(given.get("points"), -MOST, MOST, f"{pointer}/points")
    of = reader.one_of(given.get("of"), ADJUSTED, f"{pointer}/of")
    deal = reader.whole(given.get("deal"), 1, model.DEALS, f"{pointer}/deal") if of == "deal" else None
    if of not in (None, "deal") and "deal" in given:
        reader.problem(reader.wrong_value, "only an adjustment of a deal names one", f"{pointer}/deal")
    text = given.get("reason")
    reason = CONTROL.sub(" ", text).strip() if isinstance(text, str) else ""
    if not 0 < len(reason) <= REASON:
        reader.problem(reader.wrong_value, f"this is not a text of 1 to {REASON} characters", f"{pointer}/reason")
    if reader.is_wrong:
        return None
    return Adjustment(seat or "", points or 0, of or "", deal, reason, pointer)


class _AdjustmentReader(JsonValues):
    here, unknown_member, wrong_value = "of an adjustment", "adjustment.malformed", "adjustment.malformed"

    def __init__(self, problem: Callable[[str, str, str], None]) -> None:
        self.is_wrong, self._problem = False, problem

    def problem(self, code: str, message: str, pointer: str) -> None:
        self.is_wrong = True
        self._problem(code, message, pointer)


# ---------------------------------------------------------------- as it is written


def to_json(record: model.Record) -> dict[str, Json]:
    """Return the record as JSON."""
    name, changed, result = record.ruleset, dict(sorted(record.overrides.items())), record.result
    members: dict[str, Json] = {
        **{tag: record.tags.get(tag) for tag in model.TAGS},
        "players": _seat_members(record.players) or None,
        "ruleset": {"name": name, "overrides": changed} if name is not None and changed else name,
        "first_dealer": record.first_dealer,
        "notes": [{"kind": note.kind, "text": note.text} for note in record.notes] or None,
        "deals": [_deal(deal) for deal in record.deals],
        "adjustments": [_given(adjustment_json(each)) for each in record.adjustments] or None,
        "result": None if result is None else _given({**asdict(result), "totals": _claim(result.totals)}),
    }
    return {"piquet_record": model.VERSION, **_given(members)}


def _given(members: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value is not None}


def _seat_members(pair: Sequence[Json]) -> dict[str, Json]:
    return _given(dict(zip("AB", pair, strict=True)))


def _claim(claim: Claim | None) -> dict[str, Json] | None:
    return None if claim is None else _seat_members(claim)


def _deal(deal: model.Deal) -> dict[str, Json]:
    hands = _seat_members(deal.hands)
    dealt = _given({"hands": hands or None, "talon": deal.talon})
    written = {"A": _claim(deal.written[0]), "B": _claim(deal.written[1])}
    notes: list[dict[str, Json]] = [{"kind": note.kind, "after": note.after, "text": note.text} for note in deal.notes]
    members: dict[str, Json] = {
        "annulled": deal.annulled or None,
        "dealer": deal.dealer,
        "out_of_turn": deal.out_of_turn or None,
        "irregular": deal.irregular or None,
        "dealt": dealt or None,
        "steps": [_given({"action": step.action, "score": _claim(step.score)}) for step in deal.steps] or None,
        "score": _claim(deal.score),
        "written": _given(written) or None,
        "totals": _claim(deal.totals),
        "notes": notes or None,
    }
    return _given(members)
