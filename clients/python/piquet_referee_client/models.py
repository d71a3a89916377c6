"""Types. Made from openapi.yaml by `make clients`. Not to be edited."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Card: TypeAlias = Literal["6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]
"""
A card: its rank, then its suit. Ranks are `6 7 8 9 T J Q K A`, from the lowest to the highest. `T` is the ten, and the sixes are in the pack of 36 only. Suits are `S` spades, `H` hearts, `D` diamonds and `C` clubs. There is no order among suits.
"""


Suit: TypeAlias = Literal["S", "H", "D", "C"]
"""
A suit: spades, hearts, diamonds, clubs.
"""


Rank: TypeAlias = Literal["6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""
The rank of a card. `6` is the lowest (in the pack of 36), `T` the ten and `A` the highest.
"""


Top: TypeAlias = Literal["6", "7", "8", "9", "T", "J", "Q", "K", "A", "nought"]
"""
The rank of the highest card of a sequence, or `nought`. A nought is a void that counts as a quint, if the ruleset has it. It ranks between a quint to the king and a quint to the ace.
"""


Seat: TypeAlias = Literal["A", "B"]
"""
A player, the same for a whole partie. Elder and younger are roles in one deal: younger is the seat that dealt, and elder is the other. The roles change with each deal.
"""


Phase: TypeAlias = Literal["deal", "elder_exchange", "commit_discard", "younger_exchange", "calling", "reply", "tie_break", "reckoning", "play", "deal_over", "partie_over"]
"""
What is due, and whose turn it is:
`deal` the first deal;
`elder_exchange` elder exchanges, or announces a carte blanche (younger may announce theirs too, out of turn);
`commit_discard` younger commits a discard before seeing elder's carte blanche;
`younger_exchange` younger exchanges, or claims a carte blanche;
`calling` elder calls or passes in a category that is still open;
`reply` younger replies;
`tie_break` elder states the value or the top card, or declines;
`reckoning` elder reckons in the category that is good;
`play` a card (after elder's first lead younger reckons first, if there is anything to reckon);
`deal_over` the next deal;
`partie_over` nothing.

"""


Category: TypeAlias = Literal["point", "sequence", "set"]
"""
A kind of holding that is called and reckoned: the point (cards of one suit), sequences (three or more cards of a suit in order), or sets (three or four cards of one rank from the ten up).
"""


ReplyWord: TypeAlias = Literal["good", "not_good", "equal"]
"""
Younger's reply to a call. `good` is always allowed; `not_good` needs a better holding and `equal` an equal one (R5.2). If the tie-break of the call was not stated, `equal` asks for it (R5.3).
"""


CallStatus: TypeAlias = Literal["called", "asked", "stated", "good", "not_good", "declined", "equal", "passed"]
"""
The status of a call: `called` younger is to reply; `asked` elder is to state the tie-break; `stated` younger is to
reply again; `good` elder reckons; `not_good` and `declined` younger may reckon; `equal` nobody reckons; `passed` elder
called nothing and younger may reckon.

"""


Word: TypeAlias = str
"""
A short text from the service.
"""


Cards: TypeAlias = list[Card]
"""
Cards. As a set (a hand, a discard, a holding) they may be in any order; the service writes spades, hearts, diamonds, clubs, the highest first.
"""


class CardsBySeat(TypedDict):
    """
    Cards for each seat.
    """

    A: Cards
    """
    The cards of A.
    """
    B: Cards
    """
    The cards of B.
    """


Points: TypeAlias = int
"""
A number of points.
"""


class Score(TypedDict):
    """
    Points for each seat.
    """

    A: Points
    B: Points


Length: TypeAlias = int
"""
The number of cards of a point, a sequence or a set.
"""


Value: TypeAlias = float
"""
The value of the cards of a point: the ace counts 11, court cards and the ten 10, the others their pips. It is a whole number, or 50.5 for a nought. A nought is a void that counts as a point of five, if the ruleset has it.
"""


Count: TypeAlias = int
"""
A number of cards.
"""


RulesetName: TypeAlias = str
"""
The name of a ruleset: alone, which stands for the newest version, or with a version, such as `portland@1`. Responses always name the version, so a state keeps the values that it began with. `GET /v1/rulesets` lists the names. More may be added. A name that is not on it is refused (404 `unknown_ruleset`).
"""


LawCode: TypeAlias = Literal["portland", "au-cent", "hoyle", "french", "old"]
"""
A code of law: the Portland Club's of 1882, that of piquet au cent, Hoyle's, the French one, or that of 1651.
"""


LawCodeOrNull: TypeAlias = LawCode | None
"""
A code of law, or null.
"""


ParameterValue: TypeAlias = str | int | bool | None
"""
The value of a parameter.
"""


RuleId: TypeAlias = str
"""
The id of a rule (`R`), which is an anchor of the page `/docs/rules`; of a rule of voleur (`V`) or normand (`N`), which is an anchor of the page `/docs/multiplayer`; or of a law (`L`, `LA`, `LF`), an effect (`E`) or a reading (`LR`), which is an anchor of the page `/docs/law`.
"""


EngineVersion: TypeAlias = str
"""
The version of the rules engine. The engine version, the version of the API (`/v1`) and the ruleset together identify what produced the response.
"""


LawId: TypeAlias = str
"""
The id of a law: `L1` to `L78` of the Portland Club's code, `LA1` to `LA3` of piquet au cent, `LF1` of the French game. More may be added. An id that is not on it is refused (404 `unknown_law`).
"""


LawReference: TypeAlias = str
"""
The id of a rule (`R`), a kind of irregularity (`K`), a correction (`A`) or an effect (`E`), or the name of an election.
"""


LawDocumentation: TypeAlias = str
"""
The place in the page on the law.
"""


LawRowName: TypeAlias = str
"""
The name of a row. With `law_` before it, it is a parameter of rulesets.
"""


LawKindId: TypeAlias = str
"""
The id of a kind of irregularity.
"""


LawEffectId: TypeAlias = str
"""
The id of an effect.
"""


LawReadingId: TypeAlias = str
"""
The id of a reading.
"""


LawElectionName: TypeAlias = Literal["enforce", "waive", "redeal", "void", "rectify", "stand", "withdraw", "replay", "relead", "forgo", "reckon", "object", "alter", "demand", "inspect", "accept"]
"""
What may be elected after an irregularity.
"""


class Law(TypedDict):
    """
    A law.
    """

    id: LawId
    section: Literal["cutting", "dealing", "carte_blanche", "exchange", "calling", "play", "scoring", "pack"]
    """
    The part of a game that the law belongs to.
    """
    category: Literal["decided", "reported", "told"]
    """
    How it is known that the law applies. `decided`: the cards and what was said and done decide. `reported`: something must be reported that no ordinary action shows. `told`: manners, or matters outside the game, which are never judged.
    """
    content: str
    """
    What the law says, with the numbers of the Portland Club's game.
    """
    reported: str | None
    """
    What must be reported, if the category is `reported`.
    """
    carried_by: list[LawReference]
    """
    The rules, kinds, corrections, effects and elections that bring the law about.
    """
    rows: list[LawRowName]
    """
    The rows of the law.
    """
    kinds: list[LawKindId]
    """
    The kinds of irregularity under the law.
    """
    effects: list[LawEffectId]
    """
    The effects that the law may have.
    """
    readings: list[LawReadingId]
    """
    The readings that the law needs.
    """
    digest: str | None
    """
    Where the article S4 (`docs/rules.md`) has the law: the number of its law, or `text`; null if it does not have it.
    """
    digest_note: str | None
    """
    How the article differs from the law.
    """
    documentation: LawDocumentation


class LawRow(TypedDict):
    """
    A question that the codes of law answer differently, with the answer of one code.
    """

    name: LawRowName
    parameter: str
    """
    The parameter of rulesets that takes the row from another code.
    """
    laws: list[LawId]
    """
    The laws that the row belongs to.
    """
    decides: str
    """
    What the row decides, as the end of a sentence that begins with "It says".
    """
    value: str
    """
    The answer as a word.
    """
    meaning: str
    """
    The answer as a sentence.
    """
    source: LawCode
    """
    The code that the answer comes from, which is another one if the code is silent.
    """
    documentation: LawDocumentation


class LawEffect(TypedDict):
    """
    What a ruling does to the deal and to the score.
    """

    id: LawEffectId
    name: str
    """
    A short name.
    """
    meaning: str
    """
    What happens.
    """
    documentation: LawDocumentation


class LawElection(TypedDict):
    """
    What may be elected after an irregularity.
    """

    name: LawElectionName
    meaning: str
    """
    What follows if it is elected.
    """
    members: list[str]
    """
    What may be said with it.
    """
    documentation: LawDocumentation


class LawCorrection(TypedDict):
    """
    A correction by the player who made the slip.
    """

    id: str
    """
    The id of the correction.
    """
    law: LawId
    who: str
    """
    Who may correct.
    """
    what: str
    """
    What may be corrected.
    """
    until: str
    """
    When the right ends under `portland`.
    """
    effect: str
    """
    What the correction does.
    """
    row: LawRowName | None
    """
    The row on which the time depends, or null.
    """
    readings: list[LawReadingId]
    """
    The readings that it needs.
    """
    documentation: LawDocumentation


class LawReading(TypedDict):
    """
    How a question that the sources leave open is answered.
    """

    id: LawReadingId
    question: str
    """
    The question.
    """
    settled: str
    """
    The answer.
    """
    reason: str
    """
    The reason for it.
    """
    alternative: str | None
    """
    Another answer that was considered, or null.
    """
    documentation: LawDocumentation


class InLanguages(TypedDict):
    """
    A text in each language.
    """

    en: str
    """
    In English.
    """
    fr: str
    """
    In French.
    """


class ClaimCarteBlanche(TypedDict):
    """
    Claim ten points for a dealt hand without king, queen or knave, before exchanging (R3.1).
    """

    seat: Seat
    type: Literal["claim_carte_blanche"]
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange; younger does not say it (R3.3).
    """


class Exchange(TypedDict):
    """
    Discard these cards, face down, and draw as many from the top of the talon (R4.1, R4.2).
    """

    seat: Seat
    type: Literal["exchange"]
    cards: Cards


class NameSuit(TypedDict):
    """
    Name the suit of elder's first lead before leading it. Elder must then lead this suit, and younger may look at the cards left from then on. This is possible under `left_cards` = `after_lead_shared`, if younger left any cards (R4.5).
    """

    type: Literal["name_suit"]
    seat: Seat
    suit: Suit


class CallPoint(TypedDict):
    """
    Call a point.
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["point"]
    length: Length
    value: NotRequired[Value]
    """
    The value of the cards. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `value`.
    """


class CallSequence(TypedDict):
    """
    Call a sequence.
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["sequence"]
    length: Length
    top: NotRequired[Top]
    """
    The highest card. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `top`.
    """


class CallSet(TypedDict):
    """
    Call a quatorze (four cards of one rank) or a trio (three).
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["set"]
    count: Length
    rank: Rank


class Pass(TypedDict):
    """
    Call nothing in a category. Younger may then reckon a holding there (R5.10).
    """

    type: Literal["pass"]
    seat: Seat
    category: Category


class Decline(TypedDict):
    """
    Decline to state the tie-break, which gives the category up as not good (R5.3).
    """

    type: Literal["decline"]
    seat: Seat


class Holding(TypedDict):
    """
    Cards that count together.
    """

    category: Category
    cards: Cards


class Reckon(TypedDict):
    """
    Score holdings. Elder reckons after each *good*, in that category. Younger reckons once, after the first lead, in all categories together. A holding of a category that ended equal states the equality and scores nothing.
    """

    seat: Seat
    type: Literal["reckon"]
    holdings: NotRequired[list[Holding]]
    """
    The holdings to score. Without it, everything that may be scored is, in the best way.
    """


class Concede(TypedDict):
    """
    Throw down the hand (R6.5).
    """

    type: Literal["concede"]
    seat: Seat


class FacedReport(TypedDict):
    """
    A card lay face up in the pack or in the talon (K4).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["faced"]
    where: Literal["pack", "stock"]
    """
    Where it lay.
    """


class PackReport(TypedDict):
    """
    The wrong pack was dealt (K5).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["pack"]
    taken_up: bool
    """
    Whether a card had been taken up.
    """


class UndeclaredReport(TypedDict):
    """
    Elder did not say that they take fewer cards than they may (K11).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["undeclared"]


class PointCorrection(TypedDict):
    """
    A call of a point in the place of another call.
    """

    type: Literal["call"]
    category: Literal["point"]
    length: Length
    value: NotRequired[Value]
    """
    The value of the cards. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `value`.
    """


class SequenceCorrection(TypedDict):
    """
    A call of a sequence in the place of another call.
    """

    type: Literal["call"]
    category: Literal["sequence"]
    length: Length
    top: NotRequired[Top]
    """
    The highest card. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `top`.
    """


class SetCorrection(TypedDict):
    """
    A call of a set in the place of another call.
    """

    type: Literal["call"]
    category: Literal["set"]
    count: Length
    rank: Rank


class PassCorrection(TypedDict):
    """
    A pass in the place of a call.
    """

    type: Literal["pass"]
    category: Category


class ReplyCorrection(TypedDict):
    """
    A reply in the place of another.
    """

    type: Literal["reply"]
    reply: ReplyWord
    length: NotRequired[Length]
    """
    The number of cards of the better point or sequence.
    """
    value: NotRequired[Value]
    """
    The value of the better point.
    """
    top: NotRequired[Top]
    """
    The top card of the better sequence.
    """


class ValueCorrection(TypedDict):
    """
    The value of a point in the place of another.
    """

    type: Literal["state_tie_break"]
    value: Value
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal.
    """


class TopCorrection(TypedDict):
    """
    The top card of a sequence in the place of another.
    """

    type: Literal["state_tie_break"]
    top: Top
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal.
    """


class ReckoningCorrection(TypedDict):
    """
    A reckoning in the place of another.
    """

    type: Literal["reckon"]
    holdings: NotRequired[list[Holding]]
    """
    The holdings to score. Without it, everything that may be scored is, in the best way.
    """


class PlayCorrection(TypedDict):
    """
    A card of a run in the place of another.
    """

    type: Literal["play"]
    card: Card


Irregular: TypeAlias = Literal[True]
"""
The action was done although the rules forbid it (docs/law.md). The law must deal with every rule that it breaks. Leave the member out of any other action.
"""


Flag: TypeAlias = Literal[True]
"""
It is so. Leave the member out otherwise.
"""


SomeCards: TypeAlias = list[Card]
"""
Different cards, at least one.
"""


TalonPosition: TypeAlias = int
"""
A position of the talon as dealt; the top card has position 1.
"""


class PackProof(TypedDict):
    """
    What proves that a pack is incorrect.
    """

    missing: NotRequired[SomeCards]
    """
    Cards that are missing.
    """
    double: NotRequired[SomeCards]
    """
    Cards that are there twice.
    """


Question: TypeAlias = Literal["point", "sequence", "set", "S", "H", "D", "C", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "all"]
"""
What a question was about: a category, a suit, a rank, or all cards that were declared.
"""


EntryNumber: TypeAlias = int
"""
The number of an entry of the history, from 1; 0 is the deal itself.
"""


IrregularityKind: TypeAlias = Literal["misdeal", "deal_out_of_turn", "exposed", "faced", "pack", "spoiled", "wrong_exchange", "recovered", "buried", "peeked", "dealer_saw", "undeclared", "looked", "false_blanche", "lost_point", "false_claim", "false_reply", "undue_reckoning", "not_reckoned", "implied", "revoke", "lead_out_of_turn", "run", "overplayed", "dropped", "misinformed", "long_hand", "offer"]
"""
A kind of irregularity (docs/law.md).
"""


Token: TypeAlias = str
"""
A concealed state, encrypted. Tokens of parties with the same numbers of deals and actions under one ruleset have equal length; so have those of deals with fewer than 64 actions.
"""


class Position(TypedDict):
    """
    The position of a concealed partie.
    """

    number: int
    """
    The number of deals and actions so far. An agreement to the next deal does not count.
    """
    hash: str
    """
    A hash that identifies exactly these deals, actions and agreements. It reveals nothing about them.
    """


SeatKeys: TypeAlias = dict[str, str]
"""
The key of a seat, or of both.
"""


SeatKey: TypeAlias = str
"""
A secret that only the player at a seat knows. The player's own program makes it from at least 16 random bytes. The service learns its SHA-256 at the first deal, and stores neither.
"""


KeyHashes: TypeAlias = dict[str, str]
"""
The SHA-256 of the key of each seat (of its UTF-8), in hexadecimal. The two are different.
"""


KeyHash: TypeAlias = str
"""
The SHA-256 of a key, in hexadecimal.
"""


StateText: TypeAlias = str
"""
A state in one line (docs/notation.md): the version of the notation, the ruleset, the first dealer, and the cards and actions of each deal. A line that is not in the notation is refused with 409.
"""


ActionText: TypeAlias = str
"""
An action in one line (docs/notation.md#actions): `Ap5-49` calls a point of five with the value 49, `B.TH` plays the ten of hearts. Or in words (docs/notation.md#typed-actions): `call point 5 49`, `lead the ten of hearts`. In words the seat may be left out: it is the seat of the key, or the seat to act. A text that is no action, or may be several, is refused with 409.
"""


class IncidentRecord(TypedDict):
    """
    An irregularity of the deal, and what may be elected now.
    """

    number: EntryNumber
    kind: Word
    """
    The name of the kind, K1 to K29.
    """
    law: Word
    """
    The id of the law that it falls under.
    """
    offender: Seat | None
    """
    Who did it; null if nobody did.
    """
    entitled: list[Seat]
    """
    Who may elect, or correct what they said. If both may, the first to act decides.
    """
    elections: list[Word]
    """
    What may be elected now.
    """
    until: Word | None
    """
    Until when the first election, or the correction, is possible, as in a ruling; null if nothing is.
    """
    status: Word
    """
    As in a ruling: open, lapsed, ruled, amended, harmless or none.
    """
    election: Word | None
    """
    What was elected, or null.
    """
    public: bool
    """
    Whether both players know of it: they could see it, or it was raised.
    """


class LawsBySeat(TypedDict):
    """
    The law under which each seat reckons nothing in the deal (E3); null if it does reckon.
    """

    A: Word | None
    """
    The id of the law for A.
    """
    B: Word | None
    """
    The id of the law for B.
    """


class SuitsBySeat(TypedDict):
    """
    The suit that each seat must lead when it next has the lead (E8); null if it is free.
    """

    A: Suit | None
    """
    The suit that A must lead.
    """
    B: Suit | None
    """
    The suit that B must lead.
    """


class Dealt(TypedDict):
    """
    Twelve cards for each seat and eight in the talon (R2.2); other numbers in an irregular deal (K1).
    """

    hands: CardsBySeat
    talon: Cards
    """
    The talon, top first.
    """


CarteBlancheStatus: TypeAlias = Literal["announced", "shown"]
"""
`announced` until the hand is shown, `shown` from then on.
"""


CarteBlancheStatusOrNull: TypeAlias = CarteBlancheStatus | None
"""
The status of a carte blanche; null if there is none.
"""


CountOrNull: TypeAlias = int | None
"""
A number of cards, or null.
"""


class Called(TypedDict):
    """
    What was called: `length` and `value` of a point, `length` and `top` of a sequence, `count` and `rank` of a set. A value or top card that has not been stated is null.
    """

    length: NotRequired[Length]
    value: NotRequired[Value | None]
    """
    The value of the point.
    """
    top: NotRequired[Top | None]
    """
    The highest card of the sequence.
    """
    count: NotRequired[Length]
    rank: NotRequired[Rank]


class Trick(TypedDict):
    """
    A trick.
    """

    leader: Seat
    cards: list[Card]
    """
    The card led, then the card that followed.
    """
    winner: Seat | None
    """
    The seat that won it; null while only the lead is down. A card that the other hand could not answer is a trick of one card with its winner (E7).
    """


class Result(TypedDict):
    """
    The result of a partie (R8.2).
    """

    totals: Score
    """
    The totals of all deals, with doubled deals counted double.
    """
    winner: Seat | None
    """
    The seat with the higher total; null if the partie is drawn.
    """
    rubicon: bool
    """
    Whether the loser was rubiconed.
    """
    settlement: Points
    """
    The points that the winner wins; 0 if the partie is drawn.
    """


class StateEvent(TypedDict):
    """
    An event with all the members that an event of any kind may have.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Word
    """
    The kind of event.
    """
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class DealtEvent(TypedDict):
    """
    The cards were dealt.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["dealt"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: int
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class AnnouncedEvent(TypedDict):
    """
    A seat announced a carte blanche; elder also said how many cards they will exchange.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["announced"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class CountEvent(TypedDict):
    """
    A number of cards was committed to be discarded, exchanged, or left in the talon.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["committed", "exchanged", "left"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: Count
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class LookEvent(TypedDict):
    """
    A seat looked at the cards left, or refused to, or elder named the suit of the first lead. `suit` is the named suit.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["looked", "not_looked", "suit_named"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class CalledEvent(TypedDict):
    """
    Elder called. Anything that was withheld is missing.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["called"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    category: Category
    length: NotRequired[Count]
    value: NotRequired[Value]
    top: NotRequired[Top]
    rank: NotRequired[Rank]
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class CategoryEvent(TypedDict):
    """
    A category was passed, was declined, or is equal.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["passed", "declined", "equal"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: Category
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class RepliedEvent(TypedDict):
    """
    Younger replied, perhaps with what is better (R5.2).
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["replied"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: Category
    length: NotRequired[Count]
    value: NotRequired[Value]
    top: NotRequired[Top]
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: ReplyWord
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class TieBreakEvent(TypedDict):
    """
    Elder stated the value of the point, or the top card of the sequence.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["tie_break"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: Category
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    top: NotRequired[Top]
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class PointEvent(TypedDict):
    """
    A point was reckoned.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["point"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: Count
    value: Value
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class SequenceEvent(TypedDict):
    """
    A sequence was reckoned.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["sequence"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: Count
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: Top
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class SetEvent(TypedDict):
    """
    A trio or a quatorze was reckoned.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["set"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: Count
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: Rank
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class SavedEvent(TypedDict):
    """
    A pique or a repique was saved.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["saved"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: Word
    by: Word
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class PartieEndedEvent(TypedDict):
    """
    The partie is over.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["partie_ended"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: Score
    rubicon: bool
    settlement: Points
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class IrregularityEvent(TypedDict):
    """
    An irregularity was reported or raised.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["irregularity"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: Word
    number: EntryNumber
    law: RuleId
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class RuledEvent(TypedDict):
    """
    A seat made an election.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["ruled"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: EntryNumber
    law: RuleId
    election: Word
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class AmendedEvent(TypedDict):
    """
    A seat corrected its last word.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["amended"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: RuleId
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: Word


class StruckEvent(TypedDict):
    """
    An item that had scored was taken away.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["struck"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: Word


class SuitCalledEvent(TypedDict):
    """
    A seat has to lead a suit when it next has the lead.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["suit_called"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: Suit
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class PlainEvent(TypedDict):
    """
    An event that is fully described by its kind, points and cards.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["carte_blanche", "shown", "carte_rouge", "reckoned", "repique", "pique", "lead", "capture", "trick", "trick_won", "last_trick", "cards", "capot", "concession", "uncounted", "deal_ended", "forfeited", "taken_back", "unanswered", "exposed", "annulled", "game_lost"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class OtherEvent(TypedDict):
    """
    An event of a kind that a later release has; handle it by its points and its cards.
    """

    seat: Seat | None
    """
    The seat that the event concerns; null if it concerns neither.
    """
    kind: Literal["OtherEvent"]
    points: Points
    """
    The points that the seat scored by the event.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: Score
    """
    The totals of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange (`announced`).
    """
    count: NotRequired[Count]
    """
    The number of cards (`committed`, `exchanged`, `left`), or the number of cards of one rank (`called`, `set`).
    """
    category: NotRequired[Category]
    length: NotRequired[Count]
    """
    The number of cards of a point or sequence (`called`, `replied`, `point`, `sequence`).
    """
    value: NotRequired[Value]
    """
    The value of a point (`called`, `replied`, `tie_break`, `point`).
    """
    top: NotRequired[Top]
    """
    The top card of a sequence (`called`, `replied`, `tie_break`, `sequence`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    reply: NotRequired[ReplyWord]
    suit: NotRequired[Suit]
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (R5.9).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the step in which the other seat had reckoned (`saved`).
    """
    totals: NotRequired[Score]
    """
    The totals of the partie (`partie_ended`).
    """
    rubicon: NotRequired[bool]
    """
    Whether the loser was rubiconed (`partie_ended`).
    """
    settlement: NotRequired[Points]
    """
    The points that the winner wins (`partie_ended`).
    """
    late: NotRequired[bool]
    """
    True for a holding that was reckoned late, after a ruling (`point`, `sequence`, `set`; E5).
    """
    withheld: NotRequired[Points]
    """
    What the seat would have scored if it did not reckon nothing (E3); any kind that scores.
    """
    incident: NotRequired[Word]
    """
    The kind of irregularity (`irregularity`).
    """
    number: NotRequired[EntryNumber]
    law: NotRequired[Word]
    """
    The id of the law (`irregularity`, `ruled`, `amended`).
    """
    election: NotRequired[Word]
    """
    What was elected (`ruled`).
    """
    of: NotRequired[Word]
    """
    The type of action that was corrected (`amended`), or the kind of item that was struck (`struck`).
    """


class Cut(TypedDict):
    """
    The card that each seat cut; the ace is high.
    """

    A: Card
    B: Card


Deck: TypeAlias = list[Card]
"""
The 32 (or 36) cards of the pack, each once, top first. They are dealt in packets, elder first (R2.3).
"""


Seed: TypeAlias = str
"""
Any text. The same seed always gives the same deck; different seeds give independent decks.
"""


PictureLanguage: TypeAlias = Literal["en", "fr"]
"""
The language of all words.
"""


PictureColours: TypeAlias = Literal[2, 4]
"""
How many colours the suits have.
"""


PictureWidth: TypeAlias = int
"""
The width in pixels. The height follows from what is drawn.
"""


PictureSuits: TypeAlias = Literal["letters", "signs"]
"""
How a text writes suits, as letters or as signs. It does not change the SVG.
"""


PictureSvg: TypeAlias = str
"""
An SVG document with a title and a description in words. It contains all that it needs, and no script.
"""


PictureText: TypeAlias = str
"""
The same in lines of text.
"""


Pointer: TypeAlias = str
"""
A JSON Pointer (RFC 6901) into the request body; the empty string is the whole body.
"""


class PointGrade(TypedDict):
    """
    What points are compared by. A null length does not matter: the value alone is compared.
    """

    length: Length | None
    """
    The number of cards of the point.
    """
    value: Value | None
    """
    The value of its cards.
    """


class SequenceGrade(TypedDict):
    """
    What sequences are compared by.
    """

    length: Length
    top: Top | None
    """
    Its highest card.
    """


class SetGrade(TypedDict):
    """
    What sets are compared by.
    """

    count: Length
    rank: Rank


class DiscardOption(TypedDict):
    """
    Exchange, or commit to discard, from `min` to `max` of these cards.
    """

    seat: Seat
    type: Literal["exchange", "commit_discard"]
    cards: Cards
    min: Count
    """
    The fewest cards.
    """
    max: Count
    """
    The most cards.
    """


class CountRange(TypedDict):
    """
    The bounds of the number that elder may announce.
    """

    min: Count
    """
    The fewest cards.
    """
    max: Count
    """
    The most cards.
    """


class LookOption(TypedDict):
    """
    Look at the cards left, or refuse to.
    """

    seat: Seat
    type: Literal["look_at_left"]
    look: list[bool]
    """
    The values that are allowed.
    """
    suits: NotRequired[list[Suit]]
    """
    The suits of which the seat must name one in order to look.
    """


class NameSuitOption(TypedDict):
    """
    Name the suit of the first lead.
    """

    seat: Seat
    type: Literal["name_suit"]
    suits: list[Suit]
    """
    The suits that elder holds.
    """


class PassOption(TypedDict):
    """
    Call nothing in a category.
    """

    seat: Seat
    type: Literal["pass"]
    category: Category


class TieBreakOption(TypedDict):
    """
    State the value of the point, or the top card of the sequence.
    """

    seat: Seat
    type: Literal["state_tie_break"]
    category: Category
    values: NotRequired[list[Value]]
    """
    The values of a point that may be stated.
    """
    tops: NotRequired[list[Top]]
    """
    The top cards of a sequence that may be stated.
    """


class PlainOption(TypedDict):
    """
    Decline to state the tie-break, or throw down the hand. There is nothing to choose.
    """

    seat: Seat
    type: Literal["decline", "concede"]


class PlayOption(TypedDict):
    """
    Play one of these cards.
    """

    seat: Seat
    type: Literal["play"]
    cards: Cards


class ViewedDeal(TypedDict):
    """
    An earlier deal.
    """

    dealer: Seat
    score: Score
    """
    The points made in the deal, before any doubling.
    """


class OtherHand(TypedDict):
    """
    What a seat knows of the other seat.
    """

    hand_count: int
    """
    The number of cards in its hand.
    """
    discard_count: int
    """
    The number of cards that it discarded.
    """
    carte_blanche: Cards | None
    """
    The twelve cards that it showed for a carte blanche; otherwise null.
    """
    shown: Cards
    """
    The cards of its hand that the viewing seat may ask to see.
    """


class Totals(TypedDict):
    """
    Points for each seat.
    """

    A: int
    """
    The points of A.
    """
    B: int
    """
    The points of B.
    """


RecordObject: TypeAlias = dict[str, Any]
"""
A record as JSON.
"""


class StreamBroken(TypedDict):
    """
    The last line of the response to a stream that ended early. The lines before it are valid.
    """

    code: str
    """
    Why the stream ended: the code of a problem, or `answer_too_large`. `bad_request`: the body is cut off. `too_many_requests`: the quota is used up. `overloaded`: there was no place in the process pool in time. `deadline_exceeded`: a record took too long, or the client sent and read too slowly. `answer_too_large`: the reports have many times as many bytes as the records.
    """
    detail: str
    """
    The reason as a sentence.
    """


class RecordResult(TypedDict):
    """
    The result of a partie.
    """

    totals: Score
    winner: Literal["A", "B", "none"]
    """
    The winner; `none` if the partie is drawn.
    """
    rubicon: bool
    """
    Whether the loser was rubiconed.
    """
    settlement: int
    """
    The points that the winner wins.
    """


class RecordProblem(TypedDict):
    """
    A part of a record that could not be read.
    """

    code: str
    """
    The code of the problem; docs/verification.md lists the codes.
    """
    message: str
    """
    The problem as a sentence.
    """
    pointer: str
    """
    A JSON Pointer into the record.
    """
    line: int | None
    """
    The line of the text, from 1.
    """
    column: int | None
    """
    The column in that line, from 1.
    """


class RulingOnDivergence(TypedDict):
    """
    What something that a record does not mark as irregular would be by the law.
    """

    kind: Word
    """
    The name of the kind, K1 to K29.
    """
    law: RuleId
    """
    The first law of the kind.
    """
    message: str
    """
    The kind as a sentence.
    """


class Reason(TypedDict):
    """
    A score or a violation.
    """


class Correction(TypedDict):
    """
    Who may still correct an error.
    """

    law: LawId | None
    """
    The law: L70 or L74; null if none with a number says so.
    """
    by: list[Seat]
    """
    The seats that may correct it.
    """
    until: str | None
    """
    Until when: `next_hand` is seen, `end_of_game`, or null for no limit.
    """
    open: bool
    """
    Whether any seat may still correct it.
    """


class ProblemOfRecord(TypedDict):
    """
    A part of a record that could not be read.
    """

    record: int
    """
    The number of the record, from 1.
    """
    code: str
    """
    The code of the problem; docs/verification.md lists the codes.
    """
    message: str
    """
    The problem as a sentence.
    """
    pointer: str
    """
    A JSON Pointer into the record.
    """
    line: int | None
    """
    The line of the text, from 1.
    """
    column: int | None
    """
    The column in that line, from 1.
    """


class BoardCards(TypedDict):
    """
    The cards of a board as dealt.
    """

    elder: list[Card]
    """
    Elder's hand.
    """
    younger: list[Card]
    """
    Younger's hand.
    """
    talon: list[Card]
    """
    The talon, in order.
    """


class BoardPlay(TypedDict):
    """
    The points of elder less those of younger from the first lead on, with what younger reckoned then.
    """

    made: int
    """
    As played.
    """
    value: int
    """
    With best play of both.
    """
    gained: int
    """
    What elder gained against best play and younger lost.
    """


class Matchpoints(TypedDict):
    """
    The matchpoints of a result.
    """

    elder: int
    """
    Elder's.
    """
    younger: int
    """
    Younger's.
    """


class MatchpointShare(TypedDict):
    """
    Matchpoints, and how many were possible.
    """

    matchpoints: int
    """
    The matchpoints.
    """
    most: int
    """
    How many were possible.
    """
    percent: float | None
    """
    Matchpoints in per cent of what was possible.
    """


class GivenEvent(TypedDict):
    """
    An event: `players`, `rounds`, `scoring`, `tie_breaks` and the other members that docs/tournaments.md describes. A record is text or JSON here, not the name of a file. What is wrong with an event is told as faults.
    """


class VerifyEventRequest(TypedDict):
    """
    The event to verify.
    """

    event: GivenEvent


SheetLanguage: TypeAlias = Literal["en", "fr"]
"""
The language of the sheet.
"""


Round: TypeAlias = int
"""
A round.
"""


class EventFault(TypedDict):
    """
    What is wrong with an event, and where.
    """

    code: str
    """
    The kind of fault, such as `player.missing`; more may be added.
    """
    message: str
    """
    What is wrong.
    """
    pointer: str
    """
    The place in the event as a JSON Pointer (RFC 6901).
    """
    round: int | None
    """
    The round, if it is in one.
    """
    table: int | None
    """
    The table, if it is at one.
    """
    file: str | None
    """
    The file of the record that is meant.
    """


class EventTable(TypedDict):
    """
    A table of a round.
    """

    round: int
    """
    The round.
    """
    table: int
    """
    The number of the table.
    """


PlayerId: TypeAlias = str
"""
The id of a player.
"""


class SignedScore(TypedDict):
    """
    A number by seat. Adjustments may make it negative.
    """

    A: int
    """
    That of A.
    """
    B: int
    """
    That of B.
    """


class Adjustment(TypedDict):
    """
    What a director adds to a score or a result, or takes away.
    """

    seat: Seat
    points: int
    """
    The points with their sign.
    """
    of: Literal["deal", "partie", "settlement"]
    """
    What they are added to: the score of a deal, the total of the partie, or what the player wins.
    """
    deal: int | None
    """
    The number of the deal.
    """
    reason: str
    """
    Why.
    """


Row: TypeAlias = list[str]
"""
A row.
"""


class PrintedSheet(TypedDict):
    """
    A table to print.
    """

    title: str
    """
    The title.
    """
    headings: list[str]
    """
    The headings of the columns.
    """
    rows: list[Row]
    """
    The rows, each with a cell for every column.
    """


class EventOutcome(TypedDict):
    """
    What a player did in a round.
    """

    round: int
    """
    The round.
    """
    opponent: PlayerId | None
    """
    The opponent; null for a bye.
    """
    result: Literal["win", "draw", "loss", "bye", "forfeit_win", "forfeit_loss"]
    """
    How it ended.
    """
    points: float
    """
    What it gave, with own adjustments.
    """
    adjusted: int
    """
    The own adjustments of the settlement.
    """


Deal: TypeAlias = int
"""
A number.
"""


class ReviewStop(TypedDict):
    """
    Why a deal is not reviewed from a step on.
    """

    step: int
    """
    The step, from 1; 0 is the deal itself.
    """
    code: Literal["no_cards", "not_checked", "diverges", "irregular", "unreadable", "limit"]
    """
    Too few cards are known (`no_cards`), an irregularity (`irregular`), a step against the rules (`diverges`) or one that cannot be read (`unreadable`); the rules do not reach the deal (`not_checked`); or the request would have too many deals (`limit`).
    """
    message: str
    """
    The reason in words.
    """


class ReviewSum(TypedDict):
    """
    The decisions of a seat in a phase.
    """

    seat: Seat
    phase: Phase
    decisions: int
    """
    All decisions.
    """
    forced: int
    """
    Those without a choice.
    """
    skipped: int
    """
    Those that cannot be judged.
    """
    blamed: int
    """
    Those that are blamed.
    """
    cost: float
    """
    What the blamed ones cost together.
    """
    error: float
    """
    The standard error of that.
    """


RecordFormat: TypeAlias = Literal["text", "json"]
"""
The target format; by default the one that the record is not in, and JSON for a state.
"""


DealScores: TypeAlias = list[Score]
"""
The points made in each deal, in order, before any doubling. A state has them as the `score` of each of `partie.deals`, and of its current deal as `score`; leave annulled deals out.
"""


PlayerName: TypeAlias = str
"""
The name of a player.
"""


class ChouettePoints(TypedDict):
    """
    The points that each player wins, or loses if they are negative, by the player's role in this partie. `next` has the roles in the next partie, by name.
    """

    single: int
    """
    The points of the single player.
    """
    opponent: int
    """
    The points of the opponent.
    """
    adviser: int
    """
    The points of the adviser.
    """


class ChouetteRoles(TypedDict):
    """
    The name of the player in each role of the next partie.
    """

    single: PlayerName
    opponent: PlayerName
    adviser: PlayerName


class GamesWon(TypedDict):
    """
    The number of games that each seat has won; a double game counts as two.
    """

    A: int
    """
    The games of A.
    """
    B: int
    """
    The games of B.
    """


class GameSettlement(TypedDict):
    """
    The settlement of a game of a match so far.
    """

    totals: Totals
    """
    The totals, with doubled deals counted double.
    """
    over: bool
    """
    Whether the partie is over.
    """
    winner: Seat | None
    """
    The seat that has won; null if the partie is not over, or is drawn.
    """
    rubicon: bool
    """
    Whether the loser was rubiconed.
    """
    settlement: int | None
    """
    The points that the winner wins: 0 if the partie is drawn, null while it is not over. With a target, the number of games won: one or two.
    """
    deals_due: int
    """
    The number of deals that must still be played.
    """


Side: TypeAlias = Literal["elder", "younger"]
"""
A role in a deal, elder or younger.
"""


SideOrNull: TypeAlias = Side | None
"""
A role in a deal; null for neither.
"""


SentenceLanguage: TypeAlias = Literal["en", "fr"]
"""
The language of what a ruling says.
"""


IncidentDealer: TypeAlias = Literal["A", "B"]
"""
The seat that dealt. Without it, the ruling speaks of elder and younger.
"""


TimePassed: TypeAlias = Literal["untouched", "taken", "own_take", "next_entry", "next_call", "first_card", "answered", "deal_over", "next_deal", "end_of_game"]
"""
A time at which a right ends.
"""


IncidentOutcome: TypeAlias = Literal["enforce", "waive", "redeal", "void", "rectify", "stand", "withdraw", "replay", "relead", "forgo", "reckon", "object", "alter", "demand", "inspect", "accept", "annulment", "loss_of_game", "end_of_game", "full_history"]
"""
What came of an irregularity: an election; or what has closed all rights in the deal, which was annulled, or in which the game was lost by a ruling, or whose history has no room for another one.
"""


class ProofOfPack(TypedDict):
    """
    The cards that prove a pack incorrect.
    """

    missing: NotRequired[Cards]
    """
    Cards that are missing.
    """
    double: NotRequired[Cards]
    """
    Cards that are in the pack twice.
    """


class WrittenScores(TypedDict):
    """
    The scores of both seats, as one player wrote them down.
    """

    A: int
    """
    The score of A.
    """
    B: int
    """
    The score of B.
    """


class ScoreSheets(TypedDict):
    """
    The score sheets of both players.
    """

    A: WrittenScores
    B: WrittenScores


Party: TypeAlias = Literal["A", "B", "elder", "younger"]
"""
A player, by seat or, if the dealer is not known, by role.
"""


PartyOrNull: TypeAlias = Party | None
"""
A player, by seat or by role; null for nobody.
"""


RulingFact = TypedDict(
    "RulingFact",
    {
        "name": str,
        "value": Any,
        "from": Literal["state", "request", "law"],
    },
)


class NeedOption(TypedDict):
    """
    An answer to choose.
    """

    value: Any
    """
    The value of the fact.
    """
    label: str
    """
    The answer in words.
    """


Until: TypeAlias = Literal["untouched", "taken", "own_take", "next_entry", "next_call", "first_card", "answered", "deal_over", "next_deal", "end_of_game", "none"]
"""
A time at which a right ends:

- `untouched`: the first entry of the deal
- `taken`: elder takes up a card of the talon
- `own_take`: the seat entitled takes up a card of the talon
- `next_entry`: the very next entry
- `next_call`: elder's next call or pass, or elder's lead
- `first_card`: younger's first card
- `answered`: the trick is played to
- `deal_over`: the deal is over
- `next_deal`: the next deal is dealt
- `end_of_game`: the game is over
- `none`: no end

"""


HeldCards: TypeAlias = list[Card]
"""
The cards in a hand, or the part of them that matters. No card twice.
"""


Claimant: TypeAlias = Literal["elder", "younger", "both"]
"""
The side that has claimed a carte blanche.
"""


class HandsInATrick(TypedDict):
    """
    The cards that each side still holds; empty for a side that has led its last card.
    """

    elder: list[Card]
    """
    Elder's cards.
    """
    younger: list[Card]
    """
    Younger's cards.
    """


class HandsBySide(TypedDict):
    """
    The cards that each side still holds.
    """

    elder: list[Card]
    """
    Elder's cards. No card twice.
    """
    younger: list[Card]
    """
    Younger's cards. No card twice.
    """


class TricksBySide(TypedDict):
    """
    The number of tricks that each side has won.
    """

    elder: Count
    younger: Count


class PointsSoFar(TypedDict):
    """
    The points that each side has.
    """

    elder: int
    """
    The points of elder.
    """
    younger: int
    """
    The points of younger.
    """


Assumption: TypeAlias = Literal["nothing", "candid"]
"""
What is taken for certain besides the facts: nothing, or that nobody sinks anything (`candid`).
"""


LayoutWeights: TypeAlias = Literal["equal", "likely", "discards"]
"""
How the possible layouts count: all alike, by how likely the opponent's hand is after the exchange, or by how likely the opponent would have thrown those discards.
"""


Effort: TypeAlias = Literal["quick", "full"]
"""
How much is computed; `quick` takes about 0.1 s of processor time at most, `full` 0.6 s.
"""


SampleSeed: TypeAlias = str
"""
What the sample of layouts is drawn from, where not all of them are used.
"""


OptionLimit: TypeAlias = int
"""
The most options to return.
"""


class AdviceParts(TypedDict):
    """
    The expected difference, own points less the opponent's, by what they are for.
    """

    in_hand: float
    """
    Carte blanche, point, sequences, sets and carte rouge.
    """
    play: float
    """
    Leads, captures or tricks, and the last trick.
    """
    cards: float
    """
    The ten for the cards.
    """
    capot: float
    """
    Capot.
    """
    pique: float
    """
    Pique.
    """
    repique: float
    """
    Repique.
    """


class AdviceReason(TypedDict):
    """
    A reason, with the chance, the points or the holding that it rests on. New codes may be added.
    """

    code: str
    """
    The code.
    """
    chance: NotRequired[float]
    """
    A chance.
    """
    points: NotRequired[float]
    """
    A number of points.
    """
    category: NotRequired[Category]
    length: NotRequired[Length]
    value: NotRequired[Value]
    top: NotRequired[Top]
    count: NotRequired[Length]
    rank: NotRequired[Rank]


class AdviceBasis(TypedDict):
    """
    What the values rest on.
    """

    layouts: int
    """
    The number of layouts used.
    """
    of: int
    """
    The number of possible layouts; before both have exchanged also of draws.
    """
    exact: bool
    """
    Whether all layouts were used.
    """
    assume: Assumption
    weights: LayoutWeights
    effort: Effort
    seed: SampleSeed


DiscardSize: TypeAlias = int
"""
Only discards of this many cards are considered.
"""


Claim: TypeAlias = Literal["own", "other"]
"""
Whose carte blanche has been reckoned: the holder's own or the opponent's.
"""


AnalysisMode: TypeAlias = Literal["full", "plain"]
"""
How discards are ranked. `full` ranks by the expected score of the declarations, and gives the chances of repique and pique for the first ten discards. `plain` ranks by expected worth, as if everything were good, and is several times cheaper.
"""


Expand: TypeAlias = bool
"""
Whether to list the concrete actions too.
"""


Remedies: TypeAlias = bool
"""
Whether to list all rulings and corrections that are possible, and not only rulings on what both players can see.
"""


Offset: TypeAlias = int
"""
With `expand` and without `sample`, the number of actions to skip.
"""


ActionLimit: TypeAlias = int
"""
With `expand` and without `sample`, the largest number of actions to list.
"""


ActionSample: TypeAlias = int
"""
Draw so many different actions in place of a page, all equally likely and in random order; all of them if there are fewer.
"""


ActionSeed: TypeAlias = str
"""
What the sample is drawn from, with the options. The same seed draws the same actions of the same options.
"""


WithOdds: TypeAlias = bool
"""
Whether to return odds. Without them the response is half as long.
"""


WithPlay: TypeAlias = bool
"""
Whether to rank the first discards, up to 16, with the play, too (`played`).
"""


NamedDiscards: TypeAlias = list[Cards]
"""
With `play`, discards to rank whatever they promise.
"""


DiscardLimit: TypeAlias = int
"""
The number of discards to list.
"""


RequestedMode: TypeAlias = Literal["full", "plain"]
"""
How exactly discards are ranked.
"""


ClaimantOrNone: TypeAlias = Claimant | None
"""
The side that has claimed a carte blanche, if any. In a pack of 36 both sides can, and then neither scores it.
"""


ClaimOrNone: TypeAlias = Claim | None
"""
Whether the holder, or the opponent, has reckoned a carte blanche. `own` needs a hand without king, queen and knave; in a pack of 32 `other` needs a hand with such a card (R3.1).
"""


OwnDiscards: TypeAlias = list[Card]
"""
The holder's own discards, which R5.8 counts with the hand.
"""


KnownCards: TypeAlias = list[Card]
"""
Other cards that the opponent does not hold: left in the talon and looked at, or played by the holder.
"""


CardsOfTheOther: TypeAlias = list[Card]
"""
Cards that are, or were, in the opponent's hand: shown or played by that player.
"""


CardsSeenBefore: TypeAlias = list[Card]
"""
Other cards that the holder knows to be neither in the talon nor in the opponent's hand.
"""


CardsKeptByTheOther: TypeAlias = list[Card]
"""
Cards that the holder knows to be in the opponent's hand, and to stay there.
"""


class SavedBonus(TypedDict):
    """
    A bonus that was saved.
    """

    side: Side
    """
    The side that would have had it.
    """
    bonus: Word
    by: Word
    """
    What prevented it.
    """


class ScoringStep(TypedDict):
    """
    One step of the scoring.
    """

    side: Side
    kind: Word
    """
    What is scored, by the name of the kind of event.
    """
    points: Points


class Exact(TypedDict):
    """
    A number as a fraction in lowest terms, and as the nearest decimal.
    """

    numerator: int
    """
    The numerator of the fraction.
    """
    denominator: int
    """
    The denominator of the fraction.
    """
    decimal: float
    """
    The same number, rounded.
    """


ExactOrNull: TypeAlias = Exact | None
"""
A number; null if it was not requested.
"""


LayoutCount: TypeAlias = int
"""
A number of layouts and draws.
"""


class DiscardCategory(TypedDict):
    """
    A category, over the hands that may result from a discard. If nothing is held, it is neither good nor beaten.
    """

    category: Category
    worth: Exact
    """
    The average score of the holdings, as if they were good; of points the best only.
    """
    score: ExactOrNull
    """
    The average score of the holdings.
    """
    good: ExactOrNull
    """
    The chance that the best of them is better than everything that the opponent holds.
    """
    equal: ExactOrNull
    """
    The chance that the opponent's best holding is equal.
    """
    beaten: ExactOrNull
    """
    The chance that the opponent's best holding is better.
    """


class HeldPoint(TypedDict):
    """
    A point.
    """

    length: Length
    value: Value
    cards: Cards


class HeldSequence(TypedDict):
    """
    A sequence.
    """

    length: Length
    top: Top
    cards: Cards


class HeldSet(TypedDict):
    """
    A set.
    """

    count: Length
    rank: Rank
    cards: Cards


class ReckonedHolding(TypedDict):
    """
    A holding and its score.
    """

    side: Side
    cards: Cards
    points: Points


Outcome: TypeAlias = Literal["elder", "younger", "equal"]
"""
The side that is good in a category; `equal` if neither is.
"""


class PointsBySide(TypedDict):
    """
    Points for each side.
    """

    elder: int
    """
    The points of elder.
    """
    younger: int
    """
    The points of younger.
    """


class Index(TypedDict):
    """
    Links to the documents, as addresses relative to the root of the service.
    """

    documentation: str
    """
    The documentation for people.
    """
    reference: str
    """
    The operations, each with a form to try it out.
    """
    contract: str
    """
    This contract as JSON.
    """
    engine_version: EngineVersion


class Liveness(TypedDict):
    """
    The process responds.
    """

    status: Literal["ok"]
    engine_version: EngineVersion


class CacheStatus(TypedDict):
    """
    The status of the cache, if the service is set to report it. No response depends on the cache.
    """

    kind: Literal["in_process", "redis"]
    """
    The kind of cache.
    """
    status: Literal["ok", "degraded"]
    """
    Whether the cache works.
    """


class Contract(TypedDict):
    """
    An OpenAPI document.
    """

    openapi: str
    """
    The version of OpenAPI that the document uses.
    """
    info: dict[str, Any]
    """
    The title, the description and the version of the API.
    """
    paths: dict[str, Any]
    """
    The operations.
    """
    components: dict[str, Any]
    """
    The components that the operations share.
    """


MultiplayerSeat: TypeAlias = Literal["A", "B", "C", "D"]
"""
A seat at a table for three or four. Normand has no D: there it is an invalid request (422). Seats speak and play in the order A, B, C, D. In voleur A and C are partners, and B and D.
"""


MultiplayerPhase: TypeAlias = Literal["exchange", "calling", "reckoning", "play", "deal_over", "partie_over"]
"""
What is due from the seat to act:
`exchange` the exchange of the dealer (only in normand);
`calling` a word in the round on a category;
`reckoning` a reckoning in the category that is good;
`play` a card;
`deal_over` nothing, the next deal is due;
`partie_over` nothing.

"""


MultiplayerValue: TypeAlias = int
"""
The value of the cards of a point: the ace counts 11, court cards and the ten 10, the others their pips.
"""


MultiplayerSaid: TypeAlias = Literal["call", "equal", "pass"]
"""
What a seat said in its turn: it called something better than what stood, said that it holds the equal, or passed.
"""


MultiplayerRoundStatus: TypeAlias = Literal["open", "good", "equal", "nobody"]
"""
The status of a round on a category:
`open` seats are still to speak;
`good` the call that stands is good and is reckoned;
`equal` another side held the equal, and nobody reckons;
`nobody` nobody called.

"""


class MultiplayerClaimCarteBlanche(TypedDict):
    """
    Claim a carte blanche: a dealt hand without king, queen or knave (V2.1, N2.1). A seat claims before its word on the point; the dealer of normand claims before their exchange. The hand is shown at once.
    """

    type: Literal["claim_carte_blanche"]
    seat: MultiplayerSeat


class MultiplayerExchange(TypedDict):
    """
    Put out these cards, face down, and draw as many from the top of the talon. Only the dealer of normand exchanges, and only once (N3.1). The list may be empty if the ruleset allows it.
    """

    type: Literal["exchange"]
    seat: MultiplayerSeat
    cards: Cards


class MultiplayerCallPoint(TypedDict):
    """
    Call a point.
    """

    seat: MultiplayerSeat
    type: Literal["call"]
    category: Literal["point"]
    length: Length
    value: NotRequired[MultiplayerValue]
    """
    The value of the cards. Without it the call is illegal (`call.tie_break_required`).
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant. If you leave it out, the service chooses.
    """


class MultiplayerCallSequence(TypedDict):
    """
    Call a sequence.
    """

    seat: MultiplayerSeat
    type: Literal["call"]
    category: Literal["sequence"]
    length: Length
    top: NotRequired[Rank]
    """
    The highest card. Without it the call is illegal (`call.tie_break_required`).
    """


class MultiplayerCallSet(TypedDict):
    """
    Call a quatorze (four cards of one rank) or a trio (three).
    """

    seat: MultiplayerSeat
    type: Literal["call"]
    category: Literal["set"]
    count: Length
    rank: Rank


class MultiplayerEqual(TypedDict):
    """
    Say that the seat holds the equal of the call that stands, which is another side's (V4.5, N4.5).
    """

    type: Literal["equal"]
    seat: MultiplayerSeat
    category: Category


class MultiplayerPass(TypedDict):
    """
    Call nothing in a category, or accept the call that stands as good (V4.2, N4.2).
    """

    type: Literal["pass"]
    seat: MultiplayerSeat
    category: Category


class MultiplayerReckon(TypedDict):
    """
    Score holdings of the category that is good: first the caller, then in voleur the caller's partner (V4.7, V4.8, N4.7).
    """

    type: Literal["reckon"]
    seat: MultiplayerSeat
    holdings: NotRequired[list[Holding]]
    """
    The holdings to score. Without it, everything that may be scored is, in the best way.
    """


class MultiplayerPlay(TypedDict):
    """
    Lead a card, or follow with one (V6.1, N6.1).
    """

    type: Literal["play"]
    seat: MultiplayerSeat
    card: Card


class MultiplayerWord(TypedDict):
    """
    What a seat said in a round. A call has its grade: `length` and `value` of a point, `length` and `top` of a sequence, `count` and `rank` of a set.
    """

    seat: MultiplayerSeat
    said: MultiplayerSaid
    length: NotRequired[Length]
    value: NotRequired[MultiplayerValue]
    top: NotRequired[Rank]
    count: NotRequired[Count]
    rank: NotRequired[Rank]
    cards: NotRequired[Cards | None]
    """
    The cards that were named with the call of a point; null if the choice was left to the service, or if they are hidden in a view.
    """


class MultiplayerPointGrade(TypedDict):
    """
    What points are compared by.
    """

    length: Length
    value: MultiplayerValue


class MultiplayerSequenceGrade(TypedDict):
    """
    What sequences are compared by.
    """

    length: Length
    top: Rank


class MultiplayerExchangeOption(TypedDict):
    """
    Exchange from `min` to `max` of these cards (N3.1).
    """

    seat: MultiplayerSeat
    type: Literal["exchange"]
    cards: Cards
    min: Count
    """
    The fewest cards.
    """
    max: Count
    """
    The most cards.
    """


class MultiplayerClaimOption(TypedDict):
    """
    Claim a carte blanche.
    """

    seat: MultiplayerSeat
    type: Literal["claim_carte_blanche"]


class MultiplayerWordOption(TypedDict):
    """
    Say *equal*, or pass.
    """

    seat: MultiplayerSeat
    type: Literal["equal", "pass"]
    category: Category


class MultiplayerPlayOption(TypedDict):
    """
    Play one of these cards.
    """

    seat: MultiplayerSeat
    type: Literal["play"]
    cards: Cards


class MultiplayerReckonedHolding(TypedDict):
    """
    A holding and its score.
    """

    seat: MultiplayerSeat
    cards: Cards
    points: Points


class MultiplayerOtherHand(TypedDict):
    """
    What a seat knows of the hand of another.
    """

    hand_count: Count
    """
    The number of cards in the hand.
    """


MultiplayerDeck: TypeAlias = list[Card]
"""
The 32 cards of the pack, each once, top first. They are dealt in packets, eldest first (V1.3, N1.3).
"""


VoleurSide: TypeAlias = Literal["AC", "BD"]
"""
The two seats of a side: A and C, or B and D.
"""


NormandSeat: TypeAlias = Literal["A", "B", "C"]
"""
A player, the same for a whole partie, who plays alone.
"""


class Fault(TypedDict):
    """
    One thing that is wrong with a request.
    """

    pointer: Pointer
    message: str
    """
    What is wrong, as the rest of a sentence that begins with the member.
    """


class VoleurOverrides(TypedDict):
    """
    Values for parameters of the ruleset, by name. `GET /v1/voleur/rulesets` says what each means. An unknown name or value is refused (409 `invalid_ruleset`).
    """

    calling: NotRequired[Literal["dialogue", "automatic"]]
    """
    Whether the seats call in turn, or all hands declare everything (V4.11).
    """
    deal_packet: NotRequired[Literal["3-2-3", "3-3-2", "2-3-3"]]
    """
    How many cards are dealt to each seat in a round (V1.3).
    """
    single_carte_blanche: NotRequired[Literal[10, 0]]
    """
    What the only carte blanche of a deal scores (V2.2).
    """
    opposed_cartes_blanches: NotRequired[Literal["neither"]]
    """
    Who scores if two sides claim a carte blanche (V2.3).
    """
    opposed_blanche_saves: NotRequired[Literal[False, True]]
    """
    Whether cartes blanches that score nothing for both sides save from a bonus (V2.3).
    """
    point_floor: NotRequired[Literal[30] | None]
    """
    The lowest value of a point; null: any three cards of a suit (V4.4).
    """
    equality: NotRequired[Literal["void", "first_called"]]
    """
    What equal calls do: void the category, or leave it to the first (V4.5).
    """
    abide_by_call: NotRequired[Literal["always"]]
    """
    Whether a call binds what is reckoned (V4.7).
    """
    partner_point: NotRequired[Literal[False, True]]
    """
    Whether the partner of a good point reckons one, too (V4.8).
    """
    trick_scoring: NotRequired[Literal["lead_and_capture", "lead_and_take"]]
    """
    What leads and tricks score (V6.2).
    """
    capture: NotRequired[Literal["from_other_side", "from_other_player"]]
    """
    From whom a trick must be taken to score (V6.2).
    """
    low_cards_uncounted: NotRequired[Literal[False, True]]
    """
    Leads with a 9 or less score nothing (V6.2).
    """
    last_trick_bonus: NotRequired[Literal[1, 0]]
    """
    The extra points for the last trick (V6.3).
    """
    bonuses: NotRequired[Literal["to_60_and_90", "add_30_and_60"]]
    """
    What pique and repique add (V7.4).
    """
    repique_test: NotRequired[Literal["before_in_order", "opponent_scores_nothing"]]
    """
    Which scores of other sides save from a repique (V7.2).
    """
    target: NotRequired[Literal[150, 100, 220, 221]]
    """
    The total that wins (V8.1).
    """
    target_stop: NotRequired[Literal["at_once", "end_of_deal"]]
    """
    Whether reaching the target ends the partie at once or with the deal (V8.2).
    """


class VoleurScore(TypedDict):
    """
    Points for each side.
    """

    AC: Points
    BD: Points


class VoleurHands(TypedDict):
    """
    Cards for each seat.
    """

    A: Cards
    """
    The cards of A.
    """
    B: Cards
    """
    The cards of B.
    """
    C: Cards
    """
    The cards of C.
    """
    D: list[Card]
    """
    The cards of D.
    """


class VoleurDealt(TypedDict):
    """
    Eight cards for each seat (V1.1).
    """

    hands: VoleurHands


class VoleurRound(TypedDict):
    """
    The round on a category: what the seats said, and what became of it.
    """

    category: Category
    words: list[MultiplayerWord]
    """
    What was said, in order.
    """
    status: MultiplayerRoundStatus
    good: MultiplayerWord | None
    """
    The call that is good; null if the round is open, or nothing is good.
    """
    reckoned: list[MultiplayerSeat]
    """
    The seats that have reckoned.
    """


class VoleurTrick(TypedDict):
    """
    A trick.
    """

    leader: MultiplayerSeat
    cards: list[Card]
    """
    The card led, then the cards that followed.
    """
    winner: MultiplayerSeat | None
    """
    The seat that won it; null until it is complete.
    """


class VoleurResult(TypedDict):
    """
    The result of a partie (V8.3).
    """

    totals: VoleurScore
    """
    The totals of all deals.
    """
    winner: VoleurSide | None
    """
    The side that has won.
    """


class VoleurEvent(TypedDict):
    """
    Something that happened, as all players have heard or seen it. Which members follow `deal_score` depends on the kind. The kinds are `dealt`, `shown`, `carte_blanche`, `called`, `passed`, `equal`, `point`, `sequence`, `set`, `reckoned`, `repique`, `pique`, `saved`, `lead`, `capture`, `trick`, `trick_won`, `last_trick`, `cards`, `capot`, `deal_ended`, `partie_ended`. Later releases may have more.
    """

    seat: MultiplayerSeat | None
    """
    The seat that the event concerns; null if it concerns a whole side or nobody.
    """
    side: VoleurSide | None
    """
    The side that the event concerns; null if it concerns neither.
    """
    kind: Word
    """
    The kind of event.
    """
    points: Points
    """
    The points that the event scores for the side.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: VoleurScore
    """
    The score of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    category: NotRequired[Category]
    """
    The category (`called`, `passed`, `equal`, `reckoned`).
    """
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (`set`).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the kind of the first event that scored for another side (`saved`).
    """
    totals: NotRequired[VoleurScore]
    """
    The totals of the partie (`partie_ended`).
    """
    length: NotRequired[Length]
    """
    The number of cards of a point or sequence (`called`, `point`, `sequence`).
    """
    value: NotRequired[MultiplayerValue]
    """
    The value of a point (`called`, `point`).
    """
    top: NotRequired[Rank]
    """
    The top card of a sequence (`called`, `sequence`).
    """
    count: NotRequired[Count]
    """
    The number of cards of one rank (`called`, `set`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    winner: NotRequired[VoleurSide | None]
    """
    The winner (`partie_ended`).
    """


class VoleurHandsToCompare(TypedDict):
    """
    The hands, or the parts of them that matter: equally many cards for each seat, no card twice.
    """

    A: list[Card]
    """
    The cards of A.
    """
    B: list[Card]
    """
    The cards of B.
    """
    C: list[Card]
    """
    The cards of C.
    """
    D: list[Card]
    """
    The cards of D.
    """


class VoleurClaimedHands(TypedDict):
    """
    The dealt hands of the seats that have claimed a carte blanche.
    """

    A: NotRequired[Cards]
    """
    The cards dealt to A.
    """
    B: NotRequired[Cards]
    """
    The cards dealt to B.
    """
    C: NotRequired[Cards]
    """
    The cards dealt to C.
    """
    D: NotRequired[Cards]
    """
    The cards dealt to D.
    """


class VoleurOtherHands(TypedDict):
    """
    What the seat knows of the hands of the other seats.
    """

    A: NotRequired[MultiplayerOtherHand]
    """
    The hand of A.
    """
    B: NotRequired[MultiplayerOtherHand]
    """
    The hand of B.
    """
    C: NotRequired[MultiplayerOtherHand]
    """
    The hand of C.
    """
    D: NotRequired[MultiplayerOtherHand]
    """
    The hand of D.
    """


class VoleurViewedDeal(TypedDict):
    """
    An earlier deal.
    """

    score: VoleurScore
    """
    The points made in the deal.
    """


class VoleurTotals(TypedDict):
    """
    Points for each side.
    """

    AC: int
    """
    The points of AC.
    """
    BD: int
    """
    The points of BD.
    """


class VoleurSavedBonus(TypedDict):
    """
    A bonus that was saved.
    """

    side: VoleurSide
    """
    The side that would have had it.
    """
    bonus: Word
    by: Word
    """
    What prevented it: the kind of the first event that scored for another side.
    """


class VoleurScoringStep(TypedDict):
    """
    One step of the scoring.
    """

    side: VoleurSide
    kind: Word
    """
    What is scored, by the name of the kind of event.
    """
    points: Points


class NormandOverrides(TypedDict):
    """
    Values for parameters of the ruleset, by name. `GET /v1/normand/rulesets` says what each means. An unknown name or value is refused (409 `invalid_ruleset`).
    """

    calling: NotRequired[Literal["dialogue", "automatic"]]
    """
    Whether the seats call in turn, or all hands declare everything (N4.11).
    """
    deal_packet: NotRequired[Literal[2]]
    """
    How many cards are dealt to each seat in a round (N1.3).
    """
    dealer_min: NotRequired[Literal[0, 1, 2]]
    """
    The fewest cards that the dealer may exchange (N3.1).
    """
    single_carte_blanche: NotRequired[Literal[10, 0]]
    """
    What the only carte blanche of a deal scores (N2.2).
    """
    opposed_cartes_blanches: NotRequired[Literal["neither", "each"]]
    """
    Who scores if two sides claim a carte blanche (N2.3).
    """
    opposed_blanche_saves: NotRequired[Literal[False, True]]
    """
    Whether cartes blanches that score nothing for both sides save from a bonus (N2.3).
    """
    point_floor: NotRequired[Literal[30] | None]
    """
    The lowest value of a point; null: any three cards of a suit (N4.4).
    """
    equality: NotRequired[Literal["void", "first_called"]]
    """
    What equal calls do: void the category, or leave it to the first (N4.5).
    """
    abide_by_call: NotRequired[Literal["always"]]
    """
    Whether a call binds what is reckoned (N4.7).
    """
    trick_scoring: NotRequired[Literal["lead_and_capture", "lead_and_take"]]
    """
    What leads and tricks score (N6.2).
    """
    low_cards_uncounted: NotRequired[Literal[True, False]]
    """
    Leads with a 9 or less score nothing (N6.2).
    """
    last_trick_bonus: NotRequired[Literal[1, 0]]
    """
    The extra points for the last trick (N6.3).
    """
    capot_replaces_cards: NotRequired[Literal[True, False]]
    """
    Whether a capot replaces the ten for most tricks (N6.5).
    """
    double_capot: NotRequired[Literal["winner", "as_written"]]
    """
    Whether a seat with every trick has 40, or each seat 20 for each capot of another (N6.5).
    """
    bonuses: NotRequired[Literal["to_60_and_90", "add_30_and_60"]]
    """
    What pique and repique add (N7.4).
    """
    repique_test: NotRequired[Literal["before_in_order", "opponent_scores_nothing"]]
    """
    Which scores of other sides save from a repique (N7.2).
    """
    target: NotRequired[Literal[150, 100, 220, 221]]
    """
    The total that wins (N8.1).
    """
    target_stop: NotRequired[Literal["end_of_deal", "at_once"]]
    """
    Whether reaching the target ends the partie at once or with the deal (N8.2).
    """


class NormandScore(TypedDict):
    """
    Points for each seat.
    """

    A: Points
    B: Points
    C: Points


class NormandHands(TypedDict):
    """
    Cards for each seat.
    """

    A: Cards
    """
    The cards of A.
    """
    B: Cards
    """
    The cards of B.
    """
    C: Cards
    """
    The cards of C.
    """


class NormandDealt(TypedDict):
    """
    Ten cards for each seat and two in the talon (N1.1).
    """

    hands: NormandHands
    talon: Cards
    """
    The talon, top first.
    """


class NormandTrick(TypedDict):
    """
    A trick.
    """

    leader: NormandSeat
    cards: list[Card]
    """
    The card led, then the cards that followed.
    """
    winner: NormandSeat | None
    """
    The seat that won it; null until it is complete.
    """


class NormandResult(TypedDict):
    """
    The result of a partie (N8.3, N8.4).
    """

    totals: NormandScore
    """
    The totals of all deals.
    """
    winner: NormandSeat | None
    """
    The seat that has won, and leaves.
    """
    second: NormandSeat | None
    """
    The seat that is second; null as long as that is not known.
    """
    loser: NormandSeat | None
    """
    The seat that loses; null as long as that is not known.
    """
    remaining: list[NormandSeat]
    """
    The two seats that play on with two-handed deals after the winner has left; otherwise empty.
    """


class NormandEvent(TypedDict):
    """
    Something that happened, as all players have heard or seen it. Which members follow `deal_score` depends on the kind. The kinds are `dealt`, `shown`, `carte_blanche`, `exchanged`, `called`, `passed`, `equal`, `point`, `sequence`, `set`, `reckoned`, `repique`, `pique`, `saved`, `lead`, `capture`, `trick`, `trick_won`, `last_trick`, `cards`, `capot`, `deal_ended`, `partie_ended`. Later releases may have more.
    """

    seat: NormandSeat | None
    """
    The seat that the event concerns; null if it concerns nobody.
    """
    kind: Word
    """
    The kind of event.
    """
    points: Points
    """
    The points that the event scores for the seat.
    """
    cards: Cards
    """
    The cards that the event shows.
    """
    rule: Word
    """
    The id of the rule behind the event.
    """
    deal_score: NormandScore
    """
    The score of the deal after the event.
    """
    deal: NotRequired[int]
    """
    The number of the deal (`dealt`).
    """
    category: NotRequired[Category]
    """
    The category (`called`, `passed`, `equal`, `reckoned`).
    """
    without: NotRequired[Card]
    """
    The fourth card of a trio's rank, which is not reckoned (`set`).
    """
    bonus: NotRequired[Word]
    """
    The bonus that was saved, `pique` or `repique` (`saved`).
    """
    by: NotRequired[Word]
    """
    What saved it: the kind of the first event that scored for another side (`saved`).
    """
    totals: NotRequired[NormandScore]
    """
    The totals of the partie (`partie_ended`).
    """
    length: NotRequired[Length]
    """
    The number of cards of a point or sequence (`called`, `point`, `sequence`).
    """
    value: NotRequired[MultiplayerValue]
    """
    The value of a point (`called`, `point`).
    """
    top: NotRequired[Rank]
    """
    The top card of a sequence (`called`, `sequence`).
    """
    count: NotRequired[Count]
    """
    The number of cards of one rank (`called`, `set`), or the number of cards drawn (`exchanged`).
    """
    rank: NotRequired[Rank]
    """
    The rank of a set (`called`, `set`).
    """
    winner: NotRequired[NormandSeat | None]
    """
    The winner (`partie_ended`).
    """
    second: NotRequired[NormandSeat | None]
    """
    The seat that is second; null as long as that is not known (`partie_ended`).
    """
    loser: NotRequired[NormandSeat | None]
    """
    The seat that loses; null as long as that is not known (`partie_ended`).
    """
    remaining: NotRequired[list[NormandSeat]]
    """
    The two seats that play on with two-handed deals after the winner has left; otherwise empty (`partie_ended`).
    """


class NormandHandsToCompare(TypedDict):
    """
    The hands, or the parts of them that matter: equally many cards for each seat, no card twice.
    """

    A: list[Card]
    """
    The cards of A.
    """
    B: list[Card]
    """
    The cards of B.
    """
    C: list[Card]
    """
    The cards of C.
    """


class NormandClaimedHands(TypedDict):
    """
    The dealt hands of the seats that have claimed a carte blanche.
    """

    A: NotRequired[Cards]
    """
    The cards dealt to A.
    """
    B: NotRequired[Cards]
    """
    The cards dealt to B.
    """
    C: NotRequired[Cards]
    """
    The cards dealt to C.
    """


class NormandOtherHands(TypedDict):
    """
    What the seat knows of the hands of the other seats.
    """

    A: NotRequired[MultiplayerOtherHand]
    """
    The hand of A.
    """
    B: NotRequired[MultiplayerOtherHand]
    """
    The hand of B.
    """
    C: NotRequired[MultiplayerOtherHand]
    """
    The hand of C.
    """


class NormandViewedDeal(TypedDict):
    """
    An earlier deal.
    """

    score: NormandScore
    """
    The points made in the deal.
    """


class NormandTotals(TypedDict):
    """
    Points for each seat.
    """

    A: int
    """
    The points of A.
    """
    B: int
    """
    The points of B.
    """
    C: int
    """
    The points of C.
    """


class NormandSavedBonus(TypedDict):
    """
    A bonus that was saved.
    """

    side: NormandSeat
    """
    The seat that would have had it.
    """
    bonus: Word
    by: Word
    """
    What prevented it: the kind of the first event that scored for another side.
    """


class NormandScoringStep(TypedDict):
    """
    One step of the scoring.
    """

    side: NormandSeat
    kind: Word
    """
    What is scored, by the name of the kind of event.
    """
    points: Points


NormandWord: TypeAlias = MultiplayerWord
"""
What a seat said in a round.
"""


class NormandContinuedDeal(TypedDict):
    """
    The points of a two-handed deal, for the two seats that remain.
    """

    A: NotRequired[Points]
    B: NotRequired[Points]
    C: NotRequired[Points]


class NormandStakes(TypedDict):
    """
    What each seat wins or loses.
    """

    A: int
    """
    The stake of A.
    """
    B: int
    """
    The stake of B.
    """
    C: int
    """
    The stake of C.
    """


DealtItem: TypeAlias = int
"""
A number of cards.
"""


class MisdealFacts(TypedDict):
    """
    The facts of `misdeal`.
    """

    dealt: NotRequired[list[DealtItem]]
    """
    How many cards were dealt to elder, to younger, and to the talon?
    """
    taken_up: NotRequired[list[Side]]
    """
    Who had taken up their hand?
    """
    stock: NotRequired[Literal["untouched", "touched", "taken"]]
    """
    What had elder done with the talon by then?
    """
    cards: NotRequired[int]
    """
    How many cards does elder have after the exchange?
    """
    long_hand_apart: NotRequired[bool]
    """
    Is the long hand a case of its own?
    """
    outcome: NotRequired[IncidentOutcome]


class DealOutOfTurnFacts(TypedDict):
    """
    The facts of `deal_out_of_turn`.
    """

    deal: NotRequired[int]
    """
    Which deal of the partie is it?
    """
    deals: NotRequired[int]
    """
    How many deals has the partie, extra deals included?
    """
    taken_up: NotRequired[list[Side]]
    """
    Who had taken up their hand?
    """
    noticed: NotRequired[Literal["elder", "younger", "both"]]
    """
    Who noticed it?
    """
    outcome: NotRequired[IncidentOutcome]


class ExposedFacts(TypedDict):
    """
    The facts of `exposed`.
    """

    owner: NotRequired[Literal["elder", "younger", "stock"]]
    """
    Whose card was it?
    """
    cards: NotRequired[Cards]
    """
    Which cards?
    """
    outcome: NotRequired[IncidentOutcome]


class FacedFacts(TypedDict):
    """
    The facts of `faced`.
    """

    where: NotRequired[Literal["pack", "stock"]]
    """
    Where did the card lie?
    """
    exchanged: NotRequired[list[Side]]
    """
    Who has exchanged?
    """
    faced: NotRequired[int]
    """
    How many cards lay face up?
    """
    bottom: NotRequired[bool]
    """
    Was it the bottom card?
    """
    outcome: NotRequired[IncidentOutcome]


class PackFacts(TypedDict):
    """
    The facts of `pack`.
    """

    taken_up: NotRequired[bool]
    """
    Has anybody taken up a card?
    """
    deal_complete: NotRequired[bool]
    """
    Has the last card been dealt?
    """
    outcome: NotRequired[IncidentOutcome]


class SpoiledFacts(TypedDict):
    """
    The facts of `spoiled`.
    """

    proof: NotRequired[ProofOfPack | None]
    """
    Which cards are proved to be missing from the pack, or to be in it twice, if any?
    """
    where: NotRequired[Literal["hand", "discard", "stock"]]
    """
    Where was the strange card found?
    """
    claimed: NotRequired[bool]
    """
    Did a claim rest on the strange card?
    """
    played: NotRequired[bool]
    """
    Was the strange card played?
    """
    side: NotRequired[Side]
    """
    Who held the strange card?
    """
    category: NotRequired[Category]
    """
    In which category?
    """
    held: NotRequired[bool]
    """
    Did the player really hold it after the exchange?
    """
    mended: NotRequired[Literal["never", "before_reply", "before_lead", "before_first_card", "later"]]
    """
    When did the player correct it?
    """
    allowed: NotRequired[bool]
    """
    Was it allowed, as good or equal?
    """
    shown: NotRequired[bool]
    """
    Did the player show the cards with the claim?
    """
    in_union: NotRequired[bool]
    """
    Could the player have held it, with the cards of the discard?
    """
    same_value_held: NotRequired[bool]
    """
    Did the player hold another one of as many cards?
    """
    outcome: NotRequired[IncidentOutcome]


class RecoveredFacts(TypedDict):
    """
    The facts of `recovered`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    stock: NotRequired[Literal["untouched", "touched", "taken"]]
    """
    What had the player done with the talon by then?
    """
    freed: NotRequired[bool]
    """
    Was the discard still free?
    """
    cards: NotRequired[Cards]
    """
    Which cards?
    """
    outcome: NotRequired[IncidentOutcome]


class BuriedFacts(TypedDict):
    """
    The facts of `buried`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    stock: NotRequired[Literal["untouched", "touched", "taken"]]
    """
    What had the player done with the talon by then?
    """
    freed: NotRequired[bool]
    """
    Was the discard still free?
    """
    source: NotRequired[Literal["hand", "stock", "left"]]
    """
    Where did the cards come from?
    """
    elder_led: NotRequired[bool]
    """
    Has elder led to the first trick?
    """
    cards: NotRequired[Cards]
    """
    Which cards?
    """
    outcome: NotRequired[IncidentOutcome]


class UndeclaredFacts(TypedDict):
    """
    The facts of `undeclared`.
    """

    taken: NotRequired[int]
    """
    How many cards did elder take?
    """
    stock: NotRequired[Literal["untouched", "touched", "taken"]]
    """
    What had younger done with the talon by then?
    """
    outcome: NotRequired[IncidentOutcome]


class LookedFacts(TypedDict):
    """
    The facts of `looked`.
    """

    side: NotRequired[Side]
    """
    Who looked at the cards that younger left?
    """
    outcome: NotRequired[IncidentOutcome]


class FalseBlancheFacts(TypedDict):
    """
    The facts of `false_blanche`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    courts: NotRequired[bool]
    """
    Does the hand have a court card?
    """
    exchanged: NotRequired[bool]
    """
    Had the player already exchanged?
    """
    mixed: NotRequired[bool | None]
    """
    Were the cards drawn mixed with the hand?
    """
    laid_out: NotRequired[bool]
    """
    Did the opponent lay out a discard for it?
    """
    outcome: NotRequired[IncidentOutcome]


class LostPointFacts(TypedDict):
    """
    The facts of `lost_point`.
    """

    outcome: NotRequired[IncidentOutcome]


class FalseClaimFacts(TypedDict):
    """
    The facts of `false_claim`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    category: NotRequired[Category]
    """
    In which category?
    """
    held: NotRequired[bool]
    """
    Did the player really hold it after the exchange?
    """
    mended: NotRequired[Literal["never", "before_reply", "before_lead", "before_first_card", "later"]]
    """
    When did the player correct it?
    """
    allowed: NotRequired[bool]
    """
    Was it allowed, as good or equal?
    """
    shown: NotRequired[bool]
    """
    Did the player show the cards with the claim?
    """
    in_union: NotRequired[bool]
    """
    Could the player have held it, with the cards of the discard?
    """
    same_value_held: NotRequired[bool]
    """
    Did the player hold another one of as many cards?
    """
    said: NotRequired[Literal["called", "reckoned"]]
    """
    Was it called or stated, or was it reckoned?
    """
    now: NotRequired[Literal["before_reply", "before_lead", "before_first_card", "later"]]
    """
    How far has the deal come?
    """
    own_card_since: NotRequired[bool]
    """
    Has the player played a card since?
    """
    claimed: NotRequired[Cards]
    """
    Which cards were claimed?
    """
    lacking: NotRequired[Cards]
    """
    Which of them were not in the hand after the exchange?
    """
    outcome: NotRequired[IncidentOutcome]


class FalseReplyFacts(TypedDict):
    """
    The facts of `false_reply`.
    """

    mended: NotRequired[Literal["never", "before_next_call", "before_first_card", "later"]]
    """
    When did younger correct the reply?
    """
    held: NotRequired[bool]
    """
    Had younger anything better or equal, as the reply said?
    """
    first_card_played: NotRequired[bool]
    """
    Has younger played a card?
    """
    reckoned: NotRequired[bool]
    """
    Did younger reckon it?
    """
    shown: NotRequired[bool]
    """
    Did younger show it?
    """
    now: NotRequired[Literal["before_next_call", "before_first_card", "later"]]
    """
    How far has the deal come?
    """
    call_gone: NotRequired[bool]
    """
    Was the call replaced by another, or lost, so that the reply answers nothing?
    """
    outcome: NotRequired[IncidentOutcome]


class UndueReckoningFacts(TypedDict):
    """
    The facts of `undue_reckoning`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    reason: NotRequired[Literal["better_than_called", "category_closed", "twice", "too_late"]]
    """
    Why was it not due?
    """
    first_card_played: NotRequired[bool]
    """
    Has younger played a card?
    """
    elder_led: NotRequired[bool]
    """
    Has elder led to the first trick?
    """
    replaced: NotRequired[bool]
    """
    Was the list corrected in time?
    """
    outcome: NotRequired[IncidentOutcome]


class NotReckonedFacts(TypedDict):
    """
    The facts of `not_reckoned`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    omitted: NotRequired[Literal["point", "call", "reckoning", "showing", "after_not_good"]]
    """
    What was omitted?
    """
    category: NotRequired[Category]
    """
    In which category?
    """
    first_card_played: NotRequired[bool]
    """
    Has younger played a card?
    """
    elder_led: NotRequired[bool]
    """
    Has elder led to the first trick?
    """
    outcome: NotRequired[IncidentOutcome]


class ImpliedFacts(TypedDict):
    """
    The facts of `implied`.
    """

    category: NotRequired[Category]
    """
    In which category?
    """
    laid: NotRequired[Literal["reckoned", "shown"]]
    """
    How are elder's cards known?
    """
    compared: NotRequired[Literal["equal", "lower"]]
    """
    Is what younger reckoned equal to elder's holding, or lower?
    """
    below_rubicon: NotRequired[bool]
    """
    Is elder's total below the rubicon?
    """
    outcome: NotRequired[IncidentOutcome]


class RevokeFacts(TypedDict):
    """
    The facts of `revoke`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    answered: NotRequired[bool]
    """
    Has the trick been played to?
    """
    played_since: NotRequired[int]
    """
    How many cards have been played since?
    """
    taken_back: NotRequired[bool]
    """
    Has play gone back to a card before it, so that it was taken back?
    """
    outcome: NotRequired[IncidentOutcome]


class LeadOutOfTurnFacts(TypedDict):
    """
    The facts of `lead_out_of_turn`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    answered: NotRequired[bool]
    """
    Has the trick been played to?
    """
    elder_led: NotRequired[bool]
    """
    Has elder led to the first trick?
    """
    played_since: NotRequired[int]
    """
    How many cards have been played since?
    """
    taken_back: NotRequired[bool]
    """
    Has play gone back to a card before it, so that it was taken back?
    """
    outcome: NotRequired[IncidentOutcome]


class RunFacts(TypedDict):
    """
    The facts of `run`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    answered: NotRequired[bool]
    """
    Has the trick been played to?
    """
    played_since: NotRequired[int]
    """
    How many cards have been played since?
    """
    taken_back: NotRequired[bool]
    """
    Has play gone back to a card before it, so that it was taken back?
    """
    outcome: NotRequired[IncidentOutcome]


class OverplayedFacts(TypedDict):
    """
    The facts of `overplayed`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    answered: NotRequired[bool]
    """
    Has the trick been played to?
    """
    played_since: NotRequired[int]
    """
    How many cards have been played since?
    """
    taken_back: NotRequired[bool]
    """
    Has play gone back to a card before it, so that it was taken back?
    """
    outcome: NotRequired[IncidentOutcome]


class DroppedFacts(TypedDict):
    """
    The facts of `dropped`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    cards: NotRequired[Cards]
    """
    Which cards?
    """
    outcome: NotRequired[IncidentOutcome]


class MisinformedFacts(TypedDict):
    """
    The facts of `misinformed`.
    """

    side: NotRequired[Side]
    """
    Who gave the answer?
    """
    about: NotRequired[Literal["point", "sequence", "set", "S", "H", "D", "C", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "all"]]
    """
    What was asked about: a category, a suit, a rank, or all cards?
    """
    answer: NotRequired[int | Cards]
    """
    What did the player answer: how many cards, or which?
    """
    declared_in_hand: NotRequired[int | Cards]
    """
    Of the cards that the player had declared, how many of those asked about were in hand, or which?
    """
    asker_played: NotRequired[bool]
    """
    Has the player who asked played a card since?
    """
    outcome: NotRequired[IncidentOutcome]


class MiscountedFacts(TypedDict):
    """
    The facts of `miscounted`.
    """

    deal: NotRequired[int]
    """
    Which deal was miscounted?
    """
    score: NotRequired[int]
    """
    What is the right score?
    """
    proved: NotRequired[bool]
    """
    Can the error be proved?
    """
    bonus: NotRequired[bool]
    """
    Is it a pique or repique that was miscounted?
    """
    next_hand_seen: NotRequired[bool]
    """
    Has the player whose count is wrong seen their next hand?
    """
    shuffled: NotRequired[bool]
    """
    Have the cards been shuffled for the next deal?
    """
    game_over: NotRequired[bool]
    """
    Is the game over?
    """


class SheetsFacts(TypedDict):
    """
    The facts of `sheets`.
    """

    written: NotRequired[ScoreSheets]
    """
    What did each player write down, for both?
    """


class LongHandFacts(TypedDict):
    """
    The facts of `long_hand`.
    """

    cards: NotRequired[int]
    """
    How many cards does the hand have after the exchange?
    """
    cause: NotRequired[Literal["exchange", "deal"]]
    """
    What made the hand long?
    """
    side: NotRequired[Side]
    """
    Whose hand is it?
    """
    outcome: NotRequired[IncidentOutcome]


Size: TypeAlias = int
"""
A number of cards.
"""


class CutFacts(TypedDict):
    """
    The facts of `cut`.
    """

    when: NotRequired[Literal["for_deal", "to_dealer"]]
    """
    What was the cut for?
    """
    sizes: NotRequired[list[Size]]
    """
    How many cards were in the two packets of the cut?
    """
    cards: NotRequired[int]
    """
    How many cards were shown?
    """
    confused: NotRequired[bool]
    """
    Were the cards confused?
    """
    pack_incorrect: NotRequired[bool]
    """
    Did the pack prove incorrect?
    """


class PacketsFacts(TypedDict):
    """
    The facts of `packets`.
    """

    where: NotRequired[Literal["hands", "stock"]]
    """
    Where were the packets wrong?
    """
    taken_up: NotRequired[list[Side]]
    """
    Who had taken up their hand?
    """


class OfferFacts(TypedDict):
    """
    The facts of `offer`.
    """

    side: NotRequired[Side]
    """
    Who offers it?
    """
    outcome: NotRequired[IncidentOutcome]


class OtherToText(TypedDict):
    """
    A record.
    """

    record: RecordObject
    to: NotRequired[Literal["text"]]


class ConvertedToText(TypedDict):
    """
    A converted record.
    """

    record: str
    problems: list[RecordProblem]
    """
    What could not be read.
    """
    engine_version: EngineVersion


class OtherToJson(TypedDict):
    """
    A record.
    """

    record: str
    to: NotRequired[Literal["json"]]


class ConvertedToJson(TypedDict):
    """
    A converted record.
    """

    record: RecordObject
    problems: list[RecordProblem]
    """
    What could not be read.
    """
    engine_version: EngineVersion


class PictureAtTable(TypedDict):
    """
    A state, and how to draw it.
    """

    seat: NotRequired[Seat]
    """
    The seat that looks; without it everything is visible.
    """
    bottom: NotRequired[Seat]
    """
    The seat at the bottom of the picture; by default that of `seat`, or else A.
    """
    lang: NotRequired[PictureLanguage]
    colours: NotRequired[PictureColours]
    width: NotRequired[PictureWidth]
    suits: NotRequired[PictureSuits]


class Overrides(TypedDict):
    """
    Values for parameters of the ruleset, by name. `GET /v1/rulesets/{name}` says what each means. Values that contradict each other are refused (409 `invalid_ruleset`). A parameter `law_…` names the code of law that decides what its description says; null stands for the code that `law` names.
    """

    calling: NotRequired[Literal["dialogue", "automatic"]]
    """
    Whether the players call in turn, or both hands declare everything (R5.14).
    """
    first_deal: NotRequired[Literal["high_cut_chooses", "high_cut_deals", "low_cut_deals"]]
    """
    What the cut for the first deal decides (R2.4).
    """
    pack: NotRequired[Literal[32, 36]]
    """
    The number of cards in the pack: from the sevens up, or from the sixes (R2.1).
    """
    deal_packet: NotRequired[Literal[2, 3] | Literal["alternating"]]
    """
    How many cards are dealt at a time (R2.3).
    """
    elder_min: NotRequired[Literal[1, 2, 3]]
    """
    The fewest cards that elder may exchange (R4.1).
    """
    elder_max: NotRequired[Literal[5, 3, 4, 8]]
    """
    The most cards that elder may exchange (R4.1).
    """
    younger_min: NotRequired[Literal[1, 0, 2, 3]]
    """
    The fewest cards that younger may exchange (R4.2).
    """
    younger_max: NotRequired[Literal[3, 4, 5, 6] | None]
    """
    The most cards that younger may exchange; null: what is left in the talon (R4.2).
    """
    elder_second_exchange: NotRequired[Literal[False, True]]
    """
    Whether elder may exchange what younger left (R4.6).
    """
    left_cards: NotRequired[Literal["after_lead_shared", "revealed_by_dealer", "private_named_suit", "none"]]
    """
    How the cards that younger left may be looked at (R4.5).
    """
    carte_blanche_points: NotRequired[Literal[10]]
    """
    What a carte blanche scores (R3.1).
    """
    carte_blanche_protocol: NotRequired[Literal["discard_first", "show"]]
    """
    How a carte blanche is claimed (R3.3).
    """
    call_order: NotRequired[Literal["point_first", "fixed"]]
    """
    The order of the categories: point first, or point, sequence, set (R5).
    """
    tie_break_call: NotRequired[Literal["when_asked", "point", "always"]]
    """
    When the value of a point or the top of a sequence is said (R5.4).
    """
    point_minimum: NotRequired[Literal[3, 4]]
    """
    The fewest cards that make a point (R5.5).
    """
    abide_by_call: NotRequired[Literal["unless_good_against_the_cards", "always"]]
    """
    Whether a call below elder's best holding binds elder (R5.8).
    """
    point_comparison: NotRequired[Literal["cards", "pips"]]
    """
    How points are compared: by number of cards, then value; or by value alone (R1).
    """
    point_score: NotRequired[Literal["cards", "pips"]]
    """
    What a point scores: one for each card, or the tens of its value, five and more counting up (R5.12).
    """
    point_ending_in_four: NotRequired[Literal[False, True]]
    """
    A point whose value ends in four scores one less than its cards (R5.12).
    """
    repique_test: NotRequired[Literal["before_in_order", "opponent_scores_nothing"]]
    """
    Which scores of the other hand save a repique (R7.2).
    """
    repique_by: NotRequired[Literal["either", "elder"]]
    """
    Who can make a repique: either player, or only elder (R7.2).
    """
    equality_saves_repique: NotRequired[Literal[False, True]]
    """
    Whether an equal point or sequence saves a repique (R7.5).
    """
    trick_scoring: NotRequired[Literal["lead_and_capture", "lead_and_take", "one_per_trick"]]
    """
    What leads and tricks score (R6.2).
    """
    last_trick_bonus: NotRequired[Literal[1, 0, 10]]
    """
    The extra points for the last trick (R6.2).
    """
    low_cards_uncounted: NotRequired[Literal[False, True]]
    """
    Leads and captures with a 9 or less score nothing (R6.2).
    """
    uncounted_plays: NotRequired[Literal["leads_and_captures", "leads"]]
    """
    Which plays of a low card score nothing where `low_cards_uncounted` is true (R6.2).
    """
    cards_counted: NotRequired[Literal["end_of_deal", "seventh_trick"]]
    """
    When the ten for the cards are scored (R6.4).
    """
    concession: NotRequired[Literal["last_deal", "any_deal", "none"]]
    """
    In which deals a hand may be thrown down (R6.5).
    """
    concession_score: NotRequired[Literal[2, 0]]
    """
    The points of play of the player who concedes (R6.5).
    """
    carte_rouge: NotRequired[Literal[0, 10, 20, 40, 50]]
    """
    What a carte rouge scores; 0: there is none (R7.1).
    """
    nought: NotRequired[Literal[False, True]]
    """
    Whether a void counts as a point and a quint (R5.1).
    """
    partie_deals: NotRequired[Literal[6, 4]]
    """
    Deals in a partie; of four the first and the last count double (R8.1).
    """
    rubicon: NotRequired[Literal[100]]
    """
    The total below which the loser is rubiconed (R8.2).
    """
    partie_bonus: NotRequired[Literal[100, 50, 0]]
    """
    The points that the winner of a partie gets in addition to the difference, or the sum, of the totals (R8.2).
    """
    tie: NotRequired[Literal["one_each_then_drawn", "two_more_until_broken"]]
    """
    What follows equal totals after the last deal (R8.3).
    """
    target: NotRequired[Literal[100, 101, 150, 220, 221] | None]
    """
    The total that wins; null: the partie has a fixed number of deals (R8.4).
    """
    target_stop: NotRequired[Literal["at_once", "end_of_deal"]]
    """
    Whether reaching the target ends the partie at once or with the deal (R8.4).
    """
    double_below: NotRequired[Literal[50, 51] | None]
    """
    The total below which the loser of a game to a target loses it double (R8.5).
    """
    match_games: NotRequired[Literal[3, 5] | None]
    """
    The number of games of a match, of which more than half win it; a double game counts as two; null: no matches (R8.5).
    """
    belle_target: NotRequired[Literal[221] | None]
    """
    The total that wins the third game of a match of three; null: the same as in the others (R8.4).
    """
    law: NotRequired[Literal["portland", "au-cent", "hoyle", "french", "old", "none"]]
    """
    The code of law that says what follows when something irregular happened; none: there is no law (LR1).
    """
    law_cut_exposed: NotRequired[LawCodeOrNull]
    """
    What follows when a player who cuts for the deal exposes more than one card (L5).
    """
    law_wrong_pack: NotRequired[LawCodeOrNull]
    """
    Until when a deal with the wrong pack can be annulled (L15).
    """
    law_out_of_turn: NotRequired[LawCodeOrNull]
    """
    What follows when the wrong player deals (L16).
    """
    law_one_card_wrong: NotRequired[LawCodeOrNull]
    """
    Who may ask for a fresh deal when one card went to the wrong place (L11).
    """
    law_many_wrong: NotRequired[LawCodeOrNull]
    """
    How wrong the numbers of cards must be for a fresh deal that nobody can refuse (L12).
    """
    law_stand_13: NotRequired[LawCodeOrNull]
    """
    How both exchange after elder accepts thirteen cards (L40).
    """
    law_stand_11: NotRequired[LawCodeOrNull]
    """
    How both exchange after elder accepts eleven cards and a talon of eight (L42).
    """
    law_stand_7: NotRequired[LawCodeOrNull]
    """
    How both exchange after elder accepts a talon of seven (L43).
    """
    law_faced: NotRequired[LawCodeOrNull]
    """
    What follows when a card of the pack or of the talon lies face up (L14).
    """
    law_discard_final: NotRequired[LawCodeOrNull]
    """
    From when on a discard can no longer be altered (L24).
    """
    law_stock_shown: NotRequired[LawCodeOrNull]
    """
    The penalty for lifting or showing a card of the talon that is the opponent's (L27).
    """
    law_stock_mixed: NotRequired[LawCodeOrNull]
    """
    The penalty for mixing such a card with the hand (L28).
    """
    law_long_hand: NotRequired[LawCodeOrNull]
    """
    The penalty for playing with too many cards (L58).
    """
    law_short_hand: NotRequired[LawCodeOrNull]
    """
    How a hand with too few cards is played and scored (L57).
    """
    law_dealer_saw: NotRequired[LawCodeOrNull]
    """
    What a dealer owes who has looked at cards of the talon (LF1).
    """
    law_mend_call: NotRequired[LawCodeOrNull]
    """
    Until when elder may correct a call (L50).
    """
    law_mend_reply: NotRequired[LawCodeOrNull]
    """
    Until when younger may take back a reply that allowed a call (L51).
    """
    law_mend_claim: NotRequired[LawCodeOrNull]
    """
    Until when a claim of more than is held may be corrected (L52).
    """
    law_false_claim: NotRequired[LawCodeOrNull]
    """
    The penalty for a claim of cards that the player does not hold (L54).
    """
    law_must_show: NotRequired[LawCodeOrNull]
    """
    Which holdings must be shown, or else are lost (LA1).
    """
    law_shown_bars: NotRequired[LawCodeOrNull]
    """
    Which holdings that elder reckoned or showed bar holdings of younger's (L56).
    """
    law_false_refusal: NotRequired[LawCodeOrNull]
    """
    What follows when a call was refused without a better holding (LA3).
    """
    law_omitted: NotRequired[LawCodeOrNull]
    """
    Until when a holding that was forgotten may still be reckoned (L56).
    """
    law_late_look: NotRequired[LawCodeOrNull]
    """
    What follows when a player looks too late at the cards that younger left (LA2).
    """
    law_count_errors: NotRequired[LawCodeOrNull]
    """
    Until when an error in adding up a hand may be put right (L70).
    """


class RulesetParameter(TypedDict):
    """
    One parameter of a ruleset.
    """

    name: str
    """
    The name of the parameter, as in `overrides`.
    """
    value: ParameterValue
    values: list[ParameterValue]
    """
    The values that this release can play.
    """
    meaning: str
    """
    The meaning of the parameter.
    """
    rule: RuleId
    source: str
    """
    The source: a text, `S0` to `S4` or `G` as `docs/rules.md` lists them, or a game.
    """
    silent: bool
    """
    Whether the source does not mention the parameter.
    """


class RulesetDifference(TypedDict):
    """
    A parameter whose value differs between two rulesets.
    """

    name: str
    """
    The name of the parameter, as in `overrides`.
    """
    values: list[ParameterValue]
    """
    The two values, in the order of `rulesets`.
    """
    meaning: str
    """
    The meaning of the parameter.
    """
    rule: RuleId


class RulesetDescription(TypedDict):
    """
    A ruleset with all its parameters.
    """

    ruleset: RulesetName
    parameters: list[RulesetParameter]
    """
    Every parameter.
    """


class RulesetAnswer(TypedDict):
    """
    A ruleset with all its parameters.
    """

    ruleset: RulesetName
    parameters: list[RulesetParameter]
    """
    Every parameter.
    """
    engine_version: EngineVersion


class RulesetList(TypedDict):
    """
    All rulesets.
    """

    rulesets: list[RulesetDescription]
    """
    Every ruleset that can be played.
    """
    engine_version: EngineVersion


class LawOffer(TypedDict):
    """
    An election that the law may offer.
    """

    election: LawElectionName
    until: Until
    condition: str | None
    """
    When it is offered, if not always.
    """


class LawIncident(TypedDict):
    """
    What may happen at a table, to choose from. Several kinds of irregularity may be one of these.
    """

    kind: str
    """
    The kind of an `incident`.
    """
    group: str
    """
    The part of a game that it belongs to.
    """
    name: InLanguages
    """
    A short name.
    """
    sentence: InLanguages
    """
    What happened.
    """
    also: list[str]
    """
    Words that callers and players say for it.
    """


class IrregularClaimCarteBlanche(TypedDict):
    """
    An irregular claim of carte blanche (K13).
    """

    seat: Seat
    type: Literal["claim_carte_blanche"]
    exchange: NotRequired[Count]
    """
    How many cards elder will exchange; younger does not say it (R3.3).
    """
    irregular: Irregular
    mixed: NotRequired[bool]
    """
    Whether the cards drawn have been mixed with the hand, in an irregular claim after the exchange (K13).
    """


class CommitDiscard(TypedDict):
    """
    Commit younger's discard before elder shows a carte blanche (R3.3).
    """

    type: Literal["commit_discard"]
    seat: Seat
    cards: Cards
    irregular: NotRequired[Irregular]


class LookAtLeft(TypedDict):
    """
    Look at the cards that younger left, or refuse to for good. `left_cards` decides who may look, when, and who sees the cards (R4.5). Under `portland` it is younger, once elder has led or named the suit of the first lead (`name_suit`) and before younger's first card; elder then sees the cards too.
    """

    type: Literal["look_at_left"]
    seat: Seat
    look: bool
    """
    Whether the seat looks.
    """
    suit: NotRequired[Suit]
    """
    The suit that elder names and will lead, if the ruleset requires it (`private_named_suit`).
    """
    irregular: NotRequired[Irregular]


class IrregularCallPoint(TypedDict):
    """
    An irregular call of a point (K14, K15).
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["point"]
    length: Length
    value: NotRequired[Value]
    """
    The value of the cards. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `value`.
    """
    irregular: Irregular
    shown: NotRequired[SomeCards]
    """
    Cards of the hand that are laid open with an irregular action (K15).
    """


class IrregularCallSequence(TypedDict):
    """
    An irregular call of a sequence (K14, K15).
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["sequence"]
    length: Length
    top: NotRequired[Top]
    """
    The highest card. If you leave it out, it is withheld, and younger may ask for it.
    """
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal. Only with `top`.
    """
    irregular: Irregular
    shown: NotRequired[SomeCards]
    """
    Cards of the hand that are laid open with an irregular action (K15).
    """


class IrregularCallSet(TypedDict):
    """
    An irregular call of a set (K14, K15).
    """

    seat: Seat
    type: Literal["call"]
    category: Literal["set"]
    count: Length
    rank: Rank
    irregular: Irregular
    shown: NotRequired[SomeCards]
    """
    Cards of the hand that are laid open with an irregular action (K15).
    """


class Reply(TypedDict):
    """
    Reply to a call, truthfully or with *good* (R5.2). With *not good* younger may say what is better: the number of its cards, the value of a point or the top card of a sequence, or both. This must be true.
    """

    type: Literal["reply"]
    seat: Seat
    reply: ReplyWord
    length: NotRequired[Length]
    """
    The number of cards of the better point or sequence.
    """
    value: NotRequired[Value]
    """
    The value of the better point.
    """
    top: NotRequired[Top]
    """
    The top card of the better sequence.
    """
    irregular: NotRequired[Irregular]


class StateValue(TypedDict):
    """
    State the value of elder's point.
    """

    seat: Seat
    type: Literal["state_tie_break"]
    value: Value
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal.
    """
    irregular: NotRequired[Irregular]


class StateTop(TypedDict):
    """
    State the top card of elder's sequence.
    """

    seat: Seat
    type: Literal["state_tie_break"]
    top: Top
    cards: NotRequired[Cards]
    """
    Which cards are meant; they are shown if the call turns out equal.
    """
    irregular: NotRequired[Irregular]


class IrregularReckon(TypedDict):
    """
    An irregular reckoning (K15, K17, K18).
    """

    seat: Seat
    type: Literal["reckon"]
    holdings: NotRequired[list[Holding]]
    """
    The holdings to score. Without it, everything that may be scored is, in the best way.
    """
    irregular: Irregular
    shown: NotRequired[SomeCards]
    """
    Cards of the hand that are laid open with an irregular action (K15).
    """


class Play(TypedDict):
    """
    Lead a card, or follow with one (R6.1).
    """

    type: Literal["play"]
    seat: Seat
    card: Card
    irregular: NotRequired[Irregular]


class CardsReport(TypedDict):
    """
    Cards of elder or of the talon were turned up in dealing (`exposed`, K3); cards went from the discard to the hand (`recovered`, K8), or to the discard (`buried`, K9); or cards of the hand were dropped face up (`dropped`, K22).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["exposed", "recovered", "buried", "dropped"]
    """
    What happened.
    """
    cards: SomeCards


class SpoiledReport(TypedDict):
    """
    The pack is incorrect (K6).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["spoiled"]
    proof: PackProof


class MisinformedReport(TypedDict):
    """
    A question about cards that were declared was answered (K23).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["misinformed"]
    about: Question
    answer: int | SomeCards
    """
    The answer: a number of cards, or cards.
    """


class OfferReport(TypedDict):
    """
    An offer to the other seat to deal afresh (K29).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["offer"]
    redeal: Flag


CallCorrection: TypeAlias = PointCorrection | SequenceCorrection | SetCorrection
"""
A call in the place of another (A1, A3, A5).
"""


TieBreakCorrection: TypeAlias = ValueCorrection | TopCorrection
"""
A value or a top card in the place of another (A1).
"""


class RulingWithHoldings(TypedDict):
    """
    An election with which holdings may be reckoned.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: NotRequired[IrregularityKind]
    election: Literal["enforce", "waive", "reckon", "object"]
    """
    The election.
    """
    holdings: NotRequired[list[Holding]]
    """
    The holdings to reckon. If you leave it out, the service reckons everything that may be reckoned.
    """


class RulingOnDeal(TypedDict):
    """
    An election about the deal itself.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: NotRequired[IrregularityKind]
    election: Literal["redeal", "void", "rectify", "stand"]
    """
    The election.
    """
    untouched: NotRequired[Flag]
    """
    No hand had been taken up (K1a, K2).
    """


class ReplayRuling(TypedDict):
    """
    The election to play again from a card.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: NotRequired[IrregularityKind]
    election: Literal["replay"]
    card: NotRequired[Card]
    """
    The card that is taken back (K21).
    """


class DemandRuling(TypedDict):
    """
    The election of the suit that the other seat must lead.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: NotRequired[IrregularityKind]
    election: Literal["demand"]
    suit: Suit


class PlainRuling(TypedDict):
    """
    An election that needs nothing more.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: NotRequired[IrregularityKind]
    election: Literal["withdraw", "relead", "forgo", "alter", "inspect", "accept"]
    """
    The election.
    """


Positions: TypeAlias = list[TalonPosition]
"""
Positions of the talon as dealt; the top card has position 1.
"""


SomePositions: TypeAlias = list[TalonPosition]
"""
Positions of the talon as dealt, at least one; the top card has position 1.
"""


class ConcealedState(TypedDict):
    """
    A state that its holder cannot read (docs/reference.md, "Concealed states"). You may give it to both players, and each may give it to the other. Send it back with the key of a seat.
    """

    token: Token
    position: Position


class HeldState(TypedDict):
    """
    A concealed state in a request. With the key of one seat, the request sees what that seat may see and acts for that seat. With both keys, it opens the whole state.
    """

    token: Token
    keys: SeatKeys
    position: NotRequired[Position]
    """
    The position of the partie that the caller expects. A token of another position is refused (`stale_token`).
    """


class CarteBlanches(TypedDict):
    """
    Whether each seat has announced or shown a carte blanche.
    """

    A: CarteBlancheStatusOrNull
    B: CarteBlancheStatusOrNull


class Counts(TypedDict):
    """
    How many cards each seat left in the talon: elder of the first five, younger of all that remain; null before the seat has exchanged.
    """

    A: CountOrNull
    B: CountOrNull


class CallEntry(TypedDict):
    """
    What elder said in a category, and the status of the call.
    """

    category: Category
    called: Called | None
    """
    What elder called; null for a pass.
    """
    status: CallStatus


KnownEvent: TypeAlias = IrregularityEvent | RuledEvent | AmendedEvent | StruckEvent | SuitCalledEvent | DealtEvent | AnnouncedEvent | CountEvent | LookEvent | CalledEvent | CategoryEvent | RepliedEvent | TieBreakEvent | PointEvent | SequenceEvent | SetEvent | SavedEvent | PartieEndedEvent | PlainEvent
"""
An event of a kind that this release has.
"""


class NextConcealedDeal(TypedDict):
    """
    The next deal of a concealed partie, or the agreement of one seat to it. The cards depend on how the partie began and on the number of the deal, and on nothing that was played.
    """

    state: HeldState


class Violation(TypedDict):
    """
    A reason why an action is illegal, or a state is impossible.
    """

    code: str
    """
    The code of the violation. More may be added; these are the codes now:
    `turn.other_seat`, `turn.not_now`, `turn.nobody`;
    `cards.not_held`, `cards.twice`;
    `carte_blanche.court_cards`, `carte_blanche.already_claimed`, `carte_blanche.after_exchange`,
    `carte_blanche.too_early`, `carte_blanche.exchange_missing`, `carte_blanche.exchange_not_said`;
    `exchange.too_few`, `exchange.too_many`, `exchange.more_than_announced`, `exchange.no_second`;
    `look.nothing_left`, `look.too_early`, `look.too_late`, `look.suit_missing`, `look.suit_not_named`,
    `look.suit_not_held`, `look.already_decided`, `look.not_allowed`, `look.elder_may_exchange`;
    `name_suit.not_allowed`, `name_suit.already_named`, `name_suit.after_lead`;
    `call.category_closed`, `call.out_of_order`, `call.too_short`, `call.not_held`,
    `call.tie_break_required`, `call.cards_without_tie_break`, `call.cards_do_not_match`;
    `reply.not_better`, `reply.not_longer`, `reply.not_equal`, `reply.nothing_more`, `reply.wrong_kind`,
    `reply.not_held`;
    `tie_break.wrong_kind`, `tie_break.not_held`;
    `reckon.category_closed`, `reckon.not_a_holding`, `reckon.cards_shared`, `reckon.nought_once`,
    `reckon.one_only`, `reckon.better_than_called`, `reckon.not_good`, `reckon.called_missing`,
    `reckon.better_missing`, `reckon.long_missing`, `reckon.already`, `reckon.before_lead`,
    `reckon.too_late`;
    `play.must_follow_suit`, `play.named_suit`, `play.reckon_first`;
    `concede.not_allowed`, `concede.not_last_deal`, `concede.still_to_reckon`, `concede.before_lead`,
    `concede.too_late`;
    `law.none`, `irregular.regular`, `irregular.not_covered`, `irregular.too_many`, `incident.contradicted`,
    `incident.not_now`, `exchange.not_stood`, `ruling.no_incident`, `ruling.not_entitled`, `ruling.not_offered`, `ruling.already`,
    `ruling.too_late`, `ruling.due`, `ruling.not_good`, `amend.nothing`, `amend.no_correction`, `amend.too_late`;
    `deal.wrong_count`, `deal.card_twice`, `deal.card_unknown`, `deal.card_missing`, `deal.not_now`;
    `state.card_twice`, `state.card_unknown`, `state.card_missing`, `state.unexpected`, `state.hand`,
    `state.talon`, `state.call`, `state.trick`, `state.score`, `state.event`, `state.turn`, `state.partie`,
    `state.surplus`, `state.lacking`, `state.not_sealed`, `state.deal_not_over`, `state.partie_over`;
    in voleur and normand also
    `carte_blanche.too_late`, `call.not_better`, `call.too_low`, `equal.nothing_called`, `equal.own_side`,
    `equal.already_said`, `equal.not_in_ruleset`.

    """
    rule: RuleId
    pointer: Pointer
    message: str
    """
    The reason as a sentence.
    """
    params: dict[str, Any]
    """
    Every value in the sentence, by name, as data.
    """
    law: NotRequired[RuleId]
    """
    The law that would deal with the action if it had happened; not there if no law does.
    """
    kind: NotRequired[Word]
    """
    The kind of irregularity that it would be.
    """


Grade: TypeAlias = PointGrade | SequenceGrade | SetGrade
"""
What holdings are compared by: `length` and `value` of a point, `length` and `top` of a sequence, `count` and `rank` of a set. A value or top is null if it is not stated, or does not matter.
"""


GradeOrNull: TypeAlias = Grade | None
"""
A grade; null if there is no bound.
"""


class RulingOption(TypedDict):
    """
    Make an election that the law offers after an irregularity.
    """

    seat: Seat
    type: Literal["ruling"]
    number: EntryNumber
    kind: Word
    """
    The kind of irregularity.
    """
    law: RuleId
    elections: list[Word]
    """
    The elections that may be made.
    """
    until: Until


class ClaimOption(TypedDict):
    """
    Claim a carte blanche. Elder also announces how many cards they will exchange, from `min` to `max`.
    """

    seat: Seat
    type: Literal["claim_carte_blanche"]
    exchange: NotRequired[CountRange]


class CallOption(TypedDict):
    """
    Call in a category.
    """

    seat: Seat
    type: Literal["call"]
    category: Category
    calls: list[Grade]
    """
    Every call that may be made; a null value or top is withheld.
    """


class ReplyOption(TypedDict):
    """
    Reply to a call.
    """

    seat: Seat
    type: Literal["reply"]
    replies: list[ReplyWord]
    """
    The replies that are allowed.
    """
    better: list[Grade]
    """
    What younger may claim to hold with *not good*, in whole or in part, the best first; empty for sets.
    """


GradeRange = TypedDict(
    "GradeRange",
    {
        "from": GradeOrNull,
        "to": GradeOrNull,
    },
)


class ViewedPartie(TypedDict):
    """
    The partie that the deal belongs to; of earlier deals only the scores.
    """

    first_dealer: Seat
    deal: int
    """
    The number of the current deal, from 1; 0 before the first.
    """
    dealer: Seat | None
    """
    The seat that dealt the current deal; null before the first.
    """
    score: Score
    """
    The totals, as in the state.
    """
    deals: list[ViewedDeal]
    """
    The deals before the current one.
    """
    result: Result | None
    """
    The settlement once the partie is over; null before.
    """


GivenRecord: TypeAlias = str | RecordObject
"""
A record as text or as JSON (docs/notation.md). The parser is lenient: it accepts any text and any object, and the response reports what makes no sense. Only the length of the body bounds a record. An object with more than 250,000 commas, colons and brackets is not read; the response reports this too.
"""


class VerifyRecordsRequest(TypedDict):
    """
    The records to verify.
    """

    records: list[GivenRecord]
    """
    The records, each independent of the others.
    """


class AdjustedNumbers(TypedDict):
    """
    A number of each seat, an adjustment, and their sum. Null if it is not known.
    """

    before: SignedScore | None
    """
    Before the adjustment.
    """
    adjustment: SignedScore
    """
    The adjustment.
    """
    after: SignedScore | None
    """
    With the adjustment.
    """


class AdjustedDeal(TypedDict):
    """
    The score of a deal, an adjustment, and their sum.
    """

    deal: int
    """
    The number of the deal.
    """
    before: SignedScore | None
    """
    Before the adjustment.
    """
    adjustment: SignedScore
    """
    The adjustment.
    """
    after: SignedScore | None
    """
    With the adjustment.
    """


class Divergence(TypedDict):
    """
    A place where a claim of the record differs from what follows from the rules.
    """

    code: str
    """
    The code of the divergence; docs/verification.md lists the codes.
    """
    rule: str
    """
    The rule behind the divergence.
    """
    message: str
    """
    The divergence as a sentence.
    """
    pointer: str
    """
    A JSON Pointer into the record.
    """
    line: int | None
    """
    The line of the text, from 1.
    """
    column: int | None
    """
    The column in that line, from 1.
    """
    deal: int | None
    """
    The number of the deal, from 1.
    """
    step: int | None
    """
    The number of the step, from 1.
    """
    claimed: Any
    """
    What the record claims; null if it claims nothing.
    """
    computed: Any
    """
    What follows from the rules; null if the action was not possible.
    """
    reasons: list[Reason]
    """
    The scores of that step, or every violation.
    """
    ruling: RulingOnDivergence | None
    """
    What the law of irregularities would make of it, if it had happened and were marked as irregular; null if the law does not deal with it.
    """
    carries: list[str]
    """
    JSON Pointers to the claims whose errors this claim only carries forward, because it follows from them as they are written, up to eight; empty if it is wrong by itself.
    """
    without_adjustments: bool
    """
    Whether the claim would be right if nothing had been adjusted.
    """
    correction: Correction | None
    """
    Who may still correct it; null if the laws of scoring do not say.
    """


class CompareRecordsRequest(TypedDict):
    """
    The records to compare.
    """

    records: list[GivenRecord]
    """
    The records, with at most 500 deals together.
    """


class BoardResult(TypedDict):
    """
    A deal of a board, compared with the others.
    """

    record: int
    """
    The number of the record, from 1.
    """
    deal: int
    """
    The number of the deal in its partie.
    """
    elder: str
    """
    Elder's name, or the seat and the record.
    """
    younger: str
    """
    Younger's name, or the seat and the record.
    """
    net: int
    """
    Elder's score less younger's.
    """
    play: BoardPlay | None
    """
    From the first lead on; null if the deal has irregularities, or not all of its play.
    """
    difference: float
    """
    The net less the mean of the others.
    """
    matchpoints: Matchpoints
    """
    2 for each other result that elder has beaten and 1 for an equal one; younger has the rest.
    """


class BoardOnce(TypedDict):
    """
    A deal whose board was played once.
    """

    cards: BoardCards
    record: int
    """
    The number of the record, from 1.
    """
    deal: int
    """
    The number of the deal in its partie.
    """
    elder: str
    """
    Elder's name, or the seat and the record.
    """
    younger: str
    """
    Younger's name, or the seat and the record.
    """
    net: int
    """
    Elder's score less younger's.
    """
    play: BoardPlay | None
    """
    From the first lead on; null if the deal has irregularities, or not all of its play.
    """


class PlayerOfBoards(TypedDict):
    """
    The matchpoints of a player.
    """

    player: str
    """
    The name, or the seat and the record.
    """
    elder: MatchpointShare
    """
    As elder.
    """
    younger: MatchpointShare
    """
    As younger.
    """
    percent: float | None
    """
    Matchpoints in per cent of what was possible.
    """


class StandingsRequest(TypedDict):
    """
    The event to rank.
    """

    event: GivenEvent
    round: NotRequired[int]
    """
    The round after which the standings are; by default the last one up to which all tables are in.
    """
    accept_wrong: NotRequired[bool]
    """
    Whether parties that are wrong count as they are claimed.
    """
    sheet: NotRequired[Literal["pairings", "entry", "slips", "results", "standings", "crosstable"]]
    """
    A sheet to print, which the response then has besides. The first four are of the round, which need not be in; by default of the last one.
    """
    lang: NotRequired[SheetLanguage]


class EventMeeting(TypedDict):
    """
    A pair who meet more than once.
    """

    players: list[PlayerId]
    """
    Their ids.
    """
    rounds: list[Round]
    """
    The rounds in which they meet.
    """


class EventPartie(TypedDict):
    """
    A partie that is over.
    """

    round: int
    """
    The round.
    """
    table: int
    """
    The number of the table.
    """
    status: Literal["verified", "counted", "claimed", "wrong"]
    """
    What it rests on: a record that agrees with the rules to the last card (`verified`), scores of deals that are possible and rightly summed (`counted`), or totals alone (`claimed`). Or something is `wrong`.
    """
    divergence: str | None
    """
    The first thing that is wrong.
    """
    played: SignedScore
    """
    The totals before adjustments.
    """
    adjustments: list[Adjustment]
    """
    What a director has added or taken away, in the record and at the table.
    """
    totals: SignedScore
    """
    The totals with the adjustments of deals and of the partie.
    """
    winner: Literal["A", "B", "none"]
    """
    The winner by these totals.
    """
    rubicon: bool
    """
    Whether the loser is rubiconed.
    """
    settlement: int
    """
    What the winner wins, before adjustments of it; games where the ruleset has a target.
    """


class StandingsRow(TypedDict):
    """
    A player in the standings. Numbers may have halves or quarters.
    """

    rank: int
    """
    The rank; equals share one.
    """
    player: PlayerId
    points: float
    """
    The sum of what the parties gave.
    """
    played: int
    """
    How many parties were played over the board.
    """
    tie_breaks: dict[str, float | None]
    """
    The number of each tie-break of the event; null where it was not applied to a group of the player, or decided nothing.
    """
    decided_by: str | None
    """
    What decides between the player and the one just above: `points` or a tie-break. Null for a shared rank and for the first player.
    """
    against: list[EventOutcome]
    """
    What the player did, round by round.
    """
    withdrawn: int | None
    """
    The round after which the player withdrew, if any.
    """


class ReviewRecordRequest(TypedDict):
    """
    A record to review.
    """

    record: GivenRecord
    deals: NotRequired[list[Deal]]
    """
    The numbers of the deals to review: up to 12, or 3 if `effort` is `full`. If you leave it out, the first ones.
    """
    effort: NotRequired[Effort]
    """
    How much is computed for each decision, as for advice.
    """
    seed: NotRequired[SampleSeed]


class ConvertedRecord(TypedDict):
    """
    A converted record.
    """

    record: GivenRecord
    """
    The record in canonical form, as text or as JSON.
    """
    problems: list[RecordProblem]
    """
    What could not be read.
    """
    engine_version: EngineVersion


class ChouettePlayers(TypedDict):
    """
    The three players of a chouette, under names that you choose: the single player, who sat at `seat`, the opponent, and the adviser, who consults with the opponent.
    """

    seat: Seat
    single: PlayerName
    opponent: PlayerName
    adviser: PlayerName


class ChouetteResult(TypedDict):
    """
    The result, rounded to tens. Each of the two wins or loses this, and the single player wins or loses double.
    """

    points: ChouettePoints
    next: ChouetteRoles


PassedTimes: TypeAlias = list[TimePassed]
"""
Times that are past, as `until` names them. What could be elected until then is lapsed. A time that is past implies the earlier ones.
"""


class RulingNeed(TypedDict):
    """
    A fact without which the law says no more, or an optional one.
    """

    name: str
    """
    The name of the fact.
    """
    question: str
    """
    The question, to be asked at the table.
    """
    help: str | None
    """
    What explains the question, or null.
    """
    type: str
    """
    What the value is: a `flag` is true or false, a `choice` one of the options. A list has some of them (`choices`, `positions` of the talon, from 1 on top), numbers of cards (`counts`: elder's, younger's, the talon's; `packets`) or `cards`. An `amount` is a number or such a list. A `proof` has the cards that are `missing` or `double`; `sheets` have by seat the scores by seat. Further types may be added.
    """
    options: list[NeedOption]
    """
    The values that it may have or, for a list, that may be in it. Null among the options of another type may be given in place of a value.
    """
    least: int | None
    """
    The least number or, if a list has options, how many of them at least.
    """
    most: int | None
    """
    The greatest number or, if a list has options, how many of them at most.
    """
    total: int | None
    """
    What the numbers of the list add up to.
    """
    optional: bool
    """
    Whether the ruling stands without it: it is `default`, or the ruling does not say who did it.
    """
    default: Any
    """
    Its value if it is left out, or null.
    """
    values: list[Any]
    """
    The values that it may have; empty if they are too many.
    """
    form: str
    """
    How the value is written, in words.
    """
    sample: Any
    """
    An example of a value.
    """


class KnownHand(TypedDict):
    """
    A hand and what its holder knows. No card may be in two places. The remaining cards must leave twelve for the other player.
    """

    cards: HeldCards
    discards: NotRequired[OwnDiscards]
    known: NotRequired[KnownCards]
    held: NotRequired[CardsOfTheOther]


class Odds(TypedDict):
    """
    Exact odds, over all hands that the opponent may hold. The three add up to one.
    """

    hands: int
    """
    The number of hands that the opponent may hold.
    """
    good: Exact
    """
    The probability that the opponent has nothing as good or better.
    """
    equal: Exact
    """
    The probability that the opponent's best holding is equal.
    """
    beaten: Exact
    """
    The probability that the opponent has a better holding.
    """


class Basis(TypedDict):
    """
    What the values rest on.
    """

    layouts: LayoutCount
    of: LayoutCount
    exact: bool
    """
    Whether all layouts were used.
    """


class DiscardAnalysis(TypedDict):
    """
    A discard and its expected results.
    """

    discard: Cards
    draws: int
    """
    The number of draws, all equally likely.
    """
    hands: int
    """
    The number of hands that the opponent may hold after each draw.
    """
    worth: Exact
    """
    The average value of point, sequences and sets, as if all were good.
    """
    score: ExactOrNull
    """
    The average score of point, sequences and sets, the sum of the categories; null in the mode `plain`.
    """
    categories: list[DiscardCategory]
    """
    Point, sequence and set.
    """
    repique: ExactOrNull
    """
    The chance of a repique (R7.2). It is null in the mode `plain`, after the tenth discard, and if `draws` times `hands` is more than 10,000,000, as it is with 36 cards unless much is known.
    """
    pique: ExactOrNull
    """
    The chance of a pique with elder's first lead: nothing reckoned by younger, no repique, and 29 or more in hand (R7.3). It is null if `repique` is, and zero if a lead scores nothing (`one_per_trick`).
    """


BestHolding: TypeAlias = HeldPoint | HeldSequence | HeldSet | None
"""
The best holding of a hand in a category, or null.
"""


class PlayedCard(TypedDict):
    """
    A card that may be played, and the best play after it.
    """

    card: Card
    value: int
    """
    Elder's further points minus younger's.
    """
    points: PointsBySide
    """
    The points of both sides on the line. Other lines that are as good may divide the same value differently.
    """
    pique: bool
    """
    Whether elder makes a pique on the line.
    """
    line: Cards
    """
    One line of best play: this card and all cards after it, in order.
    """


class Readiness(TypedDict):
    """
    The process takes requests.
    """

    status: Literal["ready"]
    engine_version: EngineVersion
    cache: NotRequired[CacheStatus]
    double_dummy: NotRequired[Literal["compiled", "python"]]
    """
    The solver of `POST /v1/play/analyse`, if the service is set to report it. Both give the same results; the one in Python is slower.
    """


MultiplayerCall: TypeAlias = MultiplayerCallPoint | MultiplayerCallSequence | MultiplayerCallSet
"""
Call something better than what stands in the category (V4.2, N4.2). The value, top card or rank is always said with it.
"""


MultiplayerGrade: TypeAlias = MultiplayerPointGrade | MultiplayerSequenceGrade | SetGrade
"""
What holdings are compared by: `length` and `value` of a point, `length` and `top` of a sequence, `count` and `rank` of a set.
"""


MultiplayerGradeOrNull: TypeAlias = MultiplayerGrade | None
"""
A grade; null if there is none.
"""


class MultiplayerCallOption(TypedDict):
    """
    Call in a category.
    """

    seat: MultiplayerSeat
    type: Literal["call"]
    category: Category
    calls: list[MultiplayerGrade]
    """
    Every grade that the seat holds and that beats the call that stands, the best first.
    """


class MultiplayerReckonOption(TypedDict):
    """
    Reckon in a category.
    """

    seat: MultiplayerSeat
    type: Literal["reckon"]
    category: Category
    holdings: list[Cards]
    """
    The longest holdings; all others are parts of these.
    """
    to: MultiplayerGrade
    """
    The highest grade that may be reckoned: the one that was called.
    """
    needs: MultiplayerGradeOrNull
    """
    The grade that one of the holdings must have, or contain; null for the partner of the caller.
    """
    must: bool
    """
    Whether `needs` must be reckoned, so that an empty list is refused.
    """


class Problem(TypedDict):
    """
    A problem document (RFC 9457). Later versions may add members.
    """

    type: str
    """
    A link to the explanation of the code.
    """
    title: str
    """
    A title, the same for every problem with this code.
    """
    status: int
    """
    The HTTP status of the response.
    """
    detail: str
    """
    What is wrong with this request, as a sentence.
    """
    code: str
    """
    The code of the problem. More may be added; these are the codes now:
    400 `bad_request`, `malformed_json`, `nesting_too_deep`;
    401 `unauthorized`;
    404 `not_found`, `unknown_law`, `unknown_ruleset`;
    405 `method_not_allowed`;
    406 `not_acceptable`;
    409 `contradictory_request`, `impossible_state`, `invalid_deal`, `invalid_ruleset`, `malformed_notation`;
    409 `illegal_action`, `irregular_state`, `no_deal_due`;
    409 `event_not_whole`, `round_not_in`, `wrong_parties`;
    409 `cannot_conceal`, `concealed`, `invalid_token`, `seal_required`, `stale_token`, `wrong_seat_key`;
    413 `body_too_large`;
    414 `uri_too_long`;
    415 `unsupported_media_type`;
    422 `invalid_request`;
    429 `too_many_requests`;
    500 `internal_error`;
    503 `overloaded`, `stopping`;
    504 `deadline_exceeded`.

    """
    errors: list[Fault]
    """
    What is wrong in the request, and where; at most twenty entries.
    """
    params: NotRequired[dict[str, Any]]
    """
    The values in `detail`, by name (429 `too_many_requests`): the `quota`, its `amount`, what is `left` of it, the `cost` of the request, and the `seconds` to wait.
    """
    violations: NotRequired[list[Violation]]
    """
    Why a state, a deal or an action is impossible (409 `illegal_action`, `impossible_state`, `invalid_deal`, `no_deal_due`).
    """
    parameters: NotRequired[list[str]]
    """
    The parameters of the ruleset that are wrong (409 `invalid_ruleset`).
    """
    faults: NotRequired[list[EventFault]]
    """
    What keeps an event from being complete (409 `event_not_whole`).
    """
    wrong: NotRequired[list[EventTable]]
    """
    The tables whose parties are wrong (409 `wrong_parties`).
    """
    instance: NotRequired[str]
    """
    An id of this occurrence (500 `internal_error`).
    """


class VoleurRulesetChoice(TypedDict):
    """
    A ruleset with some parameters changed.
    """

    name: RulesetName
    overrides: NotRequired[VoleurOverrides]


VoleurAction: TypeAlias = MultiplayerClaimCarteBlanche | MultiplayerCall | MultiplayerEqual | MultiplayerPass | MultiplayerReckon | MultiplayerPlay
"""
What a seat does or says; `type` names the kind. Which actions are legal depends on the state: `POST /v1/voleur/actions/options` lists them.
"""


VoleurHistory: TypeAlias = list[VoleurAction]
"""
The actions of a deal, in order.
"""


class VoleurFinishedDeal(TypedDict):
    """
    An earlier deal of the partie, with everything that is needed to replay it.
    """

    dealer: MultiplayerSeat
    dealt: VoleurDealt
    history: VoleurHistory
    score: VoleurScore
    """
    The points made in the deal.
    """


class VoleurPartie(TypedDict):
    """
    The partie that the deal belongs to.
    """

    first_dealer: MultiplayerSeat
    """
    The seat that deals the first deal; the deal then goes round.
    """
    deal: int
    """
    The number of the current deal, from 1.
    """
    dealer: MultiplayerSeat
    """
    The seat that dealt the current deal.
    """
    score: VoleurScore
    """
    The totals of the finished deals; the current deal is included once it is over.
    """
    deals: list[VoleurFinishedDeal]
    """
    The deals before the current one.
    """
    result: VoleurResult | None
    """
    The result once the partie is over; null before.
    """


VoleurRulesetOrDefault: TypeAlias = RulesetName | VoleurRulesetChoice
"""
A ruleset by name, or with some parameters changed. If you leave it out, `voleur` applies.
"""


class VoleurSettlementRequest(TypedDict):
    """
    The points of the deals of a partie.
    """

    ruleset: NotRequired[VoleurRulesetOrDefault]
    deals: list[VoleurScore]
    """
    The points made in each deal, in order.
    """


class VoleurCompareRequest(TypedDict):
    """
    The four hands, and the dealer.
    """

    ruleset: NotRequired[VoleurRulesetOrDefault]
    dealer: MultiplayerSeat
    """
    The seat that dealt; the next seat speaks first.
    """
    hands: VoleurHandsToCompare
    carte_blanche: NotRequired[list[MultiplayerSeat]]
    """
    The seats that have claimed a carte blanche.
    """


class VoleurViewedPartie(TypedDict):
    """
    The partie that the deal belongs to; of earlier deals only the scores.
    """

    first_dealer: MultiplayerSeat
    """
    The seat that deals the first deal; the deal then goes round.
    """
    deal: int
    """
    The number of the current deal, from 1.
    """
    dealer: MultiplayerSeat
    """
    The seat that dealt the current deal.
    """
    score: VoleurScore
    """
    The totals of the finished deals; the current deal is included once it is over.
    """
    deals: list[VoleurViewedDeal]
    """
    The deals before the current one.
    """
    result: VoleurResult | None
    """
    The result once the partie is over; null before.
    """


class VoleurGrades(TypedDict):
    """
    The best grade of each seat that may be called; null if there is none.
    """

    A: MultiplayerGradeOrNull
    B: MultiplayerGradeOrNull
    C: MultiplayerGradeOrNull
    D: MultiplayerGradeOrNull


class NormandRulesetChoice(TypedDict):
    """
    A ruleset with some parameters changed.
    """

    name: RulesetName
    overrides: NotRequired[NormandOverrides]


NormandAction: TypeAlias = MultiplayerClaimCarteBlanche | MultiplayerExchange | MultiplayerCall | MultiplayerEqual | MultiplayerPass | MultiplayerReckon | MultiplayerPlay
"""
What a seat does or says; `type` names the kind. Which actions are legal depends on the state: `POST /v1/normand/actions/options` lists them. The seat is A, B or C.
"""


NormandHistory: TypeAlias = list[NormandAction]
"""
The actions of a deal, in order.
"""


class NormandRound(TypedDict):
    """
    The round on a category: what the seats said, and what became of it.
    """

    category: Category
    words: list[NormandWord]
    """
    What was said, in order.
    """
    status: MultiplayerRoundStatus
    good: NormandWord | None
    """
    The call that is good; null if the round is open, or nothing is good.
    """
    reckoned: list[NormandSeat]
    """
    The seats that have reckoned.
    """


class NormandFinishedDeal(TypedDict):
    """
    An earlier deal of the partie, with everything that is needed to replay it.
    """

    dealer: NormandSeat
    dealt: NormandDealt
    history: NormandHistory
    score: NormandScore
    """
    The points made in the deal.
    """


class NormandPartie(TypedDict):
    """
    The partie that the deal belongs to.
    """

    first_dealer: NormandSeat
    """
    The seat that deals the first deal; the deal then goes round.
    """
    deal: int
    """
    The number of the current deal, from 1.
    """
    dealer: NormandSeat
    """
    The seat that dealt the current deal.
    """
    score: NormandScore
    """
    The totals of the finished deals; the current deal is included once it is over.
    """
    deals: list[NormandFinishedDeal]
    """
    The deals before the current one.
    """
    result: NormandResult | None
    """
    The result once the partie is over; null before.
    """


NormandRulesetOrDefault: TypeAlias = RulesetName | NormandRulesetChoice
"""
A ruleset by name, or with some parameters changed. If you leave it out, `normand` applies.
"""


class NormandSettlementRequest(TypedDict):
    """
    The points of the deals of a partie, and of the two-handed deals after the winner has left.
    """

    ruleset: NotRequired[NormandRulesetOrDefault]
    deals: list[NormandScore]
    """
    The points made in each deal, in order.
    """
    continued: NotRequired[list[NormandContinuedDeal]]
    """
    The points of the two-handed deals between the two seats that remain (N8.4), before any doubling.
    """


class NormandCompareRequest(TypedDict):
    """
    The three hands after the exchange, and the dealer.
    """

    ruleset: NotRequired[NormandRulesetOrDefault]
    dealer: NormandSeat
    """
    The seat that dealt; the next seat speaks first.
    """
    hands: NormandHandsToCompare
    carte_blanche: NotRequired[list[NormandSeat]]
    """
    The seats that have claimed a carte blanche.
    """


class NormandViewedPartie(TypedDict):
    """
    The partie that the deal belongs to; of earlier deals only the scores.
    """

    first_dealer: NormandSeat
    """
    The seat that deals the first deal; the deal then goes round.
    """
    deal: int
    """
    The number of the current deal, from 1.
    """
    dealer: NormandSeat
    """
    The seat that dealt the current deal.
    """
    score: NormandScore
    """
    The totals of the finished deals; the current deal is included once it is over.
    """
    deals: list[NormandViewedDeal]
    """
    The deals before the current one.
    """
    result: NormandResult | None
    """
    The result once the partie is over; null before.
    """


class NormandGrades(TypedDict):
    """
    The best grade of each seat that may be called; null if there is none.
    """

    A: MultiplayerGradeOrNull
    B: MultiplayerGradeOrNull
    C: MultiplayerGradeOrNull


class MisdealIncident(TypedDict):
    """
    The numbers of cards are wrong, and this is noticed before any hand is taken up. More than one card was dealt to the wrong place, or the talon has nine cards. One card was dealt to the wrong place. Elder exchanged in a misdeal without standing first: the choice is lost, the discard is final, and elder leaves three cards. (K1a, K1b, K1c, K1d)
    """

    kind: Literal["misdeal"]
    facts: NotRequired[MisdealFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class DealOutOfTurnIncident(TypedDict):
    """
    A player dealt out of turn. (K2)
    """

    kind: Literal["deal_out_of_turn"]
    facts: NotRequired[DealOutOfTurnFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class ExposedIncident(TypedDict):
    """
    The dealer turned up a card while dealing. (K3)
    """

    kind: Literal["exposed"]
    facts: NotRequired[ExposedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class FacedIncident(TypedDict):
    """
    A card lay face up in the pack or in the talon. (K4)
    """

    kind: Literal["faced"]
    facts: NotRequired[FacedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class PackIncident(TypedDict):
    """
    The deal was made with the wrong pack. (K5)
    """

    kind: Literal["pack"]
    facts: NotRequired[PackFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class SpoiledIncident(TypedDict):
    """
    The pack is incorrect: a card is missing, or is in it twice. (K6)
    """

    kind: Literal["spoiled"]
    facts: NotRequired[SpoiledFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class WrongExchangeFacts(TypedDict):
    """
    The facts of `wrong_exchange`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    leaves: NotRequired[int | None]
    """
    How many cards of their own did elder leave?
    """
    taken: NotRequired[Positions]
    """
    Which cards of the talon did the player take, counted from the top?
    """
    mixed: NotRequired[Positions]
    """
    Which of these cards did the player mix with the hand?
    """
    discarded: NotRequired[int]
    """
    How many cards did the player discard?
    """
    due: NotRequired[Positions]
    """
    Which positions of the talon were theirs to take? Left out: those that the rules give them, less those that elder left.
    """
    dealt: NotRequired[list[DealtItem]]
    """
    How many cards were dealt to elder, to younger, and to the talon, if the numbers were wrong and the deal stands?
    """
    leaves_some: NotRequired[bool]
    """
    Had younger said that they leave some of their cards?
    """
    elder_began: NotRequired[bool]
    """
    Had elder taken some of their cards, and not yet the rest?
    """
    outcome: NotRequired[IncidentOutcome]


class RecoveredIncident(TypedDict):
    """
    A player who had drawn took cards back from the discard. (K8)
    """

    kind: Literal["recovered"]
    facts: NotRequired[RecoveredFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class BuriedIncident(TypedDict):
    """
    A player mixed cards of the hand, or cards of the talon that were still due to them, with the discard. (K9)
    """

    kind: Literal["buried"]
    facts: NotRequired[BuriedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class PeekedFacts(TypedDict):
    """
    The facts of `peeked`.
    """

    side: NotRequired[Side]
    """
    Who did it?
    """
    positions: NotRequired[Positions]
    """
    Which cards of the talon did the player look at, counted from the top?
    """
    leaves: NotRequired[int | None]
    """
    How many cards of their own had elder left by then?
    """
    due: NotRequired[Positions]
    """
    Which positions of the talon were theirs to take? Left out: those that the rules give them, less those that elder left.
    """
    together: NotRequired[bool]
    """
    Did the player, together with the draw, take up a card that they had left?
    """
    exchanged: NotRequired[bool]
    """
    Had elder exchanged?
    """
    leaves_some: NotRequired[bool]
    """
    Are these cards that younger had left?
    """
    shown: NotRequired[bool]
    """
    Did the opponent see them, too?
    """
    outcome: NotRequired[IncidentOutcome]


class DealerSawFacts(TypedDict):
    """
    The facts of `dealer_saw`.
    """

    positions: NotRequired[Positions]
    """
    Which cards of the talon did the dealer look at, counted from the top?
    """
    outcome: NotRequired[IncidentOutcome]


class UndeclaredIncident(TypedDict):
    """
    Elder took fewer cards than they may and did not say so. (K11)
    """

    kind: Literal["undeclared"]
    facts: NotRequired[UndeclaredFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class LookedIncident(TypedDict):
    """
    A player looked at the cards left, too early, too late, or after refusing. (K12)
    """

    kind: Literal["looked"]
    facts: NotRequired[LookedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class FalseBlancheIncident(TypedDict):
    """
    A carte blanche was claimed with court cards in the hand, or after the player's own exchange. (K13)
    """

    kind: Literal["false_blanche"]
    facts: NotRequired[FalseBlancheFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class LostPointIncident(TypedDict):
    """
    A sequence or a set was called before the point. (K14)
    """

    kind: Literal["lost_point"]
    facts: NotRequired[LostPointFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class FalseClaimIncident(TypedDict):
    """
    A player called, stated or reckoned a holding that is not in the hand. (K15)
    """

    kind: Literal["false_claim"]
    facts: NotRequired[FalseClaimFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class FalseReplyIncident(TypedDict):
    """
    Younger said not good without holding or reckoning anything better, or equal without an equal holding. (K16)
    """

    kind: Literal["false_reply"]
    facts: NotRequired[FalseReplyFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class UndueReckoningIncident(TypedDict):
    """
    A player reckoned something that they hold but that is not due. (K17)
    """

    kind: Literal["undue_reckoning"]
    facts: NotRequired[UndueReckoningFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class NotReckonedIncident(TypedDict):
    """
    Elder led with a category uncalled or a good call unreckoned, or younger played without reckoning what they must. (K18)
    """

    kind: Literal["not_reckoned"]
    facts: NotRequired[NotReckonedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class ImpliedIncident(TypedDict):
    """
    Younger reckoned something no better than a holding in cards that elder has reckoned or shown, in a category that elder omitted. (K18b)
    """

    kind: Literal["implied"]
    facts: NotRequired[ImpliedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class RevokeIncident(TypedDict):
    """
    A player did not follow suit although they held a card of it. (K19)
    """

    kind: Literal["revoke"]
    facts: NotRequired[RevokeFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class LeadOutOfTurnIncident(TypedDict):
    """
    A player led out of turn. (K20)
    """

    kind: Literal["lead_out_of_turn"]
    facts: NotRequired[LeadOutOfTurnFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class RunIncident(TypedDict):
    """
    A leader put down several cards at once. (K21)
    """

    kind: Literal["run"]
    facts: NotRequired[RunFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class OverplayedIncident(TypedDict):
    """
    A player put down more cards to a run than there were leads to answer. (K21b)
    """

    kind: Literal["overplayed"]
    facts: NotRequired[OverplayedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class DroppedIncident(TypedDict):
    """
    A player dropped cards. (K22)
    """

    kind: Literal["dropped"]
    facts: NotRequired[DroppedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class MisinformedIncident(TypedDict):
    """
    A player answered wrongly what they still held of the cards that they had declared. (K23)
    """

    kind: Literal["misinformed"]
    facts: NotRequired[MisinformedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class MiscountedIncident(TypedDict):
    """
    A hand was counted or written down wrongly. (K24)
    """

    kind: Literal["miscounted"]
    facts: NotRequired[MiscountedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class SheetsIncident(TypedDict):
    """
    The score sheets of the players differ. (K25)
    """

    kind: Literal["sheets"]
    facts: NotRequired[SheetsFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class LongHandIncident(TypedDict):
    """
    A hand has more than twelve cards after its exchange. (K26)
    """

    kind: Literal["long_hand"]
    facts: NotRequired[LongHandFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class CutIncident(TypedDict):
    """
    The cut was irregular. (K27)
    """

    kind: Literal["cut"]
    facts: NotRequired[CutFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class PacketsIncident(TypedDict):
    """
    Cards were dealt in the wrong packets. (K28)
    """

    kind: Literal["packets"]
    facts: NotRequired[PacketsFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class OfferIncident(TypedDict):
    """
    A player offers a fresh deal. (K29)
    """

    kind: Literal["offer"]
    facts: NotRequired[OfferFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class RecordToText(TypedDict):
    """
    A record.
    """

    record: GivenRecord
    to: Literal["text"]


class RecordToJson(TypedDict):
    """
    A record.
    """

    record: GivenRecord
    to: Literal["json"]


class RulesetChoice(TypedDict):
    """
    A ruleset with some parameters changed.
    """

    name: RulesetName
    overrides: NotRequired[Overrides]


class RulesetDifferences(TypedDict):
    """
    The differences between two rulesets.
    """

    rulesets: list[RulesetName]
    """
    The two rulesets, in the order of the address.
    """
    differences: list[RulesetDifference]
    """
    The parameters that have two values.
    """
    engine_version: EngineVersion


class LawKind(TypedDict):
    """
    A kind of irregularity, with what may be elected after it. The elections are those of `portland`; the `rows` say where another code differs.
    """

    id: LawKindId
    name: str
    """
    The name of the kind, which several kinds may share.
    """
    meaning: str
    """
    What happened.
    """
    laws: list[LawId]
    """
    The laws on the kind.
    """
    enters: Literal["act", "deal", "incident", "asking", "facts"]
    """
    How it comes to be known: by an irregular `act`, by the `deal`, by a reported `incident`, by `asking` for a ruling, or only in questions from `facts`.
    """
    members: list[str]
    """
    The facts that a report of it has.
    """
    entitled: Literal["adversary", "both", "elder", "nobody", "offender", "younger"]
    """
    Who may elect.
    """
    elections: list[LawOffer]
    """
    What may be elected, the one that the law names first in front.
    """
    compulsory: bool
    """
    Whether the law leaves no choice.
    """
    unraised: str
    """
    What holds if nobody raises it in time.
    """
    public: bool
    """
    Whether both players can see it.
    """
    rows: list[LawRowName]
    """
    The rows on which it depends.
    """
    readings: list[LawReadingId]
    """
    The readings that it needs.
    """
    documentation: LawDocumentation


class LawList(TypedDict):
    """
    The law of irregularities under one code.
    """

    code: LawCode
    laws: list[Law]
    """
    Every law.
    """
    rows: list[LawRow]
    """
    Every row.
    """
    kinds: list[LawKind]
    """
    Every kind of irregularity.
    """
    effects: list[LawEffect]
    """
    Every effect.
    """
    elections: list[LawElection]
    """
    Every election.
    """
    corrections: list[LawCorrection]
    """
    Every correction.
    """
    readings: list[LawReading]
    """
    Every reading.
    """
    incidents: list[LawIncident]
    """
    What may be asked about without the cards (`POST /v1/rulings`).
    """
    engine_version: EngineVersion


class LawAnswer(TypedDict):
    """
    A law under one code, with everything that it refers to.
    """

    code: LawCode
    law: Law
    rows: list[LawRow]
    """
    Its rows.
    """
    kinds: list[LawKind]
    """
    Its kinds of irregularity.
    """
    effects: list[LawEffect]
    """
    Its effects.
    """
    corrections: list[LawCorrection]
    """
    Its corrections.
    """
    readings: list[LawReading]
    """
    Its readings.
    """
    engine_version: EngineVersion


AnyClaimCarteBlanche: TypeAlias = IrregularClaimCarteBlanche | ClaimCarteBlanche
"""
Claim ten points for a dealt hand without king, queen or knave, before exchanging (R3.1).
"""


class IrregularExchange(TypedDict):
    """
    An irregular exchange (K7, K1d).
    """

    seat: Seat
    type: Literal["exchange"]
    cards: Cards
    irregular: Irregular
    taken: NotRequired[Positions]
    """
    The positions of the talon that were taken in an irregular exchange, in order. If you leave it out, as many as were discarded, from the top (K7).
    """
    mixed: NotRequired[Positions]
    """
    Those of `taken` that were mixed with the hand. If you leave it out, all of them (K7).
    """
    leaves: NotRequired[CountOrNull]
    """
    How many cards elder said that they leave; null if they said nothing. If you leave it out, the rest of their first cards (K7, K11).
    """


AnyCallPoint: TypeAlias = IrregularCallPoint | CallPoint
"""
Call a point.
"""


AnyCallSequence: TypeAlias = IrregularCallSequence | CallSequence
"""
Call a sequence.
"""


AnyCallSet: TypeAlias = IrregularCallSet | CallSet
"""
Call a quatorze (four cards of one rank) or a trio (three).
"""


StateTieBreak: TypeAlias = StateValue | StateTop
"""
State what younger asked for (R5.3): the value of a point or the top card of a sequence.
"""


AnyReckon: TypeAlias = IrregularReckon | Reckon
"""
Score holdings. Elder reckons after each *good*, in that category. Younger reckons once, after the first lead, in all categories together. A holding of a category that ended equal states the equality and scores nothing.
"""


class PeekedReport(TypedDict):
    """
    Cards of the talon were looked at, and put back in their places (K10).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["peeked"]
    positions: SomePositions
    together: NotRequired[Flag]
    """
    They were taken up together with the cards drawn.
    """
    shown: NotRequired[Flag]
    """
    The other seat saw them, too.
    """


class DealerSawReport(TypedDict):
    """
    The dealer looked at cards of the talon before elder's exchange, under a code that has LF1 (K10b).
    """

    seat: Seat
    type: Literal["incident"]
    kind: Literal["dealer_saw"]
    positions: SomePositions


AmendedAction: TypeAlias = CallCorrection | PassCorrection | ReplyCorrection | TieBreakCorrection | ReckoningCorrection | PlayCorrection
"""
An action without its seat, in the place of another of the same seat.
"""


RulingAction: TypeAlias = RulingWithHoldings | RulingOnDeal | ReplayRuling | DemandRuling | PlainRuling
"""
Elect what the law offers after an irregularity (docs/law.md). `kind` is needed where one entry of the history is two irregularities.
"""


Event: TypeAlias = KnownEvent | OtherEvent
"""
Something that happened, as both players have heard or seen it. Which members follow `deal_score` depends on the kind;
`KnownEvent` names the schema of each.

Kinds that score: `carte_blanche`, `point`, `sequence`, `set`, `carte_rouge`, `repique`, `pique`, `lead`, `capture`,
`trick`, `last_trick`, `cards`, `capot`, `concession`. Kinds that do not: `dealt`, `announced`, `committed`,
`shown`, `exchanged`, `left`, `looked`, `not_looked`, `suit_named`, `called`, `passed`, `replied`, `tie_break`, `declined`, `equal`,
`reckoned`, `saved`, `trick_won`, `uncounted`, `deal_ended`, `partie_ended`.

Kinds of the law of irregularities: `irregularity`, `ruled`, `amended`, `forfeited`, `struck`, `taken_back`, `unanswered`,
`exposed`, `suit_called`, `annulled`, `game_lost`. Later releases may have more.

"""


ReckoningTerms = TypedDict(
    "ReckoningTerms",
    {
        "category": Category,
        "holdings": list[Cards],
        "from": GradeOrNull,
        "to": GradeOrNull,
        "needs": GradeRange | None,
        "must": bool,
        "equal": bool,
    },
)


class AdjustedPartie(TypedDict):
    """
    The adjustments of a record. Numbers before an adjustment, adjustments and their sums are apart.
    """

    adjustments: list[Adjustment]
    """
    The adjustments with their reasons.
    """
    deals: list[AdjustedDeal]
    """
    The deals whose score is adjusted.
    """
    totals: AdjustedNumbers
    """
    The totals, with the adjustments of deals and of the partie.
    """
    settlement: AdjustedNumbers | None
    """
    What each seat wins by the adjusted totals, and with the adjustments of the settlement; null if the partie is not over.
    """
    winner: Literal["A", "B", "none"] | None
    """
    The winner by the adjusted totals.
    """
    rubicon: bool | None
    """
    Whether the loser is rubiconed by them.
    """


class DealReport(TypedDict):
    """
    How far a deal was checked, and where it diverges.
    """

    deal: int
    """
    The number of the deal, from 1. The deal after an annulled one has its number again.
    """
    annulled: bool
    """
    Whether the record says that a ruling annulled the deal.
    """
    agrees: bool
    """
    Whether nothing diverges.
    """
    basis: Literal["cards", "fitting_cards", "score", "nothing"]
    """
    What the deal was checked by.
    """
    unknown_cards: int
    """
    The number of its cards that are not known.
    """
    steps: int
    """
    The number of its steps.
    """
    checked: int
    """
    The number of its steps that were checked.
    """
    score: Score | None
    """
    The computed score of its steps, if they end the deal.
    """
    divergence: Divergence | None
    """
    Where the deal first diverges.
    """
    incidents: list[IncidentRecord]
    """
    The irregularities of the deal, as far as it was checked, and who may still elect what. `number` is that of the step. What nobody has raised is here, too, and is no divergence.
    """


class Board(TypedDict):
    """
    A board and its results.
    """

    cards: BoardCards
    results: list[BoardResult]
    """
    A result for each deal, in the order of the records.
    """
    most: int
    """
    The most matchpoints that a result can have.
    """


class EventReport(TypedDict):
    """
    The report on an event: whether it is complete, and what its parties rest on.
    """

    whole: bool
    """
    Whether there is no fault.
    """
    faults: list[EventFault]
    """
    What keeps the event from being complete; the last one says if there are more.
    """
    rounds: int
    """
    The number of rounds.
    """
    rounds_in: int
    """
    The last round up to which all tables are in.
    """
    parties: list[EventPartie]
    """
    The parties that are over, by round and table.
    """
    meetings: list[EventMeeting]
    """
    The pairs who meet more than once.
    """
    engine_version: EngineVersion


class Standings(TypedDict):
    """
    The standings of an event.
    """

    round: int
    """
    The round after which they are.
    """
    rows: list[StandingsRow]
    """
    The players, best first.
    """
    sheets: NotRequired[list[PrintedSheet]]
    """
    The sheets that were asked for; of slips one for each table.
    """
    engine_version: EngineVersion


ChouetteSettlement: TypeAlias = ChouetteResult | None
"""
The result of a chouette; null while the partie continues.
"""


RulesetOrPortland: TypeAlias = RulesetName | RulesetChoice
"""
A ruleset by name, or with some parameters changed. If you leave it out, the rules of the Portland Club apply.
"""


OddsOrNull: TypeAlias = Odds | None
"""
How likely a holding is to be good if it is called with its tie-break; null if odds were not requested.
"""


class ComparedCategory(TypedDict):
    """
    A category in which both sides call their best.
    """

    category: Category
    good: Outcome | None
    """
    The side that is good, `equal` if neither is; null if nobody holds anything.
    """
    elder: BestHolding
    """
    Elder's best holding; null if there is none.
    """
    younger: BestHolding
    """
    Younger's best holding; null if there is none.
    """
    reckoned: list[ReckonedHolding]
    """
    The holdings that are reckoned.
    """


MultiplayerOption: TypeAlias = MultiplayerExchangeOption | MultiplayerClaimOption | MultiplayerCallOption | MultiplayerWordOption | MultiplayerReckonOption | MultiplayerPlayOption
"""
A type of action that a seat may take, with what is needed to build every legal action of that type.
"""


VoleurRuleset: TypeAlias = RulesetName | VoleurRulesetChoice
"""
The rules to play by: the name of a ruleset, or a name with some of its parameters changed.
"""


class VoleurState(TypedDict):
    """
    A game of voleur between two requests. Its history determines every other member, as in a `State`. Send the state back as you received it.
    """

    ruleset: VoleurRuleset
    partie: VoleurPartie
    phase: MultiplayerPhase
    to_act: MultiplayerSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: VoleurDealt
    hands: VoleurHands
    """
    The cards in hand now.
    """
    claimed: list[MultiplayerSeat]
    """
    The seats that have claimed a carte blanche, in that order.
    """
    calls: list[VoleurRound]
    """
    The rounds on the categories that have begun, in order.
    """
    shown: VoleurHands
    """
    The cards that each seat has reckoned.
    """
    tricks: list[VoleurTrick]
    """
    The tricks, in order.
    """
    score: VoleurScore
    """
    The score of the deal.
    """
    events: list[VoleurEvent]
    """
    What happened in the deal, in order.
    """
    history: VoleurHistory


class NextVoleurDealFromDeck(TypedDict):
    """
    The next deal of a partie, from a deck.
    """

    state: VoleurState
    deck: MultiplayerDeck


class NextVoleurDealFromHands(TypedDict):
    """
    The next deal of a partie, from the cards as they lie.
    """

    state: VoleurState
    hands: VoleurHands


class NextVoleurDealFromSeed(TypedDict):
    """
    The next deal of a partie, from a seed.
    """

    state: VoleurState
    seed: NotRequired[Seed]


class FirstVoleurDealFromDeck(TypedDict):
    """
    The first deal of a partie, from a deck.
    """

    ruleset: NotRequired[VoleurRulesetOrDefault]
    dealer: MultiplayerSeat
    """
    The seat that deals.
    """
    deck: MultiplayerDeck


class FirstVoleurDealFromHands(TypedDict):
    """
    The first deal of a partie, from the cards as they lie.
    """

    ruleset: NotRequired[VoleurRulesetOrDefault]
    dealer: MultiplayerSeat
    """
    The seat that deals.
    """
    hands: VoleurHands


class FirstVoleurDealFromSeed(TypedDict):
    """
    The first deal of a partie, from a seed.
    """

    ruleset: NotRequired[VoleurRulesetOrDefault]
    dealer: MultiplayerSeat
    """
    The seat that deals.
    """
    seed: NotRequired[Seed]


class VoleurCheckRequest(TypedDict):
    """
    A state, and a proposed action.
    """

    state: VoleurState
    action: VoleurAction


class VoleurCheckItems(TypedDict):
    """
    States and actions, judged one by one.
    """

    items: list[VoleurCheckRequest]
    """
    The pairs to judge.
    """


class VoleurCheckInTurn(TypedDict):
    """
    Actions to apply in order, until one is illegal.
    """

    state: VoleurState
    actions: list[VoleurAction]
    """
    The actions to apply, in order.
    """


class VoleurOptionsRequest(TypedDict):
    """
    A state, and whether to list concrete actions.
    """

    state: VoleurState
    expand: NotRequired[Expand]
    offset: NotRequired[Offset]
    limit: NotRequired[ActionLimit]
    sample: NotRequired[ActionSample]
    seed: NotRequired[ActionSeed]


class VoleurStateRequest(TypedDict):
    """
    A state.
    """

    state: VoleurState


class VoleurPictureRequest(TypedDict):
    """
    A state, and how to draw it.
    """

    state: VoleurState
    seat: NotRequired[MultiplayerSeat]
    """
    The seat that looks; without it everything is visible.
    """
    bottom: NotRequired[MultiplayerSeat]
    """
    The seat at the bottom.
    """
    lang: NotRequired[PictureLanguage]
    colours: NotRequired[PictureColours]
    width: NotRequired[PictureWidth]
    suits: NotRequired[PictureSuits]


class VoleurViewRequest(TypedDict):
    """
    A state, and the seat whose view to return.
    """

    state: VoleurState
    seat: MultiplayerSeat


class VoleurDealAnswer(TypedDict):
    """
    The response to a deal.
    """

    state: VoleurState
    seed: NotRequired[Seed]
    """
    The seed of the deck, if it comes from one.
    """
    events: list[VoleurEvent]
    """
    The events, in order.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class VoleurOptionsAnswer(TypedDict):
    """
    What the seat to act may do.
    """

    to_act: MultiplayerSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    phase: MultiplayerPhase
    options: list[MultiplayerOption]
    """
    What may be done, by type of action.
    """
    actions: NotRequired[list[VoleurAction]]
    """
    With `expand`, the concrete actions of this page; with `sample`, those that were drawn.
    """
    total: NotRequired[int]
    """
    With `expand` or `sample`, the total number of concrete actions.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class VoleurValidity(TypedDict):
    """
    Whether a state is possible.
    """

    valid: bool
    """
    Whether every member of the state follows from its history.
    """
    violations: list[Violation]
    """
    Every reason why the state is not possible; up to a hundred.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class VoleurView(TypedDict):
    """
    A state as one seat may see it. It has no card that the seat cannot know.
    """

    seat: MultiplayerSeat
    """
    The seat whose view it is.
    """
    ruleset: VoleurRuleset
    partie: VoleurViewedPartie
    phase: MultiplayerPhase
    to_act: MultiplayerSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: Cards
    """
    The cards dealt to the seat.
    """
    hand: Cards
    """
    The cards in the hand of the seat.
    """
    claimed: VoleurClaimedHands
    calls: list[VoleurRound]
    """
    The rounds on the categories that have begun, in order. The cards that another seat named with a call are null.
    """
    shown: VoleurHands
    """
    The cards that each seat has reckoned.
    """
    tricks: list[VoleurTrick]
    """
    The tricks, in order.
    """
    score: VoleurScore
    """
    The score of the deal.
    """
    events: list[VoleurEvent]
    """
    What happened in the deal, in order.
    """
    others: VoleurOtherHands
    options: list[MultiplayerOption]
    """
    What the seat may do, if anything.
    """


class VoleurSettlement(TypedDict):
    """
    The settlement of a partie so far.
    """

    totals: VoleurTotals
    over: bool
    """
    Whether the partie is over.
    """
    winner: VoleurSide | None
    """
    The side that has won; null as long as none has.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class VoleurComparedCategory(TypedDict):
    """
    A category in which all seats call their best.
    """

    category: Category
    status: MultiplayerRoundStatus
    good: MultiplayerSeat | None
    """
    The seat whose call is good; null if none is.
    """
    best: VoleurGrades
    reckoned: list[MultiplayerReckonedHolding]
    """
    The holdings that are reckoned.
    """


NormandRuleset: TypeAlias = RulesetName | NormandRulesetChoice
"""
The rules to play by: the name of a ruleset, or a name with some of its parameters changed.
"""


class NormandState(TypedDict):
    """
    A game of normand between two requests. Its history determines every other member, as in a `State`. Send the state back as you received it.
    """

    ruleset: NormandRuleset
    partie: NormandPartie
    phase: MultiplayerPhase
    to_act: NormandSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: NormandDealt
    hands: NormandHands
    """
    The cards in hand now.
    """
    talon: Cards
    """
    The cards that have not been drawn, top first.
    """
    discards: Cards
    """
    The cards that the dealer put out.
    """
    exchanged: Count | None
    """
    How many cards the dealer exchanged; null before the exchange.
    """
    claimed: list[NormandSeat]
    """
    The seats that have claimed a carte blanche, in that order.
    """
    calls: list[NormandRound]
    """
    The rounds on the categories that have begun, in order.
    """
    shown: NormandHands
    """
    The cards that each seat has reckoned.
    """
    tricks: list[NormandTrick]
    """
    The tricks, in order.
    """
    score: NormandScore
    """
    The score of the deal.
    """
    events: list[NormandEvent]
    """
    What happened in the deal, in order.
    """
    history: NormandHistory


class NextNormandDealFromDeck(TypedDict):
    """
    The next deal of a partie, from a deck.
    """

    state: NormandState
    deck: MultiplayerDeck


class NextNormandDealFromHands(TypedDict):
    """
    The next deal of a partie, from the cards as they lie.
    """

    state: NormandState
    hands: NormandHands
    talon: Cards
    """
    The talon, top first.
    """


class NextNormandDealFromSeed(TypedDict):
    """
    The next deal of a partie, from a seed.
    """

    state: NormandState
    seed: NotRequired[Seed]


class FirstNormandDealFromDeck(TypedDict):
    """
    The first deal of a partie, from a deck.
    """

    ruleset: NotRequired[NormandRulesetOrDefault]
    dealer: NormandSeat
    """
    The seat that deals.
    """
    deck: MultiplayerDeck


class FirstNormandDealFromHands(TypedDict):
    """
    The first deal of a partie, from the cards as they lie.
    """

    ruleset: NotRequired[NormandRulesetOrDefault]
    dealer: NormandSeat
    """
    The seat that deals.
    """
    hands: NormandHands
    talon: Cards
    """
    The talon, top first.
    """


class FirstNormandDealFromSeed(TypedDict):
    """
    The first deal of a partie, from a seed.
    """

    ruleset: NotRequired[NormandRulesetOrDefault]
    dealer: NormandSeat
    """
    The seat that deals.
    """
    seed: NotRequired[Seed]


class NormandCheckRequest(TypedDict):
    """
    A state, and a proposed action.
    """

    state: NormandState
    action: NormandAction


class NormandCheckItems(TypedDict):
    """
    States and actions, judged one by one.
    """

    items: list[NormandCheckRequest]
    """
    The pairs to judge.
    """


class NormandCheckInTurn(TypedDict):
    """
    Actions to apply in order, until one is illegal.
    """

    state: NormandState
    actions: list[NormandAction]
    """
    The actions to apply, in order.
    """


class NormandOptionsRequest(TypedDict):
    """
    A state, and whether to list concrete actions.
    """

    state: NormandState
    expand: NotRequired[Expand]
    offset: NotRequired[Offset]
    limit: NotRequired[ActionLimit]
    sample: NotRequired[ActionSample]
    seed: NotRequired[ActionSeed]


class NormandStateRequest(TypedDict):
    """
    A state.
    """

    state: NormandState


class NormandPictureRequest(TypedDict):
    """
    A state, and how to draw it.
    """

    state: NormandState
    seat: NotRequired[NormandSeat]
    """
    The seat that looks; without it everything is visible.
    """
    bottom: NotRequired[NormandSeat]
    """
    The seat at the bottom.
    """
    lang: NotRequired[PictureLanguage]
    colours: NotRequired[PictureColours]
    width: NotRequired[PictureWidth]
    suits: NotRequired[PictureSuits]


class NormandViewRequest(TypedDict):
    """
    A state, and the seat whose view to return.
    """

    state: NormandState
    seat: NormandSeat


class NormandDealAnswer(TypedDict):
    """
    The response to a deal.
    """

    state: NormandState
    seed: NotRequired[Seed]
    """
    The seed of the deck, if it comes from one.
    """
    events: list[NormandEvent]
    """
    The events, in order.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class NormandOptionsAnswer(TypedDict):
    """
    What the seat to act may do.
    """

    to_act: NormandSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    phase: MultiplayerPhase
    options: list[MultiplayerOption]
    """
    What may be done, by type of action.
    """
    actions: NotRequired[list[NormandAction]]
    """
    With `expand`, the concrete actions of this page; with `sample`, those that were drawn.
    """
    total: NotRequired[int]
    """
    With `expand` or `sample`, the total number of concrete actions.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class NormandValidity(TypedDict):
    """
    Whether a state is possible.
    """

    valid: bool
    """
    Whether every member of the state follows from its history.
    """
    violations: list[Violation]
    """
    Every reason why the state is not possible; up to a hundred.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class NormandView(TypedDict):
    """
    A state as one seat may see it. It has no card that the seat cannot know.
    """

    seat: NormandSeat
    """
    The seat whose view it is.
    """
    ruleset: NormandRuleset
    partie: NormandViewedPartie
    phase: MultiplayerPhase
    to_act: NormandSeat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: Cards
    """
    The cards dealt to the seat.
    """
    hand: Cards
    """
    The cards in the hand of the seat.
    """
    discards: Cards | None
    """
    The cards that the seat put out, if it is the dealer; otherwise null.
    """
    exchanged: Count | None
    """
    How many cards the dealer exchanged; null before the exchange.
    """
    talon_count: Count
    """
    The number of cards that have not been drawn.
    """
    claimed: NormandClaimedHands
    calls: list[NormandRound]
    """
    The rounds on the categories that have begun, in order. The cards that another seat named with a call are null.
    """
    shown: NormandHands
    """
    The cards that each seat has reckoned.
    """
    tricks: list[NormandTrick]
    """
    The tricks, in order.
    """
    score: NormandScore
    """
    The score of the deal.
    """
    events: list[NormandEvent]
    """
    What happened in the deal, in order.
    """
    others: NormandOtherHands
    options: list[MultiplayerOption]
    """
    What the seat may do, if anything.
    """


class NormandSettlement(TypedDict):
    """
    The settlement of a partie so far.
    """

    totals: NormandTotals
    over: bool
    """
    Whether the partie is over. It is not while two seats play on.
    """
    winner: NormandSeat | None
    """
    The seat that has won; null as long as none has.
    """
    second: NormandSeat | None
    """
    The seat that is second; null as long as that is not known.
    """
    loser: NormandSeat | None
    """
    The seat that loses; null as long as that is not known.
    """
    remaining: list[NormandSeat]
    """
    The two seats that play on with two-handed deals after the winner has left; otherwise empty.
    """
    stakes: NormandStakes | None
    """
    What each seat wins or loses: 1 for the winner, 0 for the second, -1 for the loser; null as long as the loser is not known.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class NormandComparedCategory(TypedDict):
    """
    A category in which all seats call their best.
    """

    category: Category
    status: MultiplayerRoundStatus
    good: NormandSeat | None
    """
    The seat whose call is good; null if none is.
    """
    best: NormandGrades
    reckoned: list[MultiplayerReckonedHolding]
    """
    The holdings that are reckoned.
    """


class WrongExchangeIncident(TypedDict):
    """
    A player mixed a card of the opponent's share of the talon with their hand. A player took up a card of the opponent's share of the talon, and mixed none. A player took up one of the cards that they leave together with the draw, and did not mix it. A player took and mixed more cards than they discarded, all of them their own. A player took fewer cards than they discarded. (K7i, K7ii, K7iib, K7iii, K7iv)
    """

    kind: Literal["wrong_exchange"]
    facts: NotRequired[WrongExchangeFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class PeekedIncident(TypedDict):
    """
    A player looked at cards of the talon that were not theirs to see, and mixed none. (K10)
    """

    kind: Literal["peeked"]
    facts: NotRequired[PeekedFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class DealerSawIncident(TypedDict):
    """
    The dealer looked at cards of the talon before elder's exchange. (K10b)
    """

    kind: Literal["dealer_saw"]
    facts: NotRequired[DealerSawFacts]
    dealer: NotRequired[IncidentDealer]
    passed: NotRequired[PassedTimes]


class LegalVoleurJudgement(TypedDict):
    """
    Legal an action.
    """

    legal: Literal[True]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    state: NotRequired[VoleurState]
    """
    The state after the action.
    """
    events: list[VoleurEvent]
    """
    The events, in order.
    """
    score_delta: VoleurScore
    """
    The points that each side scored by the action.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class IllegalVoleurJudgement(TypedDict):
    """
    Illegal an action.
    """

    legal: Literal[False]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class LegalNormandJudgement(TypedDict):
    """
    Legal an action.
    """

    legal: Literal[True]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    state: NotRequired[NormandState]
    """
    The state after the action.
    """
    events: list[NormandEvent]
    """
    The events, in order.
    """
    score_delta: NormandScore
    """
    The points that each seat scored by the action.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class IllegalNormandJudgement(TypedDict):
    """
    Illegal an action.
    """

    legal: Literal[False]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


Ruleset: TypeAlias = RulesetName | RulesetChoice
"""
The rules to play by: the name of a ruleset, or a name with some of its parameters changed.
"""


AnyExchange: TypeAlias = IrregularExchange | Exchange
"""
Discard these cards, face down, and draw as many from the top of the talon (R4.1, R4.2).
"""


Call: TypeAlias = AnyCallPoint | AnyCallSequence | AnyCallSet
"""
Call what elder holds, or less (R5.1). A point or a sequence is called by its number of cards, with or without its tie-break. A set is called by its number of cards and its rank.
"""


Incident: TypeAlias = CardsReport | FacedReport | PackReport | SpoiledReport | PeekedReport | DealerSawReport | UndeclaredReport | MisinformedReport | OfferReport
"""
Report something irregular that no action carries (docs/law.md). `seat` did it; where nobody did, it reports it.
"""


class Amend(TypedDict):
    """
    Correct the last word of the seat (docs/law.md, A1 to A6). `action` takes its place, and must be legal there. It has no seat and is never irregular.
    """

    seat: Seat
    type: Literal["amend"]
    action: AmendedAction


class PartieByDealer(TypedDict):
    """
    A partie whose first dealer is known.
    """

    ruleset: NotRequired[RulesetOrPortland]
    first_dealer: Seat
    """
    The seat that deals first; with `cut`, the choice of the seat that may choose.
    """
    cut: NotRequired[Cut]


class PartieByCut(TypedDict):
    """
    A partie whose first dealer is decided by the cut, or by the seat that may choose after it.
    """

    ruleset: NotRequired[RulesetOrPortland]
    first_dealer: NotRequired[Seat]
    """
    The choice of the seat that may choose.
    """
    cut: Cut


class FirstDealFromDeck(TypedDict):
    """
    The first deal of a partie, from a deck.
    """

    ruleset: NotRequired[RulesetOrPortland]
    dealer: Seat
    deck: Deck


class FirstDealFromHands(TypedDict):
    """
    The first deal of a partie, from the cards as they lie.
    """

    ruleset: NotRequired[RulesetOrPortland]
    dealer: Seat
    hands: CardsBySeat
    talon: Cards
    irregular: NotRequired[Flag]
    """
    The cards were dealt in wrong numbers, or by the wrong seat (docs/law.md, K1, K2).
    """


class FirstDealFromSeed(TypedDict):
    """
    The first deal of a partie, from a seed.
    """

    ruleset: NotRequired[RulesetOrPortland]
    dealer: Seat
    seed: NotRequired[Seed]


class FirstConcealedDeal(TypedDict):
    """
    The first deal of a concealed partie. The cards come from a secret of the service, from all members of this request, and from the `seed`, so a caller who chose the seed cannot compute the cards from it. Without a seed, the cards are drawn fresh each time.
    """

    ruleset: NotRequired[RulesetOrPortland]
    dealer: Seat
    key_hashes: KeyHashes
    seed: NotRequired[Seed]


class AmendOption(TypedDict):
    """
    Correct the last word. The members after `law` are those that an option of the type `of` has; they describe what may be said instead.
    """

    seat: Seat
    type: Literal["amend"]
    of: Word
    """
    The type of the action that replaces the last word.
    """
    law: RuleId
    category: NotRequired[Category]
    calls: NotRequired[list[Grade]]
    """
    Every call that may be made (`call`).
    """
    replies: NotRequired[list[ReplyWord]]
    """
    The replies that are allowed (`reply`).
    """
    better: NotRequired[list[Grade]]
    """
    What younger may claim to hold with *not good* (`reply`).
    """
    values: NotRequired[list[Value]]
    """
    The values of a point that may be stated (`state_tie_break`).
    """
    tops: NotRequired[list[Top]]
    """
    The top cards of a sequence that may be stated (`state_tie_break`).
    """
    categories: NotRequired[list[ReckoningTerms]]
    """
    The terms of each category in which anything may be reckoned (`reckon`).
    """
    cards: NotRequired[Cards]
    """
    The cards that may be played (`play`).
    """


class ReckonOption(TypedDict):
    """
    Reckon, within the terms of each category in which anything may be reckoned.
    """

    seat: Seat
    type: Literal["reckon"]
    categories: list[ReckoningTerms]
    """
    The terms of each category.
    """


class RecordReport(TypedDict):
    """
    The result of checking a record.
    """

    agrees: bool
    """
    Whether nothing diverges and there are no problems.
    """
    complete: bool
    """
    Whether every deal was checked by its cards up to its last step.
    """
    ruleset: str
    """
    The ruleset with its version, without overrides.
    """
    problems: list[RecordProblem]
    """
    What could not be read; up to a thousand problems.
    """
    deals: list[DealReport]
    """
    One report for each deal.
    """
    divergence: Divergence | None
    """
    Where the partie first diverges, in its totals or its result.
    """
    divergences: list[Divergence]
    """
    What is wrong by itself, of the deals and of the partie, in the order of the record. At most a hundred are listed.
    """
    carried_forward: list[Divergence]
    """
    The claims that differ only because they rest on others that are wrong, whose pointers `carries` has. At most a hundred are listed.
    """
    unlisted: int
    """
    How many more there are of both than are listed.
    """
    totals: Score | None
    """
    The totals of the partie by the computed scores of its deals, without adjustments; null if one of them is not known.
    """
    deals_due: int | None
    """
    How many deals are still due.
    """
    result: RecordResult | None
    """
    The result of the partie without adjustments, once it is over.
    """
    adjusted: AdjustedPartie | None
    """
    The adjustments of the record, and the partie with them; null if there are none.
    """


class StreamedReport(TypedDict):
    """
    One line of the response to a stream of records: the report of one record.
    """

    record: int
    """
    The number of the record in the stream, from 1.
    """
    line: int
    """
    The line of the body where the record begins, from 1.
    """
    engine_version: EngineVersion
    agrees: bool
    """
    Whether nothing diverges and there are no problems.
    """
    complete: bool
    """
    Whether every deal was checked by its cards up to its last step.
    """
    ruleset: str
    """
    The ruleset with its version, without overrides.
    """
    problems: list[RecordProblem]
    """
    What could not be read; up to a thousand problems.
    """
    deals: list[DealReport]
    """
    One report for each deal.
    """
    divergence: Divergence | None
    """
    Where the partie first diverges, in its totals or its result.
    """
    divergences: list[Divergence]
    """
    What is wrong by itself, of the deals and of the partie, in the order of the record. At most a hundred are listed.
    """
    carried_forward: list[Divergence]
    """
    The claims that differ only because they rest on others that are wrong, whose pointers `carries` has. At most a hundred are listed.
    """
    unlisted: int
    """
    How many more there are of both than are listed.
    """
    totals: Score | None
    """
    The totals of the partie by the computed scores of its deals, without adjustments; null if one of them is not known.
    """
    deals_due: int | None
    """
    How many deals are still due.
    """
    result: RecordResult | None
    """
    The result of the partie without adjustments, once it is over.
    """
    adjusted: AdjustedPartie | None
    """
    The adjustments of the record, and the partie with them; null if there are none.
    """


class ComparedRecords(TypedDict):
    """
    The deals of records by board.
    """

    problems: list[ProblemOfRecord]
    """
    What could not be read, up to a hundred problems.
    """
    boards: list[Board]
    """
    The boards that were played more than once, in the order of their first deals.
    """
    once: list[BoardOnce]
    """
    The deals whose board was played once.
    """
    players: list[PlayerOfBoards]
    """
    The matchpoints of the players over all boards, the largest share first.
    """
    engine_version: EngineVersion


class PartieToSettle(TypedDict):
    """
    A partie, between two or, with `chouette`, among three.
    """

    ruleset: NotRequired[RulesetOrPortland]
    deals: DealScores
    chouette: NotRequired[ChouettePlayers]


class MatchToSettle(TypedDict):
    """
    The games of a match, in order; the last one may be unfinished.
    """

    ruleset: NotRequired[RulesetOrPortland]
    games: list[DealScores]
    """
    The deals of each game.
    """


class Settlement(TypedDict):
    """
    The settlement of a partie so far.
    """

    totals: Totals
    """
    The totals, with doubled deals counted double.
    """
    over: bool
    """
    Whether the partie is over.
    """
    winner: Seat | None
    """
    The seat that has won; null if the partie is not over, or is drawn.
    """
    rubicon: bool
    """
    Whether the loser was rubiconed.
    """
    settlement: int | None
    """
    The points that the winner wins: 0 if the partie is drawn, null while it is not over. With a target, the number of games won: one or two.
    """
    deals_due: int
    """
    The number of deals that must still be played.
    """
    chouette: NotRequired[ChouetteSettlement]
    ruleset: Ruleset
    engine_version: EngineVersion


class MatchSettlement(TypedDict):
    """
    A match so far (R8.5).
    """

    games: list[GameSettlement]
    """
    The settlement of each game.
    """
    games_won: GamesWon
    over: bool
    """
    Whether the match is over.
    """
    winner: Seat | None
    """
    The seat that has won the match; null while it is not over.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


IncidentOfFacts: TypeAlias = MisdealIncident | DealOutOfTurnIncident | ExposedIncident | FacedIncident | PackIncident | SpoiledIncident | WrongExchangeIncident | RecoveredIncident | BuriedIncident | PeekedIncident | DealerSawIncident | UndeclaredIncident | LookedIncident | FalseBlancheIncident | LostPointIncident | FalseClaimIncident | FalseReplyIncident | UndueReckoningIncident | NotReckonedIncident | ImpliedIncident | RevokeIncident | LeadOutOfTurnIncident | RunIncident | OverplayedIncident | DroppedIncident | MisinformedIncident | MiscountedIncident | SheetsIncident | LongHandIncident | CutIncident | PacketsIncident | OfferIncident
"""
What happened: the kind of irregularity, and the facts that are known. Each fact may be left out; the ruling asks for it if it matters. Facts speak of the roles elder and younger in the deal. With `dealer`, the ruling names the offender and those entitled by their seats.
"""


class EvaluateHands(TypedDict):
    """
    Hands to evaluate, one or up to 1,000.
    """

    ruleset: NotRequired[RulesetOrPortland]
    hands: list[KnownHand]
    """
    The hands.
    """
    odds: NotRequired[WithOdds]


class CompareRequest(TypedDict):
    """
    Two hands after the exchange.
    """

    ruleset: NotRequired[RulesetOrPortland]
    elder: list[Card]
    """
    Elder's hand, or the part of it that matters. No card twice.
    """
    younger: list[Card]
    """
    Younger's hand, or the part of it that matters. No card twice.
    """
    carte_blanche: NotRequired[ClaimantOrNone]


class PlayFromHands(TypedDict):
    """
    Hands of equal size between two tricks. Omitted members count as zero. The cards need more than six tricks and capot needs twelve, including those in `tricks`. Elder's points in `in_hand` and `play` count towards a pique, unless younger has any.
    """

    ruleset: NotRequired[RulesetOrPortland]
    hands: HandsBySide
    leader: Side
    """
    The side that leads to the next trick.
    """
    in_hand: NotRequired[PointsSoFar]
    """
    The points that each side has reckoned in hand. If elder has thirty or more and younger has none, this is a repique, after which no pique is possible.
    """
    play: NotRequired[PointsSoFar]
    """
    The points that each side has made by leads, captures and tricks. Do not include the ten for the cards: where they are counted at the seventh trick (R6.4), they follow from `tricks`.
    """
    tricks: NotRequired[TricksBySide]


class PlayFromLead(TypedDict):
    """
    Hands within a trick: `leader` has led the card `led`, and the other side is to follow. The card is in neither hand, so the side that follows has one card more.
    """

    ruleset: NotRequired[RulesetOrPortland]
    hands: HandsInATrick
    leader: Side
    """
    The side that has led.
    """
    led: Card
    """
    The card on the table.
    """
    in_hand: NotRequired[PointsSoFar]
    """
    The points that each side has reckoned in hand.
    """
    play: NotRequired[PointsSoFar]
    """
    The points of play that each side has made, including the point for `led`. If you leave it out, only that point counts. As between tricks, do not include the ten for the cards.
    """
    tricks: NotRequired[TricksBySide]


class ExchangeOfHand(TypedDict):
    """
    A hand before its exchange, and what else its holder knows.
    """

    ruleset: NotRequired[RulesetOrPortland]
    side: Side
    """
    The side that holds the hand.
    """
    hand: list[Card]
    """
    The twelve cards of the hand.
    """
    known: NotRequired[CardsSeenBefore]
    held: NotRequired[CardsKeptByTheOther]
    carte_blanche: NotRequired[ClaimOrNone]
    available: NotRequired[Count]
    """
    The number of cards in the talon. If you leave it out, it is the whole talon for elder, and for younger what is left after elder has taken as many as allowed.
    """
    at_most: NotRequired[DiscardSize]
    mode: NotRequired[RequestedMode]
    limit: NotRequired[DiscardLimit]
    play: NotRequired[WithPlay]
    named: NotRequired[NamedDiscards]


class Comparison(TypedDict):
    """
    What two hands reckon against each other.
    """

    categories: list[ComparedCategory]
    """
    Point, sequence and set.
    """
    score: PointsBySide
    """
    The total that each side reckons, including a repique.
    """
    repique: SideOrNull
    """
    The side that makes a repique; null if neither does.
    """
    saved: SavedBonus | None
    """
    The repique that was prevented, and what prevented it; null if there is none.
    """
    steps: list[ScoringStep]
    """
    The steps of the scoring, in the order of R7.1.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class ValuedPoint(TypedDict):
    """
    A point.
    """

    length: Length
    value: Value
    cards: Cards
    score: Points
    """
    The score if it is good (R5.12). Of several points only one is reckoned.
    """
    good_against_the_cards: bool
    """
    Whether no equal or better holding can be formed from the cards that are neither in the hand nor in `discards` (R5.8).
    """
    odds: OddsOrNull


class ValuedSequence(TypedDict):
    """
    A sequence.
    """

    length: Length
    top: Top
    cards: Cards
    score: Points
    """
    The score if it is good (R5.12). Of several points only one is reckoned.
    """
    good_against_the_cards: bool
    """
    Whether no equal or better holding can be formed from the cards that are neither in the hand nor in `discards` (R5.8).
    """
    odds: OddsOrNull


class ValuedSet(TypedDict):
    """
    A trio or a quatorze.
    """

    count: Length
    rank: Rank
    cards: Cards
    score: Points
    """
    The score if it is good (R5.12). Of several points only one is reckoned.
    """
    good_against_the_cards: bool
    """
    Whether no equal or better holding can be formed from the cards that are neither in the hand nor in `discards` (R5.8).
    """
    odds: OddsOrNull


class PlayAnalysis(TypedDict):
    """
    The result of best play, all cards known. Points are those still to be made in the deal, in addition to those in the state and in `reckoned`.
    """

    to_act: Side
    """
    The side that is to play.
    """
    value: int
    """
    Elder's further points minus younger's, if both play best.
    """
    points: PointsBySide
    """
    The points of both sides on the line of the first card in `best`.
    """
    pique: bool
    """
    Whether elder makes a pique on that line.
    """
    best: list[Card]
    """
    The best cards; more than one if they have the same value.
    """
    cards: list[PlayedCard]
    """
    Every card that may be played.
    """
    lacks_for_pique: int | None
    """
    The number of points that elder lacks for a pique (0: a point of play is enough). It is null if no pique is possible any more, because younger has points, or because a pique or repique has been made.
    """
    reckoned: PointsBySide
    """
    The points that each side still reckons by the assumption `all_reckoned`, including a repique and a pique that a lead on the table has made; otherwise 0.
    """
    assumptions: list[Word]
    """
    What the analysis assumes that the state does not say. More may be added:
    `all_reckoned`: each side that still has something to reckon reckons everything that it may, in the best way;
    `played_out`: the deal is played out and scored in full, though the partie would stop as soon as a player reaches
    the target.

    """
    ruleset: Ruleset
    engine_version: EngineVersion


VoleurDealRequest: TypeAlias = NextVoleurDealFromDeck | NextVoleurDealFromHands | NextVoleurDealFromSeed | FirstVoleurDealFromDeck | FirstVoleurDealFromHands | FirstVoleurDealFromSeed
"""
The cards to deal, as a `deck`, as `hands`, or by a `seed`, drawn if left out. Deal for a `state` in phase `deal_over`, or for a new partie with the `dealer` of its first deal and its `ruleset`.
"""


VoleurCheckManyRequest: TypeAlias = VoleurCheckItems | VoleurCheckInTurn
"""
Either several states with an action each, or one state with actions to apply in order.
"""


VoleurJudgement: TypeAlias = LegalVoleurJudgement | IllegalVoleurJudgement
"""
Whether an action is legal. If it is, `state`, `events` and `score_delta` are present and `violations` is empty. If it is not, they are missing and `violations` is not empty.
"""


class VoleurJudgementList(TypedDict):
    """
    Judgements, in the order of the request.
    """

    items: list[VoleurJudgement]
    """
    The judgements.
    """
    engine_version: EngineVersion


class VoleurViewAnswer(TypedDict):
    """
    What a seat may see.
    """

    view: VoleurView
    ruleset: VoleurRuleset
    engine_version: EngineVersion


class VoleurComparison(TypedDict):
    """
    What the hands reckon against each other.
    """

    categories: list[VoleurComparedCategory]
    """
    Point, sequence and set.
    """
    score: VoleurScore
    """
    The total that each side reckons, including a repique.
    """
    repique: VoleurSide | None
    """
    The side that makes a repique; null if none does.
    """
    saved: list[VoleurSavedBonus]
    """
    The repiques that were prevented.
    """
    steps: list[VoleurScoringStep]
    """
    The steps of the scoring, in the order of reckoning (V7.1).
    """
    ruleset: VoleurRuleset
    engine_version: EngineVersion


NormandDealRequest: TypeAlias = NextNormandDealFromDeck | NextNormandDealFromHands | NextNormandDealFromSeed | FirstNormandDealFromDeck | FirstNormandDealFromHands | FirstNormandDealFromSeed
"""
The cards to deal, as a `deck`, as `hands` with `talon`, or by a `seed`, drawn if left out. Deal for a `state` in phase `deal_over`, or for a new partie with the `dealer` of its first deal and its `ruleset`.
"""


NormandCheckManyRequest: TypeAlias = NormandCheckItems | NormandCheckInTurn
"""
Either several states with an action each, or one state with actions to apply in order.
"""


NormandJudgement: TypeAlias = LegalNormandJudgement | IllegalNormandJudgement
"""
Whether an action is legal. If it is, `state`, `events` and `score_delta` are present and `violations` is empty. If it is not, they are missing and `violations` is not empty.
"""


class NormandJudgementList(TypedDict):
    """
    Judgements, in the order of the request.
    """

    items: list[NormandJudgement]
    """
    The judgements.
    """
    engine_version: EngineVersion


class NormandViewAnswer(TypedDict):
    """
    What a seat may see.
    """

    view: NormandView
    ruleset: NormandRuleset
    engine_version: EngineVersion


class NormandComparison(TypedDict):
    """
    What the hands reckon against each other.
    """

    categories: list[NormandComparedCategory]
    """
    Point, sequence and set.
    """
    score: NormandScore
    """
    The total that each seat reckons, including a repique.
    """
    repique: NormandSeat | None
    """
    The seat that makes a repique; null if none does.
    """
    saved: list[NormandSavedBonus]
    """
    The repiques that were prevented.
    """
    steps: list[NormandScoringStep]
    """
    The steps of the scoring, in the order of reckoning (N7.1).
    """
    ruleset: NormandRuleset
    engine_version: EngineVersion


class IllegalJudgement(TypedDict):
    """
    Illegal an action.
    """

    legal: Literal[False]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


Action: TypeAlias = AnyClaimCarteBlanche | CommitDiscard | AnyExchange | LookAtLeft | NameSuit | Call | Pass | Reply | StateTieBreak | Decline | AnyReckon | Play | Concede | Incident | Amend | RulingAction
"""
What a seat does or says; `type` names the kind. If you leave out an optional `cards` or `holdings`, the service chooses, and the history of the resulting state has its choice. Which actions are legal depends on the state: `POST /v1/actions/options` lists them.
"""


History: TypeAlias = list[Action]
"""
The actions of a deal, in order.
"""


GivenAction: TypeAlias = Action | ActionText
"""
An action as an object, or as text.
"""


class FinishedDeal(TypedDict):
    """
    An earlier deal of the partie, with everything that is needed to replay it.
    """

    dealer: Seat
    dealt: Dealt
    history: History
    score: Score
    """
    The points made in the deal, before any doubling.
    """
    annulled: NotRequired[Word]
    """
    The law by which the deal was annulled (E1, E2); not there if it counts. An annulled deal has no number of its own.
    """
    out_of_turn: NotRequired[Flag]
    """
    True if it was not this seat's turn to deal (K2); otherwise not there.
    """


PartieRequest: TypeAlias = PartieByDealer | PartieByCut
"""
The start of a partie: its first dealer, or the cut.
"""


ConcealedDealRequest: TypeAlias = FirstConcealedDeal | NextConcealedDeal
"""
A concealed partie to begin, or the next deal of one.
"""


Option: TypeAlias = RulingOption | AmendOption | DiscardOption | ClaimOption | LookOption | NameSuitOption | CallOption | PassOption | ReplyOption | TieBreakOption | PlainOption | ReckonOption | PlayOption
"""
A type of action that a seat may take, with what is needed to build every legal action of that type.
"""


class OptionsAnswer(TypedDict):
    """
    What the seats may do.
    """

    to_act: Seat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    phase: Phase
    options: list[Option]
    """
    What may be done, by type of action; it includes the other seat's options if that seat may act out of turn.
    """
    actions: NotRequired[list[Action]]
    """
    With `expand`, the concrete actions of this page; with `sample`, those that were drawn.
    """
    total: NotRequired[int]
    """
    With `expand` or `sample`, the total number of concrete actions.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class View(TypedDict):
    """
    A state as one seat may see it. It has no card that the seat cannot know.
    """

    seat: Seat
    """
    The seat whose view it is.
    """
    ruleset: Ruleset
    partie: ViewedPartie
    phase: Phase
    to_act: Seat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: Cards | None
    """
    The twelve cards dealt to the seat; null before the first deal.
    """
    hand: list[Card]
    """
    The cards that the seat has in hand.
    """
    drawn: list[Card]
    """
    The cards that it drew, in the order of the talon.
    """
    discards: list[Card]
    """
    The cards that it discarded.
    """
    committed: list[Card]
    """
    The cards that it has committed to discard, if it is younger (R3.3).
    """
    looked: list[Card]
    """
    The cards left in the talon that it has seen.
    """
    left: Counts
    look: bool | None
    """
    Whether younger looked at the cards left; null while undecided.
    """
    elder_look: bool | None
    """
    Whether elder looked alone, under `private_named_suit`; otherwise null (R4.5).
    """
    named_suit: Suit | None
    """
    The suit that elder named in order to look, and must lead (R4.5).
    """
    carte_blanche: CarteBlanches
    announced_exchange: Count | None
    """
    The number of cards that elder announced to exchange with a carte blanche; otherwise null.
    """
    talon_count: int
    """
    The number of cards left in the talon.
    """
    calls: list[CallEntry]
    """
    What elder called, in order.
    """
    tricks: list[Trick]
    """
    The tricks, in order.
    """
    score: Score
    """
    The points of the current deal.
    """
    events: list[Event]
    """
    What has happened in the deal, in order.
    """
    shown: list[Card]
    """
    The seat's own cards that the other seat may ask to see.
    """
    other: OtherHand
    incidents: NotRequired[list[IncidentRecord]]
    """
    The irregularities that the seat knows of: those that both players can see, its own, and those that were raised. A view that you send may leave out this member and those after it, except `options`.
    """
    reckons_nothing: NotRequired[LawsBySeat]
    seen: NotRequired[list[Card]]
    """
    The cards of the other seat, or of the talon, that an irregularity has shown to the seat.
    """
    ahead: NotRequired[CardsBySeat]
    """
    The cards that each seat has put down to a run and that are not in a trick yet (K21).
    """
    called_suit: NotRequired[Suit | None]
    """
    The suit that the seat must lead when it next has the lead (E8); null if it is free.
    """
    awaiting: NotRequired[Seat]
    """
    The seat whose key the next concealed deal still needs, if the other seat has agreed.
    """
    options: list[Option]
    """
    What the seat may do, if anything.
    """


class RecordReports(TypedDict):
    """
    The reports of records.
    """

    reports: list[RecordReport]
    """
    One report for each record, in order. Together they have at most 4 MiB. A report that does not fit is replaced by a short one with the problem `record.limit`.
    """
    engine_version: EngineVersion


class ReviewedDecision(TypedDict):
    """
    What was done, what would have been best, and what that cost.
    """

    step: int
    """
    The step of the deal, from 1.
    """
    seat: Seat
    phase: Phase
    done: Action
    best: Action
    """
    The best action found; the one done if it costs nothing.
    """
    cost: float
    """
    The expected points that were given away.
    """
    error: float
    """
    The standard error of the cost.
    """
    exact: bool
    """
    Whether all layouts were used.
    """
    blamed: bool
    """
    Whether the cost is more than its error.
    """


SettlementRequest: TypeAlias = PartieToSettle | MatchToSettle
"""
The points of the deals of a partie, or of the games of a match.
"""


SettlementAnswer: TypeAlias = Settlement | MatchSettlement
"""
The settlement of a partie or a match so far.
"""


class RulingOnFacts(TypedDict):
    """
    An irregularity described by facts, without the cards. With `seat`, the ruling has only the elections of that seat; `dealer` is then required in the incident.
    """

    ruleset: NotRequired[RulesetOrPortland]
    incident: IncidentOfFacts
    seat: NotRequired[Seat]
    lang: NotRequired[SentenceLanguage]


class EvaluateView(TypedDict):
    """
    The hand of the seat whose view it is, with everything that the view shows.
    """

    view: View
    odds: NotRequired[WithOdds]


class AdviceOfView(TypedDict):
    """
    Advice for the seat whose view it is.
    """

    view: View
    assume: NotRequired[Assumption]
    weights: NotRequired[LayoutWeights]
    effort: NotRequired[Effort]
    seed: NotRequired[SampleSeed]
    limit: NotRequired[OptionLimit]


class AdviceOption(TypedDict):
    """
    An action, and what it is worth.
    """

    action: Action
    value: float | None
    """
    The expected difference; null for the only legal action, for which nothing is computed.
    """
    error: float
    """
    The standard error of the value; 0 if it is exact.
    """
    behind: float
    """
    How much less it is worth than the first option; at least so much, if it is a card.
    """
    behind_error: float
    """
    The standard error of `behind`, over the same layouts.
    """
    parts: AdviceParts | None
    """
    The parts of the value, which add up to it; null if there is none.
    """
    because: list[AdviceReason]
    """
    Reasons, which a program can put into words (docs/advice.md).
    """


class ExchangeOfView(TypedDict):
    """
    The exchange of the seat whose view it is. The view determines the hand, what the seat has seen, how many cards it may exchange and who has shown a carte blanche.
    """

    view: View
    at_most: NotRequired[DiscardSize]
    mode: NotRequired[RequestedMode]
    limit: NotRequired[DiscardLimit]
    play: NotRequired[WithPlay]
    named: NotRequired[NamedDiscards]


class Evaluation(TypedDict):
    """
    The value of a hand by itself. A holding that is part of another is not listed.
    """

    cards: Cards
    points: list[ValuedPoint]
    """
    The points, the best first.
    """
    sequences: list[ValuedSequence]
    """
    The sequences, the best first.
    """
    sets: list[ValuedSet]
    """
    The sets, the best first.
    """
    carte_blanche: int
    """
    The score of a carte blanche if these twelve cards are as dealt (R3.1); 0 if they are not a carte blanche, or if anything is discarded.
    """
    carte_rouge: int
    """
    The score of a carte rouge if one of the points, the sequences and the sets are reckoned; 0 if a card is left out, or if the ruleset has no carte rouge.
    """
    nought: bool
    """
    Whether the hand has a nought. If so, the nought is among the points and the sequences, without cards.
    """


class HandAnswer(TypedDict):
    """
    The value of a hand by itself. A holding that is part of another is not listed.
    """

    cards: Cards
    points: list[ValuedPoint]
    """
    The points, the best first.
    """
    sequences: list[ValuedSequence]
    """
    The sequences, the best first.
    """
    sets: list[ValuedSet]
    """
    The sets, the best first.
    """
    carte_blanche: int
    """
    The score of a carte blanche if these twelve cards are as dealt (R3.1); 0 if they are not a carte blanche, or if anything is discarded.
    """
    carte_rouge: int
    """
    The score of a carte rouge if one of the points, the sequences and the sets are reckoned; 0 if a card is left out, or if the ruleset has no carte rouge.
    """
    nought: bool
    """
    Whether the hand has a nought. If so, the nought is among the points and the sequences, without cards.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class Evaluations(TypedDict):
    """
    The values of hands.
    """

    hands: list[Evaluation]
    """
    The hands, in the order of the request.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class PlayedDiscards(TypedDict):
    """
    With `play`, discards as advice ranks them (docs/advice.md).
    """

    options: list[AdviceOption]
    """
    The discards, best first.
    """
    basis: Basis
    """
    What the values rest on.
    """


class RulingsAtTable(TypedDict):
    """
    A state. The rulings are those on everything that is open in the deal in hand; with `number`, on that entry; with `action`, on an illegal act, marked or not, or an incident that is proposed. With `seat`, only what that seat may know and elect.
    """

    number: NotRequired[EntryNumber]
    kind: NotRequired[IrregularityKind]
    """
    The kind of irregularity, where one entry is two.
    """
    action: NotRequired[GivenAction]
    seat: NotRequired[Seat]
    full: NotRequired[bool]
    """
    Whether each election has the state that it leads to.
    """
    lang: NotRequired[SentenceLanguage]


class Partie(TypedDict):
    """
    The partie that the deal belongs to.
    """

    first_dealer: Seat
    """
    The seat that deals the first deal; the seats then deal in turn (R2.4).
    """
    deal: int
    """
    The number of the current deal, from 1; 0 before the first.
    """
    dealer: Seat | None
    """
    The seat that dealt the current deal; null before the first.
    """
    score: Score
    """
    The totals of the finished deals, with doubled deals counted double; the current deal is included once it is over.
    """
    deals: list[FinishedDeal]
    """
    The deals before the current one.
    """
    result: Result | None
    """
    The settlement once the partie is over; null before.
    """


class ConcealedDealAnswer(TypedDict):
    """
    A deal of a concealed partie, or the agreement of one seat to the next deal.
    """

    concealed: ConcealedState
    awaiting: NotRequired[Seat]
    """
    The seat whose key the next deal still needs. If this member is present, nothing has been dealt yet.
    """
    events: list[Event]
    """
    The events of the deal, in order.
    """
    view: NotRequired[View]
    """
    What the seat whose key was sent may see; only with the next deal of a partie.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class ViewAnswer(TypedDict):
    """
    What a seat may see.
    """

    view: View
    ruleset: Ruleset
    engine_version: EngineVersion


class ReviewedDeal(TypedDict):
    """
    A deal, with the decisions in which there was a choice.
    """

    deal: int
    """
    The number of the deal, from 1.
    """
    annulled: bool
    """
    Whether the record marks it as annulled.
    """
    steps: int
    """
    The number of its steps.
    """
    stopped: ReviewStop | None
    """
    The step from which on it is not reviewed, and why; null if all of it is.
    """
    decisions: list[ReviewedDecision]
    """
    The decisions, in order.
    """


class Advice(TypedDict):
    """
    What a seat may do, best first.
    """

    seat: Seat
    phase: Phase
    options: list[AdviceOption]
    """
    The actions that were compared, best first. Where saying what is held is as good as anything else within the error, it comes first.
    """
    basis: AdviceBasis
    ruleset: Ruleset
    engine_version: EngineVersion


class ExchangeAnalysis(TypedDict):
    """
    Discards, ranked by the expected score of their declarations. Tricks and the cards are not counted.
    """

    side: Side
    mode: AnalysisMode
    """
    The mode that was requested.
    """
    assumes: list[str]
    """
    The assumptions behind the numbers.
    """
    discards: int
    """
    The number of legal discards.
    """
    rows: list[DiscardAnalysis]
    """
    The first discards by rank, as many as were requested.
    """
    played: NotRequired[PlayedDiscards]
    ruleset: Ruleset
    engine_version: EngineVersion


class State(TypedDict):
    """
    A game between two requests. A state is its history: the cards dealt and the actions taken determine every other member, and the service checks each member against them. Send the state back as you received it. The other members are for you to read.
    """

    ruleset: Ruleset
    partie: Partie
    phase: Phase
    to_act: Seat | None
    """
    The seat whose turn it is; null when a deal is due or the partie is over.
    """
    dealt: Dealt | None
    """
    The cards as dealt; null before the first deal.
    """
    hands: CardsBySeat
    """
    The cards in hand now.
    """
    talon: Cards
    """
    The cards that have not been drawn, top first.
    """
    discards: CardsBySeat
    """
    The cards that each seat has discarded.
    """
    drawn: CardsBySeat
    """
    The cards that each seat has drawn, in the order of the talon.
    """
    committed: Cards
    """
    The cards that younger has committed to discard while elder shows a carte blanche (R3.3); otherwise empty.
    """
    carte_blanche: CarteBlanches
    announced_exchange: CountOrNull
    """
    The number of cards that elder announced to exchange with a carte blanche; otherwise null.
    """
    left: Counts
    looked: CardsBySeat
    """
    The cards left in the talon that each seat has seen (R4.4, R4.5).
    """
    look: bool | None
    """
    Whether younger looked at the cards left; null while undecided.
    """
    elder_look: bool | None
    """
    Whether elder looked alone, under `private_named_suit`; otherwise null (R4.5).
    """
    named_suit: Suit | None
    """
    The suit that elder named in order to look, and must lead (R4.5).
    """
    calls: list[CallEntry]
    """
    What elder called, in order.
    """
    shown: CardsBySeat
    """
    The cards that the other seat may ask to see, because they were reckoned or stated equal (R5.13).
    """
    tricks: list[Trick]
    """
    The tricks, in order; the last one may have only its lead.
    """
    score: Score
    """
    The points of the current deal.
    """
    events: list[StateEvent]
    """
    What has happened in the deal, in order.
    """
    history: History
    incidents: NotRequired[list[IncidentRecord]]
    """
    The irregularities of the deal that were entered, reported or raised, in order. This member and the four after it are empty unless there was one. They may be left out then, but a seal is for the state with them.
    """
    reckons_nothing: NotRequired[LawsBySeat]
    seen: NotRequired[CardsBySeat]
    """
    The cards of the other seat, or of the talon, that were exposed to each seat by an irregularity.
    """
    ahead: NotRequired[CardsBySeat]
    """
    The cards that each seat has put down to a run and that are not in a trick yet (K21).
    """
    called_suit: NotRequired[SuitsBySeat]
    seal: NotRequired[str]
    """
    Proof that the service wrote this state, if the service was started with keys for seals. A state that comes back with its seal is not replayed. A seal fits no other state. You may leave it out, unless the service accepts sealed states only.
    """


class PartieAnswer(TypedDict):
    """
    Who deals first, and the state if that is settled.
    """

    outcome: NotRequired[Literal["deals", "chooses", "cut_again"]]
    """
    The result of the cut: `seat` deals, `seat` may choose who deals, or both cut again.
    """
    seat: NotRequired[Seat | None]
    """
    The seat that deals or chooses; null if both cut again.
    """
    state: NotRequired[State]
    """
    The partie before its first deal, if the first dealer is settled.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class DealAnswer(TypedDict):
    """
    The response to a deal.
    """

    state: State
    seed: NotRequired[Seed]
    """
    The seed of the deck, if it comes from one.
    """
    events: list[Event]
    """
    The events of the deal, in order.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class Validity(TypedDict):
    """
    Whether a state is possible.
    """

    valid: bool
    """
    Whether every member of the state follows from its history.
    """
    violations: list[Violation]
    """
    Every reason why the state is not possible; up to a hundred.
    """
    text: NotRequired[str]
    """
    The state in one line, in canonical form; if it is valid.
    """
    state: NotRequired[State]
    """
    The state in full; if it was sent as text and is valid.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


class RecordReview(TypedDict):
    """
    What the decisions of a record cost.
    """

    ruleset: str
    """
    The ruleset with its version, without overrides.
    """
    problems: list[RecordProblem]
    """
    What could not be read; up to a thousand problems.
    """
    deals: list[ReviewedDeal]
    """
    The deals, in the order of the record; if some were named, those.
    """
    sums: list[ReviewSum]
    """
    The decisions of each seat by phase.
    """
    effort: Effort
    seed: SampleSeed
    engine_version: EngineVersion


class ElectionOffer(TypedDict):
    """
    A choice that the law offers. `actions`, `events`, `score_delta`, `phase` and `to_act` say what it does to a state; without a state they are empty or null.
    """

    election: Literal["enforce", "waive", "redeal", "void", "rectify", "stand", "withdraw", "replay", "relead", "forgo", "reckon", "object", "alter", "demand", "inspect", "accept"]
    """
    - `enforce`: The penalty is applied.
    - `waive`: The penalty is remitted; a claim that was false is struck all the same.
    - `redeal`: The deal is annulled, and the same dealer deals again.
    - `void`: The deal is annulled, and the player whose turn it is deals.
    - `rectify`: The deal is annulled, and dealt again with the misplaced cards put right.
    - `stand`: The deal continues as it was dealt.
    - `withdraw`: The card that was led out of turn goes back to the hand.
    - `replay`: Play goes back to the card that the law names, and is resumed from there.
    - `relead`: Elder takes the first lead back and leads any card; all calls stand.
    - `forgo`: Nothing changes, and the right is gone.
    - `reckon`: Holdings are reckoned late.
    - `object`: What was reckoned without a right to it is struck.
    - `alter`: A discard that was laid out, and for which nothing has been taken yet, is free again.
    - `demand`: The opponent must lead a suit when next in the lead.
    - `inspect`: The cards are shown to the seat that elects.
    - `accept`: The offer is accepted, and the deal is annulled.

    """
    effects: list[RuleId]
    """
    The effects, in the order in which they are carried out.
    """
    until: Until
    actions: list[Action]
    """
    The actions that bring the election about.
    """
    events: list[Event]
    """
    The events of these actions.
    """
    score_delta: Score | None
    """
    By how much the score of the deal changes.
    """
    phase: Phase | None
    """
    The phase afterwards.
    """
    to_act: Seat | None
    """
    Who is to act afterwards.
    """
    state: NotRequired[State]
    """
    The state afterwards, with `full` only.
    """
    concealed: NotRequired[ConcealedState]
    """
    The concealed state afterwards, with `full` only.
    """
    sentence: str
    """
    Who may elect this, what comes of it, and until when, to be read out in the language of the request.
    """


class LegalJudgement(TypedDict):
    """
    Legal an action.
    """

    legal: Literal[True]
    """
    Whether the action is legal.
    """
    violations: list[Violation]
    """
    Every reason why the action is illegal.
    """
    state: NotRequired[State]
    """
    The state after the action.
    """
    concealed: NotRequired[ConcealedState]
    """
    The state after the action, in place of `state`; if the state in the request was concealed.
    """
    view: NotRequired[View]
    """
    What the seat whose key was sent may see after the action; with `concealed`.
    """
    events: list[Event]
    """
    The events of the action, in order.
    """
    score_delta: Score
    """
    The points that each seat scored by the action.
    """
    text: NotRequired[str]
    """
    The state after the action in one line; if the state was sent as text.
    """
    ruleset: Ruleset
    engine_version: EngineVersion
    incident: NotRequired[IncidentRecord]
    """
    The irregularity that the action is, if it is marked as irregular or reports one.
    """


GivenState: TypeAlias = State | StateText | HeldState
"""
A state as the service returned it, in one line of text, or concealed. If the service accepts sealed states only, text is refused (409 `seal_required`).
"""


class NextDealFromDeck(TypedDict):
    """
    The next deal of a partie, from a deck.
    """

    state: GivenState
    deck: Deck


class NextDealFromHands(TypedDict):
    """
    The next deal of a partie, from the cards as they lie.
    """

    state: GivenState
    hands: CardsBySeat
    talon: Cards


class NextIrregularDeal(TypedDict):
    """
    The next deal of a partie with wrong numbers of cards, or by the wrong dealer.
    """

    state: GivenState
    hands: CardsBySeat
    talon: Cards
    irregular: Flag
    """
    The cards were dealt in wrong numbers, or by the wrong seat (docs/law.md, K1, K2).
    """
    dealer: NotRequired[Seat]
    """
    The seat that dealt, though the other was due.
    """


class NextDealFromSeed(TypedDict):
    """
    The next deal of a partie, from a seed.
    """

    state: GivenState
    seed: NotRequired[Seed]


class CheckRequest(TypedDict):
    """
    A state, and a proposed action.
    """

    state: GivenState
    action: GivenAction


class CheckItems(TypedDict):
    """
    States and actions, judged one by one.
    """

    items: list[CheckRequest]
    """
    The pairs to judge.
    """


class CheckInTurn(TypedDict):
    """
    Actions to apply in order, until one is illegal.
    """

    state: GivenState
    actions: list[GivenAction]
    """
    The actions to apply, in order.
    """


class OptionsRequest(TypedDict):
    """
    A state, and whether to list concrete actions.
    """

    state: GivenState
    expand: NotRequired[Expand]
    offset: NotRequired[Offset]
    limit: NotRequired[ActionLimit]
    sample: NotRequired[ActionSample]
    seed: NotRequired[ActionSeed]
    remedies: NotRequired[Remedies]
    seat: NotRequired[Seat]
    """
    List the options of this seat only.
    """


class StateRequest(TypedDict):
    """
    A state.
    """

    state: GivenState


class ViewRequest(TypedDict):
    """
    A state, and the seat whose view to return.
    """

    state: GivenState
    seat: Seat


class PictureRequest(TypedDict):
    """
    A state, and how to draw it.
    """

    state: GivenState
    seat: NotRequired[Seat]
    """
    The seat that looks; without it everything is visible.
    """
    bottom: NotRequired[Seat]
    """
    The seat at the bottom of the picture; by default that of `seat`, or else A.
    """
    lang: NotRequired[PictureLanguage]
    colours: NotRequired[PictureColours]
    width: NotRequired[PictureWidth]
    suits: NotRequired[PictureSuits]


Judgement: TypeAlias = LegalJudgement | IllegalJudgement
"""
Whether an action is legal. If it is, `state` (or `concealed`), `events` and `score_delta` are present and `violations` is empty. If it is not, they are missing and `violations` is not empty.
"""


class JudgementList(TypedDict):
    """
    Judgements, in the order of the request.
    """

    items: list[Judgement]
    """
    The judgements.
    """
    engine_version: EngineVersion


class RulingOnState(TypedDict):
    """
    A state. The rulings are those on everything that is open in the deal in hand; with `number`, on that entry; with `action`, on an illegal act, marked or not, or an incident that is proposed. With `seat`, only what that seat may know and elect.
    """

    state: GivenState
    number: NotRequired[EntryNumber]
    kind: NotRequired[IrregularityKind]
    """
    The kind of irregularity, where one entry is two.
    """
    action: NotRequired[GivenAction]
    seat: NotRequired[Seat]
    full: NotRequired[bool]
    """
    Whether each election has the state that it leads to.
    """
    lang: NotRequired[SentenceLanguage]


class Ruling(TypedDict):
    """
    A ruling on one irregularity: the law, who may elect what until when, and what holds if nobody does.
    """

    number: int | None
    """
    The number of the entry in the history, 0 for the deal; null if there is no history.
    """
    kind: str
    """
    The kind of irregularity. It may be another than the one asked about, if the facts make it that one.
    """
    law: RuleId | None
    """
    The law that the ruling rests on; null if there is none, or if it depends on missing facts.
    """
    also: list[RuleId]
    """
    Further laws that the ruling rests on.
    """
    readings: list[RuleId]
    """
    The readings that the ruling rests on.
    """
    offender: PartyOrNull
    """
    Who did it; null if nobody did, or if it is not known.
    """
    finding: str | None
    """
    What the law takes the irregularity for, where it distinguishes; `false` or `misnomer`, for example.
    """
    facts: list[RulingFact]
    """
    The facts that the ruling rests on.
    """
    needs: list[RulingNeed]
    """
    The missing facts that would change the ruling, in the order to ask for them, the `optional` ones last. To ask one question at a time, ask the first, and send its answer with the others. The elections hold whatever these facts are.
    """
    passed: NotRequired[list[Until]]
    """
    The times that are past. With kind and facts they make an incident on which the ruling is the same.
    """
    status: Literal["open", "lapsed", "ruled", "amended", "harmless", "none"]
    """
    - `open`: somebody may still elect, or correct what they said
    - `lapsed`: the time is past, and what happened stands
    - `ruled`: it is settled: by an election, or by the law itself, which leaves nobody a choice
    - `amended`: the player who erred has corrected it in time
    - `harmless`: it was irregular, and nothing follows from it
    - `none`: there is no irregularity

    """
    stage: str
    """
    The status, or `undecided` as long as missing facts (`needs`) decide it or who is entitled; `status` is `open` then, unless it is the same whatever they are. Further values may be added.
    """
    entitled: list[Party]
    """
    Who may elect, or correct what they said. If several may, the first to act decides.
    """
    until: Until | None
    """
    Until when the first election, or the correction, is possible; null if nothing is.
    """
    elections: list[ElectionOffer]
    """
    What may be elected. The law names the first one first; nobody is taken to have elected anything.
    """
    unraised: str | None
    """
    What holds if nobody elects in time.
    """
    message: str
    """
    The ruling in one sentence.
    """
    sentence: str
    """
    What happened and whether anybody has a choice, to be read out in the language of the request. The sentences of `elections` go on from there.
    """


class EvaluateSeat(TypedDict):
    """
    The hand of a seat, with what that seat may know of the state and nothing else.
    """

    state: GivenState
    seat: Seat
    odds: NotRequired[WithOdds]


class PlayFromState(TypedDict):
    """
    A state in phase `play`.
    """

    state: GivenState


class AdviceOfSeat(TypedDict):
    """
    Advice from what a seat may know of the state and nothing else.
    """

    state: GivenState
    """
    The state. Of a concealed one, send the key of the seat alone.
    """
    seat: NotRequired[Seat]
    """
    The seat to advise; by default the one to act.
    """
    assume: NotRequired[Assumption]
    weights: NotRequired[LayoutWeights]
    effort: NotRequired[Effort]
    seed: NotRequired[SampleSeed]
    limit: NotRequired[OptionLimit]


class ExchangeOfSeat(TypedDict):
    """
    The exchange of a seat, by what that seat may know of the state and nothing else.
    """

    state: GivenState
    seat: Seat
    at_most: NotRequired[DiscardSize]
    mode: NotRequired[RequestedMode]
    limit: NotRequired[DiscardLimit]
    play: NotRequired[WithPlay]
    named: NotRequired[NamedDiscards]


class StateToText(TypedDict):
    """
    A state, and perhaps a `record` of the same partie that has names of players, tags and notes.
    """

    state: GivenState
    record: NotRequired[GivenRecord]
    to: Literal["text"]


class StateToJson(TypedDict):
    """
    A state, and perhaps a `record` of the same partie that has names of players, tags and notes.
    """

    state: GivenState
    record: NotRequired[GivenRecord]
    to: NotRequired[Literal["json"]]


DealRequest: TypeAlias = NextDealFromDeck | NextDealFromHands | NextIrregularDeal | NextDealFromSeed | FirstDealFromDeck | FirstDealFromHands | FirstDealFromSeed
"""
The cards to deal, as a `deck`, as `hands` with `talon`, or by a `seed`, drawn if left out. Deal for a `state` in phase `deal` or `deal_over`, or for a new partie with the `dealer` of its first deal and its `ruleset`. A deal of given hands may be `irregular`: then it may have other numbers of cards, and with a `state` another `dealer`.
"""


CheckManyRequest: TypeAlias = CheckItems | CheckInTurn
"""
Either several states with an action each, or one state with actions to apply in order.
"""


ConvertRecordRequest: TypeAlias = RecordToText | OtherToText | StateToText | RecordToJson | OtherToJson | StateToJson
"""
A record or a state, and the format to convert it to.
"""


RulingsRequest: TypeAlias = RulingOnFacts | RulingOnState
"""
An irregularity, and what is known of it.
"""


class Rulings(TypedDict):
    """
    What the law says, and under which code.
    """

    rulings: list[Ruling]
    """
    The rulings, one for each irregularity.
    """
    code: str
    """
    The code of law of the ruleset, or `none`.
    """
    ruleset: Ruleset
    engine_version: EngineVersion


EvaluateRequest: TypeAlias = EvaluateHands | EvaluateView | EvaluateSeat
"""
Hands to evaluate, with what their holders know; or the hand of a seat, with what that seat knows.
"""


AnalysePlayRequest: TypeAlias = PlayFromState | PlayFromHands | PlayFromLead
"""
A state in play; or a ruleset, hands and who leads, optionally with the card that is led.
"""


AdviceRequest: TypeAlias = AdviceOfSeat | AdviceOfView
"""
The seat to advise, which must be to act, and how.
"""


ExchangeRequest: TypeAlias = ExchangeOfHand | ExchangeOfView | ExchangeOfSeat
"""
A hand before its exchange, and what its holder knows; or the seat that is to exchange.
"""
