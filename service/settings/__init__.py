"""Settings from the environment, a module for each part of the service. Imports `runtime` only."""
