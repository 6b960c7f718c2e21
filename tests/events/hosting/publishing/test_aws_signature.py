"""The four examples of the Amazon S3 API Reference, to the last letter of the signature."""

import datetime

import pytest

from events.hosting.publishing.aws_signature import Keys, signed_headers

# The documentation's own pair.
KEYS = Keys("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
MOMENT = datetime.datetime(2013, 5, 24, tzinfo=datetime.UTC)
HOST = {"Host": "examplebucket.s3.amazonaws.com"}
STORED = {
    **HOST,
    "Date": "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
}


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "body", "signature"),
    [
        (
            "GET", "/test.txt", {}, {**HOST, "Range": "bytes=0-9"}, b"",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT", "/test$file.text", {}, STORED, b"Welcome to Amazon S3.",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET", "/", {"lifecycle": ""}, HOST, b"",
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        ),
        (
            "GET", "/", {"max-keys": "2", "prefix": "J"}, HOST, b"",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)  # fmt: skip
def test_the_documented_examples(
    method: str,
    path: str,
    query: dict[str, str],
    headers: dict[str, str],
    body: bytes,
    signature: str,
) -> None:
    signed = signed_headers(KEYS, method, path, headers, body, MOMENT, query)
    assert signed["Authorization"].endswith(f"Signature={signature}")
    assert signed["Authorization"].startswith(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
    )
