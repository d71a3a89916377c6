"""Readings of the law: how questions that the sources leave open are answered here, and why (docs/law.md).

Imports nothing of the project.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Reading(NamedTuple):
    """A question, how it was settled, the reason, and what else it could have been, if that was considered."""

    question: str
    settled: str
    reason: str
    alternative: str = ""


#: The readings by their ids, LR1 to LR38.
READINGS: Final[Mapping[str, Reading]] = {
    "LR1": Reading(
        "When does an irregularity take effect?",
        "When somebody raises it, and then for the whole deal. What nobody raises stands.",
        "The code always speaks of discovery and never of a duty to speak at once, so the player entitled may wait "
        "until their time is over.",
        "The referee acts unasked, and thereby tells what the players cannot see.",
    ),
    "LR2": Reading(
        "Does a player who reckons nothing lose a carte blanche?",
        "No, its points stay.",
        "It belongs to the hand as dealt, before any card is taken in.",
        "It is lost, too.",
    ),
    "LR3": Reading(
        "How far does reckoning nothing reach?",
        "It covers play, the cards, capot, pique and repique.",
        "The treatise on the game counts nothing at all for the player who is punished.",
        "Play still scores, as in the rules of 1651.",
    ),
    "LR4": Reading(
        "What of a player who reckons nothing keeps the other from pique and repique?",
        "Whatever would have scored before the other's thirty, play included, after a false claim as with a long hand.",
        "The treatise says so.",
        "After a false claim only calls bar, if the law is taken by the letter.",
    ),
    "LR5": Reading(
        "Does a claim that is waived score?",
        "No. The penalty is remitted, but what was never held is struck.",
        "A waiver forgives; it does not make the claim true.",
        "The claim stands as it was made.",
    ),
    "LR6": Reading(
        "What of a false claim that was allowed as equal?",
        "It is treated like one that was allowed as good.",
        "It, too, took the category from the other player, and L55 names both; L52 and L54 name only good.",
    ),
    "LR7": Reading(
        "Can a late reckoning make a repique?",
        "Yes. Late items count in their place in the order of the account.",
        "L54 lets the adversary reckon anything.",
        "Late items score their points and nothing else.",
    ),
    "LR8": Reading(
        "How is it judged that a claim could not have been held?",
        "By the cards that the player really had: the hand after the exchange and the discard.",
        "Judged by what the adversary can see, the finding would depend on the adversary's memory.",
        "By what the adversary can see.",
    ),
    "LR9": Reading(
        "What does a card score that the other hand can no longer answer?",
        "As much as a lead, and the last one double.",
        "L57 calls it a trick, and L65 says what leading a trick scores.",
        "It is a trick without points.",
    ),
    "LR10": Reading(
        "How many tricks has a deal with a long hand?",
        "Twelve. A thirteenth card is no trick, and does not take the last trick from anybody.",
        "Otherwise the last trick would go to a hand that reckons nothing.",
        "The long hand makes the last trick with its thirteenth card.",
    ),
    "LR11": Reading(
        "Whose are the cards that elder did not take and did not mention?",
        "Younger's, unless elder is still taking in.",
        "So L32 and L34 have it, and the end of L29.",
    ),
    "LR12": Reading(
        "What of a player who takes a card and passes over one above it that is theirs, too?",
        "They must take that card as well, and may so come to thirteen.",
        "L23 fixes the order, and L24 the discard.",
        "They may alter the discard, which L24 forbids.",
    ),
    "LR13": Reading(
        "Which law holds for younger who finds more than three cards: L29 or L32?",
        "L32 if younger finds them before taking any up, L29 if younger takes first. After L39, on which the code is "
        "silent, younger exchanges as if elder had accepted the deal.",
        "The laws speak of different moments.",
    ),
    "LR14": Reading(
        "Until when may elder ask for a fresh deal because a card was shown (L13)?",
        "Until elder takes up a card.",
        "L13 names no time, so that of L11 is taken.",
    ),
    "LR15": Reading(
        "Who decides about a wrong deal that is noticed before a hand is taken up?",
        "The adversary of the dealer: they agree to have it put right, have a fresh deal, or play on under L11 and "
        "L12.",
        "L10 wants their leave, and the article S4 adds the fresh deal.",
    ),
    "LR16": Reading(
        "How do the deals go on after one out of turn, and which deal is the next?",
        "After the two deals of its elder the players alternate again. The next deal is the one after the wrong one, "
        "and the extra deals after a tie count as last deals.",
        "L16 leaves both open.",
    ),
    "LR17": Reading(
        "What follows when younger says not good without holding better?",
        "The call is good, without a penalty.",
        "The Portland Club's code is silent, so the law of piquet au cent is taken: nobody should profit from an "
        "untrue answer.",
        "Nobody scores in the category, since a call that was refused is lost.",
    ),
    "LR18": Reading(
        "What is an inquiry by a player who has not as many cards?",
        "A false reply.",
        "L46 allows the inquiry only with as many cards.",
    ),
    "LR19": Reading(
        "Until when may a revoke be raised, and by whom?",
        "Until the next deal, by either player.",
        "No state shows when the cards are gathered.",
        "Until the cards are gathered.",
    ),
    "LR20": Reading(
        "Can elder accept a lead of younger's before elder's first?",
        "No, it is taken back.",
        "Elder has not finished calling.",
    ),
    "LR21": Reading(
        "Which questions about the hand must be answered truly?",
        "Questions about cards that were declared, however they are put. A number above the truth misinforms; an "
        "answer that leaves undeclared cards out does not.",
        "The article S4 says what a player is entitled to know.",
    ),
    "LR22": Reading(
        "May younger correct a reply to a trio after elder has told the card that is missing?",
        "No.",
        "Younger has learnt what only the loser of the category is told.",
        "Yes, until elder's next call, by the letter of L51.",
    ),
    "LR23": Reading(
        "May a carte blanche be claimed after the exchange?",
        "Yes, as long as nothing that was drawn is mixed with the hand.",
        "The laws want the hand shown that was dealt, and it can still be shown.",
    ),
    "LR24": Reading(
        "What if both players reckon nothing?",
        "Nobody scores, not even the cards.",
        "Each penalty holds for its player.",
    ),
    "LR25": Reading(
        "Is a player bound to accept a fresh deal that is offered?",
        "No. An offer that is not accepted at once is refused when the game goes on.",
        "A fresh deal by agreement is nobody's right.",
    ),
    "LR26": Reading(
        "What remains of a deal that was annulled?",
        "Nothing, not even knowledge that matters.",
        "The cards are dealt anew.",
    ),
    "LR27": Reading(
        "May a player who took too few cards take the missing one later?",
        "No.",
        "L30 has them play with too few.",
        "Yes, while the card lies untouched and was not said to be left.",
    ),
    "LR28": Reading(
        "May elder lower or withdraw a call before the reply?",
        "Yes.",
        "L52 allows it even later.",
    ),
    "LR29": Reading(
        "Until when may claims on a deal be raised?",
        "Until the next deal is dealt.",
        "L70 has this time for errors, and the code names none for L54, L58 and L59.",
    ),
    "LR30": Reading(
        "Does a ruling reopen a game that ended by its target?",
        "No. A game that is over stays over, even if it was ended by a claim that was false or came too late.",
        "The laws of piquet au cent put errors right during the game.",
    ),
    "LR31": Reading(
        "What follows a look at the cards left that came too late?",
        "Both players may see the cards.",
        "L36 names no penalty, and its own principle is that both see or neither.",
    ),
    "LR32": Reading(
        "What follows from wrong packets, or a talon laid down in two?",
        "Nothing, once a hand has been taken up.",
        "L9 names no penalty, and two heaps are a matter of manners.",
    ),
    "LR33": Reading(
        "What does a strange card that turns up prove?",
        "Nothing about the pack, unless it is proved that it was there when the pack was dealt.",
        "The code speaks of packs, not of cards.",
    ),
    "LR34": Reading(
        "When is a card of a run led?",
        "When the card before it is answered. One that is not answered yet may be changed.",
        "By analogy with a lead out of turn (L59 III).",
    ),
    "LR35": Reading(
        "Can reckoning nothing make a score negative?",
        "No; nor does it touch the adversary's points.",
        "It takes away what was scored and gives nothing.",
    ),
    "LR36": Reading(
        "Must elder say what lies in cards that they have shown?",
        "Not in order to bar. But elder who is below the rubicon and objects must reckon it.",
        "Calling is a way of showing. A player below the rubicon may wish not to score.",
    ),
    "LR37": Reading(
        "How is it measured how wrong a deal is?",
        "By the cards that went to a wrong place, not by the hands that are wrong. Twelve, eleven and nine is a case "
        "of L12 because of the talon alone.",
        "L12 counts cards.",
    ),
    "LR38": Reading(
        "What does the French page mean by four cards after a deal of thirteen?",
        "It is not used.",
        "The sentence does not say clearly whom it is about.",
    ),
}
