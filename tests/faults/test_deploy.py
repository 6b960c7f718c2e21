"""A new version without a pause: a migration under writers, then one node after the other.

The next version is a copy of this one with a migration that changes tables to which the desks
write. `make faults ARGS=-s` prints how long desks pause.
"""

import contextlib
import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.faults import test_nginx
from tests.faults.nodes import Pair
from tests.faults.postgres import INITDB, NOT_THERE, Cluster
from tests.faults.running import manage
from tests.faults.writers import check_archive, missing_of
from tests.shared import ROOT
from tests.upgrades.test_locks import problems_of

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.skipif(INITDB is None, reason=NOT_THERE),
    pytest.mark.skipif(test_nginx.PROGRAM is None, reason="nginx is not installed"),
]
# Desks must continue within this time. Starting a node takes a core for seconds on a busy machine.
GO_ON = 5.0
NAME = "made_for_the_test"
MIGRATION = """
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


def rewrite(apps, editor):
    for match in apps.get_model("events", "Match").objects.all():
        match.{name} = "x"
        match.save(update_fields=["{name}"])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "{before}")]
    operations = [
        migrations.CreateModel("Fresh", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("match", "{name}", models.CharField(max_length=9, db_default="")),
        migrations.AddField("report", "{name}", models.IntegerField(null=True)),
        AddIndexConcurrently("match", models.Index(fields=["{name}"], name="{name}")),
        migrations.RunPython(rewrite, migrations.RunPython.noop),
    ]
"""
LEFT_OUT = shutil.ignore_patterns(".*", "var", "tests", "docs", "staticfiles", "__pycache__")


def next_version(folder: Path) -> Path:
    """Copy this version and add a migration that keeps the rules of tests/upgrades/test_locks."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    migrations = folder / "events" / "migrations"
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    made = migrations / f"{int(before[:4]) + 1:04}_{NAME}.py"
    made.write_text(MIGRATION.format(name=NAME, before=before))
    spec = importlib.util.spec_from_file_location(made.stem, made)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert problems_of(module.Migration(made.stem, "events")) == []
    return folder


def test_desks_go_on_while_a_version_is_deployed(tmp_path: Path, cluster: Cluster) -> None:
    later = next_version(tmp_path / "next")
    with contextlib.ExitStack() as stack:
        pair = Pair(stack, tmp_path, DATABASE_URL=cluster.url)
        writers = pair.writers()

        def migrate() -> None:
            printed = manage(
                tmp_path, "migrate", checkout=later, DATABASE_URL=cluster.url, MATCHSLIP_VAR=var
            )
            assert NAME in printed, "the migration was applied under the writers"

        def replace(place: int) -> None:
            pair.nodes[place].stop()
            pair.start(place, later)

        var = str(tmp_path / "operator")
        figures = {
            "the migration": writers.write(3, migrate),
            "the first node": writers.write(3, lambda: replace(0)),
            "the second node": writers.write(3, lambda: replace(1)),
        }
        desk = writers.desks[0]
        assert missing_of(desk, writers.entered) == {}
        assert writers.lost(cluster.url) == 0
        check_archive(desk)
        assert all(Path(f"/proc/{n.process.pid}/cwd").resolve() == later for n in pair.nodes)
    for words, pause in figures.items():
        print(f"{words}: the longest pause of a desk is {pause:.1f} s")
    print(f"{writers.acknowledged} results acknowledged, none lost")
    print(f"{writers.unanswered} entries had no answer and were sent again")
    assert max(figures.values()) < GO_ON, figures
