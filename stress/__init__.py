"""Stress tests (`make stress`): the service under load, with faults and attacks, for minutes, on this machine only.

Each scenario sends requests with known responses and counts the outcome of each. Times are printed, but not asserted,
because they depend on the machine. The attacks in `attacks` are scenarios, too: during each of them, 60 % of the checks
must be answered.
"""
