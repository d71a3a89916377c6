"""What REDIS_URL may be."""

import pytest

from service.settings.redis_url import RedisAddress, parse_redis_url


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://cache", RedisAddress(topology="single", hosts=(("cache", 6379),))),
        ("redis://cache:7000/2", RedisAddress(topology="single", hosts=(("cache", 7000),), db=2)),
        ("redis://cache/99999", RedisAddress(topology="single", hosts=(("cache", 6379),), db=99999)),
        ("redis://cache/?db=99999", RedisAddress(topology="single", hosts=(("cache", 6379),), db=99999)),
        ("redis://cache/?db=2", RedisAddress(topology="single", hosts=(("cache", 6379),), db=2)),
        ("REDIS://[::1]:7000", RedisAddress(topology="single", hosts=(("::1", 7000),))),
        (
            "redis://me:p%40ss%2F@cache",
            RedisAddress(topology="single", hosts=(("cache", 6379),), login={"username": "me", "password": "p@ss/"}),
        ),
        ("redis://:p:w@cache", RedisAddress(topology="single", hosts=(("cache", 6379),), login={"password": "p:w"})),
        ("rediss://cache", RedisAddress(topology="single", hosts=(("cache", 6379),), tls={})),
        (
            "rediss://cache?ssl_ca_certs=/ca.pem&ssl_check_hostname=False&ssl_cert_reqs=none",
            RedisAddress(
                topology="single",
                hosts=(("cache", 6379),),
                tls={"ssl_ca_certs": "/ca.pem", "ssl_check_hostname": False, "ssl_cert_reqs": "none"},
            ),
        ),
        (
            "rediss://cache:1?ssl_certfile=/c.pem&ssl_keyfile=/k.pem&ssl_check_hostname=TRUE&ssl_cert_reqs=Optional",
            RedisAddress(
                topology="single",
                hosts=(("cache", 1),),
                tls={
                    "ssl_certfile": "/c.pem",
                    "ssl_keyfile": "/k.pem",
                    "ssl_check_hostname": True,
                    "ssl_cert_reqs": "optional",
                },
            ),
        ),
        (
            "rediss://cache?ssl_cert_reqs=REQUIRED",
            RedisAddress(topology="single", hosts=(("cache", 6379),), tls={"ssl_cert_reqs": "required"}),
        ),
        ("redis://cache:65535", RedisAddress(topology="single", hosts=(("cache", 65535),))),
        ("unix:///run/redis.sock", RedisAddress(topology="single", path="/run/redis.sock")),
        (
            "unix://:pw@/run/my%20redis.sock?db=1",
            RedisAddress(topology="single", path="/run/my redis.sock", db=1, login={"password": "pw"}),
        ),
        (
            "redis+sentinel://a,b:1,[::2]:3/mymaster/4",
            RedisAddress(
                topology="sentinel", hosts=(("a", 26379), ("b", 1), ("::2", 3)), service="mymaster", db=4
            ),
        ),
        (
            "rediss+sentinel://:pw@a/mymaster?sentinel_password=other&sentinel_username=me",
            RedisAddress(
                topology="sentinel",
                hosts=(("a", 26379),),
                service="mymaster",
                tls={},
                login={"password": "pw"},
                sentinel_login={"password": "other", "username": "me"},
            ),
        ),
        ("redis+cluster://a:1,b", RedisAddress(topology="cluster", hosts=(("a", 1), ("b", 6379)))),
        ("rediss+cluster://a/0", RedisAddress(topology="cluster", hosts=(("a", 6379),), tls={})),
    ],
)  # fmt: skip
def test_an_address_is_taken_apart(url, address):
    assert parse_redis_url(url) == address


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("cache", "not the scheme ''"),
        ("memcached://cache", "not the scheme 'memcached'"),
        ("redis+tls://cache", "not the scheme 'redis\\+tls'"),
        ("redis:cache", "not a URL"),
        ("redis://a b", "not a URL"),
        ("redis://cache:0", "not a URL"),
        ("redis://cache:65536", "not a URL"),
        ("redis://cache#fragment", "not a URL"),
        ("redis://a,b", "several hosts take"),
        ("redis://cache/0/1", "may follow the host"),
        ("redis://cache/1?db=2", "may follow the host"),
        ("redis://cache/one", "not a number"),
        ("redis://cache/-1", "not a number"),
        ("redis://cache/100000", "not a number"),
        ("redis://cache?db=100000", "not a number"),
        ("redis://cache/٣", "not a number"),
        ("redis://cache?db=one", "'db' cannot be used"),
        ("redis://cache?db=-1", "not a number"),
        ("redis://cache?db=", "'db' cannot be used"),
        ("redis://cache?socket_timeout=60", "'socket_timeout' is not an option"),
        ("redis://cache?ssl_ca_certs=/ca.pem", "'ssl_ca_certs' is not an option"),
        ("rediss://cache?ssl_check_hostname=perhaps", "'ssl_check_hostname' cannot be used"),
        ("rediss://cache?sentinel_password=x", "'sentinel_password' is not an option"),
        ("unix://host/path", "the path of the socket is missing"),
        ("redis+sentinel://a:1", "the name of the service is missing"),
        ("redis+sentinel:///mymaster", "the host is missing"),
        ("redis+sentinel://a,/mymaster", "the host is missing"),
        ("redis+sentinel://a/mymaster/0/1", "may follow the host"),
        ("redis+cluster://a/1", "a cluster has no databases"),
        ("redis+cluster://", "the host is missing"),
        ("redis://:6379", "the host is missing"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(url, reason):
    with pytest.raises(ValueError, match=reason):
        parse_redis_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://:hunter2@",
        "redis://:hunter2@cache:port",
        "redis://:hunter2@a,b",
        "redis://:hunter2@cache/x",
        "redis://:hunter2@cache?x=hunter2",
        "rediss://cache?ssl_cert_reqs=hunter2",
        "redis+sentinel://a?sentinel_password=hunter2",
        "redis+sentinel://a/m/x?sentinel_password=hunter2",
    ],
)
def test_no_reason_repeats_a_password(url):
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        parse_redis_url(url)
    assert "hunter2" not in str(refused.value)


def test_an_address_does_not_show_its_passwords():
    shown = repr(parse_redis_url("redis+sentinel://me:hunter2@a/m?sentinel_password=hunter3"))
    assert "hunter" not in shown
