"""Rulings as plain data, with the names of the contract."""

from dataclasses import asdict
from typing import Any

from service.piquet.law.locales import Language, election_sentence, ruling_sentence
from service.piquet.law.rulings import ElectionOffer, Ruling
from service.piquet.model.state import SEATS, Pair
from service.piquet.scoring.settlement import by_seat


def ruling_dict(ruling: Ruling, elections: list[dict[str, Any]], lang: Language) -> dict[str, Any]:
    """Return a ruling, with its elections as data, each with its sentence in a language."""
    for offer, written in zip(ruling.elections, elections, strict=True):
        written["sentence"] = election_sentence(ruling, offer, lang)
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "law": ruling.law,
        "also": ruling.also,
        "readings": ruling.readings,
        "offender": ruling.offender,
        "finding": ruling.finding,
        "facts": [{"name": fact.name, "value": fact.value, "from": fact.source} for fact in ruling.facts],
        "needs": [asdict(need) for need in ruling.needs],
        "passed": ruling.passed,
        "status": ruling.status,
        "entitled": ruling.entitled,
        "until": ruling.until,
        "elections": elections,
        "unraised": ruling.unraised,
        "message": ruling.message,
        "sentence": ruling_sentence(ruling, lang),
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
