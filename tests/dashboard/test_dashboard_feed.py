"""The worker thread: order, replacement, errors, a prompt end."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from driving import dashboard, screen_text, until
from tables import Step, asked, asking, ended, opening, view

from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.feed import Feed
from tabletop.referee.events import Gap, Illegal, Moved, PanDetail, Turn, Unsure
from tabletop.referee.view import Following


def turn(n: int) -> Turn:
    return Turn(n, 0, "pan", "pan", PanDetail(), 0.99, f"{n}")


def test_newer_step_replaces_and_events_add_up() -> None:
    feed = Feed(
        lambda: iter([Step(view(turn=n), (turn(n),)) for n in (1, 2, 3)]), lambda: None, None
    )
    feed.start()
    while not feed.over:
        time.sleep(0.01)
    batch = feed.take()
    assert batch is not None
    assert batch.view.turn == 3
    assert [event.n for event in batch.events] == [1, 2, 3]
    assert feed.take() is None


def test_wakes_once_for_what_was_not_taken_yet_and_once_at_the_end() -> None:
    calls: list[int] = []
    feed = Feed(lambda: iter([Step(view())] * 5), lambda: calls.append(1), None)
    feed.start()
    while not feed.over:
        time.sleep(0.01)
    feed.stop(5.0)
    assert len(calls) == 2


def test_stop_ends_a_long_wait_at_once() -> None:
    closed = threading.Event()

    def source() -> Iterator[Step]:
        try:
            yield Step(view())
            yield Step(view())
        finally:
            closed.set()

    feed = Feed(source, lambda: None, 3600.0)
    feed.start()
    while feed.take() is None:
        time.sleep(0.01)
    began = time.monotonic()
    feed.stop(5.0)
    assert time.monotonic() - began < 1.0
    assert closed.is_set()
    assert feed.over


def test_stop_ends_a_pause() -> None:
    feed = Feed(lambda: iter([Step(view())] * 3), lambda: None, 3600.0)
    feed.pause(True)
    feed.start()
    feed.stop(5.0)
    assert feed.over
    assert feed.take() is None


def test_error_while_opening_is_kept() -> None:
    def source() -> Iterator[Step]:
        raise ValueError("no such folder: games/")

    feed = Feed(source, lambda: None, None)
    feed.start()
    while not feed.over:
        time.sleep(0.01)
    assert str(feed.error) == "no such folder: games/"


async def test_error_is_shown_and_gives_one() -> None:
    app = dashboard(Step(view()), error=OSError("camera 0 gives no picture"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.error is not None)
        await pilot.pause(0.05)
        text = screen_text(app)
        assert "Following stopped:  camera 0 gives no picture" in text
        assert "stopped by an error" in text
        assert "porcini" in text
        await pilot.press("q")
    assert app.return_value == 1


async def test_error_without_words_is_named() -> None:
    app = dashboard(error=ZeroDivisionError())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.error is not None)
        await pilot.pause(0.05)
        assert "ZeroDivisionError" in screen_text(app)


async def test_quitting_stops_the_worker() -> None:
    running = threading.Event()
    ended = threading.Event()

    def source() -> Iterator[Step]:
        running.set()
        try:
            while True:
                yield Step(view())
                time.sleep(0.005)
        finally:
            ended.set()

    app = Dashboard(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, running.is_set)
        await pilot.press("q")
    assert ended.wait(2.0)


async def test_source_that_ends_says_so() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._feed.over)
        await pilot.pause(0.05)
        assert "source ended" in screen_text(app)


async def test_source_without_pictures_is_no_crash() -> None:
    app = dashboard()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._feed.over)
        await pilot.press("f", "l", "o", "r")
        await pilot.pause(0.05)
        assert "source ended" in screen_text(app)


async def test_illegal_act_stays_until_the_next_turn() -> None:
    first, second = threading.Event(), threading.Event()
    act = Illegal(1, ("MW-5.1",), "Card 5 costs 3 sticks, 1 was paid: pay 2 more.", 3, 0.97, "7")

    def source() -> Iterator[Step]:
        yield Step(view(), (act,))
        yield Step(view(), ())
        first.set()
        second.wait(10)
        yield Step(view(), (turn(4),))

    app = Dashboard(source)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, first.is_set)
        await pilot.pause(0.05)
        text = screen_text(app)
        assert "Player 2: against the rules (MW-5.1)" in text
        assert "pay 2 more" in text
        second.set()
        await until(pilot, lambda: "against the rules" not in screen_text(app))


async def test_doubt_and_gap_are_said() -> None:
    app = dashboard(Step(view(), (Unsure("three cards moved at once", "8"),)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Not sure  three cards moved at once" in screen_text(app))
    app = dashboard(Step(view(), (Gap(8, "turns 9 and 10 were not seen", "12"),)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Turns went unseen  turns 9 and 10" in screen_text(app))
    # Told together with the turn that the same picture shows, which doesn't settle it.
    app = dashboard(Step(view(), (Moved("it stands elsewhere", "9"), turn(4))))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Camera moved  it stands elsewhere" in screen_text(app))


async def test_picture_that_was_not_read_is_shown_without_marks() -> None:
    app = dashboard(Step(opening(), reading=None))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        await pilot.press("f")
        await pilot.pause(0.05)
        assert "▀" in screen_text(app)
        assert "8♣" not in screen_text(app)


@pytest.mark.parametrize("again", [False, True])
def test_step_without_a_picture_of_its_own_keeps_the_last_one(again: bool) -> None:
    first = Step(view())
    last = Step(view(turn=28), frame=first.frame if again else None, reading=None)
    feed = Feed(lambda: iter([first, last]), lambda: None, None)
    feed.start()
    while not feed.over:
        time.sleep(0.01)
    batch = feed.take()
    assert batch is not None
    assert batch.view.turn == 28
    assert batch.image is first.frame.image
    assert len(batch.marks) == 8


async def test_question_stands_until_the_next_turn_and_stays_in_the_log() -> None:
    app = dashboard(Step(asking(), asked(asking())), Step(asking(), (turn(29),)), pace=3600.0)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "How many 5s did Player 2 sell?" in screen_text(app))
        assert "two (62%), three (38%)" in screen_text(app)
        await pilot.press("n")
        await until(pilot, lambda: "How many 5s" not in screen_text(app))
        await pilot.press("l")
        await until(pilot, lambda: "How many 5s" in screen_text(app))


async def test_game_left_with_the_last_picture_has_no_winner() -> None:
    app = dashboard(Step(ended(reason="", winner=None)))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "The pictures end here" in screen_text(app))
        assert "draw" not in screen_text(app).replace("draw pile", "")
        await pilot.press("escape")
        await until(pilot, lambda: "source ended" in screen_text(app))


def test_what_was_read_stays_in_the_picture_while_the_table_rests() -> None:
    woken = threading.Event()
    read, still = Step(view()), Step(view(), reading=None)
    arm = Step(view(state=Following.MOVING), reading=None)
    for steps, marks in (((read, still), 8), ((read, still, arm), 0)):
        feed = Feed(lambda steps=steps: iter(steps), woken.set, None)
        feed.start()
        feed._thread.join()
        batch = feed.take()
        assert batch is not None
        assert batch.image is steps[-1].frame.image
        assert len(batch.marks) == marks
