"""Reserve memory for the frames of calls, so that calls need not request it from the system.

Python stores the frames of a thread in blocks of 16 KB. It requests a block from the system when a
call does not fit into the last one, and returns the block when that call is over. A function that
is called many times at such a point costs a new page of memory each time. Pages of the desk took 19
ms of processor that way, and take 14 with one large block.

A block is as large as its first frame needs, rounded up to a power of two. A first frame of a
little more than half a megabyte leaves the rest of one megabyte to all others.
"""

from collections.abc import Callable
from typing import TypeVar

# Eight-byte values in the first frame. None is written, so they use no memory.
PLACES = 70_000

T = TypeVar("T")


def with_room(call: Callable[[], T]) -> T:
    """Return the result of `call`, with its frames in one large block."""
    return call()


# A distinct name: code objects that differ only in stack size compare equal, and coverage tools
# would restore the code that they know.
with_room.__code__ = with_room.__code__.replace(co_stacksize=PLACES, co_name="in_one_block")
