"""The journal stays append-only; a person's words can go out of it, and nothing else can change."""

import django.db.models.deletion
from django.db import migrations, models

COLUMNS = (
    "id", "event_id", "at", "actor_id", "verb", "round_number", '"table"', "first_number",
    "second_number",
)  # fmt: skip
CHANGED = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in COLUMNS)
OPEN = "EXISTS (SELECT 1 FROM events_redaction WHERE event_id = OLD.event_id)"

SQLITE = f"""
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
WHEN NOT {OPEN} OR {CHANGED}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
SQLITE_BEFORE = """
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
NEW = ", ".join(f"NEW.{column}" for column in COLUMNS)
OLD = ", ".join(f"OLD.{column}" for column in COLUMNS)
POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF {OPEN} AND ROW({NEW}) IS NOT DISTINCT FROM ROW({OLD}) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the journal is append-only';
END $$;
"""
POSTGRESQL_BEFORE = """
CREATE OR REPLACE FUNCTION journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
"""


def let_redactions_pass(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS journal_append_only")
        schema_editor.execute(SQLITE)
    else:
        schema_editor.execute(POSTGRESQL)


def let_nothing_pass(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS journal_append_only")
        schema_editor.execute(SQLITE_BEFORE)
    else:
        schema_editor.execute(POSTGRESQL_BEFORE)


class Migration(migrations.Migration):
    dependencies = [("events", "0059_held_sign_ups")]

    operations = [
        migrations.CreateModel(
            name="Redaction",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="events.event",
                    ),
                ),
            ],
        ),
        migrations.RunPython(let_redactions_pass, let_nothing_pass),
    ]
