"""The French locale."""

from service.cli.locales.language import Language

_UNITS = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_DIZAINES = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante", 8: "quatre-vingt"}


def in_words(number: int) -> str:
    """A number in words: `cent vingt-trois`. Numbers from a thousand stay in figures."""
    if number < 20:
        return _UNITS[number]
    if number < 100:
        tens = number // 10 - (number // 10 in (7, 9))  # soixante-dix, quatre-vingt-dix
        rest = number - 10 * tens
        if not rest:
            return "quatre-vingts" if tens == 8 else _DIZAINES[tens]
        return _DIZAINES[tens] + (" et " if rest in (1, 11) and tens != 8 else "-") + _UNITS[rest]
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        cents = "cent" if hundreds == 1 else f"{_UNITS[hundreds]} cent{'' if rest else 's'}"
        return cents + (f" {in_words(rest)}" if rest else "")
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


FRENCH = Language(
    number=in_words,
    ranks={
        "A": ("as", "as"),
        "K": ("roi", "rois"),
        "Q": ("dame", "dames"),
        "J": ("valet", "valets"),
        "T": ("dix", "dix"),
        "9": ("neuf", "neuf"),
        "8": ("huit", "huit"),
        "7": ("sept", "sept"),
        "6": ("six", "six"),
    },
    suits={"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"},
    sequences={
        3: "tierce",
        4: "quatrième",
        5: "quinte",
        6: "sixième",
        7: "septième",
        8: "huitième",
        9: "neuvième",
    },
    major="{sequence} majeure",
    to="{sequence} {rank}",
    conjunction="et",
    of_suit=lambda ranks, suit: f"{' '.join(ranks)} de {suit}",
    unknown=("une carte inconnue", "{number} cartes inconnues"),
    actions={
        "claim_carte_blanche": "{name} : « Carte blanche. »",
        "claim_carte_blanche exchange": "{name} : « Carte blanche ; j’écarte {number}. »",
        "commit_discard": "{name} met {number} de côté",
        "exchange": "{name} écarte {cards}, et prend {number}",
        "exchange nothing": "{name} n’écarte rien",
        "look_at_left yes": "{name} voit les cartes qui restent",
        "look_at_left suit": "{name} voit les cartes qui restent, et entamera {suit}",
        "look_at_left no": "{name} ne voit pas les cartes qui restent",
        "name_suit": "{name} : « J’entamerai {suit}. »",
        "call point": "{name} : « Point de {number}. »",
        "call point value": "{name} : « Point de {number}, qui font {value}. »",
        "call sequence": "{name} : « {Sequence}. »",
        "call sequence top": "{name} : « {Sequence}. »",
        "call set": "{name} : « {Number} {ranks}. »",
        "pass point": "{name} : « Pas de point. »",
        "pass sequence": "{name} : « Pas de séquence. »",
        "pass set": "{name} : « Ni brelan ni quatorze. »",
        "reply good": "{name} : « Bon. »",
        "reply not_good": "{name} : « Ne vaut pas. »",
        "reply not_good length": "{name} : « Ne vaut pas : {number}. »",
        "reply not_good value": "{name} : « Ne vaut pas : {value}. »",
        "reply not_good length value": "{name} : « Ne vaut pas : {number}, qui font {value}. »",
        "reply not_good top": "{name} : « Ne vaut pas : {rank}. »",
        "reply not_good length top": "{name} : « Ne vaut pas : {sequence}. »",
        "reply equal point": "{name} : « Égal. Qui font ? »",
        "reply equal sequence": "{name} : « Égal. De quoi ? »",
        "reply equal": "{name} : « Égal. »",
        "state_tie_break value": "{name} : « Qui font {value}. »",
        "state_tie_break top": "{name} : « {Rank}. »",
        "decline": "{name} : « Je n’en dis pas plus. »",
        "reckon": "{name} compte :",
        "reckon nothing": "{name} ne compte rien",
        "play": "{name} : {card}",
        "concede": "{name} : « Le reste est à vous. »",
        "incident": "{name} signale : {words}",
        "amend": "{name} corrige : {words}",
        "ruling": "{name} demande : décision {words}",
    },
    events={
        "dealt": None,
        "announced": None,
        "committed": None,
        "carte_blanche": "carte blanche, {points}",
        "shown": "{name} montre {cards}",
        "exchanged": None,
        "left": "il en reste {number} au talon",
        "looked": None,
        "not_looked": None,
        "suit_named": None,
        "called": None,
        "passed": None,
        "replied": None,
        "tie_break": None,
        "declined": None,
        "equal": "égal : {cards}",
        "point": "{points} pour le point",
        "sequence": "{points} pour la {sequence}",
        "set": "{points} pour les {number} {ranks}",
        "carte_rouge": "{points} pour la carte rouge",
        "reckoned": None,
        "repique": "et repic, {points}",
        "pique": "et pic, {points}",
        "saved": "pas de {bonus} : {name} l’avait, mais {other} avait compté avant",
        "lead": "{points} d’entame",
        "capture": "{points} pour la levée",
        "trick": "{points} pour la levée",
        "trick_won": None,
        "last_trick": "{points} pour la dernière",
        "cards": "{name} a les cartes, {points}",
        "capot": "capot, {points}",
        "concession": "{points} pour ce qui est abandonné",
        "uncounted": "{name} perd {points}, comptés une fois le but atteint",
        "deal_ended": None,
        "partie_ended": None,
    },
    other={
        "title": "{first} et {second}, selon les règles {ruleset}.",
        "deal": "Donne {digits}. {name} donne ; {other} est premier en cartes.",
        "deal unknown": "Donne {digits}.",
        "dealt": "{name} reçoit {cards}.",
        "scores": "{name} : {text}",
        "score": "La donne : {first} {one}, {second} {two}.",
        "totals": "La partie en est à {first} {one}, {second} {two}.",
        "no cards": "Ce qui fut joué n’est pas noté.",
        "diverges": "Ici la feuille et les règles se séparent : {message} ({rule}).",
        "result winner": "{name} gagne la partie, {first} {one} à {second} {two} : {points}.",
        "result rubicon": "{name} gagne la partie, {first} {one} à {second} {two}, et {other} est rubicon : {points}.",
        "result none": "Partie remise, {one} à {one}.",
        "nought": "chicane",
        "repique": "repic",
        "pique": "pic",
        "remark": "(Remarque : {text})",
        "irregularity": "(Irrégularité : {text})",
    },
)
