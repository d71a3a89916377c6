"""The packages in clients/: what they take from the contract, and how they are built.

python -m tools.clients            # write the generated files anew (`make clients`)
python -m tools.clients build      # build a wheel and an npm package in dist/ (`make packages`)
"""
