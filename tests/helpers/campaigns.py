"""Long campaigns of random deals, played in two implementations: every disagreement is printed."""

import argparse
import time
import traceback
from collections.abc import Callable, Sequence

from tests.helpers.random_cases import fresh_seed

#: Play the deal with this number: what the two implementations disagree on, or None.
Disagreement = Callable[[int], str | None]


def parser(description: str, number: int) -> argparse.ArgumentParser:
    """The arguments of a campaign of `number` deals."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--number", type=int, default=number)
    made.add_argument("--seed", default=fresh_seed())
    made.add_argument("--deal", type=int, help="the number of the only deal to play")
    return made


def numbers(given: argparse.Namespace) -> Sequence[int]:
    """The numbers of the deals that the arguments ask for."""
    return range(given.number) if given.deal is None else [given.deal]


def disagreed(played: Callable[[], object]) -> str | None:
    """What failed while something was played, or None."""
    try:
        played()
    except AssertionError as error:
        return str(error) or "an assertion failed"
    except Exception:  # a mistake anywhere ends one deal, and not the campaign
        return traceback.format_exc()
    return None


def campaign(what: str, deals: Sequence[int], disagreement: Disagreement, seen: dict[str, int]) -> list[int]:
    """Play these deals and print what was `seen`; the numbers of those that disagree."""
    began, failed = time.monotonic(), list[int]()
    for count, number in enumerate(deals, 1):
        told = disagreement(number)
        if told is not None:
            failed.append(number)
            print(f"\n{what}, deal {number}\n{told}", flush=True)
        if count % 200 == 0:
            print(f"{what}: {count:,} deals, {len(failed)} disagreements", flush=True)
    print(*(f"{seen[name]:9,} {name}" for name in sorted(seen)), sep="\n")
    taken = time.monotonic() - began
    print(f"{what}: {len(deals):,} deals, {taken:,.0f} s, {len(failed)} disagreements", *failed, flush=True)
    return failed
