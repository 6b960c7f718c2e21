"""The collector of garbage in a process that serves: it looks at little, and rarely."""

import gc

# So many new objects before the collector looks at them. A page of 10,000 players makes 100,000
# that are gone when it is sent; with Python's own 700, an eighth of its time goes into looking.
NEW_OBJECTS = 20_000


def pass_by_what_stays() -> None:
    """Let the collector of garbage pass by what is there now and stays.

    Looking at all of it takes a tenth of a second, again and again while results come in, and
    nobody is answered meanwhile.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
