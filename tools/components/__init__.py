"""Write the schemas of the contract: `components/schemas` of `openapi.yaml`.

    python -m tools.components

Members, limits and closed lists come from the types that decode requests (`from_code`, `from_types`), the table of
actions (`from_actions`), the questions of the law and the parameters of the rulesets (`from_law`), and the records of
the games for three and for four (`from_games`). What no type says, such as descriptions and the schemas of most
responses, is in the YAML files of this package. They are written in a short form of OpenAPI (`short_form`). Paths,
responses and headers are written by hand in `openapi.yaml`.

A schema that one other alone uses is written within it (`written.in_place`). Clients, JSON Schemas and the reference
are made from the contract with all schemas under their names (`written.with_all_names`).
"""
