"""A player of Piquet on top of the public operations: it decides from the view of its seat alone."""
