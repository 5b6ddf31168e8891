"""Tests of the compiled file. Only the package's own file is read, and only if it
matches the YAML; reading writes nothing.
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rulings
from rulings.api import compile_shipped, open_knowledge
from rulings.model import entities
from rulings.model.knowledge import Knowledge, encoded
from rulings.parser.parse import Changes, Report
from rulings.search import analysis, index_writer, search, search_documents
from rulings.storage import files, yaml_files
from rulings.storage.compiled import (
    DamagedError,
    read_compiled,
    values_left,
    write_compiled,
)
from rulings.storage.files import COMPILED, SHIPPED
from support.command_line import run_cli

QUERY = "forced encounter rezzed"


@pytest.fixture(scope="module")
def compiled_folders(
    one_card_folder: Path, small_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Two packages with a compiled knowledge base of one card; one has sources, too."""
    folder = tmp_path_factory.mktemp("compiled")
    for name in ("without", "with"):
        shutil.copytree(one_card_folder, folder / name)
        if name == "with":
            shutil.copytree(small_folder / "sources", folder / name / "sources")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "SHIPPED", folder / name)
            patch.setattr("rulings.parser.parse.check", passed)
            compile_shipped()
    return folder


def passed(folder: Path) -> Report:
    """An empty result of a check. A real one would fail: the folder lacks most cards."""
    return Report([], [], yaml_files.read_folder(folder))


@pytest.fixture
def package(
    compiled_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The folder of the first package, which the test may change."""
    folder = shutil.copytree(compiled_folders / "without", tmp_path / "rulings")
    monkeypatch.setattr(files, "SHIPPED", folder)
    return folder


@pytest.fixture
def with_sources(
    package: Path, compiled_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The same folder with hand-edited files."""
    monkeypatch.setattr("rulings.parser.parse.check", passed)
    return shutil.copytree(compiled_folders / "with", package, dirs_exist_ok=True)


def state_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_what_was_compiled_says_the_same_as_the_yaml(
    with_sources: Path, recwarn: pytest.WarningsRecorder
) -> None:
    compiled = rulings.open(with_sources)
    assert not recwarn.list
    (with_sources / COMPILED).unlink()
    from_yaml = rulings.open(with_sources)
    assert compiled.export() == from_yaml.export()
    assert compiled.search(QUERY) == from_yaml.search(QUERY)
    assert compiled.search(QUERY).hits
    assert [compiled.card("dref").id, from_yaml.card("dref").id] == [
        "dr-dreff",
        "dr-dreff",
    ]


def test_opening_and_searching_write_nothing(package: Path) -> None:
    before = state_of(package)
    rulings.open(package).search(QUERY)
    assert state_of(package) == before
    (package / COMPILED).unlink()
    rulings.open(package).search(QUERY)
    assert not (package / COMPILED).exists()


class Hostile:
    """Unpickling this makes a file, which shows that code was run."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self.mark,)


def test_nothing_that_was_compiled_elsewhere_is_read(
    one_card_folder: Path,
    package: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A stranger's folder has a valid compiled file, and every value in it is a pickle
    that runs code.
    """
    mark = tmp_path / "was-run"
    names = list(read_compiled())
    write_compiled([(name, pickle.dumps(Hostile(mark))) for name in names], "")
    folder = shutil.copytree(one_card_folder, tmp_path / "strange")
    (package / COMPILED).replace(folder / COMPILED)
    (folder / "compiled").mkdir()
    (folder / "compiled" / "_MAIN_1.toc").write_bytes(pickle.dumps(Hostile(mark)))
    opened = rulings.open(folder)
    assert opened.search(QUERY).hits
    assert opened.card("dreff").id == "dr-dreff"
    assert not mark.exists()
    pickle.loads(pickle.dumps(Hostile(mark)))
    assert mark.exists()


def write_version(version: str) -> None:
    """Writes the same values as another version would."""
    values = dict(read_compiled())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulings.storage.compiled.__version__", version)
        write_compiled([(name, bytes(value)) for name, value in values.items()], "")


def become_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "no file": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "no line": lambda file: file.write_bytes(b"\xff" * 100),
    "half": lambda file: file.write_bytes(
        file.read_bytes()[: file.stat().st_size // 2]
    ),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-1]),
    "another version": lambda _: write_version("0.9"),
    "a folder": become_folder,
}


def answers(package: Path) -> tuple[object, ...]:
    kb = rulings.open(package)
    return kb.card("dreff"), kb.search(QUERY), kb.export()


@pytest.mark.parametrize("form", DAMAGE)
def test_damage_is_noted_once_with_the_file_and_compiling_cures_it(
    package: Path, form: str
) -> None:
    expected = answers(package)
    DAMAGE[form](package / COMPILED)
    with pytest.warns(
        rulings.RulingsWarning, match="reading the YAML, which takes"
    ) as noted:
        assert answers(package) == expected
    assert [
        str(warning.message).startswith(f"{package / COMPILED} ") for warning in noted
    ] == [True]
    if form == "a folder":
        with pytest.warns(
            rulings.RulingsWarning, match="cannot be written .not an ordinary file"
        ):
            compile_shipped()
    else:
        compile_shipped()
        assert dict(read_compiled())


def test_every_flipped_bit_is_damage(package: Path) -> None:
    write_compiled([("a", b"value"), ("b", b"")], "")
    content = bytearray((package / COMPILED).read_bytes())
    for place in range(len(content)):
        content[place] ^= 1 << place % 8
        (package / COMPILED).write_bytes(content)
        with pytest.raises(DamagedError):
            [*read_compiled().values()]
        content[place] ^= 1 << place % 8


def test_a_damaged_part_is_noted_when_it_is_read(
    package: Path, recwarn: pytest.WarningsRecorder
) -> None:
    expected = answers(package)
    content = bytearray((package / COMPILED).read_bytes())
    content[-1] ^= 1  # in the last value, which only a search reads
    (package / COMPILED).write_bytes(content)
    kb = rulings.open(package)
    assert kb.card("dreff") == expected[0]
    assert not recwarn.list
    assert kb.search(QUERY) == expected[1]
    assert len(recwarn.list) == 1


def test_parse_compiles_in_an_installed_package_even_if_no_yaml_changes(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "sources").mkdir()
    monkeypatch.setattr("rulings.parser.parse.parse_folder", lambda *_: Changes([], {}))
    before = (package / COMPILED).stat().st_ino
    assert run_cli("parse", kb=open_knowledge(package)).status == 0
    assert (package / COMPILED).stat().st_ino != before


def become_checkout(package: Path) -> None:
    (package.parent / "parser").mkdir()
    (package.parent / "parser" / "citations.py").touch()


def test_a_checkout_that_check_refuses_is_not_opened(
    with_sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    become_checkout(with_sources)
    report = Report(
        [], [files.Problem("notes.yaml", "no ruling is called “x”", 3)], None
    )
    monkeypatch.setattr("rulings.parser.parse.check", lambda folder: report)
    with (
        pytest.warns(rulings.RulingsWarning),
        pytest.raises(
            rulings.RulingsError,
            match=r"^notes\.yaml, line 3: no ruling is called “x”$",
        ),
    ):
        rulings.open(with_sources)


def test_an_edit_of_the_yaml_is_seen_in_a_checkout(
    with_sources: Path, recwarn: pytest.WarningsRecorder
) -> None:
    become_checkout(with_sources)
    compile_shipped()
    assert not rulings.open(with_sources).search("quokka")
    questions = with_sources / "sources" / "questions.yaml"
    text = questions.read_text(encoding="utf-8")
    first = text.index("- ", text.index("\ndr-dreff-"))
    questions.write_text(
        f"{text[:first]}- Where does the quokka sleep?\n{text[first:]}",
        encoding="utf-8",
    )
    assert [
        hit.question for hit in search(open_knowledge(with_sources), "quokka").hits
    ] == ["Where does the quokka sleep?"]
    assert ["compiling" in str(warning.message) for warning in recwarn.list] == [True]
    assert rulings.open(with_sources).search("quokka")
    assert len(recwarn.list) == 1


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def edit_weights(package: Path, patch: pytest.MonkeyPatch) -> None:
    weights = package / "weights.yaml"
    shutil.copy(index_writer._WEIGHTS, weights)
    replace_in(weights, "\ntext: ", "\ntext: 9")
    patch.setattr(index_writer, "_WEIGHTS", weights)


def edit_analysis(_: Path, patch: pytest.MonkeyPatch) -> None:
    """As if words were no longer stemmed."""
    patch.setattr(analysis.Analyzer, "stem", lambda _, word: word)


def edit_entities(_: Path, patch: pytest.MonkeyPatch) -> None:
    """As if a ruling had other days."""
    days = property(lambda _: ("1999-12-31",))
    patch.setattr(entities.Citation, "days", days)


def edit_documents(_: Path, patch: pytest.MonkeyPatch) -> None:
    """As if documents weighed otherwise, by code in `search/`."""
    prior = search_documents.SearchDocument.kind_factor
    patch.setattr(
        search_documents.SearchDocument, "kind_factor", lambda *args: prior(*args) / 3
    )


def cut_off(package: Path, _: pytest.MonkeyPatch) -> None:
    DAMAGE["half"](package / COMPILED)


# An edit → the name of its function or its file, what is replaced, and whether Whoosh
# has to write
EDITS: dict[str, tuple[Callable[[Path, pytest.MonkeyPatch], None], bool]] = {
    "nothing": (lambda *_: None, False),
    "a word of a ruling": (
        lambda package, _: replace_in(
            package / "cards/corp/dr-dreff.yaml", "loses track", "loses the quokka"
        ),
        True,
    ),
    "a synonym": (
        lambda package, _: replace_in(
            package / "sources/synonyms.yaml",
            "\nsame:\n",
            "\nsame:\n  - {words: [quokka, ice], reason: a test}\n",
        ),
        False,
    ),
    "a name": (
        lambda package, _: replace_in(
            package / "sources/names.yaml",
            "\naliases:\n",
            "\naliases:\n  - {name: quokka, card: Dr. Dreff, kind: nickname, in_text: false, reason: a test}\n",
        ),
        False,
    ),
    "weights.yaml": (edit_weights, False),
    "analysis.py": (edit_analysis, True),
    "entities.py": (edit_entities, True),
    "search_documents.py": (edit_documents, False),
    "the file, which is cut off": (cut_off, True),
}


@pytest.mark.parametrize("edit", EDITS)
def test_the_files_of_whoosh_are_kept_only_where_they_would_be_the_same(
    with_sources: Path, monkeypatch: pytest.MonkeyPatch, edit: str
) -> None:
    written: list[object] = []
    storage = index_writer._MemoryStorage
    create: Any = storage.create_index

    def create_index(*args: object) -> object:
        written.append(args)
        return create(*args)

    monkeypatch.setattr(storage, "create_index", create_index)
    before = all_answers(with_sources)
    change, is_written = EDITS[edit]
    change(with_sources, monkeypatch)
    with ThreadPoolExecutor(2) as pool:  # as two commands at once
        times = 2 if edit == "a word of a ruling" else 1
        compilations = [pool.submit(compile_shipped) for _ in range(times)]
    assert all(compilation.result() for compilation in compilations)
    assert bool(written) is is_written
    kept = all_answers(with_sources)
    (with_sources / COMPILED).unlink()
    compile_shipped()
    assert kept == all_answers(with_sources)
    assert (kept == before) is (edit in ("nothing", "the file, which is cut off"))


def all_answers(package: Path) -> list[object]:
    """What the compiled file answers, and its values other than Whoosh's files."""
    kb = rulings.open(package)
    queries = (QUERY, "quokka", "quokka track", "date:1999", "ices", "topic tracing")
    values = values_left()
    return [
        *map(kb.search, queries),
        *((name, values[name]) for name in sorted(values) if "/whoosh/" not in name),
        [name for name in values if "/whoosh/" in name],
    ]


def test_another_process_gives_whoosh_the_same(kb: Knowledge) -> None:
    """Or its files would be written after each edit."""
    names = {f"search/{name}" for name, _ in index_writer.index_files(kb)}
    assert names <= values_left().keys()


def test_a_check_gives_what_the_files_say(report: Report) -> None:
    """A checkout compiles the first instead of the second."""
    assert report.kb
    assert encoded(report.kb) == encoded(yaml_files.read_folder(SHIPPED))


def test_a_folder_without_sources_is_searched_with_the_shipped_synonyms(
    one_card_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(one_card_folder, tmp_path / "with-sources")
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    without, with_sources = open_knowledge(one_card_folder), open_knowledge(folder)
    assert without.edited.synonyms == with_sources.edited.synonyms
    assert search(without, "server") == search(with_sources, "server")


def test_a_program_in_an_archive_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SHIPPED", tmp_path / "rulings.zip" / "rulings")
    with pytest.raises(
        rulings.RulingsError, match="cannot run from an archive; install it with pip"
    ):
        rulings.open(files.SHIPPED)
