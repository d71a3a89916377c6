"""A few hundred of the fuzzer's inputs; a million are run by hand (docs/notation.md)."""

from __future__ import annotations

from tests.helpers.random_cases import SEED, scale
from tests.records import fuzz


def test_no_damaged_record_crashes_anything():
    number = scale(450, enough=200)
    well = 0
    for kind, content in fuzz.inputs(number, SEED):
        try:
            well += fuzz.check(kind, content)
        except Exception as error:
            error.add_note(repr((kind, content)))
            raise
    assert 0.01 * number < well < 0.9 * number  # neither all damaged beyond reading nor none
