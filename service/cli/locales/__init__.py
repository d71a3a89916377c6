"""Locales: the phrases in which `piquet-referee replay` prints a record.

One module for each language; the names of cards and irregularities are those of pictures.
"""

from collections.abc import Mapping

from service.cli.locales.en import ENGLISH
from service.cli.locales.fr import FRENCH
from service.cli.locales.language import Language as Language

LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "fr": FRENCH}
