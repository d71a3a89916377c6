"""The operations of the games of several seats: a set for each game in the table of games.

Imports `multiplayer`, and the parts of `api` that do not depend on a game.
"""
