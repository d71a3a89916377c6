"""Made from openapi.yaml by `make clients`. Not to be edited."""

VERSION = "0.2.0"
