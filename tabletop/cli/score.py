"""``tabletop score``: both players' points from one picture of a finished table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

import msgspec

from tabletop.cli.codes import DONE
from tabletop.cli.games import pictured_game_from
from tabletop.cli.output import json_line
from tabletop.cli.reading import LateReader, ReadsPictures
from tabletop.cli.streams import print_json_lines
from tabletop.cli.watch import setup_from
from tabletop.cli.words import card, percent, player
from tabletop.faces import UNKNOWN
from tabletop.games import Game
from tabletop.games.walk import phrases
from tabletop.language import plain, say, several, tr, translate
from tabletop.referee.setup import Setup, SetupError, cards_lie_in, layout_in
from tabletop.referee.table_score import DishScore, TableScore, score_table
from tabletop.vision.errors import SourceError, shown

SURE_FROM = 0.9
"""A dish less sure than this is marked."""


def run(arguments: Namespace) -> int:
    """Print the score of the table in the picture, and what the picture leaves open."""
    game = pictured_game_from(arguments)
    setup = setup_from(arguments.setup)
    return score_picture(arguments.image, LateReader(), game, setup, as_json=arguments.json)


def score_picture(
    path: str, reader: ReadsPictures, game: Game, setup: Setup | None = None, *, as_json: bool
) -> int:
    """Read the picture at ``path`` and print its score; returns the exit code. ``setup``: how the
    table lies.

    Raises ``SourceError`` if it can't be read or shows no table, and ``SetupError`` where it can't
    have been taken by the camera that was set up.
    """
    from tabletop.vision.images import load_image

    image, _ = load_image(path)
    name = shown(path)
    reading = reader.read(image)
    if reading.cards and not any(c.up and c.face != UNKNOWN for c in reading.cards):
        raise SourceError(
            say(
                "no face can be read in {name}: all cards lie face down, or the picture is too "
                "bright, too dark or blurred.",
                name=name,
            )
        )
    layout = None if setup is None else layout_in(setup, reading)
    if setup is not None and layout is None:
        raise SetupError(
            say(
                "{name} has another shape than the pictures of the set-up ({width} × "
                "{height} pixels).",
                name=name,
                width=setup.size[0],
                height=setup.size[1],
            )
        )
    if layout is not None and not cards_lie_in(layout, reading):
        raise SetupError(
            say(
                "the cards in {name} don't lie as the set-up says: was the camera moved? Score the "
                "picture without --setup, or set up again.",
                name=name,
            )
        )
    score = score_table(reading, game, layout)
    if score is None:
        raise SourceError(say("{name} shows no table with cards that could be scored.", name=name))
    if as_json:
        print_json_lines()
        print(json_line({"image": name, **msgspec.to_builtins(score, enc_hook=plain)}))
        return DONE
    for line in score_lines(score, game):
        print(line)
    return DONE


def score_lines(score: TableScore, game: Game) -> Iterator[str]:
    """The lines that ``score`` prints: each player's dishes, total and what else it may be."""
    if score.forest:
        cards = several("{n} card", "{n} cards", score.forest)
        yield tr("The game isn't finished: the forest has {cards}. The score so far:", cards=cards)
    for number, side in enumerate(score.players):
        points = translate(phrases.points(side.total))
        if number == 0:
            name = tr("{name} (nearer to the lower edge)", name=player(number))
        else:
            name = player(number)
        yield f"{name}: {points}"
        for dish in side.dishes:
            yield f"  {_dish(dish, game)}"
        for doubt in side.doubts:
            yield f"  ?  {translate(doubt.text)} ({translate(percent(doubt.p))})"


def _dish(dish: DishScore, game: Game) -> str:
    cards = " ".join(card(face) for face in dish.cards)
    if dish.night:
        cards = tr("{cards}, {n} of them a night card", cards=cards, n=dish.night)
    info = game.kinds.get(dish.mushroom)
    name = f"{translate(info.name)}: " if info else ""
    doubt = "" if dish.sure >= SURE_FROM else f" ({tr('{n} sure', n=percent(dish.sure))})"
    return f"{translate(phrases.points(dish.points)):>9}  {name}{cards}{doubt}"
