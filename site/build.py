"""The knowledge base → the static site, in a folder or served: what `mkdocs build` does, without a checkout."""

from __future__ import annotations

import logging
import shutil
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from rulings.errors import RulingsError
from rulings.site.plugin import Progress, RulingsPlugin, on_terminal

SETTINGS = Path(__file__).with_name("mkdocs.yml")


def build(
    output: Path, progress: Progress | None = on_terminal, *, site_url: str | None = None, knowledge: Path | None = None
) -> int:
    """Writes the whole site into the folder `output` and returns the number of pages.

    `progress(done, total)` is called for each page; `site_url` is where the site will stand, for the links that must be
    whole; `knowledge` another knowledge base's folder. `RulingsError` says what stopped it; the folder is then
    as it was.
    """
    output = output.resolve()
    if output.exists() and not output.is_dir():
        raise RulingsError(f"{output}: is a file; name a folder for the site")
    if output.is_dir() and any(output.iterdir()) and not (output / "manifest.webmanifest").exists():
        raise RulingsError(
            f"{output}: the folder holds other files, and building would delete them; name an empty or new folder"
        )
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{output.name}-", dir=output.parent))
    except OSError as error:
        raise RulingsError(f"{output}: cannot be written ({error.strerror}); name another folder") from None
    said = _Said()
    logging.getLogger("mkdocs").addHandler(said)
    try:
        config = configure(aside, site_url, knowledge)
        plugin = config.plugins["rulings"]
        assert isinstance(plugin, RulingsPlugin)
        plugin.progress = progress
        mkdocs_build(config)
        _replace(aside, output)
        return plugin.total
    except (MkDocsException, Abort) as error:
        raise RulingsError(f"{output}: the site was not built: {'; '.join(said.words) or error}") from None
    except OSError as error:
        raise RulingsError(f"{output}: cannot be written ({error.strerror}); name another folder") from None
    finally:
        logging.getLogger("mkdocs").removeHandler(said)
        shutil.rmtree(aside, ignore_errors=True)


class _Said(logging.Handler):
    """Keeps what MkDocs warns of, for the one sentence that says why there is no site."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.words: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.words.append(record.getMessage())


def configure(output: Path, site_url: str | None = None, knowledge: Path | None = None) -> MkDocsConfig:
    """MkDocs' configuration of the packaged site."""
    options = {"plugins": [{"rulings": {"knowledge": str(knowledge)}}]} if knowledge else {}
    with SETTINGS.open("rb") as file:
        return load_config(
            config_file=file,
            config_file_path=str(SETTINGS),
            site_dir=str(output),
            site_url=site_url,
            strict=True,
            **options,
        )


def serve(address: str = "127.0.0.1:8000") -> None:
    """Serves the site on this machine until interrupted, and builds it anew when the knowledge base changes."""
    from mkdocs.commands.serve import serve as mkdocs_serve

    print(f"Building; then http://{address}/ shows the site. Ctrl+C ends it.", file=sys.stderr)
    try:
        mkdocs_serve(config_file=str(SETTINGS), dev_addr=address)
    except OSError as error:
        why = f"{address}: cannot be served ({error.strerror}); is another program using this port?"
        raise RulingsError(why) from None
    except (MkDocsException, Abort) as error:
        raise RulingsError(f"the site was not built: {error}") from None


def _replace(aside: Path, output: Path) -> None:
    """Puts the finished site in place, so that nobody ever sees half of one."""
    aside.chmod(0o755)  # temporary folders are private; a web server must be able to read this one
    if not output.exists():
        aside.rename(output)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{output.name}-old-", dir=output.parent))
    try:
        output.rename(old / "site")
        aside.rename(output)
    except OSError:  # a mounted folder cannot be renamed: then its contents are exchanged
        for child in list(output.iterdir()):
            child.rename(old / child.name)
        for child in list(aside.iterdir()):
            child.rename(output / child.name)
    finally:
        shutil.rmtree(old, ignore_errors=True)
