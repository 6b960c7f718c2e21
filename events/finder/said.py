"""Everyday words that find a page or an action besides its name.

The words in English find it in every language, their translation in the reader's.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SAID: Mapping[str, str] = {
    "password": gettext_noop("password login account"),
    "account": gettext_noop("passkey phone logout log out sign out device"),
    "help": gettext_noop("help guide manual how question tutorial"),
    "keys": gettext_noop("keys keyboard"),
    "public": gettext_noop("website link share players see"),
    "screen": gettext_noop("projector tv big screen monitor display"),
    "new": gettext_noop("copy template create same again"),
    "import": gettext_noop("load upload file archive move here"),
    "language": gettext_noop("translate japanese english"),
    "staff:desk": gettext_noop(
        "results enter start home entry draw double loss concede concession ID enter result "
        "report walkover forfeit"
    ),
    "staff:roster": gettext_noop(
        "players bye byes names list rename duplicate merge fixed seat search paid dropped id "
        "team pronunciation phonetic name spelling free win head count"
    ),
    "staff:roster-check-in": gettext_noop("present here missing attendance arrived came"),
    "staff:standings": gettext_noop("ranking rank place points tiebreakers publish opponents"),
    "staff:floor": gettext_noop("judge judges calls tables call a judge"),
    "staff:hand-over": gettext_noop("shift change relief note handover open now"),
    "staff:announcements": gettext_noop("message notice players broadcast lunch break"),
    "staff:penalties": gettext_noop(
        "penalty warning game loss disqualification infraction dq disqualify match loss "
        "cheating slow play tardiness appeal"
    ),
    "staff:decks": gettext_noop("deck check decks lists deck submission deck registration"),
    "staff:preparation": gettext_noop("draft sealed timer build"),
    "staff:feature": gettext_noop("camera stream video"),
    "staff:sign-ups": gettext_noop(
        "register waiting list fee waitlist entry fee paid capacity registration preregister "
        "refund player cap maximum players"
    ),
    "staff:eligibility": gettext_noop("suspended banned age invited"),
    "staff:paper": gettext_noop(
        "paper pdf poster labels sign-in match slips name tags table numbers"
    ),
    "staff:room": gettext_noop("venue map tables seats hall table numbers layout"),
    "staff:journal": gettext_noop("log history who changed"),
    "staff:stages": gettext_noop(
        "top 8 top 4 playoff final day 2 number of rounds bracket semifinals round robin "
        "elimination phases seeding seeds draft pods swiss single elimination"
    ),
    "staff:staff": gettext_noop(
        "people roles scorekeeper invite helpers judge organizer permissions rights head judge"
    ),
    "staff:settings": gettext_noop(
        "round time minutes format name date rules tiebreakers time zone draw delete event "
        "postpone cancel start time"
    ),
    "staff:facts": gettext_noop("wifi Wi-Fi description entry internet parking food deck deadline"),
    "staff:phones": gettext_noop(
        "QR code player link results mobile notification report sound lost phone"
    ),
    "staff:names": gettext_noop("privacy alias initials"),
    "staff:integrations": gettext_noop("webhook token API Discord Slack LINE program"),
    "staff:stream": gettext_noop("overlay OBS stream website broadcast embed"),
    "staff:prizes": gettext_noop("prize packs money payout prize pool wall trophy"),
    "staff:report": gettext_noop("results summary share statistics final report winner photo"),
    "staff:export": gettext_noop(
        "backup archive CSV Excel download save email addresses spreadsheet"
    ),
    "pair-first": gettext_noop("start begin"),
    "announce": gettext_noop("message tell players broadcast lunch break notify players"),
    "reopen": gettext_noop("undo finish go on continue"),
    "print-pairings": gettext_noop("paper wall list seating posted"),
    "print-slips": gettext_noop("result slips match slips paper"),
    "add-players": gettext_noop(
        "enroll register add player list walk-in paste import players registration"
    ),
    "add-late": gettext_noop("late latecomer walk-in"),
    "penalty": gettext_noop("warning game loss match loss infraction"),
    "appeal": gettext_noop("ruling overturn head judge"),
    "merge": gettext_noop("duplicate twice same person"),
    "disqualify": gettext_noop("dq ban"),
    "pair-again": gettext_noop("repair re-pair redo shuffle new seed"),
    "discard": gettext_noop("delete round throw away cancel pairings"),
    "unpost": gettext_noop("take back pairings hide posted too early"),
    "cut": gettext_noop("top 8 cut advance playoff day 2"),
    "drop": gettext_noop("leave withdraw quit dropped dropping unenroll remove kick player"),
    "reinstate": gettext_noop("undo drop come back re-enroll rejoin return"),
    "post": gettext_noop("show pairings to players post publish"),
    "by-hand": gettext_noop(
        "swap players move table seats re-pair repair edit pairings manual pairing rematch"
    ),
    "publish": gettext_noop("show standings to players ranking tiebreakers"),
    "reopen-round": gettext_noop("undo complete go back results again back to round"),
    "withdraw": gettext_noop("reopen round hide standings unpublish undo publish take back"),
    "pair-next": gettext_noop("next round pairings start"),
    "finish": gettext_noop("end close winner finish over end tournament"),
    "correct": gettext_noop(
        "wrong result change fix edit mistake misreported wrong score entry error"
    ),
    "sources": gettext_noop("audit certify dispute"),
    "clock": gettext_noop("round time timer minutes start countdown remaining clock time called"),
    "pause": gettext_noop("stop resume halt break interrupt fire alarm intermission"),
    "complete": gettext_noop("end missing results finish round next round pair end tournament"),
    "repair": gettext_noop(
        "swap wrong pairing change seats repair shuffle edit pairings manual pairing redo "
        "pairings rematch"
    ),
    "undo": gettext_noop("undo mistake back revert take back delete result"),
    "no-show": gettext_noop("no-show absent tardy not here missing player tardiness"),
    "verify": gettext_noop("second check compare"),
    "extend": gettext_noop("extension extra time more minutes added extra turns"),
}
