"""Jobs for the process of heavy work, as odd as a file can make one."""

import os
import signal
import time


def doubled(number: int) -> int:
    return 2 * number


def fails() -> float:
    return 1 / 0


def sleeps(seconds: float) -> None:
    time.sleep(seconds)


def takes(size: int) -> int:
    return len(bytearray(size))


def own_id() -> int:
    return os.getpid()


def ends_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
