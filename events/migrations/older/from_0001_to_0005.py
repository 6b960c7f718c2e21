"""The tables of version 0.1."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from events.migrations import _journal
from events.migrations.older import data

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0001_initial": [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("date", models.DateField()),
                ("time_zone", models.CharField(default="UTC", max_length=60)),
                ("venue", models.CharField(blank=True, max_length=120)),
                ("game_format", models.CharField(blank=True, max_length=60)),
                ("games_to_win", models.PositiveSmallIntegerField(default=2)),
                ("draws_allowed", models.BooleanField(default=True)),
                ("profile", models.JSONField()),
                ("round_minutes", models.PositiveSmallIntegerField(default=50)),
                ("platform", models.CharField(blank=True, max_length=60)),
                ("late_policy", models.CharField(default="losses", max_length=10)),
                ("first_table", models.PositiveIntegerField(default=1)),
                ("restrictions", models.CharField(blank=True, max_length=200)),
                ("state", models.CharField(default="setup", max_length=10)),
                ("seed", models.BigIntegerField()),
                ("published_elsewhere", models.JSONField(blank=True, null=True)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("public_revision", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-date", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("games_to_win__gte", 1), ("games_to_win__lte", 3)),
                        name="event_games_to_win_1_to_3",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_table__gte", 1)), name="event_first_table_from_1"
                    ),
                ],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Enrollment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("platform_id", models.CharField(blank=True, max_length=80)),
                ("awarded_byes", models.PositiveSmallIntegerField(default=0)),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("state", models.CharField(default="active", max_length=12)),
                ("left_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("checked_in", models.BooleanField(default=False)),
                ("fixed_table", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="enrollments",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("infraction", models.CharField(max_length=40)),
                ("penalty", models.CharField(max_length=20)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("given_at", models.DateTimeField(auto_now_add=True)),
                (
                    "enrollment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="events.enrollment",
                    ),
                ),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["given_at", "id"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("email", models.EmailField(blank=True, max_length=254)),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("email", ""), _negated=True),
                        fields=("email",),
                        name="player_email_once",
                    )
                ],
            },
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="enrollment",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="enrollments",
                to="events.player",
            ),
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("state", models.CharField(default="draft", max_length=10)),
                ("seed", models.BigIntegerField(blank=True, null=True)),
                ("changed_by_hand", models.BooleanField(default=False)),
                ("proof", models.JSONField(blank=True, default=dict)),
                ("paired_at", models.DateTimeField(blank=True, null=True)),
                ("posted_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("completed_at", models.DateTimeField(blank=True, null=True)),
                ("posted_rows", models.JSONField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("table", models.PositiveIntegerField(blank=True, null=True)),
                ("kind", models.CharField(default="played", max_length=10)),
                ("first_wins", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("second_wins", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("drawn_games", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("double_loss", models.BooleanField(default=False)),
                ("extension_minutes", models.PositiveSmallIntegerField(default=0)),
                ("reported_at", models.DateTimeField(blank=True, null=True)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_first",
                        to="events.enrollment",
                    ),
                ),
                (
                    "reported_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_second",
                        to="events.enrollment",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="events.round",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "table", "id"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="StaffMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("organizer", models.BooleanField(default=False)),
                ("head_judge", models.BooleanField(default=False)),
                ("judge", models.BooleanField(default=False)),
                ("scorekeeper", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff",
                        to="events.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff_of",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["user__username"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(default="swiss", max_length=20)),
                ("rounds", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("has_cut", models.BooleanField(default=False)),
                (
                    "advancing",
                    models.ManyToManyField(
                        blank=True, related_name="advanced_from", to="events.enrollment"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
            },
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="round_set",
                to="events.stage",
            ),
        ),
        migrations.CreateModel(
            name="StandingsSnapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("revision", models.PositiveSmallIntegerField()),
                ("rows", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("published_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "published_by",
                    models.ForeignKey(
                        blank=True,
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
                        related_name="snapshots",
                        to="events.round",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "revision"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("verb", models.CharField(max_length=24)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table", models.PositiveIntegerField(blank=True, null=True)),
                ("first_number", models.PositiveIntegerField(blank=True, null=True)),
                ("second_number", models.PositiveIntegerField(blank=True, null=True)),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "actor",
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
                        related_name="journal",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["event", "-id"], name="journal_newest"),
                    models.Index(fields=["event", "table"], name="journal_by_table"),
                ],
            },
            bases=[models.Model],
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="enrollment_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.UniqueConstraint(
                fields=("event", "player"), name="enrollment_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("platform_id", ""), _negated=True),
                fields=("event", "platform_id"),
                name="enrollment_platform_id_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.UniqueConstraint(
                fields=("event", "fixed_table"), name="enrollment_fixed_table_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("left_after__isnull", True), ("state", "active")),
                    models.Q(
                        models.Q(("state", "active"), _negated=True), ("left_after__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="enrollment_left_after_when_gone",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(("awarded_byes__lte", 3)), name="enrollment_awarded_byes_to_3"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("round", "table"), name="match_table_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("round", "first"), name="match_first_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("round", "second"), name="match_second_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("first", models.F("second")), _negated=True),
                name="match_of_two_players",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "played"), ("second__isnull", False)),
                    models.Q(models.Q(("kind", "played"), _negated=True), ("second__isnull", True)),
                    _connector="OR",
                ),
                name="match_second_when_played",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("drawn_games__isnull", True),
                        ("first_wins__isnull", True),
                        ("second_wins__isnull", True),
                    ),
                    models.Q(
                        ("drawn_games__isnull", False),
                        ("first_wins__isnull", False),
                        ("second_wins__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="match_score_whole_or_absent",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("double_loss", False), ("kind", "played")),
                    models.Q(("first_wins__isnull", False), ("kind", "played")),
                    models.Q(
                        models.Q(("kind", "played"), _negated=True),
                        ("double_loss", False),
                        ("first_wins__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="match_double_loss_only_with_score",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffmember",
            constraint=models.UniqueConstraint(
                fields=("event", "user"), name="staff_once_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="staffmember",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("organizer", True),
                    ("head_judge", True),
                    ("judge", True),
                    ("scorekeeper", True),
                    _connector="OR",
                ),
                name="staff_has_a_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="stage_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="round_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="standingssnapshot",
            constraint=models.UniqueConstraint(
                fields=("round", "revision"), name="snapshot_revision_once"
            ),
        ),
    ],
    "0002_journal_is_append_only": [
        migrations.RunPython(_journal.forbid_changes),
    ],
    "0003_next_seed": [
        migrations.AddField(
            model_name="event",
            name="next_seed",
            field=models.BigIntegerField(default=data.draw_seed),
        ),
    ],
    "0004_stages": [
        migrations.CreateModel(
            name="BracketSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("seed", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["stage", "seat"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="PodSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("pod", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["stage", "pod", "seat"],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("seat", models.CharField(max_length=1)),
                ("name", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["enrollment", "seat"],
            },
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="event",
            name="team_size",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="match",
            name="play_first",
            field=models.CharField(blank=True, max_length=6),
        ),
        migrations.AddField(
            model_name="match",
            name="seat_results",
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AddField(
            model_name="match",
            name="slot",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddField(
            model_name="stage",
            name="cut_by",
            field=models.CharField(blank=True, max_length=6),
        ),
        migrations.AddField(
            model_name="stage",
            name="cut_value",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="extra_round",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="games_to_win",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="last_by_standings",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="leaver",
            field=models.CharField(default="opponent", max_length=8),
        ),
        migrations.AddField(
            model_name="stage",
            name="pods",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="pods_posted_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="round_minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="seating",
            field=models.CharField(default="rank", max_length=5),
        ),
        migrations.AddField(
            model_name="stage",
            name="seed",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="third_place",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="wishes",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("slot", ""), _negated=True),
                fields=("round", "slot"),
                name="match_slot_once_a_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cut_by", ""), ("cut_value__isnull", True)),
                    models.Q(models.Q(("cut_by", ""), _negated=True), ("cut_value__gte", 1)),
                    _connector="OR",
                ),
                name="stage_cut_with_value",
            ),
        ),
        migrations.AddField(
            model_name="bracketseat",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bracket_seats",
                to="events.enrollment",
            ),
        ),
        migrations.AddField(
            model_name="bracketseat",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="bracket_seats",
                to="events.stage",
            ),
        ),
        migrations.AddField(
            model_name="podseat",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pod_seats",
                to="events.enrollment",
            ),
        ),
        migrations.AddField(
            model_name="podseat",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pod_seats",
                to="events.stage",
            ),
        ),
        migrations.AddField(
            model_name="teammember",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="events.enrollment",
            ),
        ),
        migrations.AddConstraint(
            model_name="bracketseat",
            constraint=models.UniqueConstraint(
                fields=("stage", "enrollment"), name="bracket_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="bracketseat",
            constraint=models.UniqueConstraint(fields=("stage", "seed"), name="bracket_seed_once"),
        ),
        migrations.AddConstraint(
            model_name="bracketseat",
            constraint=models.UniqueConstraint(fields=("stage", "seat"), name="bracket_seat_once"),
        ),
        migrations.AddConstraint(
            model_name="podseat",
            constraint=models.UniqueConstraint(
                fields=("stage", "enrollment"), name="pod_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="podseat",
            constraint=models.UniqueConstraint(
                fields=("stage", "pod", "seat"), name="pod_seat_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(
                fields=("enrollment", "seat"), name="team_seat_once"
            ),
        ),
    ],
    "0005_show_chances": [
        migrations.AddField(
            model_name="event",
            name="show_chances",
            field=models.BooleanField(default=False),
        ),
    ],
}
