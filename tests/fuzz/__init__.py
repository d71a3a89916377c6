"""Requests made up at random, in process: the long campaigns of `make fuzz`, of which the suite runs a little.

`corpus` has requests that are answered, `mutations` spoils them, `rig` sends them through gunicorn's parser to the
application and judges what comes back, `seals` edits sealed states.
"""
