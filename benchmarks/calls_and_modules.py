"""How many calls, and of how many modules of the service, do a check of a card and a ruling on a played deal take?

Counted with `sys.setprofile`: the calls of functions in `service`, the modules that they are in, and how often a call
goes from one module to another. Nothing is timed, so a busy machine changes no figure.

- A **check** of a card over the WSGI application, of a state that the process remembers and of one that it does not.
- A **ruling** on a deal that was played with a revoke in it, written as data with what each election does: on the deal
  as it stands, on the deal replayed from its cards and entries, and over the WSGI application.

Targets: a check of a state that is remembered makes at most 70 calls in at most 22 modules, and a ruling goes through
at most 30 modules.
"""

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import FrameType
from typing import Any, NamedTuple

import _shared as shared

from service.piquet.law.deal import IrregularDeal, rulings_on
from service.piquet.table import Table
from service.piquet.written import ruling_members

SERVICE = str(shared.ROOT / "service")


class Counted(NamedTuple):
    """The calls of an operation, by the files of the functions called, in order."""

    files: tuple[str, ...]

    @property
    def modules(self) -> list[str]:
        """The modules, each with its calls, those with most calls first."""
        names = [file[len(SERVICE) + 1 :].removesuffix(".py") for file in self.files]
        counts = {name: names.count(name) for name in dict.fromkeys(names)}
        return [f"{name} {count}" for name, count in sorted(counts.items(), key=lambda each: -each[1])]

    @property
    def changes(self) -> int:
        """How often a call is in another module than the call before it."""
        return sum(one != other for one, other in pairwise(self.files))


def counted(run: Callable[[], Any]) -> Counted:
    """Run something once and return its calls in `service`."""
    files: list[str] = []

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SERVICE):
            files.append(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return Counted(tuple(files))


def deal_with_a_revoke() -> Table:
    """Return a table at which a deal was played at random, with one revoke in it."""
    for seed in range(1000):
        rng = random.Random(seed)
        table = Table(first_dealer="B")
        table.deal(seed=str(seed))
        revoked = False
        while table.phase not in ("deal_over", "partie_over"):
            options = [action for action in table.options() if action["type"] not in ("concede", "ruling")]
            action = dict(rng.choice(options))
            if not revoked and action["type"] == "play" and (card := revoking(table, options)):
                action |= {"card": card, "irregular": True}
                revoked = True
            table.apply(action)
        if revoked:
            return table
    raise LookupError("no deal has a revoke")


def revoking(table: Table, options: Sequence[Mapping[str, Any]]) -> str | None:
    """Return a card that does not follow suit although the seat to act could; None if there is none."""
    suits = {option["card"][1] for option in options if option["type"] == "play"}
    hand = table.view(table.to_act or "A")["hand"]
    lies = table.view("A")["tricks"]
    follows = bool(lies) and len(lies[-1]["cards"]) == 1
    return next((card for card in hand if follows and len(suits) == 1 and card[1] not in suits), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="counting is quick in any case")
    parser.add_argument("--modules", action="store_true", help="also name the modules, each with its calls")
    given = parser.parse_args()

    app = shared.service_app()
    bodies = shared.mid_play(app, 2)
    check = shared.encoded(bodies)[1]
    shared.call(app, shared.CHECK, check)
    forgetful = shared.service_app(shared.FORGETFUL)
    shared.call(forgetful, shared.CHECK, shared.encoded(bodies)[0])

    table = deal_with_a_revoke()
    rules, state, entries = table.rules, table.state, [action.engine for action in table.actions]
    question = shared.encoded([{"state": table.line}])[0]
    shared.call(app, "/v1/rulings", question)

    def ruling(deal: IrregularDeal) -> list[Any]:
        return [ruling_members(each, state, "en") for each in rulings_on(deal)]

    replayed = IrregularDeal(rules, state, entries)
    assert [each["kind"] for each in ruling(replayed)] == ["revoke"]
    operations: dict[str, Callable[[], Any]] = {
        "check of a card, state remembered": lambda: shared.call(app, shared.CHECK, check),
        "check of a card, state unknown": lambda: shared.call(forgetful, shared.CHECK, check),
        "ruling on a played deal": lambda: ruling(replayed),
        "the same, the deal replayed first": lambda: ruling(IrregularDeal(rules, state, entries)),
        "the same over HTTP": lambda: shared.call(app, "/v1/rulings", question),
    }
    for name, run in operations.items():
        found = counted(run)
        print(f"{name}: {len(found.files)} calls in {len(found.modules)} modules, {found.changes} changes of module")
        if given.modules:
            print("  " + ", ".join(found.modules))


if __name__ == "__main__":
    main()
