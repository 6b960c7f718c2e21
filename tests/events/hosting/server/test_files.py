"""Static files from memory: the same answers as from Django, byte by byte."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as settings_of_django
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client, override_settings
from django.utils.http import http_date

from events.hosting.server.public_answers import public_answers
from events.hosting.server.static_files import files
from events.hosting.static_collection import collect_static_files
from tests.shared import ROOT

Answer = tuple[int, dict[str, str], bytes]
ADDRESSES = ("css/public/public.css", "js/phones/watch.js", "icon.png", "css/paper/paper-a4.css")


@pytest.fixture(scope="module")
def collected_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    name = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    storages = {**settings_of_django.STORAGES, "staticfiles": {"BACKEND": name}}
    # Compressing takes two seconds: `make run` and the servers of other tests use this folder too.
    with override_settings(STORAGES=storages, STATIC_ROOT=ROOT / "staticfiles"):
        collect_static_files()
        root = tmp_path_factory.mktemp("collected") / "static"
        shutil.copytree(settings_of_django.STATIC_ROOT, root)
    with override_settings(STORAGES=storages, STATIC_ROOT=root):
        yield


@pytest.fixture
def collected(collected_once: None) -> Iterator[None]:
    files.hold()
    public_answers.forget()
    yield
    files.forget()
    public_answers.forget()


def from_django(client: Client, method: str, path: str, asked: dict[str, str]) -> Answer:
    answer: Any = client.generic(method, path, headers=asked)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = {name.lower(): value for name, value in answer.items()}
    if answer.status_code == 304:
        headers.pop("content-length", None)
    return answer.status_code, headers, body


def from_memory(method: str, path: str, asked: dict[str, str]) -> Answer | None:
    headers = [(name.encode(), value.encode()) for name, value in asked.items()]
    before = http_date()
    found = public_answers.answer(method.encode(), path.encode(), headers)
    if found is None:
        return None
    status, *lines = found[0].decode().split("\r\n")
    told = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    assert told.pop("date") in (before, http_date())
    return int(status.split()[1]), told, found[1]


@pytest.mark.usefixtures("collected")
@pytest.mark.parametrize("name", ADDRESSES)
def test_a_file_is_answered_as_django_does(client: Client, name: str) -> None:
    path = staticfiles_storage.url(name)
    assert path != f"/static/{name}"
    for accepted in ("", "gzip", "gzip, deflate, br", "br;q=1.0, *", "*", "identity"):
        asked = {"host": "testserver", "accept-encoding": accepted}
        here = from_memory("GET", path, asked)
        assert here is not None
        assert here == from_django(client, "GET", path, asked)
        assert "immutable" in here[1]["cache-control"]
        assert from_memory("HEAD", path, asked) == from_django(client, "HEAD", path, asked)
        known: dict[str, str]
        for known in (
            {"if-none-match": here[1]["etag"]},
            {"if-none-match": '"another"'},
            {"if-modified-since": here[1]["last-modified"]},
            {"if-modified-since": "Thu, 01 Jan 2015 00:00:00 GMT"},
        ):
            again = from_memory("GET", path, {**asked, **known})
            assert again == from_django(client, "GET", path, {**asked, **known})


@pytest.mark.usefixtures("collected")
def test_what_may_change_and_parts_of_files_are_left_to_django(client: Client) -> None:
    asked = {"host": "testserver"}
    assert from_memory("GET", "/static/css/public.css", asked) is None
    path = staticfiles_storage.url("css/public/public.css")
    assert from_memory("GET", path, {**asked, "range": "bytes=0-9"}) is None
    assert from_memory("GET", f"{path}?x", asked) is None
    assert from_memory("POST", path, asked) is None
    assert all(from_django(client, "GET", one, asked)[0] == 200 for one in files.addresses())
    held = {Path(one).name for one in files.addresses()}
    assert {Path(staticfiles_storage.url(name)).name for name in ADDRESSES} <= held


@pytest.mark.usefixtures("collected")
def test_behind_tls(client: Client, settings: LazySettings) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60
    path = staticfiles_storage.url("js/phones/watch.js")
    asked = {"host": "testserver", "x-forwarded-proto": "https"}
    here = from_memory("GET", path, asked)
    assert here == from_django(client, "GET", path, asked)
    assert here is not None
    assert here[1]["strict-transport-security"].startswith("max-age=60")
    assert from_memory("GET", path, {"host": "testserver"}) is None
