"""The looks of the dashboard: a wood at night, a wood by day, and one for every kind of eyes."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

NIGHT_WOOD: Final = Theme(
    name="night-wood",
    primary="#8ecf7f",
    secondary="#7fb8cf",
    accent="#f5c451",
    warning="#f5a742",
    error="#ff7363",
    success="#8ecf7f",
    foreground="#eaf1e8",
    background="#0f1412",
    surface="#161d1a",
    panel="#1f2925",
    dark=True,
    variables={
        "quiet": "#93a39a",
        "rule": "#2c3833",
        "ground": "#0b0f0d",
        "card": "#f5ecd9",
        "card-far": "#a39d8d",
        "card-black": "#14201a",
        "card-red": "#b0141b",
        "card-quiet": "#5d5848",
        "night-card": "#2b3a63",
        "night-black": "#ffffff",
        "night-red": "#ffb3a8",
        "chip": "#f5c451",
        "chip-text": "#14120a",
        "face-black": "#eaf1e8",
        "face-red": "#ff8a7a",
        "bar-empty": "#33413b",
        "alert": "#5a1c17",
        "alert-text": "#ffe9e4",
        "ask": "#4a3a0c",
        "ask-text": "#fff1c9",
        "footer-key-foreground": "#f5c451",
        "footer-background": "#0b0f0d",
        "footer-description-foreground": "#93a39a",
    },
)

DAY_WOOD: Final = Theme(
    name="day-wood",
    primary="#2c6a35",
    secondary="#23607a",
    accent="#8a4b00",
    warning="#a34d00",
    error="#b3231b",
    success="#2c6a35",
    foreground="#1a221d",
    background="#f1ede1",
    surface="#f8f5ec",
    panel="#e6e0cf",
    dark=False,
    variables={
        "quiet": "#5b665f",
        "rule": "#cfc8b4",
        "ground": "#ddd6c3",
        "card": "#ffffff",
        "card-far": "#bfb8a4",
        "card-black": "#101713",
        "card-red": "#b0141b",
        "card-quiet": "#5b5646",
        "night-card": "#2b3a63",
        "night-black": "#ffffff",
        "night-red": "#ffb3a8",
        "chip": "#2c6a35",
        "chip-text": "#ffffff",
        "face-black": "#1a221d",
        "face-red": "#b0141b",
        "bar-empty": "#cbc4b0",
        "alert": "#b3231b",
        "alert-text": "#ffffff",
        "ask": "#f5dc92",
        "ask-text": "#2b2100",
        "footer-key-foreground": "#8a4b00",
        "footer-background": "#ddd6c3",
        "footer-description-foreground": "#4a544e",
    },
)

# Blue against orange is told apart with every kind of colour vision, and by its lightness in grey.
CLEAR: Final = Theme(
    name="clear",
    primary="#7cc4f0",
    secondary="#f0c04a",
    accent="#ffffff",
    warning="#f0a83c",
    error="#ff8a3d",
    success="#56b4e9",
    foreground="#ffffff",
    background="#000000",
    surface="#0c0f14",
    panel="#1b2430",
    dark=True,
    variables={
        "quiet": "#b4bcc6",
        "rule": "#3c4654",
        "ground": "#000000",
        "card": "#ffffff",
        "card-far": "#a7abb2",
        "card-black": "#000000",
        "card-red": "#9a4a00",
        "card-quiet": "#4a4f57",
        "night-card": "#12406b",
        "night-black": "#ffffff",
        "night-red": "#ffc27a",
        "chip": "#56b4e9",
        "chip-text": "#000000",
        "face-black": "#ffffff",
        "face-red": "#ffb454",
        "bar-empty": "#3c4654",
        "alert": "#8a3d00",
        "alert-text": "#ffffff",
        "ask": "#0b3f66",
        "ask-text": "#ffffff",
        "footer-key-foreground": "#ffffff",
        "footer-background": "#000000",
        "footer-description-foreground": "#b4bcc6",
    },
)

LOOKS: Final = (NIGHT_WOOD, DAY_WOOD, CLEAR)
"""The looks in the order in which a key goes through them."""

CSS: Final = """
Screen { layout: vertical; background: $background; color: $foreground; overflow: hidden; }
VerticalScroll {
    color: $foreground;
    scrollbar-size-vertical: 1; scrollbar-background: $panel; scrollbar-color: $quiet;
}
OptionList {
    scrollbar-size-vertical: 1; scrollbar-background: $panel; scrollbar-color: $quiet;
}
Heading { height: 1; background: $ground; color: $foreground; }
Notice { height: auto; max-height: 3; display: none; }
Notice.-shown { display: block; }
Forest { height: 6; background: $surface; }
#middle { height: 1fr; layout: horizontal; }
#seats { width: 1fr; height: 1fr; layout: horizontal; }
Seat { width: 1fr; height: 1fr; }
Seat.-moves { background: $panel; }
#side { display: none; }
Log { height: 5; }
#picture-large { display: none; height: 1fr; }
#log-large { display: none; height: 1fr; padding: 0 1; }
Picture { background: $ground; }

Screen.-roomy #seats { layout: vertical; width: 5fr; }
Screen.-roomy #side { display: block; width: 6fr; height: 1fr; layout: vertical; }
Screen.-roomy Forest { height: 11; }
Screen.-vast Forest { height: 14; }
Screen.-vast Picture { margin: 0 1; }
Screen.-roomy #log-small { display: none; }
Screen.-roomy #picture-small { height: auto; }
Screen.-roomy #log-side { height: 1fr; }

Screen.-picture Forest, Screen.-picture #middle, Screen.-picture #log-small { display: none; }
Screen.-picture #picture-large { display: block; }
Screen.-log #middle, Screen.-log #log-small { display: none; }
Screen.-log #log-large { display: block; }

Screen.-waiting #middle, Screen.-waiting #log-small { display: none; }
Screen.-waiting #picture-large { display: block; }
Screen.-waiting.-log #picture-large { display: none; }
Screen.-waiting Forest { height: 1; }

Screen.-tiny Forest { height: 4; }
Screen.-tiny #log-small { display: none; }
"""
