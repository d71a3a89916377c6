"""Piquet in the terminal, against the house, after `pip install .`: `python terminal_game.py [SEED]`."""

import sys

from piquet_referee import RefusedAction, Table

YOU, HOUSE = "A", "B"
HELP = """Type an action: exchange SK D98, call point 5, pass sequence, not good, reckon, play AS ... or one of
  ?  what you may do    !  what the house would do, and why    undo    quit    (return: do as the house would)"""


def told(events):
    for event in events:
        who = {YOU: "You", HOUSE: "The house"}.get(event["seat"], "--")
        points = f" (+{event['points']})" if event["points"] else ""
        print(f"  {who}: {event['kind'].replace('_', ' ')} {' '.join(event['cards'])}{points}")


def your_turn(table):
    print(f"\n{table.picture(YOU)}")
    command = input("> ").strip()
    if command == "quit":
        sys.exit()
    elif command == "?":
        print(table.options(YOU))
    elif command == "!":
        for each in table.advice()[:5]:
            print(f"  {each.value:+.1f}  {each.action}  {', '.join(reason.code for reason in each.because)}")
    elif command == "undo":
        while table.actions and table.undo().seat != YOU:
            pass
    else:
        try:
            told(table.apply(command or table.advice().best))
        except RefusedAction as refused:
            print(f"  {refused}")
        except ValueError as error:
            print(f"  {error}\n{HELP}")


def main(seed="a game"):
    table = Table(first_dealer=HOUSE)
    print(HELP)
    while not table.over:
        if table.to_act is None:
            print(f"\nTotals: {table.totals}")
            told(table.deal(seed=f"{seed}:{table.deal_number + 1}"))
        elif table.to_act == YOU:
            your_turn(table)
        else:
            told(table.apply(table.advice().best))
    print(f"\n{table.settlement}")


if __name__ == "__main__":
    main(*sys.argv[1:])
