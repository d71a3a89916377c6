"""L46 to L56: calling and showing."""

from typing import Final

from service.piquet.law.laws.law import Law

CALLING: Final = {
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
