"""The examples of `POST /v1/rulings` told as facts: one for each kind of irregularity."""

from typing import Any, NamedTuple


class Told(NamedTuple):
    """An irregularity told as facts; `ruleset` is the one that it is ruled under."""

    kind: str
    summary: str
    facts: dict[str, Any]
    ruleset: str = "portland"


TOLD = (
    Told(
        "misdeal",
        "Thirteen for elder, eleven for younger (L11, L40)",
        {"dealt": [13, 11, 8], "taken_up": ["elder", "younger"], "stock": "untouched"},
    ),
    Told(
        "deal_out_of_turn",
        "The third deal of six, found with the cards in hand (L16)",
        {"deal": 3, "taken_up": ["elder", "younger"]},
    ),
    Told("exposed", "The dealer turned up a card of elder's (L13)", {"owner": "elder", "cards": ["JH"]}),
    Told("faced", "A card lay face up in the talon (L14)", {"where": "stock", "exchanged": ["elder"]}),
    Told("pack", "The wrong pack, before a card was taken up (L15)", {"taken_up": False}),
    Told("spoiled", "Two sevens of diamonds, and no eight (L75)", {"proof": {"missing": ["8D"], "double": ["7D"]}}),
    Told(
        "wrong_exchange",
        "Elder takes six and mixes them, so that the game is lost",
        {"side": "elder", "discarded": 5, "taken": [1, 2, 3, 4, 5, 6], "mixed": [1, 2, 3, 4, 5, 6], "leaves": None},
        "au-cent",
    ),
    Told("recovered", "A card back from the discard (L25)", {"side": "younger", "stock": "taken", "cards": ["7H"]}),
    Told(
        "buried",
        "A card of the hand into the discard (L26)",
        {"side": "elder", "source": "hand", "stock": "taken", "cards": ["9C"]},
    ),
    Told(
        "peeked",
        "Elder turns up the sixth card and puts it back (L27)",
        {"side": "elder", "positions": [6], "shown": True},
    ),
    Told("dealer_saw", "The dealer looked at two cards of the talon (LF1)", {"positions": [1, 2]}, "french"),
    Told("undeclared", "Elder takes four without a word (L32)", {"taken": 4, "stock": "touched"}),
    Told("looked", "Younger looks at the cards left too late (L36)", {"side": "younger"}),
    Told(
        "false_blanche",
        "A carte blanche with a court card (L55)",
        {"side": "elder", "courts": True, "laid_out": True},
    ),
    Told("lost_point", "Elder calls the quart first (L46)", {}),
    Told(
        "false_claim",
        "A tierce that was put away (L54)",
        {
            "side": "elder",
            "category": "sequence",
            "held": False,
            "allowed": True,
            "mended": "never",
            "shown": False,
            "in_union": True,
        },
    ),
    Told(
        "false_reply",
        "Not good, and nothing shown (LA3)",
        {"mended": "never", "held": False, "first_card_played": True},
        "au-cent",
    ),
    Told(
        "undue_reckoning",
        "A tierce remembered after younger's first card (L56)",
        {"side": "elder", "reason": "too_late", "first_card_played": True},
    ),
    Told(
        "not_reckoned",
        "Elder leads without calling sequences (L56)",
        {"side": "elder", "omitted": "call", "first_card_played": False},
    ),
    Told(
        "implied",
        "Elder's point already shows a better tierce (L56)",
        {"category": "sequence", "laid": "reckoned", "compared": "lower", "below_rubicon": False},
    ),
    Told("revoke", "A club on a diamond, with a diamond in hand (L59)", {"side": "younger", "played_since": 5}),
    Told(
        "lead_out_of_turn",
        "Younger leads, and elder has not answered (L59)",
        {"side": "younger", "elder_led": True, "answered": False},
    ),
    Told("run", "Elder puts down three hearts at once (L59)", {"side": "elder"}),
    Told("overplayed", "Younger answers a run of three with four cards (L59)", {"side": "younger", "played_since": 4}),
    Told("dropped", "Younger drops two cards (L59)", {"side": "younger", "cards": ["7S", "9H"]}),
    Told(
        "misinformed",
        "One of the point, says elder, who has two (L59)",
        {"side": "elder", "about": "point", "answer": 1, "declared_in_hand": 2},
    ),
    Told(
        "miscounted",
        "Younger made 23, not 22 (L70)",
        {"deal": 1, "score": 23, "proved": True, "bonus": False, "next_hand_seen": False},
    ),
    Told(
        "sheets",
        "A wrote 28 to 23, B wrote 28 to 22 (L74)",
        {"written": {"A": {"A": 28, "B": 23}, "B": {"A": 28, "B": 22}}},
    ),
    Told("long_hand", "Thirteen cards after the exchange (L58)", {"side": "younger", "cards": 13, "cause": "exchange"}),
    Told(
        "cut",
        "A single card was cut (L3)",
        {"when": "to_dealer", "sizes": [1, 31], "cards": 0, "confused": False},
    ),
    Told("packets", "Packets of three after packets of two (L9)", {"where": "hands", "taken_up": []}),
    Told("offer", "Elder offers a fresh deal", {"side": "elder"}),
)
