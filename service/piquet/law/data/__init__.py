"""Tables of the law: laws, codes, readings, elections, and the deadlines of corrections."""
