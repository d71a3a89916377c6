"""The writer of records as JSON, with the member names of the text form. What a record does not have is left out."""

from typing import Any

from service.piquet.scoring.adjustments import Claim, adjustment_json
from service.records.model import TAGS, VERSION, Deal, Record

Json = Any


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
