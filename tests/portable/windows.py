"""Runs one theatrum command with what Windows lacks taken away: `python -m tests.portable.windows`.

Not Windows, but its habits as far as one process can take them on:

- no fcntl, pwd, grp, resource, termios; no fork, signals, flags and calls that only Unix has
- text written without `newline` gets "\\r\\n", also by os.write to a file opened without O_BINARY
- text read or written without `encoding` is cp1252, and so is the console
- a folder cannot be opened, an open file cannot be removed, replaced or moved
- nobody may make symbolic links

The lock is that of a library, which has its own way on Windows and its own tests there; so it is
loaded before fcntl goes.
"""

from __future__ import annotations

import builtins
import io
import os
import signal
import stat
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "readline")
OF_UNIX = """
    O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC O_NOCTTY O_DSYNC O_PATH O_TMPFILE
    fork forkpty wait wait3 wait4 waitid posix_spawn posix_spawnp killpg setsid getpgid setpgid
    getuid geteuid getgid getegid getgroups setuid setgid getlogin uname nice getpriority getloadavg
    sched_getaffinity sched_yield sync fdatasync pread pwrite preadv pwritev readv writev sendfile
    posix_fallocate posix_fadvise lockf fchmod fchown chown lchown fchdir mkfifo mknod statvfs
    fstatvfs pipe2 openpty ttyname ctermid chroot sysconf confstr pathconf memfd_create splice
    copy_file_range getxattr listxattr register_at_fork WNOHANG EX_OK
"""
SIGNALS = """
    SIGKILL SIGHUP SIGQUIT SIGALRM SIGUSR1 SIGUSR2 SIGPIPE SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGWINCH
    alarm setitimer getitimer pause pthread_kill pthread_sigmask sigwait siginterrupt
"""
BINARY = 0x8000
ANSI = "cp1252"

TEXTS: set[int] = set()
"""Descriptors of files that were opened without O_BINARY."""


def take_away() -> None:
    """Makes this process as poor as one on Windows."""
    import multiprocessing.context
    import shutil
    import subprocess
    import tempfile

    import filelock

    assert filelock.lock_descriptor
    assert multiprocessing.context
    # How git is started is Python's own affair.
    subprocess.os, subprocess.signal = _copy(os), _copy(signal)  # type: ignore[attr-defined]
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in OF_UNIX.split():
        if hasattr(os, name):
            delattr(os, name)
    for name in SIGNALS.split():
        if hasattr(signal, name):
            delattr(signal, name)
    os.supports_dir_fd.clear()
    os.supports_fd.clear()
    os.linesep = "\r\n"
    os.O_BINARY = BINARY  # type: ignore[attr-defined]
    # These have looked already at what there is.
    tempfile._bin_openflags |= BINARY  # type: ignore[attr-defined]
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    shutil._USE_CP_SENDFILE = False  # type: ignore[attr-defined]
    _change_opening()
    _change_moving()


def _copy(module: ModuleType) -> ModuleType:
    copy = ModuleType(module.__name__)
    copy.__dict__.update(module.__dict__)
    return copy


def _change_opening() -> None:
    real_open, real_write, real_close, real_io = os.open, os.write, os.close, io.open

    def open_file(path: Any, flags: int, mode: int = 0o777) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        descriptor = real_open(path, flags & ~BINARY, mode)
        if flags & BINARY:
            TEXTS.discard(descriptor)
        else:
            TEXTS.add(descriptor)
        return descriptor

    def write(descriptor: int, data: Any) -> int:
        if descriptor not in TEXTS:
            return real_write(descriptor, data)
        real_write(descriptor, bytes(data).replace(b"\n", b"\r\n"))
        return len(data)

    def close(descriptor: int) -> None:
        TEXTS.discard(descriptor)
        real_close(descriptor)

    def open_text(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: Any = None,
        errors: Any = None,
        newline: Any = None,
        *more: Any,
        **named: Any,
    ) -> Any:
        if "b" not in mode:
            encoding = ANSI if encoding in (None, "locale") else encoding
            if newline is None and set(mode) & set("wax+"):
                newline = "\r\n"
        return real_io(file, mode, buffering, encoding, errors, newline, *more, **named)

    os.open, os.write, os.close = open_file, write, close  # type: ignore[assignment]
    io.open = builtins.open = open_text  # type: ignore[assignment]

    def text_encoding(encoding: Any, stacklevel: int = 2) -> str:
        return ANSI if encoding is None else encoding

    io.text_encoding = text_encoding  # type: ignore[assignment]


def _change_moving() -> None:
    """What is open stays where it is, and nobody may make links."""
    for name in ("unlink", "remove", "rmdir", "rename", "replace"):
        setattr(os, name, _refusing(getattr(os, name)))

    def refuse(*arguments: Any, **named: Any) -> None:
        raise OSError(1314, "A required privilege is not held by the client")

    os.symlink = refuse  # type: ignore[assignment]


def _refusing(real: Any) -> Any:
    def asked(*paths: Any, **named: Any) -> Any:
        if real.__name__ == "rename" and os.path.lexists(paths[1]):
            raise FileExistsError(17, "Cannot create a file that exists already", paths[1])
        for path in paths:
            if _is_open(os.path.abspath(path)):
                raise PermissionError(13, "The process cannot access the file", path)
        return real(*paths, **named)

    return asked


def _is_open(path: str) -> bool:
    """Whether this process has a file open: this one, or one in this folder."""
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            there = os.readlink(f"/proc/self/fd/{descriptor}")
            if stat.S_ISREG(os.fstat(int(descriptor)).st_mode) and (
                there == path or there.startswith(f"{path}/")
            ):
                return True
        except OSError:
            continue
    return False


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=ANSI, errors="strict", newline="\r\n")  # type: ignore[union-attr]
    sys.path.insert(0, str(Path(__file__).parents[2]))
    take_away()
    from generator.cli import main

    sys.exit(main())
