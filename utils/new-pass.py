#!/usr/bin/env python3
"""Starts a pass: its .td entry, its file, its test and its CMake line.

usage: new-pass.py FLAG --summary="What it does" [--folder=FOLDER]
                   [--lib-folder=FOLDER] [--root=FOLDER]

FLAG is `<dialect>-<verb>-<object>` or `xla-<phase>-<verb>-<object>`; class, file
and test get their names from it. FOLDER lies below include/xla and holds a
Passes.td; it follows from the prefixes hlo-, xla-fusion-, xla-cpu- and
xla-gpu-. The code of a conversion lies deeper: --lib-folder names it.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = {
    "hlo": "Dialect/HLO/Transforms",
    "xla-fusion": "Fusion",
    "xla-cpu": "Codegen/CPU",
    "xla-gpu": "Codegen/GPU",
}
ACRONYMS = {"hlo": "HLO", "chlo": "CHLO", "xla": "XLA", "cpu": "CPU", "gpu": "GPU",
            "llvm": "LLVM", "cse": "CSE", "dce": "DCE"}

ENTRY = '''def {cls} : Pass<"{flag}"> {{
  let summary = "{summary}";
  let description = [{{
    Example: {test}, @example.
    Assumes: TODO(#0): what must hold before.
    Guarantees: TODO(#0): what holds after.
    TODO(#0): why it runs where it does.
  }}];
}}

'''

SOURCE = '''//===- {file}.cpp - {summary} {dashes}===//
//
// TODO(#0): what it does, assumes and guarantees.
//
//===----------------------------------------------------------------------===//

#include "xla/{folder}/Passes.h"
#include "xla/Support/PassCounter.h"

namespace {namespace} {{
#define GEN_PASS_DEF_{macro}
#include "xla/{folder}/Passes.h.inc"
}} // namespace {namespace}

using namespace mlir;

#define DEBUG_TYPE "{flag}"
static xla::PassCounter numVisitedOps(DEBUG_TYPE, "num-visited-ops");

namespace {{
struct {file}Pass : {namespace}::impl::{cls}Base<{file}Pass> {{
  using Base::Base;

  void runOnOperation() override {{
    getOperation()->walk([&](Operation *op) {{ numVisitedOps += 1; }});
  }}
}};
}} // namespace
'''

TEST = '''// RUN: xla-opt %s --{flag} --split-input-file | FileCheck %s

// {summary}.

// CHECK-LABEL: func.func @example(
// CHECK-NEXT:    return
func.func @example() {{
  return
}}
'''


def default_folder(flag: str):
    for prefix, folder in sorted(FOLDERS.items(), key=lambda item: -len(item[0])):
        if flag.startswith(prefix + "-"):
            return folder
    return None


def insert_entry(path: pathlib.Path, entry: str) -> None:
    """Puts `entry` before the closing #endif."""
    text = path.read_text()
    at = text.rfind("#endif")
    if at < 0:
        at = len(text)
    path.write_text(text[:at] + entry + text[at:])


def insert_source(path: pathlib.Path, file: str) -> None:
    """Adds `file` to the first library of a CMakeLists.txt, in order."""
    text = path.read_text()
    call = re.search(r"xla_add_library\(\s*\w+((?:\s+[\w/.]+\.cpp)+)", text)
    if not call:
        sys.exit(f"{path}: no xla_add_library with files; add {file} by hand")
    files = call.group(1).split()
    if file in files:
        return
    after = max((f for f in files if f < file), default=None)
    # After its neighbour, or before all; a new line keeps the old layout.
    layout = "\n  " if "\n" in call.group(1) or len(call.group(0)) > 60 else " "
    if after is None:
        new = layout + file + call.group(1)
    else:
        new = re.sub(rf"(?<=\s){re.escape(after)}(?=\s|$)", after + layout + file,
                     call.group(1))
    path.write_text(text[:call.start(1)] + new + text[call.end(1):])


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("flag")
    parser.add_argument("--summary", required=True)
    parser.add_argument("--folder")
    parser.add_argument("--lib-folder")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    args = parser.parse_args()
    flag, summary = args.flag, args.summary.rstrip(".")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+){2,}", flag):
        sys.exit(f"flag '{flag}' is not <dialect>-<verb>-<object> in lower case")
    folder = args.folder or default_folder(flag)
    if not folder:
        sys.exit(f"no folder known for '{flag}': give --folder")
    entries = args.root / "include/xla" / folder / "Passes.td"
    header = args.root / "include/xla" / folder / "Passes.h"
    if not entries.exists():
        sys.exit(f"{entries} does not exist")

    words = flag.split("-")
    cls = "".join(ACRONYMS.get(w, w.capitalize()) for w in words) + "Pass"
    # Neither file nor test repeats the dialect or the phase: their folder says it.
    short = words[1:]
    if words[0] == "xla" and folder.lower().endswith(short[0]) and len(short) > 1:
        short = short[1:]
    file = "".join(ACRONYMS.get(w, w.capitalize()) for w in short)
    lib_folder = args.lib_folder or folder
    test = f"test/{re.sub('/Transforms$', '', lib_folder)}/{'-'.join(short)}.mlir"
    namespace = re.search(r"^namespace ([\w:]+) \{", header.read_text(), re.M).group(1)

    source = args.root / "lib" / lib_folder / f"{file}.cpp"
    for path in (source, args.root / test):
        if path.exists():
            sys.exit(f"{path} exists already")
    if f'"{flag}"' in entries.read_text():
        sys.exit(f"{entries} has '{flag}' already")
    (args.root / test).parent.mkdir(parents=True, exist_ok=True)
    names = {"cls": cls, "flag": flag, "summary": summary, "test": test, "file": file,
             "folder": folder, "namespace": namespace, "macro": cls.upper(),
             "dashes": "-" * max(3, 80 - len(f"//===- {file}.cpp - {summary} ===//"))}
    insert_source(args.root / "lib" / lib_folder / "CMakeLists.txt", f"{file}.cpp")
    quoted = summary.replace("\\", "\\\\").replace('"', '\\"')
    insert_entry(entries, ENTRY.format(**{**names, "summary": quoted}))
    source.write_text(SOURCE.format(**names))
    (args.root / test).write_text(TEST.format(**names))
    if shutil.which("clang-format-22"):
        subprocess.run(["clang-format-22", "-i", source], check=True)
    for path in (entries, source, args.root / test):
        print(path.relative_to(args.root))


if __name__ == "__main__":
    main()
