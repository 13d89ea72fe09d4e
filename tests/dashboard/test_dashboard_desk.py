"""Looking back, disputes, corrections and hints: each key path, driven as players would."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import kept_desk, record_desk, record_step
from driving import dashboard, screen_text, until
from tables import Step, ended
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.correct import Correct
from tabletop.dashboard.dispute import Dispute
from tabletop.dashboard.hints import Hints
from tabletop.record import Claimed, Ruled

NAMES = ("Anna", "Ben")


def replayed(**options: object) -> Dashboard:
    desk = record_desk()
    return dashboard(record_step(desk), desk=desk, names=NAMES, pace=3600.0, **options)


@pytest.fixture
def live(tmp_path: Path):
    desk, steps = kept_desk(tmp_path / "game")
    app = dashboard(steps[-1], desk=desk, names=NAMES)
    yield app, desk, tmp_path
    desk.close()


async def typed(pilot: Pilot[int], text: str) -> None:
    names = {" ": "space", "?": "question_mark"}
    await pilot.press(*(names.get(sign, sign) for sign in text))


async def shows(pilot: Pilot[int], *words: str) -> None:
    app = pilot.app
    assert isinstance(app, Dashboard)

    def all_there() -> bool:
        text = " ".join(screen_text(app).split())
        return all(word in text for word in words)

    try:
        await until(pilot, all_there, 400)
    except AssertionError:
        raise AssertionError(f"{words} not in:\n{screen_text(app)}") from None


async def test_a_record_plays_from_its_start_and_can_be_jumped_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tabletop.dashboard.app.PACE_S", 3600.0)
    app = replayed(from_start=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "turn 1: Anna to move", "playing")
        await pilot.press("p")
        await shows(pilot, "looking back")
        await pilot.press("home")
        await shows(pilot, "turn 1: Anna to move")
        await pilot.press("right", "right")
        await shows(pilot, "turn 3: Anna to move", "takes the decay pile")
        await pilot.press("left")
        await shows(pilot, "turn 2: Ben to move")
        await pilot.press("j", "5", "enter")
        await shows(pilot, "turn 6: Ben to move")
        await pilot.press("home")
        await shows(pilot, "turn 1: Anna to move")
        await pilot.press("n")
        await shows(pilot, "turn 2: Ben to move")
        await pilot.press("end")
        await shows(pilot, "turn 7: Anna to move")
        assert "looking back" not in screen_text(app)


async def test_an_earlier_moment_plays_on_until_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.dashboard.app.PACE_S", 0.02)
    app = replayed(from_start=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "turn 7: Anna to move")
        assert "looking back" not in screen_text(app)


async def test_a_jump_ahead_lets_a_recorded_game_run_there(tmp_path: Path) -> None:
    desk, steps = kept_desk(tmp_path / "game")
    app = dashboard(*steps, desk=record_desk(), pace=3600.0, names=NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("j", "4", "enter")
        await until(pilot, lambda: app._view.turn >= 4)
        await shows(pilot, "paused")
    desk.close()


async def test_corrections_show_the_pictures_of_the_turn_where_there_is_room(live) -> None:
    app, _, _ = live
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None and app._view.turn > 1)
        await pilot.press("c")
        await shows(pilot, f"before turn {app._view.turn}", f"after turn {app._view.turn}")
        await pilot.press("down")
        await shows(pilot, f"before turn {app._view.turn - 1}")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "before turn" not in screen_text(app)


async def test_looking_back_shows_the_picture_of_that_turn(live) -> None:
    app, desk, _ = live
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("left")
        await until(pilot, lambda: app._past[0] == desk.view.turn - 1)
        assert app._scene.image is not None
        assert app._scene.marks
        await pilot.press("escape")
        await pilot.pause()
        assert app._reel.at is None


async def test_a_move_is_disputed_by_choosing_it() -> None:
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "after turn 6 of 6", "take 8")
        await pilot.press(*["down"] * 7, "enter")
        await shows(pilot, "Anna takes a 3 (card 8) for 6 sticks", "MW-5.1", "costs 6 sticks")
        await shows(pilot, "To put it right:")
        # A replay writes nothing.
        assert "Written" not in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Dispute)


async def test_a_move_is_disputed_in_words_and_written_to_the_record(live) -> None:
    app, desk, folder = live
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "take 1")
        await typed(pilot, "may Ben take the eighth card?")
        await pilot.press("enter")
        await shows(pilot, "Ben takes", "card 8", "Written to the record")
        claims = [e for e in desk.record.entries if isinstance(e, Claimed | Ruled)]
        assert [type(e) for e in claims] == [Claimed, Ruled]
        assert claims[0].player == 1
        assert "p2 claim take 8\nruling illegal" in (folder / "game" / "record.txt").read_text()
        # Asked again it is answered, and not written twice.
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert sum(isinstance(e, Claimed) for e in desk.record.entries) == 1
        await pilot.press("escape")
        await shows(pilot, "take 8 takes")


def sent_at_once(app: Dashboard, text: str) -> None:
    """As pasted, or typed while the machine was busy: no key waits for what the last one did."""
    names = {" ": "space", "\r": "enter", "\x7f": "backspace"}
    for sign in text:
        app.post_message(Key(names.get(sign, sign), sign))


async def test_what_is_sent_at_once_is_asked_and_nothing_else(live) -> None:
    app, desk, _ = live
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "take 1")
        sent_at_once(app, "take 8\r")
        await shows(pilot, "(card 8) for 6 sticks", "Written to the record")
        claims = [entry for entry in desk.record.entries if isinstance(entry, Claimed)]
        assert [str(claim.says.position) for claim in claims] == ["8"]


@pytest.mark.parametrize("keys", ["3\r", "2\x7f3\r", "13\x7f\x7f3\r"])
async def test_a_number_sent_at_once_is_the_turn_that_is_gone_to(keys: str) -> None:
    app = replayed()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("j")
        sent_at_once(app, keys)
        await shows(pilot, "turn 4: Ben to move", "looking back")


async def test_what_makes_no_sense_says_what_to_write() -> None:
    app = replayed()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await shows(pilot, "take 1")
        await typed(pilot, "dance")
        await pilot.press("enter")
        await shows(pilot, "not understood: 'dance'")


async def test_what_is_written_in_full_is_asked_before_what_it_resembles() -> None:
    """The 2 of "take 2" is also a rank that other cards have."""
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("d")
        await shows(pilot, "take 8")
        await typed(pilot, "take 8")
        await pilot.press("enter")
        await shows(pilot, "(card 8) for 6 sticks")


async def test_what_is_no_action_is_ruled_and_not_written(live) -> None:
    app, desk, _ = live
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "take 1")
        await typed(pilot, "may Ben pass?")
        await pilot.press("enter")
        await shows(pilot, "Ben passes", "MW-5.0", "none of the five actions", "Not written")
        assert not any(isinstance(e, Claimed) for e in desk.record.entries)


async def test_every_turn_can_be_gone_through_with_its_ruling() -> None:
    app = replayed()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await shows(pilot, "after turn 6 of 6")
        await pilot.press("pageup", "pageup")
        await shows(
            pilot,
            "after turn 4 of 6",
            "Turn 4: Ben takes",
            "card 4 costs 2 sticks, has 0".capitalize(),
        )
        await pilot.press("pageup")
        await shows(pilot, "after turn 3 of 6", "Turn 3: Anna sells 2 × 5")
        await pilot.press("pagedown", "pagedown")
        await shows(pilot, "after turn 5 of 6")
        await pilot.press("tab")
        await shows(pilot, "asked of Anna")


async def test_pictures_of_a_dispute_fill_the_screen(live) -> None:
    app, _, _ = live
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "before turn", "after turn")
        await pilot.press("f2")
        await pilot.pause()
        assert "take 1" not in screen_text(app)
        await pilot.press("escape")
        await shows(pilot, "take 1")


async def test_a_turn_is_put_right_with_one_key_and_withdrawn_with_another(live) -> None:
    app, desk, folder = live
    before = [m.text for m in desk.view.moves]
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c")
        await shows(pilot, f"Turn {len(before)} is told as: {before[-1]}")
        await pilot.press(*["down"] * (len(before) - 3))
        await shows(pilot, f"Turn 3 is told as: {before[2]}", " 1 ")
        await pilot.press("1")
        await shows(pilot, "Turn 3 is now:")
        after = [m.text for m in desk.view.moves]
        assert after[2] != before[2]
        assert after[:2] == before[:2]
        await until(pilot, lambda: app._view.moves[2].text == after[2])
        assert '"entry":"fix"' in (folder / "game" / "journal.jsonl").read_text()
        await pilot.press("u")
        await shows(pilot, "The correction is withdrawn")
        assert [m.text for m in desk.view.moves] == before
        await pilot.press("escape", "u")
        await pilot.pause(0.2)
        assert not isinstance(app.screen, Correct)
        await until(pilot, lambda: bool(app._notifications))
        assert [n.message for n in app._notifications] == ["Nothing was corrected by hand."]


async def test_a_move_is_written_where_it_is_not_offered(live) -> None:
    app, desk, _ = live
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c")
        await shows(pilot, "is told as")
        await pilot.press("end", *["down"] * 20, "m")
        await pilot.pause(0.1)
        await pilot.press(*["backspace"] * 12)
        await typed(pilot, "take the third card")
        await pilot.press("enter")
        await shows(pilot, "Turn 1 is now: take 3")
        assert desk.view.moves[0].text == "take 3"
        await pilot.press("m", *["backspace"] * 12)
        await typed(pilot, "take 9")
        await pilot.press("enter")
        await shows(pilot, "Turn 1 can't have been 'take 9'")
        assert desk.view.moves[0].text == "take 3"


async def test_a_new_game_is_asked_about_first(live) -> None:
    app, desk, folder = live
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c", "g")
        await shows(pilot, "Press g again")
        assert desk.view.turn > 0
        await pilot.press("g")
        await shows(pilot, "A new game begins")
        assert desk.view.turn == 0
        assert (folder / "game-2" / "journal.jsonl").exists()
        await pilot.press("s")
        await shows(pilot, "No picture has been seen yet")


async def test_setting_up_again_is_one_key(live) -> None:
    app, desk, folder = live
    turns = desk.view.turn
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c", "s")
        await shows(pilot, "looked for afresh")
    assert desk.view.turn == turns
    assert '"entry":"setup"' in (folder / "game" / "journal.jsonl").read_text()


async def test_an_open_question_is_answered_with_one_key() -> None:
    answered: list[tuple[str, str]] = []

    class Asking:
        correcting = renewing = True
        view = None

        def answer(self, question: str, option: str) -> tuple[()]:
            answered.append((question, option))
            return ()

    from tables import asked, asking

    desk = Asking()
    desk.view = asking()
    app = dashboard(Step(asking(), asked(asking())), desk=desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "[1] two (62%) [2] three (38%)")
        await pilot.press("4")
        await pilot.press("2")
        await until(pilot, lambda: bool(answered))
    assert answered == [("q1", "three")]


async def test_hints_show_when_asked_for_and_a_suggestion_only_then() -> None:
    app = replayed()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        assert "What Anna may do now" not in screen_text(app)
        await pilot.press("h")
        await shows(
            pilot, "What Anna may do now", "take 1", "hand then", "drops into the decay pile"
        )
        assert "Suggestion" not in screen_text(app)
        await pilot.press("s")
        await shows(pilot, "Suggestion: ")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Hints)


async def test_replays_offer_no_corrections() -> None:
    app = replayed()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c", "u")
        await pilot.pause()
        assert not isinstance(app.screen, Correct)
        assert "Correct" not in screen_text(app)


async def test_screens_over_the_table_keep_the_tables_keys_to_themselves(live) -> None:
    app, _, _ = live
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("c")
        await shows(pilot, "is told as")
        await pilot.press("d", "h", "l")
        await pilot.pause()
        assert isinstance(app.screen, Correct)


async def test_the_score_sheet_draws_how_it_came_to_that() -> None:
    desk = record_desk()
    app = dashboard(Step(ended()), desk=desk, names=NAMES)
    async with app.run_test(size=(120, 60)) as pilot:
        await shows(pilot, "Ben wins", "turn 0", "━━ Anna")


@pytest.mark.parametrize("size", [(1, 1), (20, 6), (40, 12), (300, 10)])
async def test_screens_survive_any_terminal(size: tuple[int, int], live) -> None:
    app, _, _ = live
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app._view is not None)
        paths = "d enter f2 escape escape|c m escape escape|h s escape|j 1 enter|f z x x f"
        for keys in paths.split("|"):
            await pilot.press(*keys.split())
            await pilot.pause(0.05)
        for other in ((80, 24), size):
            await pilot.press("d")
            await pilot.resize_terminal(*other)
            await pilot.press("escape", "escape")
        await pilot.pause(0.1)
        assert app._exception is None


async def test_square_brackets_in_names_are_shown_as_they_are(live) -> None:
    app, _, _ = live
    app.names = ("Anna [/]", "[b]Ben")
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("d")
        await shows(pilot, "asked of [b]Ben")
        await pilot.press("tab")
        await shows(pilot, "asked of Anna [/]")
        await pilot.press("escape")
        app.refused("'[/]' makes no sense")
        await until(pilot, lambda: len(app.screen.query(Toast)) == 1)
        assert str(app.screen.query_one(Toast).render()) == "'[/]' makes no sense"


async def test_a_line_that_was_sent_and_left_at_once_closes_its_screen_alone(live) -> None:
    app, _, _ = live
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("j", "1")
        over = app.screen
        for _ in range(2):
            app.call_later(over.run_action, "go")
        await until(pilot, lambda: app.screen is app.main)
        await pilot.press("q")
    assert app.return_value == 0
