"""Checks of the repository as a whole."""

import re
import subprocess
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.deprecation import RemovedAfterNextVersionWarning, RemovedInNextVersionWarning

from events.models import Role
from events.web.access import ALLOWED
from tests.shared import ROOT

# No other site is reached by addresses of this computer or of documentation, XML namespaces, or
# nginx's name of the application.
NOT_A_DOWNLOAD = (
    r"(?!\{|127\.|10\.|192\.168\.|\[::1\]|localhost|testserver|[\w.-]*example|www\.w3\.org"
    r"|matchslip;)"
)
URL = re.compile(r"\bhttps?://" + NOT_A_DOWNLOAD + r"[\w\[]")
MACHINE_PATH = re.compile(r"(?<![\w.~}])/(?:work|opt|root|home|Users|mnt|srv)/\w")


def test_no_paragraph_of_a_template_holds_what_ends_it() -> None:
    # A browser ends the paragraph there, and the rest is outside it.
    inside = re.compile(
        r"<p\b[^>]*>(?:(?!</p>).)*?<(form|div|ul|ol|table|section|h[1-6]|details|p)\b", re.DOTALL
    )
    wrong = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        if inside.search(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def tracked(*patterns: str) -> list[Path]:
    """Every file in the repository that matches one of the git path patterns."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout, so nothing says which files belong to the project")
    paths = [ROOT / name for name in done.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def lines_with(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        text = path.read_text("utf-8", errors="replace")
        # Neither pattern spans lines, so a search of the whole text shows whether one matches.
        for number, line in enumerate(text.splitlines() if pattern.search(text) else (), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found


def test_no_file_names_a_download_address() -> None:
    assert lines_with(URL, tracked(".")) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATH, tracked(".")) == []


def test_the_patterns_find_what_they_look_for() -> None:
    scheme = "https:" + "//"
    assert URL.search(f"see {scheme}downloads.somewhere.org/x")
    assert not URL.search(f"see {scheme}127.0.0.1:8000/")
    assert MACHINE_PATH.search("open('" + "/home" + "/me/x')")
    assert not MACHINE_PATH.search("../shared/work/x")


def test_modules_stay_short() -> None:
    modules = [path for path in tracked("*.py") if "migrations" not in path.parts]
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in modules}
    assert len(lengths) > 50
    assert {str(path): count for path, count in lengths.items() if count > 350} == {}


def test_nothing_generated_is_tracked() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in tracked(".")]
    generated = re.compile(r"\.(mo|pyc|sqlite3)$|^(var|staticfiles|\.venv)/|^\.env$")
    assert [name for name in names if generated.search(name)] == []


def test_the_roles_page_says_what_the_code_allows() -> None:
    rows = [
        [cell.strip() for cell in line.strip("| \n").split("|")]
        for line in (ROOT / "docs" / "reference" / "roles.md").read_text("utf-8").splitlines()
        if line.startswith("|")
    ]
    assert rows[0][1:5] == [role.value.replace("_", " ") for role in Role]
    written = {
        row[0]: {role for role, cell in zip(Role, row[1:5], strict=True) if cell == "yes"}
        for row in rows[2:]
    }
    assert written == {action.value: set(roles) for action, roles in ALLOWED.items()}


def staff_routes() -> list[str]:
    """The address of every staff page, with made-up arguments."""
    made_up = {"slug": "an-event", "code": "ja", "verb": "dropped"}
    resolver = next(
        entry
        for entry in get_resolver().url_patterns
        if isinstance(entry, URLResolver) and entry.namespace == "staff"
    )
    routes = []
    for name, converters in flat(resolver, {}):
        arguments = {
            part: 1 if "Int" in type(converter).__name__ else made_up.get(part, "x")
            for part, converter in converters.items()
        }
        routes.append(reverse(f"staff:{name}", kwargs=arguments))
    return routes


def flat(resolver: URLResolver, above: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the name of every address with its converters, including those of its parents."""
    found: list[tuple[str, dict[str, Any]]] = []
    for entry in resolver.url_patterns:
        parts = above | entry.pattern.converters
        if isinstance(entry, URLPattern):
            found.append((str(entry.name), parts))
        else:
            found += flat(entry, parts)
    return found


@pytest.mark.django_db
def test_every_staff_page_asks_anonymous_visitors_to_log_in() -> None:
    client = Client()
    routes = staff_routes()
    assert len(routes) > 20
    for route in routes:
        asked = 0
        for response in (client.get(route), client.post(route)):
            if response.status_code == 405:
                continue
            assert response.status_code == 302, f"{route}: {response.status_code}"
            assert response["Location"].startswith("/login/"), route
            asked += 1
        assert asked, f"{route} answers neither GET nor POST"


@pytest.mark.parametrize("group", ["base", "dev", "peers", "api-peers"])
def test_what_is_pinned_is_what_pyproject_names(group: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = {plain(name) for name in [*project["dependencies"], *extras.get(group, [])]}
    pins = (ROOT / "requirements" / f"{group}.txt").read_text("utf-8")
    blocks = re.split(r"(?m)^(?=\S+==)", pins)[1:]
    direct = {plain(block) for block in blocks if "matchslip (pyproject.toml)" in block}
    assert direct == named
    assert all("--hash=sha256:" in block for block in blocks)


def plain(requirement: str) -> str:
    """The name of what is required, as indexes spell it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return found[0].lower().replace("_", "-").replace(".", "-")


def test_use_of_what_django_drops_next_is_an_error() -> None:
    for kind in (RemovedInNextVersionWarning, RemovedAfterNextVersionWarning):
        with pytest.raises(kind):
            warnings.warn("is dropped", kind, stacklevel=1)


def test_the_fast_part_of_the_tests_and_its_pins_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    [fast] = re.findall(r"^FAST_TESTS = (.*)$", makefile, re.MULTILINE)
    assert [path for path in fast.split() if not (ROOT / path).exists()] == []
    [django] = re.findall(r"^NEXT_DJANGO = ~=(\d+\.\d+)", makefile, re.MULTILINE)
    pins = {
        name: re.findall(
            r"^([\w.-]+)==(\S+)", (ROOT / f"requirements/{name}.txt").read_text(), re.M
        )
        for name in ("dev", "next")
    }
    assert dict(pins["next"])["django"].startswith(f"{django}.")
    changed = set(pins["next"]) ^ set(pins["dev"])
    assert {name for name, _version in changed} == {"django"}


def test_the_title_of_a_page_has_dashes_of_one_kind() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        title = re.search(r"{% block title %}(.*?){% endblock %}", path.read_text(), re.DOTALL)
        assert not title or not re.search(r"[\s}]-\s", title[1]), path


def test_no_browser_test_waits_by_eval() -> None:
    # The pages' policy forbids eval, so such a wait fails unless its condition holds at once.
    waiting = ".wait_for_" + "function("
    for path in (ROOT / "tests").rglob("*.py"):
        assert waiting not in path.read_text(), path


def test_the_tests_that_need_a_browser_have_a_folder_of_their_own() -> None:
    """`.ci/run` and `make test` look for them there alone, and for the others elsewhere."""
    marker = "pytest.mark." + "browser"
    for path in (ROOT / "tests").rglob("test_*.py"):
        is_there = (ROOT / "tests" / "browser") in path.parents
        assert (marker in path.read_text("utf-8")) == is_there, path
