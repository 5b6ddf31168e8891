"""The MkDocs plugin. It adds generated pages and files to the hand-written pages of
`site/pages`.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import urlsplit

import jinja2
import markupsafe
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from rulings import __version__, api, errors
from rulings.cli import help
from rulings.model import (
    dates,
    entities,
    formatting,
    ids,
    knowledge,
    page_table,
    plain_text,
    remarks,
    vocabulary,
)
from rulings.search import fields
from rulings.site import (
    card_data,
    machine_files,
    other_pages,
    page_parts,
    publishing,
    rendering,
    search_data,
)

# The help of the commands is added to the end of this page
_COMMAND_PAGE = "command-line.md"


# MkDocs does not type the `__init_subclass__` of `Config` and `BasePlugin`
class RulingsConfig(Config):  # type: ignore[no-untyped-call]
    """`knowledge`: the folder of a knowledge base; the shipped one by default."""

    knowledge = config_options.Optional(config_options.Type(str))


class GeneratedPage(Page):
    """A page that a template makes from the knowledge base, without Markdown."""

    def __init__(
        self,
        site_page: page_parts.SitePage,
        file: File,
        config: MkDocsConfig,
    ) -> None:
        super().__init__(site_page.title, file, config)
        self.site_page = site_page

    def read_source(self, config: MkDocsConfig) -> None:
        """Sets the template, because there is no source file."""
        self.markdown = ""
        site_page = self.site_page
        self.meta = {"template": site_page.template, "title": site_page.title}

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Leaves the content empty, because the template makes all of it."""
        self.content = ""
        self.present_anchor_ids = set()


class RulingsPlugin(BasePlugin[RulingsConfig]):  # type: ignore[no-untyped-call]
    """Adds the generated pages, the files for programs and scripts, and the data of the
    templates.

    `progress(finished, total)` is called after each page; both are numbers of pages.
    """

    kb: knowledge.Knowledge
    site_pages: list[page_parts.SitePage]
    theme: dict[str, str]
    edition: str
    progress: vocabulary.CountProgress | None = None
    finished = total = 0

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Opens the knowledge base and makes the list of pages."""
        try:
            self.kb = api.open_knowledge(self.config.knowledge)
            self.site_pages = other_pages.generated_pages(self.kb)
        except errors.RulingsError as error:
            raise PluginError(str(error)) from None
        # MkDocs' own site map is left out because it contains the build date.
        config.theme.static_templates = {
            *("404.html", "manifest.webmanifest", "opensearch.xml", "feed.xml")
        }
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Adds the generated pages and files. Raises `PluginError` if one is outside
        the folder of the site.
        """
        self._add_pages(files, config)
        self._add_files(files, config)
        for file in files:
            if {"..", "/"} & {*PurePath(file.dest_uri).parts}:
                raise PluginError(
                    f"{file.dest_uri} is outside the folder of the site; change the id "
                    "or the name"
                )
        self.total = len(files.documentation_pages())
        return files

    def _add_pages(self, files: Files, config: MkDocsConfig) -> None:
        """Adds the generated pages. Raises `PluginError` if one would replace
        another.
        """
        pages = files.documentation_pages()
        names_by_path = {file.dest_uri: file.src_uri for file in pages}
        for site_page in self.site_pages:
            file = File.generated(
                config,
                f"{site_page.url[1:]}index.md",
                content="",
                inclusion=InclusionLevel.NOT_IN_NAV,
            )
            if other := names_by_path.get(file.dest_uri):
                raise PluginError(
                    f"{site_page.url}: two pages have this address, {other!r} and "
                    f"{site_page.title!r}; give one of them another"
                )
            names_by_path[file.dest_uri] = site_page.title
            file.page = GeneratedPage(site_page, file, config)
            files.append(file)

    def _add_files(self, files: Files, config: MkDocsConfig) -> None:
        """Adds the generated files, and removes MkDocs' site map. The stylesheets and
        scripts of the theme are taken out of `files`; `_add_assets` adds them later.
        """
        endings = (".css", ".js", "sitemap.xml")
        theme = [file for file in files if file.src_uri.endswith(endings)]
        # Path → stylesheet or script. Stylesheets are at the root, not in `css/`.
        self.theme = {}
        for file in theme:
            files.remove(file)
            self.theme[file.src_uri.removeprefix("css/")] = file.content_string
        del self.theme["sitemap.xml"]
        hidden = {page.url for page in self.site_pages if not page.is_indexable}
        urls = _page_urls(files) - hidden
        texts = dict(machine_files.json_files(self.kb))
        if config.site_url:  # the format of site maps requires absolute addresses
            texts["sitemap.xml"] = machine_files.sitemap(urls, config.site_url)
        for path, text in texts.items():
            files.append(File.generated(config, path, content=text))

    def _add_assets(
        self,
        env: jinja2.Environment,
        files: Files,
        config: MkDocsConfig,
    ) -> str:
        """Adds the stylesheets, the scripts and their data in a folder; returns the
        address of the folder.

        Its name is a hash of the contents, so an open or saved page never loads scripts
        of another build. Data that a ruling changes do not count, because a new or
        corrected ruling would then change every page. The cards and topics do count,
        because the data of the search number them.
        """
        theme = {**self.theme, search_data.CONSTANTS_PATH: search_data.script()}
        worker = {f"js/{name}" for name in machine_files.WORKER}
        inlined = worker.union(*search_data.BUNDLES.values())
        inlined -= page_parts.scripts_loaded_by_pages()
        assets = {path: text for path, text in theme.items() if path not in inlined}
        for path, scripts in search_data.BUNDLES.items():
            assets[path] = rendering.bundle(theme[script] for script in scripts)
        # The page for practice is at the same depth.
        href = rendering.RelativeLinks("/deck/", has_address=bool(config.site_url))
        variables = {"href": href, "site_page": None}
        macros: Any = env.get_template("macros.html").make_module(variables)
        edition = macros.edition_words(self._editions(files)[0], dated=True)
        self.edition = f"edition {str(edition).strip()}"

        def html_of(ruling: entities.Ruling) -> str:
            html = macros.ruling(ruling, titled=True, level=3, brief=True)
            return str(html).strip()

        data_scripts = search_data.data_scripts(self.kb)
        data_scripts |= card_data.card_data_scripts(self.kb, html_of)
        for path, script in data_scripts.items():
            assets[path] = assets.get(path, "") + script
        fixed = {
            path: text for path, text in assets.items() if not path.endswith("-data.js")
        }
        contents = [theme, fixed, search_data.subject_ids(self.kb)]
        text_of_contents = json.dumps(contents, sort_keys=True)
        name = sha256(text_of_contents.encode()).hexdigest()[:8]
        for path, text in assets.items():
            asset = rendering.UTF_8_MARK + text
            files.append(File.generated(config, f"assets/{name}/{path}", content=asset))
        return f"/assets/{name}/"

    def _editions(self, files: Files) -> list[dict[str, object]]:
        """The editions of the site, from the front matter of `whats-new.md`. Before its
        release, the program's own version comes first, without a date. It has the day
        of its commit if SOURCE_DATE_EPOCH says it.
        """
        file = files.get_file_from_path("whats-new.md")
        editions: list[dict[str, object]] = []
        if file:
            _, front_matter = get_data(file.content_string)
            editions += front_matter.get("editions") or ()
        version, development, _ = __version__.partition(".dev")
        if development:
            if not editions or editions[0]["version"] != version:
                editions.insert(0, {"version": version})
            editions[0].pop("date", None)
            if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
                commit_time = datetime.fromtimestamp(int(seconds), UTC)
                editions[0]["day"] = commit_time.date().isoformat()
        return editions

    def on_page_markdown(
        self,
        markdown: str,
        *,
        page: Page,
        config: MkDocsConfig,
        files: Files,
    ) -> str:
        """Adds the help of the commands to the page about them."""
        if page.file.src_uri != _COMMAND_PAGE:
            return markdown
        return f"{markdown}\n{help.commands()}"

    def on_page_content(
        self,
        html: str,
        *,
        page: Page,
        config: MkDocsConfig,
        files: Files,
    ) -> str:
        """Makes the links of hand-written pages work from disk, and wide tables and
        code scrollable.
        """
        if not config.site_url:
            html = rendering.with_file_links(html)
        return rendering.with_scrollable_blocks(html)

    def on_env(
        self,
        env: jinja2.Environment,
        *,
        config: MkDocsConfig,
        files: Files,
    ) -> jinja2.Environment:
        """Turns on escaping and adds the filters and globals of the templates. Text
        from the data is never a template.
        """
        kb = self.kb
        env.autoescape = True
        env.trim_blocks = env.lstrip_blocks = True
        env.undefined = jinja2.StrictUndefined
        env.finalize = rendering.inert  # applied to each value before it is escaped
        env.filters.update({function.__name__: function for function in FILTERS})
        env.filters.update(
            tojson=lambda data: markupsafe.Markup(rendering.json_text(data, True)),
            capitalized=lambda words: words[:1].upper() + words[1:],
            source_url=partial(page_parts.source_url, kb),
            prose=partial(rendering.section_prose, kb.cards_by_id),
            with_entry_links=partial(rendering.with_entry_links, kb),
            quotation_source=partial(page_parts.quotation_source, kb),
            remarks=remarks.of_entry,
            around_words=remarks.around_words,
            line=partial(rendering.linked_line, kb),
            with_noun=plain_text.count,
        )
        env.globals.update(
            kb=kb,
            page_parts=page_parts,
            Verbosity=remarks.Verbosity,
            vocabulary=vocabulary,
            fields=fields.FIELDS,
            status_marks=formatting.STATUS_MARKS,
            authorities={authority.name: authority for authority in kb.authorities},
            cited_parts=partial(rendering.cited_parts, kb.cards_by_id),
            commonest_keywords=other_pages.commonest_keywords(kb),
            summary=machine_files.SUMMARY,
            editions=self._editions(files),
            news=machine_files.news(kb, self._editions(files)),
            # Templates check this, because a small site lacks some pages.
            page_urls=_page_urls(files),
        )
        env.globals["assets"] = self._add_assets(env, files, config)
        return env

    def on_page_context(
        self,
        context: Any,
        *,
        page: Page,
        config: MkDocsConfig,
        nav: Navigation,
    ) -> Any:
        """Gives a template its page (`site_page`), its links (`href`) and its
        context.
        """
        site_page = (
            page.site_page
            if isinstance(page, GeneratedPage)
            else _hand_written_page(page)
        )
        href = rendering.RelativeLinks(site_page.url, has_address=bool(config.site_url))
        context.update(site_page.context, site_page=site_page, href=href)
        self.finished += 1
        if self.progress:
            self.progress(self.finished, self.total)
        return context

    def on_template_context(
        self,
        context: Any,
        *,
        template_name: str,
        config: MkDocsConfig,
    ) -> Any:
        """Gives the 404 page and the feed their context. The 404 page is shown at any
        depth, so its links start at the root of the host. Links of the feed contain the
        address of the site.
        """
        path = urlsplit(config.site_url or "").path
        base = f"{path.rstrip('/')}/"
        if template_name == "feed.xml":
            base = config.site_url or ""
        site_page = page_parts.SitePage(
            url="/404.html",
            template=template_name,
            title="Not found",
            description="Page not found.",
            is_indexable=False,
        )
        href = rendering.RelativeLinks(
            site_page.url,
            base,
            has_address=bool(config.site_url),
        )
        context.update(site_page=site_page, href=href)
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Writes a page in ASCII."""
        return rendering.ascii_page(output)

    def on_post_template(
        self,
        output: str,
        *,
        template_name: str,
        config: MkDocsConfig,
    ) -> str:
        """Writes the 404 page in ASCII."""
        if not template_name.endswith(".html"):
            return output
        return rendering.ascii_page(output)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes the service worker."""
        folder = Path(config.site_dir)
        worker = machine_files.service_worker(folder, self.edition)
        (folder / "sw.js").write_text(worker, encoding="utf-8", newline="\n")
        publishing.write_file_list(folder)


def _from_root(url: str) -> str:
    """The address in MkDocs (`marks/`; the home page is `.` or `./`) as an address in
    `SitePage.url` (`/marks/`).
    """
    return "/" if url in (".", "./") else f"/{url}"


def _page_urls(files: Files) -> set[str]:
    return {_from_root(file.url) for file in files.documentation_pages()}


def _hand_written_page(page: Page) -> page_parts.SitePage:
    """A hand-written page as the templates see it."""
    return page_parts.SitePage(
        url=_from_root(page.url),
        template=str(page.meta.get("template", "main.html")),
        title=str(page.title or ""),
        description=str(page.meta.get("description", "")),
        context={"meta": page.meta},
        parent=page.meta.get("parent", page_parts.ABOUT_BREADCRUMB),
    )


# Filters that need nothing else; `on_env` adds those that need the knowledge base
FILTERS = (
    page_table.card_list_url,
    page_parts.initial,
    page_parts.plain_title,
    page_parts.subject_url,
    dates.date_in_words,
    formatting.citation_date,
    formatting.citation_line,
    formatting.citation_marks,
    formatting.citations_for,
    formatting.counted_rulings,
    formatting.inheritance_reason,
    formatting.line_facts,
    formatting.list_marks,
    formatting.restored_mark,
    formatting.ruling_marks,
    formatting.source_lines,
    formatting.term_of_office,
    ids.slug,
    machine_files.timestamp,
    machine_files.urn,
    page_table.keyword_url,
    plain_text.without_markdown,
    rendering.script_hash,
)
