"""Rules about diagnostics and form of C++ files."""

import re
import shutil
import subprocess

from .tree import CPP, Finding, Tree, block_end, line_of, without_comments

FUNCTION_LINES = 70
FORMATTER = "clang-format-22"
STRING = r'"((?:\\.|[^"\\\n])*)"'


def error_in_pattern(tree: Tree):
    """error raised inside a rewrite pattern"""
    for name in tree.select(CPP, ("lib/", "include/", "tools/")):
        text = without_comments(tree.text(name))
        for match in re.finditer(r"\bmatchAndRewrite\s*\([^;{]*?\{", text, re.DOTALL):
            start = match.end() - 1
            body = text[start:block_end(text, start)]
            for error in re.finditer(r"\bemit(Op)?Error\b", body):
                yield Finding(name, line_of(text, start + error.start()),
                              "a pattern raises an error: use notifyMatchFailure, "
                              "and let the pass report what is left")


def error_wording(tree: Tree):
    """error that starts with a capital or ends with a full stop"""
    start = re.compile(r"\b(?:emit(?:Op)?Error|emitOptionalError|createStringError)\s*\(")
    for name in tree.select(CPP, ("lib/", "include/", "tools/")):
        text = without_comments(tree.text(name))
        for match in start.finditer(text):
            end = text.find(";", match.end())
            statement = text[match.start():end if end >= 0 else None]
            literals = re.findall(STRING, statement)
            if not literals:
                continue
            line = line_of(text, match.start())
            # An acronym or a name such as StableHLO may come first.
            if re.match(r"[A-Z][a-z]*(?![A-Za-z0-9])", literals[0]):
                yield Finding(name, line, f'error starts with a capital: "{literals[0]}"')
            # A literal that ends the message; adjacent ones are one.
            if re.search(r'(?<!\.)\.\\?n?"\s*\)?\s*$', statement):
                yield Finding(name, line, f'error ends with a full stop: "{literals[-1]}"')


def unformatted(tree: Tree):
    """C++ file that clang-format-22 would change"""
    names = tree.select(CPP)
    if not names:
        return
    if not shutil.which(FORMATTER):
        yield Finding(names[0], 1, f"{FORMATTER} is not installed")
        return
    done = subprocess.run([FORMATTER, "--dry-run", "--Werror", *names],
                          cwd=tree.root, capture_output=True, text=True)
    lines = {}
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: error: ", done.stderr, re.M):
        lines.setdefault(path, int(line))
    for path, line in lines.items():
        yield Finding(path, line, f"not as {FORMATTER} writes it: utils/lint --fix")


def fix_format(tree: Tree) -> None:
    names = tree.select(CPP)
    subprocess.run([FORMATTER, "-i", *names], cwd=tree.root, check=True)


def long_function(tree: Tree):
    """function of more than 70 lines"""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|[{};]')
    for name in tree.select(CPP, ("lib/", "include/", "tools/", "test/", "python/")):
        text = without_comments(tree.text(name))
        position = head = 0
        while match := token.search(text, position):
            position = match.end()
            if match.group(0)[0] in "\"'":
                continue
            before = re.sub(r"^\s*#.*$", "", text[head:match.start()], flags=re.M)
            head = position
            # Namespaces, classes and initial values have no parameter list.
            if match.group(0) != "{" or ")" not in before or before.rstrip()[-1] == "=":
                continue
            position = head = block_end(text, match.start())
            lines = text.count("\n", match.start(), position) - 1
            if lines > FUNCTION_LINES:
                yield Finding(name, line_of(text, match.start()),
                              f"a function of {lines} lines; at most {FUNCTION_LINES}")


RULES = [error_in_pattern, error_wording, long_function, unformatted]
