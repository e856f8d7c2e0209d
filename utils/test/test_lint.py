"""Every rule of utils/lint, on a small tree that keeps it and one that breaks it."""

import pathlib
import subprocess
import sys

import pytest

UTILS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(UTILS))

from xla_lint import (build_rules, cpp_rules, duplicates, pass_rules,  # noqa: E402
                      size_report, text_rules)
from xla_lint.tree import Tree  # noqa: E402

GOOD_PASS = '''
def HLOFoldZeroPass : Pass<"hlo-fold-zero"> {
  let summary = "Fold additions of zero";
  let description = [{
    Example: test/Dialect/HLO/fold-zero.mlir, @add_zero.
    Assumes: verified HLO. Guarantees: never more ops.
  }];
}
'''
PASS_TEST = "// RUN: xla-opt %s --hlo-fold-zero\nfunc.func @add_zero() { return }\n"
PASS_SOURCE = '''#define GEN_PASS_DEF_HLOFOLDZEROPASS
#define DEBUG_TYPE "hlo-fold-zero"
static PassCounter numFoldedOps(DEBUG_TYPE, "num-folded-ops");
'''


@pytest.fixture
def tree(tmp_path):
    """Writes {path: text} into an empty folder and gives its tree."""

    def write(files, build=None):
        for path, text in files.items():
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        return Tree(tmp_path, build)

    return write


def good_pass_tree(tree, td=GOOD_PASS, test=PASS_TEST, **other):
    return tree({
        "include/xla/Passes.td": td,
        "test/Dialect/HLO/fold-zero.mlir": test,
        "lib/Dialect/HLO/Transforms/FoldZero.cpp": PASS_SOURCE,
        **other,
    })


# rule, path, bad text, line of the finding, good text
CASES = [
    (text_rules.long_file, "lib/A.cpp", "x\n" * 501, 501, "x\n" * 500),
    (text_rules.long_file, "test/a.mlir", "x\n" * 501, 501, "x\n" * 500),
    (text_rules.long_file, "include/A.td", "x\n" * 501, 501, "x\n" * 500),
    (text_rules.ignored_apply, "lib/A.cpp",
     "\n(void)applyPatternsGreedily(op, p);", 2,
     "if (failed(applyPatternsGreedily(op, p)))"),
    (text_rules.option_in_library, "lib/JIT/A.cpp",
     "static llvm::cl::opt<bool> x;", 1, "// cl::opt<bool> is not for us"),
    (text_rules.let_constructor, "include/A.td", 'let constructor = "x()";', 1, ""),
    (text_rules.pass_statistics, "include/A.td", "let statistics = [x];", 1, ""),
    (text_rules.todo_without_issue, "lib/A.cpp", "// TODO: later", 1,
     "// TODO(#12): later"),
    (text_rules.machine_path, "docs/a.md", "see /home/ann/xla", 1,
     "see the folder home/ann and ../shared/work/x"),
    (text_rules.banner, "lib/A.cpp", "//===- B.cpp - Title ---===//", 1,
     "//===- A.cpp - Title ---===//"),
    (cpp_rules.error_in_pattern, "lib/A.cpp",
     "LogicalResult matchAndRewrite(Op op, R &r) const override {\n"
     "  if (x) { y(); }\n  return op.emitOpError(\"expected x\");\n}", 3,
     "LogicalResult matchAndRewrite(Op op, R &r) const override {\n"
     "  if (x) { return r.notifyMatchFailure(op, \"}\"); }\n}\n"
     "void run() { op.emitError(\"expected x\"); }"),
    (cpp_rules.error_in_pattern, "lib/A.cpp",
     "LogicalResult matchAndRewrite(Op op, R &r) const {\n"
     "  return emitError(op.getLoc(), \"bad\");\n}", 2, "emitError(loc, \"bad\");"),
    (cpp_rules.error_wording, "lib/A.cpp", 'op.emitOpError("Expected two");', 1,
     'op.emitOpError("expected two, not ") << n;'),
    (cpp_rules.error_wording, "lib/A.cpp", 'emitError(loc)\n << "expects " << n << ".";',
     1, 'emitError(loc) << "SSA value of " << n << "...";'),
    (cpp_rules.error_wording, "lib/A.cpp", 'op.emitOpError("A pair is needed");', 1,
     'op.emitOpError("StableHLO has no pairs");'),
    (cpp_rules.error_wording, "lib/A.cpp", 'op.emitOpError("expects two.");', 1,
     'op.emitOpError("expects 2.5 of two");'),
    (cpp_rules.unformatted, "lib/A.cpp", "int  x ;\n", 1, "int x;\n"),
]


@pytest.mark.parametrize("rule,path,bad,line,good", CASES)
def test_rule(tree, rule, path, bad, line, good):
    assert [(f.path, f.line) for f in rule(tree({path: bad}))] == [(path, line)]
    assert list(rule(tree({path: good}))) == []


def test_exported_model_may_be_long(tree):
    long = {"examples/a/model.mlir": "x\n" * 501}
    assert list(text_rules.long_file(tree(long))) == []


def test_option_in_tool_library_is_right(tree):
    files = {"lib/Tools/A.cpp": "llvm::cl::opt<bool> x;"}
    assert list(text_rules.option_in_library(tree(files))) == []


@pytest.mark.parametrize("rule", pass_rules.RULES)
def test_good_pass(tree, rule):
    assert list(rule(good_pass_tree(tree))) == []


@pytest.mark.parametrize("rule,old,new,message", [
    (pass_rules.pass_description, 'let summary = "Fold additions of zero";', "",
     "no summary"),
    (pass_rules.pass_description, "let description", "let other", "no description"),
    (pass_rules.pass_description, "Guarantees:", "", "does not say 'Guarantees:'"),
    (pass_rules.pass_example, "Example:", "", "no 'Example:"),
    (pass_rules.pass_example, "fold-zero.mlir", "gone.mlir", "does not exist"),
    (pass_rules.pass_example, "@add_zero", "@gone", "has no @gone"),
    (pass_rules.pass_test, '"hlo-fold-zero"', '"hlo-other-name"', "bears its name"),
    (pass_rules.pass_file, "HLOFoldZeroPass", "HLOOtherPass", "no file defines"),
    (pass_rules.pass_file, '"hlo-fold-zero"', '"hlo-other"', "flag differ"),
])
def test_bad_pass(tree, rule, old, new, message):
    findings = list(rule(good_pass_tree(tree, td=GOOD_PASS.replace(old, new))))
    assert any(message in finding.message for finding in findings)


def test_example_must_run_the_pass(tree):
    test = PASS_TEST.replace("--hlo-fold-zero", "--hlo-other")
    (finding,) = pass_rules.pass_example(good_pass_tree(tree, test=test))
    assert "does not run --hlo-fold-zero" in finding.message


def test_pass_file_bears_the_class_name(tree):
    td = GOOD_PASS
    files = {"include/A.td": td, "lib/Other.cpp": PASS_SOURCE}
    (finding,) = pass_rules.pass_file(tree(files))
    assert "lib/Other.cpp" in finding.message


@pytest.mark.parametrize("source,message", [
    (PASS_SOURCE.split("static")[0], "no counter"),
    (PASS_SOURCE.replace('"hlo-fold-zero"', '"hlo-other"'), "not the pass's flag"),
])
def test_pass_counts(tree, source, message):
    (finding,) = pass_rules.pass_counter(tree({"lib/A.cpp": source}))
    assert message in finding.message
    verifier = source.replace("HLOFOLDZERO", "XLAVERIFYFUSION")
    assert list(pass_rules.pass_counter(tree({"lib/A.cpp": verifier}))) == []


def test_long_function(tree):
    def source(count):
        return ("namespace a {\nclass B {\n  int table[2] = {1, 2};\n  void run() const {\n"
                + lines("call", count) + "  }\n};\n}\n")

    (finding,) = cpp_rules.long_function(tree({"lib/A.cpp": source(71)}))
    assert (finding.line, "71 lines" in finding.message) == (4, True)
    assert list(cpp_rules.long_function(tree({"lib/A.cpp": source(70)}))) == []


def test_conversion_may_be_tested_by_folder(tree):
    td = GOOD_PASS.replace("hlo-fold-zero", "hlo-legalize-to-linalg")
    files = {"include/A.td": td, "test/Conversion/HLOToLinalg/shape.mlir": ""}
    assert list(pass_rules.pass_test(tree(files))) == []


def lines(prefix, count):
    return "".join(f"  {prefix}{i}();\n" for i in range(count))


def test_duplicate_block(tree):
    shared = lines("call", 8)
    files = {"lib/A.cpp": "void a() {\n" + shared + "}\n",
             "lib/B.cpp": "void b(int x) {\n\n  // another comment\n" + shared + "}\n"}
    (finding,) = duplicates.duplicate_block(tree(files))
    assert (finding.path, finding.line) == ("lib/B.cpp", 4)
    assert finding.message == "8 lines as in lib/A.cpp:2"


def test_short_or_changed_block_is_no_duplicate(tree):
    files = {"lib/A.cpp": lines("call", 7) + lines("a", 4),
             "lib/B.cpp": lines("call", 7) + lines("b", 4)}
    assert list(duplicates.duplicate_block(tree(files))) == []


def test_duplicate_inside_one_file(tree):
    files = {"lib/A.cpp": lines("call", 9) + "  other();\n" + lines("call", 9)}
    (finding,) = duplicates.duplicate_block(tree(files))
    assert (finding.path, finding.line) == ("lib/A.cpp", 11)


def test_linked_archive(tree, tmp_path):
    build = tmp_path / "build"
    build.mkdir()
    ninja = build / "build.ninja"
    ninja.write_text("build x: link /usr/lib/libMLIRCAPIIR.a lib/libXLAJIT.a\n")
    assert list(build_rules.linked_archive(tree({}, build))) == []
    ninja.write_text("build x: link /usr/lib/libMLIRIR.a\n")
    (finding,) = build_rules.linked_archive(tree({}, build))
    assert "libMLIRIR.a" in finding.message
    ninja.write_text("build wheel/x.so: link a.o\n  LIBS = /usr/lib/libMLIRIR.a\n"
                     "build lib/x.so: link a.o\n  LIBS = /usr/lib/libMLIRCAPIIR.a\n")
    assert list(build_rules.linked_archive(tree({}, build))) == []
    ninja.write_text("build wheel/x.so: link a.o\nbuild y: link /usr/lib/libLLVMCore.a\n")
    (finding,) = build_rules.linked_archive(tree({}, build))
    assert "libLLVMCore.a" in finding.message


def test_second_mlir(tree, tmp_path):
    bin_folder = tmp_path / "build/bin"
    bin_folder.mkdir(parents=True)
    for name, code in {"good": "int main() {}",
                       "bad": "namespace mlir { void f() {} } int main() {}"}.items():
        subprocess.run(["c++", "-x", "c++", "-", "-o", bin_folder / name],
                       input=code, text=True, check=True)
    (finding,) = build_rules.second_mlir(tree({}, tmp_path / "build"))
    assert finding.path == "bin/bad" and "mlir::f" in finding.message


def test_size_report(tree):
    report = size_report.size_report(tree({"lib/A/x.cpp": "1\n2\n"}))
    assert "     1        2  lib/A" in report


def run_lint(root, *args):
    return subprocess.run([sys.executable, UTILS / "lint", f"--root={root}", *args],
                          capture_output=True, text=True)


def test_command_line(tree, tmp_path):
    tree({"lib/A.cpp": "//===- A.cpp - Title ---===//\n// TODO: x\n"})
    done = run_lint(tmp_path)
    assert done.returncode == 1
    assert "lib/A.cpp:2: write it as TODO(#issue): ..." in done.stdout
    assert done.stdout.splitlines()[-1].endswith("1 failed, 2 skipped")

    allow = tmp_path / "utils/lint-allow.txt"
    allow.parent.mkdir()
    allow.write_text("todo-without-issue lib/A.cpp: a test\n")
    assert run_lint(tmp_path).returncode == 0

    # An exception nobody needs is itself a finding, as is one without a reason.
    allow.write_text("banner lib/A.cpp: a test\ntodo-without-issue lib/A.cpp: a test\n")
    assert "not needed: banner lib/A.cpp" in run_lint(tmp_path).stdout
    allow.write_text("todo-without-issue lib/A.cpp\n")
    assert run_lint(tmp_path).returncode != 0
