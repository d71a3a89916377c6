"""The command `piquet-referee`: starts the service, and verifies, converts and replays records without it."""
