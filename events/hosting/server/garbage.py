"""The collector of garbage in a process that serves: it looks at little, and rarely."""

import gc

# The collector's threshold of new objects. A page of 10,000 players allocates 100,000 that are
# freed once it is sent; with Python's default of 700, an eighth of its time goes into collection.
NEW_OBJECTS = 20_000


def pass_by_what_stays() -> None:
    """Let the collector of garbage pass by what is there now and stays.

    Looking at all of it takes a tenth of a second, again and again while results come in, and
    nobody is answered meanwhile.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
