"""Write the schemas of `openapi.yaml`."""

from tools.components.written import contract
from tools.contract_file import CONTRACT

CONTRACT.write_text(contract(CONTRACT.read_text(encoding="utf-8")), encoding="utf-8")
