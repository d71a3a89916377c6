"""Metrics for Prometheus: counters shared by all workers, and the `/metrics` endpoint.

prometheus_client is imported only if metrics are on.
"""
