"""Rulings in words: the sentences that a director reads out, in English and French.

One module for each language. Imports rulings only.
"""

from collections.abc import Mapping
from typing import Final, Literal

from service.piquet.law.locales.en import ENGLISH
from service.piquet.law.locales.fr import FRENCH
from service.piquet.law.locales.wording import Wording as Wording
from service.piquet.law.rulings import ElectionOffer, Ruling

Language = Literal["en", "fr"]
WORDINGS: Final[Mapping[Language, Wording]] = {"en": ENGLISH, "fr": FRENCH}

_OTHER = {"elder": "younger", "younger": "elder", "A": "B", "B": "A"}


def election_sentence(ruling: Ruling, offer: ElectionOffer, lang: Language) -> str:
    """Who may elect what, until when, and what comes of it."""
    words = WORDINGS[lang]
    who = ruling.entitled[0] if len(ruling.entitled) == 1 else None
    other = _OTHER[who] if who else ruling.offender
    named = {
        "who": words.within[who] if who else words.entitled_player,
        "other": words.within[other] if other else words.other_player,
    }
    what = _most_special(words.elections, offer.election, ruling.kind).format(**named)
    until = _most_special(words.until, offer.until, who or "")
    effects = [_most_special(words.effects, f"{offer.election} {each}", ruling.kind) for each in offer.effects]
    told = words.conjunction.join(filter(None, effects)).format(**named)
    consequences = f"{words.colon}{told}" if told else ""
    return f"{words.may.format(who=_who(words, ruling), what=what)}{until}{consequences}."


def ruling_sentence(ruling: Ruling, lang: Language) -> str:
    """What happened, and whether anybody has a choice."""
    words = WORDINGS[lang]
    status = words.statuses[ruling.status]
    if ruling.status == "none":
        return status
    by = words.by[ruling.offender] if ruling.offender else ""
    choice = words.choices[_choice(ruling)].format(who=_who(words, ruling))
    kind = words.kinds[ruling.kind]
    return " ".join(filter(None, [f"{_capitalized(kind)}{by}.", status, choice]))


def _choice(ruling: Ruling) -> str:
    """What those who are entitled may do: a key of `Wording.choices`."""
    if ruling.elections:
        return "elect" if len(ruling.entitled) == 1 else "either"
    if ruling.status != "open":
        return "nothing"
    return "unknown" if ruling.needs or not ruling.entitled else "correct"


def _who(words: Wording, ruling: Ruling) -> str:
    """Those who are entitled, at the beginning of a sentence."""
    both, one = words.either_player, words.entitled_player
    name = words.within[ruling.entitled[0]] if len(ruling.entitled) == 1 else both if ruling.entitled else one
    return _capitalized(name)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _most_special(phrases: Mapping[str, str], name: str, of: str) -> str:
    """The phrase for a name with what it is of, or else for the name alone; empty if there is neither."""
    return phrases.get(f"{name} {of}") or phrases.get(name, "")
