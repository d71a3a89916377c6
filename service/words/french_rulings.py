"""The French of what rulings say besides their sentences: what happened and what follows, by the English text.

`{side}` and `{other}` are the offender and the adversary, `{of_other}` is "of the adversary".
"""

from typing import Final

# What happened and what follows: the messages of the tables, and what holds if nobody raises an irregularity.
MESSAGES: Final = {
    "the law says more when more is known": "la loi en dit plus quand on en sait plus",
    "the ruleset has no law of irregularities": "la règle n’a pas de loi sur les irrégularités",
    "it is too late: {unraised}": "il est trop tard : {unraised}",
    "the numbers of cards are right": "les nombres de cartes sont justes",
    "no hand was taken up: with elder's leave the deal is put right, or made afresh; if it stands, what follows "
    "depends on how many cards are in the wrong place": (
        "aucune main n’a été relevée : avec l’accord du premier, on remet la donne en ordre ou on la refait ; si "
        "elle reste, la suite dépend du nombre de cartes mal placées"
    ),
    "too many cards are in the wrong place: the deal is void": "trop de cartes sont mal placées : la donne est nulle",
    "the code has no law for these numbers: the deal stands": (
        "le code n’a pas de loi pour ces nombres : la donne reste"
    ),
    "with twelve cards and a talon that is one short, elder stands by exchanging": (
        "avec douze cartes et une carte de moins au talon, le premier accepte la donne en écartant"
    ),
    "the deal stands": "la donne reste",
    "elder exchanged without a word: the choice is lost, and the discard is final; the hand is too long": (
        "le premier a écarté sans rien dire : le choix est perdu, et l’écart est définitif ; la main est trop longue"
    ),
    "the choice of a fresh deal is lost": "le choix d’une nouvelle donne est perdu",
    "elder exchanged without a word: the choice is lost, the discard final, and the hand too long": (
        "le premier a écarté sans rien dire : le choix est perdu, l’écart est définitif, et la main est trop longue"
    ),
    "elder exchanged without a word: the choice is lost, and the discard is final": (
        "le premier a écarté sans rien dire : le choix est perdu, et l’écart est définitif"
    ),
    "one card was dealt to the wrong place: elder may have a fresh deal, or play on": (
        "une carte a été mal placée : le premier peut demander une nouvelle donne, ou jouer"
    ),
    "the deal is void, and the player whose turn it is deals": (
        "la donne est nulle, et le joueur dont c’est le tour donne"
    ),
    "the deal stands, and nothing follows": "la donne reste, et rien ne s’ensuit",
    "the deal stands, and its elder deals the next": "la donne reste, et son premier donne la prochaine",
    "the deal stands, and its elder deals the next two": "la donne reste, et son premier donne les deux prochaines",
    "it was the dealer's own card: the deal stands": "c’était une carte du donneur lui-même : la donne reste",
    "the dealer turned up a card of elder's or of the talon: elder may have a fresh deal": (
        "le donneur a découvert une carte du premier ou du talon : le premier peut demander une nouvelle donne"
    ),
    "it is too late: the deal stands": "il est trop tard : la donne reste",
    "the card stays with the hand, or in the place, to which it falls": (
        "la carte reste à la main ou à la place où elle tombe"
    ),
    "a card lay face up: there is a fresh deal": "une carte était retournée : on refait la donne",
    "it is too late: the packs remain exchanged": "il est trop tard : les jeux restent échangés",
    "the pack was the wrong one: there is a fresh deal": "le jeu n’était pas le bon : on refait la donne",
    "the pack is incorrect: the deal is void": "le jeu est faux : la donne est nulle",
    "the player held one card too many": "le joueur avait une carte de trop",
    "nothing is proved: the deal stands": "rien n’est prouvé : la donne reste",
    "where calling is automatic, nobody can call wrongly": (
        "où les annonces se font d’elles-mêmes, personne ne peut mal annoncer"
    ),
    "the claim was true": "l’annonce était juste",
    "elder corrected the call in time": "le premier a corrigé l’annonce à temps",
    "{side} may still correct the claim": "{side} peut encore corriger l’annonce",
    "the claim was not allowed: nothing follows": "l’annonce n’a pas été admise : rien ne s’ensuit",
    "elder corrected the claim in time": "le premier a corrigé à temps l’annonce",
    "younger corrected the reckoning in time: elder may lead another card": (
        "le dernier a corrigé son compte à temps : le premier peut entamer une autre carte"
    ),
    "elder corrected the reckoning in time": "le premier a corrigé son compte à temps",
    "the cards were shown: they count for what they are, if that is good": (
        "les cartes ont été montrées : elles comptent pour ce qu’elles sont, si cela est bon"
    ),
    "{side} gave a holding a wrong name, which this code does not excuse": (
        "{side} a donné un faux nom à une combinaison, ce que ce code n’excuse pas"
    ),
    "a wrong name: what is held counts, if that is good": "un faux nom : ce qui est en main compte, si cela est bon",
    "the claim was not possible: it is struck without penalty, and the opponent reckons": (
        "l’annonce n’était pas possible : elle est ôtée sans peine, et l’adversaire compte"
    ),
    "the claim could not be shown and is lost; the opponent may reckon what they have": (
        "l’annonce n’a pu être montrée et est perdue ; l’adversaire peut compter ce qu’il a"
    ),
    "the code has no penalty for it: the claim is struck": "le code n’a pas de peine pour cela : l’annonce est ôtée",
    "{side} claimed a holding that is not in the hand, but could have been": (
        "{side} a annoncé une combinaison qui n’est pas dans sa main, mais aurait pu y être"
    ),
    "the card was played: play goes back to it, and it is taken out": (
        "la carte a été jouée : le jeu reprend à cette carte, qui est retirée"
    ),
    "the card is taken out of the hand, without penalty": "la carte est retirée de la main, sans peine",
    "{side} mixed a card of the talon that was not theirs with their hand": (
        "{side} a mêlé à sa main une carte du talon qui n’était pas à lui"
    ),
    "elder had taken some of their cards and left others: taking those up costs nothing unless they are mixed": (
        "le premier avait pris une partie de ses cartes et laissé les autres : les relever ne coûte rien, si "
        "elles ne sont pas mêlées"
    ),
    "{side} took up a card of the talon that was not theirs, and mixed none": (
        "{side} a relevé une carte du talon qui n’était pas à lui, sans en mêler"
    ),
    "{side} took up a card that they leave together with the draw, and did not mix it": (
        "{side} a relevé une carte qu’il laisse avec celles qu’il prend, sans la mêler"
    ),
    "{side} took more cards than they discarded": "{side} a pris plus de cartes qu’il n’en a écarté",
    "{side} took fewer cards than they discarded": "{side} a pris moins de cartes qu’il n’en a écarté",
    "the cards that the hand cannot answer are tricks of the opponent": (
        "les cartes que la main ne peut couvrir sont des levées de l’adversaire"
    ),
    "there is no penalty; the cards that the hand cannot answer are tricks of the opponent": (
        "il n’y a pas de peine ; les cartes que la main ne peut couvrir sont des levées de l’adversaire"
    ),
    "the cards that the hand cannot answer are tricks of the opponent, who may make a capot with them": (
        "les cartes que la main ne peut couvrir sont des levées de l’adversaire, qui peut en faire capot"
    ),
    "the last card of the hand is played to whatever is led, and the rest are tricks of the opponent": (
        "la dernière carte de la main est jouée sur ce qui est entamé, quoi que ce soit, et le reste est à l’adversaire"
    ),
    "as many cards were taken as discarded, and none but {side}'s own": (
        "il a été pris autant de cartes qu’écarté, et aucune d’autrui"
    ),
    "the discard could still be altered": "l’écart pouvait encore être changé",
    "{side} took cards back from the discard after drawing": (
        "{side} a repris des cartes de l’écart après avoir pris au talon"
    ),
    "younger mixed cards that they had left with the discard: elder may see all of it": (
        "le dernier a mêlé à son écart des cartes qu’il avait laissées : le premier peut tout voir"
    ),
    "the discard stays unseen": "l’écart reste caché",
    "elder may see younger's discard after the first lead": (
        "le premier peut voir l’écart du dernier après la première entame"
    ),
    "the ruleset has no law on cards that were left: nothing follows": (
        "la règle n’a pas de loi sur les cartes laissées : rien ne s’ensuit"
    ),
    "the cards remain in the discard, and {side} plays without them": (
        "les cartes restent à l’écart, et {side} joue sans elles"
    ),
    "the dealer looked before elder's exchange, for which the code has a law of its own": (
        "le donneur a regardé avant l’écart du premier, ce que le code traite par une autre loi"
    ),
    "{side} looked at a card of {other}'s share of the talon": (
        "{side} a regardé une carte de la part {of_other} au talon"
    ),
    "elder took up what they leave with the draw": "le premier a relevé ce qu’il laisse avec ce qu’il prend",
    "younger took up what they leave with the draw": "le dernier a relevé ce qu’il laisse avec ce qu’il prend",
    "elder may look at the cards that they left": "le premier peut regarder les cartes qu’il a laissées",
    "they are cards that younger left, for which there is a law of its own": (
        "ce sont des cartes que le dernier a laissées, pour lesquelles il y a une autre loi"
    ),
    "elder may name the suit of the dealer's next leads, one for each card seen": (
        "le premier peut nommer la couleur des prochaines entames du donneur, une pour chaque carte vue"
    ),
    "the dealer looked at a card of elder's share of the talon": (
        "le donneur a regardé une carte de la part du premier au talon"
    ),
    "the code has no law on a dealer who looks at their own cards": (
        "le code n’a pas de loi sur le donneur qui regarde ses propres cartes"
    ),
    "elder took as many cards as they may": "le premier a pris autant de cartes qu’il peut",
    "elder left cards and did not say so: younger may alter the discard": (
        "le premier a laissé des cartes sans le dire : le dernier peut changer son écart"
    ),
    "younger's discard is final; the cards left are theirs": (
        "l’écart du dernier est définitif ; les cartes laissées sont à lui"
    ),
    "the law is void where the cards left may not be looked at by both": (
        "la loi est sans objet où les deux joueurs ne peuvent voir les cartes laissées"
    ),
    "{side} looked at the cards left: they are for both to see, and {other} may name a suit to lead": (
        "{side} a regardé les cartes laissées : elles sont à voir pour les deux, et {other} peut nommer une "
        "couleur à entamer"
    ),
    "the cards left may not be looked at by anybody": "personne ne peut regarder les cartes laissées",
    "{side} looked at the cards left: they are for both to see": (
        "{side} a regardé les cartes laissées : elles sont à voir pour les deux"
    ),
    "the carte blanche counts": "la carte blanche compte",
    "the carte blanche is struck, and the discard laid out for it is free": (
        "la carte blanche est ôtée, et l’écart mis de côté pour elle est libre"
    ),
    "the carte blanche is struck, without penalty": "la carte blanche est ôtée, sans peine",
    "elder called another category before the point, which is passed": (
        "le premier a annoncé autre chose avant le point, qui est passé"
    ),
    "younger corrected the reply in time": "le dernier a corrigé sa réponse à temps",
    "the call that was answered stands no more": "l’annonce à laquelle il a été répondu ne tient plus",
    "younger may still correct the reply": "le dernier peut encore corriger sa réponse",
    "younger refused the call without showing why: elder's call counts as good": (
        "le dernier a refusé l’annonce sans montrer pourquoi : l’annonce du premier compte comme bonne"
    ),
    "the reply was true, and younger may still reckon": "la réponse était juste, et le dernier peut encore compter",
    "the reply was true": "la réponse était juste",
    "{side} corrected the list in time": "{side} a corrigé la liste à temps",
    "what was omitted may still be reckoned": "ce qui a été omis peut encore être compté",
    "{side} reckoned more than was called": "{side} a compté plus qu’annoncé",
    "{side} reckoned what is held but not due": "{side} a compté ce qu’il a, mais qui n’est pas dû",
    "younger must reckon after saying not good: that is a false reply, not an omission": (
        "le dernier doit compter après avoir dit « pas bon » : c’est une fausse réponse, et non un oubli"
    ),
    "under this code nothing must be shown unasked": "selon ce code, rien ne doit être montré sans demande",
    "what was not shown is lost": "ce qui n’a pas été montré est perdu",
    "{side} may still make good what was omitted": "{side} peut encore rattraper ce qui a été omis",
    "what was omitted is lost": "ce qui a été omis est perdu",
    "elder's cards do not bar it": "les cartes du premier ne l’empêchent pas",
    "elder's cards bar it; below the rubicon elder must reckon the holding with the objection": (
        "les cartes du premier l’empêchent ; sous le rubicon, le premier doit compter la combinaison en s’y opposant"
    ),
    "elder's cards bar what younger reckoned": "les cartes du premier empêchent ce que le dernier a compté",
    "play has gone back beyond it, and it is gone with the cards": (
        "le jeu a été repris avant cela, qui s’en est allé avec les cartes"
    ),
    "{side} did not follow suit: play goes back to that card, and a card of the suit is played": (
        "{side} n’a pas fourni la couleur : le jeu reprend à cette carte, et une carte de la couleur est jouée"
    ),
    "elder has not led yet: the card goes back to the hand": (
        "le premier n’a pas encore entamé : la carte revient à la main"
    ),
    "the card goes back to the hand": "la carte revient à la main",
    "the trick stands as led by {side}": "la levée reste comme l’a entamée {side}",
    "the card led out of turn may go back": "la carte entamée hors de tour peut être reprise",
    "each card is led when the one before it has been answered; the first that loses sends the rest back": (
        "chaque carte est entamée quand la précédente est couverte ; la première qui perd fait reprendre les autres"
    ),
    "{side} may go back to the first card after the run, taking back a card that they gave to it": (
        "{side} peut revenir à la première carte après la suite, en reprenant une carte qu’il y a donnée"
    ),
    "the cards go back to the hand; both have seen them": (
        "les cartes reviennent à la main ; les deux joueurs les ont vues"
    ),
    "the answer was true: nothing follows": "la réponse était juste : rien ne s’ensuit",
    "{side} answered wrongly: there is no card of {other}'s yet to go back to": (
        "{side} a mal répondu : il n’y a pas encore de carte {of_other} à laquelle revenir"
    ),
    "{side} answered wrongly: {other} may go back to their own first card after the answer": (
        "{side} a mal répondu : {other} peut revenir à sa propre première carte après la réponse"
    ),
    "nothing is proved: the written score stands": "rien n’est prouvé : la marque écrite reste",
    "the written score is put right": "la marque écrite est corrigée",
    "it is too late: the written score stands": "il est trop tard : la marque écrite reste",
    "the sheets agree": "les feuilles s’accordent",
    "each player's own score is taken from their own sheet; an error in it may still be proved": (
        "la marque de chacun est prise de sa propre feuille ; une erreur peut encore y être prouvée"
    ),
    "the hand has twelve cards": "la main a douze cartes",
    "the hand is too short, which is not punished": "la main est trop courte, ce qui n’est pas puni",
    "the deal alone made the hand long: that is a misdeal, not a long hand": (
        "c’est la donne seule qui a fait la main trop longue : c’est une maldonne, et non une carte de trop"
    ),
    "{side} plays with more than twelve cards": "{side} joue avec plus de douze cartes",
    "the cut for the deal stands": "la coupe pour la donne reste",
    "the cut is good": "la coupe est bonne",
    "if the opponent likes, the lowest of the cards shown counts as the cut; otherwise the player cuts again": (
        "si l’adversaire le veut, la plus basse des cartes montrées compte comme la coupe ; sinon le joueur coupe"
        " de nouveau"
    ),
    "the player who showed the cards cuts again": "le joueur qui a montré les cartes coupe de nouveau",
    "a packet has fewer than two cards: the pack is cut again": (
        "un paquet a moins de deux cartes : on coupe de nouveau"
    ),
    "the pack is shuffled and cut afresh": "on bat et on coupe de nouveau",
    "how the talon is laid out is a matter of manners: nothing follows": (
        "la façon de poser le talon n’est qu’une affaire de manières : rien ne s’ensuit"
    ),
    "no hand was taken up: with elder's leave the deal is put right, or made afresh": (
        "aucune main n’a été relevée : avec l’accord du premier, on remet la donne en ordre ou on la refait"
    ),
    "a hand was taken up: the deal stands": "une main a été relevée : la donne reste",
    "{other} may accept a fresh deal": "{other} peut accepter une nouvelle donne",
    "what follows depends on how many cards are in the wrong place": "la suite dépend du nombre de cartes mal placées",
    "the deal stands as it was dealt": "la donne reste telle qu’elle a été faite",
    "the deal stands; elder has lost the choice by exchanging first, unless that itself accepts the deal, as with"
    " twelve cards and a talon that is one card short": (
        "la donne reste ; le premier a perdu le choix en écartant d’abord, à moins que cela n’accepte la donne, "
        "comme avec douze cartes et une carte de moins au talon"
    ),
    "the hands are played with the cards that they have, and all scores stand": (
        "les mains sont jouées avec les cartes qu’elles ont, et toutes les marques restent"
    ),
    "the deal stands, and its elder deals the next two; only the next if it is the last deal or the one before": (
        "la donne reste, et son premier donne les deux prochaines ; la prochaine seule, si c’est la dernière "
        "donne ou l’avant-dernière"
    ),
    "the packs remain exchanged": "les jeux restent échangés",
    "nothing follows from the look": "le regard reste sans suite",
    "younger's discard is final; the cards that elder left are younger's all the same": (
        "l’écart du dernier est définitif ; les cartes que le premier a laissées sont tout de même à lui"
    ),
    "the point is passed for good": "le point est passé pour de bon",
    "the claim scores": "l’annonce compte",
    "the reply stands": "la réponse reste",
    "what was reckoned scores": "ce qui a été compté reste compté",
    "the card stands as it was played": "la carte reste comme elle a été jouée",
    "the trick stands as it was led": "la levée reste comme elle a été entamée",
    "each card is led when the one before it has been answered": (
        "chaque carte est entamée quand la précédente est couverte"
    ),
    "the cards go back; both players have seen them": "les cartes reviennent ; les deux joueurs les ont vues",
    "play is not taken back": "le jeu n’est pas repris",
    "the written score stands": "la marque écrite reste",
    "each player's own score is taken from their own sheet": "la marque de chacun est prise de sa propre feuille",
    "the cards are cut again": "on coupe de nouveau",
    "the offer is refused": "l’offre est refusée",
    "A player called, stated or reckoned a holding that is not in the hand.": (
        "Un joueur a annoncé, dit ou compté une combinaison qui n’est pas dans sa main."
    ),
    "Younger said not good without holding or reckoning anything better, or equal without an equal holding.": (
        "Le dernier a dit « pas bon » sans avoir ni compter mieux, ou « égal » sans combinaison égale."
    ),
    "A player reckoned something that they hold but that is not due.": (
        "Un joueur a compté ce qu’il a, mais qui n’est pas dû."
    ),
    "Younger reckoned something no better than a holding in cards that elder has reckoned or shown, in a category"
    " that elder omitted.": (
        "Le dernier a compté ce qui ne vaut pas mieux qu’une combinaison des cartes comptées ou montrées par le "
        "premier, dans une catégorie que le premier a omise."
    ),
    "A player did not follow suit although they held a card of it.": (
        "Un joueur n’a pas fourni la couleur, bien qu’il en ait eu une carte."
    ),
    "A player answered wrongly what they still held of the cards that they had declared.": (
        "Un joueur a mal répondu sur ce qu’il avait encore des cartes annoncées."
    ),
}
