"""Lighthouse's mobile profile gives home, a card, the run chart and search at least 0.98 in all four categories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from serving import FLAGS, chromium, need

HERE = Path(__file__).parent
LIGHTHOUSE = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEAST = 0.98
MEASURING = os.environ.get("RULINGS_MEASURE") == "yes"  # how fast is held only where the machine has nothing else to do


def measure(address: str, out: Path) -> dict[str, float]:
    """Category → score (0–1) of one run; what costs points is printed."""
    command = [
        shutil.which("node") or "node",
        str(LIGHTHOUSE),
        address,
        "--quiet",
        "--output=json",
        f"--output-path={out}",
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=" + " ".join(FLAGS),
        "--disable-full-page-screenshot",
    ]
    environment = {**os.environ, "CHROME_PATH": str(chromium())}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(out.read_text(encoding="utf-8"))
    for audit in report["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9 and audit["scoreDisplayMode"] in ("binary", "numeric"):
            print(f"  {audit['id']}: {audit['score']} {audit.get('displayValue', '')}")
    return {name: report["categories"][name]["score"] for name in CATEGORIES}


@pytest.mark.parametrize("path", ["", "cards/dr-dreff/", "run-chart/", "search/?q=dreff"], ids=["home", "card", "run chart", "search"])
def test_lighthouse(base: str, tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    need(None if LIGHTHOUSE.exists() else f"lighthouse is not installed: npm ci in {HERE}")
    scores = measure(base + path, tmp_path / "report.json")
    for _ in range(2):  # how busy the machine is gets measured too: the best of three runs counts
        if scores["performance"] >= LEAST or not MEASURING:
            break
        again = measure(base + path, tmp_path / "again.json")
        scores = {name: max(scores[name], again[name]) for name in CATEGORIES}
    with capsys.disabled():
        print(f"\n/{path}: " + ", ".join(f"{name} {score:.2f}" for name, score in scores.items()))
    held = scores if MEASURING else {name: score for name, score in scores.items() if name != "performance"}
    assert min(held.values()) >= LEAST
