"""A family's own deck: naming the cards of a laid-out deck, learning, keeping, forgetting."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.faces import BACK, FACE_INDEX, FACES, RANKS, SUITS
from tabletop.vision.deck import Correction, KnownDecks, load_decks
from tabletop.vision.enrolment.fit import fit
from tabletop.vision.enrolment.label import label
from tabletop.vision.enrolment.learn import told_cards
from tabletop.vision.enrolment.store import (
    check_name,
    deck_names,
    forget_deck,
    load_cards,
    save_deck,
)
from tabletop.vision.enrolment.views import Lying, card_views, index_views, lying
from tabletop.vision.errors import ModelError, SourceError
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Sighting

FIXTURE_SUITS = "CSDH"
"""The rows of ``fixtures/deck.jpg``, one of our own drawn decks: four colours, V D R, 1 for the
ace; painted by ``training.enrolment.laid_out``."""


def seen(face: str, p: float, x: float, y: float, angle: float = 0.0) -> Sighting:
    """``face`` with probability ``p``, the rest spread; a card 60 by 84 pixels at (x, y)."""
    chances = np.full(54, (1 - p) / 53, np.float32)
    chances[FACE_INDEX[face]] = p
    c, s = np.cos(angle), np.sin(angle)
    x, y = c * x - s * y, s * x + c * y
    corners = [(-30, -42), (30, -42), (30, 42), (-30, 42)]
    quad = tuple((x + c * a - s * b, y + s * a + c * b) for a, b in corners)
    return Sighting(quad, True, chances)  # type: ignore[arg-type]


def laid_out(read: dict[str, tuple[str, float]], angle: float = 0.0) -> list[Sighting]:
    """A whole deck in rows; ``read`` says what a face is read as, and how surely."""
    cards = []
    for j, suit in enumerate(SUITS):
        for i, rank in enumerate(RANKS):
            face, p = read.get(rank + suit, (rank + suit, 0.9))
            cards.append(seen(face, p, 70 * i, 95 * j + 3 * (i % 2), angle))
    return cards + [seen("XR", 0.8, 0, 400, angle), seen("XB", 0.8, 70, 400, angle)]


@pytest.mark.parametrize("angle", [0.0, 0.4, np.pi / 2, np.pi])
def test_a_deck_in_rows_is_told_by_its_order_where_half_of_it_is_misread(angle: float) -> None:
    rng = np.random.default_rng(3)
    wrong = {
        face: (str(rng.choice(FACES[:52])), float(rng.uniform(0.2, 0.7)))
        for face in FACES[:52]
        if rng.random() < 0.5
    }
    cards = laid_out(wrong, angle)
    told = {id(item.sighting): item.face for item in label(cards)}
    truth = [r + s for s in SUITS for r in RANKS] + ["XR", "XB"]
    assert [told[id(card)] for card in cards] == truth


def test_cards_in_no_order_are_told_only_where_they_are_clear() -> None:
    rng = np.random.default_rng(5)
    faces = list(rng.permutation(list(FACES[:20])))
    cards = [
        seen(face, 0.95 if i % 2 else 0.05, float(rng.uniform(0, 900)), float(rng.uniform(0, 900)))
        for i, face in enumerate(faces)
    ]
    told = {id(item.sighting): item.face for item in label(cards)}
    for i, card in enumerate(cards):
        if i % 2:
            assert told[id(card)] == faces[i]
        else:
            assert id(card) not in told


def test_no_face_is_given_twice() -> None:
    first, second = seen("QS", 0.95, 0, 0), seen("QS", 0.6, 300, 300)
    told = label([first, second])
    assert [item.face for item in told if item.sighting is first] == ["QS"]
    assert all(item.face != "QS" for item in told if item.sighting is second)


def test_covered_cards_and_backs_are_left_out() -> None:
    card = seen("QS", 0.95, 0, 0)
    covered = Sighting(card.quad, True, card.p, visible=0.4)
    back = Sighting(card.quad, False, np.zeros(54, np.float32))
    assert label([covered, back]) == []
    assert label([]) == []


def test_fitting_mends_what_is_wrong_and_leaves_the_rest() -> None:
    rng = np.random.default_rng(0)
    centres = rng.normal(0, 1, (6, 20)).astype(np.float32)
    names = rng.integers(0, 6, 600)
    features = np.maximum(centres[names] + rng.normal(0, 0.3, (600, 20)), 0).astype(np.float32)
    logits = np.zeros((600, 6), np.float32)
    logits[np.arange(600), names] = 4
    mistaken = names == 2
    logits[mistaken] = 0
    logits[mistaken, 3] = 2
    before = (logits.argmax(axis=1) == names).mean()
    corrected = fit(logits, features, names).added(logits, features)
    assert before < 0.9
    assert (corrected.argmax(axis=1) == names).mean() > 0.98


def picture_of(count: int) -> tuple[np.ndarray, list[Lying]]:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (220, 90 * count, 3)).astype(np.uint8)
    cards = [lying(picture, seen("AS", 0.9, 45 + 90 * i, 110)) for i in range(count)]
    return picture, cards


def test_views_are_many_different_pictures_with_masks() -> None:
    _, cards = picture_of(3)
    rng = np.random.default_rng(2)
    whole, corners = card_views(rng, cards[0], cards, 12), index_views(rng, cards[0], cards, 5)
    assert whole.shape == (12, 128, 88, 4)
    assert corners.shape == (20, 64, 48, 4)
    assert len({view.tobytes() for view in whole}) == 12
    masks = whole[..., 3].mean(axis=(1, 2)) / 255
    assert masks.max() > 0.95
    assert masks.min() < 0.9
    assert masks.min() > 0.02


def test_a_deck_is_kept_listed_and_forgotten(tmp_path: Path) -> None:
    home = tmp_path / "decks"
    assert deck_names(home) == []
    _, cards = picture_of(2)
    save_deck(home, "ours", [("AS", cards[0]), ("back", cards[1])])
    save_deck(home, "ours", [("AS", cards[0]), ("KS", cards[0]), ("back", cards[1])])
    assert deck_names(home) == ["ours"]
    kept = load_cards(home, "ours")
    assert sorted(face for face, _ in kept) == ["AS", "KS", "back"]
    for _, card in kept:
        assert abs(2 * np.hypot(*card.u) - 60) < 1.5
        assert abs(2 * np.hypot(*card.v) - 84) < 1.5
    forget_deck(home, "ours")
    assert deck_names(home) == []
    with pytest.raises(SourceError, match="No deck"):
        forget_deck(home, "ours")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 60, "a\nb"])
def test_names_that_are_no_names_are_refused(name: str) -> None:
    with pytest.raises(SourceError, match="name"):
        check_name(name)


def test_what_was_learnt_comes_back_and_only_for_the_same_models(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    part = Correction(
        rng.normal(0, 1, (7, 54)).astype(np.float32), rng.normal(0, 1, 54).astype(np.float32)
    )
    path = tmp_path / "learnt.npz"
    assert load_decks(path, ("a", "b")) is None
    KnownDecks(part, part, ("a", "b")).save(path)
    again = load_decks(path, ("a", "b"))
    assert again is not None
    assert np.array_equal(again.index.weights, part.weights)
    assert load_decks(path, ("a", "c")) is None


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 not a zip"])
def test_a_damaged_file_is_named_with_the_cure(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "learnt.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="delete"):
        load_decks(path, ("a", "b"))


def test_a_strange_deck_laid_out_is_told_card_by_card() -> None:
    picture = cv2.imread(str(Path(__file__).parent / "fixtures" / "deck.jpg"))
    assert picture is not None
    image = picture.astype(np.uint8)
    cards = told_cards([(image, Reader().read(image))])
    faces = [face for face, _ in cards if face != BACK]
    assert len(set(faces)) == len(faces)
    assert len(faces) >= 36
    rows = [[r + s for r in RANKS] for s in FIXTURE_SUITS] + [["XR", "XB"]]
    for face, card in cards:
        if face == BACK:
            continue
        row = int((card.centre[1] - 175) // 122)
        assert face in rows[row], (face, card.centre)
