"""The words in which players ask, English and German: a closed list, each with what it stands for.

A word that isn't here is not understood, and what holds it is not judged: "not", "twice" and
"without" change what was asked, and nobody can list all words that do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tabletop.games.walk.game import Game
from tabletop.language import translate

Meaning = tuple[str, int | str]
"""A form, and a number, a kind of card, or nothing."""

Phrase = tuple[str, ...]
"""Words in small letters, in their order."""

VERBS: Final = ("TAKE", "COOK", "SELL", "PUT", "DRAW", "ADD")

_NUMBERS: Final = (
    "one|eins",
    "two|zwei",
    "three|drei",
    "four|vier",
    "five|fünf",
    "six|sechs",
    "seven|sieben",
    "eight|acht",
    "nine|neun",
    "ten|zehn",
)
_ORDINALS: Final = (
    "first|erste|ersten|erster|vorderste|vordersten",
    "second|zweite|zweiten|zweiter",
    "third|dritte|dritten|dritter",
    "fourth|vierte|vierten|vierter",
    "fifth|fünfte|fünften|fünfter",
    "sixth|sechste|sechsten|sechster",
    "seventh|siebte|siebten|siebter|siebente|siebenten",
    # German "achten" is also several 8s: lists of cards take it for that.
    "eighth|achte|achten|achter",
)
_LASTS: Final = (
    "last|furthest|farthest|furthest away|farthest away|letzte|letzten|hinterste|hintersten",
    "second to last|second last|last but one|next to last|penultimate|vorletzte|vorletzten"
    "|zweitletzte|zweitletzten",
    "third to last|third last|last but two|drittletzte|drittletzten",
    "fourth to last|fourth last|last but three|viertletzte|viertletzten",
)
_RANKS: Final = {
    "2": "twos|zweien|zweier",
    "3": "threes|dreien|dreier",
    "4": "fours|vieren|vierer",
    "5": "fives|fünfen|fünfer",
    "6": "sixes|sechsen|sechser",
    "7": "sevens|siebenen|siebener",
    "8": "eights",
    "9": "nines|neunen|neuner",
    "T": "tens|zehnen|zehner",
}
"""Several cards of a rank."""

_KIND: Final = {
    "2": "hallimasch|hallimaschs",
    "3": "judasohr|judasohrs",
    "4": "schopftintling|schopftintlings",
    "5": "shiitake|shiitakepilz",
    "6": "klapperschwamm|klapperschwamms",
    "7": "birkenpilz|birkenpilzes",
    "8": "steinpilz|steinpilzes|porcini",
    "9": "pfifferling|pfifferlings",
    "T": "t|morchel",
    "B": "b|butter",
    "C": "c|cider|cidre|apfelwein",
    "K": "basket|korb|korbs|korbes",
    "P": "poison|poison mushroom|giftpilz|giftpilzes|fliegenpilz|fliegenpilzes",
    "O": "moon|mond|monds|mondes",
    "?": "unknown card|unbekannte karte",
}
_KINDS: Final = {
    "2": "honey fungi|hallimasche|hallimaschen",
    "3": "judasohren",
    "4": "schopftintlinge|schopftintlingen",
    "5": "shiitakes|shiitakepilze",
    "6": "klapperschwämme|klapperschwämmen|hens of the woods",
    "7": "birkenpilze|birkenpilzen",
    "8": "steinpilze|steinpilzen|porcinis",
    "9": "pfifferlinge|pfifferlingen",
    "T": "morcheln",
    "K": "baskets|körbe|körben",
    "P": "giftpilze|giftpilzen|fliegenpilze|fliegenpilzen",
    "O": "moons|monde|monden",
}

_FORMS: Final = {
    # What changes nothing.
    "FILL": "may|can|could|might|is|are|am|it|ok|okay|please|the|a|an|now|right now|this turn"
    "|in this turn|on this turn|at the moment|would it be"
    "|darf|dürfen|dürfte|kann|können|könnte|ist|es|bitte|der|die|das|den|dem|des|ein|eine|einen"
    "|einer|einem|eines|jetzt|in diesem zug|dass",
    "GOOD": "legal|allowed|permitted|legal that|allowed that|possible|erlaubt|möglich|zulässig",
    "BAD": "illegal|wrong|against the rules|forbidden|regelwidrig|falsch|verboten"
    "|gegen die regeln|unzulässig",
    "SUBJECT": "i|i'm|we|he|she|they|ich|wir|er|sie|man",
    "OPPONENT": "opponent|my opponent|other player|gegner|gegnerin|gegners"
    "|mein gegner|meine gegnerin|meinem gegner|meiner gegnerin|andere spieler|anderen spieler"
    "|andere spielerin|anderen spielerin",
    "BE": "be|being|werden|wird",
    "TO": "to|zu",
    # What is done; what ends in ED needs a "be".
    "TAKE": "take|takes|taking|pick up|picks up|picking up"
    "|nehmen|nimmt|nehme|nimm|aufnehmen|mitnehmen",
    "TAKE_ED": "taken|picked up|genommen|aufgenommen",
    "COOK": "cook|cooks|cooking|fry|fries|frying|kochen|kocht|koche|braten|brät|brate",
    "COOK_ED": "cooked|fried|gekocht|gebraten",
    "SELL": "sell|sells|selling|verkaufen|verkauft|verkaufe",
    "SELL_ED": "sold",
    "PUT": "put|puts|putting|put down|puts down|putting down|lay|lays|laying|lay down|lays down"
    "|place|places|play|plays|legen|legt|lege|auslegen|hinlegen|ausspielen|spielen|spielt",
    "PUT_ED": "laid|laid down|placed|played|gelegt|ausgelegt|hingelegt",
    "DRAW": "draw|draws|drawing|ziehen|zieht|ziehe",
    "ADD": "add|adds|adding|dazugeben|dazulegen|hinzufügen",
    "DISCARD": "discard|discards|discarding|throw away|throws away|abwerfen|abwirft|wegwerfen"
    "|wirft ab|werfe ab|ab",
    "THROW": "wirft|werfen|werfe",
    "DOWN": "down|hin|dazu|hinzu",
    "STUCK": "stuck|claims to be stuck|can't do anything|cannot do anything|can do nothing"
    "|can do none of the five actions|can't act|cannot act"
    "|blockiert|fest|festsitzt|feststeckt|kann nichts tun|kann nichts machen"
    "|kann keine der fünf aktionen ausführen|behauptet blockiert zu sein",
    "SITS": "sitzt|steckt|sitze|stecke",
    "PASS": "pass|passes|passing|skip|skips|skipping|sit out|sits out|do nothing|does nothing"
    "|passen|passt|passe|aussetzen|setzt aus|setze aus|nichts tun|nichts machen",
    "WAS": "was|war",
    "TURN": "turn|a turn|zug|den zug|einen zug",
    # What it is done with.
    "CARD": "card|forest card|karte|waldkarte",
    "CARDS": "cards|forest cards|karten|waldkarten",
    "NUMBER": "number|nummer|nr",
    "FOREST": "forest|wald|waldes|walds",
    "DEEP": "deep forest|tiefen wald|tiefen waldes|tiefer wald",
    "FEET": "feet|füße|füßen|füsse|füssen|fuesse|fuessen",
    "DECAY": "decay pile|decay|moderstapel|moderstapels|verfallsstapel|verfallsstapels|verfall"
    "|moder",
    "PILE": "pile|stapel|stapels",
    "DRAWPILE": "draw pile|deck|nachziehstapel|nachziehstapels|ziehstapel|ziehstapels",
    "DISCARDPILE": "discard pile|ablagestapel|ablagestapels|abwurfstapel|abwurfstapels",
    "NIGHTPILE": "night pile|nachtstapel|nachtstapels",
    "NIGHT": "night|nacht",
    "NIGHTCARD": "night card|night cards|nachtkarte|nachtkarten",
    "PAN": "n|pan|pfanne",
    "PANS": "pans|pfannen",
    "EMPTY": "empty|leere|leeren|leerer",
    "DISH": "dish|gericht|gerichts|gerichte|pilzgericht",
    "HAND": "hand",
    "DISPLAY": "display|auslage",
    "STICK": "stick|sticks|walking stick|walking sticks|coin|coins"
    "|stock|stöcke|stöcken|wanderstock|wanderstöcke|wanderstöcken|münze|münzen",
    "POINT": "point|points|punkt|punkte|punkten",
    "FREE": "free|for free|for nothing|without paying|umsonst|kostenlos|gratis|ohne zu zahlen"
    "|ohne zu bezahlen",
    "MINE": "my|our|mein|meine|meinen|meiner|meinem|unsere|unseren",
    "THEIRS": "her|his|their|its|ihr|ihre|ihren|ihrer|ihrem|sein|seine|seinen|seiner|seinem",
    # How it hangs together.
    "AND": "and|und|plus|&|+",
    "THEN": "then|and then|dann|danach|und dann|und danach",
    "WITH": "with|mit",
    "WITHOUT": "without|except|but|ohne|außer|ausser",
    "FROM": "from|out of|off|aus|von|vom",
    "IN": "in|of|on|at|into|im|ins|auf|vor|zum|zur",
    "BY": "by|durch",
    "FOR": "for|für|paying|and pay|and pays|und zahlt",
    "AFTER": "after|behind|beyond|hinter|nach|jenseits",
    "ALL": "all|whole|entire|complete|ganz|ganze|ganzen|gesamte|gesamten|alle|allen|kompletten",
    "PART": "half|part|some|hälfte|teil|einige",
    "TOP": "top|oberste|obersten|oberster",
    "BOTH": "both|beide|beiden",
    "PAIR": "pair of|couple of|paar",
    "NOTHING": "nothing|nichts",
    "TIMES": "x|×|times|mal",
    "BACKWARDS": "from the end|from the back|from behind|from the far end|von hinten|vom ende",
    "FORWARDS": "from the front|von vorn|von vorne",
}


def phrases_of(text: str) -> list[Phrase]:
    """The phrases of a table's line."""
    return [tuple(phrase.split()) for phrase in text.split("|")]


@lru_cache(maxsize=8)
def vocabulary(game: Game, language: str) -> dict[Phrase, Meaning]:
    """What every phrase means in ``game``; ``language`` is the code of the one in use, in which
    the names of its cards are understood, too."""
    del language
    found: dict[Phrase, Meaning] = {}
    for form, text in _FORMS.items():
        found |= dict.fromkeys(phrases_of(text), (form, ""))
    for form, numbered in (("WORD", _NUMBERS), ("ORD", _ORDINALS), ("LAST", _LASTS)):
        for number, text in enumerate(numbered, 1):
            found |= dict.fromkeys(phrases_of(text), (form, number))
    for form, table in (("KINDS", _RANKS), ("KIND", _KIND), ("KINDS", _KINDS)):
        for kind, text in table.items():
            found |= dict.fromkeys(phrases_of(text), (form, kind))
    for kind, info in game.kinds.items():
        many = [info.words, f"{info.name}s", translate(info.words)]
        for form, names in (("KINDS", many), ("KIND", [info.name, translate(info.name)])):
            for name in names:
                phrase = tuple(normal(name).split())
                if not name[:1].isdigit() and phrase not in found:
                    found[phrase] = form, kind
    return found


def normal(text: str) -> str:
    """``text`` in small letters, its words parted by blanks alone and with one apostrophe."""
    return text.lower().replace("’", "'").replace("-", " ")
