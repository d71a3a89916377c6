"""The matrix of the law: each row of the codes taken from each code, with either pack, with a target and without."""

from __future__ import annotations

import itertools
import random
from typing import Any

from service.piquet.rulesets.parameters import LAW_CODES, LAW_PREFIX, LAW_ROWS
from tests.properties.irregular_play import NO_TARGET

Json = Any

#: The rulesets whose other parameters the cells of the matrix have, in turn: their number shares no factor with that of
#: the codes or of the packs, so that each comes together with each.
BASES = ("portland", "au-cent", "hoyle", "old-36", "french", "denexa", "german")
#: The target of a ruleset, where it has one.
TARGETS = {"hoyle": 101, "german": 101}


def cell(base: str, pack: int, to_target: bool, row: str, code: str) -> Json:
    """A ruleset with this pack, with a target or without, and with one row of its law from this code."""
    overrides: Json = {"pack": pack, "elder_max": 8 if pack == 36 else 5, LAW_PREFIX + row: code}
    if to_target:
        overrides["target"] = TARGETS.get(base, 100)
    else:
        overrides |= NO_TARGET
    return {"name": base, "overrides": overrides}


def cells() -> dict[str, Json]:
    """Every cell, by its name, in an order in which the first ones are of all rows."""
    found = {}
    every = list(itertools.product(LAW_ROWS, LAW_CODES, (32, 36), (True, False)))
    random.Random("the matrix").shuffle(every)
    for number, (row, code, pack, to_target) in enumerate(every):
        base = BASES[number % len(BASES)]
        name = f"{base}, {pack} cards, {'to a target' if to_target else 'no target'}, {row} of {code}"
        found[name] = cell(base, pack, to_target, row, code)
    return found


MATRIX = cells()
