"""L57 to L78: playing, scoring, packs and bystanders."""

from typing import Final

from service.piquet.law.laws.law import Law

PLAY: Final = {
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

SCORING: Final = {
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

PACK: Final = {
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
