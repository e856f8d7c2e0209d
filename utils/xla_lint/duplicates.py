"""Blocks of C++ written twice: eight or more equal lines that say something."""

import re

from .tree import Finding, Tree, without_comments

LINES = 8
# Lines that any two files share and nobody could share better.
IDLE = re.compile(r"[\s{}();]*|#.*|using .*|namespace .*|(public|private|protected):"
                  r"|break;|return (success|failure)\(\);|LogicalResult")


def _significant(tree: Tree, name: str):
    """(line number, text without blanks) of the lines that count."""
    lines = []
    for number, line in enumerate(without_comments(tree.text(name)).split("\n"), 1):
        line = re.sub(r"\s+", "", line)
        if not IDLE.fullmatch(line):
            lines.append((number, line))
    return lines


def duplicate_block(tree: Tree):
    """block of eight or more lines that stands elsewhere too"""
    files = {name: _significant(tree, name)
             for name in tree.select([".cpp", ".h"], ("lib/", "include/", "tools/"))}
    where = {}
    for name, lines in files.items():
        for i in range(len(lines) - LINES + 1):
            key = tuple(text for _, text in lines[i:i + LINES])
            where.setdefault(key, []).append((name, i))

    reported = set()
    for places in where.values():
        first = places[0]
        for other in places[1:]:
            a, b = files[first[0]], files[other[0]]
            i, j = first[1], other[1]
            if first[0] == other[0] and j - i < LINES:
                continue  # a run of equal lines overlapping itself
            if i and j and a[i - 1][1] == b[j - 1][1]:
                continue  # inside a longer block, reported at its start
            length = 0
            while (i + length < len(a) and j + length < len(b)
                   and a[i + length][1] == b[j + length][1]):
                length += 1
            if (other[0], b[j][0]) in reported:
                continue
            reported.add((other[0], b[j][0]))
            yield Finding(other[0], b[j][0],
                          f"{length} lines as in {first[0]}:{a[i][0]}")


RULES = [duplicate_block]
