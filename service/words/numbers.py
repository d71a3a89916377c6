"""Numbers in words, in English and French. Numbers from a thousand stay in figures.

`units` are the words up to nineteen, and `tens` those of multiples of ten, as the files of the languages have them.
"""

from collections.abc import Callable, Mapping, Sequence


def english(number: int, units: Sequence[str], tens: Sequence[str]) -> str:
    """Return a number in English words: `one hundred and twenty-three`."""
    if number < 20:
        return units[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return tens[ten] + (f"-{units[one]}" if one else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{units[hundreds]} hundred" + (f" and {english(rest, units, tens)}" if rest else "")
    return f"{number:,}"


def french(number: int, units: Sequence[str], tens: Sequence[str]) -> str:
    """Return a number in French words: `cent vingt-trois`."""
    if number < 20:
        return units[number]
    if number < 100:
        ten = number // 10 - (number // 10 in (7, 9))  # soixante-dix, quatre-vingt-dix
        rest = number - 10 * ten
        if not rest:
            return "quatre-vingts" if ten == 8 else tens[ten]
        return tens[ten] + (" et " if rest in (1, 11) and ten != 8 else "-") + units[rest]
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        cents = "cent" if hundreds == 1 else f"{units[hundreds]} cent{'' if rest else 's'}"
        return cents + (f" {french(rest, units, tens)}" if rest else "")
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


NUMBERS: Mapping[str, Callable[[int, Sequence[str], Sequence[str]], str]] = {"en": english, "fr": french}
