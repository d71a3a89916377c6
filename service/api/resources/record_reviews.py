"""The review of a record, deal by deal: `/v1/records/review`.

A deal is reviewed in slices, each in a slot of its own. What has been reviewed is kept after each slice: if a slice
exceeds its deadline, the next request goes on from there.
"""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.advice.review import Decision, sums
from service.api.http.request_body import Decoded, RequestBody, Undecoded
from service.api.problems import Fault, pointer, problem_at, refuse
from service.api.resources.advice import EffortName, Seed
from service.api.resources.records import WAIT, GivenRecord
from service.cache import Cache, Region
from service.piquet import ENGINE_VERSION
from service.piquet.actions import members_of
from service.piquet.model.state import PHASES
from service.pool import Pool
from service.runtime.request_context import current
from service.tasks.record_review import (
    MOST_DEALS,
    Dealing,
    Planned,
    Prepared,
    Row,
    Stop,
    deal_json,
    prepare,
    review_slice,
    sum_json,
)

SLICE = 0.25  # seconds of a task, after which the rest of a deal goes into the next one

#: What the review of a deal costs, by effort, in units of the caller's quota.
PER_DEAL = {"quick": 600, "full": 2500}

_Deals = Annotated[list[Annotated[int, Meta(ge=1, le=200)]], Meta(min_length=1, max_length=max(MOST_DEALS.values()))]


class ReviewRequest(RequestBody):
    """Body of `POST /v1/records/review`."""

    record = Undecoded(GivenRecord, required=True)
    deals = Decoded(_Deals)
    effort = Decoded(EffortName, load_default="quick")
    seed = Decoded(Seed, load_default="")


_encode = msgspec.msgpack.Encoder().encode
_decode_prepared = msgspec.msgpack.Decoder(Prepared).decode
_decode_rows = msgspec.msgpack.Decoder(list[Row]).decode
_REGION: Region[list[Row]] = Region("review", 2, _encode, _decode_rows)


def review(cache: Cache, pool: Pool, body: dict[str, Any]) -> Any:
    """Review deals of a record. Raises a `Problem`."""
    effort = body["effort"]
    most = MOST_DEALS[effort]
    if len(set(body.get("deals", ()))) > most:
        raise problem_at("contradictory_request", f"a review of this effort is of at most {most} deals", "deals")
    with pool.stream():
        with pool.acquire() as slot:
            prepared = slot.run(partial(prepare, bytes(body["record"])), _decode_prepared)
        _charge_tries(prepared.tries)
        chosen = _chosen(prepared, body.get("deals"), most)
        _charge_deals(PER_DEAL[effort], sum(each.dealing is not None for each in chosen))
        reviewed = [(each, _decisions(cache, pool, each.dealing, effort, body["seed"])) for each in chosen]
    return {
        "ruleset": prepared.ruleset,
        "problems": prepared.problems,
        "deals": [deal_json(*each[:-1], decisions) for each, decisions in reviewed],
        "sums": [sum_json(each) for each in sums(made for _, decisions in reviewed for made in decisions)],
        "effort": effort,
        "seed": body["seed"],
        "engine_version": ENGINE_VERSION,
    }


def _charge_tries(tries: int) -> None:
    context = current.get()
    if context is not None:
        context.charge_done(tries)


def _charge_deals(each: int, deals: int) -> None:
    """Charge for the review of deals. Raises a `Problem` for several that cost more than a whole quota."""
    context = current.get()
    if context is None or not deals:
        return
    if context.most_units is not None and deals > 1 and context.most_units < each * deals:
        why = f"{deals} deals cost {each * deals:,} units, and a quota has {context.most_units:,}; name fewer"
        raise problem_at("contradictory_request", why, "deals")
    context.surcharge(each * deals)


def _chosen(prepared: Prepared, numbers: list[int] | None, most: int) -> list[Planned]:
    """Return the deals to review: those with these numbers, or as many as one review may have.

    Raises the `Problem` `contradictory_request` for a number that no deal has.
    """
    if numbers is None:
        reviewable = [each.dealing is not None for each in prepared.deals]
        message = f"a request reviews at most {most} deals; name others in deals"
        limit = Stop(1, "limit", message)
        return [
            each._replace(dealing=None, stop=limit) if each.dealing and sum(reviewable[:at]) >= most else each
            for at, each in enumerate(prepared.deals)
        ]
    known = {each.number for each in prepared.deals}
    missing = [at for at, number in enumerate(numbers) if number not in known]
    refuse(
        "contradictory_request",
        (Fault(pointer("deals", at), f"is {numbers[at]}, and the record has no such deal") for at in missing),
    )
    return [each for each in prepared.deals if each.number in numbers]


def _decisions(cache: Cache, pool: Pool, dealing: Dealing | None, effort: str, seed: str) -> list[Decision]:
    """Return the decisions of a deal. What was reviewed of it earlier is not reviewed again."""
    if dealing is None or not dealing.actions:
        return []
    region = replace(_REGION, fits=partial(_can_be_of, dealing))
    question = _encode((dealing, effort, seed))
    rows = cache.get(region, question, cache.session()) or []
    while len(rows) < len(dealing.actions):
        with pool.acquire(WAIT) as slot:
            rows += slot.run(partial(review_slice, dealing, effort, seed, len(rows), SLICE), _decode_rows)
        cache.put(region, question, rows, cache.session())
    return [row.decision for row in rows]


def _can_be_of(dealing: Dealing, rows: list[Row]) -> bool:
    """Whether rows may be the first decisions of a deal. Whether their values are correct is not checked.

    Raises `MembersError` for what is no action.
    """
    return 0 < len(rows) <= len(dealing.actions) and all(
        row.number == number and row.done == done and _is_possible(row)
        for number, (row, done) in enumerate(zip(rows, dealing.actions, strict=False), 1)
    )


def _is_possible(row: Row) -> bool:
    done, best = row.decision.done, row.decision.best
    return row.phase in PHASES and row.seat == done.seat == best.seat and members_of(best) == row.best
