"""Every link between pages of the documentation leads somewhere, and the index lists every page."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documentation import settings_table
from tests.shared import ROOT

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)\s]+)\)")
# The longest sentence that the voice allows.
MOST_WORDS = 25
KINDS = ("tutorial", "how-to", "reference", "background")


def pages() -> list[Path]:
    """Return every page in Markdown, with those at the top of the project."""
    return [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as a forge makes them."""
    headings = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in plain}


def test_every_link_leads_to_a_page_and_a_heading() -> None:
    broken = []
    for page in pages():
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if ":" not in link and not (
                target.exists() and (not anchor or anchor in anchors_of(target))
            ):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def test_every_page_named_in_code_exists() -> None:
    named = re.compile(r"docs/[\w/-]+\.(?:md|png)")
    folders = ["archive", "config", "deploy", "domain", "events", "interchange", "pairings"]
    folders += ["standings", "tests"]
    files = [path for name in folders for path in (ROOT / name).rglob("*") if path.suffix != ".pyc"]
    files += [ROOT / "Makefile", ROOT / "pyproject.toml", *pages()]
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        if path.is_file()
        for name in named.findall(path.read_text(encoding="utf-8", errors="ignore"))
        if not (ROOT / name).exists()
    }
    assert missing == set()


def test_every_file_named_in_a_page_exists() -> None:
    """A page may leave out the first folders of a path, such as `events/`."""
    named = re.compile(r"`((?:\w[\w-]*/)+[\w-]+\.(?:py|js|css|html|po|toml|template|conf))`")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout, so nothing says which files belong to the project")
    ends = {
        "/".join(path.split("/")[start:])
        for path in done.stdout.splitlines()
        for start in range(path.count("/"))
    }
    missing = {
        f"{page.relative_to(ROOT)}: {name}"
        for page in DOCS.rglob("*.md")
        for name in named.findall(page.read_text(encoding="utf-8"))
        if name not in ends
    }
    assert missing == set()


def test_the_index_lists_every_page() -> None:
    listed = set(LINK.findall((DOCS / "README.md").read_text(encoding="utf-8")))
    there = {
        page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md") if page.name != "README.md"
    }
    assert there - listed == set()


def test_the_reference_names_every_command_and_every_setting() -> None:
    commands = (ROOT / "events" / "management" / "commands").glob("[a-z]*.py")
    page = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert {path.stem for path in commands if f"`{path.stem}" not in page} == set()
    page = settings_table.PAGE.read_text(encoding="utf-8")
    assert page == settings_table.with_table(page), "python -m tests.documentation.settings_table"


def sentences(page: Path) -> Iterator[str]:
    """Split the prose of a page: no blocks, tables, headings; a link and code count as one word."""
    text = re.sub(r"(?s)<!-- walks -->.*<!-- end of walks -->", "", page.read_text("utf-8"))
    text = re.sub(r"(?ms)^```.*?^```$|^ {4,}\S.*?$|^\|.*?$|^#.*?$", ".", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "code", text))
    text = re.sub(r"\n\s*(?:-|\d+\.) |\n\n", ". ", text)
    yield from (sentence.strip() for sentence in re.split(r"(?<=[.!?;:])\s", text))


def test_sentences_are_short_and_start_with_their_subject() -> None:
    opening = re.compile(r"(?:Who|What|Whose|Whoever)\b(?!.*\?$)")
    wrong = [
        f"{page.relative_to(ROOT)}: {sentence}"
        for page in pages()
        if page.name != "CHANGELOG.md"
        for sentence in sentences(page)
        if len(sentence.split()) > MOST_WORDS or opening.match(sentence)
    ]
    assert wrong == []


def test_every_page_ends_with_its_last_line() -> None:
    assert [path.name for path in pages() if not path.read_text("utf-8").endswith("\n")] == []


def test_every_page_has_one_of_four_kinds() -> None:
    folders = {page.relative_to(DOCS).parts[0] for page in DOCS.rglob("*.md")}
    # The guides for a convention and for a host belong to all four kinds.
    guides = {"convention.md", "convention.ja.md", "hosting.md"}
    assert folders == {"README.md", "architecture.md", *guides, *KINDS}


def test_the_worked_examples_name_files_that_exist() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    path = re.compile(
        r"`((?:archive|config|docs|domain|events|interchange|locale|pairings|standings|templates"
        r"|tests)/"
        r"[\w/-]+\.(?:py|html|md|po))`(?! \(new\))"
    )
    # A file of the previous example, which does not exist until that is followed.
    named = set(path.findall(page)) - {"events/seating/queries.py"}
    assert len(named) > 25
    assert {name for name in named if not (ROOT / name).exists()} == set()
