from typing import Any

from django.db import migrations
from django.db.models import F

from events.models.phones import draw_nonce


def keep_dead_ones_dead(apps: Any, _schema: Any) -> None:
    """End the addresses of sign-ups that the desk has ended.

    Until now another nonce at the enrollment said so; from now on a new one at the sign-up does.
    """
    sign_ups = apps.get_model("events", "SignUp").objects.filter(enrollment__isnull=False)
    for sign_up in sign_ups.exclude(nonce=F("enrollment__address_nonce")):
        sign_up.nonce = draw_nonce()
        sign_up.save(update_fields=["nonce"])


class Migration(migrations.Migration):
    dependencies = [("events", "0046_words_of_unposted_rounds")]

    operations = [migrations.RunPython(keep_dead_ones_dead, migrations.RunPython.noop)]
