"""The keys of the main screen; those in the footer are the ones that are needed at the table."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from tabletop.language import say

BINDINGS: Final[list[BindingType]] = [
    Binding("q", "quit", say("Quit")),
    Binding("ctrl+c", "quit", show=False, priority=True),
    Binding("p", "pause", say("Pause")),
    Binding("n,space", "step", say("Step"), key_display="n"),
    Binding("d", "dispute", say("Dispute")),
    Binding("c", "correct", say("Correct")),
    Binding("h", "hints", say("Hints")),
    Binding("f", "show('picture')", say("Picture")),
    Binding("l", "show('log')", say("Log")),
    Binding("question_mark", "help", say("Help"), key_display="?"),
    Binding("left", "look(-1)", say("Turn back"), show=False),
    Binding("right", "look(1)", say("Turn forward"), show=False),
    Binding("home", "first", say("First turn"), show=False),
    Binding("end,escape", "now", say("Back to now"), show=False),
    Binding("j", "jump", say("Jump to a turn"), show=False),
    Binding("plus,equals_sign", "speed(1)", say("Faster"), key_display="+", show=False),
    Binding("minus", "speed(-1)", say("Slower"), key_display="-", show=False),
    Binding("1", "answer(0)", show=False),
    Binding("2", "answer(1)", show=False),
    Binding("3", "answer(2)", show=False),
    Binding("4", "answer(3)", show=False),
    Binding("u", "undo", say("Undo the last correction"), show=False),
    Binding("o", "overlay", say("Marks"), show=False),
    Binding("z", "zones", say("Zones"), show=False),
    Binding("x", "zoom", say("Zoom"), show=False),
    Binding("k", "remind", say("Known cards"), show=False),
    Binding("r", "result", say("Score"), show=False),
    Binding("t", "light", say("Next colours"), show=False),
    Binding("s", "sound", say("Sounds"), show=False),
]
