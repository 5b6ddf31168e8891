"""Tests of `rulings parse` with other sources: where it writes, and damaged sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import run_cli


def test_parse_of_other_sources_needs_an_output_folder(sources: Path) -> None:
    result = run_cli("parse", "--sources", str(sources))
    assert (result.status, result.out) == (2, "")
    assert "--output DIR" in result.err


@pytest.mark.slow
def test_parse_of_other_sources_writes_and_checks_an_output_folder(sources: Path, tmp_path: Path) -> None:
    assert run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "kb")).status == 0
    assert (tmp_path / "kb" / "cards" / "corp" / "dr-dreff.yaml").is_file()
    assert (
        run_cli("parse", "--check", "--sources", str(sources), "--output", str(tmp_path / "kb")).out
        == "the YAML is up to date\n"
    )


def test_parse_of_a_damaged_source_names_it_and_writes_nothing(sources: Path, tmp_path: Path) -> None:
    (sources / "sparkys-run-chart.txt").write_bytes(b"something else")
    result = run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "new"))
    assert result.status == 2
    assert "sparkys-run-chart.txt" in result.err
    assert not (tmp_path / "new").exists()
