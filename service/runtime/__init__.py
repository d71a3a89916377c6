"""What a process of the service needs: the context of a request, logs, memory, shutdown, and which thread answers.

Imports the standard library only.
"""
