"""Publish copies of public pages where phones can reach them without internet at the venue.

- `files.py`: the public bytes as files, with addresses, entity tags and order
- `target.py`: the interface of targets, and a folder
- `rsync_target.py`, `s3_target.py`, `aws_signature.py`: the other targets
- `publisher.py`: publishes changes, and catches up after an interruption
"""
