"""Pictures of the report, in the order in which it shows them."""

from collections.abc import Sequence

from events.core.report.report_values import Report
from events.report.pictures.bars import attendance_picture, penalties_picture, sources_picture
from events.report.pictures.picture import Picture
from events.report.pictures.places import places_picture
from events.report.pictures.records import records_picture
from events.report.pictures.times import times_picture
from events.report.round_times import RoundTime


def pictures_of(report: Report, times: Sequence[RoundTime]) -> list[Picture]:
    """Return every picture for which the event has values, in three queries."""
    drawn = [
        places_picture(report),
        times_picture(report.event, times),
        records_picture(report),
        penalties_picture(report),
        attendance_picture(report),
        sources_picture(report),
    ]
    return [picture for picture in drawn if picture is not None]
