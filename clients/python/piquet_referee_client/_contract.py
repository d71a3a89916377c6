"""Made from openapi.yaml by `make clients`. Not to be edited."""

VERSION = "1.0.0"
