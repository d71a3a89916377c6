"""How much of a bare Flask route's speed does the check of an action keep, in process?

Both are called through WSGI, without a server: `POST /v1/actions/check` with a state in the middle of the play, and
a bare route that decodes the same body and encodes an answer of the same size with the fastest JSON codec at hand.
Once with many different states in turn, once with one state over and over.

Ratio: requests per second of the check / of the bare route. Target: at least 0.40.
"""

import _shared as shared


def main() -> None:
    given = shared.arguments(__doc__)
    app = shared.service_app()
    requests = shared.encoded(shared.mid_play(app, 20 if given.quick else 200))
    answers = [shared.call(app, shared.CHECK, request) for request in requests]
    codec = shared.faster_codec(requests, answers)
    size_in, size_out = sum(map(len, requests)) // len(requests), sum(map(len, answers)) // len(answers)
    print(f"{len(requests)} states, {size_in} bytes in, {size_out} bytes out, bare route with {codec}")

    for name, sent, answered in (
        ("different states", requests, answers),
        ("one state", requests[:1] * len(requests), answers[:1]),
    ):
        bare = shared.bare_app(shared.middle(answered), codec)

        def run(target: shared.App, sent: list[bytes] = sent) -> None:
            for request in sent:
                shared.call(target, shared.CHECK, request)

        jobs = {"check": lambda run=run: run(app), "bare": lambda run=run, bare=bare: run(bare)}
        times = shared.side_by_side(jobs, given.rounds)
        print(
            f"{name:16}  check {shared.micro(times['check'], len(sent))}  bare {shared.micro(times['bare'], len(sent))}"
            f"  ratio {shared.ratio(times['bare'], times['check']):.2f}"
        )


if __name__ == "__main__":
    main()
