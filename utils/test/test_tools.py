"""new-pass.py and update-checks.py, run on copies."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

UTILS = pathlib.Path(__file__).resolve().parent.parent
ROOT = UTILS.parent
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release"))
sys.path.insert(0, str(UTILS))

from xla_lint import cpp_rules, pass_rules, text_rules  # noqa: E402
from xla_lint.tree import Tree  # noqa: E402

FLAG = "hlo-count-everything"
TD = "include/xla/Dialect/HLO/Transforms/Passes.td"
SOURCE = "lib/Dialect/HLO/Transforms/CountEverything.cpp"


@pytest.fixture
def copy(tmp_path):
    for folder in ("include", "lib", "test"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / ".clang-format", tmp_path)
    return tmp_path


def new_pass(root, *args):
    return subprocess.run([sys.executable, UTILS / "new-pass.py", f"--root={root}", *args],
                          capture_output=True, text=True)


def test_new_pass_keeps_the_rules(copy):
    done = new_pass(copy, FLAG, "--summary=Count every op")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [TD, SOURCE, "test/Dialect/HLO/count-everything.mlir"]
    tree = Tree(copy)
    for rule in pass_rules.RULES + cpp_rules.RULES + [text_rules.banner]:
        found = [f for f in rule(tree) if re.search("[Cc]ount-?[Ee]verything", str(f))]
        assert not found, rule.__name__
    cmake = (copy / "lib/Dialect/HLO/Transforms/CMakeLists.txt").read_text()
    assert re.search(r"\bCountEverything\.cpp\b", cmake)


def test_new_pass_compiles(copy):
    commands = BUILD / "compile_commands.json"
    if not commands.exists():
        pytest.skip("no build folder")
    assert new_pass(copy, FLAG, "--summary=Count every op").returncode == 0
    (entry,) = [c for c in json.loads(commands.read_text())
                if c["file"].endswith("Support/PassCounter.cpp")]
    flags = [f for f in re.findall(r"-isystem \S+|-D\S+|-std=\S+", entry["command"])]
    mlir = re.search(r"-isystem (\S+llvm\S*include)", entry["command"]).group(1)
    header = copy / "include/xla/Dialect/HLO/Transforms/Passes.h.inc"
    subprocess.run([pathlib.Path(mlir).parent / "bin/mlir-tblgen", "-gen-pass-decls",
                    "-name=HLO", f"-I{mlir}", f"-I{copy}/include", copy / TD,
                    "-o", header], check=True)
    compiler = next(w for w in entry["command"].split() if re.search(r"(clang|g)\+\+", w))
    subprocess.run([compiler, "-fsyntax-only", *" ".join(flags).split(),
                    f"-I{copy}/include", f"-I{BUILD}/include", copy / SOURCE], check=True)


@pytest.mark.parametrize("args,message", [
    (["HLO-Count", "--summary=x"], "in lower case"),
    (["other-count-ops", "--summary=x"], "give --folder"),
    (["xla-gpu-count-ops", "--summary=x", "--folder=Nowhere"], "does not exist"),
])
def test_new_pass_refuses(copy, args, message):
    done = new_pass(copy, *args)
    assert done.returncode != 0 and message in done.stderr


def test_new_pass_does_not_overwrite(copy):
    assert new_pass(copy, FLAG, "--summary=x").returncode == 0
    assert "exists already" in new_pass(copy, FLAG, "--summary=x").stderr


CHECKS_TEST = """// RUN: xla-opt %s --canonicalize | FileCheck %s

// Says why.
// CHECK-LABEL: func.func @stale(
// CHECK-NEXT: gone
func.func @twice(%a: i32) -> tensor<1x1xi32> {
  // CHECK: gone
  %0 = arith.addi %a, %a : i32
  %1 = tensor.from_elements %0 : tensor<1x1xi32>
  return %1 : tensor<1x1xi32>
}

func.func @constant() -> tensor<1x2xi32> {
  %0 = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  return %0 : tensor<1x2xi32>
}
"""


def test_update_checks(tmp_path):
    if not (BUILD / "bin/xla-opt").exists():
        pytest.skip("no build folder")
    test = tmp_path / "a.mlir"
    test.write_text(CHECKS_TEST)
    subprocess.run([sys.executable, UTILS / "update-checks.py", f"--bin={BUILD}/bin", test],
                   check=True)
    text = test.read_text()
    assert "gone" not in text and "@stale" not in text and "// Says why." in text
    assert "// CHECK-LABEL: func.func @twice(\n" in text
    assert "%[[V0:[A-Za-z0-9_]+]] = arith.addi %[[ARG0]], %[[ARG0]] : i32" in text
    # What it wrote holds, and fails on another program.
    filecheck = shutil.which("FileCheck-22") or shutil.which("FileCheck")
    if not filecheck:
        pytest.skip("no FileCheck")
    good = subprocess.run([BUILD / "bin/xla-opt", test, "--canonicalize"],
                          capture_output=True, text=True).stdout
    for output, rc in ((good, 0), (good.replace("addi", "muli"), 1)):
        done = subprocess.run([filecheck, test, "-enable-var-scope"], input=output, text=True)
        assert done.returncode == rc
