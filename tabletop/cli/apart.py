"""Reading pictures in a process of its own.

Python lets one thread work at a time: a reading of a quarter of a second in this process would keep
the screen from answering a key. And what a decoder or a network might do to its process, it does to
that one; the next picture gets a new one.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from typing import BinaryIO, Final

import numpy as np

from tabletop.language import say
from tabletop.vision.errors import VisionError
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading

_ASKED: Final = struct.Struct("<II?")
"""Rows and columns of the picture that follows, and whether it is read afresh."""


class ReadingStoppedError(VisionError):
    """The process that reads pictures has ended; the next picture is read by a new one."""


class ApartReader:
    """Reads as ``LateRereader`` does, in a process that is started with the first picture, when the
    screen has been painted, and ends with this one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._afresh = self._closed = False

    def afresh(self) -> None:
        """As ``Rereader.afresh``."""
        self._afresh = True

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", __name__]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, image: Image) -> Reading:
        """As ``Rereader.read``. Raises what that raises, and ``ReadingStoppedError``."""
        if self._process is None or self._process.poll() is not None:
            # A thread may read on while the program ends: nobody would end a new process.
            if self._closed:
                raise _stopped()
            self._process = self._start()
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        try:
            asked.write(_ASKED.pack(*image.shape[:2], self._afresh))
            asked.write(np.ascontiguousarray(image).data)
            asked.flush()
            answer: Reading | Exception = pickle.load(answered)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._end()
            raise _stopped() from None
        if isinstance(answer, Exception):
            raise answer
        self._afresh = False
        return answer

    def close(self) -> None:
        """Ends the process, which has nothing to lose, and starts no other."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]


def _stopped() -> ReadingStoppedError:
    return ReadingStoppedError(say("the process that reads pictures stopped: is the memory full?"))


def serve(asked: BinaryIO, answers: BinaryIO) -> None:
    """Reads the pictures that come from ``asked`` until there are no more."""
    from tabletop.cli.reading import LateRereader

    reader = LateRereader()
    # What is wrong with the models is told with the first picture.
    with suppress(VisionError):
        reader.load()
    while len(head := asked.read(_ASKED.size)) == _ASKED.size:
        rows, columns, afresh = _ASKED.unpack(head)
        data = asked.read(rows * columns * 3)
        if len(data) < rows * columns * 3:
            return
        image = np.frombuffer(data, np.uint8).reshape(rows, columns, 3)
        answer: Reading | Exception
        if afresh:
            reader.afresh()
        try:
            answer = reader.read(image)
        except VisionError as error:
            answer = error
        except Exception as error:
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        pickle.dump(answer, answers)
        answers.flush()


def main() -> None:
    """Serves this process's standard input and output."""
    # Ctrl-C is for the program; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # Nothing that anybody prints may get between the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    # The program that asked is gone.
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
