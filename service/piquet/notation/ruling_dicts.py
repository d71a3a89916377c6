"""Rulings as plain data, with the names of the contract."""

from typing import Any

from service.piquet.law import locales
from service.piquet.law.locales import Language
from service.piquet.law.ruling import ElectionOffer, Need, Ruling
from service.piquet.model.state import SEATS, Pair
from service.piquet.scoring.settlement import by_seat


def ruling_dict(ruling: Ruling, elections: list[dict[str, Any]], lang: Language) -> dict[str, Any]:
    """Return a ruling in the words of a language; `elections` are its elections as data, which get their sentences."""
    for offer, written in zip(ruling.elections, elections, strict=True):
        written["sentence"] = locales.election_sentence(ruling, offer, lang)
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "law": ruling.law,
        "also": ruling.also,
        "readings": ruling.readings,
        "offender": ruling.offender,
        "finding": ruling.finding,
        "facts": [{"name": fact.name, "value": locales.fact(fact, lang), "from": fact.source} for fact in ruling.facts],
        "needs": [_need_dict(need, lang) for need in ruling.needs],
        "passed": ruling.passed,
        "status": ruling.status,
        "stage": ruling.stage,
        "entitled": ruling.entitled,
        "until": ruling.until,
        "elections": elections,
        "unraised": locales.unraised(ruling, lang),
        "message": locales.message(ruling, lang),
        "sentence": locales.ruling_sentence(ruling, lang),
    }


def _need_dict(need: Need, lang: Language) -> dict[str, Any]:
    return {
        "name": need.name,
        "question": locales.text(need.question, lang),
        "values": need.values,
        "form": locales.form(need, lang),
        "sample": need.sample,
    }


def result_of_election(offer: ElectionOffer, before: Pair) -> dict[str, Any]:
    """Return what an election does: `score_delta`, `phase` and `to_act`. All are None if that is not known or not told.

    `before` is the score of the deal by role, to which the difference is.
    """
    state = offer.state
    if state is None:
        return {"score_delta": None, "phase": None, "to_act": None}
    delta = by_seat(state.dealer, (state.score[0] - before[0], state.score[1] - before[1]))
    return {
        "score_delta": dict(zip(SEATS, delta, strict=True)),
        "phase": state.phase,
        "to_act": None if state.to_act < 0 else SEATS[state.to_act ^ 1 ^ state.dealer],
    }
