"""Locales of pictures, and the names of cards in each language. Imports nothing else of the service."""

from collections.abc import Mapping

from service.pictures.locales.en import ENGLISH
from service.pictures.locales.fr import FRENCH
from service.pictures.locales.language import Language as Language

LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "fr": FRENCH}
