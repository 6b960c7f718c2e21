"""The one error by which a service refuses a request."""

from django.utils.functional import Promise

Text = str | Promise


class RefusedError(Exception):
    """A write that can't be done now, with a message for the person who tried.

    `message` says what is wrong and what to do; `field` names the form field that is wrong, or is
    empty for the whole form. `setting` names the setting of the event that would allow it.
    """

    def __init__(self, message: Text, field: str = "", *, setting: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.setting = setting

    def __str__(self) -> str:
        return str(self.message)
