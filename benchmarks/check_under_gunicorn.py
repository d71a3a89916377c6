"""Which part of the speed of a bare Flask route does the check of an action reach, under gunicorn?

Both run under gunicorn (the settings of the deployment, one worker), and this process sends requests to them in turn
over a few persistent connections: `POST /v1/actions/check` with a state in the middle of the play, and a bare route
that decodes the same body and encodes a response of the same size with the fastest installed JSON codec.

There are six cases: many different states that the service does not know (each is verified by replaying it); the same
states with the seals of a service that has keys; the same states concealed, with the view of the player in the
response; the same states in its cache, as when a game sends back what it was given; the same as in production (sealed
states only, access log, metrics, CORS, API key, rate limit); and one state repeatedly.

Ratio: requests per second of the check / of the bare route. Target: at least 0.60, and 0.75 as in production; 0.85 is
the goal.
"""

import json
import tempfile
from pathlib import Path

import _http as http
import _shared as shared


def main() -> None:
    given = shared.arguments(__doc__)
    app = shared.service_app()
    states = 50 if given.quick else 200
    plain = shared.mid_play(app, states)
    bodies, concealed = shared.encoded(plain), shared.encoded(shared.concealed(app, plain))
    sealed = shared.encoded(shared.mid_play(shared.service_app(shared.SEALING), states))
    answers = [shared.call(app, shared.CHECK, body) for body in bodies]
    codec = shared.faster_codec(bodies, answers)
    requests, with_seals, with_tokens = (
        [http.request_bytes(shared.CHECK, body) for body in some] for some in (bodies, sealed, concealed)
    )
    count = 200 if given.quick else 1000
    print(f"{len(requests)} states, {http.CONNECTIONS} connections, {count} requests a round, bare route with {codec}")
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        answer.write_text(json.dumps(shared.middle(answers)))
        with http.gunicorn("_bare:app", BARE_ANSWER=str(answer), BARE_CODEC=codec) as bare_port:
            bare = http.Client(bare_port)
            for name, environment, sent in (
                ("unknown states", shared.FORGETFUL, requests),
                ("sealed states", shared.SEALING, with_seals),
                ("concealed states", shared.SEALING, with_tokens),
                ("known states", {}, requests),
                ("known states, as in production", shared.PRODUCTION, with_seals),
                ("one known state", {}, requests[:1]),
            ):
                with http.gunicorn("service.wsgi:app", **environment) as port:
                    check = http.Client(port)
                    jobs = {
                        "check": lambda check=check, sent=sent: check.run(sent, count),
                        "bare": lambda sent=sent: bare.run(sent, count),
                    }
                    times = shared.side_by_side(jobs, given.rounds)
                    check.close()
                shared.show(name, times, "check", "bare", count, shared.ratio(times["bare"], times["check"]))
            bare.close()


if __name__ == "__main__":
    main()
