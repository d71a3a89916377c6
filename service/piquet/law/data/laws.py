"""The laws as data (docs/law.md): the 78 of the Portland Club's code, and the four that only other codes have."""

from collections.abc import Mapping
from typing import Final, NamedTuple

#: How it is known that a law applies.
CATEGORIES: Final[Mapping[str, str]] = {
    "decided": "The cards, and what was said and done, decide.",
    "reported": "Something must be reported that no ordinary action tells.",
    "told": "Manners, or matters outside the game: told, never judged.",
}

#: The parts of a game, in their order.
SECTIONS: Final[Mapping[str, str]] = {
    "cutting": "Shuffling and cutting",
    "dealing": "Dealing",
    "carte_blanche": "Carte blanche",
    "exchange": "Discarding and taking in",
    "calling": "Calling and showing",
    "play": "Playing",
    "scoring": "Scoring",
    "pack": "Packs and bystanders",
}


class Law(NamedTuple):
    """A law.

    `content` is what it says, with the numbers of the Portland Club's game. `carried_by` has the rules (R), kinds of
    irregularity (K), corrections (A) and elections that bring it about. `reported` is what must be reported, if
    anything must. `effects` are those that it may have, `readings` those that it needs. `digest` is where the article
    S4 has it: the number of a law, or `text`; None if it does not. `digest_note` tells how S4 differs. A law that is
    `told` is never judged. Its `id` and `section` are filled in from the tables.
    """

    content: str
    carried_by: tuple[str, ...] = ()
    reported: str = ""
    effects: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    digest: str | None = None
    digest_note: str = ""
    told: bool = False
    section: str = ""
    id: str = ""

    @property
    def category(self) -> str:
        """How it is known that the law applies: a key of `CATEGORIES`."""
        if self.told:
            return "told"
        return "reported" if self.reported else "decided"


_CUTTING: Final = {
    "L1": Law("Both players may shuffle both packs; the dealer shuffles last.", digest="1", told=True),
    "L2": Law(
        "Nobody shuffles below the table, or so that faces can be seen.",
        digest="1",
        digest_note="only that the pack stays above the table",
        told=True,
    ),
    "L3": Law(
        "A cut lifts at least two cards and leaves at least two.",
        ("K27",),
        "how many cards were lifted and left",
        digest="2",
        digest_note="without the two cards that must be left",
    ),
    "L4": Law(
        "The player who cuts the higher card chooses who deals first; the dealer chooses the pack.",
        ("R2.4",),
        digest="3",
    ),
    "L5": Law(
        "A player who exposes two or more cards when cutting for the deal cuts again.",
        ("K27",),
        "the cards that were exposed",
    ),
    "L6": Law(
        "A cut for the deal stays valid though the pack turns out to be incorrect.",
        ("K27",),
        "that the pack is incorrect",
    ),
    "L7": Law(
        "If a card is exposed or the cards are confused while the pack is cut to the dealer, it is cut afresh.",
        ("K27",),
        "what went wrong",
        digest="4",
    ),
    "L8": Law("A player who has separated the pack has cut, and cannot cut otherwise.", told=True),
}

_DEALING: Final = {
    "L9": Law(
        "Cards are dealt in twos or in threes, in the same way all through the partie, and the talon is laid down as "
        "one packet.",
        ("R2.3", "K28"),
        "the packets that were dealt",
        readings=("LR32",),
        digest="5, 6",
    ),
    "L10": Law(
        "A wrong deal may be put right, if the adversary agrees, as long as no hand has been taken up.",
        ("K1a",),
        "that no hand has been taken up",
        ("E1",),
        ("LR15",),
        "7",
        "adds that the adversary may have a fresh deal",
    ),
    "L11": Law(
        "Elder, dealt eleven or thirteen cards, may have a fresh deal until taking up a card of the talon. Elder with "
        "twelve cards and a talon of seven may have it, too, or discard otherwise.",
        ("K1c",),
        effects=("E1", "E11"),
        digest="10",
    ),
    "L12": Law(
        "If more than one card was dealt to the wrong place, or the talon has nine cards, the cards are dealt again.",
        ("K1b",),
        effects=("E1",),
        readings=("LR37",),
        digest="9",
    ),
    "L13": Law(
        "If the dealer shows a card of elder's or of the talon, elder may have a fresh deal. If it is one of the "
        "dealer's own, the deal stands.",
        ("K3",),
        "the card that was shown",
        ("E1", "E9"),
        ("LR14",),
        "8",
    ),
    "L14": Law(
        "If a card lies face up in the pack while it is dealt, or in the talon while cards are taken in, the cards are "
        "dealt again.",
        ("K4",),
        "where the card lay",
        ("E1",),
        digest="8",
        digest_note="of the pack only",
    ),
    "L15": Law(
        "If the wrong pack was dealt, it is dealt again with the right one; but once a card has been taken up, the "
        "deal stands and the packs remain exchanged.",
        ("K5",),
        "whether a card has been taken up",
        ("E1",),
        digest="9",
    ),
    "L16": Law(
        "A deal out of turn is void if a player notices it before taking up their cards. Otherwise it stands, and its "
        "elder deals twice in succession, unless this deal or the next is the last.",
        ("K2",),
        "that whoever noticed has not taken up their cards",
        ("E2",),
        ("LR16",),
        "11",
    ),
    "L17": Law("The player who is not the dealer gathers the pack.", told=True),
}

_CARTE_BLANCHE: Final = {
    "L18": Law(
        "A hand of at least twelve cards without a court card, as dealt, scores before everything else; it saves from "
        "pique and repique, and counts towards them.",
        ("R3.1", "R3.2"),
        digest="text",
    ),
    "L19": Law(
        "It is shown by counting the cards onto the table one after another, face up.",
        ("R3.3",),
        digest="text",
        told=True,
    ),
    "L20": Law(
        "A player announces a carte blanche on becoming aware of it, and shows it when the adversary has discarded.",
        ("R3.3", "K13"),
        "when the player became aware of it",
        readings=("LR23",),
        digest="text",
    ),
}

_AGAIN_AND_PENALTY: Final = ("E1", "E3", "E7")

_EXCHANGE: Final = {
    "L21": Law("Elder exchanges at least one card and at most five.", ("R4.1",), digest="12, text"),
    "L22": Law(
        "Younger exchanges at least one card and at most three, or what elder left.",
        ("R4.2",),
        digest="12, text",
    ),
    "L23": Law(
        "Cards are taken from the top of the talon, in their order.",
        ("R4.3", "K7"),
        readings=("LR12",),
        digest="13",
    ),
    "L24": Law(
        "A discard is final as soon as the player takes up a card of the talon.",
        ("R4.3", "K8", "K9"),
        readings=("LR12",),
        digest="14",
    ),
    "L25": Law(
        "A player who takes cards of the discard back after that plays with too many cards and reckons nothing.",
        ("K8",),
        "the cards that were taken back",
        ("E3", "E7"),
        digest="14, 18",
    ),
    "L26": Law(
        "A player who then mixes cards of the hand, or cards still due to them, with the discard leaves them there and "
        "plays with too few.",
        ("K9",),
        "the cards that were mixed",
        ("E7",),
        digest="14",
        digest_note="of cards of the hand only",
    ),
    "L27": Law(
        "A player who lifts or shows a card of the other's share of the talon reckons nothing.",
        ("K10",),
        "the positions of the cards",
        ("E3", "E9"),
        digest="15",
        digest_note="of showing only",
    ),
    "L28": Law(
        "If elder mixes one of the last three cards of the talon with the hand, or one that they said they leave, "
        "younger may look at the hand that they were dealt and then choose: a fresh deal, or elder reckons nothing. If "
        "the deal stands, younger takes only what is not mixed.",
        ("K7",),
        "the cards that were mixed",
        _AGAIN_AND_PENALTY,
        ("LR12",),
        "16",
    ),
    "L29": Law(
        "The same holds if younger mixes one of elder's five cards. But if elder had taken some of them and left "
        "others lying, taking those up costs nothing, unless they are mixed.",
        ("K7",),
        "the cards that were mixed",
        _AGAIN_AND_PENALTY,
        ("LR11", "LR13"),
        "16",
        "without the last sentence",
    ),
    "L30": Law(
        "A player who takes fewer cards than they discarded plays with too few.",
        ("K7",),
        effects=("E7",),
        readings=("LR27",),
        digest="17",
    ),
    "L31": Law(
        "A player who takes more cards than they discarded, all of them their own, plays with too many and reckons "
        "nothing.",
        ("K7",),
        effects=("E3", "E7"),
        digest="18",
    ),
    "L32": Law(
        "Elder who leaves cards says so before taking any up. If nothing was said, younger who finds more than three "
        "cards may alter their discard and take all of them.",
        ("K11",),
        "what elder said",
        readings=("LR11", "LR13"),
        digest="text",
        digest_note="the duty, not the remedy",
    ),
    "L33": Law(
        "Elder may look at the cards that they leave. If they are taken up together with the draw, elder reckons "
        "nothing.",
        ("R4.4", "K10"),
        "that they were taken up together",
        ("E3", "E9"),
        digest="text",
        digest_note="the right, not the penalty",
    ),
    "L34": Law("Younger may take whatever is left in the talon.", ("R4.2",), readings=("LR11",), digest="text"),
    "L35": Law(
        "Younger who leaves cards and takes up more than they discarded reckons nothing.",
        ("K7", "K10"),
        effects=("E3", "E9"),
        digest="18",
        digest_note="in substance",
    ),
    "L36": Law(
        "Younger may look at the cards that they left, once elder has led or named a suit and before playing; elder "
        "may then see them, too. If younger does not look, nobody may.",
        ("R4.5", "K12"),
        effects=("E9",),
        readings=("LR31",),
        digest="text",
    ),
    "L37": Law(
        "If younger mixes them with the discard before elder has seen them, elder may see all of the discard after "
        "leading.",
        ("K9",),
        "the cards that were mixed",
        ("E9",),
        digest="20",
    ),
    "L38": Law("A player who has announced eleven or thirteen cards may have the talon counted.", told=True),
    "L39": Law(
        "Elder who was dealt eleven or thirteen cards, and takes up a card without saying so, can no longer have a "
        "fresh deal, keeps to their discard, and leaves three cards. Eleven with a talon of seven is L12.",
        ("K1d",),
        effects=("E3", "E7"),
        readings=("LR13",),
    ),
    "L40": Law(
        "Elder accepts thirteen cards, with a talon of eight: elder discards one card more than they take, younger one "
        "fewer.",
        ("K1c",),
        effects=("E11",),
        digest="21",
    ),
    "L41": Law(
        "Elder accepts thirteen cards, with a talon of seven: elder discards one card more than they take, and younger "
        "exchanges as usual; if elder takes five cards, two are left for younger.",
        ("K1c",),
        effects=("E11",),
        digest="21",
    ),
    "L42": Law(
        "Elder accepts eleven cards, with a talon of eight: elder discards one card fewer than they take, younger one "
        "more.",
        ("K1c",),
        effects=("E11",),
        digest="22",
    ),
    "L43": Law(
        "Elder accepts twelve cards and a talon of seven: elder exchanges as usual, younger discards one card more "
        "than they take.",
        ("K1c",),
        effects=("E11",),
        digest="23",
    ),
    "L44": Law(
        "The adversary need not insist that a player reckon nothing.",
        ("waive",),
        effects=("E4",),
        readings=("LR5",),
        digest="19",
    ),
    "L45": Law("A player may look at their own discard.", ("R4.3",), digest="text"),
}

_CALLING: Final = {
    "L46": Law(
        "Elder calls the point first or loses it. Younger asks what it makes only if holding as many cards, and after "
        "asking cannot count a longer point.",
        ("R5", "R5.3", "K14", "K16"),
        readings=("LR18",),
        digest="text",
        digest_note="without the last part",
    ),
    "L47": Law(
        "After the point, elder calls in any order, and younger reckons in any order.",
        ("R5", "R5.11"),
        digest="text",
    ),
    "L48": Law(
        "The top card of a sequence and the rank of a set are said, unless the call is good against the cards.",
        ("R5.4",),
        digest="24",
    ),
    "L49": Law(
        "A first call that is good against the cards lets elder reckon whatever they hold in the category.",
        ("R5.8",),
    ),
    "L50": Law(
        "Elder who called less than they hold may correct the call until younger answers it.",
        ("A1",),
        readings=("LR28",),
        digest="25",
    ),
    "L51": Law(
        "Younger who said good or equal to a correct call, and holds better, may correct the reply until elder's next "
        "call or, if there is none, the lead.",
        ("A2",),
        effects=("E4",),
        readings=("LR22",),
        digest="25",
    ),
    "L52": Law(
        "A player who claimed more than they hold, and was allowed it, may correct the claim until younger plays to "
        "the first trick. If younger does so after the lead, elder may lead otherwise.",
        ("A3", "A4"),
        effects=("E4", "E6"),
        readings=("LR6",),
        digest="26",
    ),
    "L53": Law(
        "A wrong name for a holding that counts the same costs nothing, if the hand and discard could not have given "
        "what was named.",
        ("K15",),
        effects=("E5",),
        readings=("LR8",),
        digest="26",
    ),
    "L54": Law(
        "A player whose false claim was allowed, and who does not correct it in time, reckons nothing; there is no "
        "penalty for what they could not have held. The adversary then reckons whatever is good, unless a correct call "
        "bars it.",
        ("K15",),
        effects=("E3", "E4", "E5", "E12"),
        readings=("LR3", "LR4", "LR5", "LR6", "LR7", "LR8", "LR29"),
        digest="26",
    ),
    "L55": Law(
        "Cards that were allowed as good or equal are shown when asked for. A player who showed them unasked before "
        "playing is not punished for having named them wrongly.",
        ("R5.13", "K15"),
        "the cards that were shown",
        effects=("E4", "E5"),
        readings=("LR6",),
        digest="26, 27",
    ),
    "L56": Law(
        "Once younger has played to the first trick, nothing that was omitted counts any more, apart from L54.",
        ("R5.11", "A5", "K17"),
        effects=("E4",),
        readings=("LR36",),
        digest="28",
    ),
}

_PLAY: Final = {
    "L57": Law(
        "Playing with too few cards is not punished. Cards of the other player's that the short hand cannot answer are "
        "tricks of theirs.",
        ("E7",),
        effects=("E7",),
        readings=("LR9", "LR10"),
        digest="29",
    ),
    "L58": Law(
        "A player with too many cards reckons nothing, but bars the adversary as if they did.",
        ("E3", "E7"),
        effects=("E3", "E7"),
        readings=("LR4", "LR10", "LR29"),
        digest="30",
    ),
    "L59": Law(
        "A card that was led or played stays, with five exceptions: I, cards that were dropped; II, cards too many, "
        "played to a run of leads; III, a lead out of turn; IV, a suit that was not followed; V, play after a wrong "
        "answer about declared cards.",
        ("K19", "K20", "K21", "K22", "K23"),
        "the cards that were dropped (I), or the question and the answer (V)",
        ("E6",),
        ("LR19", "LR20", "LR21", "LR29", "LR34"),
        "31",
    ),
    "L60": Law("Everybody may look at all tricks.", ("R6.1",), digest="text"),
}

_SCORING: Final = {
    "L61": Law("A carte blanche scores ten.", ("R3.1",), digest="text"),
    "L62": Law("The best point is good, and scores one for each of its cards.", ("R5.12",), digest="text"),
    "L63": Law(
        "The best sequence is good: the longest, then the highest. Sequences of three or four cards score one for each "
        "card; longer ones score ten more.",
        ("R5.12",),
        digest="text",
    ),
    "L64": Law(
        "The best set is good, four cards before three, then the rank. Four cards score fourteen, three score three.",
        ("R5.12",),
        digest="text",
    ),
    "L65": Law(
        "In play a card scores one for leading, and one for winning the other's lead; the last trick counts double.",
        ("R6.2",),
        readings=("LR9",),
        digest="text",
    ),
    "L66": Law(
        "Seven tricks or more score ten for the cards; six each score nothing; all twelve are a capot and score forty.",
        ("R6.3",),
        digest="text",
    ),
    "L67": Law(
        "The order of the account: carte blanche, point, sequences, sets, play, the cards.",
        ("R7.1",),
        effects=("E12",),
        readings=("LR7",),
        digest="text",
    ),
    "L68": Law(
        "A repique is sixty for thirty in hand before anything that the other player can count in that order.",
        ("R7.2",),
        effects=("E12",),
        digest="text",
    ),
    "L69": Law(
        "A pique is thirty for elder, on reaching thirty in hand and play before the other has reckoned anything; a "
        "capot does not count towards it.",
        ("R7.3",),
        effects=("E12",),
        digest="text",
    ),
    "L70": Law(
        "An error in counting a hand is put right, if it is proved, until the player whose count is wrong sees their "
        "next hand.",
        ("K24",),
        "the proof",
        digest="32",
    ),
    "L71": Law(
        "A partie has six deals. After a tie each player deals once more. A partie may have four deals by agreement.",
        ("R8.1", "R8.3"),
        digest="33",
    ),
    "L72": Law("The winner of a partie wins the difference of the totals and a hundred.", ("R8.2",), digest="text, 34"),
    "L73": Law(
        "If the loser is below a hundred, the winner wins the sum of the totals and a hundred.",
        ("R8.2",),
        digest="text, 34",
    ),
    "L74": Law(
        "If two written scores differ, each player's own sheet is right about their own hand.",
        ("K25",),
        "both sheets",
        digest="text",
    ),
}

_PACK: Final = {
    "L75": Law(
        "A deal is void if its pack is found to be incorrect; earlier deals stand.",
        ("K6",),
        "the proof",
        ("E1",),
        ("LR33",),
        "33b",
    ),
    "L76": Law("A player may call for two new packs, and pays for them; the dealer chooses one.", told=True),
    "L77": Law("Torn or marked cards are replaced.", told=True),
    "L78": Law(
        "A bystander whose remark changes the score may have to pay what the player loses by it.",
        digest="34b",
        told=True,
    ),
}

_OTHER_LAWS: Final = {
    "LA1": Law(
        "Elder shows and reckons a point or a sequence that is good before leading, or loses it; younger may then "
        "reckon their own, even if it is equal or lower.",
        ("R5.13", "K15", "K18"),
        effects=("E5",),
        section="calling",
    ),
    "LA2": Law(
        "If a player looks at cards that younger left, after younger has declined to, both may see them, and the other "
        "names the suit that the offender must lead next.",
        ("K12",),
        effects=("E8", "E9"),
        readings=("LR31",),
        section="exchange",
    ),
    "LA3": Law(
        "If younger refused a call that is good, or claimed better and does not show it, elder reckons it even after "
        "the lead.",
        ("K16",),
        effects=("E5",),
        readings=("LR17",),
        section="calling",
    ),
    "LF1": Law(
        "If the dealer looks at cards of the talon, elder names the suit that the dealer must lead, once for each "
        "card.",
        ("K10b",),
        "the positions of the cards",
        ("E8",),
        section="exchange",
    ),
}

# The laws of the Portland Club's code, in the order of the sections. The others name their sections themselves.
_PORTLANDS: Final = (_CUTTING, _DEALING, _CARTE_BLANCHE, _EXCHANGE, _CALLING, _PLAY, _SCORING, _PACK)
_SECTIONED = {
    name: law._replace(section=section)
    for section, laws in zip(SECTIONS, _PORTLANDS, strict=True)
    for name, law in laws.items()
}

#: The laws by their ids: L1 to L78, then LA1 to LA3 and LF1.
LAWS: Final[Mapping[str, Law]] = {name: law._replace(id=name) for name, law in {**_SECTIONED, **_OTHER_LAWS}.items()}
