"""Staff of a day: each person's place, breaks, the next ends of rounds."""
