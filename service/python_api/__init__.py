"""The library: Piquet in Python without a server (docs/library.md). `service.__all__` has its names.

Imports `piquet`, `records`, `pictures` and, for advice only, `advice`.
"""

from service.pictures import Picture as Picture, Style as Style, hand_picture as hand_picture
from service.piquet.json_types import Json as Json, Members as Members
from service.piquet.law.deal import WouldBe as WouldBe
from service.piquet.model.violations import IllegalAction as IllegalAction, Violation as Violation
from service.piquet.notation.action_lines import NotationError as NotationError
from service.piquet.rulesets.parameters import Ruleset as Ruleset, RulesetError as RulesetError, Value as Value
from service.piquet.rulesets.published import VERSIONS
from service.piquet.scoring.adjustments import Adjustment as Adjustment, Claim as Claim
from service.piquet.table_actions import (
    Action as Action,
    GivenAction as GivenAction,
    Options as Options,
    RefusedAction as RefusedAction,
)
from service.piquet.value_kinds import MembersError as MembersError
from service.python_api.reports import *  # noqa: F403
from service.python_api.table import *  # noqa: F403
from service.records.model import (
    Deal as Deal,
    Note as Note,
    Problem as Problem,
    Record as Record,
    Result as Result,
    Step as Step,
)
from service.records.verification.report import Correction as Correction, Divergence as Divergence
from service.words import Language as Language

#: The names of the published rulesets, with their versions.
RULESETS: tuple[str, ...] = tuple(VERSIONS)
