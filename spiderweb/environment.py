"""Typed readers of the environment: each refuses nonsense by naming the variable."""

import os
import secrets
from pathlib import Path


class BadEnvironment(ValueError):
    """A variable of the environment, or a file it points to, cannot be used."""


def text(name: str, default: str = "") -> str:
    """The variable's text, without surrounding space."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """``on``/``off`` (also yes/no, true/false, 1/0)."""
    words = {"on": True, "yes": True, "true": True, "1": True}
    words |= {"off": False, "no": False, "false": False, "0": False}
    value = text(name).lower()
    if not value:
        return default
    if value not in words:
        raise BadEnvironment(f"{name} must be on or off, not {value!r}")
    return words[value]


def number(name: str, default: int) -> int:
    """A whole number."""
    value = text(name)
    if value and not (value.isascii() and value.isdigit()):
        raise BadEnvironment(f"{name} must be a whole number, not {value!r}")
    return int(value) if value else default


def port(name: str, default: int) -> int:
    """A port to listen on."""
    value = number(name, default)
    if not 1 <= value <= 65_535:
        raise BadEnvironment(f"{name} must be from 1 to 65535, not {value}")
    return value


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def folder(name: str, default: Path) -> Path:
    """A folder, made (for its owner alone) where it is missing."""
    path = Path(text(name) or default).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadEnvironment(f"{name}: {path} cannot be made: {error.strerror}") from None
    return path


def write_secret(path: Path, size: int = 32) -> str:
    """Make a new random secret of ``size`` bytes in ``path`` (hex, mode 600) and return it.

    Two processes that start together agree: the second finds the first one's file.
    """
    value = secrets.token_hex(size)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(value + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        value = path.read_text().strip()
    finally:
        draft.unlink()
    return value


def secret(path: Path) -> str:
    """The secret kept in ``path``, made on first use."""
    if path.exists():
        value = path.read_text().strip()
        if not value:
            raise BadEnvironment(f"{path.name} is empty")
        return value
    return write_secret(path)
