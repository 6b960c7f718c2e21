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
    "desk": gettext_noop("results enter start home entry draw double loss"),
    "roster": gettext_noop(
        "players bye byes names list rename duplicate merge fixed seat search paid dropped id team"
    ),
    "roster-check-in": gettext_noop("present here missing attendance arrived came"),
    "standings": gettext_noop("ranking rank place points tiebreakers publish"),
    "floor": gettext_noop("judge judges calls tables call a judge"),
    "announcements": gettext_noop("message notice players broadcast lunch break"),
    "penalties": gettext_noop(
        "penalty warning game loss disqualification infraction dq disqualify match loss cheating"
    ),
    "decks": gettext_noop("deck check decks lists"),
    "preparation": gettext_noop("draft sealed timer build"),
    "feature": gettext_noop("camera stream video"),
    "sign-ups": gettext_noop("register waiting list fee waitlist entry fee paid capacity"),
    "eligibility": gettext_noop("suspended banned age invited"),
    "paper": gettext_noop("paper pdf poster labels sign-in match slips name tags table numbers"),
    "room": gettext_noop("venue map tables seats hall table numbers layout"),
    "journal": gettext_noop("log history who changed"),
    "stages": gettext_noop(
        "top 8 top 4 playoff final day 2 number of rounds bracket semifinals round robin "
        "elimination"
    ),
    "staff": gettext_noop("people roles scorekeeper invite helpers judge organizer"),
    "settings": gettext_noop(
        "round time minutes format name date rules tiebreakers time zone draw delete event"
    ),
    "facts": gettext_noop("wifi Wi-Fi description entry internet parking food"),
    "phones": gettext_noop("QR code player link results mobile notification report"),
    "names": gettext_noop("privacy alias initials"),
    "integrations": gettext_noop("webhook token API Discord Slack LINE program"),
    "stream": gettext_noop("overlay OBS stream website broadcast embed"),
    "prizes": gettext_noop("prize packs money payout prize pool wall"),
    "report": gettext_noop("results summary share statistics final report"),
    "export": gettext_noop("backup archive CSV Excel download save email addresses"),
    "pair-first": gettext_noop("start begin"),
    "announce": gettext_noop("message tell players broadcast lunch break"),
    "reopen": gettext_noop("undo finish go on continue"),
    "print-pairings": gettext_noop("paper wall list seating posted"),
    "print-slips": gettext_noop("result slips match slips paper"),
    "add-players": gettext_noop("enroll register add player list walk-in paste import players"),
    "add-late": gettext_noop("late latecomer walk-in"),
    "drop": gettext_noop("leave withdraw quit dropped dropping"),
    "reinstate": gettext_noop("undo drop come back"),
    "post": gettext_noop("show pairings to players post publish"),
    "by-hand": gettext_noop("swap players move table seats re-pair repair"),
    "publish": gettext_noop("show standings to players ranking tiebreakers"),
    "pair-next": gettext_noop("next round pairings start"),
    "finish": gettext_noop("end close winner finish over"),
    "correct": gettext_noop("wrong result change fix edit mistake"),
    "sources": gettext_noop("audit certify dispute"),
    "clock": gettext_noop("round time timer minutes start countdown remaining clock"),
    "pause": gettext_noop("stop resume halt break interrupt fire alarm"),
    "complete": gettext_noop("end missing results finish round next round pair"),
    "repair": gettext_noop("swap wrong pairing change seats repair shuffle"),
    "undo": gettext_noop("undo mistake back revert take back"),
    "no-show": gettext_noop("no-show absent tardy not here missing player"),
    "verify": gettext_noop("second check compare"),
    "extend": gettext_noop("extension extra time more minutes added"),
}
