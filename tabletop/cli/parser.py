"""What can be written on the command line, and its help. Imports nothing that takes time."""

from __future__ import annotations

import argparse
from typing import NoReturn

from tabletop import __version__
from tabletop.cli.choices import PIXELS, THEMES
from tabletop.cli.codes import USAGE
from tabletop.cli.streams import complain
from tabletop.language import LANGUAGES, tr

_EXAMPLES = """\
examples:
  tabletop watch demo                   follow the sample game on the dashboard
  tabletop watch 0                      follow the game under camera 0
  tabletop watch frames/ --json         a folder of pictures in, one event a line out
  tabletop watch game.mp4 --record game.txt
  tabletop fix evening/ --turn 12 --move "sell 8 8 8"
  tabletop read photo.jpg --draw seen.png
  tabletop score table.jpg              both players' points from one picture
  tabletop evaluate photos/             how well the cards of labelled pictures are read

exit codes: 0 done, 1 something went wrong, 2 the command can't be understood
"""

_READ_EXAMPLES = """\
examples:
  tabletop read photo.jpg
  tabletop read *.jpg --json
  tabletop read photo.jpg --draw seen.png
  tabletop read *.jpg --draw seen/
"""

_WATCH_EXAMPLES = """\
SOURCE is a folder of pictures, a video, a camera's number, demo (the sample game), or sim:… (a
simulated camera over a game between computer players; see tabletop paint --help).
Without a terminal, and with --plain, events come as one line of plain words each, without signs, as
a screen reader wants them. With --plain questions are answered by typing a number.

examples:
  tabletop watch demo
  tabletop watch 0 --record game.txt
  tabletop watch frames/ --json
  tabletop watch game.mp4 --set moon=jack
  tabletop watch sim:seed=7,difficulty=normal
  tabletop watch 0 --session evening/
  tabletop watch 0 --resume evening/
"""

_FIX_EXAMPLES = """\
FOLDER is a session kept by watch --session. Without --turn and --undo its turns are listed.
The move is written as in that list. Every picture since is judged again: later turns and the
scores follow.

examples:
  tabletop fix evening/
  tabletop fix evening/ --turn 12 --move "sell 8 8 8"
  tabletop fix evening/ --turn 7 --move "take 1 discard 2 2" --player 2
  tabletop fix evening/ --undo
"""

_ENROL_EXAMPLES = """\
Lay the deck out face up, each suit in a row from ace to king, the jokers in a row of their
own, one card face down; photograph it from above. Several pictures, in other light too, teach more.
read, watch and score know an enrolled deck from then on.

examples:
  tabletop enrol deck.jpg
  tabletop enrol one.jpg two.jpg --name grandmas --draw taken-for.png
  tabletop enrol 0                      from camera 0
  tabletop enrol --list
  tabletop enrol --forget grandmas
"""

_SETUP_EXAMPLES = """\
SOURCE is as for watch. Nothing has to be set up: watch finds the table by itself. This shows what
it finds, and keeps it for a camera that stays where it is.

Where the table isn't found, or wrongly, there are two other ways:
  Markers: print the sheet that --markers writes, cut the markers out, lay each on its place on the
  empty table; setup recognises them.
  Corners: give the corners of the row of eight forest cards, in pixels of the picture: from the
  first card (at the feet, by the decay pile) along the row to the eighth, then back along the other
  side.

examples:
  tabletop setup 0 --draw zones.png
  tabletop setup 0 --save kitchen.json
  tabletop watch 0 --setup kitchen.json
  tabletop setup --markers markers.pdf
  tabletop setup table.jpg --corners 210,480 1395,470 1400,610 205,622 --save kitchen.json
"""

_SCORE_EXAMPLES = """\
examples:
  tabletop score table.jpg
  tabletop score table.jpg --json
"""


_EVALUATE_EXAMPLES = """\
DIR holds labels.json or truth.jsonl, or folders that do; docs/evaluate.md describes both.
Exit code 1 if a figure is below its floor.

examples:
  tabletop evaluate photos/
  tabletop evaluate photos/ --write table.md --draw worst/
  tabletop evaluate photos/ --every 10     a quick look at each tenth picture
  tabletop evaluate bare/ --no-cards       pictures that show no cards; every card found is wrong
"""

_SIMULATE_EXAMPLES = """\
Computer players, the weakest first: random, greedy, thinker, expert. None sees a hidden card.
Two different ones play each shuffle twice, with seats swapped. Ctrl-C shows the table so far.

examples:
  tabletop simulate --games 1000 --players greedy,random
  tabletop simulate --games 200 --players expert,expert --jobs 4
  tabletop simulate --game fungi --players thinker,thinker --seed 7 --json
"""

_PAINT_EXAMPLES = """\
SOURCE is sim: and what the game should be like, parted by commas; what isn't said is left to the
seed and the difficulty:
  seed=N                      which game
  difficulty=easy|normal|hard (default: normal)
  turns=N                     stop after so many
  players=greedy+expert       who plays (random, greedy, thinker, expert)
  size=1280x720  tilt=30  yaw=180  focal=0.9      the camera
  light=day|lamp|glare  cloth=oak|walnut|felt|linen|check|PICTURE  deck=FOLDER
  busy=0.15  half=0.1         shares of turns seen with an arm, seen half done
  missing=0.3  bumps=1  messy=1.5                 pictures left out, pushes, sloppiness
  night=yes|no                whether night cards lie sideways in dishes
  wrong=all|MW-5.1|pair+butter  slips=6           wrong acts, put right after two pictures
FOLDER gets the pictures, truth.jsonl and game.json.

examples:
  tabletop paint sim:seed=7 game7/
  tabletop paint sim:seed=7,difficulty=hard,wrong=all game7/
"""

_CHECK_EXAMPLES = """\
RECORD is a game record, written by tabletop watch --record or by hand. MOVE is a move as in the
record, or stuck; it is judged for the player to move unless it starts with p1 or p2, by all that
the record shows of the hands, in later turns too until one is illegal. Cards that nobody saw may
leave it open: then it is possible, and the answer says what it depends on.

examples:
  tabletop check game.txt --move "take 5"
  tabletop check game.txt --at 22 --move "cook 9 9 9* B"
  tabletop check game.txt --at 22 --move "p2 stuck" --json

exit codes: 0 legal or possible, 1 illegal, 2 the question can't be answered
"""

_REPLAY_EXAMPLES = """\
examples:
  tabletop replay game.txt
  tabletop replay game.txt --lenient      go on after an illegal turn and list all
  tabletop replay game.txt --json
  tabletop replay evening/                a kept session, from what was seen
  tabletop replay report.zip              a bundle

exit codes: 0 all is legal or possible, 1 a turn, a decision or the result is against the rules,
2 the record can't be read
"""

_EXPORT_EXAMPLES = """\
PATH is a game record or a session folder, of a finished game or of one that goes on. The page holds
the score sheets, a graph of the points, all turns and, of a session, pictures of both displays; it
needs no other file and no network. FILE may be -, standard output.

examples:
  tabletop export game.txt --html game.html
  tabletop export evening/ --html evening.html --csv evening.csv --record evening.txt
  tabletop export game.txt --language de --html spiel.html
  tabletop export game.txt --csv - | column -s, -t
"""

_BUNDLE_EXAMPLES = """\
FOLDER is a session kept by watch --session. The zip file is a bug report: the journal, the record
and the pictures, black outside the table's edge. Names, file names, dates and whatever else tells
who you are is left out. tabletop replay and tabletop watch take it as they take the folder.

examples:
  tabletop bundle evening/
  tabletop bundle evening/ -o report.zip
  tabletop replay report.zip
"""

_SERVE_EXAMPLES = """\
WORDS are a watch command. The address that is printed holds a token; without it nothing
is sent. Only this machine can reach it unless --host names another address; then anybody in between
can read along, since it is plain http: use it at home, or behind a tunnel.

examples:
  tabletop serve watch 0
  tabletop serve --port 9000 watch demo
  tabletop serve --host 0.0.0.0 watch 0 --session evening/
"""

_RULES_EXAMPLES = """\
examples:
  tabletop rules                          all ids and titles
  tabletop rules MW-5.1
  tabletop rules MW-5                     all rules of that section
  tabletop rules decay pile               all rules that speak of it
  tabletop rules --game fungi basket
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        what = message[:1].lower() + message[1:]
        complain(tr("{prog}: {what} (see {prog} --help)", prog=self.prog, what=what))
        self.exit(USAGE)


def build_parser() -> Parser:
    """The parser of all commands; the parsed ``command`` names the one to run."""
    parser = Parser(
        prog="tabletop",
        description="Follows a card game on a real table through a camera, and referees it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tabletop {__version__}")
    _language(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    read = _command(commands, "read", "name the cards in pictures", _READ_EXAMPLES)
    read.add_argument("images", metavar="IMAGE", nargs="+", help="a picture file")
    _json(read)
    read.add_argument(
        "--draw",
        metavar="OUT",
        help="write the picture with what was read drawn on it: a file for one IMAGE, "
        "a folder for several",
    )

    watch = _command(commands, "watch", "follow a game turn by turn", _WATCH_EXAMPLES)
    watch.add_argument("source", metavar="SOURCE", help="folder, video, camera number or demo")
    _json(watch)
    watch.add_argument("--record", metavar="FILE", help="write the game record to FILE")
    watch.add_argument("--setup", metavar="FILE", help="begin with the set-up in FILE")
    kept = watch.add_mutually_exclusive_group()
    kept.add_argument(
        "--session", metavar="DIR", help="keep all that is seen and told in the new folder DIR"
    )
    kept.add_argument("--resume", metavar="DIR", help="go on with the session kept in DIR")
    kept.add_argument(
        "--no-session",
        action="store_true",
        help="keep nothing (of a camera a session is kept in your data folder otherwise)",
    )
    watch.add_argument("--plain", action="store_true", help="lines of text, no dashboard")
    watch.add_argument(
        "--theme", choices=tuple(THEMES), help="colours: dark, light, or without red and green"
    )
    watch.add_argument("--sounds", choices=("on", "off"), help="the bell for turns and warnings")
    watch.add_argument(
        "--pixels",
        choices=PIXELS,
        help="the picture of the table in full quality: as the terminal says it can (auto, so it "
        "is), not at all, or in one way without asking",
    )
    _game(watch)

    setup = _command(commands, "setup", "show where the zones of a table lie", _SETUP_EXAMPLES)
    setup.add_argument(
        "source", metavar="SOURCE", nargs="?", help="folder, picture, video, camera number or demo"
    )
    _json(setup)
    setup.add_argument("--draw", metavar="OUT", help="write the picture with the zones drawn on it")
    setup.add_argument("--save", metavar="FILE", help="write what was found to FILE, for --setup")
    setup.add_argument(
        "--corners", metavar="X,Y", nargs=4, help="corners of the row of eight cards, pixels"
    )
    setup.add_argument("--markers", metavar="FILE.pdf", help="write the sheet of markers to print")
    _game(setup)

    fix = _command(commands, "fix", "put a turn of a kept session right", _FIX_EXAMPLES)
    fix.add_argument("folder", metavar="FOLDER", help="a session folder")
    fix.add_argument("--turn", metavar="N", type=int, help="number of the turn")
    fix.add_argument("--move", metavar="MOVE", help="what the turn was")
    fix.add_argument("--player", type=int, choices=(1, 2), help="who made it")
    fix.add_argument("--undo", action="store_true", help="withdraw the last correction")
    _json(fix)

    score = _command(commands, "score", "count both players' points", _SCORE_EXAMPLES)
    score.add_argument("image", metavar="IMAGE", help="a picture of the finished table")
    score.add_argument("--setup", metavar="FILE", help="the table lies as the set-up in FILE says")
    _json(score)
    _game(score)

    check = _command(commands, "check", "judge a move in a recorded game", _CHECK_EXAMPLES)
    check.add_argument("record", metavar="RECORD", help="a game record")
    check.add_argument("--move", metavar="MOVE", required=True, help='a move, or "stuck"')
    check.add_argument(
        "--at", metavar="N", type=int, help="after turn N; 0 is the start (default: after the last)"
    )
    _json(check)
    _game(check, "what the record says")

    replay = _command(commands, "replay", "play a record through", _REPLAY_EXAMPLES)
    replay.add_argument("record", metavar="PATH", help="a record, session folder or bundle")
    replay.add_argument("--lenient", action="store_true", help="go on after an illegal turn")
    _json(replay)
    _game(replay, "what the record says")

    export = _command(commands, "export", "write a game as HTML, CSV or record", _EXPORT_EXAMPLES)
    export.add_argument("record", metavar="PATH", help="a game record or a session folder")
    export.add_argument("--html", metavar="FILE", help="write a web page to FILE")
    export.add_argument("--csv", metavar="FILE", help="write the turns as a table to FILE")
    export.add_argument(
        "--record", metavar="FILE", dest="to_record", help="write the game record to FILE"
    )
    _game(export, "what the record says")

    bundle = _command(commands, "bundle", "make a bug report of a session", _BUNDLE_EXAMPLES)
    bundle.add_argument("folder", metavar="FOLDER", help="a session folder")
    bundle.add_argument(
        "-o", metavar="FILE.zip", dest="out", help="name of the file (default: tabletop-bundle.zip)"
    )

    serve = _command(commands, "serve", "show the dashboard in a browser", _SERVE_EXAMPLES)
    serve.add_argument("--host", default="127.0.0.1", help="address to serve at (default: local)")
    serve.add_argument("--port", default="8000", help="port to serve at (default: 8000)")
    serve.add_argument("--token", help="what to ask for (default: made up each time)")
    serve.add_argument(
        "words", metavar="WORDS", nargs=argparse.REMAINDER, help="the command to serve"
    )

    rules = _command(commands, "rules", "look up rules and rulings", _RULES_EXAMPLES)
    rules.add_argument(
        "words", metavar="ID|WORDS", nargs="*", help="an id such as MW-5.1, or words"
    )
    _json(rules)
    _game(rules)

    evaluate = _command(
        commands, "evaluate", "measure how well labelled pictures are read", _EVALUATE_EXAMPLES
    )
    evaluate.add_argument("folders", metavar="DIR", nargs="+", help="a folder of labelled pictures")
    evaluate.add_argument("--json", action="store_true", help="one JSON object")
    evaluate.add_argument("--write", metavar="FILE.md", help="write the tables to this file too")
    evaluate.add_argument("--draw", metavar="OUT", help="folder for the worst pictures, drawn")
    evaluate.add_argument(
        "--every", metavar="N", type=int, default=1, help="only each N-th picture, for a quick look"
    )
    evaluate.add_argument(
        "--no-cards", action="store_true", help="the pictures have no labels and show no cards"
    )
    evaluate.add_argument(
        "--no-floors", dest="floors", action="store_false", help="don't hold figures to the floors"
    )
    evaluate.add_argument("--models", metavar="FOLDER", help="other models than those that came")

    enrol = _command(commands, "enrol", "learn your own deck of cards", _ENROL_EXAMPLES)
    enrol.add_argument(
        "sources", metavar="SOURCE", nargs="*", help="pictures, a folder of them, a camera's number"
    )
    _json(enrol)
    enrol.add_argument("--name", default="my deck", help="what the deck is called")
    enrol.add_argument("--draw", metavar="OUT", help="write what each card was taken for to OUT")
    enrol.add_argument("--list", action="store_true", help="name the enrolled decks")
    enrol.add_argument("--forget", metavar="NAME", help="forget an enrolled deck")

    _simulate(commands)
    paint = _command(commands, "paint", "paint a simulated game with its truth", _PAINT_EXAMPLES)
    paint.add_argument("source", metavar="SOURCE", help="a simulated camera, such as sim:seed=7")
    paint.add_argument("out", metavar="FOLDER", help="a new folder")
    paint.add_argument("--quality", type=int, default=85, help="of the JPEG files (default: 85)")
    _game(paint)
    return parser


def _simulate(commands: argparse._SubParsersAction[Parser]) -> None:
    simulate = _command(
        commands, "simulate", "let computer players play many games", _SIMULATE_EXAMPLES
    )
    simulate.add_argument("--games", metavar="N", default="100", help="how many (default: 100)")
    simulate.add_argument(
        "--players",
        metavar="A,B",
        default="thinker,thinker",
        help="the two who play (default: thinker,thinker)",
    )
    simulate.add_argument(
        "--seed", metavar="S", default="0", help="a number; the same one gives the same games"
    )
    simulate.add_argument(
        "--jobs", metavar="J", default="1", help="processor cores to use (default: 1)"
    )
    simulate.add_argument("--json", action="store_true", help="one JSON object, sums over games")
    _game(simulate)


def _command(
    commands: argparse._SubParsersAction[Parser], name: str, says: str, examples: str
) -> Parser:
    parser = commands.add_parser(
        name,
        help=says,
        description=says[:1].upper() + says[1:] + ".",
        epilog=examples,
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
        help=f"the language of all that players read: {names} (default: your system's)",
    )


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _game(parser: Parser, default: str = "") -> None:
    """``--game`` and ``--set``; ``default`` says what holds without them, if not the main game."""
    parser.add_argument(
        "--game",
        metavar="NAME",
        default=None if default else "mushroom-walk",
        help=f"the game that is played (default: {default or 'mushroom-walk'})",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="a house setting; may be given several times",
    )
