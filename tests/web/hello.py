"""A small app to serve: no camera, no model."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("hello")


if __name__ == "__main__":
    Hello().run()
