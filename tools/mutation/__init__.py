"""Mutation testing (`make mutants`): changes the program in one place at a time and runs the tests that execute it.

It may import the standard library and pytest; it imports nothing of the service.
"""
