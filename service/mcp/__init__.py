"""A server of the Model Context Protocol: what the service decides, as tools for language models (docs/mcp.md).

Its tools send requests to the application, in this process or elsewhere. Imports `app`, `api.problems`, `piquet`,
`records` for actions in words, and leaves; the command imports it when it starts it.
"""
