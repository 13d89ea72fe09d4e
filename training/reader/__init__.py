"""Training of the card reader: the finder (where cards lie) and the namer (which face each
shows)."""
