"""Publish copies of public pages where phones can reach them without internet at the venue.

- `files.py`: the public bytes as files, with addresses, entity tags and order
- `folder.py`: the folder that they are written to, and the command that copies it elsewhere
- `publisher.py`: publishes changes, and catches up after an interruption
"""
