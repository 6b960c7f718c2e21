"""The database refuses to change what stands in the journal."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""

POSTGRESQL = """
CREATE FUNCTION journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
FOR EACH ROW EXECUTE FUNCTION journal_append_only();
"""


def create_trigger(apps, schema_editor):
    schema_editor.execute(SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL)


def drop_trigger(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER journal_append_only")
    else:
        schema_editor.execute("DROP TRIGGER journal_append_only ON events_journalentry")
        schema_editor.execute("DROP FUNCTION journal_append_only()")


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [migrations.RunPython(create_trigger, drop_trigger)]
