"""L21 to L45: discarding and taking in."""

from typing import Final

from service.piquet.law.laws.law import Law

_AGAIN_AND_PENALTY: Final = ("E1", "E3", "E7")

EXCHANGE: Final = {
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
