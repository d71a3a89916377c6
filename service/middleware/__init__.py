"""What stands between a gateway and the operations: names of requests, logs, metrics, traces, CORS, keys, rate limits.

Outside, around all of Flask, is what happens to every request (`surroundings`); inside, once its address is known,
whether it may be answered (`door`). `wiring.install` puts both around an application.
"""
