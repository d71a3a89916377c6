"""A reckoning that elder's cards bar (K18b)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import CATEGORY, choice, flag
from service.piquet.law.kinds.speech import NOBODY_SPEAKS, STRUCK, STRUCK_LATE
from service.piquet.law.kinds.tables import ELSE, AnyOf, Case, Offered, Then, regular, table

_KIND: Final = Kind(
    "K18b",
    "implied",
    "Younger reckoned something no better than a holding in cards that elder has reckoned or shown, in a category "
    "that elder omitted.",
    ("L56",),
    "asking",
    "elder",
    "what was reckoned scores",
    public=False,
    readings=("LR36",),
    rows=("shown_bars",),
)

_NOT_BARRED: Final = regular("elder's cards do not bar it")

_BARRED: Final = Then("elder's cards bar what younger reckoned", offers=(Offered("object", STRUCK, "first_card"),))

IMPLIED: Final = table(
    (_KIND,),
    (
        CATEGORY,
        choice("laid", "How are elder's cards known: reckoned, or shown?", "reckoned", "shown"),
        choice("compared", "Is what younger reckoned equal to elder's holding, or lower?", "equal", "lower"),
        flag("below_rubicon", "Is elder's total below the rubicon?"),
    ),
    (
        NOBODY_SPEAKS,
        Case({"law_shown_bars": "nothing"}, _NOT_BARRED),
        Case({"law_shown_bars": AnyOf(("shown_sequence", "equal_sequences")), "sequence_shown": False}, _NOT_BARRED),
        Case({"law_shown_bars": "equal_sequences", "compared": "lower"}, _NOT_BARRED),
        Case(
            {"reckons_too": True},
            _BARRED._replace(
                message="elder's cards bar it; below the rubicon elder must reckon the holding with the objection",
                offers=(Offered("object", STRUCK_LATE, "first_card"),),
            ),
        ),
        Case(ELSE, _BARRED),
    ),
    {
        "sequence_shown": lambda reader: reader["category"] == "sequence" and reader["laid"] == "shown",
        "reckons_too": lambda reader: reader.rules.target is None and reader["below_rubicon"],
    },
    offender="younger",
)
