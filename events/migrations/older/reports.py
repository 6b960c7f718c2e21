"""0009: what version 0.1 decoded from the journal becomes rows: results, drops, numbers."""

from django.db.models import Max

BATCH = 1000
RESULT_VERBS = ("result-entered", "result-undone", "result-corrected")
SIDES = ("first", "second")


def journal_into_reports(apps, schema_editor):
    for event in apps.get_model("events", "Event").objects.order_by("pk"):
        convert_event(apps, event)
        convert_results(apps, event)


def convert_event(apps, event):
    """Numbers that players had, the order of imported drops, invitations, the locked rounds."""
    journal = event.journal.order_by("-id")
    now = event.enrollments.aggregate(most=Max("number"))["most"] or 0
    ever = journal.filter(verb="enrolled").aggregate(most=Max("first_number"))["most"] or 0
    imported = journal.filter(verb="event-imported").values_list("data", flat=True).first()
    event.last_number = max(now, ever)
    event.imported_drops = (imported or {}).get("drops", [])
    event.save(update_fields=["last_number", "imported_drops"])
    invited = {
        data.get("user")
        for data in journal.filter(verb="staff-changed").values_list("data", flat=True)
        if data.get("invited")
    }
    User = event.staff.model._meta.get_field("user").related_model
    event.invited.set(User.objects.filter(username__in=invited))
    paired = journal.filter(verb="round-paired", round_number=1).first()
    if paired is not None and paired.data.get("proposed"):
        event.stages.filter(number=1).update(rounds_proposed=True)


def convert_results(apps, event):
    """Reports in the order in which they came in, each match pointing at the one that counts."""
    Match = apps.get_model("events", "Match")
    told = {}
    for entry in event.journal.filter(verb__in=RESULT_VERBS).order_by("id"):
        key = (entry.round_number, entry.table, entry.first_number, entry.second_number)
        told.setdefault(key, []).append(entry)
    matches = Match.objects.filter(round__event=event, kind="played").select_related(
        "round", "first", "second", "reported_by"
    )
    left = newest_drops(event)
    standing = {}
    for match in matches.order_by("round__number", "table", "pk"):
        key = (match.round.number, match.table, match.first.number, match.second.number)
        top = write_reports(apps, event, match, told.get(key, []))
        if top is None:
            continue
        match.standing = top
        standing[match.pk] = match
        mark_who_left(apps, match, left)
    for match in standing.values():
        match.save(update_fields=["standing"])


def newest_drops(event):
    """The reason of the newest drop of each player, by number."""
    drops = event.journal.filter(verb="dropped").order_by("id")
    return {
        number: data.get("reason") for number, data in drops.values_list("first_number", "data")
    }


def write_reports(apps, event, match, entries):
    """Write the reports of one match; return the one that counts, None without a result."""
    Report = apps.get_model("events", "Report")
    stack = []

    def push(state, **fields):
        if state is None or state[0] is None:
            return
        report = Report.objects.create(
            match=match,
            first_wins=state[0],
            second_wins=state[1],
            drawn_games=state[2],
            double_loss=state[3],
            seat_results="".join(state[4:]),
            replaces=stack[-1] if stack else None,
            **fields,
        )
        write_games(apps, report)
        stack.append(report)

    def unexplained(state):
        """A result that no entry tells of: imported, or of a match that nobody played."""
        walkover = match.table is None
        source = "walkover" if walkover else "slip" if match.reported_by_id else "import"
        at = match.reported_at or match.round.completed_at or match.round.posted_at
        account = match.reported_by if source == "slip" else None
        push(state, source=source, account=account, at=at or event.created_at)

    for entry in entries:
        if not stack:
            unexplained(entry.data.get("before"))
        if entry.verb == "result-undone":
            if stack:
                undone = stack.pop()
                undone.undone_at, undone.undone_by = entry.at, entry.actor
                undone.save(update_fields=["undone_at", "undone_by"])
            continue
        dropped, staying = entry.data.get("dropped", []), entry.data.get("staying", [])
        push(
            entry.data.get("after"),
            source="correction" if entry.verb == "result-corrected" else "slip",
            account=entry.actor,
            at=entry.at,
            reason=entry.data.get("reason", "")[:300],
            drops_first=match.first.number in dropped,
            drops_second=match.second.number in dropped,
            stays_first=match.first.number in staying,
            stays_second=match.second.number in staying,
        )
    now = state_of(match)
    if now is None:
        return None
    if not stack or state_of_report(stack[-1]) != now:
        unexplained(now)
    return stack[-1]


def state_of(match):
    if match.first_wins is None:
        return None
    state = [match.first_wins, match.second_wins, match.drawn_games, match.double_loss]
    return [*state, match.seat_results] if match.seat_results else state


def state_of_report(report):
    state = [report.first_wins, report.second_wins, report.drawn_games, report.double_loss]
    return [*state, report.seat_results] if report.seat_results else state


def write_games(apps, report):
    """One row a game, the order left open; of teams of three one row a seat."""
    Game = apps.get_model("events", "Game")
    if report.seat_results:
        winners = {"w": "first", "l": "second", "d": "drawn", "-": "nobody"}
        games = [
            Game(
                report=report,
                winner=winners[mark],
                ending="unfinished" if mark == "-" else "played",
                seat=seat,
            )
            for seat, mark in zip("ABC", report.seat_results)
        ]
    else:
        counts = (report.first_wins, report.second_wins, report.drawn_games)
        agreed = counts == (0, 0, 3) and not report.double_loss
        games = [
            Game(report=report, winner=winner, ending="not-played" if agreed else "played")
            for winner, count in zip(("first", "second", "drawn"), counts)
            for _ in range(count)
        ]
    Game.objects.bulk_create(games, batch_size=BATCH)


def mark_who_left(apps, match, reasons):
    """Let those who are out by the reports of this match say so."""
    out = {side: False for side in SIDES}
    for report in chain(match.standing):
        for side in SIDES:
            out[side] = (out[side] or getattr(report, f"drops_{side}")) and not getattr(
                report, f"stays_{side}"
            )
    for side in SIDES:
        player = getattr(match, side)
        by_slip = reasons.get(player.number) in ("slip", "undo")
        if out[side] and by_slip and player.state == "dropped":
            type(player).objects.filter(pk=player.pk).update(left_with=match.standing)


def chain(report):
    """A report and those it took the place of, oldest first."""
    found = []
    while report is not None:
        found.append(report)
        report = report.replaces
    return reversed(found)
