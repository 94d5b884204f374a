"""The environment of the templates, whose compiled code does no more than these templates need.

A full build spends most of a page's time in small things that jinja2 does for everybody: it asks
of everything that is called whether it wants the context, makes a Markup of every value that is
only joined to others, and looks a template up anew for every page. What templates mean stays as
jinja2 has it: everything is escaped, and what is undefined is an error with its file and line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from keyword import iskeyword
from typing import Any, Final

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro
from markupsafe import Markup

from generator.pages.base.escaping import escape

__all__ = ["LeanEnvironment"]

# Markup(text) first asks the text whether it is markup already; this only makes it.
_made: Final = str.__new__


class _LeanMacro(Macro):
    """A macro that is called straight away when it gets just the arguments that it names.

    One defined where `{% autoescape false %}` holds gives plain text wherever it is called.
    """

    def __init__(
        self,
        environment: Environment,
        func: Callable[..., str],
        name: str,
        arguments: list[str],
        catch_kwargs: bool,
        catch_varargs: bool,
        caller: bool,
        default_autoescape: bool | None = None,
    ) -> None:
        super().__init__(
            environment,
            func,
            name,
            arguments,
            catch_kwargs,
            catch_varargs,
            caller,
            default_autoescape,
        )
        is_plain = default_autoescape and not (catch_kwargs or catch_varargs or caller)
        self._made_by = func
        self._takes = len(arguments) if is_plain else -1

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        if len(args) == self._takes and not kwargs:
            return _made(Markup, self._made_by(*args))
        return super().__call__(*args, **kwargs)


class _LeanCode(CodeGenerator):
    """Writes the Python code of a template, shorter where these templates allow it."""

    def write_commons(self) -> None:
        """The names that the functions of a template use; `escape` hides that of jinja2."""
        super().write_commons()
        self.writeline("escape = environment.escape")

    def macro_def(self, *args: Any) -> None:
        """What makes a macro of its function: jinja2 would write `Macro(...)`."""
        self.write("environment.lean_")
        super().macro_def(*args)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A plain call. `context.call` would first ask whether the function wants the context:
        nothing that pages give their templates does."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(one.key) for one in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """An attribute that is there, without a call of `environment.getattr`; that one looks for
        an item of the name, and says what is undefined."""
        self.write("(known if (known := getattr((owner := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing")
        self.write(f" else environment.getattr(owner, {node.attr!r}))")

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """The body of a template or a block is joined before it is handed on: piece by piece, each
        would be handed through all the templates that the page's extends."""
        if frame.buffer is not None:
            super().blockvisit(nodes, frame)
            return
        self.buffer(frame)
        super().blockvisit(nodes, frame)
        self.writeline(f"yield concat({frame.buffer})")
        frame.buffer = None


class LeanEnvironment(Environment):
    """An environment whose templates run with `escape` and the plainer code above."""

    code_generator_class = _LeanCode
    lean_Macro = _LeanMacro
    escape = staticmethod(escape)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[tuple[str | Template, str | None], Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """A template by the name that `parent` has for it, each looked for once: nothing loads a
        template anew within a build."""
        found = self._found.get((name, parent))
        if found is None or globals:
            found = self._found[name, parent] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dict: each page copies it, and nothing changes it after."""
        return {**self.globals, **(d or {})}
