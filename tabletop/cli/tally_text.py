"""The tally of simulated games, as a table for people and as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally

SEATS = ("goes first", "goes second")


def tally_lines(series: Series, tally: Tally) -> Iterator[str]:
    """The lines that ``simulate`` prints, averages being those of a game."""
    games = tally.games
    settings = ", ".join(f"{k}={v}" for k, v in series.game.settings.items())
    swapped = "; each shuffle twice, seats swapped" if series.in_pairs else ""
    yield f"{series.game.title} ({settings})"
    yield (
        f"{' against '.join(series.players)}, {_games(games)}"
        + (f" of {series.games}" if games < series.games else "")
        + f", seed {series.seed}{swapped}"
    )
    yield ""
    yield f"{'':14}{'wins':>7}{'':8}  {'95% range':14}{'points':>7}{'least':>7}{'most':>6}"
    if series.in_pairs:
        for who, name in enumerate(series.players):
            yield _who(name, tally.wins[who], _of(tally.scores, who), games)
    for seat, name in enumerate(SEATS):
        yield _who(name, tally.seat_wins[seat], _of(tally.seat_scores, seat), games)
    if tally.wins[None]:
        yield f"{'draws':14}{tally.wins[None]:>7}  {tally.wins[None] / games:>6.1%}"
    yield ""
    yield f"length: {_mean(tally.turns):.1f} turns ({min(tally.turns)} to {max(tally.turns)})"
    yield (
        f"stuck: in {_share(tally.held_up, games)} of games a player had to let turns pass"
        f" ({tally.passed / games:.2f} turns a game)"
    )
    yield f"both stuck: {_share(tally.deadlocks, games)} of games ended by it"
    yield ""
    heads = ("in deck", "gained", "cooked", "sold", "points", "sticks")
    yield f"{'cards a game':24}" + "".join(f"{head:>9}" for head in heads)
    for row in _cards(series, tally):
        numbers = (row[head] / games for head in heads[1:])
        yield f"{row['name']:24}{row['in deck']:>9}" + "".join(map(_number, numbers))


def tally_json(series: Series, tally: Tally) -> dict[str, Any]:
    """The object that ``simulate --json`` prints; all numbers are sums over the games."""
    return {
        "game": series.game.name,
        "settings": dict(series.game.settings),
        "seed": series.seed,
        "games": tally.games,
        "players": [
            {"name": name, "wins": tally.wins[who], "points": _sum(_of(tally.scores, who))}
            for who, name in enumerate(series.players)
        ],
        "seats": [
            {"wins": tally.seat_wins[seat], "points": _sum(_of(tally.seat_scores, seat))}
            for seat in (0, 1)
        ],
        "draws": tally.wins[None],
        "turns": _sum(tally.turns),
        "lengths": {str(length): tally.turns[length] for length in sorted(tally.turns)},
        "stuck": {"games": tally.held_up, "turns": tally.passed, "both": tally.deadlocks},
        "cards": [{_KEYS.get(k, k): v for k, v in row.items()} for row in _cards(series, tally)],
    }


_KEYS = {"in deck": "deck"}


def _cards(series: Series, tally: Tally) -> Iterator[dict[str, Any]]:
    for kind, info in series.game.kinds.items():
        yield {
            "kind": kind,
            "name": info.name,
            "in deck": info.count,
            "gained": tally.gained[kind],
            "cooked": tally.cooked[kind],
            "sold": tally.sold[kind],
            "points": tally.points[kind],
            "sticks": tally.sticks[kind],
        }


def _who(name: str, wins: int, points: Counter[int], games: int) -> str:
    low, high = likely(wins, games)
    return (
        f"{name:14}{wins:>7}{wins / games:>8.1%}  {f'{low:.0%} to {high:.0%}':14}"
        f"{_mean(points):>7.1f}{min(points):>7}{max(points):>6}"
    )


def likely(wins: int, games: int) -> tuple[float, float]:
    """The share of wins in the long run: Wilson's 95 % interval for ``wins`` of ``games``."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _of(counts: Counter[tuple[int, int]], who: int) -> Counter[int]:
    return Counter({value: n for (whose, value), n in counts.items() if whose == who})


def _sum(counts: Counter[int]) -> int:
    return sum(value * n for value, n in counts.items())


def _mean(counts: Counter[int]) -> float:
    return _sum(counts) / counts.total()


def _share(number: int, games: int) -> str:
    return f"{number / games:.2%}" if 0 < number < games / 100 else f"{number / games:.0%}"


def _number(value: float) -> str:
    return f"{value:>9.2f}" if value else f"{'–':>9}"


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"
