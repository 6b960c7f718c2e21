"""Lists that people type: who beat whom in words, byes below a word, chats with their senders."""
