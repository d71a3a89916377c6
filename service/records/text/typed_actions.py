"""Actions as people type them: the one reader and writer of the library, of HTTP and of the tools for language models.

A text is a line of the notation, or words as records have them. What is neither is tried with what people say for these
words: `lead the ace of spades` is `play AS`. Nothing is guessed: a text that may be two actions is refused, unless the
position allows one of them only.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import chain, compress, islice, product

from service.piquet.actions import SAID, TABLE, Proposal, members_of
from service.piquet.cards.cards import ALL_CARDS, RANKS, SUITS, in_letters, names
from service.piquet.cards.holdings import pieces, said
from service.piquet.cards.ranking import CATEGORIES, POINT, said_members
from service.piquet.model.actions import Action, Reckon
from service.piquet.model.state import SEATS, Phase, State
from service.piquet.model.violations import JsonValue, Violation
from service.piquet.notation import action_lines
from service.piquet.suggestions import LOOKED_UP, did_you_mean, listed
from service.piquet.table_actions import Check, read_members
from service.piquet.toml_tables import load
from service.piquet.written import to_act_in
from service.records.text.action_syntax import VERBS, step_of_words, write_words
from service.records.text.tokens import Words, WordsError

LONGEST = 1000  # the most characters of a text

_SAID: Mapping[str, str] = load(__file__, "action_words", dict)["words"]
_VARIANTS = range(1 + max(words.count("|") for words in _SAID.values()))
_LINE = re.compile(action_lines.ACTION)
_SEATED = re.compile("[AB][ :]")
# `Ax10S` and `A.10S`, where a line has `AxST` and `A.TS`
_AS_SPOKEN = re.compile("([AB])([x.])((?:(?:10|[6-9TJQKA])[SHDC♠♤♥♡♦♢♣♧])+)")
_VERB_OF = {"x": "exchange", ".": "play"}
_TOKEN = re.compile("[,;]|[^ ,;]+")
_CARD_LETTERS = re.compile(f"[{RANKS}{SUITS}]+")
_GROUP = re.compile(rf"(?<= )([{SUITS}])([{RANKS}]+)(?![^ ,])")
_AROUND = "\"'`“”„«»‘’.:!?()\ufe0f"  # around a word: punctuation, and what makes the sign of a suit an emoji
_LONGEST_LENGTH = 12  # the most cards of a holding; a greater number is the value of a point
_OF_CARDS = ("exchange", "commit", "play", "reckon")  # what is followed by cards, and by no number
_PLURAL = re.compile(r"\b(?:tens|jacks|knaves|queens|kings|aces)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\ban? (?=(?:point|sequence|set|tierce|quart|quint|trio|quatorze)\b)")
_ALL = re.compile(r"\b(?:sequences|tierces|quarts|quints|sets|trios|quatorzes)\b", re.IGNORECASE)
_UNITS, _TENS = (
    "|".join(word for word, said in _SAID.items() if said.isdecimal() and int(said) in values)
    for values in (range(1, 10), range(20, 100))
)
_TENS_AND_UNITS = re.compile(rf"\b({_TENS})[- ]({_UNITS})\b", re.IGNORECASE)
_NEXT: Mapping[JsonValue, str] = {
    Phase.DEAL: "nothing has been dealt; the first deal comes next",
    Phase.DEAL_OVER: "the deal is over; the next deal comes next",
    Phase.PARTIE_OVER: "the partie is over",
}
_RECKON = "reckon"
_TELLS = re.compile(f"[0-9]{{1,3}}|[{RANKS}{SUITS}]")  # a word that tells which holding is meant
_WAYS = 100  # the most ways to reckon that are tried
_NAMED = 8  # the most actions that a refusal names
_NOT_DUE = (("seat",), ("type",), ("category",))  # what a violation is about if no such action is due


def write_typed(members: Mapping[str, JsonValue]) -> str:
    """Return an action in words, with its cards one by one, as lists have them: `A exchange 8S 7S`."""
    if members["type"] == "play" and "irregular" not in members:
        return f"{members['seat']} play {members['card']}"
    return _GROUP.sub(lambda cards: " ".join(rank + cards[1] for rank in cards[2]), write_words(dict(members)))


def names_seat(text: str) -> bool:
    """Whether the text of an action says whose it is."""
    text = _tidied(text)
    return bool(_SEATED.match(text) or _LINE.fullmatch(text))


def _tidied(text: str) -> str:
    """Return a text in one line, without what is around it."""
    text = re.sub(r"\s", " ", text).strip()
    spoken = None if _LINE.fullmatch(text) else _AS_SPOKEN.fullmatch(text)
    return f"{spoken[1]} {_VERB_OF[spoken[2]]} {spoken[3]}" if spoken else text


def read_typed(text: str, state: State, check: Check, known: Sequence[int] = (0, 1)) -> Proposal:
    """Return the action of a text in a state; if it names no seat, of the only one known, or of the one to act.

    If it may be several actions, it is the only one that is legal, or else the only one that is due, by `check`. The
    cards of a holding are looked up in the hands of the seats that are `known`. Raises `ValueError`: `NotationError`,
    or `MembersError` if a card is unknown.
    """

    def hand(seat: str) -> int:
        number = SEATS.index(seat)
        return state.hands[number ^ 1 ^ state.dealer] if number in known else ALL_CARDS

    found = readings(text, SEATS[known[0]] if len(known) == 1 else to_act_in(state), hand)
    if len(found) == 1:
        return found[0]
    reasons = list(map(check, found))
    nobody = [each.params["phase"] for against in reasons for each in against if each.code == "turn.nobody"]
    if len(nobody) == len(reasons):
        raise action_lines.NotationError(f"nobody is to act: {_NEXT.get(nobody[0], nobody[0])}", 1)
    ranks = [bool(against) + any(each.path[:1] in _NOT_DUE for each in against) for against in reasons]
    best = [each for each, rank in zip(found, ranks, strict=True) if rank == min(ranks)]
    best = _preferred(best)
    if len(best) == 1:
        return best[0]
    meant = listed([write_typed(members_of(each.action)) for each in best[:_NAMED]], "or")
    why = f"none is legal: {_why_not(best, reasons)}" if min(ranks) else "say which"
    raise action_lines.NotationError(f"this may be {meant}; {why}", 1)


def _why_not(found: Sequence[Proposal], reasons: Sequence[Sequence[Violation]]) -> str:
    """Return why none of several actions is legal: a card that is to be played is named as it is typed."""
    late = next((each for against in reasons for each in against if each.code == "turn.not_now"), reasons[0][0])
    cards = members_of(found[0].action).get("cards")
    if late.params.get("due") == "play" and isinstance(cards, list):
        return f"a card is to be played, as play {cards[0]}"
    return late.message


def readings(text: str, seat: str | None = None, hand: Callable[[str], int] = lambda _: ALL_CARDS) -> list[Proposal]:
    """Return every action that a text may be; without a seat, of either, if it names none. Raises `ValueError`.

    A holding may be any of the `hand` of its seat, by default of the pack.
    """
    text = _tidied(text)
    if len(text) > LONGEST:
        raise action_lines.NotationError(f"this has more than {LONGEST:,} characters", LONGEST)
    if _LINE.fullmatch(text):
        return [read_members(action_lines.read_action(text))]
    if not text.strip(f"{_AROUND} ,;"):
        raise action_lines.NotationError("an action is missing: it is a line of the notation or words, as play AS", 1)
    found, faults = list[Proposal](), list[ValueError]()
    seats: Sequence[str] = [""] if _SEATED.match(text) else [seat] if seat else TABLE.seats
    plain = _TENS_AND_UNITS.sub(_in_figures, _ARTICLE.sub(lambda article: " " * len(article[0]), text))
    words = [(token[0], token.start()) for token in _TOKEN.finditer(plain)]
    plurals = {word.start() for word in _ALL.finditer(text)}
    several = _PLURAL.search(text)
    first = int(bool(_SEATED.match(text)))
    shortened = [[*words[:first], (verb, 0), *words[first:]] for verb in _verbs(words[first:], several)]
    for spoken in (words, *(_spoken(each, variant) for each in (words, *shortened) for variant in _VARIANTS)):
        for way in (way for each in seats for way in _ways([(each, 0), *spoken] if each else spoken, hand, plurals)):
            try:
                entry = step_of_words(Words(text, 1, way)).entry
                read = Proposal(entry) if isinstance(entry, Action) else read_members(entry)
            except ValueError as fault:
                faults.append(fault)
            else:
                found += [] if read in found else [read]
        if found and (spoken is words or _RECKON in [word for word, _ in spoken[:2]]):  # as records have it
            break
    if not found:
        raise _clearest(text, faults)
    return _possible(found, several)


def _in_figures(number: re.Match[str]) -> str:
    """Return `forty-nine` in figures, as long as it was."""
    tens, units = (int(_SAID[word.lower()]) for word in number.groups())
    return str(tens + units).ljust(len(number[0]))


def _verbs(words: Sequence[tuple[str, int]], several: re.Match[str] | None) -> list[str]:
    """Return what is said by a text that begins with a number or a rank: `three kings`, `five`, `49`, `ace`."""
    first = next((word for word, _ in _spoken(words, 0)), "")
    if several:
        return ["call"]
    if first.isdecimal():
        return ["call", "top"] if len(first) < 3 and int(first) <= _LONGEST_LENGTH else ["value"]
    return ["top"] if _is_rank(first) and words[0][0] not in TABLE.seats else []  # a letter A is a seat


def _possible(found: list[Proposal], several: re.Match[str] | None) -> list[Proposal]:
    """Return the actions that a text can be: several of a rank are a set, and what is reckoned has cards."""
    possible = []
    for each in found:
        for holding in each.action.holdings or () if isinstance(each.action, Reckon) else ():
            if not holding.cards:
                category = CATEGORIES[holding.category]
                raise action_lines.NotationError(f"the hand has no such {category}; list its cards, as SAKQ", 1)
        if not several or members_of(each.action).get("category", "set") == "set":
            possible.append(each)
    if several and not possible:
        raise action_lines.NotationError(
            f"{several[0]} are a set; say three {several[0]} or four {several[0]}", several.start() + 1
        )
    return possible


# ---------------------------------------------------------------- holdings by what is said of them


def _ways(words: list[tuple[str, int]], hand: Callable[[str], int], plurals: Set[int]) -> list[list[tuple[str, int]]]:
    """Return the words of an action; for `reckon trio of jacks`, with the cards of the hand that it may be about.

    `plurals` are the places of words for several holdings.
    """
    (seat, _), *rest = words
    if seat not in TABLE.seats or [word for word, _ in rest[:1]] != [_RECKON]:
        return [words]
    parts: list[list[tuple[str, int]]] = [[]]
    for word in rest[1:]:
        parts += [[]] if word[0] == "," else []
        parts[-1].append(word)
    chosen = product(*(_with_cards(part, hand(seat), plurals) for part in parts))
    return [[*words[:2], *chain.from_iterable(ways)] for ways in islice(chosen, _WAYS)]


def _with_cards(part: list[tuple[str, int]], hand: int, plurals: Set[int]) -> list[list[tuple[str, int]]]:
    """Return the words of a holding with its cards, in every way, the best first; as they are if they have cards.

    A category without more, and a plural, are first all that there is of it (R5.10).
    """
    comma = [word for word in part[:1] if word[0] == ","]
    words = [in_letters(word) for word, _ in part[len(comma) :]]
    category = words[0] if words and words[0] in CATEGORIES else "set"
    tells = {*words} - {category}
    if not words or not all(map(_TELLS.fullmatch, tells)):
        return [part]
    at, place = CATEGORIES.index(category), part[-1][1]
    found = dict[object, str]()
    every = sorted(pieces(at, hand), key=lambda piece: (piece[0], -piece[1]), reverse=True)
    for grade, cards in every:
        suit = names(cards)[0][1]
        if tells <= {suit, *map(str, said_members(at, said(at, cards)).values())}:
            found.setdefault((grade, suit) if at == POINT else cards, action_lines.write_hand(names(cards)))
    ways = [[(",", place), (category, place), (cards, place)] for cards in found.values()]
    if at != POINT and (not tells or any(begins in plurals for _, begins in part)):
        parts = {cards for _, cards in every for _, other in every if cards | other == other != cards}
        ways.insert(0, [*chain.from_iterable(compress(ways, (cards not in parts for cards in found)))])
    return [[*comma, *way[1:]] for way in ways if way] or [[*comma, (category, place)]]


def _preferred(found: list[Proposal]) -> list[Proposal]:
    """Return those of several ways to reckon that have the best point, and are no part of another."""
    ways = {frozenset(each.action.holdings or ()): each for each in found if isinstance(each.action, Reckon)}
    if len(found) != len(ways):
        return found
    points = {way: max((said(*each) for each in way if each.category == POINT), default=()) for way in ways}
    cards = {way: sum(each.cards for each in way) for way in ways if points[way] == max(points.values())}
    parts = [way for way in cards for other in cards.values() if cards[way] | other == other != cards[way]]
    return [ways[way] for way in cards if way not in parts]


def _clearest(text: str, faults: Iterable[ValueError]) -> ValueError:
    """Return the fault of the reading that went furthest, or a word after it that is like one that is known."""
    if " " not in text and text[:1] in TABLE.seats:
        return action_lines.no_action(text)
    fault = max(faults, key=lambda each: getattr(each, "column", len(text) + 2))
    if isinstance(fault, WordsError) and "did you mean" not in fault.reason:
        for word in islice(_TOKEN.finditer(text, fault.column - 1), LOOKED_UP):
            if word[0] not in (*VERBS, *_SAID) and (near := did_you_mean(word[0], [*VERBS, *_SAID])):
                return WordsError(f"{word[0]!r} is not understood{near}", word.start() + 1)
    return fault


def _spoken(words: Iterable[tuple[str, int]], variant: int) -> list[tuple[str, int]]:
    """Return the words of a record for those of a text, with their places there."""
    found: list[tuple[str, int]] = []
    for given, at in words:
        said = given.strip(_AROUND)
        choices = _SAID[said.lower()].split("|") if said.lower() in _SAID else [_plain(said)]
        for word in choices[min(variant, len(choices) - 1)].split():
            if word in (*SUITS,) and found and _is_rank(found[-1][0]):
                _add_suit(found, word)
            else:
                found += [(link, at) for link in _links(found, word)]
    following = [*(word for word, _ in found[1:]), ""]
    counted = _RECKON in following[:1] or _RECKON in [word for word, _ in found[:1]]  # `four tens and three queens`
    begins = [after in SAID or (counted and after.isdecimal()) for after in following]
    return [each for each, is_begun in zip(found, begins, strict=False) if each[0] != "," or is_begun]


def _is_rank(word: str) -> bool:
    return in_letters(word) in (*RANKS,)


def _add_suit(found: list[tuple[str, int]], suit: str) -> None:
    """Add a suit to the rank before it, and to the ranks before that one in a list of cards: `the 7 and 8 of clubs`."""
    shared = any(word in _OF_CARDS for word, _ in found)
    for place in reversed(range(len(found))):
        word, begins = found[place]
        if _is_rank(word):
            found[place] = (word + suit, begins)
        elif word != ",":
            break
        if not shared:
            break


def _links(found: Sequence[tuple[str, int]], word: str) -> Iterable[str]:
    """Return a word after these, with the word that says what it is if it is about what is better: `not good, 39`."""
    before = found[-1][0] if found else ""
    if not any(said == "good" for said, _ in found):
        return [word]
    if word == ",":
        return []
    if word.isascii() and word.isdecimal() and int(word) > _LONGEST_LENGTH and before != "value":
        return ["value", word]
    return ["top", word] if word in ("J", "Q", "K", "A") and before != "top" else [word]


def _plain(said: str) -> str:
    letters = in_letters(said.upper())
    if said.isdigit() or not _CARD_LETTERS.fullmatch(letters):
        return said if said in TABLE.seats else said.lower()
    return letters[::-1] if letters[0] in SUITS and len(letters) == 2 else letters
