"""Security headers added to every response (docs/security.md)."""

POLICY = "Content-Security-Policy"
EMBEDDING = "Cross-Origin-Resource-Policy"

#: Browsers do not guess the type, do not show the response in a frame, and do not let a page of another origin embed
#: it, unless the response says so. Links send no Referer, because a path may contain cards.
SECURITY_HEADERS: list[tuple[str, str]] = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    (EMBEDDING, "same-origin"),
]

#: The same with a policy for data, which runs and loads nothing. Pages have their own (service/api/pages.py).
DATA_SECURITY_HEADERS = [*SECURITY_HEADERS, (POLICY, "default-src 'none'; frame-ancestors 'none'")]
