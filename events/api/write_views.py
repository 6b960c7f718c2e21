"""The addresses that programs write to, with what each needs (docs/reference/api.md)."""

from events.api import calls
from events.api import written_values as values
from events.api.writing import Method, writing
from events.models import TokenScope
from events.web.access import Action

RESULTS, ROSTER = TokenScope.RESULTS, TokenScope.ROSTER
POST_ROUND = TokenScope.POST_ROUND

result = writing(
    GET=Method(RESULTS, Action.SEE, calls.read_table),
    POST=Method(RESULTS, Action.ENTER_RESULT, calls.enter, values.ResultBody),
    PUT=Method(RESULTS, Action.ENTER_RESULT, calls.correct, values.ResultBody),
    DELETE=Method(RESULTS, Action.ENTER_RESULT, calls.undo),
)
players = writing(POST=Method(ROSTER, Action.EDIT_ROSTER, calls.enroll_player, values.PlayerBody))
check_in = writing(
    POST=Method(ROSTER, Action.CHECK_IN, calls.check_in_player),
    DELETE=Method(ROSTER, Action.CHECK_IN, calls.undo_check_in),
)
reinstate = writing(POST=Method(ROSTER, Action.REINSTATE, calls.reinstate_player, values.DropBody))
drop = writing(POST=Method(ROSTER, Action.DROP, calls.drop_player, values.DropBody))
announcements = writing(
    POST=Method(
        TokenScope.ANNOUNCEMENTS,
        Action.ANNOUNCE,
        calls.post_announcement,
        values.AnnouncementBody,
    )
)
pair = writing(POST=Method(POST_ROUND, Action.PAIR, calls.pair))
post = writing(POST=Method(POST_ROUND, Action.POST_ROUND, calls.post))
complete = writing(POST=Method(POST_ROUND, Action.COMPLETE, calls.complete))
publish = writing(POST=Method(POST_ROUND, Action.PUBLISH, calls.publish, values.PublishBody))
