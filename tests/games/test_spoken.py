"""Questions as players ask them: rightly understood to the last word, or refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    MoveTextError,
    Player,
    Sell,
    Stuck,
    describe,
    format_move,
    legal_moves,
    play,
    setup,
)
from tabletop.games.walk.noaction import NoAction, ruling_on
from tabletop.games.walk.spoken import read_spoken
from tabletop.language import LANGUAGES, translate, use

from .positions import FUNGI, position

NAMES = ("Anna", "Ben (jr)")
TABLE = position(Player("999B8", "9"), Player("2288N", "8", pans=0), forest="NN2PCK96", decay="7K2")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize(
    ("text", "player", "move"),
    [
        ("may Ben take the fourth card?", 1, "take 4"),
        ("can Anna take card 3", 0, "take 3"),
        ("is it legal for Anna to take card 3?", 0, "take 3"),
        ("may the fourth card be taken by Ben", 1, "take 4"),
        ("take 5", None, "take 5"),
        ("Anna: take 4.", 0, "take 4"),
        ("p2 take 1 discard 2 2 n", 1, "take 1 discard 2 2 N"),
        ("may Ben take the first card and discard two 2s?", 1, "take 1 discard 2 2"),
        ("take the poison mushroom and discard nothing", None, "take 4"),
        ("take card 4 for 2 sticks", None, "take 4"),
        ("take the 2nd card for free", None, "take 2"),
        ("may Anna take the first card after her feet?", 0, "take 3"),
        ("take the second card at my feet", None, "take 2"),
        ("the second card of the deep forest, may I take it", None, "take 4"),
        ("take the second card of the deep forest", None, "take 4"),
        ("may Anna take the last card of the forest?", 0, "take 8"),
        ("take the second to last card", None, "take 7"),
        ("take the third card from the end", None, "take 6"),
        ("take the basket", None, None),
        ("take the 9", None, "take 7"),
        ("take the second pan", None, "take 2"),
        ("take a pan (card 2)", None, "take 2"),
        ("Ben takes the decay pile", 1, "decay"),
        ("take all of the decay pile", None, "decay"),
        ("may Anna take all three cards of the decay pile", 0, None),
        ("take the three cards of the decay pile", None, "decay"),
        ("may Anna cook three 9s with butter?", 0, "cook 9 9 9 B"),
        ("cook 9 9 9* B", None, "cook 9 9 9* B"),
        ("cook 9, 9 and a night 9", None, "cook 9 9 9*"),
        ("cook 9 9 night 9", None, "cook 9 9 9*"),
        # Anna has an empty pan in her display, Ben has one in his hand alone.
        ("cook two chanterelles and a night 9 in the pan", None, "cook 9 9 9*"),
        ("may Ben cook three 8s?", 1, "cook 8 8 8 N"),
        ("may Ben cook three 8s in an empty pan?", 1, "cook 8 8 8"),
        ("may Anna cook three 9s in a pan from her hand?", 0, "cook 9 9 9 N"),
        ("cook 3 hen of the woods", None, "cook 6 6 6"),
        ("cook 4 8s and butter", None, "cook 8 8 8 8 B"),
        ("cook 8 8 8 8 butter", None, "cook 8 8 8 8 B"),
        ("cook eight 8s and 2 butter", None, "cook 8 8 8 8 8 8 8 8 B B"),
        ("sell both 5s", None, "sell 5 5"),
        ("sell 5 5", None, "sell 5 5"),
        ("sell three 10s", None, "sell T T T"),
        ("sell a nine and a nine for 4 sticks", None, "sell 9 9"),
        ("may player 2 sell a night 4", 1, "sell 4*"),
        ("may Ben sell his night 8?", 1, "sell 8*"),
        ("put down a pan", None, "pan"),
        ("may Anna put a pan down?", 0, "pan"),
        ("is Ben stuck?", 1, "stuck"),
        ("I can't do anything, I'm stuck", None, "stuck"),
        ("darf Ben die vierte Karte nehmen?", 1, "take 4"),
        ("darf die 4. Karte von Ben genommen werden?", 1, "take 4"),
        ("die dritte Karte von hinten nehmen", None, "take 6"),
        ("den Giftpilz nehmen", None, "take 4"),
        ("Anna nimmt die erste Karte hinter den Füßen", 0, "take 3"),
        ("nimmt die erste Karte und wirft zwei 2er ab", None, "take 1 discard 2 2"),
        ("die erste Karte nehmen und zwei Zweien abwerfen", None, "take 1 discard 2 2"),
        ("Ben nimmt den Moderstapel", 1, "decay"),
        ("ist Ben blockiert?", 1, "stuck"),
        ("sitzt Ben fest?", 1, "stuck"),
        ("darf Anna drei 9er mit Butter kochen", 0, "cook 9 9 9 B"),
        ("darf Anna drei Neunen kochen?", 0, "cook 9 9 9"),
        ("darf Anna drei Neunen braten?", 0, "cook 9 9 9"),
        ("cook 3 × 9 and butter", None, "cook 9 9 9 B"),
        ("cook 9 x 3 (tree ear)", None, "cook 3 3 3 3 3 3 3 3 3"),
        # All that are held, night cards with them.
        ("may I sell my chanterelles?", None, "sell 9 9 9 9*"),
        ("can I cook chanterelles with butter?", None, "cook 9 9 9 9* B"),
        ("can I sell all of my 9s?", None, "sell 9 9 9 9*"),
        ("may I sell the 9s for 10 sticks?", None, "sell 9 9 9 9*"),
        ("can Ben sell porcini?", 1, "sell 8 8 8*"),
        ("may Ben cook his porcini?", 1, "cook 8 8 8* N"),
        ("Darf ich meine Pfifferlinge verkaufen?", None, "sell 9 9 9 9*"),
        ("darf Ben alle seine Steinpilze verkaufen?", 1, "sell 8 8 8*"),
        ("darf ich die 9er kochen?", None, "cook 9 9 9 9*"),
        ("darf Ben seine Achten verkaufen?", 1, "sell 8 8 8*"),
        # Too few of them, or none.
        ("may I sell my porcini?", None, "sell 8"),
        ("may I cook morels?", None, "cook T T T"),
        ("may I sell shiitake?", None, "sell 5 5"),
        # One of them.
        ("may I sell my chanterelle?", None, "sell 9"),
        ("may Ben sell a porcini?", 1, "sell 8"),
        ("darf ich einen Pfifferling verkaufen?", None, "sell 9"),
        ("darf Ben den Shiitake verkaufen?", 1, "sell 5"),
        ("darf ich den 9er verkaufen?", None, "sell 9"),
        ("darf ich meinen 9er verkaufen?", None, "sell 9"),
        ("die erste Karte nehmen und einen 2er abwerfen", None, "take 1 discard 2"),
        ("may my opponent take the fourth card?", 1, "take 4"),
        ("may the other player sell his porcini?", 1, "sell 8 8 8*"),
        ("darf mein Gegner die vierte Karte nehmen?", 1, "take 4"),
        ("drei Achten verkaufen", None, "sell 8 8 8"),
        ("zwei Pfifferlinge verkaufen", None, "sell 9 9"),
        ("Anna legt eine Pfanne aus", 0, "pan"),
        ("eine Pfanne hinlegen", None, "pan"),
    ],
)
def test_read(text: str, player: int | None, move: str | None) -> None:
    if move is None:
        refused(text)
        return
    spoken = read_spoken(text, TABLE, NAMES)
    assert spoken.player == player
    assert not isinstance(spoken.says, int | NoAction)
    assert format_move(spoken.says) == move


def refused(text: str, names: tuple[str, str] = NAMES) -> str:
    with pytest.raises(MoveTextError) as error:
        read_spoken(text, TABLE, names)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("pass", "MW-5.0"),
        ("may Ben pass?", "MW-5.0"),
        ("may Anna skip her turn?", "MW-5.0"),
        ("darf Anna aussetzen?", "MW-5.0"),
        ("may Anna take two cards?", "MW-5.0"),
        ("take 2 cards", "MW-5.0"),
        ("take 3 cards from the forest", "MW-5.0"),
        ("take the first two cards", "MW-5.0"),
        ("take the first card and the second card", "MW-5.0"),
        ("take cards 1 and 2", "MW-5.0"),
        ("take the decay pile and card 1", "MW-5.0"),
        ("darf Anna 2 Karten nehmen?", "MW-5.0"),
        ("take the first card and cook 9 9 9", "MW-5.0"),
        ("take card 1, then sell two 9s", "MW-5.0"),
        ("die erste Karte nehmen und 9 9 9 kochen", "MW-5.0"),
        ("take the first card of the draw pile", "MW-5.0"),
        ("draw a card", "MW-5.0"),
        ("die oberste Karte vom Nachziehstapel nehmen", "MW-5.0"),
        ("die erste Karte des Ablagestapels nehmen", "MW-5.0"),
        ("put down two pans", "MW-5.0"),
        ("may Anna take card 4 for 1 stick?", "MW-5.1"),
        ("take the third card for free", "MW-5.1"),
        ("take half of the decay pile", "MW-5.2"),
        ("take the decay pile without the 7", "MW-5.2"),
        ("take one card from the decay pile", "MW-5.2"),
        ("take the 7 from the decay pile", "MW-5.2"),
        ("take the first card of the decay pile", "MW-5.2"),
        ("einen Teil des Moderstapels nehmen", "MW-5.2"),
        ("cook 9 9 9 without a pan", "MW-5.3a"),
        ("add a butter to the dish", "MW-5.3c"),
        ("sell two 9s for 5 sticks", "MW-5.4"),
        ("may I cook 9 9 8?", "MW-5.3"),
        ("may I cook two 9s and an 8?", "MW-5.3"),
        ("can I cook my chanterelles and porcini?", "MW-5.3"),
        ("darf ich zwei Neunen und eine Acht kochen?", "MW-5.3"),
        ("may I sell 9 9 and 8?", "MW-5.4"),
        ("can I sell pans?", "MW-5.4"),
        ("sell butter", "MW-5.4"),
        ("darf ich meinen Korb verkaufen?", "MW-5.4"),
        ("may I discard a card?", "MW-5.0"),
        ("discard my porcini", "MW-5.0"),
        ("darf ich zwei Karten abwerfen?", "MW-5.0"),
        ("may I take the night pile?", "MW-5.0"),
        ("die oberste Karte des Nachtstapels nehmen", "MW-5.0"),
    ],
)
def test_what_is_forbidden_by_name_gets_its_rule(text: str, rule: str) -> None:
    says = read_spoken(text, TABLE, NAMES).says
    assert isinstance(says, NoAction)
    ruling = ruling_on(says, TABLE)
    assert ruling.verdict == "illegal"
    assert [(b.rule, bool(b.facts and b.cure)) for b in ruling.breaches] == [(rule, True)]


def test_nothing_is_forbidden_by_name_once_the_game_is_over() -> None:
    says = read_spoken("pass", TABLE).says
    assert isinstance(says, NoAction)
    over = TABLE._replace(reason="forest empty")
    assert [b.rule for b in ruling_on(says, over).breaches] == ["MW-8.1"]
    fungi = position(game=FUNGI)
    assert [b.rule for b in ruling_on(says, fungi).breaches] == ["FU-3.3"]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("may Anna not take the first card?", "'not'"),
        ("darf Anna die erste Karte nicht nehmen?", "'nicht'"),
        ("is Ben not stuck?", "'not'"),
        ("isn't Ben stuck?", "'isn't'"),
        ("take card 1 twice", "'twice'"),
        ("take only the first card", "'only'"),
        ("take card 1 or card 2", "'or'"),
        ("take the first card if it is a 9", "'if'"),
        ("take the first card of turn 7", "turn 7"),
        ("was the first card taken", "'taken'"),
        ("Anna took the first card", "'took'"),
        ("Anna has taken the first card", "'has'"),
        ("must Anna take the first card?", "'must'"),
        ("take Ben's first card", "'Ben's'"),
        ("cook 9 9 9 of Ben's", "'Ben's'"),
        ("take the first card from Ben", "from Ben"),
        ("take my first card", "my first card"),
        ("may Anna sell my 9s", "'my'"),
        ("sell her 9 9", "'her'"),
        ("take the first night card", "first night card"),
        # From the decay pile on, cards of the forest are counted.
        ("take the third card from the decay pile", "from decay pile"),
        ("take the first card from the draw pile side", "'side'"),
        ("take 1 discrad 9", "'discrad'"),
        ("what about turn 2?", "'what about'"),
        ("may Bob take the first card?", "'Bob'"),
        ("may Bob and Carla take the first card?", "'Bob', 'Carla'"),
        ("sell three nine", "three nine"),
        ("cook 5 shiitake", "5 shiitake"),
        ("sell 2 2 and 2 butter", "2 butter"),
        ("take a card and", "card"),
        ("take the card for 1 stick", "card for 1 stick"),
        ("cook 9 9 9 and", "9 9 9 and"),
        ("take card 1 cook 9 9 9", "card 1 cook"),
        ("pass card 1", "pass"),
        ("Ben stuck, take 1", "stuck"),
        ("take card 4.5", "card"),
        ("take card -4", "'-4'"),
        ("take the ninth card", "'ninth'"),
    ],
)
def test_what_is_not_understood_is_quoted_and_not_judged(text: str, quoted: str) -> None:
    said = refused(text)
    assert quoted in said
    assert "may Ben take the fourth card?" in said or "say which card" in said or "say what" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write a move: take 4"),
        ("?", "write a move"),
        ("may Ben", "say what is done: take, cook"),
        ("the last card", "say what is done"),
        ("take the card", "the first is the one nearest the decay pile"),
        ("may Anna take 2?", "write 'card 2'"),
        ("take the 5", "write 'card 5'"),
        ("take the pan", "doesn't say which card"),
        # One lies in the decay pile, too.
        ("take the basket", "doesn't say which card"),
        ("take a 9 (card 3)", "card 3 is no '9'"),
        ("put down a pan and cook 9 9 9", "cook 9 9 9 N"),
        ("sell 5 8", "name mushrooms of one kind"),
        ("discard 9 9 to the poison mushroom", "write take 1 discard 2 2"),
        ("discard card 1", "write take 1 discard 2 2"),
        ("sell 3 9", "name mushrooms of one kind"),
        ("cook 3 9 9", "name mushrooms of one kind"),
        ("cook 9x3", "'9 × 3' doesn't say which is the number"),
        ("sell one card", "say which cards, and how many"),
        ("sell 9 cards", "say which cards, and how many"),
        # How many chanterelles, where a night one is named beside them, or a price?
        ("sell my chanterelles and a night 9", "how many are 'my chanterelles'?"),
        ("may I sell my night 9s?", "how many are 'my night 9s'?"),
        ("sell 9s for 4 sticks", "how many are '9s'?"),
        ("take card 4 and discard my porcini", "how many are 'my porcini'?"),
        ("take card 4 and discard 9s", "how many are '9s'?"),
        ("cook 9 9 9 9 with butters", "how many are 'butters'?"),
        ("cook", "not understood"),
        ("p3 take 1", "the players are p1 and p2"),
        ("p2 p1 take 1", "two players are named (p2 + p1)"),
        ("may Ben and Anna take the first card?", "two players are named"),
    ],
)
def test_what_makes_no_sense_says_what_to_write(text: str, says: str) -> None:
    assert says in refused(text)


def test_a_message_repeats_forty_signs_at_most() -> None:
    for text in ("a" * 5000, "take " + "x" * 5000, "nonsense " * 30, "blah take " * 20):
        assert len(refused(text)) < 200
    assert "\x1b" not in refused("take \x1b[31mEVIL")


def test_of_a_pile_of_one_card_one_card_is_the_whole() -> None:
    single = TABLE._replace(decay="7")
    with pytest.raises(MoveTextError, match="taken whole"):
        read_spoken("take one card from the decay pile", single)
    assert isinstance(read_spoken("take half of the decay pile", single).says, NoAction)


def test_the_one_card_of_a_pile_is_the_whole_where_it_is_named() -> None:
    single = TABLE._replace(decay="7")
    assert read_spoken("may I take the 7 from the decay pile?", single).says == Decay()
    for text in ("take the 9 from the decay pile", "take one card from the decay pile"):
        with pytest.raises(MoveTextError, match="taken whole"):
            read_spoken(text, single)


def test_where_unseen_cards_may_be_of_the_kind_too_few_are_not_judged() -> None:
    """Three known 9s may be cooked, whatever else is held; two may be all there are, or not."""
    table = position(Player("99???", "9"), Player("88??"))
    assert read_spoken("cook my chanterelles", table).says == Cook("9", 2, 1)
    assert read_spoken("cook my chanterelles with butter", table).says == Cook("9", 2, 1, 1)
    assert read_spoken("may p2 sell porcini?", table).says == Sell("8", 2)
    for text in (
        "may p2 cook porcini?",
        "sell porcini",
        "may I sell morels?",
        "cook my chanterelles with cider",
    ):
        with pytest.raises(MoveTextError, match="how many are"):
            read_spoken(text, table)


def test_who_has_just_taken_poison_is_told_how_to_ask_about_discards() -> None:
    poisoned = TABLE._replace(players=(TABLE.players[0]._replace(poison=(2,)), TABLE.players[1]))
    with pytest.raises(MoveTextError, match="write take 1 discard 2 2"):
        read_spoken("may I discard a 9?", poisoned)
    assert isinstance(read_spoken("may Ben discard a 9?", poisoned, NAMES).says, NoAction)


def test_an_unread_card_may_be_of_the_kind_that_is_named() -> None:
    with pytest.raises(MoveTextError, match="doesn't say which card"):
        read_spoken("take the 9", TABLE._replace(forest="NN2PCK9?"))


@pytest.mark.parametrize(
    ("names", "text", "player"),
    [
        (("Anna", "Ben (jr)"), "may Ben take the first card?", 1),
        (("Anna", "Ben (jr)"), "may Ben (jr) take the first card?", 1),
        (("Anna", "Ben (jr)"), "is jr stuck?", 1),
        (("Anna-Lena", "Anna von Berg"), "may Anna-Lena take the first card?", 0),
        (("Anna-Lena", "Anna von Berg"), "may Berg take the first card?", 1),
        (("Anna-Lena", "Anna von Berg"), "may p2 take the first card?", 1),
        (("Player 1", "Player 2"), "may player 2 take card 1", 1),
        (("", ""), "may player 2 take card 1", 1),
    ],
)
def test_players_are_called_by_a_word_of_their_name(
    names: tuple[str, str], text: str, player: int
) -> None:
    assert read_spoken(text, TABLE, names).player == player


@pytest.mark.parametrize(
    ("names", "text", "says"),
    [
        (("Anna-Lena", "Anna von Berg"), "may Anna take card 1", "may be either player"),
        (("Ben", "ben"), "may Ben take card 1", "may be either player"),
        (("p2", "Ben"), "may p2 take card 1", "may be either player"),
        (("May", "Ben"), "may take the first card", "is a player's name"),
        (("May Smith", "Ben"), "may Ben take the first card", "is a player's name"),
        (("Anna", "Ben"), "may Benno take the first card", "'Benno'"),
    ],
)
def test_a_name_that_does_not_tell_the_player_is_refused(
    names: tuple[str, str], text: str, says: str
) -> None:
    assert says in refused(text, names)


def test_a_past_turn() -> None:
    assert read_spoken("was turn 7 legal?", TABLE, NAMES).says == 7
    assert read_spoken("war Zug 7 regelwidrig?", TABLE, NAMES).says == 7
    assert read_spoken("illegal 12", TABLE, NAMES) == (None, 12)
    assert read_spoken("Ben stuck", TABLE, NAMES) == (1, Stuck())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["mushroom-walk", "fungi"])
def test_what_is_shown_of_a_move_is_understood(code: str, name: str) -> None:
    """The words in which the screens tell a move, every one of them, mean that move."""
    use(code)
    rng = random.Random(5)
    state = setup(game_named(name), rng)
    while not state.over:
        moves = list(legal_moves(state))
        for move in rng.sample(moves, min(6, len(moves))):
            words = f"Anna {translate(describe(move, state))}"
            assert read_spoken(words, state, NAMES) == (0, move), words
        cooking = [move for move in moves if isinstance(move, Cook)]
        state = play(state, rng.choice(cooking or moves))


def test_noise_is_never_taken_for_a_move() -> None:
    """A word from elsewhere, put anywhere into a question, makes it one that is refused."""
    rng = random.Random(6)
    questions = (
        "may Ben take the fourth card",
        "Anna cooks three 9s with butter",
        "may Anna take the decay pile",
        "darf Ben zwei Achten verkaufen",
        "is Ben stuck",
        "put down a pan",
    )
    noise = (
        "not",
        "never",
        "nicht",
        "kein",
        "no",
        "unless",
        "Carla",
        "again",
        "instead",
        "yesterday",
    )
    for question in questions:
        assert read_spoken(question, TABLE, NAMES)
        words = question.split()
        for word in noise:
            at = rng.randint(0, len(words))
            refused(" ".join([*words[:at], word, *words[at:]]))
