"""The texts of the pages in one language, found by the English source."""

from django.utils.translation import gettext, ngettext, override, pgettext


class Words:
    """`Words("ja")("Post round %(number)s", number=4)` is 第4回戦を掲示."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, source: str, **values: object) -> str:
        with override(self.language):
            text = gettext(source)
        return text % values if values else text

    def tab(self, source: str) -> str:
        """The name of a tab of an event's public pages."""
        with override(self.language):
            return pgettext("tab", source)

    def counted(self, one: str, many: str, count: int) -> str:
        """The text for so many: `counted("%(count)s player", "%(count)s players", 9)`."""
        with override(self.language):
            return ngettext(one, many, count) % {"count": count}
