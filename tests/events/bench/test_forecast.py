"""The measurement of forecasts: with rounds to learn from, the range holds."""

import io

from django.core.management import call_command

from tests.bench import forecast


def test_with_seven_rounds_before_the_range_holds() -> None:
    out = io.StringIO()
    call_command(forecast.Command(), events=20, stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines()[1:]]
    assert len(lines) == 27
    learned = [
        float(share.rstrip("%")) for _tables, before, _left, share, *_ in lines if before == "7"
    ]
    assert min(learned) >= 80.0
