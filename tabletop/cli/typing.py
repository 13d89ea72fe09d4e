"""Answers that players type while a game is told as lines of text."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from typing import TextIO

from tabletop.language import tr, translate
from tabletop.referee.desk import CorrectionError, Desk
from tabletop.referee.events import Event, Question, Revise, Turn, Undo


class Typist:
    """Takes what is typed, a line at a time, and says what comes of it: the number of an answer to
    the open question, or ``undo``."""

    def __init__(self, desk: Desk, say: Callable[[Event], None]) -> None:
        self._desk, self._say = desk, say
        self._open: Question | None = None

    def note(self, event: Event) -> None:
        """Says ``event``, and keeps the question it asks until a turn settles it."""
        if isinstance(event, Question):
            self._open = event
        elif isinstance(event, (Turn, Revise, Undo)):
            self._open = None
        self._say(event)
        if self._open is event:
            print(tr("Type the number of the answer."), flush=True)

    def listen(self, lines: TextIO = sys.stdin) -> None:
        """Takes lines in a thread of its own for as long as the program runs."""
        threading.Thread(target=self.take, args=(lines,), name="typist", daemon=True).start()

    def take(self, lines: Iterable[str]) -> None:
        """Does what each of ``lines`` says; what can't be done is said."""
        for line in lines:
            word = line.strip().lower()
            if not word:
                continue
            try:
                for event in self._answer(word):
                    self.note(event)
            except CorrectionError as error:
                print(translate(error.args[0]), flush=True)

    def _answer(self, word: str) -> Iterable[Event]:
        if word == "undo":
            return self._desk.undo()
        question = self._open
        options = question.options if question is not None else ()
        if question is None or not word.isdecimal() or not 1 <= int(word) <= len(options):
            number = len(options)
            if number:
                print(tr("Type a number from 1 to {n}, or undo.", n=number), flush=True)
            else:
                print(tr("Nothing is asked. Type undo to withdraw an answer."), flush=True)
            return ()
        events = self._desk.answer(question.id, options[int(word) - 1].text)
        self._open = None
        if not events:
            print(tr("That was taken to be so already."), flush=True)
        return events
