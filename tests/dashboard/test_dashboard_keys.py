"""Each key does what the footer says."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import msgspec
from driving import dashboard, screen_text, until
from tables import Step, card, ended, view

from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.help import Help
from tabletop.dashboard.picture import Picture
from tabletop.dashboard.result import Result
from tabletop.preferences import Choices
from tabletop.referee.events import Unsure
from tabletop.referee.view import Following


def turns(count: int) -> list[Step]:
    return [Step(view(turn=turn, frame=f"{turn}")) for turn in range(count)]


async def test_quit_gives_zero() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert app.return_value == 0


async def test_ctrl_c_quits_from_every_screen() -> None:
    for keys in ((), ("question_mark",)):
        app = dashboard(Step(view()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys, "ctrl+c")
        assert app.return_value == 0


async def test_the_end_from_outside_leaves_as_a_key_does() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        app.end(143)
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == 143
    assert app._feed._stopped


async def test_the_picture_shows_until_a_game_is_seen() -> None:
    gate = threading.Event()

    def source() -> Iterator[Step]:
        yield Step(view(forest=(), turn=0, state=Following.WAITING))
        gate.wait(30)
        yield Step(view())

    app = Dashboard(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "waiting for the table" in screen_text(app))
        await until(pilot, lambda: "▀" in screen_text(app))
        assert "more fit" not in screen_text(app)
        await pilot.press("l")
        await until(pilot, lambda: "▀" not in screen_text(app))
        await pilot.press("l")
        gate.set()
        await until(pilot, lambda: "more fit" in screen_text(app))
        assert not app.query_one("#picture-large", Picture).display


async def test_an_error_is_told_whole_or_ends_in_dots() -> None:
    words = "No game was seen in kitchen.mp4: no picture shows a row of cards; is it the right one?"
    for text, shown in ((words, "right one?"), (words * 6, "…")):
        app = dashboard(Step(view()), error=OSError(text))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda app=app: "stopped:" in screen_text(app))
            await pilot.pause(0.05)
            rows = screen_text(app).splitlines()[1:4]
            assert any(row.rstrip().endswith(shown) for row in rows), rows


async def test_pause_holds_the_game_and_lets_it_go_on() -> None:
    gate = threading.Event()

    def source() -> Iterator[Step]:
        yield from turns(1)
        gate.wait(30)
        yield from turns(3)[1:]

    app = Dashboard(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("p")
        gate.set()
        await until(pilot, lambda: app._view.turn == 1)
        await pilot.pause(0.2)
        assert app._view.turn == 1
        assert "paused" in screen_text(app)
        await pilot.press("p")
        await until(pilot, lambda: app._view.turn == 2)
        assert "paused" not in screen_text(app)


async def test_step_shows_one_picture_and_pauses() -> None:
    app = dashboard(*turns(5), pace=3600.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        for key, turn in (("n", 1), ("space", 2), ("n", 3)):
            await pilot.press(key)
            await until(pilot, lambda turn=turn: app._view.turn == turn)
            await pilot.pause(0.05)
            assert app._view.turn == turn
        assert "paused" in screen_text(app)


async def test_speed_goes_up_and_down_within_its_limits() -> None:
    app = dashboard(*turns(2), pace=3600.0)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("plus")
        assert "speed 2×" in screen_text(app)
        await pilot.press(*["plus"] * 9)
        assert "speed 8×" in screen_text(app)
        await pilot.press(*["minus"] * 12)
        assert "speed 0.25×" in screen_text(app)


async def test_faster_ends_a_wait_that_has_begun() -> None:
    app = dashboard(*turns(2), pace=60.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("plus", "plus", "plus")
        await until(pilot, lambda: app._view.turn == 1)


async def test_live_games_have_no_speed_and_no_steps() -> None:
    app = dashboard(Step(view()), pace=None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Pause" in screen_text(app))
        text = screen_text(app)
        assert "Faster" not in text
        assert "Step" not in text
        await pilot.press("plus", "n")
        assert not app._feed.paused


async def test_picture_fills_the_screen_and_goes_back() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        large = app.query_one("#picture-large", Picture)
        assert not large.display
        await pilot.press("f")
        await pilot.pause()
        assert large.display
        assert "▀" in screen_text(app)
        await pilot.press("f")
        await pilot.pause()
        assert not large.display
        assert "porcini" in screen_text(app)


async def test_overlay_hides_and_shows_what_was_read() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("f")
        await pilot.pause()
        assert "8♣" in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        assert "8♣" not in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        assert "8♣" in screen_text(app)


async def test_log_shows_moves_as_the_record_writes_them() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        assert "sell 5 2" not in screen_text(app)
        await pilot.press("l")
        await pilot.pause(0.05)
        assert "sell 5 2" in screen_text(app)
        await pilot.press("f")
        await pilot.pause(0.05)
        assert "sell 5 2" not in screen_text(app)


async def test_help_opens_and_closes() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Help)
        await pilot.press("question_mark")
        await pilot.press("q")
    assert app.return_value == 0


async def test_look_changes_between_dark_and_light() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.current_theme.dark
        await pilot.press("t")
        assert not app.current_theme.dark
        await pilot.press("t")
        assert app.current_theme.dark


async def test_result_opens_by_itself_once_and_by_key() -> None:
    app = dashboard(Step(view()), Step(ended()))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Result))
        assert "Player 2 wins" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause(0.05)
        assert not isinstance(app.screen, Result)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, Result)


async def test_the_score_sheet_of_a_game_that_goes_on_says_so() -> None:
    app = dashboard(Step(view()), Step(ended()), pace=3600.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("r")
        await until(pilot, lambda: "The score so far" in screen_text(app))
        assert "wins" not in screen_text(app)
        assert "Save as files" not in screen_text(app), "nobody would write them"
        await pilot.press("escape", "n")
        await until(pilot, lambda: "Player 2 wins" in screen_text(app))
        assert isinstance(app.screen, Result), "it opens by itself all the same"


async def test_cards_taken_in_view_are_shown_when_asked_for_only() -> None:
    one, two = view().players
    one = msgspec.structs.replace(one, known=(card("9H"), card("QD")), unseen=2)
    app = dashboard(Step(view(players=(one, two))))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        assert "unseen" not in screen_text(app)
        await pilot.press("k")
        await pilot.pause()
        assert "holds 9♡ Q♢ + 2 unseen" in screen_text(app)
        await pilot.press("k")
        await pilot.pause()
        assert "unseen" not in screen_text(app)


async def test_a_lost_camera_is_told_until_it_is_back() -> None:
    gate = threading.Event()

    def source() -> Iterator[Step]:
        yield Step(view())
        away = Unsure("camera 0 sends nothing: is it plugged in?", "9")
        yield Step(view(), (away,), frame=None, reading=None, lost=True)
        gate.wait(30)
        yield Step(view())

    app = Dashboard(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "camera lost" in screen_text(app))
        assert "Camera lost  camera 0 sends nothing: is it plugged in?" in screen_text(app)
        gate.set()
        await until(pilot, lambda: "camera lost" not in screen_text(app))
        assert "plugged in" not in screen_text(app), "it is back"


async def test_colours_sounds_and_language_are_kept() -> None:
    kept: list[dict[str, object]] = []
    app = dashboard(
        Step(view()), choices=Choices(theme="clear"), keep=lambda **chosen: kept.append(chosen)
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        assert app.theme == "clear"
        await pilot.press("t", "s", "L", "L")
        assert kept == [
            {"theme": "night-wood"},
            {"sounds": True},
            {"language": "de"},
            {"language": "en"},
        ]


async def test_rules_are_found_in_the_help() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("question_mark")
        await until(pilot, lambda: "pause, go on" in screen_text(app))
        await pilot.press("slash", *"decay pile")
        await until(pilot, lambda: "MW-6.1" in screen_text(app))
        await pilot.press(*"xyz")
        await until(pilot, lambda: "No rule says that." in screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: "pause, go on" in screen_text(app))
        await pilot.press("escape")
        assert not isinstance(app.screen, Help)


async def test_the_command_palette_holds_what_the_keys_do() -> None:
    app = dashboard(*turns(2), pace=3600.0)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        titles = [command.title for command in app.get_system_commands(app.screen)]
        names = set(titles)
        assert len(names) == len(titles), "what two keys do is offered once"
        assert {"Deutsch", "Pause", "Step", "Picture", "Zones", "Known cards", "Help"} <= names
        await pilot.press("ctrl+p")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        assert {command.title for command in app.get_system_commands(app.screen)} == names
        await pilot.press(*"picture")
        await until(pilot, lambda: "key f" in screen_text(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: app.main.has_class("-picture"))
        assert len(app.screen_stack) == 1
