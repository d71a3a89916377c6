"""What the law of a ruleset says in the rows on which the account and the times rest (docs/law.md, the codes)."""

from __future__ import annotations

from typing import Any

#: The law of a ruleset that does not say which (docs/law.md, the codes).
LAWS = {"au-cent": "au-cent", "hoyle": "hoyle", "french": "french", "garraud": "french", "old-36": "old"}

#: The columns of `ROWS`.
CODES = ("portland", "au-cent", "hoyle", "french", "old")

ROWS: dict[str, tuple[Any, ...]] = {
    # Who loses the game, where games are played, by mixing a card of the other's (K7 i).
    "stock_mixed": ("nobody", "both", "elder, and younger who takes five", "nobody", "nobody"),
    # Who loses it by taking up such a card, or looking at it (K7 ii, K10).
    "stock_shown": ("nobody", "younger", "nobody", "nobody", "nobody"),
    # Whether a misnomer beside a false claim counts, whether what is false saves, and what of false points (K15).
    "false_claim": ("misnomers count", "sets only", "misnomers count", "misnomers count", "nothing counts or saves"),
    # Until when words are corrected (A1; A2; A3 and A4; A5): `own_card` is the first that the speaker plays.
    "mend_call": ("reply", "never", "own_card", "own_card", "own_card"),
    "mend_reply": ("next_call", "never", "never", "next_call", "first_card"),
    "mend_claim": ("first_card", "own_card", "own_card", "own_card", "own_card"),
    "omitted": ("first_card", "own_card", "own_card", "own_card", "own_card"),
    # What elder has to show before the lead, or loses (LA1).
    "must_show": ((), ("point", "sequence"), ("point",), ("point",), ("point", "sequence")),
}


def parts_of(ruleset: Any) -> tuple[str, dict[str, Any]]:
    """The name of a ruleset without its version, and its overrides."""
    name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset.get("overrides", {}))
    return name.partition("@")[0], overrides


def law_of(ruleset: Any) -> str:
    """The code by which a ruleset judges irregularities."""
    name, overrides = parts_of(ruleset)
    return str(overrides.get("law", LAWS.get(name, "portland")))


def says(ruleset: Any, row: str) -> Any:
    """What the law of a ruleset says in one of `ROWS`: its code, or the one that the row is taken from."""
    _, overrides = parts_of(ruleset)
    code = overrides.get(f"law_{row}") or law_of(ruleset)
    return ROWS[row][CODES.index(code)] if code in CODES else None
