"""Events that go out in formats of other tools, and come back."""
