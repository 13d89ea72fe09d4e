"""The keys of the main screen; those in the footer are the ones that are needed at the table."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

BINDINGS: Final[list[BindingType]] = [
    Binding("q", "quit", "Quit"),
    Binding("ctrl+c", "quit", show=False, priority=True),
    Binding("p", "pause", "Pause"),
    Binding("n,space", "step", "Step", key_display="n"),
    Binding("d", "dispute", "Dispute"),
    Binding("c", "correct", "Correct"),
    Binding("h", "hints", "Hints"),
    Binding("f", "show('picture')", "Picture"),
    Binding("l", "show('log')", "Log"),
    Binding("question_mark", "help", "Help", key_display="?"),
    Binding("left", "look(-1)", "Turn back", show=False),
    Binding("right", "look(1)", "Turn forward", show=False),
    Binding("home", "first", "First turn", show=False),
    Binding("end,escape", "now", "Back to now", show=False),
    Binding("j", "jump", "Jump to a turn", show=False),
    Binding("plus,equals_sign", "speed(1)", "Faster", key_display="+", show=False),
    Binding("minus", "speed(-1)", "Slower", key_display="-", show=False),
    Binding("1", "answer(0)", show=False),
    Binding("2", "answer(1)", show=False),
    Binding("3", "answer(2)", show=False),
    Binding("4", "answer(3)", show=False),
    Binding("u", "undo", "Undo the last correction", show=False),
    Binding("o", "overlay", "Marks", show=False),
    Binding("z", "zones", "Zones", show=False),
    Binding("x", "zoom", "Zoom", show=False),
    Binding("k", "remind", "Known cards", show=False),
    Binding("r", "result", "Score", show=False),
    Binding("t", "light", "Light/dark", show=False),
]
