"""Functions of other modules, which are imported when one of them is first called.

A ruleset has a method for everything that the program may ask of it, and a command asks for a few.
The base class has the types of their parameters and results.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def deferred(path: str, *given: str) -> Callable[..., Any]:
    """A method that calls the function `path`, "package.module:name".

    The function gets the attributes `given` of the object first, and then what the method is called
    with.
    """
    module, _, name = path.partition(":")

    def call(self: object, *arguments: Any, **named: Any) -> Any:
        function = getattr(import_module(module), name)
        return function(*(getattr(self, text) for text in given), *arguments, **named)

    call.__name__ = name
    return call


class DeferredModule:
    """The functions of a module, "package.module", for tables that list what is done later."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            return getattr(import_module(self.module), name)(*arguments, **named)

        return call
