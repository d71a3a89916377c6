"""The sentences that a person reads, in English and French: of rulings, of pictures, and of the commentary on records.

Imports nothing else of the service.
"""

from collections.abc import Mapping

from service.words.english import ENGLISH
from service.words.french import FRENCH
from service.words.language import Words

LANGUAGES: Mapping[str, Words] = {"en": ENGLISH, "fr": FRENCH}
