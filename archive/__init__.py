"""The event archive and the values in it: pure Python under the engines and the application."""
