"""The knowledge base → the files with its data for programs, readers of feeds, search engines and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.site.content.data import SiteData
from rulings.site.export.card_data import card_data_script
from rulings.site.export.machine_files import feed, json_feed, json_files, manifest, opensearch, sitemap
from rulings.site.export.search_data import search_data_script


def data_files(
    data: SiteData, urls: Iterable[str], editions: Iterable[dict[str, object]], site_url: str
) -> Iterator[tuple[str, str]]:
    """(path, content) of each file.

    `urls`: the addresses on the site map; `editions`: those of the site, for the feed; `site_url`: the address of the
    site, or an empty string.
    """
    yield from json_files(data)
    if site_url:  # these two formats require absolute addresses
        yield "sitemap.xml", sitemap(urls, site_url)
        yield "opensearch.xml", opensearch(site_url)
    yield "feed.xml", feed(data, editions, site_url)
    yield "feed.json", json_feed(data, editions, site_url)
    yield "manifest.webmanifest", manifest()
    yield "assets/card-data.js", card_data_script(data)
    yield "assets/search-data.js", search_data_script(data.kb)
