"""How much of a bare Flask route's speed does the check of an action keep, under gunicorn?

Both run under gunicorn (gthread, one worker, the deployment's settings) and are driven in turn from this process
over a few connections that are kept alive: `POST /v1/actions/check` with a state in the middle of the play, and a
bare route that decodes the same body and encodes an answer of the same size with the fastest JSON codec at hand.
Once with many different states in turn, once with one state over and over.

Ratio: requests per second of the check / of the bare route. Target: at least 0.60; 0.85 is where we are going.
"""

import json
import tempfile
from pathlib import Path

import _http as http
import _shared as shared


def main() -> None:
    given = shared.arguments(__doc__)
    app = shared.service_app()
    bodies = shared.encoded(shared.mid_play(app, 20 if given.quick else 200))
    answers = [shared.call(app, shared.CHECK, body) for body in bodies]
    codec = shared.faster_codec(bodies, answers)
    requests = [http.request_bytes(shared.CHECK, body) for body in bodies]
    count = 200 if given.quick else 1000
    print(f"{len(requests)} states, {http.CONNECTIONS} connections, {count} requests a round, bare route with {codec}")

    for name, sent, answered in (("different states", requests, answers), ("one state", requests[:1], answers[:1])):
        with tempfile.TemporaryDirectory() as folder:
            prepared = Path(folder) / "answer.json"
            prepared.write_text(json.dumps(shared.middle(answered)))
            with (
                http.gunicorn("service.wsgi:app") as port,
                http.gunicorn("_bare:app", BARE_ANSWER=str(prepared), BARE_CODEC=codec) as bare_port,
            ):
                check, bare = http.Client(port), http.Client(bare_port)
                jobs = {
                    "check": lambda client=check, sent=sent: client.run(sent, count),
                    "bare": lambda client=bare, sent=sent: client.run(sent, count),
                }
                times = shared.side_by_side(jobs, given.rounds)
                check.close()
                bare.close()
        print(
            f"{name:16}  check {shared.micro(times['check'], count)}  bare {shared.micro(times['bare'], count)}"
            f"  ratio {shared.ratio(times['bare'], times['check']):.2f}"
        )


if __name__ == "__main__":
    main()
