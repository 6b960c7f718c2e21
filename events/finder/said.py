"""Everyday words that find a page or an action besides its name.

The English words find it in every language, their translation in the reader's. The order of the
words is their relevance: of several places with a word, the one where it is earliest is first.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

# They say nothing of a place where no place has all the words of a text.
_LITTLE = (
    "a an and another at do for from how i in into is it me my of on or our please show "
    "that the their this to want we where which who with"
)
LITTLE_WORDS = frozenset(_LITTLE.split())
SAID: Mapping[str, str] = {
    "password": gettext_noop("password login account change pin"),
    "account": gettext_noop(
        "passkey phone logout log out sign out device two-factor 2FA security code authenticator"
    ),
    "help": gettext_noop(
        "help guide manual how question tutorial report a bug bug problem broken error support "
        "contact feedback suggestion"
    ),
    "keys": gettext_noop("keys keyboard"),
    "public": gettext_noop(
        "website link share players see spectators audience viewers parents family"
    ),
    "screen": gettext_noop(
        "projector tv big screen monitor display scoreboard screens chromecast HDMI second "
        "screen cast"
    ),
    "new": gettext_noop(
        "copy template create same again clone duplicate event next week series repeat"
    ),
    "import": gettext_noop("load upload file archive move here"),
    "language": gettext_noop("translate japanese english"),
    "take-over": gettext_noop("other software mid-event switch software continue"),
    "venues": gettext_noop("halls shop location address"),
    "organisations": gettext_noop(
        "organization shop series league season circuit badges owners members"
    ),
    "staff:desk": gettext_noop(
        "results enter start home entry draw double loss concede concession ID enter result "
        "report walkover forfeit score entry enter scores type results scores still playing "
        "input tie ties no result"
    ),
    "staff:roster": gettext_noop(
        "players bye byes names list rename duplicate merge fixed seat search paid dropped id "
        "team pronunciation phonetic name spelling free win head count entry list player list "
        "wheelchair accessible seat nickname spelling mistake misspelled sort deck name email "
        "phone number change email address player number badge number bye round give a bye "
        "award bye wrong name typo"
    ),
    "staff:roster-check-in": gettext_noop(
        "present here missing attendance arrived came sign in no longer here roll call kiosk "
        "entrance door scan scanner"
    ),
    "staff:standings": gettext_noop(
        "ranking rank place points tiebreakers publish opponents omw ogw gw breakers match win "
        "percentage tie break leader leaderboard equal points tied interim standings match "
        "history current standings print results"
    ),
    "staff:floor": gettext_noop("judge judges calls tables call a judge areas judge help wanted"),
    "staff:hand-over": gettext_noop(
        "shift change relief note handover open now go home replacement"
    ),
    "staff:announcements": gettext_noop(
        "message notice players broadcast lunch break text players send message intercom lunch "
        "dinner meal food snack"
    ),
    "staff:penalties": gettext_noop(
        "penalty warning game loss disqualification infraction dq disqualify match loss "
        "cheating slow play tardiness appeal marked cards unsporting conduct unsportsmanlike "
        "outside assistance rules violation judge ruling drawing extra cards bribery collusion"
    ),
    "staff:decks": gettext_noop(
        "deck check decks lists deck submission deck registration missing decklist card pool "
        "deck swap"
    ),
    "staff:deck-checks": gettext_noop("random check check decks"),
    "staff:archetypes": gettext_noop("metagame deck names deck types breakdown"),
    "staff:shown-lists": gettext_noop(
        "publish decklists hide decklists open decklists show decks public lists"
    ),
    "staff:investigations": gettext_noop("notes cheating suspicion investigate"),
    "staff:logo": gettext_noop("picture image branding colour color icon banner"),
    "staff:tokens": gettext_noop("API key token program bot"),
    "staff:draft-call": gettext_noop("booster pick timer picks packs"),
    "staff:prize-list": gettext_noop("prizes by place"),
    "staff:delete-event": gettext_noop("remove event erase"),
    "staff:pools": gettext_noop("sealed pool swap cards opened registration sheet"),
    "staff:preparation": gettext_noop(
        "draft sealed timer build drafting deck building deck construction pick"
    ),
    "staff:feature": gettext_noop("camera stream video camera match featured table"),
    "staff:sign-ups": gettext_noop(
        "register waiting list fee waitlist entry fee paid capacity registration preregister "
        "refund player cap maximum players sign up page online registration queue close "
        "registration open registration full sold out"
    ),
    "staff:eligibility": gettext_noop(
        "suspended banned age invited underage minors restricted invitation"
    ),
    "staff:paper": gettext_noop(
        "paper pdf poster labels sign-in match slips name tags table numbers table signs place "
        "cards table tents print all reprint print again lost slip printer sign-in sheet"
    ),
    "staff:room": gettext_noop(
        "venue map tables seats hall table numbers layout rooms blocked table reserved tables "
        "capacity rows top tables upper tables"
    ),
    "staff:journal": gettext_noop("log history who changed audit trail who did this"),
    "staff:stages": gettext_noop(
        "top 8 top 4 playoff final finals day 2 number of rounds bracket semifinals round robin "
        "elimination phases seeding seeds draft pods swiss single elimination quarterfinals add "
        "a round extra round top 16 knockout cut to top 8 losers bracket another round how many "
        "rounds"
    ),
    "staff:staff": gettext_noop(
        "people roles scorekeeper invite helpers judge organizer permissions rights head judge "
        "volunteer add judge add staff remove judge co-organizer team unlock locked login guest "
        "helper judge list"
    ),
    "staff:settings": gettext_noop(
        "round time minutes format name date rules tiebreakers time zone draw delete event "
        "postpone cancel start time time limit tier level contact best of three best of one Bo3 "
        "rename event round length best of 1 best of 3"
    ),
    "staff:facts": gettext_noop(
        "wifi Wi-Fi wifi password description entry internet parking food deck deadline"
    ),
    "staff:phones": gettext_noop(
        "QR code player link results mobile notification report sound lost phone push "
        "notification reporting lost link own page barcode scan"
    ),
    "staff:names": gettext_noop("privacy alias initials nickname hide names anonymous pseudonym"),
    "staff:integrations": gettext_noop(
        "webhook token API Discord Slack LINE program bot chat automation Zapier"
    ),
    "staff:stream": gettext_noop(
        "stream overlay OBS website broadcast embed twitch youtube livestream live stream delay "
        "stream delay spoiler"
    ),
    "staff:prizes": gettext_noop(
        "prize packs money payout prize pool wall trophy door prize store credit prize support "
        "gift card raffle product promo promos boosters booster gifts"
    ),
    "staff:report": gettext_noop(
        "results summary share statistics final report winner photo top finishers standings of "
        "the day press who won award ceremony"
    ),
    "staff:export": gettext_noop(
        "backup archive CSV Excel download save email addresses spreadsheet submit results "
        "sanctioning upload results"
    ),
    "pair-first": gettext_noop("start begin"),
    "announce": gettext_noop(
        "message tell players broadcast lunch break notify players lunch dinner meal food snack"
    ),
    "reopen": gettext_noop("undo finish go on continue"),
    "print-pairings": gettext_noop(
        "paper wall list seating chart posted pairing sheet table list who plays whom"
    ),
    "print-slips": gettext_noop(
        "result slips match slips paper scoresheet score sheet scorecards result sheets reprint "
        "lost slip missing slip"
    ),
    "add-players": gettext_noop(
        "enroll register add player list walk-in paste import players registration paste names "
        "new player bulk walk in names"
    ),
    "add-late": gettext_noop("late latecomer walk-in late arrival latecomers"),
    "penalty": gettext_noop("warning game loss match loss infraction"),
    "appeal": gettext_noop("ruling overturn head judge disagree with ruling"),
    "merge": gettext_noop("duplicate twice same person double entry entered twice"),
    "disqualify": gettext_noop("dq ban disqualified"),
    "pair-again": gettext_noop("repair re-pair redo shuffle new seed"),
    "discard": gettext_noop("delete round throw away cancel pairings"),
    "unpost": gettext_noop(
        "take back pairings hide posted too early unpair cancel round delete round wrong round"
    ),
    "cut": gettext_noop("top 8 cut advance playoff day 2"),
    "drop": gettext_noop(
        "leave withdraw quit dropped dropping unenroll remove kick player left gone home "
        "leaving early resign retire"
    ),
    "reinstate": gettext_noop(
        "undo drop come back re-enroll rejoin return came back un-drop restore dropped by mistake"
    ),
    "post": gettext_noop("show pairings to players post publish"),
    "by-hand": gettext_noop(
        "swap players move table seats re-pair repair edit pairings manual pairing rematch "
        "mispaired wrong opponent wrong table swap opponents move to another table"
    ),
    "publish": gettext_noop("show standings to players ranking tiebreakers"),
    "reopen-round": gettext_noop("undo complete go back results again back to round"),
    "withdraw": gettext_noop("reopen round hide standings unpublish undo publish take back"),
    "pair-next": gettext_noop("next round pairings start"),
    "finish": gettext_noop(
        "end close winner finish over end tournament award ceremony closing done close event"
    ),
    "correct": gettext_noop(
        "wrong result change fix edit mistake misreported wrong score entry error score wrong "
        "typo swapped result"
    ),
    "sources": gettext_noop("audit certify dispute"),
    "clock": gettext_noop(
        "round time timer minutes left start countdown remaining clock time called stopwatch "
        "restart clock round timer start timer reset timeout time out wall clock clock display "
        "buzzer alarm bell round length"
    ),
    "pause": gettext_noop(
        "stop resume halt break interrupt fire alarm intermission stop clock stop timer hold "
        "timeout"
    ),
    "complete": gettext_noop(
        "end missing results finish round next round pair end tournament unreported results "
        "waiting outstanding close event"
    ),
    "repair": gettext_noop(
        "swap wrong pairing change seats repair shuffle edit pairings manual pairing redo "
        "pairings rematch mispaired wrong opponent wrong table swap opponents move to another "
        "table"
    ),
    "undo": gettext_noop("undo mistake back revert take back delete result"),
    "no-show": gettext_noop(
        "no-show absent tardy not here missing player tardiness did not show up absent player "
        "forfeit win"
    ),
    "verify": gettext_noop("second check compare"),
    "extend": gettext_noop(
        "extension extra time more minutes added extra turns bathroom toilet break deck check "
        "time late start add minutes"
    ),
}
