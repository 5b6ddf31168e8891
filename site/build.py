"""The knowledge base → the static site in a folder, or served: like `mkdocs`, but without a copy of the repository."""

from __future__ import annotations

import logging
import signal
import sys
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from rulings.callbacks import CountProgress
from rulings.errors import RulingsError
from rulings.site.plugin import RulingsPlugin
from rulings.site.publishing import require_own_site, staged
from rulings.site.serving import WarningPrinter

SETTINGS = Path(__file__).with_name("mkdocs.yml")


def build(
    output: Path,
    progress: CountProgress | None = None,
    *,
    site_url: str | None = None,
    knowledge_folder: Path | None = None,
) -> int:
    """Writes the site into the folder `output` and returns the number of pages.

    `progress(done, total)` is called for each page. `site_url` is the future address of the site, for links that must
    be absolute; `knowledge_folder` is that of another knowledge base. If the site cannot be built, this raises
    `RulingsError` and leaves `output` as it was.
    """
    output = output.resolve()
    require_own_site(output)
    warnings = _WarningCollector()
    logging.getLogger("mkdocs").addHandler(warnings)
    try:
        with staged(output) as folder:
            config = configure(folder, site_url, knowledge_folder)
            plugin = config.plugins["rulings"]
            assert isinstance(plugin, RulingsPlugin)
            plugin.progress = progress
            mkdocs_build(config)
        return plugin.total
    except (MkDocsException, Abort) as error:
        raise RulingsError(f"{output}: the site was not built: {'; '.join(warnings.messages) or error}") from None
    except OSError as error:
        raise RulingsError(f"{output}: cannot be written ({error.strerror}); use another folder") from None
    finally:
        logging.getLogger("mkdocs").removeHandler(warnings)


class _WarningCollector(logging.Handler):
    """Collects the warnings of MkDocs, which the error message quotes if the build fails."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def configure(output: Path, site_url: str | None = None, knowledge_folder: Path | None = None) -> MkDocsConfig:
    """The MkDocs configuration of the packaged site."""
    options = {"plugins": [{"rulings": {"knowledge": str(knowledge_folder)}}]} if knowledge_folder else {}
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
    """Serves the site on this machine until interrupted or terminated.

    It is rebuilt when the knowledge base, the theme or a hand-written page changes.
    """
    from mkdocs.commands.serve import serve as mkdocs_serve

    print(f"Building; the site will be at http://{address}/. Press Ctrl+C to stop.", file=sys.stderr)
    warnings = WarningPrinter()
    logging.getLogger("mkdocs").addHandler(warnings)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # MkDocs then removes its temporary folder
    try:
        mkdocs_serve(config_file=str(SETTINGS), dev_addr=address)
    except OSError as error:
        message = f"cannot serve at {address} ({error.strerror}); is another program using this port?"
        raise RulingsError(message) from None
    except (MkDocsException, Abort) as error:
        raise RulingsError(f"the site was not built: {error}") from None
    finally:
        logging.getLogger("mkdocs").removeHandler(warnings)
