"""Tests of the site's build, and of the files that its pages load."""

from __future__ import annotations

import codecs
import gzip
import posixpath
import shutil
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path, PurePosixPath

import pytest

from support.built_site import Site
from support.project_copy import ROOT


@pytest.mark.slow
def test_mkdocs_builds_the_same_site_byte_for_byte(site: Site, tmp_path: Path) -> None:
    options = "build --strict --quiet --site-dir".split()
    command = [sys.executable, "-m", "mkdocs", *options, str(tmp_path / "site")]
    process = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert process.returncode == 0, process.stderr
    ours, theirs = files_in(site.folder), files_in(tmp_path / "site")
    names = sorted(ours.keys() | theirs.keys())
    assert [name for name in names if ours.get(name) != theirs.get(name)] == []


def files_in(folder: Path) -> dict[str, bytes]:
    files = filter(Path.is_file, folder.rglob("*"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_no_page_has_inline_styles_external_files_or_a_base(site: Site) -> None:
    for path in site.pages:
        tags = site.parsed(path)
        assert any(
            a.get("http-equiv") == "Content-Security-Policy"
            and "default-src 'none'" in a["content"]
            for _, a in tags.tags
        ), path
        for tag, attributes in tags.tags:
            assert tag not in ("style", "iframe", "object", "embed"), path
            assert tag != "base", path
            assert [
                name for name in attributes if name == "style" or name.startswith("on")
            ] == [], (path, tag)
            if tag == "script" and attributes:
                assert ("src" in attributes) != (
                    attributes.get("type") == "application/json"
                ), path
            if tag in ("script", "link", "img", "source", "form"):
                for name in ("src", "href", "action"):
                    assert "//" not in attributes.get(name, ""), (path, attributes)


def test_the_policy_of_each_page_and_the_guide_name_its_inline_script(
    site: Site,
) -> None:
    guide = (ROOT / "DEVELOPMENT.md").read_text(encoding="utf-8")
    for path, html in site.pages.items():
        assert html.count("<script>") == (path != "404.html"), (
            "adds the slash to the address"
        )
        if path == "404.html":
            continue
        before, _, after = html.partition("<script>")
        digest = sha256(after.partition("</script>")[0].encode()).digest()
        source = f"script-src 'self' 'sha256-{b64encode(digest).decode()}'"
        assert source in before, f"{path}: the policy stands before what it allows"
        assert source in guide


def test_what_a_charset_of_the_host_would_change_is_ascii_or_has_a_byte_order_mark(
    site: Site,
) -> None:
    for path in filter(Path.is_file, site.folder.rglob("*")):
        content = path.read_bytes()
        is_asset = path.relative_to(site.folder).parts[0] == "assets"
        assert content.startswith(codecs.BOM_UTF8) == is_asset, path
        assert content.isascii() or path.suffix != ".html", path


def loaded_files(site: Site, path: str) -> list[Path]:
    """The stylesheets and scripts that a page loads itself; its scripts may load more."""
    folder = PurePosixPath("/", path).parent
    urls = [
        attributes.get("src", attributes.get("href", ""))
        for tag, attributes in site.parsed(path).tags
        if tag == "script" or (tag == "link" and attributes.get("rel") == "stylesheet")
    ]
    return [site.folder / posixpath.normpath(folder / url)[1:] for url in urls if url]


def test_every_page_with_its_files_is_below_60_kb_compressed(site: Site) -> None:
    sizes = dict[Path, int]()

    def compressed_size(file: Path) -> int:
        if file not in sizes:
            sizes[file] = len(gzip.compress(file.read_bytes(), 9, mtime=0))
        return sizes[file]

    for path in site.pages:
        if path == "book/index.html":
            continue  # all of the site on one page, for printing
        files = [site.folder / path, *loaded_files(site, path)]
        assert sum(map(compressed_size, files)) <= 60_000, path


def test_every_stylesheet_and_script_is_used_by_a_page(site: Site) -> None:
    folder = site.folder.resolve()
    used = {file for path in site.pages for file in loaded_files(site, path)}
    assert set(folder.rglob("*.css")) - used == set()
    assert {file.name for file in set((folder / "assets").rglob("*.js")) - used} == {
        *"names.js name-data.js search.js search-data.js".split(),  # loaded by frame.js
        *("text-data.js", "card-data.js"),  # loaded by cards.js
    }


@pytest.mark.parametrize(
    ("path", "content", "complaint"),
    [
        ("", "", ""),
        ("sw.js", "", "sw.js"),
        ("sw.js", "{\nself.built = {};\n", "sw.js"),
        ("sw.js", "{\nself.built = {x};\n}", "sw.js"),
        ("sw.js", b"{\nself.built = {\xff};\n}", "sw.js"),
        ("marks/index.html", "Log in", "marks/index.html"),
    ],
)
def test_what_is_to_be_published_is_checked(
    site: Site, tmp_path: Path, path: str, content: str | bytes, complaint: str
) -> None:
    folder = tmp_path / "site"
    ignored = shutil.ignore_patterns("api", "cards", "screenshots")
    shutil.copytree(site.folder, folder, ignore=ignored)
    if path:
        data = content.encode() if isinstance(content, str) else content
        (folder / path).write_bytes(data)
    checked = subprocess.run(
        [sys.executable, ROOT / ".ci" / "check-site", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stderr == (
        f"not as it was built: {complaint}\n" if complaint else ""
    )
    assert checked.returncode == bool(complaint)
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text(
        encoding="utf-8"
    )
    assert '.ci/check-site "$RUNNER_TEMP/site"' in workflow
