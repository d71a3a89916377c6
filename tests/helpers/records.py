"""Records that a test expects to be read without a problem."""

from service.records.model import Reading


def strictly(reading: Reading) -> Reading:
    """The reading; an `AssertionError` if there is any problem."""
    assert not reading.problems, reading.problems[:5]
    return reading
