"""Serializer of exact fractions: numerator, denominator and decimal."""

from fractions import Fraction
from math import gcd
from typing import Any


def exact(number: Fraction | None) -> dict[str, Any] | None:
    """A number as a fraction and as a decimal; None for None."""
    if number is None:
        return None
    return {"numerator": number.numerator, "denominator": number.denominator, "decimal": float(number)}


def share(part: int, whole: int) -> dict[str, Any]:
    """The fraction `part / whole` in the form of `exact`, without the cost of a `Fraction`."""
    divisor = gcd(part, whole)
    return {"numerator": part // divisor, "denominator": whole // divisor, "decimal": part / whole}
