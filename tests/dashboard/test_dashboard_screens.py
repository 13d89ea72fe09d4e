"""What the screens look like at three sizes; what they look like in German too, and those that are
in neither file, is in test_dashboard_german and test_dashboard_every_screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import RECORD, kept_desk, record_desk, record_step
from driving import dashboard, ready
from tables import Step, asked, asking, ended, view

from tabletop.referee.view import View, ZoneView

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
VIEWS = {
    "table": view(),
    "asking": asking(),
    "ended": ended(),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_main_screen(snap_compare, name: str, size: str) -> None:
    app = dashboard(Step(VIEWS[name], asked(VIEWS[name])))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["l", "t", "question_mark", "o"])
def test_after_key(snap_compare, key: str, size: str) -> None:
    app = dashboard(Step(view()))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(key))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("dispute", ["d"]),
        ("ruling", ["d", *["down"] * 7, "enter"]),
        ("hints", ["h", "s"]),
        ("jump", ["j"]),
    ],
)
def test_over_a_record(snap_compare, name: str, keys: list[str], size: str) -> None:
    desk = record_desk()
    app = dashboard(record_step(desk), desk=desk, names=("Anna", "Ben"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(*keys))


@pytest.mark.parametrize("size", SIZES)
def test_corrections(snap_compare, size: str, tmp_path: Path) -> None:
    desk, steps = kept_desk(tmp_path / "game", 6)
    app = dashboard(steps[-1], desk=desk, names=("Anna", "Ben"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("c"))
    desk.close()


@pytest.mark.parametrize("size", SIZES)
def test_zones(snap_compare, size: str) -> None:
    corners = ((60.0, 120.0), (600.0, 120.0), (600.0, 220.0), (60.0, 220.0))
    table = view(zones=(ZoneView("forest", corners),))
    app = dashboard(Step(table))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("f", "z"))


@pytest.mark.parametrize("size", SIZES)
def test_score_graph(snap_compare, size: str) -> None:
    desk = record_desk(RECORD.replace("6. p2 sell 8*", "6. p2 cook T T T N"))
    app = dashboard(Step(ended()), desk=desk)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
def test_error(snap_compare, size: str) -> None:
    app = dashboard(Step(view()), error=OSError("camera 0 gives no picture: is it in use?"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize(
    ("name", "over"),
    [("tie-break", {"winner": 0, "equal": True}), ("draw", {"winner": None, "equal": True})],
)
def test_tie(snap_compare, name: str, over: dict[str, object]) -> None:
    import msgspec

    table: View = ended(winner=over["winner"])
    one, two = table.players
    two = msgspec.structs.replace(two, score=one.score, dishes=one.dishes, mushrooms=one.mushrooms)
    if name == "tie-break":
        two = msgspec.structs.replace(two, mushrooms=one.mushrooms - 2)
    app = dashboard(Step(msgspec.structs.replace(table, players=(one, two))))
    assert snap_compare(app, terminal_size=(120, 40), run_before=ready())
