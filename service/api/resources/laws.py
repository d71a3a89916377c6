"""The law of irregularities: `/v1/laws/…`."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from marshmallow import ValidationError, fields

from service.api.http.request_body import RequestBody
from service.api.problems import Problem, quote
from service.piquet import ENGINE_VERSION
from service.piquet.law.data import codes, elections, laws
from service.piquet.law.decide import OFFERS
from service.piquet.law.kinds import GROUPS, KINDS
from service.piquet.law.kinds.tables import Kind
from service.piquet.law.sentences import what_happens
from service.piquet.rulesets.parameters import LAW_CODES, LAW_PREFIX, LAW_ROWS
from service.piquet.suggestions import SYNONYMS, did_you_mean, listed
from service.words import LANGUAGES, words_in

#: The page with an anchor for each law, row, kind, effect, election, correction and reading.
PAGE = "/docs/law#"


def _is_code(given: str) -> None:
    if (law := given.upper()) in laws.LAWS:
        raise ValidationError(f"is a law, not a code of law: see /v1/laws/{law}; the codes are {listed(LAW_CODES)}")
    if given not in LAW_CODES:
        near = did_you_mean(given, LAW_CODES)
        raise ValidationError(f"is not a code of law{near}; the codes are {listed(LAW_CODES)}")


class LawQuery(RequestBody):
    """The code of law, in the query of `GET /v1/laws` and `GET /v1/laws/{id}`."""

    law = fields.String(load_default=LAW_CODES[0], validate=_is_code)


def list_laws(variables: dict[str, Any]) -> Any:
    """List the laws under a code, with all rows, kinds, effects, elections, corrections and readings."""
    return {**published_laws(variables["law"]), "engine_version": ENGINE_VERSION}


def get_law(variables: dict[str, Any]) -> Any:
    """Describe one law under a code. Raises the `Problem` `unknown_law`."""
    law = laws.LAWS.get(variables["id"])
    if law is None:
        near = did_you_mean(variables["id"], laws.LAWS)
        raise Problem("unknown_law", f"there is no law {quote(variables['id'])!r}{near}")
    return {**described(law, variables["law"]), "engine_version": ENGINE_VERSION}


@cache
def published_laws(code: str) -> dict[str, Any]:
    """Everything that is published of the law under a code."""
    return {
        "code": code,
        "laws": [_law(law) for law in laws.LAWS.values()],
        "rows": [_row(row, code) for row in LAW_ROWS],
        "kinds": [_kind(kind) for kind in KINDS],
        "effects": _effects(elections.EFFECTS),
        "elections": [
            {"name": name, "meaning": election.sentence, "members": election.members, "documentation": PAGE + name}
            for name, election in elections.ELECTIONS.items()
        ],
        "corrections": _corrections(elections.CORRECTIONS),
        "readings": _readings(laws.READINGS),
        "incidents": [_incident(table.kinds[0].name, group) for group, tables in GROUPS.items() for table in tables],
    }


def described(law: laws.Law, code: str) -> dict[str, Any]:
    """Return a law under a code, with everything that it refers to."""
    kinds = _kinds_of(law)
    return {
        "code": code,
        "law": _law(law),
        "rows": [_row(row, code) for row in _rows_of(law)],
        "kinds": [_kind(kind) for kind in kinds],
        "effects": _effects(law.effects),
        "corrections": _corrections(
            each for each in elections.CORRECTIONS if elections.CORRECTIONS[each].law == law.id
        ),
        "readings": _readings(law.readings),
    }


def _kinds_of(law: laws.Law) -> list[Kind]:
    return [kind for kind in KINDS if law.id in kind.laws or kind.number in law.carried_by]


def _rows_of(law: laws.Law) -> list[str]:
    return [name for name, row in LAW_ROWS.items() if law.id in row.laws]


def _law(law: laws.Law) -> dict[str, Any]:
    return {
        "id": law.id,
        "section": law.section,
        "category": law.category,
        "content": law.content,
        "reported": law.reported or None,
        "carried_by": law.carried_by,
        "rows": _rows_of(law),
        "kinds": [kind.number for kind in _kinds_of(law)],
        "effects": law.effects,
        "readings": law.readings,
        "digest": law.digest,
        "digest_note": law.digest_note or None,
        "documentation": PAGE + law.id,
    }


def _row(name: str, code: str) -> dict[str, Any]:
    term = codes.TERMS[name][code]
    return {
        "name": name,
        "parameter": LAW_PREFIX + name,
        "laws": LAW_ROWS[name].laws,
        "decides": LAW_ROWS[name].meaning,
        "value": term.word,
        "meaning": term.meaning,
        "source": term.source,
        "documentation": PAGE + name,
    }


def _kind(kind: Kind) -> dict[str, Any]:
    return {
        "id": kind.number,
        "name": kind.name,
        "meaning": kind.what,
        "laws": kind.laws,
        "enters": kind.enters,
        "members": kind.members,
        "entitled": kind.entitled,
        "elections": [
            {"election": offer.election, "until": offer.until, "condition": offer.when or None}
            for offer in OFFERS[kind.number]
        ],
        "compulsory": kind.compulsory,
        "unraised": kind.unraised,
        "public": kind.public,
        "rows": kind.rows,
        "readings": kind.readings,
        "documentation": PAGE + kind.number,
    }


def _incident(kind: str, group: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "group": group,
        "name": {lang: words_in(lang).pictures.kinds[kind] for lang in LANGUAGES},
        "sentence": {lang: what_happens(kind, lang) for lang in LANGUAGES},
        "also": [word.replace("_", " ") for word, names in SYNONYMS.items() if kind in names],
    }


def _effects(ids: Iterable[str]) -> list[dict[str, Any]]:
    return [
        _entry(each, {"name": elections.EFFECTS[each].name, "meaning": elections.EFFECTS[each].sentence})
        for each in ids
    ]


def _corrections(ids: Iterable[str]) -> list[dict[str, Any]]:
    return [_entry(each, elections.CORRECTIONS[each]._asdict()) for each in ids]


def _readings(ids: Iterable[str]) -> list[dict[str, Any]]:
    readings = {each: laws.READINGS[each]._asdict() for each in ids}
    return [_entry(each, {**of, "alternative": of["alternative"] or None}) for each, of in readings.items()]


def _entry(name: str, members: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": name, **members, "documentation": PAGE + name}
