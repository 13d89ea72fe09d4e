"""What can be written on the command line, and its help. Imports nothing that takes time."""

from __future__ import annotations

import argparse

from tabletop import __version__
from tabletop.cli import examples
from tabletop.cli.choices import THEMES
from tabletop.cli.parsing import Parser
from tabletop.language import LANGUAGES, Text, say
from tabletop.preferences import PIXELS


def build_parser() -> Parser:
    """The parser of all commands; the parsed ``command`` names the one to run."""
    parser = Parser(
        prog="tabletop",
        description=say("follows a card game on a real table through a camera, and referees it"),
        epilog=examples.ALL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"tabletop {__version__}",
        help=say("show program's version number and exit"),
    )
    _language(parser)
    commands = parser.add_subparsers(dest="command", metavar=say("COMMAND"), required=True)

    read = _command(commands, "read", say("name the cards in pictures"), examples.READ)
    read.add_argument("images", metavar=say("IMAGE"), nargs="+", help=say("a picture file"))
    _json(read)
    read.add_argument(
        "--draw",
        metavar=say("OUT"),
        help=say(
            "write the picture with what was read drawn on it: a file for one IMAGE, "
            "a folder for several"
        ),
    )

    watch = _command(commands, "watch", say("follow a game turn by turn"), examples.WATCH)
    watch.add_argument(
        "source",
        metavar=say("SOURCE"),
        help=say("folder, video, camera number, demo, or a game that was kept"),
    )
    _json(watch)
    watch.add_argument("--record", metavar=say("FILE"), help=say("write the game record to FILE"))
    watch.add_argument(
        "--setup",
        metavar=say("FILE"),
        help=say("begin with the set-up in FILE, which setup --save writes"),
    )
    kept = watch.add_mutually_exclusive_group()
    kept.add_argument(
        "--session",
        metavar=say("DIR"),
        help=say("keep all that is seen and told in the new folder DIR"),
    )
    kept.add_argument(
        "--resume", metavar=say("DIR"), help=say("go on with the session kept in DIR")
    )
    kept.add_argument(
        "--no-session",
        action="store_true",
        help=say("keep nothing (of a camera a session is kept in your data folder otherwise)"),
    )
    watch.add_argument("--plain", action="store_true", help=say("lines of text, no dashboard"))
    watch.add_argument(
        "--theme", choices=tuple(THEMES), help=say("colours: dark, light, or without red and green")
    )
    watch.add_argument(
        "--sounds", choices=("on", "off"), help=say("the bell for turns and warnings")
    )
    watch.add_argument(
        "--pixels",
        choices=PIXELS,
        help=say(
            "the picture of the table in full quality: as the terminal says it can (auto, the "
            "default), not at all, or in one way, whatever the terminal says"
        ),
    )
    _game(watch)

    setup = _command(commands, "setup", say("show where the zones of a table lie"), examples.SETUP)
    setup.add_argument(
        "source",
        metavar=say("SOURCE"),
        nargs="?",
        help=say("folder, picture, video, camera number or demo"),
    )
    _json(setup)
    setup.add_argument(
        "--draw", metavar=say("OUT"), help=say("write the picture with the zones drawn on it")
    )
    setup.add_argument(
        "--save", metavar=say("FILE"), help=say("write what was found to FILE, for --setup")
    )
    setup.add_argument(
        "--corners", metavar="X,Y", nargs=4, help=say("corners of the row of eight cards, pixels")
    )
    setup.add_argument(
        "--markers", metavar=say("FILE.pdf"), help=say("write the sheet of markers to print")
    )
    _game(setup)

    fix = _command(commands, "fix", say("put a turn of a kept session right"), examples.FIX)
    fix.add_argument(
        "folder", metavar=say("FOLDER"), help=say("a session folder (of a bundle: to list)")
    )
    fix.add_argument("--turn", metavar="N", type=int, help=say("number of the turn"))
    fix.add_argument("--move", metavar=say("MOVE"), help=say("what the turn was"))
    fix.add_argument("--player", type=int, choices=(1, 2), help=say("who made it"))
    fix.add_argument("--undo", action="store_true", help=say("withdraw the last correction"))
    _json(fix)

    score = _command(commands, "score", say("count both players' points"), examples.SCORE)
    score.add_argument("image", metavar=say("IMAGE"), help=say("a picture of the finished table"))
    score.add_argument(
        "--setup",
        metavar=say("FILE"),
        help=say("the table lies as the set-up in FILE says, which setup --save writes"),
    )
    _json(score)
    _game(score)

    check = _command(commands, "check", say("judge a move in a recorded game"), examples.CHECK)
    check.add_argument("record", metavar=say("RECORD"), help=say("a game record"))
    check.add_argument(
        "--move", metavar=say("MOVE"), required=True, help=say("a move, or a question")
    )
    check.add_argument(
        "--at",
        metavar="N",
        type=int,
        help=say("after turn N; 0 is the start (default: after the last)"),
    )
    _json(check)
    _game(check, say("what the record says"))

    replay = _command(commands, "replay", say("play a record through"), examples.REPLAY)
    replay.add_argument(
        "record", metavar=say("PATH"), help=say("a record, session folder or bundle")
    )
    replay.add_argument("--lenient", action="store_true", help=say("go on after an illegal turn"))
    _json(replay)
    _game(replay, say("what the record says"))

    export = _command(
        commands, "export", say("write a game as HTML, CSV or record"), examples.EXPORT
    )
    export.add_argument(
        "record", metavar=say("PATH"), help=say("a record, session folder or bundle")
    )
    export.add_argument("--html", metavar=say("FILE"), help=say("write a web page to FILE"))
    export.add_argument(
        "--csv", metavar=say("FILE"), help=say("write the turns as a table to FILE")
    )
    export.add_argument(
        "--record", metavar=say("FILE"), dest="to_record", help=say("write the game record to FILE")
    )
    _game(export, say("what the record says"))

    bundle = _command(commands, "bundle", say("make a bug report of a session"), examples.BUNDLE)
    bundle.add_argument("folder", metavar=say("FOLDER"), help=say("a session folder"))
    bundle.add_argument(
        "-o",
        metavar=say("FILE.zip"),
        dest="out",
        help=say("name of the file (default: tabletop-bundle.zip)"),
    )

    serve = _command(commands, "serve", say("show the dashboard in a browser"), examples.SERVE)
    serve.add_argument(
        "--host", default="127.0.0.1", help=say("address to serve at (default: local)")
    )
    serve.add_argument("--port", default="8000", help=say("port to serve at (default: 8000)"))
    serve.add_argument("--token", help=say("what to ask for (default: made up each time)"))
    serve.add_argument(
        "words", metavar=say("WORDS"), nargs=argparse.REMAINDER, help=say("the command to serve")
    )

    rules = _command(commands, "rules", say("look up rules and rulings"), examples.RULES)
    rules.add_argument(
        "words", metavar=say("ID|WORDS"), nargs="*", help=say("an id such as MW-5.1, or words")
    )
    _json(rules)
    _game(rules)

    evaluate = _command(
        commands, "evaluate", say("measure how well labelled pictures are read"), examples.EVALUATE
    )
    evaluate.add_argument(
        "folders", metavar=say("DIR"), nargs="+", help=say("a folder of labelled pictures")
    )
    evaluate.add_argument("--json", action="store_true", help=say("one JSON object"))
    evaluate.add_argument(
        "--write", metavar=say("FILE.md"), help=say("write the tables to this file too")
    )
    evaluate.add_argument(
        "--draw", metavar=say("OUT"), help=say("folder for the worst pictures, drawn")
    )
    evaluate.add_argument(
        "--every",
        metavar="N",
        type=int,
        default=1,
        help=say("only each N-th picture, for a quick look"),
    )
    evaluate.add_argument(
        "--no-cards", action="store_true", help=say("the pictures have no labels and show no cards")
    )
    evaluate.add_argument(
        "--no-floors",
        dest="floors",
        action="store_false",
        help=say("don't hold figures to the floors"),
    )
    evaluate.add_argument(
        "--models", metavar=say("FOLDER"), help=say("other models than those that came")
    )

    enrol = _command(commands, "enrol", say("learn your own deck of cards"), examples.ENROL)
    enrol.add_argument(
        "sources",
        metavar=say("SOURCE"),
        nargs="*",
        help=say("pictures, a folder of them, a camera's number"),
    )
    _json(enrol)
    enrol.add_argument("--name", default="my deck", help=say("what the deck is called"))
    enrol.add_argument(
        "--draw", metavar=say("OUT"), help=say("write what each card was taken for to OUT")
    )
    enrol.add_argument("--list", action="store_true", help=say("name the enrolled decks"))
    enrol.add_argument("--forget", metavar="NAME", help=say("forget an enrolled deck"))

    _simulate(commands)
    paint = _command(
        commands, "paint", say("paint a simulated game with its truth"), examples.PAINT
    )
    paint.add_argument(
        "source", metavar=say("SOURCE"), help=say("a simulated camera, such as sim:seed=7")
    )
    paint.add_argument("out", metavar=say("FOLDER"), help=say("a new folder"))
    paint.add_argument(
        "--quality", metavar="N", type=int, default=85, help=say("of the JPEG files (default: 85)")
    )
    _game(paint)
    return parser


def _simulate(commands: argparse._SubParsersAction[Parser]) -> None:
    simulate = _command(
        commands, "simulate", say("let computer players play many games"), examples.SIMULATE
    )
    simulate.add_argument(
        "--games", metavar="N", default="100", help=say("how many (default: 100)")
    )
    simulate.add_argument(
        "--players",
        metavar="A,B",
        default="thinker,thinker",
        help=say("the two who play (default: thinker,thinker)"),
    )
    simulate.add_argument(
        "--seed", metavar="S", default="0", help=say("a number; the same one gives the same games")
    )
    simulate.add_argument(
        "--jobs", metavar="J", default="1", help=say("processor cores to use (default: 1)")
    )
    simulate.add_argument(
        "--json", action="store_true", help=say("one JSON object, sums over games")
    )
    _game(simulate)


def _command(
    commands: argparse._SubParsersAction[Parser], name: str, says: Text, below: Text
) -> Parser:
    parser = commands.add_parser(
        name,
        help=says,
        description=says,
        epilog=below,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _language(parser)
    return parser


def _language(parser: Parser) -> None:
    """``--language``, before the command and after it; left out where it isn't given."""
    names = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    parser.add_argument(
        "--language",
        metavar="CODE",
        choices=tuple(LANGUAGES),
        default=argparse.SUPPRESS,
        help=say(
            "the language of all that players read: {names} (default: your system's)", names=names
        ),
    )


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=say("one JSON object a line"))


def _game(parser: Parser, default: Text | None = None) -> None:
    """``--game`` and ``--set``; ``default`` says what holds without them, if not the main game."""
    parser.add_argument(
        "--game",
        metavar="NAME",
        default=None if default else "mushroom-walk",
        help=say("the game that is played (default: {game})", game=default or "mushroom-walk"),
    )
    parser.add_argument(
        "--set",
        metavar=say("NAME=VALUE"),
        action="append",
        default=[],
        dest="settings",
        help=say("a house setting; may be given several times"),
    )
