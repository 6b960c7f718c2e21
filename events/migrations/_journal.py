"""The trigger that makes the journal append-only: only the words of a person can be taken out."""

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
NEW = ", ".join(f"NEW.{column}" for column in COLUMNS)
OLD = ", ".join(f"OLD.{column}" for column in COLUMNS)
POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF {OPEN} AND ROW({NEW}) IS NOT DISTINCT FROM ROW({OLD}) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the journal is append-only';
END $$;
"""
TRIGGER = """
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
FOR EACH ROW EXECUTE FUNCTION journal_append_only();
"""

# Until migration 0060 nothing could be taken out.
SQLITE_BEFORE = """
CREATE TRIGGER journal_append_only BEFORE UPDATE ON events_journalentry
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
POSTGRESQL_BEFORE = """
CREATE FUNCTION journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
"""


def create_trigger(apps, schema_editor):
    """Make the trigger in a new database."""
    schema_editor.execute(SQLITE if _is_sqlite(schema_editor) else POSTGRESQL + TRIGGER)


def drop_trigger(apps, schema_editor):
    """Remove the trigger."""
    if _is_sqlite(schema_editor):
        schema_editor.execute("DROP TRIGGER journal_append_only")
    else:
        schema_editor.execute("DROP TRIGGER journal_append_only ON events_journalentry")
        schema_editor.execute("DROP FUNCTION journal_append_only()")


def forbid_changes(apps, schema_editor):
    """Make the trigger as migration 0002 did."""
    sqlite = _is_sqlite(schema_editor)
    schema_editor.execute(SQLITE_BEFORE if sqlite else POSTGRESQL_BEFORE + TRIGGER)


def let_redactions_pass(apps, schema_editor):
    """Put the trigger of today in the place of that of migration 0002."""
    if _is_sqlite(schema_editor):
        schema_editor.execute("DROP TRIGGER IF EXISTS journal_append_only")
        schema_editor.execute(SQLITE)
    else:
        schema_editor.execute(POSTGRESQL)


def _is_sqlite(schema_editor):
    return schema_editor.connection.vendor == "sqlite"
