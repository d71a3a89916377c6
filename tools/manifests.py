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


def manifests() -> Iterator[tuple[str, Any]]:
    """Every document, and where it is from."""
    for path in sorted(FOLDER.rglob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            if not document["apiVersion"].startswith(BUILDER):
                yield str(path.relative_to(FOLDER)), document
    if not shutil.which("kubectl"):
        print("kubectl is not here: what the overlays make of the manifests is not looked at")
        return
    for overlay in sorted((FOLDER / "overlays").iterdir()):
        built = subprocess.run(["kubectl", "kustomize", overlay], check=True, capture_output=True, text=True).stdout
        for document in yaml.safe_load_all(built):
            yield f"overlays/{overlay.name}, built", document


def main() -> int:
    good = others = bad = 0
    for origin, document in manifests():
        if document["apiVersion"].startswith(OTHERS):
            others += 1
            continue
        try:
            kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)
            good += 1
        except (kubernetes_validate.ValidationError, kubernetes_validate.SchemaNotFoundError) as error:
            bad += 1
            print(f"{origin}: {document['kind']} {document['metadata']['name']}: {error}", file=sys.stderr)
    print(f"{good} manifests are what Kubernetes takes, {bad} are not, {others} have no schema here")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
