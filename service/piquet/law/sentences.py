"""Rulings in words: the sentences that a director reads out, in English and French."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from itertools import product

from service.piquet.law.decide import SIDE, UNDECIDED, ElectionOffer, Fact, Need, Ruling
from service.piquet.law.kinds import BY_NAME, GROUPS, REPORTED, VIOLATION_KINDS
from service.piquet.law.kinds.tables import FactValue, as_word
from service.piquet.model.state import SEATS
from service.piquet.suggestions import SYNONYMS, did_you_mean, listed
from service.words import LANGUAGES, Language, RulingWords, words_in

_OTHER = {"elder": "younger", "younger": "elder", "A": "B", "B": "A"}


def election_sentence(ruling: Ruling, offer: ElectionOffer, lang: Language) -> str:
    """Who may elect what, until when, and what comes of it."""
    words = words_in(lang).rulings
    who = ruling.entitled[0] if len(ruling.entitled) == 1 else None
    other = _OTHER[who] if who else ruling.offender
    named = {
        "who": words.within[who] if who else words.entitled_player,
        "other": words.within[other] if other else words.other_player,
    }
    what = _most_special(words.elections, offer.election, ruling.kind).format(**named)
    role = next((role for role, seat in ruling.seats.items() if seat == who), who or "")
    until = at_the_table(_most_special(words.until, offer.until, role), ruling, lang)
    effects = [_most_special(words.effects, f"{offer.election} {each}", ruling.kind) for each in offer.effects]
    consequences = words.conjunction.join(filter(None, effects)).format(**named)
    may = words.may_alone if len(ruling.entitled) > 1 else words.may
    sentence = may.format(who=_who(words, ruling, words.within), what=what)
    if consequences and until:
        return f"{words.deadline.format(sentence=f'{sentence}{words.colon}{consequences}', until=until)}."
    rest = f"{words.colon}{consequences}" if consequences else f", {until}" if until else ""
    return f"{sentence}{rest}."


def ruling_sentence(ruling: Ruling, lang: Language) -> str:
    """Return what happened, and who alone has a choice or what follows. Seats have their roles in brackets."""
    words = words_in(lang).rulings
    names = {**words.within, **{seat: f"{seat} ({words.within[role]})" for role, seat in ruling.seats.items()}}
    happened = _capitalized(_happened(words, ruling, names))
    if ruling.status == "none":
        return words.statuses["none"].format(follows=message(ruling, lang))
    stage = ruling.stage
    if stage in ("lapsed", "ruled") and ruling.unraised is None:
        stage = UNDECIDED if ruling.needs else "elected"
    follows = (unraised(ruling, lang) if stage in ("lapsed", "ruled") else message(ruling, lang)) or ""
    named = {"follows": follows, "Follows": _capitalized(follows).rstrip(".")}
    status = words.statuses[stage].format(**named)
    choice = _most_special(words.choices, _choice(ruling), ruling.kind).format(who=_who(words, ruling, names), **named)
    return " ".join(filter(None, [f"{happened}.", status, choice]))


def message(ruling: Ruling, lang: Language) -> str:
    """Return what a ruling says: what happened, or what follows from it."""
    words = words_in(lang).rulings
    offender = ruling.offender or ""
    other = _OTHER.get(offender, "")
    return at_the_table(text(ruling.message, lang), ruling, lang).format(
        side=words.within.get(offender, words.some_player),
        other=words.within.get(other, words.other_player),
        of_other=words.of.get(other, ""),
        unraised=unraised(ruling, lang),
    )


def unraised(ruling: Ruling, lang: Language) -> str | None:
    """Return what holds if nobody raises the irregularity."""
    return None if ruling.unraised is None else at_the_table(text(ruling.unraised, lang), ruling, lang)


def question(need: Need, ruling: Ruling, lang: Language) -> str:
    """Return the question about a missing fact. It names the player who did it, if that is known."""
    words = words_in(lang).rulings
    side = next((as_word(each.value) for each in ruling.facts if each.name == SIDE), None)
    named = words.the_player if side is None else words.within[ruling.seats.get(side, side)]
    return _capitalized(at_the_table(text(need.question.text, lang), ruling, lang).format(side=named))


def option(need: Need, value: FactValue, ruling: Ruling, lang: Language) -> str:
    """Return an option of a question in words; a role has its seat, too, if the dealer is known."""
    word = str(value).lower()
    phrase = _most_special(words_in(lang).rulings.answers, word, need.name) or word
    seat = ruling.seats.get(word)
    return f"{seat} ({phrase})" if seat else at_the_table(phrase, ruling, lang)


def at_the_table(text: str, ruling: Ruling, lang: Language) -> str:
    """Return a text with seats in place of the roles that it names, if the dealer is known."""
    named = product(_forms_of_names(lang), ruling.seats.items())
    seats = {names[role].casefold(): names[seat] for names, (role, seat) in named}
    return _ROLES.sub(lambda found: seats.get(found[0].casefold(), found[0]), text)


def _forms_of_names(lang: Language) -> tuple[Mapping[str, str], ...]:
    words = words_in(lang).rulings
    return words.within, words.of, words.to, words.its


_NAMED = {names[role] for lang in LANGUAGES for names in _forms_of_names(lang) for role in ("elder", "younger")}
#: A role as it stands in sentences: "of younger" before "younger".
_ROLES = re.compile(rf"\b(?:{'|'.join(sorted(_NAMED, key=len, reverse=True))})\b", re.IGNORECASE)


def form(need: Need, ruling: Ruling, lang: Language) -> str:
    """Return how the answer to the question about a missing fact is written."""
    plain = at_the_table(text(need.form, lang), ruling, lang).format(least=need.question.least, most=need.question.most)
    return text("{form}, or null", lang).format(form=plain) if need.question.null else plain


def fact(known: Fact, lang: Language) -> FactValue:
    """Return the value of a fact; what a code says in a row, in words without references."""
    if not (isinstance(known.value, Mapping) and "says" in known.value):
        return known.value
    return {**known.value, "says": _REFERENCES.sub("", text(as_word(known.value["says"]), lang))}


# What refers to laws and effects at the end of a phrase.
_REFERENCES = re.compile(r" \((?:[A-Z]+[0-9]+(?:, )?)+\)")


def text(english: str, lang: Language) -> str:
    """Return a text of the tables in a language."""
    return words_in(lang).rulings.texts.get(english, english)


def what_happens(kind: str, lang: Language) -> str:
    """Return what happened in an irregularity of a kind, by which an arbiter finds it, as a sentence."""
    return f"{_capitalized(words_in(lang).rulings.incidents[kind])}."


#: How many kinds are named at most for a sentence.
_CANDIDATES = 5
_LONGEST = 500  # characters of a sentence


def kinds_like(text: str, lang: Language) -> list[str]:
    """Return the kinds that have words of a sentence, the best first. A word of few kinds counts for more.

    A name or synonym counts for as much as a word that only one kind has. The table (`rule.js`) finds the same.
    """
    said, sentence = _said_of_kinds(lang), f" {plain(text[:_LONGEST])} "
    scores = {kind: 1.0 for kind, names in _plain_names(lang).items() if any(name in sentence for name in names)}
    for word in sorted(_stems(text[:_LONGEST]) - _stems(words_in(lang).commentary.other["ask idle"])):
        having = [kind for kind, stems in said.items() if word in stems]
        for kind in having if len(having) <= len(said) / 4 else ():  # not `cards`
            scores[kind] = scores.get(kind, 0) + 1 / len(having)
    order = [*said]
    return sorted(scores, key=lambda kind: (-scores[kind], order.index(kind)))[:_CANDIDATES]


# How a kind comes into a deal if no incident reports it, by `Kind.enters`.
_ENTERED = {
    "act": "enter the action itself, with {mark}",
    "deal": "deal the cards as they were dealt, with {mark}",
    "asking": "ask for the rulings on the state",
    "facts": "ask for the ruling on the facts",
}


def kind_meant(given: str, allowed: Collection[str], mark: str) -> str:
    """Return what a text may mean that is none of the kinds `allowed`, as the end of a sentence.

    It names the kinds that are near, that of the code of a violation, or says how another kind is entered: with the
    `mark` of an irregularity. It is empty if no kinds are allowed.
    """
    if not any(name in BY_NAME for name in allowed):
        return ""
    of_code = list(dict.fromkeys(cover.kind for cover in VIOLATION_KINDS.get(given, ())))
    kinds = of_code or [given] * (given in BY_NAME)
    if not kinds:
        near = did_you_mean(given, allowed)
        meant = [] if near else [kind for kind in kinds_like(given, "en") if kind in allowed]
        return f" (did you mean {listed(meant, 'or')}?)" if meant else near
    what = f"{given} is the code of a violation; its kind is {listed(kinds, 'or')}" if of_code else given
    if any(kind in allowed for kind in kinds):
        return f" ({what})"
    if not {*allowed} <= REPORTED.keys():
        return ""
    how = _ENTERED.get(BY_NAME[kinds[0]][0].enters, "").format(mark=mark)
    return f" ({what}{', which' if of_code else ''} is not reported as an incident: {how})" if how else ""


@cache
def _said_of_kinds(lang: Language) -> dict[str, set[str]]:
    """Return the stems of all words that are said of each kind."""
    found: dict[str, set[str]] = {}
    for kind in (table.kinds[0].name for tables in GROUPS.values() for table in tables):
        found[kind] = _stems(" ".join([*_names_of_kind(kind, lang), what_happens(kind, lang)]))
    return found


@cache
def _plain_names(lang: Language) -> dict[str, list[str]]:
    """Return the names of each kind as plain words between blanks."""
    return {kind: [f" {plain(name)} " for name in _names_of_kind(kind, lang)] for kind in _said_of_kinds(lang)}


def _names_of_kind(kind: str, lang: Language) -> list[str]:
    return [kind, words_in(lang).commentary.kinds[kind], *also_called(kind, lang)]


def also_called(value: object, lang: Language) -> list[str]:
    """Return what people say for an answer of an arbiter, or for a kind, besides its name."""
    also = words_in(lang).commentary.other.get(f"ask also {value}")
    # A is a rank, too.
    synonyms = [word for word, names in SYNONYMS.items() if value in names and value not in SEATS]
    return [*(also.split("|") if also else ()), *(word.replace("_", " ") for word in synonyms)]


def plain(text: str) -> str:
    """Return the words of a text without what people leave out: capitals, accents and signs; no words of junk."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("_", " "))
    spoken = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(re.findall(r"\w+", spoken)) if text.isprintable() else ""


def _stems(text: str) -> set[str]:
    """Return the beginnings of the words of a text, by which they are compared; no words of one or two letters."""
    return {word[:4] for word in plain(text).split() if len(word) > 2}


def _happened(words: RulingWords, ruling: Ruling, names: Mapping[str, str]) -> str:
    """Return what the offender did: the phrase for the law or the finding, or else for the kind."""
    phrases = (words.happened.get(f"{ruling.kind} {of}") for of in (ruling.law, ruling.finding))
    phrase = next(filter(None, phrases), words.happened[ruling.kind])
    offender = ruling.offender or ""
    other = names.get(_OTHER.get(offender, ""), words.other_player)
    misplaced = next((each.value for each in ruling.facts if each.name == "misplaced"), words.answers["none"])
    return phrase.format(who=names.get(offender, words.some_player), other=other, misplaced=misplaced)


def _choice(ruling: Ruling) -> str:
    """Return what those who are entitled may do: a key of `RulingWords.choices`."""
    settled = ruling.status != "open" and not ruling.offered
    if ruling.undecided or settled:
        return "nothing"
    if ruling.offered and len(ruling.entitled) > 1:
        return "both"
    return "elect" if ruling.offered else "unknown" if ruling.needs else "row"


def _who(words: RulingWords, ruling: Ruling, names: Mapping[str, str]) -> str:
    """Those who are entitled, at the beginning of a sentence."""
    both, one = words.either_player, words.entitled_player
    name = names[ruling.entitled[0]] if len(ruling.entitled) == 1 else both if ruling.entitled else one
    return _capitalized(name)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _most_special(phrases: Mapping[str, str], name: str, of: str) -> str:
    """Return the phrase for a name with what it is of, or else for the name alone; empty if there is neither."""
    return phrases.get(f"{name} {of}") or phrases.get(name, "")
