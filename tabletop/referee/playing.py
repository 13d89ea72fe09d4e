"""Cooking, selling and putting down a pan: which cards of a hand the picture speaks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tabletop.games.mushroom_walk import Cook, PutPan, Sell
from tabletop.games.walk.game import BUTTER, CIDER, MUSHROOMS, PAN
from tabletop.referee.drafts import LEAST, Bench, Draft, share
from tabletop.referee.observe import Seen
from tabletop.referee.track import Choice, Ids, Side

_UNSEEN = -1.0
"""Log weight of a dish that nobody saw, against other plays of hand cards."""
_KEPT = 1.5
"""How unwilling players are to leave out of a dish what fits in, in nats for each thing."""


class Playing(Bench):
    """Proposes plays of hand cards."""

    def cooks(self, draft: Draft) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        left = [s for s in self._left(track.to_move) if s.up]
        if not me.hand and not me.night:
            return
        shares = [share(s) for s in left]
        count = {k: sum(float(self._faces.mask[k] @ p) for p in shares) for k in MUSHROOMS + "BC"}
        sources = [("display", c) for c in me.pans[-1:]]
        sources += [("hand", c) for c in self._pan_cards(draft, me)]
        if not sources:
            return
        yield from self._unseen_cooks(draft, me, sources)
        for kind in MUSHROOMS:
            nights = [c for c in me.night if self._mass(draft, c, kind) > 0.05][:1]
            # A misread card leaves a share to what it is; a moved night card is a hint as well.
            if count[kind] < (0.02 if nights else 0.3):
                continue
            for n in range(len(nights) + 1):
                for day in range(max(0, 3 - 2 * n), len(me.hand) + 1):
                    if not count[kind] - 1.3 <= day <= count[kind] + 2.5:
                        continue
                    picked = self._pick(draft, me.hand, kind, day, left)
                    if picked is None:
                        continue
                    for butter, cider in _extras(day + 2 * n, count[BUTTER], count[CIDER]):
                        for source, pan in sources:
                            yield from self._cook(
                                draft,
                                kind,
                                picked,
                                tuple(nights[:n]),
                                butter,
                                cider,
                                source,
                                pan,
                                left,
                            )

    def _unseen_cooks(
        self, draft: Draft, me: Side, sources: Sequence[tuple[str, int]]
    ) -> Iterator[Draft]:
        """Dishes that may have been laid where something covers the display: mostly all that is
        known to be held of a kind."""
        held = {k: sum(self._mass(draft, c, k) > 0.3 for c in me.hand) for k in MUSHROOMS + "BC"}
        for kind in MUSHROOMS:
            nights = tuple(c for c in me.night if self._mass(draft, c, kind) > 0.3)[:1]
            for day in (held[kind], held[kind] - 1, held[kind] + 1):
                number = day + 2 * len(nights)
                if number < 3 or day < 0:
                    continue
                picked = self._pick(draft, me.hand, kind, day, [])
                if picked is None:
                    continue
                most = min(held[BUTTER], number // 4), min(held[CIDER], number // 5)
                for butter in range(most[0] + 1):
                    for cider in range(most[1] + 1):
                        if 4 * butter + 5 * cider > number:
                            continue
                        weight = picked[1] + _UNSEEN
                        weight -= _KEPT * (most[0] - butter + most[1] - cider + (day < held[kind]))
                        for source, pan in sources:
                            yield from self._cook(
                                draft,
                                kind,
                                (picked[0], weight),
                                nights,
                                butter,
                                cider,
                                source,
                                pan,
                                [],
                            )

    def _cook(
        self,
        draft: Draft,
        kind: str,
        picked: tuple[Ids, float],
        nights: Ids,
        butter: int,
        cider: int,
        source: str,
        pan: int,
        left: list[Seen],
    ) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        day, weight = picked
        rest = tuple(c for c in me.hand if c not in day)
        extra: Ids = ()
        for what, number in ((BUTTER, butter), (CIDER, cider)):
            chosen = self._pick(draft, rest, what, number, left)
            if chosen is None:
                return
            extra += chosen[0]
            weight += chosen[1]
            rest = tuple(c for c in rest if c not in chosen[0])
        if source == "hand":
            if pan not in rest:
                return
            weight += self._log_mass(draft, pan, PAN)
        beliefs = dict(draft.beliefs)
        self._become(beliefs, draft, day + nights, kind)
        self._become(beliefs, draft, extra[:butter], BUTTER)
        self._become(beliefs, draft, extra[butter:], CIDER)
        for card in nights:
            weight += self._log_mass(draft, card, kind)
        if source == "hand":
            self._become(beliefs, draft, (pan,), PAN)
        move = Cook(
            kind, len(day), len(nights), butter, cider, "hand" if source == "hand" else "display"
        )
        choice = Choice("", (), day, nights, extra, pan)
        yield from self._done(draft, move, choice, beliefs, draft.prior + weight)

    def _pan_cards(self, draft: Draft, me: Side) -> Ids:
        """Hand cards that may be the pan that is seen: the two likeliest, and one not seen yet."""
        left = self._left(draft.track.to_move)
        cards = [c for c in me.hand if self._mass(draft, c, PAN) > 0.02]
        if not cards and any(float(self._faces.mask[PAN] @ share(s)) > 0.5 for s in left if s.up):
            # A pan lies there that no hand card can be: one was misread.
            cards = sorted(me.hand, key=lambda c: (-self._mass(draft, c, PAN), c))[:1]
        cards.sort(key=lambda c: (-self._score_as(draft, c, PAN, left), c))
        unseen = [c for c in cards[2:] if float(self._belief(draft, c).max()) < 0.2]
        return tuple(cards[:2] + unseen[:1])

    def sales(self, draft: Draft) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        pile = [s for s in self._weigher.observation.discard if s.up]
        shares = [share(s) for s in pile]
        for kind in MUSHROOMS:
            mass = [self._mass(draft, c, kind) for c in me.hand]
            known = sum(m > 0.3 for m in mass)
            shown = sum(float(self._faces.mask[kind] @ p) for p in shares)
            maybe = sum(LEAST < m <= 0.3 for m in mass)
            spare = min(maybe, 2 if shown > 0.5 else 1 if known else 0)
            nights = tuple(c for c in me.night if self._mass(draft, c, kind) > 0.05)[:1]
            for n in range(len(nights) + 1):
                for day in range(max(0, 2 - 2 * n), known + spare + 1):
                    picked = self._pick(draft, me.hand, kind, day, pile)
                    if picked is None:
                        continue
                    beliefs = dict(draft.beliefs)
                    self._become(beliefs, draft, picked[0] + nights[:n], kind)
                    kept = max(0, known - day) + (len(nights) - n)
                    prior = draft.prior + picked[1] - 0.5 - 0.5 * kept
                    for card in nights[:n]:
                        prior += self._log_mass(draft, card, kind)
                    choice = Choice("", (), picked[0], nights[:n])
                    yield from self._done(draft, Sell(kind, day, n), choice, beliefs, prior)

    def pans(self, draft: Draft) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        best = next(iter(self._pan_cards(draft, me)), None)
        if best is None:
            return
        beliefs = dict(draft.beliefs)
        prior = draft.prior + self._log_mass(draft, best, PAN) - 0.5
        self._become(beliefs, draft, (best,), PAN)
        yield from self._done(draft, PutPan(), Choice(pan=best), beliefs, prior)


def _extras(mushrooms: int, butter: float, cider: float) -> Iterator[tuple[int, int]]:
    for b in range(int(np.floor(butter + 0.9)) + 1):
        for c in range(int(np.floor(cider + 0.9)) + 1):
            if 4 * b + 5 * c <= mushrooms:
                yield b, c
