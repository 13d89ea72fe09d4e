"""The line of text for each kind of event."""

from __future__ import annotations

import pytest

from tabletop.cli.words import describe_event
from tabletop.games import game_named
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    Detail,
    End,
    Event,
    Gap,
    Illegal,
    Kind,
    Option,
    PanDetail,
    Question,
    Revise,
    Score,
    SellDetail,
    Start,
    TakeDetail,
    Turn,
    Undo,
    Unsure,
)

GAME = game_named("mushroom-walk")


def turn(kind: Kind, detail: Detail, p: float = 0.99) -> Turn:
    return Turn(7, 0, "text", kind, detail, p, "007.jpg")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            turn("take", TakeDetail(4, "TH", 2)),
            "Player 1 takes 10 of hearts (card 4) for 2 sticks.",
        ),
        (
            turn("take", TakeDetail(1, "AD", 0, ((("d", "4"), 2), (("n", "9"), 1)), "9H")),
            "Player 1 takes ace of diamonds (card 1) and the night card 9 of hearts"
            " and discards 2 × 4, night 9.",
        ),
        (
            turn("decay", DecayDetail(("5D", "XR"))),
            "Player 1 takes the decay pile: 5 of diamonds, red joker.",
        ),
        (
            turn("sell", SellDetail("5", 2, 0, 4), 0.7),
            f"Player 1 sells 2 × 5 ({GAME.kinds['5'].name}) for 4 sticks, 70% sure.",
        ),
        (
            turn("cook", CookDetail("T", 3, 1, 1, 0, "hand")),
            f"Player 1 cooks 3 × 10 and night 10 ({GAME.kinds['T'].name}) with butter"
            " in a pan from the hand.",
        ),
        (turn("pan", PanDetail()), "Player 1 puts down a pan."),
        (
            Revise(3, 1, "text", "pan", PanDetail(), 0.95, "9"),
            "Turn 3 was another: Player 2 puts down a pan.",
        ),
        (Undo(5, "9"), "Turn 5 and all after it are taken back."),
        (
            Question("q1", "How many 4s?", (Option("two", 0.7), Option("three", 0.3)), 4, "9"),
            "Question: How many 4s? Likeliest: 1: two (70%); 2: three (30%).",
        ),
        (
            Illegal(1, ("MW-3.2",), "costs 3 sticks, has 2.", 4, 0.9, "9"),
            "Against the rules: Player 2: costs 3 sticks, has 2. [MW-3.2]",
        ),
        (Unsure("the forest can't be seen", "9.jpg"), "Not sure, 9.jpg: the forest can't be seen"),
        (Gap(4, "Some turns went unseen.", "9"), "Some turns went unseen."),
        (Score((12, 9), "9"), "Score: 12 to 9."),
        (
            End((36, 45), 1, "forest empty", "9"),
            "The forest is empty. Player 2 wins, 45 to 36.",
        ),
        (End((5, 5), None, "both stuck", "9"), "Both players are stuck. A draw, 5 to 5."),
        (End((5, 6), 1, "source ended", "9"), "No more pictures. Score so far: 5 to 6."),
        (
            Start(1, "mushroom-walk", {}, {}, ("5D", "??"), True, "0"),
            "Mushroom Walk. It is under way; hands are not known. "
            "The forest, from the decay pile on: 5 of diamonds, a card not read.",
        ),
    ],
)
def test_lines(event: Event, line: str) -> None:
    text = describe_event(event, GAME)
    assert text.removeprefix("Turn 7: ") == line
    assert text.isprintable()
    assert "\n" not in text
