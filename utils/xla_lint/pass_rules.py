"""Rules about passes: described, exampled, tested, and named alike."""

import dataclasses
import functools
import re

from .tree import Finding, Tree, block_end, line_of, without_comments

EXAMPLE = re.compile(r"Example:\s*(test/[\w./-]+),\s*@([\w.$-]+)")


@dataclasses.dataclass
class PassEntry:
    path: str
    line: int
    cls: str
    flag: str
    body: str


def passes(tree: Tree) -> list[PassEntry]:
    """Every `def FooPass : Pass<"foo">` of the tree; test passes too."""
    found = []
    head = re.compile(r"\bdef\s+(\w+)\s*:\s*(?:Pass|InterfacePass)\s*<\s*\"([\w-]+)\"")
    for path in tree.select([".td"]):
        text = tree.text(path)
        code = without_comments(text)
        for match in head.finditer(code):
            # From the record's brace, past the template arguments.
            brace = code.find("{", match.end())
            semicolon = code.find(";", match.end())
            has_body = 0 <= brace and not 0 <= semicolon < brace
            end = block_end(code, brace) if has_body else semicolon
            found.append(PassEntry(path, line_of(text, match.start()), match.group(1),
                                   match.group(2), text[match.start():end]))
    return found


def _each(tree: Tree, check):
    for entry in passes(tree):
        for message in check(entry):
            yield Finding(entry.path, entry.line, f"{entry.flag}: {message}")


def pass_description(tree: Tree):
    """pass without summary and description"""

    def check(entry):
        if not re.search(r"\blet\s+summary\s*=\s*\"\w", entry.body):
            yield "no summary"
        description = re.search(r"\blet\s+description\s*=\s*\[\{(.*?)\}\]", entry.body,
                                re.DOTALL)
        if not description:
            yield "no description"
            return
        for word in ("Assumes:", "Guarantees:"):
            if word not in description.group(1):
                yield f"the description does not say '{word}'"

    yield from _each(tree, check)


def pass_example(tree: Tree):
    """pass without an example that exists"""

    def check(entry):
        example = EXAMPLE.search(entry.body)
        if not example:
            yield "no 'Example: test/<path>.mlir, @function.'"
            return
        path, function = example.groups()
        if not (tree.root / path).is_file():
            yield f"the example {path} does not exist"
            return
        text = tree.text(path)
        if not re.search(rf"@{re.escape(function.rstrip('.'))}\b", text):
            yield f"{path} has no @{function}"
        elif not re.search(rf"--?{re.escape(entry.flag)}\b|\b{re.escape(entry.flag)}[,{{)]",
                           text) and "pipeline" not in text:
            yield f"{path} does not run --{entry.flag}"

    yield from _each(tree, check)


def _squeeze(name: str) -> str:
    return re.sub(r"[-_.]", "", name).lower()


def pass_test(tree: Tree):
    """pass whose test is not found by its name"""
    names = set()
    for path in tree.select([".mlir", ".test"], ("test/",)):
        parts = path.split("/")
        names.add(_squeeze(parts[-1].rsplit(".", 1)[0]))
        names.update(_squeeze(part) for part in parts[:-1])

    def check(entry):
        words = entry.flag.split("-")
        wanted = {"".join(words[i:]) for i in range(min(3, len(words)))}
        wanted.add(_squeeze(re.sub(r"-legalize-to-", "-to-", entry.flag)))
        if not names & wanted:
            yield ("no test file or folder bears its name, such as "
                   f"{'-'.join(words[1:]) or entry.flag}.mlir")

    yield from _each(tree, check)


def pass_file(tree: Tree):
    """pass whose file is not named as its class"""

    @functools.cache
    def definitions():
        found = {}
        for path in tree.select([".cpp"], ("lib/", "test/", "tools/")):
            for macro in re.findall(r"#define GEN_PASS_DEF_(\w+)", tree.text(path)):
                found.setdefault(macro, []).append(path)
        return found

    def check(entry):
        paths = definitions().get(entry.cls.upper(), [])
        stem = _squeeze(re.sub(r"Pass$", "", entry.cls))
        if not paths:
            yield f"no file defines GEN_PASS_DEF_{entry.cls.upper()}"
        for path in paths:
            base = _squeeze(path.rsplit("/", 1)[-1][:-len(".cpp")])
            if not stem.endswith(base):
                yield f"class {entry.cls} is in {path}: name the file as the class"
        if stem != _squeeze(entry.flag):
            yield f"class {entry.cls} and flag differ"

    yield from _each(tree, check)


def pass_counter(tree: Tree):
    """pass that changes the IR and counts nothing"""
    for path in tree.select([".cpp"], ("lib/",)):
        text = tree.text(path)
        for macro in re.finditer(r"#define GEN_PASS_DEF_(\w+)", text):
            # A check changes nothing.
            if "VERIFY" in macro.group(1):
                continue
            flag = re.search(r'#define DEBUG_TYPE "([\w-]+)"', text)
            line = line_of(text, macro.start())
            if not re.search(r"\bPassCounter\s+\w+\s*\(\s*DEBUG_TYPE\s*,", text):
                yield Finding(path, line, "no counter: 'static PassCounter "
                              "numDoneThings(DEBUG_TYPE, \"num-done-things\")'")
            elif not flag or _squeeze(flag.group(1)) + "pass" != macro.group(1).lower():
                yield Finding(path, line, "DEBUG_TYPE is not the pass's flag")


RULES = [pass_description, pass_example, pass_test, pass_file, pass_counter]
