"""The command `piquet-referee`: the service started, and records checked, converted and read aloud without it."""
