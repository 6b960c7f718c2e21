"""Limits of an event's data; each limit is defined here only."""

MOST_BYTES = 20 * 1024**2
MOST_WHOLE = 2**31 - 1
MOST_SMALL = 32_767
# The longest table number that the entry box takes; the first one leaves room for the others.
MOST_TABLE = 999_999
MOST_FIRST_TABLE = 900_000
MOST_SEED = 2**63 - 1
# The largest row number of a database.
MOST_KEY = 2**63 - 1

# Of a moment, in any time zone.
FIRST_YEAR, LAST_YEAR = 1900, 9998

MOST_PLAYERS = 20_000
# Letters of a list that is read at once: the lines of 300 players.
LONGEST_LIGHT_LIST = 8_000
# Laid out here; a file can have more.
MOST_STAGES = 6
MOST_STAGES_READ = 10
# Announced rounds of one stage.
MOST_ROUNDS = 40
# A bracket or a round robin follows from who plays; none of them has more rounds than this.
MOST_PLAYED_ROUNDS = 99
MOST_MINUTES = 600
# Minutes that the result of a match on camera waits.
MOST_FEATURE_DELAY = 60
MOST_EXTENSION = 120
# Seconds that a round's clock can get on top of its limit, with all its pauses: a year.
MOST_ADDED_SECONDS = 366 * 24 * 60 * 60
MOST_CUT = 9_999
MOST_ENTRANTS = 32
MOST_AWARDED_BYES = 3
LAST_FIRST_ROUND = 400
MOST_POINTS = 1_000
MOST_PUBLISHED_POINTS = 1_000_000

# Limits for the reports of one match.
MOST_REPORTS = 100
MOST_TOLD_GAMES = 99
# Reports that an answer before pairing holds for: the newest of those that differ.
MOST_PREFLIGHT_REPORTS = 8

# Platforms are seen to record 3-0 in a best of three, so that is possible everywhere.
MOST_WINS = 3
# Extra turns can add drawn games to a match; more than this is a slip of the finger.
EXTRA_GAMES = 2
MOST_GAMES = 2 * MOST_WINS - 1 + EXTRA_GAMES

# With fewer an event is played, and reported as one that did not occur (rules, 4.1).
LEAST_PLAYERS = 4
LEAST_ROUNDS = 2
MOST_IN_ROUND_ROBIN = 16

# Letters: of players, teams, platform IDs; of an event and its venue; of a rule profile; of a
# format, a platform, a time zone, an address; of the note of a penalty.
NAME_LENGTH = 80
EVENT_NAME_LENGTH = 120
PROFILE_NAME_LENGTH = 100
SHORT_LENGTH = 60
RESTRICTIONS_LENGTH = 200
ROOM_LENGTH = 2000
NOTE_LENGTH = 300
# Of the name of an area of tables, and of an announcement.
AREA_NAME_LENGTH = 40
ANNOUNCEMENT_LENGTH = 300
# Of the schedule of an event, with lines; of the address of an event for posters.
SCHEDULE_LENGTH = 2_000
SHORT_ADDRESS_LENGTH = 20
# Of a logo: bytes, and dots a side.
MOST_LOGO_BYTES = 500 * 1024
MOST_LOGO_SIDE = 4_000
# Of a user name.
ACCOUNT_LENGTH = 150
# Lengths of the fields of a fact sheet.
DESCRIPTION_LENGTH = 4_000
EMAIL_LENGTH = 254
