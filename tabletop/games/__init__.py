"""The rules of the games tabletop can follow; pure Python, no pictures.

In short:

>>> import random
>>> from tabletop.games import game_named, mushroom_walk as mw
>>> rng = random.Random(7)
>>> game = game_named("mushroom-walk", ["moon=jack"])  # or "original-numbers", "fungi"
>>> state = mw.setup(game, rng)  # or mw.deal(game, cards, night, first) for a given shuffle
>>> while not state.over:
...     moves = mw.legal_moves(state)  # worked out when asked for: iterate, len(), in
...     cooking = [move for move in moves if isinstance(move, mw.Cook)]
...     state = mw.play(state, rng.choice(cooking or list(moves)))
>>> mw.scores(state), mw.winner(state), state.reason
((21, 24), 1, 'forest empty')
>>> ruling = mw.judge(state, mw.parse_move("take 3"))
>>> ruling.verdict, ruling.breaches[0].rule, ruling.breaches[0].facts
('illegal', 'MW-8.1', 'the game has ended: forest empty')

**Kinds** are one character: ``2``–``9``, ``T`` mushrooms, ``N`` pan, ``O`` moon, ``B`` butter,
``C`` cider, ``K`` basket, ``P`` poison, ``?`` a card whose kind is not known. Several cards are a
string of kinds. ``game.kind_of(face)`` and ``game.faces_of(kind)`` translate faces. Fungi has cards
of its own: their faces are their kinds, and ``game.playing_cards`` is false.

**State** (a NamedTuple): ``game``, ``forest`` (nearest the decay pile first), ``draw`` and
``night`` (top first), ``decay`` and ``discard`` (oldest first), ``spent`` (the night cards among
the discards), ``players`` (two ``Player``), ``to_move``, ``reason`` (``""`` while the game goes
on, then ``"forest empty"`` or ``"both stuck"``). **Player**: ``hand`` (day cards, sorted),
``night`` (night cards, sorted), ``baskets``, ``pans`` (empty ones), ``sticks``, ``poison`` (for
each poison mushroom how many of the player's own turns must still end), ``dishes``
(``Dish(mushroom, day, night, butter, cider)``); properties ``held`` (cards that count) and
``limit``.

**Moves**: ``Take(position, discards=())`` (1 = nearest the decay pile), ``Decay(discards=())``,
``Cook(mushroom, day, night, butter, cider, pan)`` with ``pan`` ``"hand"`` or ``"display"``,
``Sell(mushroom, day, night)``, ``PutPan()``. Discards are a sorted tuple of ``("d"|"n", kind)``.
Text: ``format_move(move)``, ``parse_move(text)``, ``describe(move, state)``.

**Unknown cards.** A state with ``?`` is what a camera knows: in the piles ``?`` is a card not yet
turned up, in a hand one not yet seen. ``unknown_state(game, forest, …)`` makes the first one.
``play(state, move, refill="9", night="4")`` names what is turned up. ``legal_moves`` then holds
every move that some value of the ``?`` allows; the verdict of ``judge(state, move)`` is then
``"legal"``, ``"possible"`` or ``"illegal"``. Cards in a hand are used before its ``?``.
``reveal(state, draw=…, night=…)`` turns ``?`` into kinds without a move: a decay pile with a moon
and a poison mushroom is listed without discards until the night card is known (R-19).
``play(…, strict=False)`` does an illegal move as far as it can be done, for following a table where
it was done all the same.

``skip_stuck(state)`` passes the turn on where unknown cards leave open whether the player to move
is stuck. ``turned_up(state, move)`` says how many cards a move turns up.

**Hidden hands.** A state with ``?`` says what is known at one moment. ``Knowledge`` holds what
follows from a whole game so far, from the camera's side (``Knowledge.of(state)``) or a player's:
``known.play(move, refill="9")``, then ``known.bounds(player)`` for the least and most cards of each
kind a hand can hold, ``known.at(turn)`` for the same at an earlier turn by all evidence since,
``known.sample(rng)`` for a full state that fits. ``judge(known, move)`` says ``"possible"`` exactly
where some full state that fits all that was seen makes the move legal.

**Scores.** ``outcome(state)`` says who is ahead or has won, by what and by which rule;
``score_sheet(state, player)`` shows every dish, its cards and the rule behind each point, and
``sheet_text(state)`` says both as text.

**Rulings.** ``judge(state, move)`` gives a ``Ruling(verdict, breaches, doubts, facts)``: every
broken rule as ``Breach(rule, sentence, facts, cure)``, or what a ``"possible"`` depends on. It
never raises. The claim "I can't do anything" is judged as ``Stuck()`` (``parse_claim("stuck")``);
``judge(state, move, player)`` also says whose turn it is. Ids are those of the game that is played
(``MW-…`` or ``FU-…``, and the shared rulings ``R-…``): ``game.rules[id]`` holds its rules in our
words, ``RULES[id]`` those of all games.
"""

from tabletop.games.catalogue import GAMES, RULES, game_named, settings_of
from tabletop.games.settings import Setting, SettingError
from tabletop.games.walk.game import Game

__all__ = ["GAMES", "RULES", "Game", "Setting", "SettingError", "game_named", "settings_of"]
