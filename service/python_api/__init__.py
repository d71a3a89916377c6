"""The library: Piquet in Python without a server (docs/library.md).

Imports `piquet`, `records`, `pictures` and, for advice only, `advice`.
"""

from service.pictures import Picture, Style, hand_picture
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.rulesets.published import VERSIONS
from service.piquet.table_actions import Action, Options, RefusedAction
from service.python_api.table import RecordError, Table, read_record, verify_record, write_record
from service.records.model import Record
from service.records.verification.report import Report

#: The names of the published rulesets, with their versions.
RULESETS: tuple[str, ...] = tuple(VERSIONS)

__all__ = [
    "RULESETS",
    "Action",
    "IllegalAction",
    "Options",
    "Picture",
    "Record",
    "RecordError",
    "RefusedAction",
    "Report",
    "Style",
    "Table",
    "Violation",
    "hand_picture",
    "read_record",
    "verify_record",
    "write_record",
]
