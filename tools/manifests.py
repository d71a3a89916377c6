"""Holds deploy/k8s against the schemas of Kubernetes, strictly: every manifest, and every overlay as kubectl builds it.

    make manifests

What is of no API of Kubernetes itself (Gateway API, Envoy Gateway) has no schema here and is counted, not looked at.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

FOLDER = Path(__file__).parent.parent / "deploy" / "k8s"
BUILDER = "kustomize.config.k8s.io/"
OTHERS = ("gateway.networking.k8s.io/", "gateway.envoyproxy.io/")


def written() -> Iterator[tuple[str, Any]]:
    """Every document of the folder, and where it is from."""
    for path in sorted(FOLDER.rglob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            if not document["apiVersion"].startswith(BUILDER):
                yield str(path.relative_to(FOLDER)), document


def built() -> Iterator[tuple[str, Any]]:
    """Every document of the overlays as kubectl builds them, and where it is from."""
    for overlay in sorted((FOLDER / "overlays").iterdir()):
        made = subprocess.run(["kubectl", "kustomize", overlay], check=True, capture_output=True, text=True).stdout
        for document in yaml.safe_load_all(made):
            yield f"overlays/{overlay.name}, built", document


def has_schema(document: Any) -> bool:
    """Whether it is of an API of Kubernetes itself."""
    return not document["apiVersion"].startswith(OTHERS)


def objection(document: Any) -> str | None:
    """Why Kubernetes would not take a document, if it would not."""
    try:
        kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)
    except (kubernetes_validate.ValidationError, kubernetes_validate.SchemaNotFoundError) as error:
        return str(error)
    return None


def main() -> int:
    documents = list(written())
    if shutil.which("kubectl"):
        documents += built()
    else:
        print("kubectl is not here: what the overlays make of the manifests is not looked at")
    looked_at = [(origin, document, objection(document)) for origin, document in documents if has_schema(document)]
    bad = [each for each in looked_at if each[2]]
    for origin, document, reason in bad:
        print(f"{origin}: {document['kind']} {document['metadata']['name']}: {reason}", file=sys.stderr)
    print(
        f"{len(looked_at) - len(bad)} manifests are what Kubernetes takes, {len(bad)} are not, "
        f"{len(documents) - len(looked_at)} have no schema here"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
