"""What counts as right, wrong, not read and too many."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tabletop.evaluation.conditions import measure, noted
from tabletop.evaluation.judge import Judged, Outcome, Verdict, compare_faces, judge
from tabletop.evaluation.labels import Card, Labelled, Part
from tabletop.evaluation.tally import calibration_error, tally, tally_backs
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Quad, Reading, Sighting
from tests.evaluation.pictures import HEIGHT, WIDTH, at, seen

BARE: Image = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)


def judged(part: Part, cards: Sequence[Card], *sightings: Sighting, scale: float = 1.0) -> Judged:
    picture = Labelled(Path("a.png"), "a.png", part, "us", tuple(cards), 0)
    return judge(picture, Reading((WIDTH, HEIGHT), sightings), BARE, scale)


def verdicts(outcomes: Sequence[Outcome]) -> list[tuple[str | None, str | None, str]]:
    return sorted(
        ((o.truth, o.read, o.verdict.value) for o in outcomes),
        key=lambda v: tuple(str(x) for x in v),
    )


def placed(face: str, x: float, y: float, visible: float = 1.0, zone: str = "") -> Card:
    return Card(face, at(x, y), visible, zone)


@pytest.mark.parametrize(
    ("truth", "read", "precision", "recall"),
    [
        (["TH", "TH"], ["TH", "TH"], 1, 1),
        (["TH", "TH"], ["TH"], 1, 0.5),
        (["TH"], ["TH", "TH"], 0.5, 1),
        (["TH", "9C"], ["TD", "9C"], 0.5, 0.5),
        (["TH", "9C"], ["TD"], 0, 0),
        (["X?"], ["XR"], 1, 1),
        (["X?", "XR"], ["XR", "XB"], 1, 1),
        (["XR"], ["XB"], 0, 0),
        (["XR"], ["X?"], None, 0),
        (["XR", "XB"], ["X?", "XB"], 1, 0.5),
        ([], ["TH"], 0, None),
    ],
)
def test_faces_without_places(
    truth: list[str], read: list[str], precision: float | None, recall: float | None
) -> None:
    counts = tally(compare_faces(truth, read))
    assert (counts.precision, counts.recall) == (precision, recall)


def test_one_wrong_for_one_missed_is_a_confusion() -> None:
    assert verdicts(compare_faces(["TH", "9C"], ["TD", "9C"])) == [
        ("9C", "9C", "right"),
        ("TH", "TD", "wrong"),
    ]


def test_a_single_card_must_be_the_only_one_seen() -> None:
    card = [Card("TH")]
    assert judged(Part.SINGLES, card, seen("TH")).clean
    assert not judged(Part.SINGLES, card, seen("TH"), seen("TH", 100)).clean
    assert not judged(Part.SINGLES, card, seen("TH"), seen("??", 100)).clean
    assert not judged(Part.SINGLES, card, seen("TH"), seen("back", 100)).clean
    assert not judged(Part.SINGLES, card, seen("TD")).clean
    assert not judged(Part.SINGLES, card).clean
    assert judged(Part.SINGLES, card, seen("TH")).confidences == ((pytest.approx(0.9), True),)


def test_an_open_face_is_not_read_and_not_wrong() -> None:
    both = judged(Part.TABLES, [Card("TH"), Card("9C")], seen("TH"), seen("??", 100))
    assert tally(both.outcomes).precision == 1
    assert tally(both.outcomes).recall == 0.5
    assert not both.clean


def test_boxes_need_the_rank_and_half_the_place() -> None:
    box = [Card("T", at(10, 10))]
    assert judged(Part.BOXES, box, seen("TC", 14, 14)).clean
    assert judged(Part.BOXES, box, seen("TC", 20, 20), scale=2).outcomes[0].read is None
    assert judged(Part.BOXES, box, seen("9C", 10, 10)).outcomes[0].verdict is Verdict.WRONG
    assert judged(Part.BOXES, box, seen("TC", 40, 30)).outcomes[0].verdict is Verdict.UNREAD
    assert judged(Part.BOXES, box, seen("??", 10, 10)).outcomes[0].verdict is Verdict.UNREAD
    assert judged(Part.BOXES, box, seen("TC", 10, 10), seen("QC", 200, 10)).clean


def test_boxes_go_round_what_shows_of_a_card() -> None:
    # ``at`` gives a card's quad; the queen lies on all of the ten but its left third.
    left, top = at(10, 10)[0]
    right, bottom = at(10, 10)[2]
    third = left + (right - left) / 3
    strip = ((left, top), (third, top), (third, bottom), (left, bottom))
    covered = [Card("T", strip)]
    assert judged(Part.BOXES, covered, seen("TC", 10, 10), seen("QC", third, 10)).clean
    assert not judged(Part.BOXES, covered, seen("TC", 10, 10)).clean
    # A sliver that shows on the other side too, since outlines are never exact.
    assert judged(Part.BOXES, covered, seen("TC", 10, 10), seen("QC", third, 11)).clean


def test_frames_are_matched_by_place() -> None:
    cards = [placed("TH", 10, 10, zone="forest"), placed("9C", 100, 10), placed("XR", 200, 10)]
    read = judged(Part.FRAMES, cards, seen("9C", 12, 12), seen("TH", 101, 10), seen("X?", 200, 10))
    assert verdicts(read.outcomes) == [
        ("9C", "TH", "wrong"),
        ("TH", "9C", "wrong"),
        ("XR", "X?", "not read"),
    ]
    assert read.outcomes[0].zone == "forest"


def test_places_are_scaled_as_the_picture_was() -> None:
    (corner, *_) = at(20, 20)
    quad: Quad = (corner, (120, 20), (120, 160), (20, 160))
    assert judged(Part.FRAMES, [Card("TH", quad)], seen("TH", 10, 10), scale=0.5).clean


def test_a_card_read_twice_is_one_too_many() -> None:
    read = judged(Part.FRAMES, [placed("TH", 10, 10)], seen("TH", 10, 10), seen("TH", 14, 12))
    assert verdicts(read.outcomes) == [(None, "TH", "too many"), ("TH", "TH", "right")]


def test_equal_neighbours_stay_two() -> None:
    cards = [placed("TH", 10, 10, 0.4), placed("TH", 30, 10)]
    assert judged(Part.FRAMES, cards, seen("TH", 10, 10), seen("TH", 30, 10)).clean
    assert tally(judged(Part.FRAMES, cards, seen("TH", 30, 10)).outcomes).recall == 0.5


def test_the_discard_pile_and_slivers_are_not_counted() -> None:
    cards = [placed("TH", 10, 10, zone="discard"), placed("9C", 100, 10, 0.1)]
    assert judged(Part.FRAMES, cards).outcomes == ()
    assert judged(Part.FRAMES, cards, seen("QS", 10, 10), seen("QS", 100, 10)).clean
    # A deeper card of the pile, which the truth doesn't list.
    assert judged(Part.FRAMES, cards, seen("TH", 10, 10), seen("QS", 30, 40)).clean
    assert not judged(Part.FRAMES, cards, seen("QS", 200, 10)).clean


def test_backs_are_counted_apart_and_a_face_read_on_one_is_wrong() -> None:
    cards = [placed("back", 10, 10), placed("9C", 20, 10)]
    good = judged(Part.FRAMES, cards, seen("back", 10, 10), seen("9C", 20, 10))
    assert good.clean
    # The back must not take the sighting of the card that lies on it.
    only = judged(Part.FRAMES, cards, seen("9C", 13, 10))
    assert verdicts(only.outcomes) == [("9C", "9C", "right"), ("back", None, "not read")]
    wrong = judged(Part.FRAMES, [placed("back", 10, 10)], seen("QS", 10, 10)).outcomes
    assert (tally(wrong).wrong, tally(wrong).missed, tally_backs(wrong).missed) == (1, 0, 1)
    turned = judged(Part.FRAMES, [placed("9C", 10, 10)], seen("back", 10, 10)).outcomes
    assert (tally(turned).wrong, tally(turned).missed, tally_backs(turned).wrong) == (0, 1, 1)


def test_anything_seen_where_no_cards_are_is_too_many() -> None:
    assert judged(Part.EMPTY, []).clean
    assert not judged(Part.EMPTY, [], seen("back")).clean
    assert not judged(Part.EMPTY, [], seen("??")).clean


def test_calibration_error_is_the_gap_between_confidence_and_right() -> None:
    assert calibration_error([]) is None
    assert calibration_error([(0.75, True)] * 3 + [(0.75, False)]) == pytest.approx(0)
    assert calibration_error([(0.95, True), (0.95, False)]) == pytest.approx(0.45)
    assert calibration_error([(1.0, True), (0.2, True)]) == pytest.approx(0.4)


def test_conditions_tell_small_covered_blurred_and_glare() -> None:
    import cv2

    rng = np.random.default_rng(3)
    sharp = np.repeat(np.repeat(rng.integers(0, 240, (50, 80, 1)), 4, 0), 4, 1)
    image = np.broadcast_to(sharp, (200, 320, 3)).astype(np.uint8).copy()
    large = np.array([[10, 10], [110, 10], [110, 150], [10, 150]], np.float32)
    plain = measure(image, large)
    assert plain is not None
    assert plain.causes == ()
    assert plain.width == pytest.approx(100)
    blurred = measure(np.asarray(cv2.GaussianBlur(image, (0, 0), 6), np.uint8), large)
    assert blurred is not None
    assert blurred.causes == ("blurred",)
    burnt = image.copy()
    burnt[:, :70] = 255
    glare = measure(burnt, large)
    assert glare is not None
    assert any("glare" in cause for cause in glare.causes)
    # The glare lies on another card, which covers half of this one.
    over = large * [0.6, 1] + [0, 0]
    half = measure(burnt, large, 0.3, [over.astype(np.float32)])
    assert half is not None
    assert [c.split(" (")[0] for c in half.causes] == ["mostly covered"]
    small = measure(image, np.array(at(10, 10), np.float32))
    assert small is not None
    assert [c.split(" (")[0] for c in small.causes] == ["small"]
    assert measure(image, large + np.float32(900)) is None


def test_notes_name_causes_by_whole_words() -> None:
    assert noted("very flat view, glare on the 9C") == ("flat view", "lamp, candle, flash")
    assert noted("deflated") == ()
