"""JSON records: written, and read as far as they can be read, with a pointer for each problem."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from service.piquet.cards.cards import CARD
from service.piquet.model.state import SEATS
from service.piquet.rulesets.parameters import PARAMETERS, Value
from service.piquet.scoring.adjustments import ADJUSTED, ADJUSTMENTS, MOST, REASON, Adjustment, Claim, adjustment_json
from service.piquet.suggestions import did_you_mean, listed, no_card
from service.piquet.value_kinds import MembersError
from service.records import model
from service.records.model import DEALS, TAGS, VERSION, Deal, Record
from service.records.partial_actions import step_of
from service.records.player_names import winner_in
from service.records.recognition import FORMAT_PAGE, json_looks_like
from service.records.text.fields import CONTROL
from service.records.text.tokens import in_order

Json = Any
_PARTS = ("deals", "adjustments", "result")
_FLAGS = ("annulled", "irregular", "out_of_turn")
_NAME = re.compile(r"[a-z0-9-]{1,48}(?:@[0-9]{1,4})?")
_PARAMETER, _WORD = re.compile("[a-z0-9_]{1,48}"), re.compile("[a-z_][a-z0-9_-]{0,47}")


def from_json(value: Json) -> model.Reading:
    """Return the record of decoded JSON, as far as it can be read."""
    reader = _Reader()
    reader.read(value)
    return reader.reading


class _Reader:
    def __init__(self) -> None:
        self.reading = model.Reading(model.Record())

    def problem(self, code: str, message: str, pointer: str) -> None:
        found = self.reading.problems
        if len(found) < model.PROBLEMS - 1:
            found.append(model.Problem(code, message, pointer))
        elif len(found) == model.PROBLEMS - 1:
            found.append(model.Problem("record.limit", "there are more problems, which are not listed", pointer))

    def members(self, value: Json, allowed: tuple[str, ...], pointer: str) -> Mapping[str, Json]:
        """Return the allowed members of an object. Other members are problems, and null counts as absent."""
        if not isinstance(value, dict):
            self.problem("member.type", "this is not an object", pointer)
            return {}
        for name in value:
            if name not in allowed:
                short = str(name)[:40]
                near = did_you_mean(short, allowed)
                self.problem("tag.unknown", f"{short} is not a member here{near}", f"{pointer}/{_escaped(short)}")
        return {name: value[name] for name in allowed if value.get(name) is not None}

    def items(self, value: Json, most: int, pointer: str) -> list[Json]:
        if not isinstance(value, list):
            self.problem("member.type", "this is not an array", pointer)
            return []
        if len(value) > most:
            self.problem("record.limit", f"there may be at most {most} of these", pointer)
        return value[:most]

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

    def one_of(self, value: Json, allowed: tuple[str, ...], pointer: str) -> str | None:
        if isinstance(value, str) and value in allowed:
            return value
        self.problem("tag.value", f"this is not one of {', '.join(allowed)}", pointer)
        return None

    def winner(self, value: Json, pointer: str) -> str | None:
        """Return a seat, by its letter or by the name of its player, or `none`."""
        found, why = winner_in(value if isinstance(value, str) else "", self.reading.record.players)
        if why:
            self.problem("tag.value", why, pointer)
        return found

    def number(self, value: Json, pointer: str, least: int = 0) -> int | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is int and least <= value <= model.NUMBER:
            return value
        self.problem("claim.not_a_number", "this is not a number of points", pointer)
        return None

    def claim(self, value: Json, pointer: str, least: int = 0) -> Claim | None:
        members = self.members(value, ("A", "B"), pointer)
        both = [self.number(members[seat], f"{pointer}/{seat}", least) if seat in members else None for seat in "AB"]
        return (both[0], both[1]) if isinstance(value, dict) else None

    def cards(self, value: Json, pointer: str) -> list[str] | None:
        found = []
        for at, card in enumerate(self.items(value, 2 * len(CARD), pointer)):
            if isinstance(card, str) and (card in CARD or card == model.UNKNOWN):
                found.append(card)
            else:
                self.problem(
                    "card.unknown", f"this {no_card(card)}, and ? stands for an unknown card", f"{pointer}/{at}"
                )
                found.append(model.UNKNOWN)
        return found if isinstance(value, list) else None

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
        for tag in model.TAGS:
            found = self.text(members[tag], f"/{tag}") if tag in members else None
            if found is not None:
                record.tags[tag] = found
        players = self.members(members.get("players", {}), ("A", "B"), "/players")
        for at, seat in enumerate("AB"):
            record.players[at] = self.text(players[seat], f"/players/{seat}") if seat in players else None
        if "ruleset" in members:
            self.ruleset(members["ruleset"], "/ruleset")
        if "first_dealer" in members:
            record.first_dealer = self.one_of(members["first_dealer"], ("A", "B"), "/first_dealer")
        record.notes = self.notes(members.get("notes", []), "/notes", None)
        for at, deal in enumerate(self.items(members.get("deals", []), model.DEALS, "/deals")):
            record.deals.append(self.deal(deal, f"/deals/{at}"))
        self.adjustments(members.get("adjustments", []), "/adjustments")
        if "result" in members:
            record.result = self.result(members["result"])

    def adjustments(self, value: Json, pointer: str) -> None:
        """Add the adjustments of the record, or of a deal of it."""
        found = self.reading.record.adjustments
        for at, each in enumerate(self.items(value, ADJUSTMENTS, pointer)):
            one = read_adjustment(each, f"{pointer}/{at}", self.problem)
            if one is not None and len(found) < ADJUSTMENTS:
                found.append(one)
            elif one is not None:
                self.problem("record.limit", f"a record has at most {ADJUSTMENTS} adjustments", f"{pointer}/{at}")

    def notes(self, value: Json, pointer: str, steps: int | None) -> list[model.Note]:
        found = []
        names = ("kind", "text") if steps is None else ("kind", "after", "text")
        for at, each in enumerate(self.items(value, model.NOTES, pointer)):
            here = f"{pointer}/{at}"
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
        if "dealer" in members:
            deal.dealer = self.one_of(members["dealer"], ("A", "B"), f"{pointer}/dealer")
        deal.out_of_turn = out_of_turn and deal.dealer is not None
        if out_of_turn and deal.dealer is None:
            self.problem("tag.value", "this needs the seat that dealt", f"{pointer}/out_of_turn")
        dealt = self.members(members.get("dealt", {}), ("hands", "talon"), f"{pointer}/dealt")
        hands = self.members(dealt.get("hands", {}), ("A", "B"), f"{pointer}/dealt/hands")
        written = self.members(members.get("written", {}), ("A", "B"), f"{pointer}/written")
        for at, seat in enumerate("AB"):
            if seat in hands:
                cards = self.cards(hands[seat], f"{pointer}/dealt/hands/{seat}")
                deal.hands[at] = None if cards is None else in_order(cards)
            if seat in written:
                deal.written[at] = self.claim(written[seat], f"{pointer}/written/{seat}")
        if "talon" in dealt:
            deal.talon = self.cards(dealt["talon"], f"{pointer}/dealt/talon")
        steps = members.get("steps", [])
        for at, step in enumerate(self.items(steps, model.STEPS, f"{pointer}/steps")):
            self.step(deal, step, f"{pointer}/steps/{at}")
        if deal.unread is None and isinstance(steps, list) and len(steps) > model.STEPS:
            deal.unread = model.STEPS
        deal.score = self.claim(members["score"], f"{pointer}/score", -model.NUMBER) if "score" in members else None
        deal.totals = self.claim(members["totals"], f"{pointer}/totals", -model.NUMBER) if "totals" in members else None
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
                where = "".join(f"/{_escaped(str(token)[:40])}" for token in path)
                self.problem("action.malformed", f"this {message}", f"{pointer}/action{where}")
            return
        if "score" in members:
            step.score = self.claim(members["score"], f"{pointer}/score")
        deal.steps.append(step)

    def result(self, value: Json) -> model.Result:
        members = self.members(value, ("totals", "winner", "rubicon", "settlement"), "/result")
        result = model.Result()
        if "totals" in members:
            result.totals = self.claim(members["totals"], "/result/totals", -model.NUMBER)
        if "winner" in members:
            result.winner = self.winner(members["winner"], "/result/winner")
        if "rubicon" in members:
            if isinstance(members["rubicon"], bool):
                result.rubicon = members["rubicon"]
            else:
                self.problem("member.type", "this is neither true nor false", "/result/rubicon")
        if "settlement" in members:
            result.settlement = self.number(members["settlement"], "/result/settlement", -model.NUMBER)
        return result


def _is_value(value: Value | Json) -> bool:
    if isinstance(value, str):
        return bool(_WORD.fullmatch(value)) and value not in ("true", "false", "null")
    return value is None or isinstance(value, bool) or (type(value) is int and 0 <= value <= model.NUMBER)


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


# ---------------------------------------------------------------- adjustments


_MALFORMED: Final = "adjustment.malformed"
_MEMBERS: Final = ("seat", "points", "of", "deal", "reason")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def read_adjustment(value: Json, pointer: str, problem: Callable[[str, str, str], None]) -> Adjustment | None:
    """Return the adjustment at a pointer; None if something is wrong with it.

    `problem` is called with the code, the message and the pointer of everything that is wrong.
    """
    if not isinstance(value, dict):
        problem("member.type", "this is not an object", pointer)
        return None
    given = _Given({name: each for name, each in value.items() if each is not None}, pointer, problem)
    seat = given.one_of("seat", SEATS)
    points = given.whole("points", -MOST, MOST)
    of = given.one_of("of", ADJUSTED)
    deal = given.whole("deal", 1, DEALS) if of == "deal" else None
    if of not in (None, "deal") and "deal" in given.members:
        given.refuse("deal", "only an adjustment of a deal names one")
    reason = given.reason()
    if given.is_wrong:
        return None
    return Adjustment(SEATS.index(seat or ""), points or 0, of or "", deal, reason, pointer)


class _Given:
    """The members of an adjustment. What is wrong with one is a problem."""

    def __init__(self, members: dict[str, Json], pointer: str, problem: Callable[[str, str, str], None]) -> None:
        self.members, self.is_wrong = members, False
        self._pointer, self._problem = pointer, problem
        for name in members:
            if name not in _MEMBERS:
                short = _CONTROL.sub("?", name[:40])
                token = short.replace("~", "~0").replace("/", "~1")
                self.refuse(token, f"{short} is not a member of an adjustment{did_you_mean(short, _MEMBERS)}")

    def refuse(self, name: str, message: str) -> None:
        self.is_wrong = True
        self._problem(_MALFORMED, message, f"{self._pointer}/{name}")

    def one_of(self, name: str, allowed: Sequence[str]) -> str | None:
        value = self.members.get(name)
        if isinstance(value, str) and value in [*allowed]:
            return value
        near = did_you_mean(value, allowed) if isinstance(value, str) else ""
        self.refuse(name, f"this is not {listed(allowed, 'or')}{near}")
        return None

    def whole(self, name: str, least: int, most: int) -> int | None:
        value = self.members.get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is int and least <= value <= most:
            return value
        self.refuse(name, f"this is not a whole number from {least} to {most}")
        return None

    def reason(self) -> str:
        value = self.members.get("reason")
        reason = _CONTROL.sub(" ", value).strip() if isinstance(value, str) else ""
        if not 0 < len(reason) <= REASON:
            self.refuse("reason", f"this is not a text of 1 to {REASON} characters")
        return reason


# ---------------------------------------------------------------- as it is written


def to_json(record: Record) -> dict[str, Json]:
    """Return the record as JSON."""
    written: dict[str, Json] = {"piquet_record": VERSION}
    written |= {tag: record.tags[tag] for tag in TAGS if tag in record.tags}
    if any(player is not None for player in record.players):
        written["players"] = _seat_members(record.players)
    if record.ruleset is not None:
        changed = dict(sorted(record.overrides.items()))
        written["ruleset"] = {"name": record.ruleset, "overrides": changed} if changed else record.ruleset
    if record.first_dealer is not None:
        written["first_dealer"] = record.first_dealer
    if record.notes:
        written["notes"] = [{"kind": note.kind, "text": note.text} for note in record.notes]
    written["deals"] = [_deal(deal) for deal in record.deals]
    if record.adjustments:
        written["adjustments"] = [_given(adjustment_json(each)) for each in record.adjustments]
    if record.result is not None:
        result = record.result
        members = {
            "totals": _claim(result.totals),
            "winner": result.winner,
            "rubicon": result.rubicon,
            "settlement": result.settlement,
        }
        written["result"] = _given(members)
    return written


def _given(members: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value is not None}


def _seat_members(pair: list[Any]) -> dict[str, Any]:
    return _given(dict(zip("AB", pair, strict=True)))


def _claim(claim: Claim | None) -> dict[str, int] | None:
    return None if claim is None else _seat_members(list(claim))


def _deal(deal: Deal) -> dict[str, Json]:
    hands = _seat_members(deal.hands)
    dealt = _given({"hands": hands or None, "talon": deal.talon})
    written = {"A": _claim(deal.written[0]), "B": _claim(deal.written[1])}
    notes = [{"kind": note.kind, "after": note.after, "text": note.text} for note in deal.notes]
    members = {
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
