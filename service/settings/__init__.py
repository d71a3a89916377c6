"""Settings from the environment: one module for each part of the service. Imports nothing of the service but leaves."""
