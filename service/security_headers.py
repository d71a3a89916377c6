"""What stands in the head of every answer, so that no browser makes more of it than it is (docs/security.md)."""

POLICY = "Content-Security-Policy"

#: No page may be made of it, it runs nothing, loads nothing and stands in no frame; no page of another origin has it as
#: its script or image; and a link in it does not tell where it stood, since an address may tell cards.
SECURITY_HEADERS: list[tuple[str, str]] = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
]

#: The same with the policy of what is data. A page has one of its own (service/api/pages/site.py).
DATA_SECURITY_HEADERS = [*SECURITY_HEADERS, (POLICY, "default-src 'none'; frame-ancestors 'none'")]
