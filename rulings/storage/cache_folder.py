"""The user's cache folder, and whether it can be trusted. Every import here slows down look-ups by name."""

from __future__ import annotations

import os
import stat
import sys

_NAME = "netrunner-rulings"
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> str:
    """The absolute path of the cache folder (`RULINGS_CACHE` overrides it); it may not exist. Empty: there is none.

    As the XDG specification requires, an `XDG_CACHE_HOME` that is not absolute is ignored. platformdirs, whose versions
    differ on this point, is only used on systems without XDG folders.
    """
    override = os.environ.get("RULINGS_CACHE")
    if override:
        return os.path.abspath(override)
    if os.name != "nt" and not hasattr(sys, "getandroidapilevel"):
        base = os.environ.get("XDG_CACHE_HOME", "").strip()
        if not base.startswith("/"):
            base = os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
        return f"{base.rstrip('/')}/{_NAME}" if base.startswith("/") else ""
    from platformdirs import user_cache_dir

    return os.path.abspath(user_cache_dir(_NAME, appauthor=False))


def distrust_reason(folder: str) -> str:
    """Why the folder cannot be trusted, as the end of a sentence; empty if it can.

    Only this user and root may be able to write to the folder or replace a part of its path, symbolic links included.
    A parent that everybody can write to, such as /tmp, is fine if it belongs to root and is sticky.
    """
    if not folder:
        return "there is no home folder"
    if not hasattr(os, "getuid"):
        return ""
    user = os.getuid()
    real = os.path.realpath(folder)
    for path in (real,) if real == folder else (real, folder):
        end = len(path)
        while end >= 0:
            part = path[:end] or "/"
            try:
                status = os.lstat(part)
            except FileNotFoundError:
                pass  # it does not exist yet, and will be created for this user only
            except (OSError, ValueError) as error:
                return f"{part} cannot be inspected ({error})"
            else:
                problem = _problem(status, user, end == len(path) or part == real)
                if problem:
                    return f"{part} {problem}"
            end = path.rfind("/", 0, end)
    return ""


def _problem(status: os.stat_result, user: int, is_last: bool) -> str:
    """Why a part of the path cannot be trusted, or empty. `is_last`: it is the folder itself, not a parent."""
    if status.st_uid not in (0, user):
        return "belongs to another user"
    if stat.S_ISLNK(status.st_mode):
        return ""  # its target is checked separately
    if not stat.S_ISDIR(status.st_mode):
        return "is not a folder"
    writable = status.st_mode & _OTHERS_MAY_WRITE
    if not writable or (writable == stat.S_IWGRP and _private_group(status.st_gid, user)):
        return ""
    if not is_last and status.st_mode & stat.S_ISVTX and status.st_uid == 0:
        return ""
    return "is writable by other users"


def _private_group(group: int, user: int) -> bool:
    """Whether it is the private group that many systems create for each user, without other members."""
    try:
        import grp
        import pwd

        entry = grp.getgrgid(group)
        name = pwd.getpwuid(user).pw_name
    except (ImportError, KeyError, OSError):
        return False
    return entry.gr_name == name and not set(entry.gr_mem) - {name}


def is_own_file(path: str) -> bool:
    """Whether the path is a plain file (no pipe, device or link) that only this user or root can write."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "getuid") or (status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022)
