"""Records of the worked examples of the law (L-W1 to L-W42), with the scores that it derives by hand.

Deal P is the example of S4: B deals, and A is elder.
"""

HEADER = "piquet-record 1\nruleset: portland@1\nfirst dealer: B\n"
CARDS_OF_P = """\
hand A: SAKJ HAQJ8 D98 CJ87
hand B: ST7 HT97 DAQJT CKQT
talon: 9S 8S KH 9C KD QS AC 7D
"""
EXCHANGES = "A exchange SK D98 C87\nB exchange S7 H97\n"
POINT = "A call point 5 49; B good; A reckon point HAKQJ8 = 5-0\n"
QUART = "A call sequence 4 A; B good; A reckon sequence HAKQJ = 9-0\n"
KNAVES = "A call set 3 J; B not good\n"
SETS_OF_B = "B reckon set ST HT DT CT, set SQ DQ CQ"
HEARTS = "A KH; B 7D\nA QH; B TD\nA JH; B JD\nA 8H; B QD\n"
CLUBS = "A KD; B AD\nB AC; A 9C\nB KC; A JC\nB QC; A 8S\nB TC; A 9S\n"
SPADES = "B QS; A AS\nA JS; B TS"


def deal(steps: str, number: int = 1, cards: str = CARDS_OF_P, heading: str = "dealer: B\n") -> str:
    """A deal as text. Deal 1 may be headed `annulled` by its number."""
    return f"\ndeal {number}\n{heading}{cards}{steps}\n"


def record(steps: str) -> str:
    """A record of deal P."""
    return HEADER + deal(steps)


# L-W22: A calls a quint major, which is allowed; it is mended to the quart before B's first card.
QUINT = f"{EXCHANGES}{POINT}A irregular call sequence 5 A; B good; A reckon = 20-0\n"
MENDED = f"{QUINT}A amend call sequence 4 A = 5-0; B good; A reckon = 9-0\n"
L_W22 = record(MENDED)

# L-W25: it is not mended. TH was never A's: 15 struck, and B's two tierces count 6.
UNMENDED = f"{QUINT}{KNAVES}A AH = 21-0; {SETS_OF_B} = 21-17; B TH\n"
L_W25 = record(f"{UNMENDED}B ruling reckon = 6-23")

# L-W26: a tierce of clubs, of which two cards lie in A's discard. Found at the last trick.
TIERCE = f"{EXCHANGES}{POINT}A call sequence 4 A; B good; A irregular reckon sequence HAKQJ, sequence C987 = 12-0\n"
PLAYED = f"{TIERCE}{KNAVES}A AH = 13-0; {SETS_OF_B} = 13-17; B TH\n{HEARTS}{CLUBS}{SPADES} = 31-23"
L_W26_ENFORCED = record(f"{PLAYED}\nB ruling enforce = 0-23\nscore: 0-23")
L_W26_WAIVED = record(f"{PLAYED}\nB ruling 8 waive = 28-23\nscore: 28-23")

# L-W32: B throws TC on KD, holding AD. Found two tricks later.
AFTER_HEARTS = f"{EXCHANGES}{POINT}{QUART}{KNAVES}A AH = 10-0; {SETS_OF_B} = 10-17; B TH\n{HEARTS}"
REVOKE = f"{AFTER_HEARTS}A KD = 15-17; B irregular TC\nA AS; B QS\nA JS = 17-17; B TS\n"
L_W32 = record(f"{REVOKE}A ruling replay = 15-17; B AD = 15-18")
L_W32_UNMARKED = record(REVOKE.replace("irregular ", ""))

# L-W1: twelve, eleven, and nine in the talon. Then deal 1 is dealt again, and is deal P in its usual line.
NINE_IN_THE_TALON = """\
hand A: SAKJ HAQJ8 D98 CJ87
hand B: ST7 HT9 DAQJT CKQT
talon: 9S 8S KH 9C KD QS AC 7D 7H
"""
REGULAR = f"{AFTER_HEARTS}{CLUBS}{SPADES} = 28-23\nscore: 28-23\ntotals: 28-23"
L_W1 = f"{HEADER}\ndeal 1 annulled\ndealer: B\nirregular: deal\n{NINE_IN_THE_TALON}A ruling redeal\n{deal(REGULAR)}"

# L-W9: A deals first, and B deals the third of six deals, which was A's. It stands: A B B A A B.
FIRST_DEALER_A = HEADER.replace("first dealer: B", "first dealer: A")
DEALERS = ("A", "B", "B out of turn", "A", "A", "B")
L_W9 = FIRST_DEALER_A + "".join(
    f"\ndeal {number}\ndealer: {dealer}\nscore: 28-23\n" for number, dealer in enumerate(DEALERS, 1)
)

# L-W37: deals 1 to 3 stand, deal 4 has two 7D and no 8D, and is dealt again.
SPOILED = "A incident spoiled missing D8 double D7; A ruling redeal\n"
EARLIER = "".join(f"\ndeal {number}\nscore: 28-23\n" for number in (1, 2, 3))
L_W37 = f"{HEADER}{EARLIER}\ndeal 4 annulled\ndealer: A\n{{cards}}{SPOILED}\ndeal 4\nscore: 28-23\ntotals: 112-92\n"

# L-W38: P under au cent. A takes six, QS mixed: A loses the game.
SIX = "A irregular exchange SK D98 C87 taking 1 2 3 4 5 6 leaving 0"
L_W38 = HEADER.replace("portland", "au-cent") + deal(f"{SIX}; B ruling enforce\ntotals: 0-0")
LOST = "\nresult\ntotals: 0-0\nwinner: B\nsettlement: 1\n"

ALL = [
    L_W22, L_W25, L_W26_ENFORCED, L_W26_WAIVED, L_W32, L_W1, L_W9, L_W37.format(cards=""), L_W38 + LOST,
]  # fmt: skip
