"""MkDocs events → the site: pages generated from the knowledge base beside the hand-written ones of `site/pages`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import jinja2
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

import rulings
from rulings.errors import RulingsError
from rulings.knowledge import KnowledgeBase
from rulings.site import machine, structured
from rulings.site.contents import contents, expected
from rulings.site.environment import furnish
from rulings.site.offline import hashes, service_worker
from rulings.site.page import SitePage
from rulings.site.place import Place, file_of

Progress = Callable[[int, int], None]


class RulingsConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves its hooks for subclasses untyped
    """`knowledge`: another knowledge base's folder; the shipped one where it is left out."""

    knowledge = config_options.Optional(config_options.Type(str))


class ReadyPage(Page):
    """A page whose content is made by its template alone: there is no Markdown to read or convert."""

    def __init__(self, made: SitePage, file: File, config: MkDocsConfig) -> None:
        super().__init__(made.title, file, config)
        self.made = made

    def read_source(self, config: MkDocsConfig) -> None:
        """Nothing is read: the template is all there is."""
        self.markdown = ""
        self.meta = {"template": self.made.template, "title": self.made.title}

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Nothing is converted."""
        self.content = ""
        self.present_anchor_ids = set()


class RulingsPlugin(BasePlugin[RulingsConfig]):  # type: ignore[no-untyped-call]  # the same
    """Adds a page for everything in the knowledge base, the files for machines, and the means of the templates."""

    kb: KnowledgeBase
    made: dict[str, SitePage]
    progress: Progress | None = None
    finished = total = 0
    serving = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Notes whether pages are only shown on this machine. That it is there keeps the plugin between rebuilds."""
        self.serving = command == "serve"

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., Any]
    ) -> LiveReloadServer:
        """Rebuilds when the knowledge base or the theme changes."""
        for folder in (self.kb.folder, *config.theme.dirs[:1]):
            server.watch(str(folder))
        return server

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Opens the knowledge base."""
        try:
            self.kb = rulings.open(self.config.knowledge)
            self.made = contents(self.kb)
        except RulingsError as error:
            raise PluginError(str(error)) from None
        config.theme.static_templates = {"404.html"}  # MkDocs' own sitemap carries the day of the build
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Adds the generated pages and the files for machines."""
        for made in self.made.values():
            file = File.generated(config, f"{made.url}index.md", content="", inclusion=InclusionLevel.NOT_IN_NAV)
            ReadyPage(made, file, config)
            files.append(file)
        for path, content in self._machine_files(files, config):
            theirs = files.get_file_from_path(path)
            if theirs:  # MkDocs brings a sitemap.xml of its own, as a template
                files.remove(theirs)
            files.append(File.generated(config, path, content=content))
        self.finished, self.total = 0, len(files.documentation_pages())
        return files

    def _machine_files(self, files: Files, config: MkDocsConfig) -> list[tuple[str, str]]:
        site_url = config.site_url or ""
        hand_written = [file.url for file in files.documentation_pages() if not isinstance(file.page, ReadyPage)]
        urls = machine.written(self.made.values()) + ["" if url in (".", "./") else url for url in hand_written]
        found = [
            *machine.json_twins(self.kb),
            ("sitemap.xml", machine.sitemap(urls, site_url)),
            ("feed.xml", machine.feed(self.kb, self._editions(files), site_url)),
            ("opensearch.xml", machine.opensearch(site_url)),
            ("manifest.webmanifest", machine.manifest()),
        ]
        try:
            from rulings.site.search_data import write
        except ImportError:
            return found
        return [*found, ("assets/search-data.js", write(self.kb))]

    def _editions(self, files: Files) -> list[dict[str, Any]]:
        """What the hand-written page of news says in its head."""
        from mkdocs.utils.meta import get_data

        file = files.get_file_from_path("whats-new.md")
        return list(get_data(file.content_string)[1].get("editions") or ()) if file else []

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Links of hand-written pages get their `index.html`, as all links have; what may be wide can be scrolled."""
        if isinstance(page, ReadyPage):
            return html
        html = _FOLDER_LINK.sub(r'\1index.html\2"', html).replace("<pre>", '<pre tabindex="0">')
        return html.replace(
            "<table>", '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
        ).replace("</table>", "</table></div>")

    def on_env(self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files) -> jinja2.Environment:
        """Escaping on, and what the templates show."""
        assets = {file.src_uri for file in files if not file.is_documentation_page()}
        env = furnish(env, self.kb)
        env.globals.update(
            site_url=config.site_url or "",
            serving=self.serving,  # MkDocs then adds an inline script of its own, which the policy would forbid
            scripts_for=lambda kind: [name for name in (*SCRIPTS[""], *SCRIPTS.get(kind, ())) if name in assets],
            editions=self._editions(files),
        )
        return env

    def on_page_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:
        """Gives a template its page (`this`), its place (`at`) and its data."""
        made = page.made if isinstance(page, ReadyPage) else _hand_written(page, config.site_url or "")
        context.update(this=made, at=Place(made.url), **made.data)
        self.finished += 1
        if self.progress:
            self.progress(self.finished, self.total)
        return context

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> Any:
        """The page for what is not found stands at any depth, so its links begin at the top of the host."""
        base = urlsplit(config.site_url or "/").path or "/"
        this = SitePage(
            url="404.html",
            template=template_name,
            title="Not found",
            description="There is no such page.",
            indexed=False,
        )
        context.update(this=this, at=Place("404.html", base if base.endswith("/") else f"{base}/"))
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Counts what was written: a build that lost a page is no build. Then what keeps the site offline."""
        folder = Path(config.site_dir)
        missing = [url for url in expected(self.kb) if not (folder / file_of(url)).is_file()]
        if missing:
            raise PluginError(f"{folder}: {len(missing)} pages were not written, among them /{missing[0]}")
        if not self.serving:  # a page that is being worked on must never come from a cache
            (folder / "sw.js").write_text(service_worker(hashes(folder)), encoding="utf-8", newline="\n")


# Which scripts a page loads, in order: those of every page, then those of its kind. What is not there is left out.
SCRIPTS = {
    "": ("js/page.js", "js/theme.js", "js/search-box.js", "js/offline.js"),
    **dict.fromkeys(("card", "topic", "document", "errata", "reversals"), ("js/copy.js",)),  # what has a link to copy
    "cards": ("js/cards.js",),
    "search": ("js/search-page.js",),
    "run-chart": ("js/run-chart.js",),
    "tournament": ("js/tournament.js",),
    "not-found": ("js/not-found.js",),
}
_FOLDER_LINK = re.compile(r'(href="(?!https?:|mailto:|#)(?:[^"#?]*/|\.{1,2}))((?:#[^"]*)?)"')


def _hand_written(page: Page, site_url: str) -> SitePage:
    url = "" if page.url in (".", "./") else page.url
    return SitePage(
        url=url,
        template=str(page.meta.get("template", "main.html")),
        title=str(page.title or ""),
        description=str(page.meta.get("description", "")),
        data={"meta": page.meta},
        structured=structured.site(site_url) if not url and site_url else None,
    )


def on_terminal(done: int, total: int) -> None:
    """Progress as one line on standard error, if that is a terminal."""
    if sys.stderr.isatty() and (done % 20 == 0 or done >= total):
        print(f"\r{done} of {total} pages", end="\n" if done == total else "", file=sys.stderr, flush=True)
