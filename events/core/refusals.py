"""The one way in which a service says no."""

from django.utils.functional import Promise

Text = str | Promise


class RefusedError(Exception):
    """A write that can't be done now, with words for the person who asked.

    `message` says what is wrong and what to do; `field` names the form field that is wrong, or is
    empty when it is about the whole. `setting` names the setting of the event that would allow it.
    """

    def __init__(self, message: Text, field: str = "", *, setting: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.setting = setting

    def __str__(self) -> str:
        return str(self.message)
