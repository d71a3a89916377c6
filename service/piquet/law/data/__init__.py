"""Tables of the law: laws, readings, codes, kinds of irregularity with their questions, elections, and corrections.

What is text is in the TOML files of this folder, a table for each row.
"""
