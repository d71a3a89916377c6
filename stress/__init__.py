"""`make stress`: the service under load while everything around it goes wrong. Minutes long, on this machine only.

Each scenario sends requests whose right answers are known, and counts what became of every one of them. Nothing is
asserted about time, which a busy machine has little of; the figures are printed. The attacks of `attacks` are scenarios
too: beside each six in ten of the checks are to be answered.
"""
