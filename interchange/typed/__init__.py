"""Typed lists: results in words, byes below a word, chats with their senders."""
