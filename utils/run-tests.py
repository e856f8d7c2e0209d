#!/usr/bin/env python3
"""Runs the test suites of a built tree and counts them all.

usage: run-tests.py --build=FOLDER [--jobs=N] [SUITE...]

Suites: lit, unit, python, conformance, fuzz, matrix, lint. The last line printed is
"N passed, M failed, K skipped". A skipped test that wanted the shared data
counts as failed where that data is there: a check that did not run is no check.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass
class Result:
    """Outcome of one suite; `failed` and `skipped` hold name and reason."""

    passed: int = 0
    failed: list = dataclasses.field(default_factory=list)
    skipped: list = dataclasses.field(default_factory=list)
    output: str = ""

    def total(self) -> int:
        return self.passed + len(self.failed) + len(self.skipped)


def run(command, log: pathlib.Path, timeout: int, cwd=ROOT) -> int:
    """Runs `command` with its output in `log`; a hang is a failure."""
    with open(log, "w") as out:
        try:
            return subprocess.run(
                [str(part) for part in command], cwd=cwd, stdout=out,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                timeout=timeout).returncode
        except subprocess.TimeoutExpired:
            out.write(f"\nended after {timeout} s\n")
            return 124


def read_junit(path: pathlib.Path) -> Result:
    """Reads the report that lit, pytest and GoogleTest all can write."""
    result = Result()
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = f"{case.get('classname', '')}.{case.get('name', '')}"
        failure = case.find("failure")
        if failure is None:
            failure = case.find("error")
        skipped = case.find("skipped")
        if failure is not None:
            text = failure.get("message") or failure.text or ""
            result.failed.append((name, text))
        elif skipped is not None or case.get("status") == "notrun":
            reason = skipped.get("message", "") if skipped is not None else ""
            if not reason.startswith("Test not selected"):
                result.skipped.append((name, reason))
        else:
            result.passed += 1
    return result


def reported(name, rc, report, log) -> Result:
    """The report's counts; a run that failed without a failed test is one."""
    if not report.exists():
        return Result(failed=[(name, f"no report (exit {rc}); see {log}")])
    result = read_junit(report)
    if rc != 0 and not result.failed:
        result.failed.append((name, f"exit {rc}; see {log}"))
    if result.total() == 0:
        result.failed.append((name, "ran no test"))
    return result


def lit(args) -> Result:
    report, log = args.logs / "lit.xml", args.logs / "lit.log"
    report.unlink(missing_ok=True)
    # Unit tests and conformance programs are counted one by one in their suites.
    rc = run([sys.executable, args.build / "bin/xla-lit", "-sv",
              f"-j{args.jobs}", "--timeout=900",
              f"--xunit-xml-output={report}", "--filter-out=unit/unit.mlir|Conformance/(interpreter|native).test",
              "test"], log, 3000)
    return reported("lit", rc, report, log)


def unit(args) -> Result:
    result = Result()
    for binary in sorted((args.build / "bin").glob("XLA*Tests")):
        report = args.logs / f"{binary.name}.xml"
        report.unlink(missing_ok=True)
        log = args.logs / f"{binary.name}.log"
        rc = run([binary, f"--gtest_output=xml:{report}"], log, 600)
        one = reported(binary.name, rc, report, log)
        result.passed += one.passed
        result.failed += one.failed
        result.skipped += one.skipped
    if result.total() == 0:
        result.failed.append(("unit", "no unit test was built"))
    return result


def python(args) -> Result:
    report, log = args.logs / "pytest.xml", args.logs / "pytest.log"
    report.unlink(missing_ok=True)
    os.environ["XLA_BUILD_DIR"] = str(args.build)
    folders = [f for f in ("utils/test", "test/python") if (ROOT / f).is_dir()]
    rc = run([sys.executable, "-m", "pytest", "-q", "-ra", "-p",
              "no:cacheprovider", f"--junitxml={report}", *folders], log, 1200)
    return reported("python", rc, report, log)


def conformance(args) -> Result:
    """The shared suite of programs, one count for each. Those that the table of a
    backend lists as not passing count as skipped; another outcome is a failure."""
    result = Result()
    shared = shared_folder()
    for table in sorted((ROOT / "test/Conformance").glob("expected-*.tsv")):
        backend = table.stem.removeprefix("expected-")
        name, log = f"conformance-{backend}", args.logs / f"conformance-{backend}.log"
        if not shared:
            result.skipped.append((name, "needs the data in ../shared"))
            continue
        rc = run([args.build / "bin/xla-conformance", f"--backend={backend}",
                  f"--jobs={args.jobs}", f"--expected={table}",
                  shared / "conformance/stablehlo", "testdata", "interpret", "math"],
                 log, 1500)
        text = log.read_text(errors="replace")
        counts = re.findall(r"^\S+: (\d+) of (\d+) pass", text, re.M)
        worse = re.findall(r"^(\S+): (\w+, expected .*)$", text, re.M)
        passed = sum(int(p) for p, _ in counts)
        known = sum(int(t) for _, t in counts) - passed - len(worse)
        result.passed += passed
        result.failed += [(f"{name}.{program}", what) for program, what in worse]
        reason = f"not passing yet, listed in {table.relative_to(ROOT)}"
        result.skipped += [(name, reason)] * known
        if not counts or (rc != 0 and not worse):
            result.failed.append((name, f"exit {rc}; see {log}"))
    return result


def fuzz(args) -> Result:
    """Random programs, the same on every machine, one count for each."""
    result, log = Result(), args.logs / "fuzz.log"
    rc = run([args.build / "bin/xla-fuzz", f"--jobs={args.jobs}", "1", "1500"], log, 1800)
    text = log.read_text(errors="replace")
    counts = {what: int(n) for n, what in re.findall(r"^(\d+) (\w+)$", text, re.M)}
    result.passed = counts.pop("pass", 0)
    result.skipped += [("fuzz", "refused")] * counts.pop("refused", 0)
    result.failed += [(f"fuzz.{seed}", what) for seed, what in re.findall(
        r"^seed (\d+)\t((?!refused).*)$", text, re.M)]
    if not result.passed or (rc != 0 and not result.failed):
        result.failed.append(("fuzz", f"exit {rc}; see {log}"))
    return result


def matrix(args) -> Result:
    """Every op for every element type, one count for each pair."""
    result, log = Result(), args.logs / "matrix.log"
    folder = ROOT / "test/Fuzz/Inputs/matrix"
    rc = run([args.build / "bin/xla-fuzz", f"--jobs={args.jobs}", f"--matrix={folder}"],
             log, 1800)
    text = log.read_text(errors="replace")
    passed = re.search(r"^(\d+) pass$", text, re.M)
    result.passed = int(passed[1]) if passed else 0
    known = re.findall(r"^(?!#)(.+)\t(.+)\t\w+\t(.+)$", (folder / "expected.tsv").read_text(),
                       re.M)
    result.skipped += [(f"matrix.{row}.{type}", why) for row, type, why in known]
    result.failed += [(f"matrix.{row}.{type}", what) for row, type, what in re.findall(
        r"^([^\t\n]+)\t(.+?)\t(.*)$", text, re.M)]
    result.failed += [("matrix", gap) for gap in re.findall(r"^no program for .*$", text, re.M)]
    if not result.passed or (rc != 0 and not result.failed):
        result.failed.append(("matrix", f"exit {rc}; see {log}"))
    return result


def lint(args) -> Result:
    report, log = args.logs / "lint.xml", args.logs / "lint.log"
    report.unlink(missing_ok=True)
    rc = run([sys.executable, "utils/lint", f"--build={args.build}",
              f"--junitxml={report}"], log, 300)
    return reported("lint", rc, report, log)


SUITES = {"lit": lit, "unit": unit, "python": python, "conformance": conformance,
          "fuzz": fuzz, "matrix": matrix, "lint": lint}


def shared_folder():
    folder = pathlib.Path(os.environ.get("XLA_SHARED_DIR", ROOT / "../shared"))
    return folder.resolve() if folder.is_dir() else None


def refuse_shared_skips(result: Result, shared) -> None:
    """Where the shared data is there, a test skipped for want of it failed."""
    if not shared:
        return
    for test, reason in result.skipped:
        if "shared" in reason:
            result.failed.append((test, f"skipped although {shared} exists: {reason}"))
    result.skipped = [(t, r) for t, r in result.skipped if "shared" not in r]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    args = parser.parse_args()
    unknown = set(args.suites) - set(SUITES)
    if unknown:
        parser.error(f"unknown suite {sorted(unknown)}; have {list(SUITES)}")
    args.build = args.build.resolve()
    args.logs = ROOT / "build" / "log"
    args.logs.mkdir(parents=True, exist_ok=True)

    total = Result()
    for name in args.suites or SUITES:
        print(f"{'testing: ' + name + ' ...':<52}", end="", flush=True)
        start = time.monotonic()
        result = SUITES[name](args)
        refuse_shared_skips(result, shared_folder())
        print(f"{result.passed} passed, {len(result.failed)} failed, "
              f"{len(result.skipped)} skipped, {time.monotonic() - start:.0f} s")
        for (test, reason), count in collections.Counter(result.skipped).items():
            print(f"  skipped {test}{f' ({count})' if count > 1 else ''}: {reason}")
        for test, reason in result.failed:
            lines = reason.strip().splitlines()
            print(f"  FAILED {test}")
            for line in lines[-30:]:
                print(f"    {line[:240]}")
        total.passed += result.passed
        total.failed += result.failed
        total.skipped += result.skipped
    print(f"{total.passed} passed, {len(total.failed)} failed, "
          f"{len(total.skipped)} skipped")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
