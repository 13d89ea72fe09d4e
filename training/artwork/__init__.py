"""Fetching what scenes are made of: decks, table textures, photographs, fonts and hands."""
