"""A knowledge base → rows: one for each ruling, for spreadsheets, and the tables of an SQLite database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulings import errors
from rulings.model import entities, knowledge

COLUMNS = ("id", "subject", "kind", "text", "who", "when", "where", "official", "status", "url")  # of `ruling_rows`

_SQLITE_HEADER = b"SQLite format 3\0"
_SCHEMA = """
CREATE TABLE documents (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, edition TEXT, date TEXT, game TEXT NOT NULL, copyright TEXT, licence TEXT);
CREATE TABLE cards (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, side TEXT NOT NULL, type TEXT NOT NULL, keywords TEXT NOT NULL,
  "set" TEXT NOT NULL, rarity TEXT NOT NULL, cost, strength, memory INTEGER, trash INTEGER, difficulty INTEGER,
  agenda_points INTEGER, artist TEXT, url TEXT NOT NULL);
CREATE TABLE topics (id TEXT PRIMARY KEY, title TEXT NOT NULL, url TEXT NOT NULL);
CREATE TABLE rulings (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, card TEXT REFERENCES cards(id), topic TEXT REFERENCES topics(id),
  subject TEXT NOT NULL, question TEXT, text TEXT NOT NULL, printed TEXT NOT NULL, date TEXT,
  official INTEGER NOT NULL, status TEXT NOT NULL, document TEXT NOT NULL, first_line INTEGER NOT NULL,
  last_line INTEGER NOT NULL, url TEXT NOT NULL);
CREATE TABLE citations (
  ruling TEXT NOT NULL REFERENCES rulings(id), position INTEGER NOT NULL, printed TEXT NOT NULL,
  authority TEXT NOT NULL, person TEXT, via TEXT, venue TEXT, date TEXT, official INTEGER NOT NULL,
  PRIMARY KEY (ruling, position));
CREATE TABLE mentions (
  ruling TEXT NOT NULL REFERENCES rulings(id), card TEXT NOT NULL REFERENCES cards(id), PRIMARY KEY (ruling, card));
CREATE TABLE sections (
  id TEXT PRIMARY KEY, document TEXT NOT NULL REFERENCES documents(id), title TEXT NOT NULL, game TEXT NOT NULL,
  level INTEGER NOT NULL, text TEXT NOT NULL, status TEXT NOT NULL, url TEXT NOT NULL);
CREATE TABLE steps (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, actor TEXT, text TEXT NOT NULL, status TEXT NOT NULL,
  url TEXT NOT NULL);
CREATE TABLE steps_of_rulings (
  ruling TEXT NOT NULL REFERENCES rulings(id), step INTEGER NOT NULL REFERENCES steps(number),
  PRIMARY KEY (ruling, step));
CREATE VIRTUAL TABLE rulings_fts USING fts5(
  subject, question, text, content="rulings", tokenize="porter unicode61");
"""


def ruling_rows(rulings: Iterable[entities.Ruling]) -> Iterator[tuple[str, ...]]:
    """One row for each ruling, with the cells of `COLUMNS`."""
    for ruling in rulings:
        yield (
            ruling.id,
            ruling.subject.title,
            ruling.kind,
            ruling.text,
            _each(citation.authority for citation in ruling.citations),
            ruling.date or "",
            _each(citation.venue for citation in ruling.citations),
            "yes" if ruling.official else "no",
            ruling.status,
            ruling.url,
        )


def write_database(kb: knowledge.Knowledge, path: Path) -> None:
    """Writes the database, in place of an older one. Raises `RulingsError` for another file, which stays as it is."""
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size and path.open("rb").read(len(_SQLITE_HEADER)) != _SQLITE_HEADER:
            raise errors.RulingsError(f"{errors.quoted(path)} exists and is no SQLite database; name another file")
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(unfinished)) as database:
            database.executescript(_SCHEMA)
            for table, rows in _tables(kb):
                _insert(database, table, rows)
            database.execute("INSERT INTO rulings_fts (rulings_fts) VALUES ('rebuild')")
            database.commit()
        unfinished.replace(path)
    except sqlite3.Error as error:
        raise errors.RulingsError(f"{errors.quoted(path)} cannot be written: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _insert(database: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _tables(kb: knowledge.Knowledge) -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    """Each table with its rows, those that others refer to first."""
    yield "documents", ((d.id, d.title, d.edition, d.date, d.game, d.copyright, d.licence) for d in kb.documents)
    yield "cards", map(_card, kb.cards)
    yield "topics", ((t.id, t.title, t.url) for t in kb.topics)
    yield "rulings", (_ruling(kb, ruling) for ruling in kb.rulings)
    yield (
        "citations",
        (
            (r.id, position, c.printed, c.authority, c.person, c.via, c.venue, c.best_date, c.official)
            for r in kb.rulings
            for position, c in enumerate(r.citations, 1)
        ),
    )
    yield "mentions", ((r.id, card) for r in kb.rulings for card in dict.fromkeys(m.id for m in r.mentions))
    yield "sections", ((s.id, s.document, s.title, s.game, s.level, s.text, s.status, s.url) for s in kb.sections)
    yield "steps", ((s.number, s.id, s.actor, s.text, s.status, s.url) for s in kb.steps)
    yield "steps_of_rulings", ((r.id, step) for r in kb.rulings for step in r.steps)


def _card(card: entities.Card) -> tuple[Any, ...]:
    printed = (card.cost, card.strength, card.memory, card.trash, card.difficulty, card.agenda_points)
    keywords = ", ".join(card.keywords)
    return card.id, card.title, card.side, card.type, keywords, card.set, card.rarity, *printed, card.artist, card.url


def _ruling(kb: knowledge.Knowledge, ruling: entities.Ruling) -> tuple[Any, ...]:
    subject = ruling.subject
    return (
        ruling.id,
        ruling.kind,
        subject.id if subject.kind == "card" else None,
        subject.id if subject.kind == "topic" and subject.id in kb.topics_by_id else None,
        subject.title,
        next(iter(ruling.questions), None),
        ruling.text,
        ruling.printed,
        ruling.date,
        ruling.official,
        ruling.status,
        ruling.source.document,
        *ruling.source.lines,
        ruling.url,
    )


def _each(words: Iterable[str | None]) -> str:
    return "; ".join(dict.fromkeys(filter(None, words)))
