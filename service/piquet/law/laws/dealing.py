"""L1 to L20: shuffling, cutting, dealing, and the carte blanche."""

from typing import Final

from service.piquet.law.laws.law import Law

CUTTING: Final = {
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

DEALING: Final = {
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

CARTE_BLANCHE: Final = {
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
