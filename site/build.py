"""Builds the static site in a folder, as `mkdocs` does, but without a copy of the repository."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from rulings import errors
from rulings.model import vocabulary
from rulings.site import publishing, rendering
from rulings.site.plugin import RulingsPlugin
from rulings.storage import files

SETTINGS = Path(__file__).with_name("mkdocs.yml")


def build(
    output: Path,
    progress: vocabulary.CountProgress | None = None,
    *,
    site_url: str | None = None,
    knowledge_folder: Path | None = None,
) -> int:
    """Writes the site into the folder `output` and returns the number of pages.

    `progress(done, total)` is called for each page. `site_url` is the future address of the site,
    for links that must be absolute; `knowledge_folder` is that of another knowledge base. If the
    site cannot be built, this raises `RulingsError` and leaves `output` as it was.
    """
    warnings: list[str] = []
    try:
        output = output.resolve()
        publishing.require_own_site(output)
        files.require_writable(output)
        with (
            _warnings_to(warnings.append),
            publishing.temporary_folder() as folder,
        ):
            config = configure(folder / "site", site_url, knowledge_folder)
            plugin = config.plugins["rulings"]
            assert isinstance(plugin, RulingsPlugin)
            plugin.progress = progress
            with _told_as_temporary(folder):
                mkdocs_build(config)
            publishing.publish(folder / "site", output)
        return plugin.total
    except (MkDocsException, Abort) as error:
        raise errors.RulingsError(
            f"{output}: the site was not built: {'; '.join(warnings) or error}"
        ) from None
    except OSError as error:
        raise errors.RulingsError(
            f"{output}: cannot be written ({error.strerror}); use another folder"
        ) from None
    # Python before 3.13 raises it for symbolic links that lead to each other
    except RuntimeError as error:
        if "Symlink loop" not in str(error):
            raise
        raise errors.RulingsError(
            f"{output}: symbolic links lead to each other here; use another folder"
        ) from None


@contextmanager
def _told_as_temporary(folder: Path) -> Iterator[None]:
    """Says of what cannot be written in the block that it is in the folder of temporary files."""
    try:
        yield
    except OSError as error:
        parent = folder.parent
        raise errors.RulingsError(
            f"{parent}: cannot be written ({error.strerror}); set TMPDIR to another folder"
        ) from None


@contextmanager
def _warnings_to(receive: Callable[[str], object]) -> Iterator[None]:
    """Gives each warning of MkDocs to `receive`, in one line and without control characters."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            receive(" ".join(rendering.inert(record.getMessage()).split()))

    handler = Handler(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)


def configure(output: Path, site_url: str | None, knowledge_folder: Path | None) -> MkDocsConfig:
    """The MkDocs configuration of the packaged site."""
    plugins = {}  # without a folder, those of the settings file
    if knowledge_folder:
        plugins["plugins"] = [{"rulings": {"knowledge": str(knowledge_folder)}}]
    with SETTINGS.open("rb") as file:
        return load_config(
            config_file=file,
            config_file_path=str(SETTINGS),
            site_dir=str(output),
            site_url=site_url,
            strict=True,
            **plugins,
        )
