"""The staff of a day: the place of each person, breaks, the next ends of rounds."""
