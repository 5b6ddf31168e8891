"""Tests of promises to people who run the site, or read on somebody else's machine:
addresses, files, and an untouched home.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.site.build import build
from support.built_site import Site
from support.data_files import now
from support.project_copy import ROOT

ADDRESS = "https://rulings.example/here/"


@pytest.fixture(scope="module")
def sites(
    tmp_path_factory: pytest.TempPathFactory, small_folder: Path
) -> dict[str, Site]:
    """Setting for reports → a site of one card, built with it; one has an address."""
    settings = {
        "REPOSITORY_URL": {
            "REPOSITORY_URL": "https://code.example/rulings",
            "RULINGS_SITE": ADDRESS,
        },
        "SITE_MAIL": {"SITE_MAIL": "judge@mail.example"},
    }
    built = {}
    for name, values in settings.items():
        folder = tmp_path_factory.mktemp("promises") / "site"
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in values.items():
                patch.setenv(variable, value)
            build(folder, knowledge_folder=small_folder)
        built[name] = Site(folder)
    return built


def test_with_an_address_pages_name_their_address_and_a_picture_to_share(
    sites: dict[str, Site],
) -> None:
    site = sites["REPOSITORY_URL"]
    page = site.pages["cards/dr-dreff/index.html"]
    assert f'<link rel="canonical" href="{ADDRESS}cards/dr-dreff/">' in page
    pictures = {
        url
        for html in site.pages.values()
        for url in re.findall(r'property="og:image" content="([^"]*)"', html)
    }
    assert len(pictures) == 1
    for picture in pictures:
        assert picture.startswith(ADDRESS)
        assert (site.folder / picture.removeprefix(ADDRESS)).read_bytes()[1:4] == b"PNG"


@pytest.mark.parametrize(
    ("setting", "address"),
    [
        ("REPOSITORY_URL", "https://code.example/rulings/issues/new?"),
        ("SITE_MAIL", "mailto:judge@mail.example?subject="),
    ],
)
def test_an_error_is_reported_where_the_publisher_says(
    sites: dict[str, Site], site: Site, setting: str, address: str
) -> None:
    def reports(a_site: Site) -> list[str]:
        links = a_site.links["cards/dr-dreff/index.html"]
        to_report = [link for link in links if now("dr-dreff-8a16f88d") in link]
        return [link for link in to_report if link.startswith(("https:", "mailto:"))]

    assert [link.startswith(address) for link in reports(sites[setting])] == [True]
    assert reports(site) == []


@pytest.mark.usefixtures("kb")  # opens the knowledge base, and so compiles it
def test_a_command_that_reads_writes_nothing(tmp_path: Path) -> None:
    """The home is empty and read-only (unless the tests run as root)."""
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o555)
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "RULINGS_"))
    }
    environment |= {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "TMPDIR": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(ROOT),  # nothing is installed beside a source distribution
    }
    reading = ("dreff", "search jack out", "run 13", "who sparky", "document manual")
    for command in (*reading, "export", "completion bash"):
        process = subprocess.run(
            [sys.executable, "-m", "rulings", *command.split()],
            env=environment,
            cwd=home,
            capture_output=True,
            check=False,
        )
        assert (process.returncode, process.stderr) == (0, b""), command
    assert list(home.rglob("*")) == []
