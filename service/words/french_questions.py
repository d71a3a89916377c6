"""The French of questions about facts, of their answers, and of what codes and elections mean, by the English text."""

from typing import Final

# The questions about missing facts, and how their answers are written.
QUESTIONS: Final = {
    "{form}, or null": "{form}, ou null",
    "How many cards were dealt to elder, to younger, and to the talon?": (
        "Combien de cartes ont été données au premier, au dernier et au talon ?"
    ),
    "Which players had taken up their hands?": "Quels joueurs avaient relevé leur main ?",
    "Had the player who exchanges left the talon alone, touched it, or taken up a card?": (
        "Le joueur qui écarte avait-il laissé le talon intact, y avait-il touché, ou avait-il relevé une carte ?"
    ),
    "How many cards does elder have after the exchange?": "Combien de cartes le premier a-t-il après son écart ?",
    "Which deal of the partie is it?": "Quelle donne de la partie est-ce ?",
    "Who noticed it?": "Qui l’a remarqué ?",
    "Whose card was it, or was it of the talon?": "À qui était la carte, ou était-elle du talon ?",
    "Where did the card lie?": "Où la carte se trouvait-elle ?",
    "Which players have exchanged?": "Quels joueurs ont écarté ?",
    "How many cards lay face up?": "Combien de cartes étaient retournées ?",
    "Was it the bottom card?": "Était-ce la carte du dessous ?",
    "Has anybody taken up a card?": "Quelqu’un a-t-il relevé une carte ?",
    "Has the last card been dealt?": "La dernière carte est-elle donnée ?",
    "Which cards are proved to be missing from the pack, or to be in it twice, if any?": (
        "De quelles cartes est-il prouvé qu’elles manquent au jeu ou s’y trouvent deux fois, s’il y en a ?"
    ),
    "Where was the strange card found?": "Où a-t-on trouvé la carte étrangère ?",
    "Did a claim rest on the strange card?": "Une annonce reposait-elle sur la carte étrangère ?",
    "Was the strange card played?": "La carte étrangère a-t-elle été jouée ?",
    "Who did it?": "Qui l’a fait ?",
    "In which category?": "Dans quelle catégorie ?",
    "Was such a holding in the hand after the exchange?": (
        "Y avait-il une telle combinaison dans la main après l’écart ?"
    ),
    "When did the player correct it: before younger replied, before elder led, before younger played a card, "
    "later, or never?": (
        "Quand le joueur l’a-t-il corrigé : avant la réponse du dernier, avant l’entame du premier, avant que le "
        "dernier ne joue une carte, plus tard, ou jamais ?"
    ),
    "Was it allowed, as good or equal?": "A-t-elle été admise, comme bonne ou égale ?",
    "Were the cards laid open with the claim?": "Les cartes ont-elles été étalées avec l’annonce ?",
    "Could it be made of the hand after the exchange together with the player's discard?": (
        "Pouvait-on la faire de la main après l’écart et de l’écart du joueur ensemble ?"
    ),
    "Was a holding of as many cards (in a set, of as many of a rank) in the hand after the exchange?": (
        "Y avait-il dans la main après l’écart une combinaison d’autant de cartes (pour un brelan ou un quatorze,"
        " d’autant d’un rang) ?"
    ),
    "How many cards of their share of the talon did elder say that they leave? If elder said nothing, there is no"
    " number. In younger's exchange the cards that elder left in silence count, too.": (
        "Combien de cartes de sa part du talon le premier a-t-il dit laisser ? S’il n’a rien dit, il n’y a pas de"
        " nombre. Dans l’écart du dernier, les cartes que le premier a laissées sans le dire comptent aussi."
    ),
    "Which positions of the talon did they take, in order?": "Quelles places du talon a-t-il prises, dans l’ordre ?",
    "Which of these positions did they mix with the hand?": "Lesquelles de ces places a-t-il mêlées à sa main ?",
    "How many cards did they discard?": "Combien de cartes a-t-il écartées ?",
    "Had elder taken some of their cards, and not yet the rest?": (
        "Le premier avait-il pris une partie de ses cartes, et pas encore le reste ?"
    ),
    "Was the discard still free, since the deal was wrong, elder had left cards in silence, or the talon was "
    "counted?": (
        "L’écart était-il encore libre, parce que la donne était fausse, que le premier avait laissé des cartes "
        "sans le dire, ou qu’on comptait le talon ?"
    ),
    "Where did the cards come from: the hand, the talon, or the cards that younger left?": (
        "D’où venaient les cartes : de la main, du talon, ou des cartes que le dernier a laissées ?"
    ),
    "Has elder led to the first trick?": "Le premier a-t-il fait la première entame ?",
    "Which positions of the talon did they look at?": "Quelles places du talon a-t-il regardées ?",
    "Did they take them up together with the draw?": "Les a-t-il relevées avec celles qu’il prenait ?",
    "Had elder exchanged?": "Le premier avait-il écarté ?",
    "Which positions of the talon did the dealer look at?": "Quelles places du talon le donneur a-t-il regardées ?",
    "How many cards did elder take?": "Combien de cartes le premier a-t-il prises ?",
    "Had younger left the talon alone, touched it, or taken up a card?": (
        "Le dernier avait-il laissé le talon intact, y avait-il touché, ou avait-il relevé une carte ?"
    ),
    "Does the hand have a court card?": "La main a-t-elle une figure ?",
    "Had the player exchanged?": "Le joueur avait-il écarté ?",
    "Were the cards drawn mixed with the hand?": "Les cartes prises étaient-elles mêlées à la main ?",
    "Did the other player lay out a discard for it?": "L’adversaire a-t-il mis un écart de côté pour elle ?",
    "When did younger correct it: before elder's next call or lead (or before elder told which card of a trio is "
    "not reckoned), before younger played a card, later, or never?": (
        "Quand le dernier l’a-t-il corrigé : avant la prochaine annonce du premier ou son entame (ou avant que le"
        " premier ne dise quelle carte d’un brelan ne compte pas), avant que le dernier ne joue une carte, plus "
        "tard, ou jamais ?"
    ),
    "Did younger hold what the reply says?": "Le dernier avait-il ce que dit la réponse ?",
    "Has younger played a card?": "Le dernier a-t-il joué une carte ?",
    "Did younger reckon it?": "Le dernier l’a-t-il compté ?",
    "Did younger show it?": "Le dernier l’a-t-il montré ?",
    "Why was it not due: better than what was called, in a category that is closed, reckoned before, or too late?": (
        "Pourquoi n’était-ce pas dû : meilleur que ce qui a été annoncé, dans une catégorie close, déjà compté, "
        "ou trop tard ?"
    ),
    "What was omitted: to call the point before another category, to call a category, to reckon, to show, or to "
    "reckon after saying not good?": (
        "Qu’est-ce qui a été omis : annoncer le point avant une autre catégorie, annoncer une catégorie, compter,"
        " montrer, ou compter après avoir dit « pas bon » ?"
    ),
    "How are elder's cards known: reckoned, or shown?": (
        "Comment connaît-on les cartes du premier : comptées, ou montrées ?"
    ),
    "Is what younger reckoned equal to elder's holding, or lower?": (
        "Ce que le dernier a compté est-il égal à la combinaison du premier, ou inférieur ?"
    ),
    "Is elder's total below the rubicon?": "Le total du premier est-il sous le rubicon ?",
    "Has the trick been played to?": "La carte a-t-elle été couverte ?",
    "What was the answer: how many cards, or which?": "Quelle a été la réponse : combien de cartes, ou lesquelles ?",
    "Of the cards that they had declared, how many of those asked about did they have in hand, or which?": (
        "Des cartes annoncées sur lesquelles portait la question, combien en avait-il en main, ou lesquelles ?"
    ),
    "Can the error be proved?": "L’erreur peut-elle être prouvée ?",
    "Is it a pique or repique that was miscounted?": "Est-ce un pic ou un repic qui a été mal compté ?",
    "Has the player whose count is wrong seen their next hand?": (
        "Le joueur dont le compte est faux a-t-il vu sa main suivante ?"
    ),
    "Have the cards been shuffled for the next deal?": "Les cartes ont-elles été battues pour la donne suivante ?",
    "Is the game over?": "La partie est-elle finie ?",
    "What did each player write down, for both?": "Qu’a écrit chaque joueur, pour les deux ?",
    "How many cards does the hand have after the exchange?": "Combien de cartes la main a-t-elle après l’écart ?",
    "What made the hand long: the exchange, or the deal alone?": (
        "Qu’est-ce qui a fait la main trop longue : l’écart, ou la donne seule ?"
    ),
    "What was the cut for: the choice of the deal, or the deal itself?": (
        "Pour quoi coupait-on : pour savoir qui donne, ou pour la donne même ?"
    ),
    "How many cards were in the two packets of the cut?": "Combien de cartes avaient les deux paquets de la coupe ?",
    "How many cards were shown?": "Combien de cartes ont été montrées ?",
    "Were the cards confused?": "Les cartes ont-elles été brouillées ?",
    "Did the pack prove incorrect?": "Le jeu s’est-il trouvé faux ?",
    "Which packets were wrong: those of the hands, or of the talon?": (
        "Quels paquets étaient mauvais : ceux des mains, ou ceux du talon ?"
    ),
    "true or false": "vrai ou faux",
    "one of the values": "une des valeurs",
    "a list of some of the values; empty for none": "une liste de quelques-unes des valeurs ; vide s’il n’y en a pas",
    "a whole number from {least} to {most}": "un nombre entier de {least} à {most}",
    "a list of cards, each with its rank and then its suit": (
        "une liste de cartes, chacune avec son rang puis sa couleur"
    ),
    "a list of positions of the talon, counted from 1 on top; empty for none": (
        "une liste de places du talon, comptées à partir de 1 en haut ; vide s’il n’y en a pas"
    ),
    "a list of three numbers of cards: elder's, younger's and those of the talon": (
        "une liste de trois nombres de cartes : ceux du premier, du dernier et du talon"
    ),
    "a number of cards, or a list of cards": "un nombre de cartes, ou une liste de cartes",
    "the cards that are missing and those that are double": "les cartes qui manquent et celles qui sont doubles",
    "a list of two numbers of cards: those of each packet": (
        "une liste de deux nombres de cartes : ceux de chaque paquet"
    ),
    "the scores of A and B on the sheet of each": "les marques de A et de B sur la feuille de chacun",
}

# What the codes say in the rows on which a ruling rests.
MEANINGS: Final = {
    "The player cuts again.": "Le joueur coupe de nouveau.",
    "The lowest of the cards counts as the cut, if the adversary likes.": (
        "La plus basse des cartes compte comme la coupe, si l’adversaire le veut."
    ),
    "Until somebody takes up a card.": "Jusqu’à ce que quelqu’un relève une carte.",
    "Until the last card is dealt.": "Jusqu’à ce que la dernière carte soit donnée.",
    "Void if whoever noticed has not taken up their cards; else the deal stands, and its elder deals twice.": (
        "Nulle si celui qui l’a remarqué n’a pas relevé sa main ; sinon la donne reste, et son premier donne deux fois."
    ),
    "Void if the dealer has not taken up their hand; else nothing follows.": (
        "Nulle si le donneur n’a pas relevé sa main ; sinon rien ne s’ensuit."
    ),
    "Void unless the dealer has seen a card of their own; then the deal stands, and its elder deals twice.": (
        "Nulle à moins que le donneur n’ait vu une de ses cartes ; la donne reste alors, et son premier donne "
        "deux fois."
    ),
    "Elder, before taking up a card of the talon.": "Le premier, avant de relever une carte du talon.",
    "Elder, before touching the talon.": "Le premier, avant de toucher au talon.",
    "Elder, if either hand has thirteen cards or elder has one too few.": (
        "Le premier, si l’une des mains a treize cartes ou si la sienne en a une de moins."
    ),
    "The player who did not deal.": "Le joueur qui n’a pas donné.",
    "Elder; if the deal stands, a player with thirteen cards says so and discards one card more.": (
        "Le premier ; si la donne reste, un joueur qui a treize cartes le dit et en écarte une de plus."
    ),
    "Two cards or more went to the wrong place, or the talon has one too many.": (
        "Deux cartes ou plus sont mal placées, ou le talon en a une de trop."
    ),
    "A hand has more than thirteen cards.": "Une main a plus de treize cartes.",
    "A hand has fifteen cards or more; short of that as under the Portland code.": (
        "Une main a quinze cartes ou plus ; en deçà, comme dans le code de Portland."
    ),
    "Both exchange so that they end with twelve cards (E11).": "Les deux écartent de façon à finir avec douze cartes.",
    "Elder may take no card and leaves three at least; younger may discard none.": (
        "Le premier peut ne rien prendre et laisse au moins trois cartes ; le dernier peut ne rien écarter."
    ),
    "The player with thirteen cards discards one more than they take.": (
        "Le joueur qui a treize cartes en écarte une de plus qu’il n’en prend."
    ),
    "Elder discards one card at least; younger may take none.": (
        "Le premier écarte au moins une carte ; le dernier peut n’en prendre aucune."
    ),
    "Elder leaves three cards of the talon.": "Le premier laisse trois cartes du talon.",
    "Elder leaves three cards at least; younger may take none.": (
        "Le premier laisse au moins trois cartes ; le dernier peut n’en prendre aucune."
    ),
    "The cards are dealt again.": "Les cartes sont redonnées.",
    "The cards are dealt again, unless it is the bottom card.": (
        "Les cartes sont redonnées, à moins que ce ne soit celle du dessous."
    ),
    "One card stays with the player it falls to; for two the cards are dealt again.": (
        "Une carte reste au joueur à qui elle tombe ; pour deux, les cartes sont redonnées."
    ),
    "From when the player takes up a card of the talon.": "Dès que le joueur relève une carte du talon.",
    "From when the player touches the talon, unless it is free (L11, L32, L38).": (
        "Dès que le joueur touche au talon, à moins que l’écart ne soit libre."
    ),
    "From when the player touches the talon.": "Dès que le joueur touche au talon.",
    "The great penalty (E3).": "La grande peine.",
    "Elder: the great penalty (E3). Younger who takes up a card loses the game (E10).": (
        "Le premier : la grande peine. Le dernier qui relève une carte perd la partie."
    ),
    "The great penalty (E3) or a fresh deal, as the adversary likes.": (
        "La grande peine ou une nouvelle donne, au choix de l’adversaire."
    ),
    "The game is lost (E10).": "La partie est perdue.",
    "Elder loses the game (E10), and so does younger who takes five cards when elder did not leave two.": (
        "Le premier perd la partie, comme le dernier qui prend cinq cartes quand le premier n’en a pas laissé deux."
    ),
    "The great penalty (E3); what is not mixed goes back.": (
        "La grande peine ; ce qui n’est pas mêlé revient à sa place."
    ),
    "No penalty; cards that it cannot answer are tricks of the other hand (E7).": (
        "Pas de peine ; les cartes que la main ne peut couvrir sont des levées de l’adversaire."
    ),
    "No penalty.": "Pas de peine.",
    "As unanswered tricks (E7), with which the other can make a capot.": (
        "Comme des levées sans réponse, avec lesquelles l’adversaire peut faire capot."
    ),
    "As unanswered tricks (E7); the last card is played to whatever is led.": (
        "Comme des levées sans réponse ; la dernière carte est jouée sur ce qui est entamé."
    ),
    "Nothing beyond the laws on cards that are shown (L13) or lifted (L27).": (
        "Rien au-delà des lois sur les cartes montrées ou relevées."
    ),
    "Elder names a suit, which the dealer must lead, once for each card of the talon that the dealer saw (E8).": (
        "Le premier nomme une couleur, que le donneur doit entamer une fois pour chaque carte du talon qu’il a vue."
    ),
    "Until younger replies.": "Jusqu’à la réponse du dernier.",
    "Never; but a wrong name until the lead.": "Jamais ; mais un faux nom jusqu’à l’entame.",
    "Until elder leads.": "Jusqu’à l’entame du premier.",
    "Until elder plays their first card.": "Jusqu’à la première carte du premier.",
    "Until elder's next call, or elder's lead.": "Jusqu’à la prochaine annonce du premier ou à son entame.",
    "Never.": "Jamais.",
    "Until younger's first card.": "Jusqu’à la première carte du dernier.",
    "Until the player who claimed it plays their next card.": "Jusqu’à la prochaine carte de celui qui l’a annoncé.",
    "Until the player who claimed it plays their first card.": "Jusqu’à la première carte de celui qui l’a annoncé.",
    "The great penalty (E3) and a late reckoning (E5), but not for a misnomer nor for what could not be held.": (
        "La grande peine et un compte tardif, mais non pour un faux nom ni pour ce qui était impossible."
    ),
    "The great penalty (E3) for sets; points and sequences are lost if they are not shown (LA1).": (
        "La grande peine pour les brelans et quatorze ; le point et les séquences sont perdus s’ils ne sont pas "
        "montrés."
    ),
    "The great penalty (E3), for misnomers too; nothing of it saves pique or repique. Late reckoning (E5).": (
        "La grande peine, pour les faux noms aussi ; rien n’en sauve du pic ni du repic. Compte tardif."
    ),
    "None, unless the adversary asks.": "Aucune, si l’adversaire ne le demande pas.",
    "A point and a sequence, before the lead; else younger may reckon their own, even equal or lower ones.": (
        "Le point et les séquences, avant l’entame ; sinon le dernier peut compter les siens, même égaux ou inférieurs."
    ),
    "A point.": "Le point.",
    "A point that beats the other player's.": "Un point qui l’emporte sur celui de l’adversaire.",
    "A point and sequences, by each player before their own first card.": (
        "Le point et les séquences, chacun avant sa propre première carte."
    ),
    "Whatever was reckoned or shown bars what it beats or equals.": (
        "Tout ce qui a été compté ou montré empêche ce qu’il bat ou égale."
    ),
    "A sequence that was shown bars equal and lower sequences.": (
        "Une séquence montrée empêche les séquences égales et inférieures."
    ),
    "A sequence that was shown bars equal ones.": "Une séquence montrée empêche les séquences égales.",
    "None.": "Aucune.",
    "Elder reckons what was called.": "Le premier compte ce qu’il a annoncé.",
    "Elder reckons what was called, even after the lead, and also if younger does not show what they claimed.": (
        "Le premier compte ce qu’il a annoncé, même après l’entame, et aussi si le dernier ne montre pas ce qu’il"
        " a dit avoir."
    ),
    "Until the player who forgot it plays a card.": "Jusqu’à ce que celui qui l’a oublié joue une carte.",
    "Both players may see the cards (E9).": "Les deux joueurs peuvent voir les cartes.",
    "Both players may see the cards (E9), and the other names a suit to lead (E8).": (
        "Les deux joueurs peuvent voir les cartes, et l’adversaire nomme une couleur à entamer."
    ),
    "The cards may not be looked at.": "Les cartes ne peuvent être regardées.",
    "Until the player whose count is wrong sees their next hand.": (
        "Jusqu’à ce que le joueur dont le compte est faux voie sa main suivante."
    ),
    "Until the game ends.": "Jusqu’à la fin de la partie.",
    "A pique or repique until the next shuffle, the rest until the game ends.": (
        "Un pic ou un repic jusqu’à ce qu’on batte de nouveau, le reste jusqu’à la fin de la partie."
    ),
}

#: All of these texts.
