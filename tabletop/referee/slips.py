"""Tables that no turn leads to, but a common slip does: a step left out, a dish changed, one card
of the decay pile taken.

Looked for only where turns leave something unexplained. A slip is named and nothing else: the game
stays where it was, so that the table put right again is simply the table it should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.games.walk.game import BUTTER, CIDER, DECAY_SIZE, FOREST_SIZE, MOON, MUSHROOMS
from tabletop.language import say
from tabletop.referee.beliefs import Belief, face_of
from tabletop.referee.drafts import Draft, against, share
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.observe import Seen
from tabletop.referee.propose import Proposer
from tabletop.referee.report import cure_text
from tabletop.referee.structure import PILE, PLAY, Lane, LaneScorer, lane_of, steps_of
from tabletop.referee.track import Ids, Side, Track
from tabletop.referee.weigh import Weigher

_BEST = 4
"""Lanes of a kind that are looked at closely."""

_SELDOM = -4.0
"""Log weight of a slip that is far rarer than the others."""

_MAY_BE = 0.05
"""Probability from which a card that was taken may have been of another kind."""

_REACH = 2.2
"""Card widths within which a card laid on a dish lies of some card of it."""


class Slip(NamedTuple):
    """A table after a slip: ``rules`` it breaks, by ``player`` (None where nobody did it alone),
    ``text`` what to do; ``draft`` the table; ``score`` log weight of its lane. ``act``: somebody
    did it beyond doubt, so that a player may be accused of it; ``p``: how surely."""

    rules: tuple[str, ...]
    player: int | None
    text: str
    draft: Draft
    score: float
    act: bool
    p: float = 1.0

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two slips the same."""
        return self.rules, self.player


class Slipping(Proposer):
    """Proposes slips for one hypothesis and one picture."""

    def __init__(self, h: Hypothesis, weigher: Weigher, fresh: Belief, frame: str) -> None:
        super().__init__(h, weigher, fresh, frame)
        self._lanes = LaneScorer(weigher, h.beliefs, fresh)

    def slips(self, turns: Sequence[Draft]) -> Iterator[Slip]:
        """Every slip worth a look. ``turns``: the likeliest legal continuations, for slips that go
        with a turn."""
        yield from self._no_decay()
        yield from self._part_of_pile()
        yield from self._moved_back()
        yield from self._on_dishes()
        yield from self._short_dishes()
        for draft in turns:
            if len(draft.plays) == 1:
                yield from self._ninth_card(draft)
                yield from self._night_card(draft)

    # The row and the decay pile

    def _no_decay(self) -> Iterator[Slip]:
        """The row closed and filled up without a card dropping out of it (MW-6.1)."""
        lane = lane_of(self._h.track)
        if len(lane.forest) < FOREST_SIZE or not lane.draw:
            return
        found = []
        for step in steps_of(lane):
            forest, decay, draw, number = lane.forest, lane.decay, lane.draw, lane.next_id
            if step == PILE:
                decay = ()
            elif step > 0:
                forest = (*forest[: step - 1], *forest[step:], number)
                draw, number = draw - 1, number + 1
            wrong = Lane(forest, decay, draw, number)
            found.append((self._lanes.score(wrong)[0], step, wrong))
        for score, step, wrong in sorted(found, reverse=True)[:_BEST]:
            for draft in self._expanded(step):
                yield Slip(
                    ("MW-6.1",),
                    None,
                    say("no card dropped out of the forest: lay its first card on the decay pile"),
                    self._laid(draft, wrong),
                    score,
                    False,
                )

    def _expanded(self, step: int) -> list[Draft]:
        drafts = self.expand(self.start(), step)
        return sorted(drafts, key=lambda d: -d.prior)[: 12 if step == PLAY else 3]

    def _laid(self, draft: Draft, lane: Lane) -> Draft:
        """``draft`` with ``lane`` in the place of its forest and decay pile."""
        beliefs = dict(draft.beliefs)
        for card in lane.forest:
            beliefs.setdefault(card, self._fresh)
        discard = draft.track.discard
        if draft.plays:
            # The turn cleared the pile, and was done but for that.
            discard = tuple(b for b in discard if b != self._h.track.decay)
        elif cleared := self._cleared(draft, lane):
            discard = (*discard, cleared)
        track = draft.track._replace(
            forest=lane.forest, decay=lane.decay, draw=lane.draw, discard=discard
        )
        return draft._replace(track=track, beliefs=beliefs)

    def _cleared(self, draft: Draft, lane: Lane) -> Ids:
        """What of the decay pile was cleared away where ``lane`` follows: a full one is, before the
        next card drops (MW-6.1)."""
        held = {c for side in draft.track.sides for c in (*side.hand, *side.baskets)}
        gone = {*self._h.track.decay} - {*lane.decay, *lane.forest} - held
        return tuple(c for c in self._h.track.decay if c in gone)

    def _part_of_pile(self) -> Iterator[Slip]:
        """One card of the decay pile taken, the others left (MW-5.2)."""
        track = self._h.track
        lane = lane_of(track)
        if len(lane.decay) < 2 or len(lane.forest) < 2:
            return
        found = []
        for card in lane.decay:
            rest = tuple(c for c in lane.decay if c != card)
            rest = () if len(rest) >= DECAY_SIZE else rest
            count = min(lane.draw, FOREST_SIZE - len(lane.forest) + 1)
            new = tuple(range(lane.next_id, lane.next_id + count))
            wrong = Lane(
                lane.forest[1:] + new, (*rest, lane.forest[0]), lane.draw - count, lane.next_id
            )
            whole = Lane(lane.forest, rest, lane.draw, lane.next_id)
            found += [(self._lanes.score(at)[0], card, at) for at in (wrong, whole)]
        for score, card, wrong in sorted(found, reverse=True)[:_BEST]:
            name = face_of(self._h.beliefs[card], 0.4)
            yield Slip(
                ("MW-5.2",),
                track.to_move,
                say(
                    "one card ({card}) of the decay pile was taken: "
                    "put it back, or take the whole pile",
                    card=name,
                ),
                self._laid(self._taken(card), wrong),
                score,
                True,
            )

    def _taken(self, card: int) -> Draft:
        """The table with ``card`` in the hand, or the display, of the player to move."""
        draft = self.start()
        track = draft.track
        side = track.sides[track.to_move]
        if self._kind(draft.beliefs, card) == "K":
            side = side._replace(baskets=(*side.baskets, card))
        else:
            side = side._replace(hand=(*side.hand, card))
        return draft._replace(track=_with_side(track, side), moved=frozenset({card}))

    def _moved_back(self) -> Iterator[Slip]:
        """The card that dropped last laid back to the row (MW-6.1)."""
        lane = lane_of(self._h.track)
        if not lane.decay or len(lane.forest) < 2:
            return
        back = lane.decay[-1]
        wrong = Lane((back, *lane.forest[:-1]), lane.decay[:-1], lane.draw + 1, lane.next_id)
        yield Slip(
            ("MW-6.1",),
            None,
            say(
                "{card} has dropped out of the forest: lay it back on the decay pile",
                card=face_of(self._h.beliefs[back], 0.4),
            ),
            self._laid(self.start()._replace(prior=_SELDOM), wrong),
            self._lanes.score(wrong)[0],
            False,
        )

    def _ninth_card(self, draft: Draft) -> Iterator[Slip]:
        """A turn after which the row was filled beyond eight (MW-6.3)."""
        track = draft.track
        if len(track.forest) != FOREST_SIZE or not track.draw:
            return
        beliefs = {**draft.beliefs, track.next_id: self._fresh}
        forest = (*track.forest, track.next_id)
        lane = Lane(forest, track.decay, track.draw - 1, track.next_id + 1)
        scorer = LaneScorer(self._weigher, beliefs, self._fresh)
        yield Slip(
            ("MW-6.3",),
            None,
            say(
                "the forest has {n} cards: put the last one back on the draw pile",
                n=len(forest),
            ),
            draft._replace(track=track._replace(forest=forest), beliefs=beliefs),
            scorer.score(lane)[0],
            False,
        )

    # The displays

    def _night_card(self, draft: Draft) -> Iterator[Slip]:
        """A night card taken along with a card that is no moon (MW-5.1b)."""
        track, played = draft.track, draft.plays[0]
        if not track.night or MOON in played.choice.gains:
            return
        who = played.player
        side = track.sides[who]
        card = track.next_night - 1
        seen = self._new_night(who)
        if seen is None:
            return
        after = _with_side(track, side._replace(night=(*side.night, card)), who)
        yield Slip(
            ("MW-5.1b",),
            who,
            say("a night card was taken without a moon: put it back on the night pile"),
            draft._replace(
                track=after._replace(night=track.night - 1),
                beliefs={**draft.beliefs, card: self._night},
                moved=draft.moved | {card},
            ),
            self._lane_score(draft),
            all(self._surely_not(MOON, c) for c in played.taken),
        )

    def _surely_not(self, kind: str, card: int) -> bool:
        """Whether ``card`` was looked at more than once and is no ``kind``: one look may err."""
        belief = self._h.beliefs.get(card)
        looks = self._h.looks.get(card, 0)
        return belief is not None and looks > 1 and self._faces.mass(belief, kind) < _MAY_BE

    def _new_night(self, who: int) -> Seen | None:
        """An open mushroom in the display that lies apart and nothing explains."""
        used = {c.at for c in self._weigher.observation.displays[who] if c.visible < 0.55}
        for seen in self._left(who):
            if seen.at in used or not seen.up or seen.score < 0.7:
                continue
            if sum(float(self._faces.mask[k] @ share(seen)) for k in MUSHROOMS) > 0.6:
                return seen
        return None

    def _on_dishes(self) -> Iterator[Slip]:
        """Mushrooms laid on a dish that was cooked before (MW-5.3a, MW-5.3c)."""
        if not self._h.history:
            # Joined in mid-game: what looked like a dish in one picture may be a pile.
            return
        track = self._h.track
        who = track.to_move
        side = track.sides[who]
        for n, dish in enumerate(side.dishes):
            new = [s for s in self._left(who) if s.up and self._lies_on(s, dish.cards)]
            if not new:
                continue
            sums = {k: sum(float(self._faces.mask[k] @ share(s)) for s in new) for k in MUSHROOMS}
            kind = max(sums, key=lambda k: sums[k])
            number = round(sums[kind])
            picked = self._pick(self.start(), side.hand, kind, number, new) if number else None
            if picked is None:
                continue
            for lane in self._lanes_of_play():
                yield self._changed(n, kind, picked[0], picked[1], lane)

    def _short_dishes(self) -> Iterator[Slip]:
        """Too few mushrooms cooked, or too few for the butter and cider laid with them (MW-5.3,
        MW-5.3b)."""
        draft = self.start()
        me = draft.track.sides[draft.track.to_move]
        left = [s for s in self._left(draft.track.to_move) if s.up]
        if len(left) < 2:
            return
        shares = [share(s) for s in left]
        count = {k: sum(float(self._faces.mask[k] @ p) for p in shares) for k in MUSHROOMS + "BC"}
        extras = round(count[BUTTER]), round(count[CIDER])
        apart = self._different(BUTTER, left) >= extras[0]
        sources = [("display", c) for c in me.pans[-1:]]
        sources += [("hand", c) for c in self._pan_cards(draft, me)]
        for kind in MUSHROOMS:
            if count[kind] < 0.8:
                continue
            nights = tuple(c for c in me.night if self._mass(draft, c, kind) > 0.05)[:1]
            for n in range(len(nights) + 1):
                day = round(count[kind]) - n
                picked = self._pick(draft, me.hand, kind, day, left) if day > 0 else ((), 0.0)
                if picked is None or day + n < 2:
                    continue
                for source, pan in sources:
                    for cooked in self._cook(
                        draft, kind, picked, nights[:n], *extras, source, pan, left
                    ):
                        yield from self._named(cooked, sure=apart)

    def _different(self, kind: str, left: Sequence[Seen]) -> int:
        """How many cards of ``kind`` are among ``left`` beyond doubt: of one torn in two, both
        pieces show the same face."""
        looks = [look for s in left if self._faces.mask[kind] @ (look := share(s)) > 0.5]
        return len({int(look.argmax()) for look in looks})

    def _named(self, draft: Draft, *, sure: bool) -> Iterator[Slip]:
        """``draft``, whose last turn breaks rules, as a slip; nothing if it breaks none. ``sure``:
        whether the cards in it are."""
        played = draft.plays[-1]
        if played.broken:
            rules = tuple(dict.fromkeys(b.rule for b in played.broken))
            plain = draft._replace(prior=draft.prior - against(played.broken, self._game))
            text = cure_text(played.broken[0])
            yield Slip(rules, played.player, text, plain, self._lane_score(draft), sure)

    def _lies_on(self, seen: Seen, cards: Ids) -> bool:
        places = [p for c in cards if (p := self._h.places.get(c)) is not None]
        return any((p.x - seen.x) ** 2 + (p.y - seen.y) ** 2 < _REACH**2 for p in places)

    def _lanes_of_play(self) -> list[Lane]:
        """The row as it is, and after the steps that end a turn."""
        lane = lane_of(self._h.track)
        found = [lane]
        if len(lane.forest) > 1:
            decay = () if len(lane.decay) >= DECAY_SIZE else lane.decay
            count = min(lane.draw, FOREST_SIZE - len(lane.forest) + 1)
            new = tuple(range(lane.next_id, lane.next_id + count))
            found.append(
                Lane(
                    lane.forest[1:] + new,
                    (*decay, lane.forest[0]),
                    lane.draw - count,
                    lane.next_id + count,
                )
            )
        return found

    def _changed(self, n: int, kind: str, cards: Ids, weight: float, lane: Lane) -> Slip:
        start = self.start()
        track = start.track
        who = track.to_move
        side = track.sides[who]
        dish = side.dishes[n]
        beliefs = dict(start.beliefs)
        self._become(beliefs, start, cards, kind)
        grown = dish._replace(day=dish.day + cards)
        side = side._replace(
            hand=tuple(c for c in side.hand if c not in cards),
            dishes=(*side.dishes[:n], grown, *side.dishes[n + 1 :]),
        )
        draft = start._replace(
            track=_with_side(track, side), beliefs=beliefs, moved=frozenset(cards), prior=weight
        )
        word = self._game.word(dish.mushroom, 2)
        if kind == dish.mushroom:
            rules: tuple[str, ...] = ("MW-5.3c",)
            text = say("nothing is added to a dish later: take back what was laid on the {dish}",
                       dish=word)  # fmt: skip
        else:
            rules = ("MW-5.3a", "MW-5.3c")
            text = say(
                "a pan is used once: take the {cards} off the dish of {dish}, or play a pan with"
                " them",
                cards=self._game.word(kind, 2),
                dish=word,
            )
        return Slip(rules, who, text, self._laid(draft, lane), self._lanes.score(lane)[0], True)

    def _lane_score(self, draft: Draft) -> float:
        scorer = LaneScorer(self._weigher, draft.beliefs, self._fresh)
        return scorer.score(lane_of(draft.track))[0]


def _with_side(track: Track, side: Side, who: int | None = None) -> Track:
    who = track.to_move if who is None else who
    other = track.sides[1 - who]
    return track._replace(sides=(other, side) if who else (side, other))
