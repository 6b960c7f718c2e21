"""The look of what players see: a picture and a colour."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from domain.limits import SHORT_LENGTH

COLOUR_LENGTH = 7


class Colour(models.TextChoices):
    """Colours of buttons and marks; css/public/look.css has their values."""

    GREEN = "", _("green")
    BLUE = "blue", _("blue")
    VIOLET = "violet", _("violet")
    RED = "red", _("red")
    BROWN = "brown", _("brown")
    GREY = "grey", _("grey")


class PictureColumns(models.Model):
    """A PNG or JPEG picture, as it was uploaded."""

    kind = models.CharField(max_length=SHORT_LENGTH, help_text="Its media type.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        abstract = True
