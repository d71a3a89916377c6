"""A scene in words: headings, and rows with a label, cards and text. The SVG and the text are both made from it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from service.pictures.scene import Place, Scene, Side
from service.piquet.cards.cards import RANKS, SUIT_MASK, SUITS, mask_of
from service.piquet.cards.ranking import POINT, SEQUENCE, write_tie
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.law_state import IncidentRecord
from service.piquet.model.state import ELDER, Called
from service.piquet.scoring.settlement import Settlement
from service.words import PictureWords, words_in

Cards = tuple[int, ...]

_EMPTY = Place()

#: The most irregularities that are listed; the latest ones are.
MOST_INCIDENTS = 3


class Row(NamedTuple):
    """A row of a part: a label, and cards, tricks or text. In a text, cards are one by one if they are `ordered`.

    A trick is its cards.
    """

    label: str
    place: Place = _EMPTY
    tricks: tuple[Cards, ...] = ()
    text: str = ""
    ordered: bool = False


class Part(NamedTuple):
    """A seat, or the middle of the table.

    In the SVG, `score` stands beside the heading, and so does a mark if the seat is `to_act`.
    """

    heading: str
    rows: tuple[Row, ...]
    score: str = ""
    to_act: bool = False


class Outline(NamedTuple):
    """A scene in words.

    `facts` are lines about the deal and the scores. `bottom` is the seat there, `top` are all others; the first row of
    each is its hand. The first row of `table` is the trick in hand or the last trick, if there is one, which `trick`
    has.
    """

    title: str
    deal: str
    phase: str
    facts: tuple[str, ...]
    top: tuple[Part, ...]
    table: Part
    bottom: Part
    trick: Cards | None


def outline_of(scene: Scene, bottom: int, language: PictureWords, names: Sequence[str]) -> Outline:
    """Return the outline of a scene. `names` are those of the seats A and B."""
    return _Writer(scene, language, names).outline(bottom)


class _Writer:
    def __init__(self, scene: Scene, language: PictureWords, names: Sequence[str]) -> None:
        self.scene, self.language, self.names = scene, language, names

    def say(self, key: str, **fields: object) -> str:
        """Return a phrase of the language."""
        phrase = self.language.other[key]
        return phrase.format(**fields) if fields else phrase

    def outline(self, bottom: int) -> Outline:
        scene = self.scene
        deal = self.say("deal", number=scene.deal) if scene.deal else self.say("partie")
        sides = tuple(map(self.side, scene.sides))
        facts = [self.say("dealt by", deal=deal, name=self.names[scene.dealer])] if scene.deal else []
        facts.append(self.say("score", scores=self.scores(scene.sides[0].score, scene.sides[1].score)))
        facts.append(self.say("totals", scores=self.scores(scene.sides[0].total, scene.sides[1].total)))
        return Outline(
            title=self.title(deal),
            deal=facts[0] if scene.deal else deal,
            phase=self.language.phases[scene.phase],
            facts=tuple(facts),
            top=(sides[1 - bottom],),
            table=Part("", tuple(self.table())),
            bottom=sides[bottom],
            trick=scene.trick.cards if scene.trick else None,
        )

    def title(self, deal: str) -> str:
        scene = self.scene
        phase = self.language.phases[scene.phase]
        if scene.to_act is None:
            title = self.say("title", deal=deal, phase=phase)
        else:
            title = self.say("title to act", deal=deal, phase=phase, name=self.names[scene.to_act])
        return title if scene.viewer is None else self.say("title of seat", title=title, name=self.names[scene.viewer])

    def scores(self, one: int, two: int) -> str:
        return self.say("scores", first=self.names[0], one=one, second=self.names[1], two=two)

    # ------------------------------------------------------------ a seat

    def side(self, side: Side) -> Part:
        role = self.say("elder" if side.role == ELDER else "younger")
        dealer = self.scene.deal and side.seat == self.scene.dealer
        heading = self.say("heading dealer" if dealer else "heading", name=self.names[side.seat], role=role)
        if side.seat == self.scene.to_act:
            heading = self.say("heading to act", heading=heading)
        score = self.say("own score", score=side.score, total=side.total)
        return Part(heading, tuple(self.rows(side)), score, side.seat == self.scene.to_act)

    def rows(self, side: Side) -> Iterator[Row]:
        yield Row(self.say("hand"), side.hand)
        for key, place in (
            ("laid out", side.laid_out),
            ("discards", side.discards),
            ("shown", Place(side.shown)),
            ("seen", Place(side.seen)),
            ("ahead", Place(side.ahead)),
        ):
            if place != _EMPTY:
                yield Row(self.say(key), place)
        if side.blanche is not None:
            yield Row(self.say("blanche"), Place(side.blanche_cards), text=self.say(f"blanche {side.blanche}"))
        if side.left:
            yield Row(self.say("left"), text=self.count(side.left))
        if side.suit_due is not None:
            yield Row(self.say("suit due"), text=self.language.suits[SUITS[side.suit_due]])
        if side.forfeits:
            yield Row(self.say("forfeits"), text=side.forfeits)
        if side.tricks:
            yield Row(self.say("tricks", number=len(side.tricks)), tricks=tuple(trick.cards for trick in side.tricks))

    def count(self, number: int) -> str:
        return self.say("one card") if number == 1 else self.say("cards", number=number)

    # ------------------------------------------------------------ the table

    def table(self) -> Iterator[Row]:
        scene = self.scene
        if scene.trick is not None:
            number = sum(len(side.tricks) for side in scene.sides) + (scene.trick.winner < 0)
            label = self.say("trick", number=number) if scene.trick.winner < 0 else self.say("last trick")
            leader = self.names[scene.trick.leader ^ 1 ^ scene.dealer]
            yield Row(label, tricks=(scene.trick.cards,), text=self.say("leads", name=leader))
        if scene.deal:
            empty = self.say("empty") if scene.talon == _EMPTY else ""
            yield Row(self.say("talon"), scene.talon, text=empty, ordered=True)
        if scene.announced:
            yield Row(self.say("exchange announced"), text=self.count(scene.announced))
        for called in scene.calls:
            yield Row(self.language.categories[called.category], text=self.call(called))
        if scene.named is not None:
            yield Row(self.say("named"), text=self.language.suits[SUITS[scene.named]])
        yield from map(self.incident, scene.incidents[-MOST_INCIDENTS:])
        if (more := len(scene.incidents) - MOST_INCIDENTS) > 0:
            yield Row(self.say("irregularity"), text=self.say("more", number=more))
        if scene.annulled:
            yield Row(self.say("annulled"), text=scene.annulled)
        if scene.result is not None:
            yield Row(self.say("result"), text=self.result(scene.result))

    def call(self, called: Called) -> str:
        status = self.language.calls[called.status]
        if called.status == "passed":
            return status
        holding = holding_in_words(called.category, called.length, called.tie, self.language)
        return self.say("call", call=holding, status=status)

    def incident(self, incident: IncidentRecord) -> Row:
        fields = {
            "kind": self.language.kind(BY_NUMBER[incident.kind].name, incident.law),
            "law": incident.law,
            "status": self.language.incidents[incident.status],
        }
        if incident.offender < 0:
            return Row(self.say("irregularity"), text=self.say("incident", **fields))
        name = self.names[incident.offender ^ 1 ^ self.scene.dealer]
        return Row(self.say("irregularity"), text=self.say("incident of", name=name, **fields))

    def result(self, result: Settlement) -> str:
        scores = self.scores(*result.totals)
        if result.winner is None:
            return self.say("draw", scores=scores)
        key = "winner rubicon" if result.rubicon else "winner"
        return self.say(key, name=self.names[result.winner], scores=scores, points=result.points)


def holding_in_words(category: int, number: int, tie: int | None, language: PictureWords) -> str:
    """Return a holding as it is called: its number of cards, and its tie-break unless that is None."""
    if category == POINT:
        value = None if tie is None else write_tie("value", tie)
        return language.other["point" if tie is None else "point value"].format(number=number, value=value)
    if category == SEQUENCE:
        name = language.sequences.get(number, str(number))
        return name if tie is None else language.sequence(name, str(write_tie("top", tie)))
    rank = "" if tie is None else language.ranks[str(write_tie("rank", tie))][1]
    return language.other["set"].format(number=number, ranks=rank)


def cards_in_words(cards: Iterable[int], language: PictureWords) -> str:
    """Cards in words, suit by suit: `ace king of spades, nine of clubs`."""
    return ", ".join(_suit_in_words(language.code, suit, ranks) for suit, ranks in by_suit(cards))


def by_suit(cards: Iterable[int]) -> list[tuple[int, int]]:
    """Return the suits of which there are cards, each with its ranks as a mask."""
    hand = mask_of(cards)
    suits = (hand & SUIT_MASK, hand >> 9 & SUIT_MASK, hand >> 18 & SUIT_MASK, hand >> 27)
    return [(suit, ranks) for suit, ranks in enumerate(suits) if ranks]


@lru_cache(maxsize=4096)
def _suit_in_words(lang: str, suit: int, ranks: int) -> str:
    language = words_in(lang).pictures
    named = [language.ranks[letter][0] for rank, letter in reversed([*enumerate(RANKS)]) if ranks >> rank & 1]
    return language.other["of"].format(rank=" ".join(named), suit=language.suits[SUITS[suit]])
