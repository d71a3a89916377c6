"""Piquet refereed: a library, and a stateless REST service.

A `Table` is a partie: `help(Table)`. `read_record`, `write_record` and `verify_record` work on records. All names of
the library are in `__all__`, and described in docs/library.md. In the wheel this package is `piquet_referee`.
"""

from typing import TYPE_CHECKING

from service.runtime import version

if TYPE_CHECKING:
    from service.python_api import *  # noqa: F403
    from service.python_api.advising import Advice as Advice, Advised as Advised, Basis as Basis, Reason as Reason

# Names are imported when they are first used, so that a module of the service which needs one part does not import all.
__all__ = [
    "RULESETS",
    "Action",
    "Adjusted",
    "Adjustment",
    "Advice",
    "Advised",
    "Basis",
    "Claim",
    "Correction",
    "Deal",
    "DealReport",
    "Divergence",
    "EffortName",
    "GivenAction",
    "IllegalAction",
    "Json",
    "Language",
    "Members",
    "MembersError",
    "NotationError",
    "Note",
    "Options",
    "Picture",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "RefusedAction",
    "Report",
    "Result",
    "Ruleset",
    "RulesetError",
    "Settlement",
    "Step",
    "Style",
    "Table",
    "Value",
    "Violation",
    "WouldBe",
    "hand_picture",
    "read_record",
    "verify_record",
    "write_record",
]

__version__ = version.VERSION


if not TYPE_CHECKING:  # a type checker would take any name for one of the library

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in ("Advice", "Advised", "Basis", "Reason"):  # they need numpy, which takes long to import
            from service.python_api import advising as home
        else:
            from service import python_api as home
        return getattr(home, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
