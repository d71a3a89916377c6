"""Metrics for Prometheus: counters shared by all workers, and the endpoint that reports them."""
