"""Mutation testing (`make mutants`): changes the program in one place at a time and runs the tests that execute it.

Imports the standard library and pytest, and nothing of the service.
"""
