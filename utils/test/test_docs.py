"""The pages keep to the tree: links lead somewhere, flags exist, and every pass has
its generated page and its line in --help."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

UTILS = pathlib.Path(__file__).resolve().parent.parent
ROOT = UTILS.parent
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release"))
sys.path.insert(0, str(UTILS))

from xla_lint import pass_rules  # noqa: E402
from xla_lint.tree import Tree  # noqa: E402

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_named_files_exist(page):
    for name in re.findall(r"`((?:utils|test|lib|include|examples|docs|python)/[\w./-]+)`",
                           page.read_text()):
        assert (ROOT / name).exists(), name


def test_index_lists_every_page():
    index = (ROOT / "docs/index.md").read_text()
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "index.md" or f"]({page.name})" in index, page.name


@pytest.fixture(scope="module")
def help_text():
    if not (BUILD / "bin/xla-opt").exists():
        pytest.skip("no build folder")
    return subprocess.run([BUILD / "bin/xla-opt", "--help-hidden"], capture_output=True,
                          text=True, check=True).stdout


def flags_of(page, tool):
    """Flags on the lines of code blocks that call `tool`, continued ones too."""
    text = re.sub(r"\\\n", " ", page.read_text())
    found = set()
    for line in text.splitlines():
        if re.search(rf"(^|/|\s){tool}\s", line):
            found.update(re.findall(r"(?<![\w-])--([a-z][\w-]*)", line))
    return found


@pytest.mark.parametrize("tool", ["xla-opt", "xla-compile", "xla-run"])
def test_flags_exist(tool):
    if not (BUILD / "bin" / tool).exists():
        pytest.skip("no build folder")
    text = subprocess.run([BUILD / "bin" / tool, "--help-hidden"], capture_output=True,
                          text=True, check=True).stdout
    known = set(re.findall(r"^\s+--([\w-]+)", text, re.M))
    for page in PAGES:
        # A pipeline's pass may follow on the line of another tool.
        unknown = flags_of(page, tool) - known - {"preset", "reduction-tree"}
        assert not unknown, f"{page.name}: {unknown}"


def test_every_pass_has_page_and_help(help_text):
    pages = "".join(p.read_text() for p in (BUILD / "docs/Passes").glob("*.md"))
    if not pages:
        pytest.skip("no generated pages: build xla-doc")
    for entry in pass_rules.passes(Tree(ROOT)):
        summary = re.search(r'let\s+summary\s*=\s*"([^"]*)"', entry.body).group(1)
        assert f"### `-{entry.flag}`" in pages, entry.flag
        line = re.search(rf"--{entry.flag}\s+-\s+(.*)", help_text)
        assert line and summary[:40] in line.group(1), entry.flag
