"""The packages in clients/: what they take from the contract.

python -m tools.clients            # write the generated files (`make clients`)
"""
