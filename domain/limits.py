"""Limits of an event's data; each limit is defined here only."""

MOST_BYTES = 20 * 1024**2
MOST_WHOLE = 2**31 - 1
MOST_SMALL = 32_767
# The highest table number in the entry box, and a first table that leaves room for the rest.
MOST_TABLE = 999_999
MOST_FIRST_TABLE = 900_000
MOST_SEED = 2**63 - 1
# The largest row number of a database.
MOST_KEY = 2**63 - 1

# For a time in any time zone.
FIRST_YEAR, LAST_YEAR = 1900, 9998

MOST_PLAYERS = 20_000
# Characters of a list that is parsed in a request: the lines of 300 players.
LONGEST_LIGHT_LIST = 8_000
# The most stages of an event that is set up here, and of an archive that is read.
MOST_STAGES = 6
MOST_STAGES_READ = 10
# The most announced rounds of a stage.
MOST_ROUNDS = 40
# Brackets and round robins derive their rounds from the players; none has more than this.
MOST_PLAYED_ROUNDS = 99
MOST_MINUTES = 600
# The longest delay of a match on camera, in minutes.
MOST_FEATURE_DELAY = 60
MOST_EXTENSION = 120
# Seconds that a clock can gain on top of its limit, through pauses and added minutes: a year.
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
# Reports that one answer before pairing covers: the newest contradictory ones.
MOST_PREFLIGHT_REPORTS = 8

# Some platforms record 3-0 in a best of three, so it is allowed everywhere.
MOST_WINS = 3
# Extra turns can add drawn games to a match; a higher number is a typing error.
EXTRA_GAMES = 2
MOST_GAMES = 2 * MOST_WINS - 1 + EXTRA_GAMES

# A smaller event is played, but reported as one that did not occur (rules, 4.1).
LEAST_PLAYERS = 4
LEAST_ROUNDS = 2
MOST_IN_ROUND_ROBIN = 16

# Maximum lengths: players, teams, platform IDs; an event and its venue; a rule profile; a format, a
# platform, a time zone, an address; the note of a penalty.
NAME_LENGTH = 80
EVENT_NAME_LENGTH = 120
PROFILE_NAME_LENGTH = 100
SHORT_LENGTH = 60
RESTRICTIONS_LENGTH = 200
ROOM_LENGTH = 2000
NOTE_LENGTH = 300
# The name of an area of tables, and an announcement.
AREA_NAME_LENGTH = 40
ANNOUNCEMENT_LENGTH = 300
# The multi-line schedule of an event, and its address for posters.
SCHEDULE_LENGTH = 2_000
SHORT_ADDRESS_LENGTH = 20
# A logo: bytes, and pixels per side.
MOST_LOGO_BYTES = 500 * 1024
MOST_LOGO_SIDE = 4_000
# A user name.
ACCOUNT_LENGTH = 150
# Lengths of the fields of a fact sheet.
DESCRIPTION_LENGTH = 4_000
EMAIL_LENGTH = 254
