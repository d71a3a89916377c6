"""Who answers a request, as a table (docs/adr/0013-quick-requests.md). Sixteen may wait, and two bodies may arrive."""

import pytest

from service.server.worker import Answerer, Asked, Load, answerer

LOOP, THREAD, LONG, NOBODY = Answerer.EVENT_LOOP, Answerer.THREAD, Answerer.LONG_THREAD, Answerer.NOBODY

QUICK = Asked(quick=True)
OTHER = Asked()
COOLING_DOWN = Asked(quick=True, cooling_down=True)
WOULD_TAKE_LONG = Asked(quick=True, long=True)
LONG_BODY = Asked(long=True)
ARRIVING = Asked(complete=False)
PROBE = Asked(probe=True)

TABLE = [
    # Nothing else to do.
    (QUICK, Load(), LOOP),
    (OTHER, Load(), THREAD),
    (PROBE, Load(), THREAD),
    (ARRIVING, Load(), THREAD),
    (COOLING_DOWN, Load(), THREAD),
    (WOULD_TAKE_LONG, Load(), LONG),
    (LONG_BODY, Load(), LONG),
    # The event loop answers only while no thread computes, and while few connections have sent something.
    (QUICK, Load(computing=1), THREAD),
    (QUICK, Load(arrived=16), LOOP),
    (QUICK, Load(arrived=17), THREAD),
    # As many requests wait as may: only probes are answered, and what the event loop answers without waiting.
    (OTHER, Load(waiting=15), THREAD),
    (OTHER, Load(waiting=16), NOBODY),
    (LONG_BODY, Load(waiting=16), NOBODY),
    (COOLING_DOWN, Load(waiting=16), NOBODY),
    (QUICK, Load(waiting=16, computing=1), NOBODY),
    (QUICK, Load(waiting=16), LOOP),
    (PROBE, Load(waiting=16), THREAD),
    # Threads read so many bodies as they arrive, and answer others meanwhile.
    (ARRIVING, Load(arriving=1), THREAD),
    (ARRIVING, Load(arriving=2), NOBODY),
    (OTHER, Load(arriving=2), THREAD),
]


@pytest.mark.parametrize(("asked", "load", "who"), TABLE)
def test_who_answers_a_request(asked: Asked, load: Load, who: Answerer):
    assert answerer(asked, load, max_waiting=16, max_arriving=2) is who


@pytest.mark.parametrize(
    ("asked", "limit", "who"),
    [
        pytest.param(OTHER, {"max_waiting": 1}, THREAD, id="one may wait"),
        pytest.param(OTHER, {"max_waiting": 0}, NOBODY, id="none may wait, and all threads are busy"),
        pytest.param(ARRIVING, {"max_arriving": 1}, THREAD, id="one body may arrive"),
        pytest.param(ARRIVING, {"max_arriving": 0}, NOBODY, id="no body may arrive"),
        pytest.param(QUICK, {"max_waiting": 0}, LOOP, id="nothing waits for the event loop"),
    ],
)
def test_a_worker_of_which_nothing_is_said_has_nothing_to_do(asked: Asked, limit: dict[str, int], who: Answerer):
    assert Load() == (0, 0, 0, 0)
    assert answerer(asked, Load(), **{"max_waiting": 16, "max_arriving": 2, **limit}) is who
