"""Rules about what was linked; they need a build folder."""

import re
import subprocess

from .tree import Finding, Tree


def linked_archive(tree: Tree):
    """archive of MLIR or LLVM on a link line, where the C API alone may be; but for
    the libraries in wheel/, which hold the only MLIR of their process"""
    ninja = tree.build / "build.ninja"
    archive = re.compile(r"\blib((?:MLIR|LLVM)\w*)\.a\b")
    seen = set()
    output = ""
    for number, line in enumerate(ninja.read_text().splitlines(), start=1):
        if line.startswith("build "):
            output = line.split()[1]
        if output.startswith("wheel/"):
            continue
        for name in archive.findall(line):
            if not name.startswith("MLIRCAPI") and name not in seen:
                seen.add(name)
                yield Finding("build.ninja", number,
                              f"lib{name}.a is linked: link MLIR and LLVM, shared")


def second_mlir(tree: Tree):
    """binary that holds functions of MLIR or LLVM itself"""
    binaries = [p for p in (tree.build / "bin").glob("*") if _is_elf(p)]
    binaries += [p for p in (tree.build / "lib").glob("*.so") if _is_elf(p)]
    if not binaries:
        yield Finding("bin", 0, "no binary was built")
    for binary in sorted(binaries):
        symbols = subprocess.run(["nm", "-C", "--defined-only", binary],
                                 capture_output=True, text=True).stdout
        own = re.findall(r"^\S+ T ((?:mlir|llvm)::.*)$", symbols, re.M)
        if own:
            yield Finding(f"{binary.parent.name}/{binary.name}", 0,
                          f"holds {len(own)} functions of MLIR or LLVM, first {own[0]}")


def _is_elf(path) -> bool:
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


RULES = [linked_archive, second_mlir]
