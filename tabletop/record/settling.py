"""What a record says in the end: its corrections carried out."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.language import say
from tabletop.record.entries import Corrected, Dealt, Entry, Played, Undone
from tabletop.record.errors import ReplayError


@dataclass(slots=True)
class Block:
    """A turn and the dealer lines that belong to it; without a turn, dealer lines that lay out the
    table: the set-up, or in mid-game how the table lies where turns went unseen."""

    played: Played | None = None
    dealt: list[Dealt] = field(default_factory=list)


def settled(entries: tuple[Entry, ...]) -> list[Block]:
    """The set-up and all turns as the corrections leave them, in order.

    Raises ReplayError for a correction of a turn that wasn't played.
    """
    blocks = [Block()]
    turns: list[Block] = []
    current, renewed = blocks[0], False
    for entry in entries:
        if isinstance(entry, Played):
            current, renewed = Block(entry), False
            blocks.append(current)
            turns.append(current)
        elif isinstance(entry, Dealt):
            if entry.verb == "forest" and current is not blocks[0]:
                current, renewed = Block(), False
                blocks.append(current)
            if renewed:
                current.dealt, renewed = [], False
            current.dealt.append(entry)
        elif isinstance(entry, Corrected):
            if not 0 <= entry.turn <= len(turns) or (entry.turn > 0) != (entry.played is not None):
                raise ReplayError(
                    say("there is no turn {turn} to correct", turn=entry.turn), entry.line
                )
            current, renewed = turns[entry.turn - 1] if entry.turn else blocks[0], True
            if entry.played is not None:
                move, player = entry.played.move, entry.played.player
                current.played = Played(player, move, entry.comment, line=entry.line)
        elif isinstance(entry, Undone):
            if not 1 <= entry.turn <= len(turns):
                raise ReplayError(
                    say("there is no turn {turn} to take back", turn=entry.turn), entry.line
                )
            gone = turns[entry.turn - 1]
            del blocks[next(i for i, block in enumerate(blocks) if block is gone) :]
            del turns[entry.turn - 1 :]
            current, renewed = blocks[-1], False
    return blocks
