"""Which part of the speed of a bare Flask route does the check of an action reach, in process?

Both are called through WSGI, without a server: `POST /v1/actions/check` with a state in the middle of the play, and a
bare route that decodes the same body and encodes a response of the same size with the fastest installed JSON codec.

There are five cases: many different states that the service does not know (each is verified by replaying it); the same
states with the seals of a service that has keys; the same states in its cache, as when a game sends back what it was
given; the same as in production (sealed states only, access log, metrics, CORS, API key, rate limit); and one state
repeatedly.

Ratio: requests per second of the check / of the bare route. Target: at least 0.40.
"""

import os
import tempfile

import _shared as shared


def main() -> None:
    given = shared.arguments(__doc__)
    app, forgetful, sealing = map(shared.service_app, ({}, shared.FORGETFUL, shared.SEALING))
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp()  # as under gunicorn
    production = shared.service_app(shared.PRODUCTION)
    count = 50 if given.quick else 200
    requests, sealed = (shared.encoded(shared.mid_play(source, count)) for source in (app, sealing))
    answers = [shared.call(app, shared.CHECK, request) for request in requests]
    codec = shared.faster_codec(requests, answers)
    bare = shared.bare_app(shared.middle(answers), codec)
    size_in, size_out = sum(map(len, requests)) // len(requests), sum(map(len, answers)) // len(answers)
    print(f"{len(requests)} states, {size_in} bytes in, {size_out} bytes out, bare route with {codec}")

    def run(target: shared.App, sent: list[bytes]) -> None:
        for request in sent:
            shared.call(target, shared.CHECK, request)

    for name, checking, sent in (
        ("unknown states", forgetful, requests),
        ("sealed states", sealing, sealed),
        ("known states", app, requests),
        ("known states, as in production", production, sealed),
        ("one known state", app, requests[:1] * len(requests)),
    ):
        jobs = {
            "check": lambda checking=checking, sent=sent: run(checking, sent),
            "bare": lambda sent=sent: run(bare, sent),
        }
        times = shared.side_by_side(jobs, given.rounds)
        shared.show(name, times, "check", "bare", len(sent), shared.ratio(times["bare"], times["check"]))


if __name__ == "__main__":
    main()
