"""Heavy requests: which ones there are, their bounds, and the process that does their work."""

from events.web.heavy.jobs import TooMuchError, run, slot
from events.web.heavy.requests import FILES, IMPORTS, PAPER, heavy, line_of
