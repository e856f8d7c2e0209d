"""How big the tree is, by folder and by kind, and its largest files."""

import collections

from .tree import SOURCES, Tree


def size_report(tree: Tree) -> str:
    folders = collections.defaultdict(lambda: [0, 0])
    sizes = []
    for name in tree.select(SOURCES):
        count = len(tree.lines(name))
        parts = name.split("/")
        depth = 2 if parts[0] in ("lib", "include", "test") else 1
        key = "/".join(parts[:-1][:depth + (parts[0] == "include")]) or "."
        folders[key][0] += 1
        folders[key][1] += count
        sizes.append((count, name))
    lines = ["size report: files, lines, folder"]
    for key, (files, count) in sorted(folders.items()):
        lines.append(f"{files:6} {count:8}  {key}")
    lines.append(f"{len(sizes):6} {sum(c for c, _ in sizes):8}  total")
    lines.append("largest files:")
    for count, name in sorted(sizes, reverse=True)[:8]:
        lines.append(f"{count:15}  {name}")
    for folder in ("bin", "lib"):
        if tree.build:
            for path in sorted((tree.build / folder).glob("*")):
                if path.is_file() and path.suffix in ("", ".so"):
                    lines.append(f"{path.stat().st_size / 1e6:12.2f} MB  {folder}/{path.name}")
    return "\n".join(lines)
