"""The cards of a game on a table: which card lies where, in card widths; no pixels."""
