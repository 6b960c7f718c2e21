"""The event archive and its values: pure Python that the engines and the application use."""
