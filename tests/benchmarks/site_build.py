"""`python tests/benchmarks/site_build.py [FOLDER]` → how long the site takes to build, beside plain Jinja2 and Markdown, in one run.

Three ways to the same pages, each the best of five, written below FOLDER (memory, /dev/shm, if there is one: on a disk
the writing hides everything else):

- MkDocs: the whole of `rulings site build`, with JSON twins, feed, search data and the offline worker;
- plain: the same templates and data with Jinja2, hand-written pages with Markdown, no MkDocs, no files but the pages;
- converted: as plain, but the words of every page are Markdown first, as a site of hand-written pages would have them.
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
from rulings.site.environment import configure_environment
from rulings.site.render.relative_links import RelativeLinks, file_of
from rulings.site.views.contents import generated_pages
from rulings.site.views.data import SiteData
from rulings.site.views.page import SitePage

SITE = Path(__file__).resolve().parents[2] / "site"
RUNS = 5


def words_of(made: SitePage) -> str:
    """The words of a page as Markdown: a heading, and each ruling with its question above and its citations below."""
    parts = [f"# {made.title}", made.description]
    found = made.data.get("rulings") or made.data.get("reversals") or ()
    if isinstance(found, dict):  # the run chart: the rulings of each step
        found = [one for rulings_of_step in found.values() for one in rulings_of_step]
    for ruling in (one[0] if isinstance(one, tuple) else one for one in found):  # with the reason why it applies
        parts += [
            f"## {ruling['questions'][0] if ruling['questions'] else ruling['subject']['title']}",
            ruling["text"],
            *(f"*{c['printed']}*" for c in ruling["citations"]),
        ]
    for section in made.data.get("sections") or ():
        parts += [f"## {section['title']}", section["text"]]
    parts += [f"- [{one['subject']['title']}]({one['url']})" for one in made.data.get("mentioned") or ()]
    return "\n\n".join(parts)


def plain(folder: Path, convert: bool = False) -> int:
    """The pages without MkDocs; returns their number."""
    data = SiteData(rulings.open())
    env = configure_environment(jinja2.Environment(loader=jinja2.FileSystemLoader(SITE / "theme"), auto_reload=False), data)
    env.globals.update(site_url="", serving=False, editions=[])
    pages: list[tuple[SitePage, dict[str, Any]]] = [(made, {}) for made in generated_pages(data).values()]
    for path in sorted((SITE / "pages").glob("*.md")):
        text, meta = get_data(path.read_text(encoding="utf-8"))
        url = "" if path.stem == "index" else f"{path.stem}/"
        html = markdown.markdown(text, extensions=["tables", "fenced_code"])
        made = SitePage(url, meta.get("template", "main.html"), str(meta.get("title")), "", {"meta": meta})
        pages.append((made, {"page": {"content": html}}))
    for made, more in pages:
        if convert:
            markdown.markdown(words_of(made), extensions=["tables", "fenced_code"])
        html = env.get_template(made.template).render(this=made, at=RelativeLinks(made.url), config={}, **made.data, **more)
        target = folder / file_of(made.url)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(html, encoding="utf-8", newline="\n")
    return len(pages)


WAYS: dict[str, Callable[[Path], int]] = {
    "MkDocs, whole build": lambda folder: build(folder, None),
    "plain Jinja2 and Markdown": plain,
    "the same, all words converted": lambda folder: plain(folder, convert=True),
}


def measure(place: Path) -> dict[str, tuple[float, float, int]]:
    """Way → seconds on the clock and of the processor (the best of the runs, which take turns), and the number of pages."""
    took = {name: (list[float](), list[float](), list[int]()) for name in WAYS}
    for number in range(RUNS):
        for way, (name, run) in enumerate(WAYS.items()):
            start, busy = time.perf_counter(), time.process_time()
            pages = run(place / f"{way}-{number}")
            took[name][0].append(time.perf_counter() - start)
            took[name][1].append(time.process_time() - busy)
            took[name][2].append(pages)
    return {name: (min(clock), min(busy), pages[0]) for name, (clock, busy, pages) in took.items()}


def main() -> None:
    """Prints the table."""
    memory = Path("/dev/shm")
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else memory if memory.is_dir() else Path(tempfile.gettempdir())
    with tempfile.TemporaryDirectory(dir=where, prefix="site-benchmark-") as top:
        rows = measure(Path(top))
    base = rows["plain Jinja2 and Markdown"]
    print(f"{'':32}{'seconds':>9}{'processor':>11}{'pages':>8}{'times plain':>13}")
    for name, (clock, busy, pages) in rows.items():
        print(f"{name:32}{clock:9.2f}{busy:11.2f}{pages:8}{busy / base[1]:13.2f}")


if __name__ == "__main__":
    main()
