"""Words for people, in the language they chose.

Every sentence is written in English where it belongs and wrapped:

>>> from tabletop.language import say, several, tr, translate, use
>>> fact = say("{a} to {b} points", a=21, b=24)
>>> fact, several("{n} stick", "{n} sticks", 2)
('21 to 24 points', '2 sticks')

``say`` and ``several`` give a ``Text``: a string, the English sentence, that remembers how it was
made. Events, rulings and views carry it; what is written to files and to other programs stays
English. A screen translates at the moment it shows:

>>> use("de")
>>> translate(fact)
'21 : 24 Punkte'
>>> tr("unknown mushrooms")
'unbekannte Pilze'
>>> use("en")

``tr(…)`` is ``translate(say(…))``, for what is shown at once. ``about`` tells apart what is one
word in English and two elsewhere. Catalogues are ``de/*.po``, one for each part of the program.
"""

from __future__ import annotations

from tabletop.language.catalogues import (
    LANGUAGES,
    SOFT_HYPHEN,
    LanguageError,
    in_use,
    preferred,
    tr,
    translate,
    use,
)
from tabletop.language.text import Text, commas, listed, plain, say, several, words_of

__all__ = [
    "LANGUAGES",
    "SOFT_HYPHEN",
    "LanguageError",
    "Text",
    "commas",
    "in_use",
    "listed",
    "plain",
    "preferred",
    "say",
    "several",
    "tr",
    "translate",
    "use",
    "words_of",
]
