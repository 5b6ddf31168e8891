"""Builds the static site in a folder, as `mkdocs` does, but without a copy of the
repository.
"""

from __future__ import annotations

import logging
from logging.handlers import MemoryHandler
from pathlib import Path

from jinja2 import TemplateNotFound
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from rulings import errors
from rulings.model import vocabulary
from rulings.site import publishing, rendering
from rulings.site.plugin import RulingsPlugin

SETTINGS = Path(__file__).with_name("mkdocs.yml")


def build(
    output: Path,
    progress: vocabulary.CountProgress | None = None,
    *,
    site_url: str | None = None,
    knowledge_folder: Path | None = None,
) -> int:
    """Writes the site into the folder `output` and returns the number of pages.

    `progress(finished, total)` is called after each page. `site_url`: the future
    address of the site, for links that must be absolute. `knowledge_folder`: the folder
    of another knowledge base. If the site cannot be built, this raises `RulingsError` and leaves
    `output` unchanged.
    """
    log = MemoryHandler(0)  # it keeps the warnings of MkDocs
    log.setLevel(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(log)
    try:
        output = output.absolute()
        with publishing.staging(output) as folder:
            config = configure(folder, site_url, knowledge_folder)
            plugin = config.plugins["rulings"]
            assert isinstance(plugin, RulingsPlugin)
            plugin.progress = progress
            mkdocs_build(config)
            publishing.publish(folder, output)
        return plugin.total
    except (MkDocsException, Abort) as error:
        warnings = (rendering.inert(record.getMessage()) for record in log.buffer)
        reasons = "; ".join(" ".join(warning.split()) for warning in warnings)
        raise errors.RulingsError(
            f"{output}: the site was not built: {reasons or error}"
        ) from None
    except TemplateNotFound as error:  # it is an `OSError`
        raise errors.RulingsError(
            f"the template {error.name} is missing in site/theme"
        ) from None
    except OSError as error:
        raise errors.RulingsError(
            f"{output} cannot be written ({error.strerror}); use another folder"
        ) from None
    finally:
        logging.getLogger("mkdocs").removeHandler(log)


def configure(
    output: Path,
    site_url: str | None,
    knowledge_folder: Path | None,
) -> MkDocsConfig:
    """The MkDocs configuration of the packaged site."""
    plugins = {}  # without a folder, the plugins of the settings file
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
