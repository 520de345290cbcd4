"""The base of every screen: the frame around it, its keys out of the registry, its reads and its errors.

How to write a screen. Put it into `workbench/screens/<mode>.py` under the class name that
`workbench/screens/__init__.py` gives, its style sheet beside it (`CSS_PATH = "<mode>.tcss"`), and

    class HubsScreen(ClaimScreen):              # ClaimScreen where a claim can be chosen, else BaseScreen
        MODE = "hubs"                           # as in `workbench.screens.SCREENS`
        SCOPE: ClassVar[Scope] = "hubs"         # its own actions; bound by themselves, name action_… methods
        ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list")   # other scopes whose keys act here
        PURPOSE = "Which claims others turn on."                # one sentence for help

        def compose_content(self):              # the widgets between the two rules
        def home_focus(self):                   # the widget that has the focus when nothing else asks for it
        def refresh_view(self, session):        # read `session.pack` with `session.view`, fill the widgets;
                                                # called when shown first and whenever the stamp has moved
        def refusals(self):                     # {action id: sentence} of what cannot be done now; cheap
        def arrive(self, wish, claim_id):       # somebody came with a wish: "search", "cue", "claim", "why",
                                                # "history", "island", "edit"; claim_id may be None
        def climb(self):                        # escape: leave a page of your own and return True, else False

What takes milliseconds is read in `refresh_view`. What takes longer goes through
`in_background(group, work, done)`: `work` runs in a thread and touches no widget, `done(result)` runs here,
and a result that is no longer wanted is dropped. Acts go through `carry_out(command)`, which says what came
of it and tells every screen. Sentences for the person: `say`. Another screen: `visit(mode, wish, claim_id)`.
An empty pack, a date before the first claim, a search without hits: the screen says so in words, with what
to do; widgets here never stay blank. Every text of a claim goes through `workbench.plain`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.css.query import QueryError
from textual.message import Message
from textual.widget import Widget

from core.errors import PackError
from core.pack.commands import Command
from core.pack.receipts import Receipt
from workbench.actions import BY_ID, Action, Scope, in_scope
from workbench.beside import beside
from workbench.cells import width
from workbench.frame.docked import Docked
from workbench.frame.first_line import FirstLine, Standing
from workbench.frame.key_line import Key, KeyLine
from workbench.frame.messages import PackChanged
from workbench.frame.painting import LeanCompositor, PaintedOnce
from workbench.frame.rule_line import RuleLine
from workbench.frame.staying_alive import sentence_of
from workbench.frame.tab_line import TabLine
from workbench.frame.too_small import TooSmall
from workbench.keys import Situation, action_called, allowed, bindings_for, reason_against
from workbench.moments import clock_words, minute_words
from workbench.screens import TABS
from workbench.session import ACTS, Session, Stamp

if TYPE_CHECKING:
    from workbench.frame.asking import Asking

T = TypeVar("T")

BESIDE_A_SENTENCE = 4
"""Cells of the rule around a sentence in it."""
BESIDE_A_REFUSAL = BESIDE_A_SENTENCE + 2
"""The same, with the mark of a refusal."""

WIDGET_SCOPES = frozenset({"list", "map"})
"""Scopes that are bound by the widgets themselves."""


class Reports(Protocol):
    """What a screen wants of the app around it."""

    def report(self, error: Exception) -> None:
        """Show an unexpected error on a page of its own; the program lives on."""


class Visit(Message):
    """Somebody wants to go to another screen, perhaps with a wish and a claim."""

    def __init__(self, mode: str, wish: str = "", claim_id: str | None = None) -> None:
        super().__init__()
        self.mode, self.wish, self.claim_id = mode, wish, claim_id


class Computed(Message):
    """A background reading is done: its result, or what went wrong."""

    def __init__(self, group: str, token: int, finish: Callable[[], None]) -> None:
        super().__init__()
        self.group, self.token, self.finish = group, token, finish


class BaseScreen(PaintedOnce):
    """A screen in the frame. See the module's text for what a screen overrides."""

    MODE: ClassVar[str] = ""
    SCOPE: ClassVar[Scope] = "app"
    ALSO: ClassVar[tuple[Scope, ...]] = ()
    PURPOSE: ClassVar[str] = ""
    KEYS_FIRST: ClassVar[tuple[str, ...]] = ()
    """Ids of actions that the last line shows before others; a narrow terminal keeps the first."""

    AUTO_FOCUS = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        scopes = [scope for scope in (cls.SCOPE, *cls.ALSO) if scope not in WIDGET_SCOPES]
        if "SCOPE" in cls.__dict__:
            cls.BINDINGS = [*bindings_for(*scopes)]
        super().__init_subclass__(**kwargs)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._compositor = LeanCompositor()
        self.session = session
        self._shown: Stamp | None = None
        self._tokens: Counter[str] = Counter()
        self._note = ""
        self._composed = False
        self._asking: Asking | None = None

    # what a screen overrides

    def compose_content(self) -> Iterable[Widget]:
        """The widgets between the two rules."""
        return ()

    def home_focus(self) -> Widget | None:
        """The widget that has the focus when nothing else asks for it; None: no widget."""
        return None

    def field_left(self) -> Widget | None:
        """Where the focus goes when escape leaves a field that is this screen's home; None: no widget."""
        return None

    def refresh_view(self, session: Session) -> None:
        """Read the pack with `session.view` and fill the widgets."""

    def refusals(self) -> Mapping[str, str]:
        """What cannot be done now: sentences by action id."""
        return {}

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody came here with a wish, perhaps about a claim."""

    def picture(self) -> str | None:
        """What is shown, drawn for a document, as SVG; None: the screen as it stands in the terminal."""
        return None

    def climb(self) -> bool:
        """Leave a page of the screen's own; False when there is none."""
        return False

    # what a screen uses

    @property
    def docked(self) -> Docked | None:
        """What is docked below this screen and has keys of its own: the time strip."""
        strip = self.query_one_optional("#strip", Vertical)
        return next((one for one in strip.children if isinstance(one, Docked)), None) if strip else None

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Scopes whose keys act here now, in the order in which they are told."""
        docked = () if self.docked is None else (self.docked.SCOPE,)
        return tuple(dict.fromkeys((self.SCOPE, *docked, *self.ALSO, "app")))

    def asked(self) -> Asking | None:
        """The question that is open on this screen, if one is."""
        return self._asking if self._asking is not None and self._asking.is_open else None

    def go_home(self) -> None:
        """Give the focus back to where this screen has it; an open question and the strip keep it."""
        if self.asked() is None and not (self.docked is not None and self.docked.has_keys):
            self.set_focus(self.home_focus())

    def carry_out(self, command: Command) -> Receipt | None:
        """Submit a command, tell every screen and say what came of it; None when the pack refused."""
        try:
            receipt = self.session.submit(command)
        except PackError as error:
            self.say_refused(error)
            return None
        self.tell(receipt)
        return receipt

    def tell(self, receipt: Receipt, *, warned: bool = False) -> None:
        """Say what an act did, and what it warns of unless that stood beside; every screen reads again."""
        self.say(told(receipt, () if warned else receipt.warnings, self.size.width - BESIDE_A_SENTENCE))
        self.post_message(PackChanged(receipt))

    def say(self, sentence: str) -> None:
        """Set a sentence into the lower rule; it stays until the next act."""
        self._rule_says(sentence, "bold $text")

    def say_refused(self, error: PackError | str) -> None:
        """Say why something was not done."""
        said = error if isinstance(error, str) else sentence_of(error, self.size.width - BESIDE_A_REFUSAL)
        self._rule_says(f"! {said}", "bold $text-error")

    def note(self, words: str) -> None:
        """What stands at the right end of the last line in place of the last save; empty: the save."""
        self._note = words
        self.show_keys()

    def visit(self, mode: str, wish: str = "", claim_id: str | None = None) -> None:
        """Go to another screen."""
        self.post_message(Visit(mode, wish, claim_id))

    def in_background(
        self, group: str, work: Callable[[], T], done: Callable[[T], None], *, writes: bool = False
    ) -> None:
        """Run `work` in a thread, then `done(result)` here, unless a later call of the group came first.

        The end of the program leaves a reading where it is, and waits for what `writes`.
        """
        self._tokens[group] += 1
        token = self._tokens[group]

        async def run() -> None:
            finish: Callable[[], None]
            if token != self._tokens[group]:
                return
            try:
                result = await (asyncio.to_thread(work) if writes else beside(work))
            except Exception as error:
                failure = error

                def finish() -> None:
                    self._failed(failure)
            else:

                def finish() -> None:
                    done(result)

            self.post_message(Computed(group, token, finish))

        self.run_worker(run(), group=group, exit_on_error=False)

    def forget_background(self, group: str) -> None:
        """Drop the result of what runs in this group."""
        self._tokens[group] += 1

    def forget_every_background(self) -> None:
        """Drop the results of all that runs; what has not begun does not begin."""
        for group in self._tokens:
            self._tokens[group] += 1

    # the frame

    def compose(self) -> ComposeResult:
        """The frame with the screen's own widgets inside."""
        yield FirstLine()
        yield TabLine(TABS, self.MODE)
        yield RuleLine(id="top-rule")
        with Container(id="content"):
            yield from self.compose_content()
        yield Vertical(id="strip")
        yield RuleLine(id="bottom-rule")
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what there is, and keep the keys up to date."""
        self.bindings_updated_signal.subscribe(self, lambda _: self.show_keys())
        self._composed = True
        self.sync()
        self.set_focus(self.home_focus())

    def on_screen_resume(self) -> None:
        """Catch up with what happened while another screen was shown."""
        if self.is_mounted:
            self.sync()

    def sync(self) -> None:
        """Read again if anything that the screen shows has moved; before it is composed, mounting does it."""
        if not self._composed:
            return
        if self._shown != self.session.stamp:
            self._shown = self.session.stamp
            self.set_class(not self.session.is_now, "-past")
            with self.app.batch_update():
                self._guarded(lambda: self.refresh_view(self.session))
                if self.docked is not None:
                    self._guarded(self.docked.follow)
                self._guarded(self._show_standing)
        self.refresh_bindings()
        self.show_keys()

    def show_keys(self) -> None:
        """Fill the last line."""
        line = self.query_one_optional(KeyLine)
        if line is None:
            return
        saved = self.session.saved_at
        words = f"saved {clock_words(saved, self.session.zone)}" if saved is not None else ""
        typing = takes_letters(self.focused)
        self.query_one(FirstLine).note_typing(typing)
        keys = self._keys_while_typing() if typing else self._keys(self._footer_actions())
        line.show(keys, self._note or words)

    def _keys(self, actions: Iterable[Action]) -> list[Key]:
        situation = self.situation()
        return [Key(action, reason_against(action, situation)) for action in actions]

    def _keys_while_typing(self) -> list[Key]:
        """Letters go into the field: what acts beside it, and the way out of it."""
        beside = [action for action in in_scope(self.SCOPE) if action.priority]
        return [
            *self._keys(action for action in beside if action.footer),
            Key(BY_ID["app.back"], label="leave"),
            Key(BY_ID["app.help"], key="f1"),
            Key(BY_ID["app.quit"]),
            *self._keys(action for action in beside if not action.footer),
        ]

    def situation(self) -> Situation:
        """What decides which actions are allowed now."""
        docked = {} if self.docked is None else self.docked.refusals()
        return self.session.situation({**docked, **self.refusals()})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey what cannot be done now."""
        return allowed(action_called(action, parameters), self.situation())

    def on_computed(self, message: Computed) -> None:
        """Take a background result in, unless it came late."""
        message.stop()
        if message.token == self._tokens[message.group]:
            message.finish()

    async def _dispatch_message(self, message: Message) -> None:
        """One fault in a handler must not end the screen."""
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, PackError):
            self.say_refused(error)
        elif isinstance(error, QueryError) and not self.is_attached:
            return
        else:
            cast(Reports, self.app).report(error)

    def _guarded(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:
            self._failed(error)

    def _footer_actions(self) -> list[Action]:
        docked = self.docked if self.docked is not None and self.docked.has_keys else None
        scopes: tuple[Scope, ...] = (self.SCOPE, *self.ALSO, "app")
        if docked is not None:  # Letters of the screen below do not act now.
            scopes = (docked.SCOPE, "app")
        shown = [action for scope in scopes for action in in_scope(scope) if action.footer]
        once = list({(action.keys[0], action.label): action for action in reversed(shown)}.values())[::-1]
        named = self.KEYS_FIRST if docked is None else ()
        first = [action for name in named for action in once if action.id == name]
        return [*first, *(action for action in once if action not in first)]

    def _show_standing(self) -> None:
        session = self.session
        believed = "" if session.is_now else minute_words(session.believed_at, session.zone)
        true_at = session.true_at if session.true_at is not None else session.believed_at
        standing = Standing(
            pack=session.pack.path.stem,
            workspace=session.pack.workspace,
            due=len(session.morning.due.cards) if session.is_now else 0,  # another date shows no counts
            checks=len(session.morning.checks) if session.is_now else 0,
            proposals=session.open_proposals if session.is_now else 0,
            writes=session.pack.writes,
            holder=session.reader_of,
            believed=believed,
            true="" if session.is_now else minute_words(true_at, session.zone),
            typing=takes_letters(self.focused),
        )
        self.query_one(FirstLine).show(standing)

    def _rule_says(self, sentence: str, style: str) -> None:
        rule = self.query_one_optional("#bottom-rule", RuleLine)
        if rule is not None:
            rule.say(sentence, style)

    @property
    def said(self) -> str:
        """The sentence in the lower rule."""
        return self.query_one("#bottom-rule", RuleLine).sentence


def told(receipt: Receipt, warnings: Iterable[str], cells: int) -> str:
    """What an act did, and what it warns of; where both are too long for so many cells, the act in a word."""
    warned = " · ".join(f"! {warning}" for warning in warnings)
    whole = f"{receipt.summary} · {warned}" if warned else receipt.summary
    if warned and width(whole) > cells:
        whole = f"{ACTS.get(receipt.verb, receipt.verb)} · {warned}"
    return whole[:1].upper() + whole[1:]


def takes_letters(widget: Widget | None) -> bool:
    """Whether typing goes into this widget."""
    return widget is not None and widget.check_consume_key("a", "a")
