"""Runs a command again and again, each time with a fault at another call that writes.

    python -m tests.archive.faults FAULT BASE WORK ARGUMENT...

BASE is copied to WORK/1, WORK/2, ...; the command runs in each copy (`@` in an argument is the
copy's path), in a process that is killed, or that gets an error, at its first, second, ... call.
It ends with the run in which no call is left, and prints the exit codes as JSON (-9: killed).
At its first, fourth, seventh ... call, that is: with THEATRUM_FAULTS=1 at every one.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.cli import main
from generator.rulesets import get_ruleset

CALLS = ("open", "write", "pwrite", "fsync", "rename", "replace", "unlink", "mkdir", "rmdir")
STEP = int(os.environ.get("THEATRUM_FAULTS", "3"))
"""One call of so many fails."""
NEEDS_ROOM = ("open", "write", "pwrite", "fsync", "mkdir")


class Faults:
    """Counts the calls that change a disk, and makes the one with `number` fail."""

    def __init__(self, fault: str, number: int) -> None:
        self.fault = fault
        self.number = number
        self.count = 0
        self.fired = False

    def arm(self) -> None:
        for name in CALLS:
            setattr(os, name, self.wrapped(name, getattr(os, name)))

    def wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def faulty(*arguments: Any, **more: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return call(*arguments, **more)
            self.count += 1
            if self.fault == "kill" and self.count == self.number:
                if name == "write":
                    call(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            needs_room = name in NEEDS_ROOM and not is_folder(name, arguments[0])
            if self.fault == "full" and self.count >= self.number and needs_room:
                self.fired = True
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if self.fault == "error" and self.count == self.number:
                self.fired = True
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            # A process may die here, but the power stays on: waiting for the disk proves nothing.
            return None if name == "fsync" else call(*arguments, **more)

        return faulty


def is_folder(name: str, target: Any) -> bool:
    """Whether a call makes a folder's names last, for which a full disk has room already."""
    return name == "fsync" and stat.S_ISDIR(os.fstat(target).st_mode)


def run_once(faults: Faults, arguments: list[str]) -> int:
    """The exit code of a command in a child; -9 if it was killed, 77 if no fault was left."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    faults.arm()
    code = 99
    try:
        code = main(arguments)
    finally:
        os._exit(code if faults.fired else 77 if code == 0 else code)
    return 99


def run_all() -> None:
    # Before forking, so that not every child has to import them.
    for name in ("new", "play", "status"):
        import_module(f"generator.commands.{name}")
    get_ruleset("tiny")
    fault, base, work, *arguments = sys.argv[1:]
    codes: list[int] = []
    while not codes or codes[-1] != 77:
        copy = Path(work) / str(len(codes) + 1)
        shutil.copytree(base, copy)
        mine = [argument.replace("@", str(copy)) for argument in arguments]
        codes.append(run_once(Faults(fault, STEP * len(codes) + 1), mine))
    print(json.dumps(codes))


if __name__ == "__main__":
    run_all()
