"""Which packages the table textures and the photographs come from."""

from __future__ import annotations

from typing import Final

from training.artwork.packages import Package
from training.artwork.pictures import Source

_METAWORLD = Package("pip", "metaworld", "3.1.1")
_GNOME = Package("apt", "gnome-backgrounds", "43.1-1")
_MATE = Package("apt", "mate-backgrounds", "1.26.0-1")
_PLASMA = Package("apt", "plasma-workspace-wallpapers", "4:5.27.5-2")
_SKIMAGE = Package("pip", "scikit-image", "0.26.0")
_OPENCV = Package("apt", "opencv-doc", "4.6.0+dfsg-12")

_UFO: Final = (
    "tex_buildings/carpet*", "tex_buildings/floor*", "tex_buildings/tile*", "tex_buildings/*wood*",
    "tex_ctp1/marble*", "tex_ctp1/tiles*", "tex_ctp1/wood*", "tex_furniture/table*",
    "tex_furniture/jap_carpet*", "tex_material/*wood*", "tex_mattn/floor*", "tex_mattn/wood*",
    "tex_mattn/carpet*", "tex_misc/laminate*", "tex_nature/tile_teracota*",
)  # fmt: skip

TEXTURES: Final = (
    Source(
        _METAWORLD, "MIT", ("*/textures/*.png", "*/textures/*.jpeg"),
        ("*height1*", "*real_door*", "*tennis*", "*navy_blue*", "*scene/textures/metal.png"),
    ),
    Source(_GNOME, "CC-BY-SA-3.0", ("*/wood-l.webp", "*/wood-d.webp")),
    Source(_MATE, "GPL-2+", ("*/nature/wood.jpg", "*/desktop/*stripes*.png")),
    Source(_SKIMAGE, "BSD-3-Clause", ("*/data/brick.png", "*/data/grass.png",
                                      "*/data/gravel.png")),
    Source(
        Package("pip", "robosuite", "1.5.2"), "MIT", ("*/textures/*.png",),
        ("*cereal*", "*lemon*", "*bread*", "*soda*", "*can.png", "*glass*"),
    ),
    Source(
        Package("apt", "gimp-data", "2.10.34-1+deb12u10"), "GPL-3+",
        ("*/patterns/fabric/*.pat", "*/patterns/wood/*.pat", "*/patterns/stone/*.pat",
         "*/patterns/paper/*.pat", "*/patterns/animal/leather.pat", "*/patterns/food/java.pat",
         "*/patterns/legacy/fibers.pat"),
    ),
    Source(
        Package("apt", "krita-data", "1:5.1.5+dfsg-2+deb12u1"), "GPL-2+ and CC0-1.0",
        ("*/patterns/*paper*", "*/patterns/*canvas*", "*/patterns/*wood*", "*/patterns/*tissue*",
         "*/patterns/*grain*", "*/patterns/*wall*", "*/patterns/*rock*", "*/patterns/sand*"),
    ),
    Source(
        Package("apt", "sweethome3d", "7.0.2+dfsg-3"),
        "GPL-2+, CC-BY-4.0 or public domain, per file",
        ("*textures*.jpg", "*textures*.png"), ("*sky*", "*cloud*"),
        bundle="usr/share/sweethome3d/sweethome3d.jar",
    ),
    Source(
        Package("apt", "ufoai-textures", "2.5-2"), "GPL-2+, CC-BY-3.0, CC-BY-SA-3.0, per file",
        tuple(f"textures/{place}" for place in _UFO),
        ("*_nm.*", "*_gm.*", "*_sm.*", "*/table00[1-6]*", "*/floor010.jpg"),
        bundle="usr/share/games/ufoai/base/*.pk3",
    ),
)  # fmt: skip
"""Table tops, cloths, carpets, floors."""

PHOTOS: Final = (
    Source(
        _OPENCV, "BSD-3-Clause and Apache-2.0",
        tuple(f"*/{name}.jpg" for name in (
            "fruits", "baboon", "blox", "left01", "right01", "home", "aloel", "leuvena", "board",
            "stuff", "orange", "smarties", "messi5", "apple", "butterfly", "building", "aero1",
            "aero3", "plant", "squirrel_cls", "starry_night", "happyfish", "basketball1")) + (
            "*/graf1.png", "*/box_in_scene.png", "*/chicky_512.png", "*/rubberwhale1.png",
            "*/basketball2.png"),
        ("*cards*", "*/html/*"),
    ),
    Source(
        _SKIMAGE, "BSD-3-Clause",
        tuple(f"*/data/{name}.*" for name in (
            "astronaut", "camera", "chelsea", "coffee", "coins", "rocket", "motorcycle_left",
            "page", "text", "color")),
    ),
    Source(_MATE, "GPL-2+", ("*/nature/*.jpg", "*/abstract/*.png"), ("*wood.jpg",)),
    Source(_GNOME, "CC-BY-SA-3.0", ("*/gnome/*.webp",), ("*/wood-*",)),
    Source(
        _PLASMA, "GPL-2+; LGPL-3+ or CC-BY-SA-4.0, per file",
        ("*/images/2560x1600.*", "*/images/5120x2880.*", "*/images/3840x2160.*"),
    ),
)  # fmt: skip
"""Anything but cards: for clutter beside them and for scenes without any."""
