"""Metrics for Prometheus: counters shared by all workers, and the `/metrics` endpoint."""
