"""The terminal workbench: one session, one screen a mode, and what concerns all of them."""

from __future__ import annotations

import asyncio
import gc
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.widget import AwaitMount

from core.errors import PackError
from workbench.actions import Action
from workbench.frame.base_screen import BaseScreen, Visit, takes_letters
from workbench.frame.colourless import without_greys
from workbench.frame.docked import STRIP_KEYS, strip_bindings, strip_missing
from workbench.frame.gone_terminal import LOOK_EVERY, terminal_is_gone
from workbench.frame.key_line import KeyLine
from workbench.frame.lasting_output import lasting
from workbench.frame.messages import ClaimChosen, PackChanged, ViewChanged
from workbench.frame.one_key_at_a_time import OneKeyAtATime, Typed
from workbench.frame.palette import Palette
from workbench.frame.staying_alive import Mishap, last_words, mishap_of
from workbench.frame.style_sheet import KeptStylesheet
from workbench.frame.tab_line import TabLine
from workbench.frame.too_small import HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS, classes_for
from workbench.keys import action_called, allowed, bindings_for, reason_against
from workbench.screens import FIRST, SCREENS, TIME_STRIP, ScreenEntry, entry_of, load
from workbench.session import Session
from workbench.themes import DARK, THEMES

if TYPE_CHECKING:
    from textual.command import Provider

    from workbench.frame.asking import Asking

FOLLOW_EVERY = 2.0
"""Seconds between looks at what the writer did, in a window that only reads."""

WISHES_OF_A_KEY = {"claims": ("search", "return")}
"""What somebody wants who presses a screen's key on it, and elsewhere: on Claims to type, or to come back."""

INPUTS = (events.Key, events.Paste, events.MouseDown, events.MouseScrollDown, events.MouseScrollUp)
"""What a person does at the terminal, but for moving the mouse."""

ENDINGS = (signal.SIGTERM, signal.SIGHUP)
"""Signals of a closed terminal or a shutdown; by themselves they would skip every goodbye."""


def _action_commands() -> type[Provider]:
    from workbench.commands import ActionCommands

    return ActionCommands


def _claim_commands() -> type[Provider]:
    from workbench.commands import ClaimCommands

    return ClaimCommands


class WorkbenchApp(OneKeyAtATime):
    """The workbench over one session. Its result is the name of a sample to open next, or None."""

    TITLE = "packbench"
    CSS_PATH = "styles/frame.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for("app"), *strip_bindings()]
    DEFAULT_MODE = FIRST
    HORIZONTAL_BREAKPOINTS = HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = VERTICAL_BREAKPOINTS
    COMMANDS: ClassVar[set[Any]] = {_action_commands, _claim_commands}

    def __init__(self, session: Session, *, log: Path, theme: str = DARK.name) -> None:
        """`log` is the file that keeps unexpected errors."""
        super().__init__()
        self._filters = without_greys(self._filters)
        self.session = session
        self.mishaps: list[Mishap] = []
        """Unexpected errors since the start; tests hold this empty."""
        self.leaving = False
        """Whether the program ends; a refusal that comes now is nobody's concern."""
        self._log_file = log
        self._came_from: list[str] = []
        self._goes_on = False
        """Whether a page of a fault was left by the last key."""
        for own in THEMES:
            self.register_theme(own)
        self.theme = theme
        self.stylesheet = KeptStylesheet(variables=self.get_css_variables())
        for entry in SCREENS:
            self.add_mode(entry.mode, partial(self._make, entry))

    def get_driver_class(self) -> type[Driver]:
        """The driver of this platform, which goes on when its terminal is gone."""
        return lasting(super().get_driver_class())

    def _make(self, entry: ScreenEntry) -> Screen[Any]:
        made = cast("Screen[Any]", load(entry.where)(self.session))
        made.set_classes(classes_for(*self.size))  # known now, they need not be put on every widget later
        return made

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Variables that only our own looks define."""
        return {"past-background": DARK.variables["past-background"],
                "past-foreground": DARK.variables["past-foreground"]}  # fmt: skip

    # life

    def on_mount(self) -> None:
        """Catch what would end the program without a goodbye, and follow the writer if there is one."""
        loop = asyncio.get_running_loop()
        for ending in ENDINGS:
            loop.add_signal_handler(ending, self._leave)
        if not self.is_headless:
            self.set_interval(LOOK_EVERY, self._see_to_terminal)
        if not self.session.pack.writes:
            self.set_interval(FOLLOW_EVERY, self._follow)
        self.call_after_refresh(self._load)

    def on_unmount(self) -> None:
        """Give the signals back."""
        loop = asyncio.get_running_loop()
        for ending in ENDINGS:
            loop.remove_signal_handler(ending)

    def _see_to_terminal(self) -> None:
        if not self.leaving and terminal_is_gone():
            self._leave()

    def _leave(self, wanted: str | None = None) -> None:
        """End: drafts are kept, and nothing that runs beside is waited for longer than it must."""
        self.leaving = True
        self._keep_drafts()
        for screen in self._every_screen():
            if isinstance(screen, BaseScreen):
                screen.forget_every_background()
        self.exit(wanted)

    def _every_screen(self) -> list[Screen[Any]]:
        return [screen for stack in self._screen_stacks.values() for screen in stack]

    def _load(self) -> None:
        """After the first picture: load the whole pack in a thread."""
        gc.enable()  # the command line holds it back until here
        if self.frame is not None:
            self.frame.in_background("load", self.session.load, lambda _: self._settle())

    def _settle(self) -> None:
        """What is loaded stays, and an empty pack says what can be done with it."""
        if not self.is_headless:  # the process is not the workbench's alone otherwise
            gc.collect()
            gc.freeze()
        self._sync()
        if self.session.why_it_reads:
            self._refused(self.session.why_it_reads)
        if self.session.pack.writes and self.session.is_empty:
            self._welcome()

    def _welcome(self) -> None:
        from workbench.samples import samples
        from workbench.screens.welcome import FIRST_CLAIM, WelcomePage

        async def chosen(choice: str | None) -> None:
            if choice == FIRST_CLAIM:
                await self.action_write()
            elif choice is not None:
                self._leave(choice)

        self.push_screen(WelcomePage([(sample.name, sample.title) for sample in samples()]), chosen)

    def _follow(self) -> None:
        if self.session.follow():
            self._sync()

    def _keep_drafts(self) -> None:
        for screen in self._every_screen():
            keep = getattr(screen, "keep_draft", None)
            if keep is not None:
                keep()

    @property
    def frame(self) -> BaseScreen | None:
        """The screen in the frame now, below any page over it."""
        base = self.screen_stack[0] if self.screen_stack else None
        return base if isinstance(base, BaseScreen) else None

    def say(self, sentence: str) -> None:
        """Say it on the screen in the frame."""
        if self.frame is not None:
            self.frame.say(sentence)

    def _refused(self, said: PackError | str) -> None:
        if self.frame is not None:
            self.frame.say_refused(said)

    # errors

    def report(self, error: Exception) -> None:
        """Show an unexpected error on a page of its own; the program lives on."""
        from workbench.frame.error_page import ErrorPage

        mishap = mishap_of(error, self._log_file)
        self.mishaps.append(mishap)
        if self.leaving or not self.is_running or isinstance(self.screen, ErrorPage):
            return
        if self._goes_on:  # The way out of a page leads to no other page.
            self.call_next(self._go_to_safety, mishap)
        else:
            self.push_screen(ErrorPage(mishap, self._page_left))

    def _page_left(self) -> None:
        self._goes_on = True

    async def _go_to_safety(self, mishap: Mishap) -> None:
        """After a fault that came back by itself: the first screen, with the fault as a line."""
        title = entry_of(self.current_mode).title
        if self.current_mode != FIRST:
            await self.go(FIRST)
        self._refused(f"{title} cannot be shown: {mishap.sentence}")

    def _handle_exception(self, error: Exception) -> None:
        """What Textual would end the program for."""
        if self.screen_stack and len(self.mishaps) <= MOST_MISHAPS:
            self.report(error)
            return
        self.mishaps.append(mishap_of(error, self._log_file))
        if not self.leaving:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """The last words of a program that cannot go on; the values that it held stay out of the terminal."""
        self.panic(Text(last_words(self.mishaps[-1])))

    async def _dispatch_message(self, message: Message) -> None:
        """One fault in a handler must not end the program."""
        try:
            await super()._dispatch_message(message)
        except PackError as error:
            self._refused(error)
        except Exception as error:
            self._handle_exception(error)

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """As Textual does; but a grey key says why, and an act that fails says so."""
        target, name, parameters = self._parse_action(action, default_namespace or self, namespaces)
        known = action_called(name, parameters)
        if known is not None and self.frame is not None:
            if target.check_action(name, parameters) is None:
                self._refused(reason_against(known, self.frame.situation()) or "Not now.")
                return True
            self.frame.say("")
        try:
            return bool(await super().run_action(action, default_namespace, namespaces))
        except PackError as error:
            self._refused(error)
        except Exception as error:
            self.report(error)
        return True

    def action_command_palette(self) -> None:
        """Open the palette that lives in a window of any size."""
        if not Palette.is_open(self):
            self.push_screen(Palette(id="--command-palette"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey what cannot be done now."""
        known = action_called(action, parameters)
        if known is None or self.frame is None:
            return True
        return allowed(known, self.frame.situation())

    # what concerns every screen

    def _sync(self) -> None:
        if self.frame is not None:
            self.frame.sync()

    def on_pack_changed(self, message: PackChanged) -> None:
        """The screen in the frame reads again; the others do when they are shown."""
        self._sync()

    def on_view_changed(self, message: ViewChanged) -> None:
        """Show other instants everywhere."""
        self.session.travel(true_at=message.true_at, believed_at=message.believed_at)
        self._sync()

    def on_claim_chosen(self, message: ClaimChosen) -> None:
        """Remember the chosen claim; keys on a claim follow it."""
        self.session.selected = message.claim_id
        if self.frame is not None:
            self.frame.refresh_bindings()

    async def on_visit(self, message: Visit) -> None:
        """Go to a screen, and hand it the wish."""
        await self.go(message.mode, message.wish, message.claim_id, remember=True)

    async def on_tab_line_chosen(self, message: TabLine.Chosen) -> None:
        """A tab was clicked."""
        await self.action_go(message.mode)

    async def on_key_line_pressed(self, message: KeyLine.Pressed) -> None:
        """A key of the last line was clicked."""
        await self.do(message.action)

    async def do(self, action: Action) -> None:
        """Carry out an action of the registry, as its key would."""
        widget_scope = action.scope in ("list", "map")
        namespace: DOMNode | None = self.focused if widget_scope and self.focused else self.frame
        docked = self.frame.docked if self.frame is not None else None
        if docked is not None and self.frame is not None and action.scope == docked.SCOPE != self.frame.SCOPE:
            namespace = docked.acting
        prefix = "app." if action.scope == "app" else ""
        await self.run_action(prefix + action.textual_action, namespace)

    async def go(
        self, mode: str, wish: str = "", claim_id: str | None = None, *, remember: bool = False
    ) -> None:
        """Show a screen; `remember` lets escape come back from it."""
        try:
            load(entry_of(mode).where)
        except (ImportError, AttributeError) as error:
            self._refused(f"{entry_of(mode).title} cannot be opened: {error}")
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if mode != self.current_mode:
            self._came_from = [*self._came_from, self.current_mode] if remember else []
            await self.switch_mode(mode)
        if self.frame is not None:
            await AwaitMount(self.frame, [self.frame])  # switch_mode waits for nothing by itself
            if self.frame.docked is not None and self.frame.docked.has_keys:
                self.frame.set_focus(self.frame.home_focus())  # who comes means the screen, not its strip
            self.frame.sync()
            if claim_id is not None:
                self.session.selected = claim_id
            if wish:
                self.frame.arrive(wish, claim_id)

    async def on_event(self, event: events.Event) -> None:
        """What a person does goes before what is done beside."""
        if isinstance(event, INPUTS) and self.session.joining is not None:
            self.session.joining.press()
        await super().on_event(event)

    def before_typed(self, event: Typed) -> None:
        """While a question is open, what is typed goes into its lines, wherever the focus went."""
        self._goes_on = False
        asked = self.frame.asked() if self.frame is not None and self.frame is self.screen else None
        types = isinstance(event, events.Paste) or event.is_printable
        if types and asked is not None and (self.focused is None or asked not in self.focused.ancestors):
            asked.take_focus()

    # actions

    async def action_go(self, mode: str) -> None:
        """Go to a screen."""
        here, elsewhere = WISHES_OF_A_KEY.get(mode, ("", ""))
        await self.go(mode, here if mode == self.current_mode else elsewhere)

    async def action_search(self) -> None:
        """Search the claims."""
        await self.go("claims", "search", remember=True)

    async def action_cue(self) -> None:
        """Say what is to be done, and see which claims it touches."""
        await self.go("islands", "cue", remember=True)

    async def action_write(self) -> None:
        """Write a new claim."""
        await self.go("write", "new", remember=True)

    def action_undo(self) -> None:
        """Take back the last act."""
        if self.frame is not None:
            self.frame.tell(self.session.undo())

    def action_redo(self) -> None:
        """Do again what was taken back."""
        if self.frame is not None:
            self.frame.tell(self.session.redo())

    def action_picture(self) -> None:
        """Save what is shown as a picture."""
        from workbench.pictures.saving import save_picture

        drawn = self.frame.picture() if self.frame is not None and self.frame is self.screen else None
        self.say(save_picture(self.current_mode, drawn or self.export_screenshot()))

    def action_now(self) -> None:
        """Return to now, and let the arrows move both clocks again."""
        self.session.moving = "both"
        self.post_message(ViewChanged(true_at=None, believed_at=None))

    async def action_strip_key(self, key: str) -> None:
        """A letter of the time strip, pressed beside it: it acts there, or says that there is no strip."""
        if self.frame is not None and self.frame.docked is not None:
            await self.do(STRIP_KEYS[key])
        else:
            self._refused(strip_missing(key))

    async def action_time(self) -> None:
        """Open the time strip on this screen, and its field for a date."""
        if self.frame is None:
            return
        try:
            strip_class = load(TIME_STRIP)
        except (ImportError, AttributeError) as error:
            self._refused(f"The time strip cannot be opened: {error}")
            return
        strip = self.frame.query_one_optional(strip_class) or strip_class(self.session)
        if not strip.is_attached:
            await self.frame.query_one("#strip").mount(strip)
        strip.action_type_date()

    def action_help(self) -> None:
        """Show the keys and the purpose of this screen."""
        from workbench.screens.help import HelpPage

        if self.frame is not None and not isinstance(self.screen, HelpPage):
            self.push_screen(HelpPage(self.frame))

    async def action_back(self) -> None:
        """One level up; never out of the program."""
        frame = self.frame
        if frame is None:
            return
        if (asked := frame.asked()) is not None:
            asked.close()
        elif docked := list(frame.query_one("#strip").children):
            await docked[-1].remove()
            frame.set_focus(frame.home_focus())
        elif takes_letters(frame.focused) and frame.focused is not frame.home_focus():
            frame.set_focus(frame.home_focus())
        elif takes_letters(frame.focused):
            frame.set_focus(frame.field_left())
        elif not frame.climb() and self._came_from:
            mode = self._came_from.pop()
            await self.switch_mode(mode)

    async def action_quit(self) -> None:
        """Leave; drafts are kept."""
        self._leave()

    def on_asking_closed(self, message: Asking.Closed) -> None:
        """A question went away; keys act on the screen again."""
        if self.frame is not None:
            self.frame.go_home()


MOST_MISHAPS = 20
"""Unexpected errors after which the program ends, rather than repeat one for ever."""
