"""Copies public pages to a place that phones reach while the venue has no internet.

- `files.py`: the public bytes as files, with their addresses, entity tags and order
- `target.py`: what a target does; a folder
- `rsync_target.py`, `s3_target.py`, `aws_signature.py`: the other two
- `publisher.py`: publishes what has changed, and catches up after a cut
"""
