"""The counting of run-tests.py, on reports written by hand."""

import importlib.util
import pathlib

UTILS = pathlib.Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("run_tests", UTILS / "run-tests.py")
run_tests = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run_tests)

REPORT = """<testsuites><testsuite name="xla">
<testcase classname="a" name="good"/>
<testcase classname="a" name="bad"><failure>line 1</failure></testcase>
<testcase classname="a" name="broken"><error message="cannot start"/></testcase>
<testcase classname="a" name="data"><skipped message="Missing required feature(s): shared"/></testcase>
<testcase classname="a" name="other"><skipped message="no ptxas"/></testcase>
<testcase classname="a" name="filtered"><skipped message="Test not selected (--filter)"/></testcase>
</testsuite></testsuites>"""


def read(tmp_path, text):
    path = tmp_path / "report.xml"
    path.write_text(text)
    return path


def test_counts(tmp_path):
    result = run_tests.read_junit(read(tmp_path, REPORT))
    assert result.passed == 1
    assert result.failed == [("a.bad", "line 1"), ("a.broken", "cannot start")]
    assert [name for name, _ in result.skipped] == ["a.data", "a.other"]


def test_shared_skip_fails_where_the_data_is(tmp_path):
    result = run_tests.read_junit(read(tmp_path, REPORT))
    run_tests.refuse_shared_skips(result, None)
    assert len(result.failed) == 2
    run_tests.refuse_shared_skips(result, "../shared")
    assert result.failed[2][0] == "a.data" and len(result.skipped) == 1


def test_a_run_without_tests_or_report_fails(tmp_path):
    empty = read(tmp_path, "<testsuites/>")
    assert run_tests.reported("lit", 0, empty, "log").failed == [("lit", "ran no test")]
    missing = run_tests.reported("lit", 2, tmp_path / "none.xml", "log")
    assert len(missing.failed) == 1
    good = read(tmp_path, "<testsuites><testcase name='a'/></testsuites>")
    assert run_tests.reported("lit", 1, good, "log").failed == [("lit", "exit 1; see log")]
    assert not run_tests.reported("lit", 0, good, "log").failed
