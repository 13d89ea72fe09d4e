"""The dispute: a move is asked about, and the rules answer, with the pictures of that turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from tabletop.dashboard.cells import line
from tabletop.dashboard.evidence import Evidence
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.line import Line
from tabletop.dashboard.over import Over
from tabletop.dashboard.picture import Scene, load
from tabletop.dashboard.questions import Question, askable, said, written
from tabletop.dashboard.rulings import ruling_lines
from tabletop.dashboard.work import Works
from tabletop.games.mushroom_walk import Move, MoveTextError, Ruling, Stuck
from tabletop.games.walk.noaction import Asked, NoAction, ruling_on
from tabletop.games.walk.typing import spoken
from tabletop.language import say, tr, translate, words_of
from tabletop.record import Claimed
from tabletop.referee.desk import Desk
from tabletop.referee.retelling import Moment


class Dispute(Works, Over[None]):
    """Asks ``desk``, beginning after turn ``turn``. What is asked of a game that goes on is written
    to its record with the ruling."""

    CSS = """
    Dispute { background: $background; }
    #dispute-head {
        width: 100%; height: 1; background: $ground; color: $foreground; text-style: bold;
    }
    Dispute Input { border: none; height: 1; background: $panel; padding: 0 1; }
    #dispute-body { height: 3fr; }
    #asked {
        width: 44%; max-width: 60; height: 1fr; border: none; background: $surface;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    #ruling { width: 1fr; height: 1fr; padding: 0 1; }
    Dispute.-small.-ruled #asked { display: none; }
    Dispute.-small #asked { width: 1fr; max-width: 100%; }
    Dispute.-small #ruling { display: none; }
    Dispute.-small.-ruled #ruling { display: block; }
    Dispute.-small Evidence { display: none; }
    Dispute.-small.-ruled Evidence.-shown { display: block; }
    Dispute.-low Evidence.-shown { display: none; }
    Dispute.-large Evidence { display: block; height: 1fr; }
    Dispute.-large #dispute-head, Dispute.-large Input, Dispute.-large #dispute-body {
        display: none;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", say("Back")),
        Binding("enter", "ask", say("Ask"), key_display="Enter", priority=True),
        Binding("tab", "other", say("Other player"), priority=True),
        Binding("pageup", "turn(-1)", say("Turns"), key_display="PgUp PgDn", priority=True),
        Binding("pagedown", "turn(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("f2", "pictures", say("Pictures"), priority=True),
        Binding("f1", "help", show=False),
    ]

    def __init__(
        self, desk: Desk, names: tuple[str, str], turn: int | None = None, plain: bool = False
    ) -> None:
        super().__init__()
        self._desk, self._names, self._plain = desk, names, plain
        self._turn = turn
        self._moments: Sequence[Moment] = ()
        self._at = 0
        self._who: int | None = None
        self._questions: list[Question] = []
        self._offered: list[Question] = []
        self._narrowed = ""
        self._ruling: tuple[Ruling, Asked, str] | None = None
        self._note = ""
        self._written: set[tuple[int, Claimed]] = set()

    def compose(self) -> ComposeResult:
        yield Label(id="dispute-head", markup=False)
        yield Line(placeholder=tr("may Ben take the fourth card?"))
        with Horizontal(id="dispute-body"):
            asked = OptionList(id="asked")
            asked.can_focus = False
            yield asked
            with VerticalScroll(id="ruling", can_focus=False):
                yield Static(id="ruling-text")
        yield Evidence()
        yield Footer()

    def on_mount(self) -> None:
        self._fit(self.size.width, self.size.height)
        self.query_one(Input).focus()
        self.work(self._desk.moments, self._know)

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        self.set_class(width < 100, "-small")
        self.set_class(height < 20, "-low")
        self.call_after_refresh(self._draw)

    def _know(self, moments: Sequence[Moment]) -> None:
        self._moments = moments
        turn = self._turn
        places = [n for n, m in enumerate(moments) if turn is None or m.turn <= turn]
        self._at = places[-1] if places else 0
        self._to_turn()

    # Turns

    def action_turn(self, by: int) -> None:
        """``by`` turns on, or back: what was ruled of that turn, with its pictures."""
        if self._moments:
            self._at = max(0, min(self._at + by, len(self._moments) - 1))
            self._who = None
            self.add_class("-ruled")
            self._to_turn()

    def _to_turn(self) -> None:
        self._ruling, self._note = None, ""
        moment = self._moment
        step = moment.position.step if moment is not None else None
        if moment is not None and step is not None:
            played = step.played
            words = said(played.move, played.player, step.before, self._names[played.player])
            self._ruling = (
                step.ruling,
                played.move,
                tr("Turn {n}: {words}", n=moment.turn, words=words),
            )
        self._offer()
        self._fetch()

    def _fetch(self) -> None:
        moment, desk = self._moment, self._desk
        if moment is None:
            return
        turn = max(1, moment.turn)

        def loaded() -> tuple[Scene, Scene]:
            before, after = desk.pictures(turn)
            return load(before), load(after)

        def shown(pictures: tuple[Scene, Scene]) -> None:
            if self._moment is moment:
                self.query_one(Evidence).show(turn, pictures)

        self.work(loaded, shown)

    @property
    def _moment(self) -> Moment | None:
        return self._moments[self._at] if self._moments else None

    # Questions

    @property
    def _player(self) -> int:
        """Whose move is asked about: the player to move, unless the other one was chosen."""
        moment = self._moment
        if self._who is not None or moment is None:
            return self._who or 0
        return moment.position.state.to_move

    def action_other(self) -> None:
        """Asks about the other player."""
        self._who = 1 - self._player
        self._offer()

    def _offer(self) -> None:
        moment = self._moment
        self._questions = []
        if moment is not None:
            who = self._player
            self._questions = askable(moment.position.state, who, self._names[who])
            if moment.turn:
                claim = Claimed(who, moment.turn)
                words = tr("turn {n} was against the rules", n=moment.turn)
                self._questions.append(Question(claim, words, tr("illegal {n}", n=moment.turn)))
        self._narrow(self.query_one(Input).value)
        self.call_after_refresh(self._draw)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offers what fits the words written so far."""
        if event.value != self._narrowed:
            self.remove_class("-ruled")
            self._narrow(event.value)

    def _narrow(self, text: str) -> None:
        self._narrowed = text
        words = text.lower().split()
        fits = [
            q
            for q in self._questions
            if all(word in f"{q.words} {q.notation} {spoken(q.notation)}".lower() for word in words)
        ]
        # What is written in full comes first: the 2 of "take 2" is also a rank.
        try:
            whole = self._written_in(text) if words else None
        except MoveTextError:
            whole = None
        if whole is not None:
            fits = [whole, *(q for q in fits if q.claim != whole.claim)]
        self._offered = fits
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(
            [line((spoken(q.notation), "bold"), "  ", (self._short(q), "$quiet")) for q in fits]
        )
        if fits:
            listed.highlighted = 0
        elif text.strip():
            hint = tr("Enter asks what is written.")
            listed.add_option(Option(line((hint, "$quiet")), disabled=True))
        self._draw()

    def _short(self, question: Question) -> str:
        """The words of ``question`` without the player's name: the head says who is asked."""
        return question.words.removeprefix(f"{translate(self._names[self._player])} ")

    def action_choose(self, by: int) -> None:
        """The next question of the list, or the one before."""
        self.remove_class("-ruled")
        listed = self.query_one(OptionList)
        if self._offered:
            at = (listed.highlighted or 0) + by
            listed.highlighted = max(0, min(at, len(self._offered) - 1))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Asks what was clicked."""
        self._ask(self._offered[event.option_index])

    def action_ask(self) -> None:
        """Asks what is chosen, or what is written where nothing of the list fits it."""
        # This key overtakes those that the line hasn't taken yet: what was pasted, or typed fast.
        self.query_one(Input).call_later(self._ask_written)

    def _ask_written(self) -> None:
        text = self.query_one(Input).value
        if text != self._narrowed:
            self._narrow(text)
        listed = self.query_one(OptionList)
        if self._offered and listed.highlighted is not None:
            self._ask(self._offered[listed.highlighted])
            return
        try:
            whole = self._written_in(text)
        except MoveTextError as error:
            self._say(translate(words_of(error)))
            return
        if whole is not None:
            self._ask(whole)

    def _written_in(self, text: str) -> Question | None:
        """The question that ``text`` asks; None before the game is known. Raises
        ``MoveTextError``."""
        moment = self._moment
        if moment is None:
            return None
        return written(text, moment.position.state, self._names, self._player)

    def _ask(self, asked: Question) -> None:
        moment, desk = self._moment, self._desk
        if moment is None:
            return
        turns, claim = moment.turn, asked.claim
        if isinstance(claim, NoAction):
            self._note = tr("Not written to the record: it is none of the five actions.")
            self._ruling = ruling_on(claim, moment.position.state), claim, asked.words
            self.add_class("-ruled")
            self.call_after_refresh(self._draw)
            return
        self._who = claim.player if claim.of is None else claim.of
        keep = desk.correcting and (turns, claim) not in self._written

        def judge() -> Ruling:
            return (desk.claim if keep else desk.ask)(claim, turns)

        def ruled(ruling: Ruling) -> None:
            if desk.correcting:
                self._written.add((turns, claim))
                self._note = tr("Written to the record.")
            self._ruling = ruling, self._judged(claim), asked.words
            self.add_class("-ruled")
            self.call_after_refresh(self._draw)

        self.work(judge, ruled)

    def _judged(self, claim: Claimed) -> Move | Stuck:
        """The move that the ruling on ``claim`` is about."""
        if not isinstance(claim.says, int):
            return claim.says
        steps = [m.position.step for m in self._moments if m.turn == claim.says]
        step = next((step for step in steps if step is not None), None)
        return Stuck() if step is None else step.played.move

    def _say(self, text: str) -> None:
        self._note, self._ruling = text, None
        self.add_class("-ruled")
        self.call_after_refresh(self._draw)

    # The screen

    def action_back(self) -> None:
        """Back to the list from a ruling on a small screen, else to the table."""
        if self.has_class("-large"):
            self.remove_class("-large")
        elif self.has_class("-small") and self.has_class("-ruled"):
            self.remove_class("-ruled")
        else:
            self.dismiss()

    def action_pictures(self) -> None:
        """The pictures over the whole screen, and back."""
        self.toggle_class("-large")

    def _draw(self) -> None:
        moment = self._moment
        head = tr("Dispute")
        if moment is not None:
            last = self._moments[-1].turn
            place = tr("after turn {n} of {last}", n=moment.turn, last=last)
            whose = tr("asked of {name}", name=self._names[self._player])
            head = f"{head}  ·  {place}  ·  {whose}"
        self.query_one("#dispute-head", Label).update(f" {head}")
        width = max(10, self.query_one("#ruling").size.width - 3)
        rows: list[Content] = []
        if self._ruling is not None and moment is not None:
            ruling, move, words = self._ruling
            game = moment.position.state.game
            rows = ruling_lines(ruling, move, game, words, width, self._plain)
        if self._note:
            rows += [line(), *line((self._note, "$accent")).wrap(width)]
        self.query_one("#ruling-text", Static).update(Content("\n").join(rows))
