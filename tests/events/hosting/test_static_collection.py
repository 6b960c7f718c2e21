"""Static files are collected when something has changed, and only then."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as settings_of_django
from django.contrib.staticfiles import finders
from django.test import override_settings

from events.hosting import static_collection
from events.hosting.static_collection import collect_static_files


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A folder with one file to collect, and the folder where it is to be."""
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    (source / "page.css").write_text("a { color: red }")
    storages = {
        **settings_of_django.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    only_this = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    # Django makes each finder once, for the folders of that time.
    made: Any = finders.get_finder
    made.cache_clear()
    with override_settings(
        STORAGES=storages,
        STATICFILES_DIRS=[source],
        STATIC_ROOT=root,
        STATICFILES_FINDERS=only_this,
    ):
        yield source, root
    made.cache_clear()


def test_only_what_changed_is_collected_again(folders: tuple[Path, Path]) -> None:
    source, root = folders
    assert collect_static_files()
    [hashed] = root.glob("page.*.css")
    assert not collect_static_files()

    (source / "page.css").write_text("a { color: tan }")
    assert collect_static_files(), "a file of the same length with other content"
    assert len(list(root.glob("page.*.css"))) == 2
    (source / "more.css").write_text("b {}")
    assert collect_static_files(), "a new file"
    assert list(root.glob("more.*.css"))
    (source / "more.css").unlink()
    assert collect_static_files(), "a file less"

    hashed.unlink()
    assert collect_static_files(), "a collected file is missing"
    (root / "page.css").write_text("")
    assert collect_static_files(), "a collected file is not whole"
    assert not collect_static_files()
    with override_settings(
        STORAGES={
            **settings_of_django.STORAGES,
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }
    ):
        assert collect_static_files(), "addresses of another form"


def test_those_of_a_package_are_copied_if_they_are_current(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, root = folders
    assert collect_static_files()
    monkeypatch.setattr(static_collection, "SHIPPED", root.rename(root.with_name("shipped")))
    with monkeypatch.context() as patch:
        patch.setattr(static_collection, "call_command", None)
        assert collect_static_files()
    assert not collect_static_files(), "a copy is as good as collected files"
    assert {path.name for path in root.iterdir()} == {
        path.name for path in static_collection.SHIPPED.iterdir()
    }
    (source / "more.css").write_text("b {}")
    assert collect_static_files()
    assert list(root.glob("more.*.css")), "those of the package are of another version"


def test_a_start_that_was_killed_half_way_leaves_nothing_behind(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _root = folders
    assert collect_static_files()
    (source / "page.css").write_text("a { color: tan }")

    def killed(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(static_collection, "call_command", killed)
        with pytest.raises(KeyboardInterrupt):
            collect_static_files()
    (source / "page.css").write_text("a { color: red }")
    assert collect_static_files(), "what was there before may be half replaced"


def test_a_start_that_looks_while_another_collects_waits_for_it(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert collect_static_files()
    collected, replaced = static_collection._collected, iter([True])

    def replacing(root: Path) -> str:
        """The first look meets a file that is just being replaced."""
        if next(replaced, False):
            raise FileNotFoundError
        return collected(root)

    monkeypatch.setattr(static_collection, "_collected", replacing)
    assert not collect_static_files(), "it was collected by then"
