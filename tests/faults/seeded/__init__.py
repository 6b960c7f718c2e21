"""Faults from a seed: the real standby, outbox and entry queue under one scheduler.

- `scheduler.py`: the time, the order of all actions, and the network between machines
- `laptops.py`: the first laptop, the second one that follows it, and their disks
- `desks.py`, `queue_host.js`: the desk's queue, run from the product's script in Node
- `outbox.py`: messages to a program that hangs, and workers that are killed
- `world.py`: all of these together, the faults, and the conditions that must hold
"""
