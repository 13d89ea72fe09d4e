"""What the catalogue of decks and pictures promises."""

from __future__ import annotations

import struct

import numpy as np

from training.artwork import catalogue, pictures, places
from training.artwork.catalogue import RESERVED
from training.artwork.packages import Package
from training.artwork.pictures import Source

DECKS = [
    *catalogue.GNOME,
    *catalogue.KDE,
    *catalogue.LETELE,
    *catalogue.FILES,
    *catalogue.JEUXCARTES,
    *catalogue.CLIPART,
]  # fmt: skip


def test_every_reserved_deck_is_in_the_catalogue_under_that_name():
    assert {deck.name for deck in DECKS if deck.reserved} == RESERVED


def test_deck_names_are_unique_and_every_deck_has_a_licence_and_a_pinned_source():
    assert len({deck.name for deck in DECKS}) == len(DECKS)
    assert all(deck.licence and deck.source.version for deck in DECKS)


def test_patterns_take_and_leave_files_whatever_their_case():
    source = Source(Package("pip", "p", "1"), "MIT", ("*/Wood*.png".lower(),), ("*_nm.*",))
    assert pictures.wanted(source, "a/WOOD1.PNG")
    assert not pictures.wanted(source, "a/wood1_nm.png")
    assert not pictures.wanted(source, "a/metal.png")


def test_the_synthetic_cards_of_opencv_are_not_taken_as_a_photograph_without_cards():
    assert not any(
        pictures.wanted(source, "usr/share/doc/opencv-doc/examples/data/cards.png")
        for source in places.PHOTOS
    )


def test_what_a_texture_is_made_of_is_told_from_its_name():
    assert pictures.kind("textures/tex_buildings/carpet001.png") == "cloth"
    assert pictures.kind("patterns/Fabric/burlap.pat") == "cloth"
    assert pictures.kind("patterns/Wood/pine.pat") == "wood"
    assert pictures.kind("textures/tex_mattn/floor001.jpg") == "other"


def test_a_gimp_pattern_is_read():
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    name = b"tiny\0"
    head = struct.pack(">6I", 24 + len(name), 1, 3, 2, 3, int.from_bytes(b"GPAT", "big"))
    assert (pictures.read(head + name + pixels.tobytes()) == pixels).all()


def test_a_grey_gimp_pattern_becomes_rgb():
    head = struct.pack(">6I", 24, 1, 2, 1, 1, int.from_bytes(b"GPAT", "big"))
    assert pictures.read(head + bytes([7, 9])).tolist() == [[[7, 7, 7], [9, 9, 9]]]
