"""An event of long names in several scripts, two of them the same: its end and its playoff."""

from django.contrib.auth.models import User

from domain.prize_arithmetic import Ties
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.models import Event, Stage
from events.prizes.actions import PrizeData, save_prizes
from tests.events.support.phones import EVERYTHING
from tests.events.support.stages import confirm
from tests.screens.convention import Play

NAMES = (
    *("Maximilian Featherstonehaugh-Cholmondeley", "Aleksandra Brzęczyszczykiewicz-Wiśniewska"),
    *("田中 陽菜", "中川 さくら", "Ana", "Hubert Blaine Wolfeschlegelsteinhausenberg"),
    *("Nguyễn Thị Phương Thảo Trần Lê", "محمد الأمين", "Maximilian Featherstonehaugh-Cholmondeley"),
    *("Rubén Castellanos de la Fuente y Mendoza", "김서연", "Will Hughes"),
)
PRIZES = "1: 1200 + Trophy\n2: 600\n3-4: 300\n5-8: 12 packs"
# The newest posted round of a state, and whether it is complete.
LONG_STATES = {"complete": 2, "semifinals": 3, "champion": 4, "finished": 4}


def make_long_names(play_of: Play, state: str, slug: str, owner: User) -> Event:
    """Play two rounds and a top 4 until this state, with prizes that players see."""
    plans = [
        StagePlan(rounds=2, cut_by=Stage.Cut.RANK, cut_value=4),
        StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION),
    ]
    values = {
        "name": "Grand Prix of the United Harbour Cities and Islands",
        "venue": "Pier 4 Exhibition Hall",
        "show_chances": True,
    }
    play = play_of(slug, owner, NAMES, plans=plans, phones=EVERYTHING, **values)
    prizes = PrizeData("USD", Ties.TIEBREAK, False, 0, 0, True, PRIZES, "")
    save_prizes(event_id=play.event.pk, actor=owner, data=prizes)
    play.play(1, 1)
    for number in range(2, LONG_STATES[state] + 1):
        play.start(number)
        play.report(number, outstanding=1 if state == "semifinals" and number == 3 else 0)
        if state == "semifinals" and number == 3:
            break
        complete_round(**play.who, number=number)
        if number == 2 and state != "complete":
            confirm(play.event, owner, 1)
    if state == "finished":
        finish_event(**play.who)
    event: Event = play.event
    return event
