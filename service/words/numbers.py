"""Numbers in words, in English and French. Numbers from a thousand stay in figures."""

from collections.abc import Callable, Mapping

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

_UNITES = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_DIZAINES = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante", 8: "quatre-vingt"}


def english(number: int) -> str:
    """Return a number in English words: `one hundred and twenty-three`."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {english(rest)}" if rest else "")
    return f"{number:,}"


def french(number: int) -> str:
    """Return a number in French words: `cent vingt-trois`."""
    if number < 20:
        return _UNITES[number]
    if number < 100:
        tens = number // 10 - (number // 10 in (7, 9))  # soixante-dix, quatre-vingt-dix
        rest = number - 10 * tens
        if not rest:
            return "quatre-vingts" if tens == 8 else _DIZAINES[tens]
        return _DIZAINES[tens] + (" et " if rest in (1, 11) and tens != 8 else "-") + _UNITES[rest]
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        cents = "cent" if hundreds == 1 else f"{_UNITES[hundreds]} cent{'' if rest else 's'}"
        return cents + (f" {french(rest)}" if rest else "")
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


NUMBERS: Mapping[str, Callable[[int], str]] = {"en": english, "fr": french}
