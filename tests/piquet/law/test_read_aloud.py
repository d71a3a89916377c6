"""Every sentence of every ruling, read as an arbiter reads it out: who erred, who chooses, what happens.

The reader has its own grammar of both languages. What a sentence has to say is from law.md: who commits a kind of
irregularity and who may elect, what an election does, and when a right ends. The facts are those of
`test_every_case`, which has every row of every table, under every code, also with facts left out and with the other
player as the offender.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from service.piquet.law.decide import QUESTIONS, Ruling, ruling_on_facts, seated
from service.piquet.law.kinds import TABLES
from service.piquet.law.kinds.tables import contradictions
from service.piquet.rulesets.parameters import LAW_CODES, LAW_PREFIX, NO_LAW, Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.written import ruling_dict
from service.words import Language
from tests.piquet.law.test_every_case import CASES

Json = dict[str, Any]
OTHER = {"elder": "younger", "younger": "elder", "A": "B", "B": "A"}

#: Who commits the irregularity: a role, `side` for the player whom the facts name, or nobody.
OFFENDER = {
    "misdeal": "younger", "deal_out_of_turn": "younger", "exposed": "younger", "dealer_saw": "younger",
    "packets": "younger", "false_reply": "younger", "implied": "younger", "undeclared": "elder", "lost_point": "elder",
    "faced": None, "pack": None, "spoiled": None, "miscounted": None, "sheets": None, "cut": None,
}  # fmt: skip

OFTEN = ("elder", "younger")

#: Who may elect: roles, or the adversary of the offender, or the offender.
ENTITLED = {
    "deal_out_of_turn": "both", "exposed": "elder", "faced": "both", "pack": "both", "spoiled": "both",
    "buried": "elder", "dealer_saw": "elder", "undeclared": "younger", "false_reply": "elder", "implied": "elder",
    "revoke": "both", "lead_out_of_turn": "both", "overplayed": "offender", "packets": "elder",
}  # fmt: skip

#: By law, where it decides: L12 leaves nobody a choice, after L39 younger chooses, L11 and L10 give elder the choice.
MISDEAL = {"L10": "elder", "L11": "elder", "L12": "both", "L39": "younger"}

NAMES: Mapping[str, Mapping[str | None, str]] = {
    "en": {"elder": "elder", "younger": "younger", "A": "A", "B": "B", None: "a player"},
    "fr": {"elder": "le premier", "younger": "le dernier", "A": "A", "B": "B", None: "un joueur"},
}

#: What the offender did, as people say it: a pattern after the name, or of the whole clause where nobody did it.
DID = {
    "misdeal": (r"misdealt", r"a fait une maldonne"),
    "deal_out_of_turn": (r"dealt out of turn", r"a donné hors de son tour"),
    "exposed": (r"turned up a card", r"a découvert une carte"),
    "faced": (r"A card lay face up", r"Une carte était retournée"),
    "pack": (r"The cards were dealt from the wrong pack", r"La donne a été faite avec le mauvais jeu"),
    "spoiled": (r"A card of the pack was missing, strange or", r"Une carte du jeu manquait, était étrangère ou"),
    "wrong_exchange": (r"(exchanged|took|mixed)", r"a (fait un faux écart|pris|relevé|mêlé)"),
    "recovered": (r"took cards back from the discard", r"a repris des cartes de son écart"),
    "buried": (r"put cards into the discard", r"a mis des cartes à l’écart"),
    "peeked": (r"looked at cards of the talon", r"a regardé des cartes du talon"),
    "dealer_saw": (r"looked at cards of the talon", r"a regardé des cartes du talon"),
    "undeclared": (r"left cards and did not say so", r"a laissé des cartes sans le dire"),
    "looked": (r"looked at the cards left", r"a regardé .*les cartes laissées"),
    "false_blanche": (r"claimed a carte blanche", r"a annoncé une carte blanche"),
    "lost_point": (r"called another category before the point", r"a annoncé autre chose avant le point"),
    "false_claim": (r"claimed a holding that is not in the hand", r"a annoncé ou compté ce qui n’est pas dans sa main"),
    "false_reply": (r"gave a false reply", r"a fait une fausse réponse"),
    "undue_reckoning": (r"reckoned what was not due", r"a compté ce qui n’était pas dû"),
    "not_reckoned": (r"left out a call or a reckoning", r"a omis une annonce ou un compte"),
    "implied": (r"reckoned what the cards shown by {other} bar", r"a compté malgré les cartes montrées par {other}"),
    "revoke": (r"did not follow suit", r"n’a pas fourni la couleur"),
    "lead_out_of_turn": (r"led out of turn", r"a entamé hors de son tour"),
    "run": (r"put down several cards at once", r"a posé plusieurs cartes à la fois"),
    "overplayed": (r"put down more cards than", r"a posé plus de cartes"),
    "dropped": (r"dropped cards", r"a laissé tomber des cartes"),
    "misinformed": (r"answered a question about declared cards", r"a (mal )?répondu à une question"),
    "long_hand": (r"had (more|fewer) than twelve cards", r"avait (plus|moins) de douze cartes"),
    "offer": (r"offers a fresh deal", r"propose de refaire la donne"),
    "miscounted": (r"The written score is disputed", r"La marque est contestée"),
    "sheets": (r"The score sheets differ", r"Les deux feuilles de marque diffèrent"),
    "cut": (r"The cut was irregular", r"La coupe était irrégulière"),
    "packets": (r"dealt in the wrong packets", r"a donné par mauvais paquets"),
}

#: What an election is for the player who makes it.
ELECTS = {
    "enforce": (r"have the penalty enforced", r"exiger la peine"),
    "waive": (r"waive the penalty", r"remettre la peine"),
    "redeal": (r"have the cards dealt again", r"faire redonner les cartes"),
    "void": (r"have the deal annulled", r"faire annuler la donne"),
    "rectify": (r"have the misplaced cards put right", r"faire remettre les cartes à leur place"),
    "stand": (r"let the deal stand", r"laisser la donne comme elle est"),
    "withdraw": (r"have the card that was led out of turn taken back", r"faire reprendre la carte entamée"),
    "replay": (r"(have play taken|take play) back to", r"(faire )?reprendre le jeu à"),
    "relead": (r"take back their first lead", r"reprendre sa première entame"),
    "forgo": (r"(leave|let)\b.*\b(lead as it is|it pass|everything as it is)", r"(garder|laisser passer|n’y rien)"),
    "reckon": (r"score (late what their hand|their call as good)", r"compter (après coup|tout de même)"),
    "object": (r"have (what|the carte blanche) .*taken away", r"faire ôter"),
    "alter": (r"take back the discard", r"reprendre l’écart"),
    "demand": (r"name a suit for {other} to lead", r"nommer la couleur à entamer"),
    "inspect": (r"look at", r"voir"),
    "accept": (r"accept the offer", r"accepter l’offre"),
}

#: What comes of an election by its effects: E3 and E10 fall on the offender, E5 is the chooser's.
COMES = {
    ("enforce", "E3"): (r"{other} scores nothing in this deal", r"{other} ne compte rien dans cette donne"),
    ("enforce", "E10"): (r"{other} loses the game", r"{other} perd la partie"),
    ("enforce", "E5"): (r"{who} scores what their hand", r"{who} compte ce que sa main"),
    ("waive", "E4"): (r"what was false is taken away", r"ce qui était faux est ôté"),
    ("waive", "E5"): (r"{who} scores what their hand", r"{who} compte ce que sa main"),
    ("reckon", "E4"): (r"what was false is taken away", r"ce qui était faux est ôté"),
    ("object", "E5"): (r"{who} must then score", r"{who} doit alors compter"),
    ("demand", "E8"): (r"{other} must lead it", r"{other} doit l’entamer"),
    ("void", "E2"): (r"the player whose turn it is then deals", r"le joueur dont c’est le tour donne alors"),
    ("stand", "E11"): (r"both hands to twelve cards", r"les deux mains à douze cartes"),
}

#: When a right ends.
UNTIL = {
    "untouched": (r"before anything else is done in the deal", r"avant que rien d’autre ne soit fait dans la donne"),
    "taken": (r"take(s)? up a card from the talon", r"relev(é|er) (de|une) carte du talon"),
    "own_take": (r"they take up a card from the talon", r"avant de relever une carte du talon"),
    "next_entry": (r"at once", r"tout de suite"),
    "next_call": (r"next call or pass, or (elder's|their|A's|B's) lead", r"prochaine annonce .*entame"),
    "first_card": (r"(younger plays|they play|[AB] plays) their first card", r"première carte"),
    "answered": (r"until the trick is played to", r"tant que la carte n’est pas couverte"),
    "deal_over": (r"until the deal is over", r"jusqu’à la fin de la donne"),
    "next_deal": (r"until the next deal is dealt", r"jusqu’à la donne suivante"),
    "none": (r"", r""),
}

#: What follows, by the stage of a ruling on which nobody has an election.
FOLLOWS = {
    "undecided": (r"What follows depends on what is not known yet", r"La suite dépend de ce qu’on ne sait pas encore"),
    "lapsed": (r"It is too late: \S+ \S+.*", r"Il est trop tard : \S+ \S+.*"),
    "ruled": (r"It is settled: \S+ \S+.*", r"C’est réglé : \S+ \S+.*"),
    "amended": (r"It was corrected in time", r"C’est corrigé à temps"),
}
NOTHING = {"en": "There is no irregularity: ", "fr": "Il n’y a pas d’irrégularité : "}
CHOICE = {"en": "has the choice", "fr": "a le choix"}

#: What says of a right of both that one of them decides.
ALONE = {"en": "may, without the opponent's consent, ", "fr": "peut, sans l’accord de l’adversaire, "}
MAY = {
    "en": ("may", "Either player", "The player entitled"),
    "fr": ("peut", "L’un ou l’autre", "Le joueur qui y a droit"),
}

NO_WORD = re.compile(r"\w_\w|\b[A-Z]{1,2}\d|[`{}\[\]\\/<>=_]|\bNone\b(?![,.])|\bnull\b|  | \.|\.\.|^$")
ENGLISH = re.compile(
    r"\b(?:the|is|are|was|were|of|and|with|to|by|cards?|deals?|dealt|elder|younger|players?|hand|it|not|who|may|good|"
    r"suit|trick|discard|penalty|settled|late|choice|what|stands?|lost|scores?)\b",
    re.I,
)


def first(text: str) -> str:
    return text[:1].upper() + text[1:]


class Reader:
    """Reads the sentences of a ruling in a language, and holds them against what the law says of the facts."""

    def __init__(self, ruling: Ruling, facts: Json, dealer: str | None, lang: Language) -> None:
        elections = [{"election": each.election} for each in ruling.elections]
        self.data = ruling_dict(ruling, elections, lang)
        self.ruling, self.lang, self.at = ruling, lang, ("en", "fr").index(lang)
        self.seat = {None: None, "younger": dealer or "younger", "elder": OTHER[dealer] if dealer else "elder"}
        self.side = OFFENDER.get(ruling.kind, "side")
        if self.side == "side":
            self.side = facts.get("side")
        if ruling.kind == "misdeal" and ruling.law == "L39":
            self.side = "elder"

    def name(self, role: str | None) -> str:
        return NAMES[self.lang][self.seat[role]]

    def first_name(self, role: str | None) -> str:
        """A player in the sentence that is read out first: a seat with its role."""
        seat = self.seat[role]
        return f"{seat} ({NAMES[self.lang][role]})" if seat in ("A", "B") else self.name(role)

    def pattern(self, pair: tuple[str, str], who: str | None, other: str | None) -> str:
        names = {"who": self.name(who), "other": self.name(other)}
        return pair[self.at].replace("{who}", names["who"]).replace("{other}", names["other"])

    def read(self) -> None:
        data = self.data
        said = [data["sentence"], data["message"], *filter(None, [data["unraised"]])]
        said += [text for need in data["needs"] for text in (need["question"], need["form"].replace("null", ""))]
        said += [each["sentence"] for each in data["elections"]]
        said += [fact["value"]["says"] for fact in data["facts"] if fact["name"].startswith(LAW_PREFIX)]
        roles = re.compile(rf"\b({'|'.join(NAMES[self.lang][role] for role in OFTEN)})\b", re.I)
        for text in said:
            code = any(text == fact["value"]["says"] for fact in data["facts"] if fact["name"].startswith(LAW_PREFIX))
            assert code or self.seat["elder"] == "elder" or not roles.search(re.sub(r"\([^)]*\)", "", text)), text
            assert not NO_WORD.search(text), text
            assert self.lang == "en" or not ENGLISH.search(text), text
        if data["status"] == "none":
            assert data["sentence"] == f"{NOTHING[self.lang]}{data['message']}."
            return
        parts = data["sentence"].rstrip(".").split(". ")
        assert len(set(parts)) == len(parts), "nothing is said twice"
        self.named(data["message"])
        rest = self.happened(data["sentence"])
        self.chooses(rest)
        for offer, written in zip(self.ruling.elections, data["elections"], strict=True):
            self.elects(offer, written["sentence"])

    def named(self, message: str) -> None:
        """Read the player with whom a message begins: who erred or, of what somebody may do, who may do it."""
        found = re.match(rf"({'|'.join(map(self.name, OFTEN))}) (\S+) (\S+) (\S+)", message)
        if found is None or re.match(r"(had|has|avait)\b", found[2]) or found[4] == "encore":
            return
        roles = [self.side]
        if found[2] in ("may", "peut"):
            roles += [each for each in ("elder", "younger") if each in self.entitled()]
        assert found[1] in map(self.name, roles), message

    def happened(self, sentence: str) -> str:
        """Read what the offender did; return the rest."""
        kind, (did, _, rest) = self.ruling.kind, sentence.partition(". ")
        name = self.first_name(self.side)
        other = self.first_name(OTHER.get(self.side or ""))
        if kind == "misdeal" and self.ruling.law == "L39":
            also = {"en": f", and {name} exchanged without", "fr": f", et {name} a écarté sans"}[self.lang]
            assert did.startswith(first(other)) and also in did, sentence
            name = other
        elif kind in ("misdeal", "not_reckoned") and self.ruling.undecided and self.ruling.offender is None:
            name = self.first_name(None)  # not yet known whether elder exchanged (K1d), or left out the point (K14)
        pattern = DID[kind][self.at].replace("{other}", re.escape(other))
        by_nobody = kind in OFFENDER and OFFENDER[kind] is None
        assert re.match(pattern if by_nobody else f"{re.escape(first(name))} {pattern}", did), (sentence, name)
        if kind == "long_hand" and self.ruling.status != "none":  # L57: too short; L58: too long
            assert ("fewer" in did or "moins" in did) == (self.ruling.law == "L57"), sentence
        return rest

    def entitled(self) -> list[str]:
        kind = self.ruling.kind
        who = MISDEAL[self.ruling.law or ""] if kind == "misdeal" else ENTITLED.get(kind, "adversary")
        if self.ruling.status == "amended":  # A4: elder may lead another card
            who = "elder"
        assert who in ("elder", "younger", "both") or self.side, self.data
        roles = {"adversary": [OTHER.get(self.side or "")], "offender": [self.side], "both": ["elder", "younger"]}
        return [str(role) for role in roles.get(who, [who])]

    def chooses(self, rest: str) -> None:
        """Read who has the choice, or what follows where nobody has."""
        one = CHOICE[self.lang]
        stage = self.data["stage"]
        if stage in FOLLOWS:
            # Where facts are missing, a ruling that is late or settled may not know what holds.
            told = stage if self.data["unraised"] or stage == "amended" else "undecided"
            assert re.match(FOLLOWS[told][self.at], rest), rest
        if stage != "undecided" and self.data["elections"]:
            chooser = self.entitled()
            said = f"{first(self.first_name(chooser[0]))} {one}." if len(chooser) == 1 else ""
            assert said in rest and (said or one not in rest), (rest, said)
        else:
            assert one not in rest, rest
            assert rest.strip("."), self.data["sentence"]

    def elects(self, offer: Any, sentence: str) -> None:
        may, either, somebody = MAY[self.lang]
        who = other = None
        if self.data["stage"] == "undecided" and not self.data["entitled"]:
            assert sentence.startswith(f"{somebody} {may} "), sentence
        else:
            chooser = self.entitled()
            if len(chooser) == 1:
                who, other = chooser[0], OTHER[chooser[0]]
            assert sentence.startswith(f"{first(self.name(who)) if who else either} "), sentence
            assert (f" {may} " if who else ALONE[self.lang]) in sentence, sentence
        names = (who, other) if who else (None, None)
        what = ELECTS[offer.election]
        if who or "{" not in what[self.at]:
            assert re.search(self.pattern(what, *names), sentence), sentence
        assert re.search(UNTIL[offer.until][self.at], sentence), sentence
        for effect in offer.effects:
            comes = COMES.get((offer.election, effect))
            if comes and who:
                assert re.search(self.pattern(comes, *names), sentence), (sentence, effect)
        for (election, effect), comes in COMES.items():  # nothing that is no effect of it
            if election == offer.election and effect not in offer.effects and who:
                same = [COMES.get((election, each)) for each in offer.effects]
                assert comes in same or not re.search(self.pattern(comes, *names), sentence), (sentence, effect)


def known(kind: str) -> list[Json]:
    """Facts of a kind: those of every row, each without one of them, with the other side, and none at all."""
    names = {question.name for question in QUESTIONS[kind]}
    found: list[Json] = [{}]
    for _, facts, _ in CASES[kind]:
        for without in (None, *facts):
            some = {name: value for name, value in facts.items() if name != without and name in names}
            swapped = {**some, "side": OTHER[some["side"]]} if "side" in some else some
            found += [each for each in (some, swapped) if each not in found]
    return found


def rulesets(kind: str) -> list[Ruleset]:
    """Every code, and the rulesets of the rows."""
    choices = [{"law": code} for code in LAW_CODES if code != NO_LAW]
    choices += [choice for choice, _, _ in CASES[kind] if isinstance(choice, dict) and choice not in choices]
    named = {choice for choice, _, _ in CASES[kind] if isinstance(choice, str)}
    return [*map(ruleset, sorted(named)), *(ruleset("portland", choice) for choice in choices)]


@pytest.mark.parametrize("kind", TABLES)
def test_every_sentence_says_what_the_facts_and_the_law_say(kind: str) -> None:
    messages = set()
    for rules in rulesets(kind):
        for facts in known(kind):
            if list(contradictions(rules, facts)):
                continue
            found = ruling_on_facts(rules, kind, facts)
            late = [] if found.needs else [ruling_on_facts(rules, kind, facts, ("next_deal",))]
            for ruling in (found, *late):
                of_dealer = {"side": "younger"} if kind == "dealer_saw" else {}
                dealers = (None, "A", "B") if not found.needs else (None, "AB"[len(facts) % 2])
                for dealer in dealers:
                    at_the_table = seated(ruling, dealer) if dealer else ruling
                    for lang in ("en", "fr"):
                        Reader(at_the_table, {**facts, **of_dealer}, dealer, lang).read()
                messages.add(ruling.message)
    of_claims = TABLES["false_claim"].cases if kind == "spoiled" else ()
    rows = {each.message for each in TABLES[kind].cases} - {each.message for each in of_claims}
    assert rows <= messages, "each row of the table is read"
