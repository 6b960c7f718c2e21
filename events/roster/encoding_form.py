"""The choice of an encoding: by the languages that are written in it, as a person picks one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.roster.parsing.uploads import OldFile
from events.web.forms.packed_files import packed
from events.web.forms.worded_errors import WordedForm
from interchange.encodings import evidence, examples

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise

_EXAMPLES_LENGTH = 40
# In the order in which people look for a language; rare ones last.
ENCODING_WORDS: Mapping[str, "Words"] = {
    "cp1252": _("Western European"),
    "cp1250": _("Central European"),
    "cp1251": _("Cyrillic"),
    "cp1253": _("Greek"),
    "cp1254": _("Turkish"),
    "cp1257": _("Baltic"),
    "cp932": _("Japanese"),
    "cp949": _("Korean"),
    "gb18030": _("Simplified Chinese"),
    "big5hkscs": _("Traditional Chinese"),
    "cp1258": _("Vietnamese"),
    "cp874": _("Thai"),
    "cp1256": _("Arabic"),
    "cp1255": _("Hebrew"),
    "mac_roman": _("Western European (Mac)"),
    "cp850": _("Western European (DOS)"),
    "koi8_r": _("Cyrillic (KOI8-R)"),
    "euc_jp": _("Japanese (EUC-JP)"),
    "utf-8": _("Unicode (UTF-8)"),
}


class EncodingForm(WordedForm):
    """The encodings of an old file to choose from, each with the first words read by it."""

    packed = forms.CharField(widget=forms.HiddenInput)
    read_as = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, file: OldFile) -> None:
        super().__init__(initial={"packed": packed(file.content), "read_as": file.encoding})
        lines = evidence(file.content)
        self.fields["encoding"] = forms.ChoiceField(
            label=_("The names look wrong? Read the file as"),
            choices=[
                (name, _option(words, examples(lines, name)))
                for name, words in ENCODING_WORDS.items()
            ],
            initial=file.encoding,
        )


def _option(words: "Words", shown: str) -> str:
    if not shown:
        return str(words)
    shown = Truncator(shown).chars(_EXAMPLES_LENGTH)
    return gettext("%(language)s: %(names)s") % {"language": words, "names": shown}
