"""Enrolling a family's own deck: from pictures of it laid out to what the reader adds for it."""
