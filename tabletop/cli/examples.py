"""What stands below the options in each command's help: more to know, and examples."""

from __future__ import annotations

from typing import Final

from tabletop.language import say

ALL: Final = say(
    """\
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
)

READ: Final = say(
    """\
examples:
  tabletop read photo.jpg
  tabletop read *.jpg --json
  tabletop read photo.jpg --draw seen.png
  tabletop read *.jpg --draw seen/
"""
)

WATCH: Final = say(
    """\
SOURCE is a folder of pictures, a video, a camera's number, demo (the sample game), or sim:… (a
simulated camera over a game between computer players; see tabletop paint --help). A game record, a
session's folder or a bundle is played again; nothing in it changes.
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
  tabletop watch evening/
  tabletop watch game.txt
"""
)

FIX: Final = say(
    """\
FOLDER is a session kept by watch --session. Without --turn and --undo its turns are listed.
The move is written as in that list. Every picture since is judged again: later turns and the
scores follow.

examples:
  tabletop fix evening/
  tabletop fix evening/ --turn 12 --move "sell 8 8 8"
  tabletop fix evening/ --turn 7 --move "take 1 discard 2 2" --player 2
  tabletop fix evening/ --undo
"""
)

ENROL: Final = say(
    """\
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
)

SETUP: Final = say(
    """\
SOURCE is a picture, a folder of pictures, a video, a camera's number, demo (the sample game) or
sim:… (a simulated camera; see tabletop paint --help). Nothing has to be set up: watch and score
find the table by themselves. This shows what they find, and keeps it for a camera that stays where
it is.

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
)

SCORE: Final = say(
    """\
Where the table isn't found, or wrongly, tabletop setup --save writes a set-up from markers or
corners; --setup takes it.

examples:
  tabletop score table.jpg
  tabletop score table.jpg --json
  tabletop setup table.jpg --corners 210,480 1395,470 1400,610 205,622 --save kitchen.json
  tabletop score table.jpg --setup kitchen.json
"""
)

EVALUATE: Final = say(
    """\
DIR holds labels.json or truth.jsonl, or folders that do; docs/evaluate.md describes both.
Exit code 1 if a figure is below its floor.

examples:
  tabletop evaluate photos/
  tabletop evaluate photos/ --write table.md --draw worst/
  tabletop evaluate photos/ --every 10     a quick look at each tenth picture
  tabletop evaluate bare/ --no-cards       pictures that show no cards; every card found is wrong
"""
)

SIMULATE: Final = say(
    """\
Computer players, the weakest first: random, greedy, thinker, expert. None sees a hidden card.
Two different ones play each shuffle twice, with seats swapped. Ctrl-C shows the table so far.

examples:
  tabletop simulate --games 1000 --players greedy,random
  tabletop simulate --games 200 --players expert,expert --jobs 4
  tabletop simulate --game fungi --players thinker,thinker --seed 7 --json
"""
)

PAINT: Final = say(
    """\
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
)

CHECK: Final = say(
    """\
RECORD is a game record, written by tabletop watch --record or by hand. MOVE is a move as in the
record, stuck, or a question in words. It is judged for the player to move unless it names one (by
name, or as p1 or p2), by all that the record shows of the hands, in later turns too until one is
illegal. Cards that nobody saw may leave it open: then it is possible, and the answer says what it
depends on.

examples:
  tabletop check game.txt --move "take 5"
  tabletop check game.txt --move "may Ben take the fourth card?"
  tabletop check game.txt --at 22 --move "cook 9 9 9* B"
  tabletop check game.txt --at 22 --move "p2 stuck" --json

exit codes: 0 legal or possible, 1 illegal, 2 the question can't be answered
"""
)

REPLAY: Final = say(
    """\
examples:
  tabletop replay game.txt
  tabletop replay game.txt --lenient      go on after an illegal turn and list all
  tabletop replay game.txt --json
  tabletop replay evening/                a kept session, from what was seen
  tabletop replay report.zip              a bundle

exit codes: 0 all is legal or possible, 1 a turn, a decision or the result is against the rules,
2 the record can't be read
"""
)

EXPORT: Final = say(
    """\
PATH is a game record, a session folder or a bundle, of a finished game or of one that goes on. The
page holds the score sheets, a graph of the points, all turns and, of a session, pictures of both
displays; it needs no other file and no network. FILE may be -, standard output.

examples:
  tabletop export game.txt --html game.html
  tabletop export evening/ --html evening.html --csv evening.csv --record evening.txt
  tabletop export game.txt --language de --html spiel.html
  tabletop export game.txt --csv - | column -s, -t
"""
)

BUNDLE: Final = say(
    """\
FOLDER is a session kept by watch --session. The zip file is a bug report: the journal, the record
and the pictures, black outside the table's edge. Names, file names, dates and whatever else tells
who you are is left out. tabletop replay and tabletop watch take it as they take the folder.

examples:
  tabletop bundle evening/
  tabletop bundle evening/ -o report.zip
  tabletop replay report.zip
"""
)

SERVE: Final = say(
    """\
WORDS are a watch command. The address that is printed holds a token; without it nothing
is sent. Only this machine can reach it unless --host names another address; then anybody in between
can read along, since it is plain http: use it at home, or behind a tunnel.

examples:
  tabletop serve watch 0
  tabletop serve --port 9000 watch demo
  tabletop serve --host 0.0.0.0 watch 0 --session evening/
"""
)

RULES: Final = say(
    """\
examples:
  tabletop rules                          all ids and titles
  tabletop rules MW-5.1
  tabletop rules MW-5                     all rules of that section
  tabletop rules decay pile               all rules that speak of it
  tabletop rules --game fungi basket
"""
)
