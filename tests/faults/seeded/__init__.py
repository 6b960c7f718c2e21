"""Faults from a seed: the real standby, outbox and entry queue under one scheduler.

- `scheduler.py`: the time, the order of everything, and the network between machines
- `laptops.py`: the first laptop, the second one that follows it, and their disks
- `desks.py`, `queue_host.js`: the desk's queue, which is the script of the product, in Node
- `outbox.py`: messages to a program that hangs, and workers that are killed
- `world.py`: all of it together, what goes wrong, and what must hold
"""
