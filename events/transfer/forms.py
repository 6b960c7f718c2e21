"""Upload an event archive, look at it, import it."""

import base64
import binascii
import zlib

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from archive.values import Archive
from domain.limits import MOST_BYTES
from events.core.refusals import RefusedError
from events.transfer.archive_files import read_archive


class ArchiveForm(forms.Form):
    """The file; once it was shown, its content travels in `packed` instead."""

    file = forms.FileField(
        label=_("Event archive"),
        help_text=_("A .json file, exported here or from another system."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    archive: Archive
    content: bytes

    def clean(self) -> None:
        """Read the archive into `archive`; what is wrong with it is said with its place."""
        if self.errors:
            return
        name = ""
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            name = f"{upload.name}: "
            self.content = upload.read(MOST_BYTES + 1)
        elif self.cleaned_data.get("packed"):
            self.content = _unpack(self.cleaned_data["packed"])
        else:
            self.add_error("file", _("Choose a file."))
            return
        try:
            self.archive = read_archive(self.content)
        except RefusedError as refused:
            self.add_error("file", f"{name}{refused}")

    @property
    def repacked(self) -> str:
        """The content as the hidden field of the next form carries it."""
        return base64.b64encode(zlib.compress(self.content)).decode("ascii")


def _unpack(packed: str) -> bytes:
    """Unpack the hidden field, but never to much more than an archive can have."""
    try:
        return zlib.decompressobj().decompress(
            base64.b64decode(packed, validate=True), MOST_BYTES + 1
        )
    except (binascii.Error, ValueError, zlib.error):
        return b""
