"""Other people's tools, run on the contract: each is pinned by a lock file, run once, and its result printed."""
