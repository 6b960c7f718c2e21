"""A service's refusal, shown where it belongs on the form."""

from types import TracebackType

from django.forms import BaseForm

from events.core.edit_conflicts import EditConflictError
from events.core.questions.question import QuestionsError, UnchangedError
from events.core.refusals import RefusedError
from events.web.version_tokens import VersionToken


class ShowRefusal:
    """Put a RefusedError of the block at the field it is about, or above the form, and go on.

    `with ShowRefusal(form): write, say so, return` - the code after the block shows the form.
    `seen`: what the form showed, for a change that a colleague made since.
    """

    def __init__(self, form: BaseForm, seen: VersionToken | None = None) -> None:
        self.form = form
        self.seen = seen

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Keep a refusal on the form; a question and anything else go on up."""
        if not isinstance(error, RefusedError) or isinstance(
            error, QuestionsError | UnchangedError
        ):
            return False
        if self.seen is not None and isinstance(error, EditConflictError):
            self.seen.show(self.form, error)
        self.form.refused_setting = error.setting  # type: ignore[attr-defined]
        self.form.add_error(error.field if error.field in self.form.fields else None, str(error))
        return True
