"""What does a picture of a position cost, beside a view of it?

Both are called through WSGI, without a server: `POST /v1/states/view` and `POST /v1/states/picture`, with the same
states in the middle of the play, the same seat and the same cache. There are three cases: the states are in the cache
of the service; they are not, so that each is replayed; and the picture is the text. The last line has the sizes.

Ratio: time of a picture / of a view. Target: less than 3.
"""

import _shared as shared

VIEW, PICTURE = "/v1/states/view", "/v1/states/picture"


def main() -> None:
    given = shared.arguments(__doc__)
    app, forgetful = map(shared.service_app, ({}, shared.FORGETFUL))
    count = 30 if given.quick else 100
    states = [(body["state"], body["action"]["seat"]) for body in shared.mid_play(app, count)]
    requests = shared.encoded({"state": state, "seat": seat} for state, seat in states)

    def run(target: shared.App, path: str, accept: str = "*/*") -> int:
        return sum(len(shared.call(target, path, request, accept)) for request in requests)

    for name, target, accept in (
        ("known states", app, "*/*"),
        ("unknown states", forgetful, "*/*"),
        ("known states, as text", app, "text/plain"),
    ):
        jobs = {
            "picture": lambda target=target, accept=accept: run(target, PICTURE, accept),
            "view": lambda target=target: run(target, VIEW),
        }
        times = shared.side_by_side(jobs, given.rounds)
        shared.show(name, times, "picture", "view", count, shared.ratio(times["picture"], times["view"]))
    sizes = run(app, PICTURE) // count, run(app, PICTURE, "text/plain") // count, run(app, VIEW) // count
    print("bytes: {:,} as SVG, {:,} as text, {:,} of a view".format(*sizes))


if __name__ == "__main__":
    main()
