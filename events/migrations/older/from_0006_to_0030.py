"""From version 0.1 to 0.2."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from events.migrations.older import data, reports

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0006_unposted_rounds": [
        migrations.AlterField(
            model_name="round",
            name="state",
            field=models.CharField(default="unposted", max_length=10),
        ),
        migrations.RunPython(data.to_unposted),
    ],
    "0007_paper_size": [
        migrations.AddField(
            model_name="event",
            name="paper_size",
            field=models.CharField(default="a4", max_length=6),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("paper_size__in", ("a4", "letter"))),
                name="event_paper_size_known",
            ),
        ),
    ],
    "0008_reports": [
        migrations.AddField(
            model_name="event",
            name="imported_drops",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="event",
            name="invited",
            field=models.ManyToManyField(blank=True, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="event",
            name="last_number",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="stage",
            name="rounds_proposed",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("source", models.CharField(max_length=12)),
                ("at", models.DateTimeField()),
                ("first_wins", models.PositiveSmallIntegerField()),
                ("second_wins", models.PositiveSmallIntegerField()),
                ("drawn_games", models.PositiveSmallIntegerField(default=0)),
                ("double_loss", models.BooleanField(default=False)),
                ("seat_results", models.CharField(blank=True, max_length=3)),
                ("drops_first", models.BooleanField(default=False)),
                ("drops_second", models.BooleanField(default=False)),
                ("stays_first", models.BooleanField(default=False)),
                ("stays_second", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "enrollment",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="events.enrollment",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="events.match",
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced_by",
                        to="events.report",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("winner", models.CharField(max_length=6)),
                ("ending", models.CharField(default="played", max_length=10)),
                ("play_first", models.CharField(blank=True, max_length=6)),
                ("seat", models.CharField(blank=True, max_length=1)),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="events.report",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="enrollment",
            name="left_with",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="events.report",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="standing",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="events.report",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_with__isnull", True), ("state", "dropped"), _connector="OR"
                ),
                name="enrollment_left_with_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at__isnull", True)),
                fields=("replaces",),
                name="report_replaced_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("replaces", models.F("id")), _negated=True),
                name="report_replaces_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("undone_at__isnull", False), ("undone_by__isnull", True), _connector="OR"
                ),
                name="report_undone_by_when_undone",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("report", "number"), name="game_number_once_a_report"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("winner__in", ["first", "second", "drawn", "nobody"])),
                name="game_winner_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "ending__in",
                        ["played", "unfinished", "conceded", "game-loss", "awarded", "not-played"],
                    )
                ),
                name="game_ending_known",
            ),
        ),
    ],
    "0009_journal_into_reports": [
        migrations.RunPython(reports.journal_into_reports),
    ],
    "0010_match_result_from_a_report": [
        migrations.RemoveField(
            model_name="match",
            name="reported_at",
        ),
        migrations.RemoveField(
            model_name="match",
            name="reported_by",
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("first_wins__isnull", True), ("kind", "played"), ("standing__isnull", True)
                    ),
                    models.Q(
                        ("first_wins__isnull", False),
                        ("kind", "played"),
                        ("standing__isnull", False),
                    ),
                    models.Q(
                        models.Q(("kind", "played"), _negated=True), ("standing__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="match_result_from_a_report",
            ),
        ),
    ],
    "0011_repairs": [
        migrations.CreateModel(
            name="Repair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("plan", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("joined", models.JSONField(blank=True, default=dict)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repairs",
                        to="events.round",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
            bases=[models.Model],
        ),
    ],
    "0012_reports_from_elsewhere": [
        migrations.RemoveConstraint(
            model_name="report",
            name="report_undone_by_when_undone",
        ),
        migrations.AddField(
            model_name="report",
            name="account_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="report",
            name="undone_by_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("undone_at__isnull", False),
                    models.Q(("undone_by__isnull", True), ("undone_by_name", "")),
                    _connector="OR",
                ),
                name="report_undone_by_when_undone",
            ),
        ),
    ],
    "0013_public_builds": [
        migrations.CreateModel(
            name="PublicBuild",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="public_build",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("edition", models.CharField(max_length=40)),
                ("built_at", models.DateTimeField(auto_now=True)),
            ],
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="standingssnapshot",
            name="basis",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="PublicPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=30)),
                ("language", models.CharField(blank=True, max_length=12)),
                ("revision", models.PositiveBigIntegerField()),
                ("stamp", models.CharField(max_length=40)),
                ("gzip", models.BinaryField()),
                ("brotli", models.BinaryField(blank=True)),
                (
                    "build",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="events.publicbuild",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "language"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("build", "name", "language"), name="public_part_once_a_language"
                    )
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0014_re_entry": [
        migrations.AddField(
            model_name="event",
            name="re_entry",
            field=models.CharField(default="cut", max_length=8),
        ),
        migrations.RunPython(data.keep_the_digital_rule),
    ],
    "0015_desk_revisions": [
        migrations.AddField(
            model_name="event",
            name="whole_revision",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="revision",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ],
    "0016_merged_players": [],
    "0017_left_silently": [
        migrations.AddField(
            model_name="enrollment",
            name="left_silently",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_silently", False),
                    models.Q(("state", "active"), _negated=True),
                    _connector="OR",
                ),
                name="enrollment_left_silently_when_gone",
            ),
        ),
    ],
    "0018_announced_changes": [
        migrations.CreateModel(
            name="AnnouncedChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("what", models.CharField(max_length=13)),
                ("stage", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("before", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announced_changes",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
            },
            bases=[models.Model],
        ),
    ],
    "0019_round_clock": [
        migrations.AddField(
            model_name="event",
            name="show_forecast",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="round",
            name="added_seconds",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="round",
            name="paused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ],
    "0020_digital_events": [
        migrations.AddField(
            model_name="event",
            name="platform_setup",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="match",
            name="check_mark",
            field=models.CharField(blank=True, max_length=9),
        ),
        migrations.AddField(
            model_name="round",
            name="next_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ],
    "0021_phones": [
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=6)),
                ("seen", models.CharField(blank=True, max_length=12)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["at", "id"],
            },
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="enrollment",
            name="address_nonce",
            field=models.CharField(default=data.draw_nonce, max_length=22),
        ),
        migrations.AddField(
            model_name="event",
            name="check_in_open",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="judge_calls",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="phone_check_in",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="phone_drops",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="phone_reports",
            field=models.CharField(default="off", max_length=6),
        ),
        migrations.AddField(
            model_name="event",
            name="private_pages",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="show_recorded",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="event",
            name="slip_codes",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="report",
            name="key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("enrollment", "key"),
                name="report_key_once_a_player",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="answered_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calls",
                to="events.enrollment",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="events.match"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at__isnull", True)),
                fields=("match", "enrollment", "kind"),
                name="call_open_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("answered_at__isnull", False), ("answered_by__isnull", True), _connector="OR"
                ),
                name="call_answered_by_when_answered",
            ),
        ),
    ],
    "0022_staff_may_play": [
        migrations.AddField(
            model_name="event",
            name="staff_may_play",
            field=models.BooleanField(default=False),
        ),
    ],
    "0023_announcements": [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("text_en", models.TextField(blank=True, max_length=300)),
                ("text_ja", models.TextField(blank=True, max_length=300)),
                ("until", models.DateTimeField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="events.event",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text_en", ""), ("text_ja", ""), _negated=True),
                        name="announcement_says_something",
                    )
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0024_drawings": [
        migrations.CreateModel(
            name="Drawing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("seed", models.BigIntegerField()),
                ("origin", models.CharField(max_length=9)),
                ("announced", models.BigIntegerField(blank=True, null=True)),
                ("given_up", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawings",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "id"],
                "indexes": [models.Index(fields=["event", "number"], name="drawing_of_a_round")],
            },
            bases=[models.Model],
        ),
        migrations.RunPython(data.drawings_of_the_journal),
    ],
    "0025_bracket_players": [
        migrations.AddField(
            model_name="round",
            name="bracket_players",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(data.name_rounds),
    ],
    "0026_floor": [
        migrations.AddField(
            model_name="event",
            name="announced_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="judge",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="turns_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Area",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=40)),
                ("first_table", models.PositiveIntegerField()),
                ("last_table", models.PositiveIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="areas",
                        to="events.event",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="areas",
                        to="events.staffmember",
                    ),
                ),
            ],
            options={
                "ordering": ["first_table", "last_table", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last_table__gte", models.F("first_table"))),
                        name="area_from_low_to_high",
                    ),
                    models.UniqueConstraint(
                        fields=("member", "first_table", "last_table"), name="area_once_a_member"
                    ),
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0027_appeals": [
        migrations.AddField(
            model_name="staffmember",
            name="hears_appeals",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="ended_by_agreement",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ruling", models.CharField(max_length=300)),
                ("ruled_by", models.CharField(blank=True, max_length=150)),
                ("heard_by", models.CharField(blank=True, max_length=150)),
                ("outcome", models.CharField(max_length=10)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "enrollment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeals",
                        to="events.enrollment",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
            },
            bases=[models.Model],
        ),
    ],
    "0028_gate_answers": [
        migrations.CreateModel(
            name="GateAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=120)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gate_answers",
                        to="events.round",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "key"), name="gate_answer_once")
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0029_importing": [
        migrations.AddField(
            model_name="event",
            name="importing_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ],
    "0030_readings": [
        migrations.AddField(
            model_name="enrollment",
            name="reading",
            field=models.CharField(blank=True, max_length=80),
        ),
    ],
}
