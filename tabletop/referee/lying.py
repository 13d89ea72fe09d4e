"""Which faces lie where, followed through the lines of a record.

The engine knows kinds. Where a line names a card's face, it is followed from pile to hand to dish;
where only a kind was written, or a card can't be told from another of its kind, the kind stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tabletop.faces import UNKNOWN
from tabletop.games.mushroom_walk import Cook, Decay, Game, Move, PutPan, Sell, State, Take
from tabletop.games.walk.game import ANY, BASKET, BUTTER, CIDER, DECAY_SIZE, MOON, PAN, POISON
from tabletop.games.walk.text import NIGHT_MARK
from tabletop.record import Dealt

Faces = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """Faces, or kinds where only those are known, of all that was named. ``hands`` and ``nights``:
    of each player; ``dishes``: for each dish its pan, its night cards, then the others."""

    forest: Faces = ()
    decay: Faces = ()
    discard: Faces = ()
    hands: tuple[Faces, Faces] = ((), ())
    nights: tuple[Faces, Faces] = ((), ())
    dishes: tuple[tuple[Faces, ...], tuple[Faces, ...]] = ((), ())


def laid(game: Game, dealt: Sequence[Dealt], state: State) -> Lying:
    """The faces on a table laid out by ``dealt``, which ``state`` describes in kinds."""

    def cards(verb: str, player: int | None = None) -> Faces:
        return tuple(c for d in dealt if d.verb == verb and d.player == player for c in d.cards)

    hands, nights, dishes = [], [], []
    for who in (0, 1):
        own = (*cards("deal", who), *cards("hand", who))
        hands.append(tuple(c for c in own if kind_of(game, c) not in (MOON, POISON, BASKET)))
        nights.append(cards("night", who))
        lines = [d.cards for d in dealt if d.verb == "dish" and d.player == who]
        dishes.append(tuple(map(_dish_line, lines)))
    return fitted(
        Lying(
            cards("forest"),
            cards("decay-pile"),
            cards("discard-pile"),
            (hands[0], hands[1]),
            (nights[0], nights[1]),
            (dishes[0], dishes[1]),
        ),
        state,
    )


def moved(before: Lying, move: Move, player: int, dealt: Sequence[Dealt], state: State) -> Lying:
    """``before`` after ``move`` of ``player``; ``dealt``: what it turned up; ``state``: the table
    after it."""
    game = state.game
    row, decay, discard = list(before.forest), list(before.decay), list(before.discard)
    hand, night = list(before.hands[player]), list(before.nights[player])
    dishes = before.dishes[player]
    night += [c for d in dealt if d.verb == "night" for c in d.cards]
    if isinstance(move, Take | Decay):
        taken = decay if isinstance(move, Decay) else row[move.position - 1 : move.position]
        for card in taken:
            kind = kind_of(game, card)
            if kind == MOON:
                discard.append(card)
            elif kind not in (BASKET, POISON):
                hand.append(card)
        if isinstance(move, Decay):
            decay = []
        else:
            del row[move.position - 1 : move.position]
        for pile, kind in move.discards:
            discard += _pick(game, night if pile == "n" else hand, kind, 1)
    elif isinstance(move, Cook):
        nights = _pick(game, night, move.mushroom, move.night)
        days = _pick(game, hand, move.mushroom, move.day)
        extra = _pick(game, hand, BUTTER, move.butter) + _pick(game, hand, CIDER, move.cider)
        pan = _pick(game, hand, PAN, 1) if move.pan == "hand" else [PAN]
        dishes = (*dishes, (*pan, *nights, *days, *extra))
    elif isinstance(move, Sell):
        discard += _pick(game, hand, move.mushroom, move.day)
        discard += _pick(game, night, move.mushroom, move.night)
    elif isinstance(move, PutPan):
        _pick(game, hand, PAN, 1)
    if row:
        if len(decay) >= DECAY_SIZE:
            discard, decay = discard + decay, []
        decay.append(row.pop(0))
    row += [c for d in dealt if d.verb == "turn" for c in d.cards]
    lying = Lying(
        tuple(row),
        tuple(decay),
        tuple(discard),
        _with(before.hands, player, tuple(hand)),
        _with(before.nights, player, tuple(night)),
        (dishes, before.dishes[1]) if player == 0 else (before.dishes[0], dishes),
    )
    return fitted(lying, state)


def fitted(lying: Lying, state: State) -> Lying:
    """``lying`` with the kinds that ``state`` knows wherever the faces say something else."""
    game = state.game
    one, two = state.players
    return Lying(
        _row(game, lying.forest, state.forest),
        _row(game, lying.decay, state.decay),
        lying.discard,
        (_heap(game, lying.hands[0], one.hand), _heap(game, lying.hands[1], two.hand)),
        (_heap(game, lying.nights[0], one.night), _heap(game, lying.nights[1], two.night)),
        lying.dishes,
    )


def kind_of(game: Game, card: str) -> str:
    """The kind of ``card``, a face or a kind, with or without a night card's mark."""
    name = card.removesuffix(NIGHT_MARK)
    return name if len(name) == 1 else game.kind_of(name)


def _row(game: Game, faces: Faces, kinds: str) -> Faces:
    """A face for each of ``kinds``, in order."""
    padded = (*faces, *(UNKNOWN,) * len(kinds))
    return tuple(
        face if kind_of(game, face) == kind else _by_kind(kind)
        for face, kind in zip(padded, kinds, strict=False)
    )


def _heap(game: Game, faces: Faces, kinds: str) -> Faces:
    """A face for each of ``kinds``, in any order; those of ``faces`` that fit."""
    left = list(faces)
    found = [_pick(game, left, kind, 1)[0] for kind in kinds if kind != ANY]
    return tuple(found) + (UNKNOWN,) * kinds.count(ANY)


def _pick(game: Game, cards: list[str], kind: str, number: int) -> list[str]:
    """``number`` cards of ``kind``, taken out of ``cards``; where there are none, unknown ones go,
    as the kind they must have been."""
    picked = []
    for _ in range(number):
        found = next((c for c in cards if kind_of(game, c) == kind), None)
        if found is not None:
            cards.remove(found)
        elif UNKNOWN in cards:
            cards.remove(UNKNOWN)
        picked.append(found or _by_kind(kind))
    return picked


def _by_kind(kind: str) -> str:
    return UNKNOWN if kind == ANY else kind


def _dish_line(cards: Iterable[str]) -> Faces:
    """The cards of a dish as a dealer line gives them, the pan before them."""
    ordered = sorted(cards, key=lambda c: not c.endswith(NIGHT_MARK))
    return (PAN, *(c.removesuffix(NIGHT_MARK) for c in ordered))


def _with(pair: tuple[Faces, Faces], player: int, new: Faces) -> tuple[Faces, Faces]:
    return (new, pair[1]) if player == 0 else (pair[0], new)
