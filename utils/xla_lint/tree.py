"""What every rule sees: the files of a source tree, and how a finding looks."""

import dataclasses
import functools
import pathlib
import re
import subprocess

CPP = (".cpp", ".h", ".c")
SOURCES = CPP + (".td", ".mlir", ".test", ".py", ".sh", ".cmake")


@dataclasses.dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class Tree:
    """A source tree; paths are relative to its root, with '/'."""

    def __init__(self, root: pathlib.Path, build: pathlib.Path | None = None):
        self.root = root
        self.build = build

    @functools.cached_property
    def files(self) -> list[str]:
        """Tracked files and new ones that git does not ignore; outside a
        repository every file."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, capture_output=True, text=True)
        names = [n for n in listed.stdout.split("\0") if n]
        if listed.returncode != 0:
            names = [p.relative_to(self.root).as_posix()
                     for p in self.root.rglob("*") if p.is_file()]
        return sorted(n for n in names if (self.root / n).is_file())

    def select(self, suffixes, folders=("",)) -> list[str]:
        return [n for n in self.files
                if n.endswith(tuple(suffixes)) and n.startswith(tuple(folders))]

    @functools.lru_cache(maxsize=None)
    def text(self, name: str) -> str:
        return (self.root / name).read_text(errors="replace")

    def lines(self, name: str) -> list[str]:
        return self.text(name).splitlines()


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def without_comments(text: str) -> str:
    """C++ or TableGen text with comments blanked, so that offsets stay."""

    def blank(match: re.Match) -> str:
        found = match.group(0)
        if not found.startswith("/"):
            return found
        return re.sub(r"[^\n]", " ", found)

    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', blank, text,
                  flags=re.DOTALL)


def block_end(text: str, start: int) -> int:
    """Offset after the brace that closes the first one at or after `start`."""
    depth = 0
    for match in re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|[{}]').finditer(
            text, start):
        if match.group(0) == "{":
            depth += 1
        elif match.group(0) == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(text)
