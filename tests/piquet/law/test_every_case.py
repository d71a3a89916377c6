"""Every case of every table: by facts, the whole ruling."""

from typing import Any

import pytest

from service.piquet.law.data.elections import EFFECTS, ELECTIONS, UNTIL
from service.piquet.law.data.laws import LAWS, READINGS
from service.piquet.law.decide import STATUSES, Ruling, ruling_on_facts
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, TABLES
from service.piquet.rulesets.parameters import LAW_PREFIX
from service.piquet.rulesets.published import ruleset

BOTH = ("elder", "younger")
#: Calling is automatic: nobody speaks.
SILENT = {"calling": "automatic"}

PENALTY = "enforce E3+E12 next_deal; waive next_deal"
UNTOUCHED = "rectify E1 untouched; redeal E1 untouched; stand untouched"

MISDEAL = {"taken_up": BOTH, "stock": "untouched"}
EXCHANGED = {"taken_up": BOTH, "stock": "taken"}  # elder took a card, and had not said to stand
OUT_OF_TURN = {"taken_up": BOTH, "noticed": "elder", "deal": 3}
FACED = {"where": "stock", "exchanged": (), "faced": 1, "bottom": False}
CLAIM = {
    "side": "elder", "category": "sequence", "held": False, "mended": "never", "allowed": True, "shown": False,
    "in_union": True, "same_value_held": False,
}  # fmt: skip
MISNOMER = {"in_union": False, "same_value_held": True}
STRANGE = {"proof": None, "where": "hand", "claimed": False, "played": False, "side": "younger"}
TOOK = {"side": "elder", "leaves": None, "elder_began": False}
LEFT = {"side": "younger", "source": "left", "stock": "taken"}
LOOKED = {"side": "elder", "leaves": None, "together": False, "exchanged": True}
BLANCHE = {"side": "younger", "courts": True, "exchanged": False, "mixed": None, "laid_out": False}
REPLY = {"mended": "never", "held": False, "first_card_played": True, "reckoned": False, "shown": False}
RECKONED = {"side": "younger", "reason": "twice", "elder_led": True, "first_card_played": True}
OMITTED = {"side": "elder", "omitted": "call", "category": "point", "elder_led": True, "first_card_played": True}
BARRED = {"category": "point", "laid": "shown", "compared": "equal", "below_rubicon": False}
PLAYED = {"side": "younger", "elder_led": True, "answered": False, "played_since": 2}
COUNT = {"proved": True, "bonus": False, "next_hand_seen": False, "shuffled": False, "game_over": False}
CUT = {"sizes": (16, 16), "cards": 0, "confused": False, "pack_incorrect": False}
SHEET, OTHER = {"A": 28, "B": 23}, {"A": 28, "B": 22}

# By kind: the ruleset or what it changes of Portland's, the facts, and the ruling: its laws, its status, who offended
# and who may elect, what is found; each election with its effects and its time, or the time of a correction; the names
# of what the law tells; and the readings, where they are not those of the kind.
CASES: dict[str, list[tuple[Any, dict[str, Any], str]]] = {
    "misdeal": [
        ("portland", MISDEAL | {"dealt": (12, 12, 8)}, "L12 none younger>"),
        (
            "portland",
            MISDEAL | {"dealt": (13, 11, 8), "taken_up": ()},
            f"L10 open younger>elder; {UNTOUCHED}; misplaced",
        ),
        (
            "portland",
            MISDEAL | {"dealt": (13, 13, 6), "taken_up": ()},
            f"L10 open younger>elder; {UNTOUCHED}; misplaced",
        ),
        (
            {"law": "hoyle"},
            MISDEAL | {"dealt": (12, 11, 9), "taken_up": ()},
            f"L10 open younger>elder; {UNTOUCHED}; misplaced",
        ),
        (
            "portland",
            MISDEAL | {"dealt": (14, 10, 8)},
            "L12 open younger>elder younger; redeal E1 next_deal; misplaced",
        ),
        # HO 5 and 22 know of thirteen cards in either hand, and of elder's one too few.
        ({"law": "hoyle"}, MISDEAL | {"dealt": (12, 11, 9)}, "L11 harmless younger>"),
        ("portland", EXCHANGED | {"dealt": (12, 13, 7)}, "L11+L43 lapsed younger>; exchanges"),
        ("portland", EXCHANGED | {"dealt": (13, 11, 8), "cards": 13}, f"L39+L58 open elder>younger; {PENALTY}"),
        (
            "portland",
            EXCHANGED | {"dealt": (13, 11, 8), "cards": 13, "long_hand_apart": True},
            "L39+L58 lapsed elder>",
        ),
        ("portland", EXCHANGED | {"dealt": (13, 11, 8), "cards": 12}, "L39+L57 lapsed elder>"),
        *(
            (
                "portland",
                MISDEAL | {"dealt": dealt},
                f"L11+{law} open younger>elder; redeal E1 taken; stand E11 taken; exchanges",
            )
            for dealt, law in (((13, 11, 8), "L40"), ((13, 12, 7), "L41"), ((11, 13, 8), "L42"), ((12, 13, 7), "L43"))
        ),
        (
            {"law": "hoyle"},
            MISDEAL | {"dealt": (11, 12, 9)},
            "L11 open younger>elder; redeal E1 taken; stand E7 taken",
        ),
    ],
    "deal_out_of_turn": [
        ("portland", OUT_OF_TURN | {"taken_up": ()}, "L16 open younger>elder younger; void E2 untouched"),
        ({"law": "au-cent"}, OUT_OF_TURN, "L16 lapsed younger>"),
        ("portland", OUT_OF_TURN | {"deal": 5}, "L16 lapsed younger> one_deal; next_dealers"),
        ("portland", OUT_OF_TURN, "L16 lapsed younger> two_deals; next_dealers"),
    ],
    "exposed": [
        ("portland", {"owner": "younger"}, "L13 harmless younger>"),
        ("portland", {"owner": "elder"}, "L13 open younger>elder; redeal E1 taken; stand taken"),
        ("portland", {"owner": "stock"}, "L13 open younger>elder; redeal E1 taken; stand taken"),
    ],
    "faced": [
        ("portland", FACED | {"exchanged": BOTH}, "L14 lapsed >"),
        ("portland", FACED | {"where": "pack", "exchanged": ("elder",)}, "L14 lapsed >"),
        ({"law": "hoyle"}, FACED | {"bottom": True}, "L14 harmless >"),
        ({"law": "old"}, FACED, "L14 harmless >"),
        ("portland", FACED | {"exchanged": ("elder",)}, "L14 open >elder younger; redeal E1 next_call"),
        ("portland", FACED | {"where": "pack"}, "L14 open >elder younger; redeal E1 next_call"),
    ],
    "pack": [
        ("portland", {"taken_up": True}, "L15 lapsed >"),
        ("portland", {"taken_up": False}, "L15 open >elder younger; redeal E1 none"),
    ],
    "spoiled": [
        (
            "portland",
            STRANGE | {"proof": {"missing": ("8D",), "double": ()}},
            "L75 open >elder younger; redeal E1 next_deal",
        ),
        (
            "portland",
            STRANGE | {"proof": {"missing": (), "double": ("7D",)}},
            "L75 open >elder younger; redeal E1 next_deal",
        ),
        ("portland", STRANGE | {"where": "discard"}, f"long_hand L58+L75 open younger>elder; {PENALTY}; LR33"),
        ("portland", STRANGE | {"where": "stock"}, "L75 harmless >"),
        (
            "portland",
            STRANGE | CLAIM | {"claimed": True},
            "false_claim L54 open elder>younger false; enforce E3+E5+E12 next_deal; waive E4+E5+E12 next_deal",
        ),
        ("portland", STRANGE | {"played": True}, "L75 open younger>elder younger; replay E6+E12 next_deal"),
        ("portland", STRANGE, "L75 harmless younger>"),
    ],
    "wrong_exchange": [
        (
            "portland",
            TOOK | {"taken": (5, 6), "mixed": (5, 6), "discarded": 2},
            f"L28 open elder>younger; redeal E1 own_take; {PENALTY}; left_for_adversary",
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (5, 6), "mixed": (5, 6), "discarded": 2, "elder_began": True},
            f"L29 open younger>elder; {PENALTY}; left_for_adversary",
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (5, 6), "mixed": (5, 6), "discarded": 2},
            f"L29 open younger>elder; redeal E1 own_take; {PENALTY}; left_for_adversary",
        ),
        # HO 10: younger takes five, and elder had not left two. In a partie without games E3 is for E10.
        (
            {"law": "hoyle"},
            TOOK | {"side": "younger", "taken": (4, 5, 6, 7, 8), "mixed": (4, 5, 6, 7, 8), "discarded": 5},
            f"L29 open younger>elder five_taken; {PENALTY}; left_for_adversary",
        ),
        (
            {"law": "hoyle"},
            TOOK | {"side": "younger", "taken": (5, 6, 7, 8), "mixed": (5, 6, 7, 8), "discarded": 4},
            f"L29 open younger>elder; {PENALTY}; left_for_adversary",
        ),
        (
            {"law": "hoyle"},
            TOOK | {"taken": (5, 6), "mixed": (5, 6), "discarded": 2},
            f"L28 open elder>younger; {PENALTY}; left_for_adversary",
        ),
        *(
            (
                {"law": law},
                TOOK | {"side": side, "taken": (5, 6), "mixed": (5, 6), "discarded": 2},
                f"{cited} open {parties}; {PENALTY}; left_for_adversary",
            )
            for law in ("au-cent", "old")
            for side, cited, parties in (("elder", "L28", "elder>younger"), ("younger", "L29", "younger>elder"))
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (5, 6), "mixed": (6,), "discarded": 1, "elder_began": True},
            "L29+L27 harmless younger>",
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (5, 6), "mixed": (6,), "discarded": 1},
            f"L27 open younger>elder; {PENALTY}",
        ),
        ("portland", TOOK | {"taken": (1, 6), "mixed": (1,), "discarded": 1}, f"L27 open elder>younger; {PENALTY}"),
        ("portland", TOOK | {"taken": (1, 2), "mixed": (1,), "discarded": 1}, f"L33 open elder>younger; {PENALTY}"),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (6, 7), "mixed": (6,), "discarded": 1},
            f"L35 open younger>elder; {PENALTY}",
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (6, 7), "mixed": (6, 7), "discarded": 1, "leaves_some": True},
            f"L35+L31+L58 open younger>elder; {PENALTY}",
        ),
        (
            "portland",
            TOOK | {"side": "younger", "taken": (6, 7), "mixed": (6, 7), "discarded": 1},
            f"L31+L35+L58 open younger>elder; {PENALTY}",
        ),
        (
            "portland",
            TOOK | {"taken": (1, 2), "mixed": (1, 2), "discarded": 1},
            f"L31+L58 open elder>younger; {PENALTY}",
        ),
        *(
            ({"law": law}, TOOK | {"taken": (1,), "mixed": (1,), "discarded": 2}, f"L30+L57 ruled elder> {word}")
            for law, word in (
                ("portland", "unanswered_tricks"),
                ("hoyle", "no_penalty"),
                ("french", "capot_possible"),
                ("old", "last_card_answers"),
            )
        ),
        ("portland", TOOK | {"taken": (1,), "mixed": (1,), "discarded": 1}, "L23 none elder>"),
    ],
    "recovered": [
        ("portland", {"side": "elder", "stock": "touched"}, "L24 none elder>"),
        ("portland", {"side": "elder", "stock": "taken"}, f"L25+L24+L58 open elder>younger; {PENALTY}"),
        ({"law": "au-cent"}, {"side": "elder", "stock": "touched", "freed": True}, "L24 none elder>"),
    ],
    "buried": [
        ("portland", LEFT | {"elder_led": True}, "L37 open younger>elder; inspect E9 deal_over"),
        ("portland", LEFT | {"elder_led": False}, "L37 open younger>elder; until deal_over"),
        ({"left_cards": "none"}, LEFT | {"elder_led": True}, "L37 harmless younger>"),
        ("portland", LEFT | {"side": "elder", "elder_led": True}, "L37 harmless elder>"),
        ("portland", {"side": "elder", "source": "hand", "stock": "touched"}, "L24 none elder>"),
        *(
            ({"law": law}, {"side": "elder", "source": source, "stock": "taken"}, f"L26+L57 ruled elder> {word}")
            for source in ("hand", "stock")
            for law, word in (
                ("portland", "unanswered_tricks"),
                ("hoyle", "no_penalty"),
                ("french", "capot_possible"),
                ("old", "last_card_answers"),
            )
        ),
    ],
    "peeked": [
        (
            {"law": "french"},
            LOOKED | {"side": "younger", "positions": (1,), "exchanged": False},
            "dealer_saw LF1 open younger>elder; demand E8 next_deal; forgo next_deal; leads",
        ),
        ({"law": "french"}, LOOKED | {"positions": (6,)}, f"L27 open elder>younger; {PENALTY}; seen_by"),
        (
            {"law": "french"},
            LOOKED | {"side": "younger", "positions": (1,)},
            f"L27 open younger>elder; {PENALTY}; seen_by",
        ),
        (
            "portland",
            LOOKED | {"positions": (5,), "together": True},
            f"L33 open elder>younger; {PENALTY}; seen_by",
        ),
        (
            "portland",
            LOOKED | {"side": "younger", "positions": (6,), "together": True},
            f"L35 open younger>elder; {PENALTY}; seen_by",
        ),
        ("portland", LOOKED | {"positions": (5,)}, "L33 none elder>"),
        (
            "portland",
            LOOKED | {"side": "younger", "positions": (6,), "leaves_some": False},
            "L27 none younger>",
        ),
        *(
            ({"left_cards": word}, LOOKED | {"side": "younger", "positions": (6,)}, "looked L36 none younger>")
            for word in ("revealed_by_dealer", "private_named_suit", "none")
        ),
        (
            {"law": "au-cent"},
            LOOKED | {"side": "younger", "positions": (6,)},
            "looked L36+LA2 open younger>elder; inspect E9 deal_over; demand E8 deal_over",
        ),
        ({"law": "hoyle"}, LOOKED | {"side": "younger", "positions": (6,)}, "looked L36 ruled younger>"),
        (
            "portland",
            LOOKED | {"side": "younger", "positions": (6,)},
            "looked L36 open younger>elder; inspect E9 deal_over",
        ),
    ],
    "dealer_saw": [
        (
            {"law": "french"},
            {"positions": (1,)},
            "LF1 open younger>elder; demand E8 next_deal; forgo next_deal; leads",
        ),
        ("portland", {"positions": (5,)}, f"peeked L27 open younger>elder; {PENALTY}"),
        ("portland", {"positions": (6,)}, "peeked L27 none younger>"),
    ],
    "undeclared": [
        ("portland", {"taken": 5, "stock": "untouched"}, "L32 none elder>"),
        ("portland", {"taken": 4, "stock": "touched"}, "L32 open elder>younger; alter own_take; left"),
        ("portland", {"taken": 4, "stock": "taken"}, "L32 lapsed elder>; left"),
    ],
    "looked": [
        *(
            ({"left_cards": word}, {"side": "elder"}, "L36 none elder>")
            for word in ("revealed_by_dealer", "private_named_suit", "none")
        ),
        (
            {"law": "au-cent"},
            {"side": "elder"},
            "L36+LA2 open elder>younger; inspect E9 deal_over; demand E8 deal_over",
        ),
        ({"law": "hoyle"}, {"side": "elder"}, "L36 ruled elder>"),
        ("portland", {"side": "younger"}, "L36 open younger>elder; inspect E9 deal_over"),
    ],
    "false_blanche": [
        ("portland", BLANCHE | {"courts": False}, "L18 harmless younger> held"),
        (
            "portland",
            BLANCHE | {"laid_out": True},
            "L55 open younger>elder; object E4+E12 next_call; alter next_call",
        ),
        ("portland", BLANCHE, "L55 open younger>elder; object E4+E12 next_call"),
    ],
    "lost_point": [
        (SILENT, {}, "L46 none >"),
        ("portland", {}, "L46 ruled elder>"),
    ],
    "false_claim": [
        (SILENT, CLAIM, "L52 none >"),
        ("portland", CLAIM | {"held": True}, "L52 none elder> held"),
        ("portland", CLAIM | {"mended": "before_reply"}, "L50 amended elder>"),
        ("portland", CLAIM | {"now": "before_reply"}, "L54 open elder>"),
        ("portland", CLAIM | {"allowed": False}, "L54 harmless elder>"),
        ("portland", CLAIM | {"mended": "before_lead"}, "L52 amended elder>"),
        (
            "portland",
            CLAIM | {"side": "younger", "mended": "before_first_card"},
            "L52 amended younger>elder; relead E6+E12 next_entry; forgo next_entry",
        ),
        ("portland", CLAIM | {"said": "reckoned", "mended": "before_lead"}, "L56 amended elder>"),
        ("portland", CLAIM | {"now": "before_first_card"}, "L54 open elder>"),
        ("portland", CLAIM | {"shown": True}, "L55 open elder>younger shown; reckon E4+E5+E12 next_deal"),
        (
            {"law": "old"},
            CLAIM | MISNOMER,
            "L54 open elder>younger misnomer; enforce E3+E5+E12 next_deal; waive E4+E5+E12 next_deal; saves_nothing",
        ),
        ("portland", CLAIM | MISNOMER, "L53+L54 open elder>younger misnomer; reckon E4+E5+E12 next_deal"),
        (
            "portland",
            CLAIM | {"in_union": False},
            "L54 open elder>younger impossible; reckon E4+E5+E12 next_deal",
        ),
        ({"law": "au-cent"}, CLAIM, "LA1 open elder>younger false; reckon E4+E5+E12 next_deal; call_lost"),
        ({"law_false_claim": "au-cent"}, CLAIM, "L54 open elder>younger false; reckon E4+E5+E12 next_deal"),
        (
            {"law": "old"},
            CLAIM,
            "L54 open elder>younger false; enforce E3+E5+E12 next_deal; waive E4+E5+E12 next_deal; saves_nothing",
        ),
        (
            "portland",
            CLAIM | {"side": "younger"},
            "L54 open younger>elder false; enforce E3+E5+E12 next_deal; waive E4+E5+E12 next_deal",
        ),
    ],
    "false_reply": [
        (SILENT, REPLY, "L46 none >"),
        ("portland", REPLY | {"mended": "before_next_call"}, "L51 amended younger>"),
        ("portland", REPLY | {"call_gone": True}, "L46 lapsed younger>"),
        ("portland", REPLY | {"now": "before_next_call"}, "L46 open younger>"),
        ({"law": "au-cent"}, REPLY, "LA3 open younger>elder; reckon E5+E12 next_deal"),
        ("portland", REPLY, "L46 open younger>elder; reckon E5+E12 next_deal"),
        ("portland", REPLY | {"held": True, "first_card_played": False}, "L46 none younger>"),
        ("portland", REPLY | {"held": True}, "L46 open younger>elder; reckon E5+E12 next_deal"),
        (
            {"law": "au-cent"},
            REPLY | {"held": True, "reckoned": True},
            "LA3 open younger>elder; reckon E5+E12 next_deal",
        ),
        ("portland", REPLY | {"held": True, "reckoned": True}, "L46 none younger>"),
    ],
    "undue_reckoning": [
        (SILENT, RECKONED, "L56 none >"),
        ("portland", RECKONED | {"replaced": True}, "L56 amended younger>"),
        ("portland", RECKONED | {"reason": "too_late", "first_card_played": False}, "L56+L46 none younger>"),
        ("portland", RECKONED | {"reason": "too_late"}, "L56 open younger>elder; object E4+E12 next_deal"),
        (
            "portland",
            RECKONED | {"reason": "better_than_called"},
            "L49+L56 open younger>elder; object E4+E12 next_deal",
        ),
        ("portland", RECKONED, "L56 open younger>elder; object E4+E12 next_deal"),
    ],
    "not_reckoned": [
        (SILENT, OMITTED, "L56 none >"),
        ("portland", OMITTED | {"omitted": "point", "side": "younger"}, "L56 none younger>"),  # L46: elder calls
        ("portland", OMITTED | {"omitted": "point"}, "lost_point L46 ruled elder>"),
        ("portland", OMITTED | {"omitted": "after_not_good", "side": "younger"}, "false_reply L46 none younger>"),
        ("portland", OMITTED | {"omitted": "showing"}, "L55 none elder>"),
        ({"law": "hoyle"}, OMITTED | {"omitted": "showing"}, "LA1 lapsed elder>"),
        ("portland", OMITTED | {"first_card_played": False}, "L56 open elder>elder; until first_card"),
        ("portland", OMITTED, "L56 lapsed elder>"),
    ],
    "implied": [
        (SILENT, BARRED, "L56 none >"),
        ({"law": "old"}, BARRED, "L56 none younger>"),
        *(({"law": law}, BARRED, "L56 none younger>") for law in ("au-cent", "hoyle")),  # sequences only
        (
            {"law": "hoyle"},
            BARRED | {"category": "sequence", "compared": "lower"},
            "L56 none younger>",
        ),
        (
            "portland",
            BARRED | {"below_rubicon": True},
            "L56 open younger>elder; object E4+E5+E12 first_card",
        ),
        ("portland", BARRED, "L56 open younger>elder; object E4+E12 first_card"),
    ],
    "revoke": [
        ("portland", PLAYED | {"taken_back": True}, "L59 lapsed younger>"),
        (
            "portland",
            PLAYED,
            "L59 open younger>elder younger; replay E6+E12 next_deal; cards_taken_back",
        ),
    ],
    "lead_out_of_turn": [
        ("portland", PLAYED | {"taken_back": True}, "L59 lapsed younger>"),
        ("portland", PLAYED | {"elder_led": False}, "L59 ruled younger>"),
        ("portland", PLAYED | {"answered": True}, "L59 lapsed younger>"),
        ("portland", PLAYED, "L59 open younger>elder younger; withdraw E6+E12 answered; no reading"),
    ],
    "run": [
        ("portland", PLAYED | {"taken_back": True}, "L59 lapsed younger>"),
        ("portland", PLAYED, "L59 harmless younger>"),
    ],
    "overplayed": [
        ("portland", PLAYED | {"taken_back": True}, "L59 lapsed younger>"),
        ("portland", PLAYED, "L59 open younger>younger; replay E6+E12 next_deal"),
    ],
    "dropped": [("portland", {"side": "elder"}, "L59 harmless elder>")],
    "misinformed": [
        ("portland", {"side": "elder", "answer": 2, "declared_in_hand": 2}, "L59 harmless elder> true"),
        (
            "portland",
            {"side": "elder", "answer": 1, "declared_in_hand": 2, "asker_played": False},
            "L59 open elder> untrue",
        ),
        (
            "portland",
            {"side": "elder", "answer": 1, "declared_in_hand": 2},
            "L59 open elder>younger untrue; replay E6+E12 next_deal",
        ),
    ],
    "miscounted": [
        ("portland", COUNT | {"proved": False}, "L70 harmless >"),
        ("portland", COUNT, "L70 open >elder younger; until next_deal"),
        ({"law": "au-cent"}, COUNT, "L70 open >elder younger; until end_of_game"),
        ("portland", COUNT | {"next_hand_seen": True}, "L70 lapsed >"),
    ],
    "sheets": [
        ("portland", {"written": {"A": SHEET, "B": SHEET}}, "L74 none >"),
        ("portland", {"written": {"A": SHEET, "B": OTHER}}, "L74+L70 ruled >; own_sheets"),
    ],
    "long_hand": [
        ("portland", {"side": "elder", "cards": 12, "cause": "exchange"}, "L58 none elder>"),
        *(
            ({"law": law}, {"side": "elder", "cards": 11, "cause": "exchange"}, f"L57 ruled elder> {word}")
            for law, word in (
                ("portland", "unanswered_tricks"),
                ("hoyle", "no_penalty"),
                ("french", "capot_possible"),
                ("old", "last_card_answers"),
            )
        ),
        ("portland", {"side": "elder", "cards": 13, "cause": "deal"}, "L58 none elder>"),
        ("portland", {"side": "elder", "cards": 13, "cause": "exchange"}, f"L58 open elder>younger; {PENALTY}"),
    ],
    "cut": [
        ("portland", CUT | {"when": "for_deal", "pack_incorrect": True}, "L6 harmless >"),
        ("portland", CUT | {"when": "for_deal", "cards": 1}, "L5 none >"),
        ({"law": "au-cent"}, CUT | {"when": "for_deal", "cards": 2}, "L5 ruled > lowest_counts"),
        ("portland", CUT | {"when": "for_deal", "cards": 2}, "L5 ruled > again"),
        ("portland", CUT | {"when": "to_dealer", "sizes": (31, 1)}, "L3 ruled > again"),
        ("portland", CUT | {"when": "to_dealer", "cards": 1}, "L7 ruled > again"),
        ("portland", CUT | {"when": "to_dealer", "confused": True}, "L7 ruled > again"),
        ("portland", CUT | {"when": "to_dealer"}, "L7 none >"),
    ],
    "packets": [
        ("portland", {"where": "stock", "taken_up": ()}, "L9 harmless younger>"),
        ("portland", {"where": "hands", "taken_up": ()}, f"L9+L10 open younger>elder; {UNTOUCHED}"),
        ("portland", {"where": "hands", "taken_up": ("elder",)}, "L9 harmless younger>"),
    ],
    "offer": [("portland", {"side": "elder"}, "- open elder>younger; accept E1 next_entry")],
}  # fmt: skip


def ruled(kind: str, choice: Any, facts: dict[str, Any]) -> Ruling:
    return ruling_on_facts(ruleset(choice) if isinstance(choice, str) else ruleset("portland", choice), kind, facts)


def in_short(ruling: Ruling, asked: str) -> str:
    """A ruling as `CASES` have it."""
    words = [
        "" if ruling.kind == asked else ruling.kind,
        "+".join((ruling.law or "-", *ruling.also)),
        ruling.status,
        f"{ruling.offender or ''}>{' '.join(ruling.entitled)}",
        ruling.finding or "",
    ]
    offers = (" ".join(filter(None, (each.election, "+".join(each.effects), each.until))) for each in ruling.elections)
    until = f"until {ruling.until}" if ruling.until and not ruling.elections else ""
    law = [fact.name for fact in ruling.facts if fact.source == "law" and not fact.name.startswith(LAW_PREFIX)]
    of_the_kind = ruling.readings in [kind.readings for kind in BY_NAME[ruling.kind]]
    readings = "" if of_the_kind else " ".join(ruling.readings) or "no reading"
    return "; ".join(filter(None, [" ".join(filter(None, words)), *offers, until, *law, readings]))


@pytest.mark.parametrize("kind", CASES)
def test_each_case_has_its_whole_ruling(kind: str) -> None:
    found = [(choice, facts, in_short(ruled(kind, choice, facts), kind)) for choice, facts, _ in CASES[kind]]
    assert found == CASES[kind]


def test_no_case_of_a_table_is_left_out() -> None:
    """Each message of a table is that of some ruling; two cases of a table may have the same."""
    assert CASES.keys() == TABLES.keys()
    for kind, table in TABLES.items():
        told = {ruled(kind, choice, facts).message for choice, facts, _ in CASES[kind]}
        if kind == "spoiled":  # which has all cases of a false claim
            told |= {ruled("false_claim", choice, facts).message for choice, facts, _ in CASES["false_claim"]}
        for case in table.cases:
            assert case.message in told, (kind, case.message)


@pytest.mark.parametrize("kind", TABLES)
def test_a_case_names_what_there_is(kind: str) -> None:
    for case in TABLES[kind].cases:
        assert case.number in BY_NUMBER and case.status in STATUSES
        assert {case.law or "L1", *case.also} <= LAWS.keys()
        assert set(case.readings or ()) <= READINGS.keys()
        assert case.who in (None, "side", "elder", "younger")
        assert case.entitled in ("", "elder", "younger", "adversary", "offender", "both", "nobody")
        assert {case.until or "none", *(offer.until for offer in case.offers)} <= UNTIL.keys()
        assert {offer.election for offer in case.offers} <= ELECTIONS.keys()
        derived = [offer.effects for offer in case.offers if isinstance(offer.effects, str)]
        assert {*case.shows, *derived} <= TABLES[kind].derived.keys()
        assert {
            each for offer in case.offers if offer.effects not in derived for each in offer.effects
        } <= EFFECTS.keys()
