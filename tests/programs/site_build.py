"""Measures how long the site takes to build, in comparison with plain Jinja2 and Markdown.

    python tests/programs site_build [FOLDER]

The same pages are made in three ways, each five times, of which the fastest counts. They are written below FOLDER (by default
in memory, /dev/shm, if there is one: on a disk, writing takes most of the time):

- MkDocs: a complete `rulings site build`, with JSON files, feed, search data and service worker;
- plain: the same templates and data with Jinja2, hand-written pages with Markdown, no MkDocs and no other files;
- converted: as plain, but the text of every page is also converted from Markdown, as in a site of hand-written pages.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import markdown
from mkdocs.utils.meta import get_data

import rulings
from rulings.site.build import build
from rulings.site.content import SitePage
from rulings.site.environment import configure_environment
from rulings.site.other_pages import generated_pages
from rulings.site.rendering import RelativeLinks, file_of

SITE = Path(__file__).resolve().parents[2] / "site"
RUNS = 5


def as_markdown(page: SitePage) -> str:
    """The text of a page as Markdown: headings, and each ruling with its question above and its citations below."""
    parts = [f"# {page.title}", page.description]
    rulings_shown = page.context.get("rulings") or page.context.get("reversals") or ()
    if isinstance(rulings_shown, dict):  # the run chart: the rulings of each step
        rulings_shown = [item for rulings_of_step in rulings_shown.values() for item in rulings_of_step]
    for item in rulings_shown:
        ruling = item[0] if isinstance(item, tuple) else item  # a tuple is a ruling and a reason
        parts += [
            f"## {ruling['questions'][0] if ruling['questions'] else ruling['subject']['title']}",
            ruling["text"],
            *(f"*{c['printed']}*" for c in ruling["citations"]),
        ]
    for section in page.context.get("sections") or ():
        parts += [f"## {section['title']}", section["text"]]
    parts += [f"- [{ruling['subject']['title']}]({ruling['url']})" for ruling in page.context.get("mentioned") or ()]
    return "\n\n".join(parts)


def build_without_mkdocs(folder: Path, convert: bool = False) -> int:
    """Writes the pages without MkDocs and returns their number."""
    data = rulings.open()
    env = configure_environment(
        jinja2.Environment(loader=jinja2.FileSystemLoader(SITE / "theme"), auto_reload=False), data
    )
    env.globals.update(site_url="", is_local_server=False, editions=[])
    pages: list[tuple[SitePage, dict[str, Any]]] = [(page, {}) for page in generated_pages(data).values()]
    for path in sorted((SITE / "pages").glob("*.md")):
        text, meta = get_data(path.read_text(encoding="utf-8"))
        url = "/" if path.stem == "index" else f"/{path.stem}/"
        html = markdown.markdown(text, extensions=["tables", "fenced_code"])
        page = SitePage(url, meta.get("template", "main.html"), str(meta.get("title")), "", {"meta": meta})
        pages.append((page, {"page": {"content": html}}))
    env.globals.update(page_urls={page.url for page, _ in pages})
    for page, extra in pages:
        if convert:
            markdown.markdown(as_markdown(page), extensions=["tables", "fenced_code"])
        html = env.get_template(page.template).render(
            site_page=page, href=RelativeLinks(page.url), config={}, **page.context, **extra
        )
        target = folder / file_of(page.url)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(html, encoding="utf-8", newline="\n")
    return len(pages)


METHODS: dict[str, Callable[[Path], int]] = {
    "MkDocs, whole build": build,
    "plain Jinja2 and Markdown": build_without_mkdocs,
    "the same, all words converted": lambda folder: build_without_mkdocs(folder, convert=True),
}


def measure(folder: Path) -> dict[str, tuple[float, float, int]]:
    """Method → seconds of real time and of CPU time in its fastest run, and number of pages. The methods take turns."""
    measured = {name: (list[float](), list[float](), list[int]()) for name in METHODS}
    for number in range(RUNS):
        for index, (name, build_pages) in enumerate(METHODS.items()):
            start = time.perf_counter()
            cpu_start = time.process_time()
            pages = build_pages(folder / f"{index}-{number}")
            measured[name][0].append(time.perf_counter() - start)
            measured[name][1].append(time.process_time() - cpu_start)
            measured[name][2].append(pages)
    return {
        name: (min(seconds), min(cpu_seconds), pages[0]) for name, (seconds, cpu_seconds, pages) in measured.items()
    }


def main() -> None:
    """Prints the table."""
    memory = Path("/dev/shm")
    parent = Path(sys.argv[1]) if len(sys.argv) > 1 else memory if memory.is_dir() else Path(tempfile.gettempdir())
    with tempfile.TemporaryDirectory(dir=parent, prefix="site-benchmark-") as folder:
        rows = measure(Path(folder))
    plain = rows["plain Jinja2 and Markdown"]
    print(f"{'':32}{'seconds':>9}{'processor':>11}{'pages':>8}{'times plain':>13}")
    for name, (seconds, cpu_seconds, pages) in rows.items():
        print(f"{name:32}{seconds:9.2f}{cpu_seconds:11.2f}{pages:8}{cpu_seconds / plain[1]:13.2f}")


if __name__ == "__main__":
    main()
