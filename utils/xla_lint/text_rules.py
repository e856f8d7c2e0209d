"""Rules that need only lines of text."""

import re

from .tree import CPP, SOURCES, Finding, Tree, line_of, without_comments

MAX_LINES = 500


def long_file(tree: Tree):
    """hand-written source file over 500 lines"""
    for name in tree.select(SOURCES) + tree.select(["CMakeLists.txt"]):
        if name.startswith("examples/") and name.endswith("/model.mlir"):
            continue  # exported, not written
        count = len(tree.lines(name))
        if count > MAX_LINES:
            yield Finding(name, count, f"{count} lines, at most {MAX_LINES}")


def _matches(tree: Tree, names, pattern: str, message: str):
    for name in names:
        text = without_comments(tree.text(name))
        for match in re.finditer(pattern, text):
            yield Finding(name, line_of(text, match.start()), message)


def ignored_apply(tree: Tree):
    """result of a rewrite driver thrown away by (void)apply..."""
    yield from _matches(
        tree, tree.select(CPP), r"\(void\)\s*(mlir::)?apply\w*",
        "the result of a rewrite driver is thrown away: check it")


def option_in_library(tree: Tree):
    """cl::opt in a library"""
    names = [n for n in tree.select(CPP, ("lib/", "include/"))
             if not n.startswith(("lib/Tools/", "include/xla/Tools/"))]
    yield from _matches(
        tree, names, r"\bcl::(opt|list|bits|alias)\s*<",
        "a command line option in a library: make it a pass or pipeline option")


def let_constructor(tree: Tree):
    """let constructor in TableGen"""
    yield from _matches(tree, tree.select([".td"]), r"\blet\s+constructor\b",
                        "constructors are generated: drop `let constructor`")


def pass_statistics(tree: Tree):
    """statistics in TableGen, which this MLIR does not have"""
    yield from _matches(
        tree, tree.select([".td"]), r"\b(let\s+)?statistics\s*=",
        "pass statistics do not exist in a release MLIR: use PassCounter")


def todo_without_issue(tree: Tree):
    """TODO without an issue number"""
    for name in tree.select(SOURCES, ("lib/", "include/", "tools/", "test/", "python/")):
        for number, line in enumerate(tree.lines(name), start=1):
            if re.search(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\):)", line):
                yield Finding(name, number, "write it as TODO(#issue): ...")


def machine_path(tree: Tree):
    """path of somebody's machine in a source file"""
    for name in tree.select(SOURCES + (".md", ".json", ".txt")):
        if name.startswith("utils/test/") or name == "utils/xla_lint/text_rules.py":
            continue
        for number, line in enumerate(tree.lines(name), start=1):
            if re.search(r"(?<![\w.])/(work|root|home/\w+)/\w", line):
                yield Finding(name, number, "a path of one machine")


def banner(tree: Tree):
    """C++ file without the banner that names it"""
    for name in tree.select(CPP, ("lib/", "include/", "tools/", "test/")):
        first = (tree.lines(name) or [""])[0]
        base = name.rsplit("/", 1)[-1]
        if not first.startswith(("//===- " + base, "/*===- " + base,
                                 "//===-- " + base, "/*===-- " + base)):
            yield Finding(name, 1, f"the first line is not '//===- {base} - ...'")


RULES = [long_file, ignored_apply, option_in_library, let_constructor,
         pass_statistics, todo_without_issue, machine_path, banner]
