"""Questions as players ask them."""

from __future__ import annotations

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import MoveTextError, Stuck, format_move
from tabletop.games.walk.spoken import read_spoken

GAME = game_named("mushroom-walk")
NAMES = ("Anna", "Ben")


@pytest.mark.parametrize(
    ("text", "player", "move"),
    [
        ("may Ben take the fourth card?", 1, "take 4"),
        ("can Anna take card 3", 0, "take 3"),
        ("take 5", None, "take 5"),
        ("p2 take 1 discard 2 2 n", 1, "take 1 discard 2 2 N"),
        ("may Ben take the first card and discard two 2s?", 1, "take 1 discard 2 2"),
        ("Ben takes the decay pile", 1, "decay"),
        ("may Anna cook three 9s with butter?", 0, "cook 9 9 9 B"),
        ("cook 9 9 9* B", None, "cook 9 9 9* B"),
        ("cook two chanterelles and a night 9 in the pan", None, "cook 9 9 9* N"),
        ("cook 3 hen of the woods", None, "cook 6 6 6"),
        ("cook 4 8s and butter", None, "cook 8 8 8 8 B"),
        ("cook 8 8 8 8 butter", None, "cook 8 8 8 8 B"),
        ("sell both 5s", None, "sell 5 5"),
        ("sell 5 5", None, "sell 5 5"),
        ("sell three 10s", None, "sell T T T"),
        ("may player 2 sell a night 4", 1, "sell 4*"),
        ("put down a pan", None, "pan"),
        ("is Ben stuck?", 1, "stuck"),
        ("darf Ben die vierte Karte nehmen?", 1, "take 4"),
        ("Ben nimmt den Moderstapel", 1, "decay"),
        ("ist Ben blockiert?", 1, "stuck"),
        ("darf Anna drei 9er mit Butter kochen", 0, "cook 9 9 9 B"),
    ],
)
def test_read(text: str, player: int | None, move: str) -> None:
    spoken = read_spoken(text, GAME, NAMES)
    assert spoken.player == player
    assert not isinstance(spoken.says, int)
    assert format_move(spoken.says) == move


def test_a_past_turn() -> None:
    assert read_spoken("was turn 7 legal?", GAME, NAMES).says == 7
    assert read_spoken("illegal 12", GAME, NAMES) == (None, 12)
    assert read_spoken("Ben stuck", GAME, NAMES) == (1, Stuck())


@pytest.mark.parametrize(
    "text", ["", "?", "may Ben", "dance", "take the card", "cook", "sell butter"]
)
def test_what_makes_no_sense_says_what_to_write(text: str) -> None:
    with pytest.raises(MoveTextError, match=r"\w+"):
        read_spoken(text, GAME, NAMES)
