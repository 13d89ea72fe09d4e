"""The pictures before and after a turn, side by side."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Label

from tabletop.dashboard.picture import Picture, Scene
from tabletop.language import tr


class Evidence(Horizontal):
    """Two pictures with their captions; hidden where there are none."""

    DEFAULT_CSS = """
    Evidence { height: 2fr; display: none; }
    Evidence.-shown { display: block; }
    Evidence > Vertical { width: 1fr; height: 1fr; margin: 0 1 0 0; }
    Evidence Label { color: $quiet; height: 1; }
    Evidence Picture { height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        for which in ("before", "after"):
            with Vertical():
                yield Label(id=f"{which}-words", markup=False)
                yield Picture(f"{which}-picture")

    def show(self, turn: int, pictures: tuple[Scene, Scene]) -> None:
        """Shows ``pictures``, before and after turn ``turn``, from now on."""
        self.set_class(any(scene.image is not None for scene in pictures), "-shown")
        texts = tr("before turn {n}", n=turn), tr("after turn {n}", n=turn)
        for which, text, scene in zip(("before", "after"), texts, pictures, strict=True):
            self.query_one(f"#{which}-words", Label).update(text)
            self.query_one(f"#{which}-picture", Picture).show(scene)
