"""Snapshots: calls from Python and C are dumped where XLA's flags ask for it, and what a
snapshot holds is replayed from both."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import xla_mlir

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release")).resolve()

PACKAGE = str(pathlib.Path(xla_mlir.__file__).parents[1])

FAR = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1099511627776]]> : tensor<1x2xi64>}
      : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""

PROGRAM = """
func.func @main(%x: tensor<3xf32>, %y: tensor<5xi4>) -> (tensor<f32>, tensor<5xi4>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
      : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %w = stablehlo.add %y, %y : tensor<5xi4>
  return %s, %w : tensor<f32>, tensor<5xi4>
}"""

CALLS = f"""
import ml_dtypes, numpy as np, xla_mlir
program = xla_mlir.compile('''{PROGRAM}''')
y = np.array([1, -2, 3, -4, 0]).astype(ml_dtypes.int4)
for x in range(2):
    program(np.array([x, 2, 3], np.float32), y)
# Of shapes that the call decides.
program = xla_mlir.compile('''func.func @double(%x: tensor<?xf64>) -> tensor<?xf64> {{
  %0 = stablehlo.add %x, %x : tensor<?xf64>
  return %0 : tensor<?xf64>
}}''', entry="double")
program(np.array([1.5, 2.5]))
"""


@pytest.fixture(scope="module")
def dumps(tmp_path_factory):
    """The snapshots that calls from Python leave, in order."""
    return record(tmp_path_factory.mktemp("dumps"), CALLS)[0]


def test_calls_from_python_are_dumped(dumps):
    assert [path.name for path in dumps] == [
        "module_0000.main.execution_0000.hlo_snapshot.pb",
        "module_0000.main.execution_0001.hlo_snapshot.pb",
        "module_0001.double.execution_0000.hlo_snapshot.pb"]
    snapshot = xla_mlir.read_snapshot(dumps[1])
    ((x, y),) = snapshot.arguments
    np.testing.assert_array_equal(x, np.array([1, 2, 3], np.float32))
    assert y.dtype.name == "int4" and y.astype(int).tolist() == [1, -2, 3, -4, 0]
    assert snapshot.results[0] == 6
    assert snapshot.results[1].astype(int).tolist() == [2, -4, 6, -8, 0]


def test_replays(dumps, tools):
    for path in dumps:
        xla_mlir.read_snapshot(path).replay()
        subprocess.run([tools / "xla-run", path], check=True)
    np.testing.assert_array_equal(xla_mlir.read_snapshot(dumps[2]).replay(), [3.0, 5.0])


def test_says_what_differs(dumps):
    snapshot = xla_mlir.read_snapshot(dumps[0].read_bytes())
    total, doubled = snapshot.results
    snapshot.check((total, doubled))
    snapshot.check((total * np.float32(1 + 1e-6), doubled))
    with pytest.raises(ValueError, match="^result 0: 1 of 1 elements differ"):
        snapshot.check((total + 1, doubled))
    with pytest.raises(ValueError, match="^result 1: 1 of 5 elements differ"):
        snapshot.check((total, np.array([2, -4, 6, -8, 1]).astype(doubled.dtype)))
    with pytest.raises(ValueError, match="expected 2 results, got 1"):
        snapshot.check(total)
    with pytest.raises(ValueError, match="result 0: expected float32"):
        snapshot.check((np.float64(6), doubled))


def test_refuses_what_is_no_run(dumps):
    with pytest.raises(xla_mlir.CompileError, match="but got a proto with other fields"):
        xla_mlir.read_snapshot(dumps[0].read_bytes()[:-3])
    with pytest.raises(xla_mlir.CompileError, match="a program without a run"):
        xla_mlir.read_snapshot(
            b"name: 'm' computations { name: 'e' instructions { name: 'x' "
            b"opcode: 'parameter' shape { element_type: F32 } } }")


def test_runs_of_several_processes_are_told_apart(tools, tmp_path):
    (tmp_path / "ids.mlir").write_text("""
func.func @main(%x: tensor<2xf32>) -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}""")
    file = tmp_path / "ids.pb"
    subprocess.run([tools / "xla-run", tmp_path / "ids.mlir", "--replicas=2",
                    "--arg=2xf32=1,2", "--arg=2xf32=3,4", f"--save-snapshot={file}"],
                   check=True)
    snapshot = xla_mlir.read_snapshot(file)
    assert [x.tolist() for (x,) in snapshot.arguments] == [[1, 2], [3, 4]]
    assert snapshot.results is None
    with pytest.raises(ValueError, match="expected a run of one process, got one of 2"):
        snapshot.replay()


# Compiles and replays its argument; a second argument spoils the results.
C_PROGRAM = r"""
#include "xla-c/Snapshot.h"
#include <stdio.h>
#include <stdlib.h>

static void report(void *context, const char *text) { fputs(text, stderr); }

int main(int argc, char **argv) {
  static char bytes[1 << 16];
  FILE *file = fopen(argv[1], "rb");
  size_t size = fread(bytes, 1, sizeof(bytes), file);
  xla_snapshot *run = xla_snapshot_read(bytes, size, argv[1], report, NULL);
  xla_program *program = xla_compile(bytes, size, argv[1], "", report, NULL);
  if (!run || !program || xla_snapshot_num_processes(run) != 1 ||
      xla_snapshot_arguments(run, 1))
    return 2;
  const xla_info *info = xla_snapshot_info(run);
  void *results[8];
  for (int i = 0; i < info->num_results; ++i)
    results[i] = calloc(info->results[i].byte_size, 1);
  xla_call call = {XLA_ABI_VERSION, sizeof(xla_call), xla_snapshot_arguments(run, 0),
                   results};
  if (xla_invoke(xla_program_entry(program), xla_program_info(program), &call))
    return 2;
  if (argc > 2)
    ((char *)results[info->num_results - 1])[0] ^= 1;
  int code = xla_snapshot_compare(run, results, report, NULL) == XLA_OK ? 0 : 1;
  xla_program_destroy(program);
  xla_snapshot_destroy(run);
  return code;
}
"""


def test_from_c(dumps, tmp_path):
    source, program = tmp_path / "replay.c", tmp_path / "replay"
    source.write_text(C_PROGRAM)
    subprocess.run(["cc", f"-I{ROOT / 'include'}", source, "-o", program,
                    f"-L{BUILD / 'lib'}", "-lxla_compiler", f"-Wl,-rpath,{BUILD / 'lib'}"],
                   check=True)
    subprocess.run(
        [program, dumps[1]], check=True,
        env={**os.environ, "XLA_FLAGS": f"--xla_dump_to={tmp_path} --xla_dump_hlo_snapshots"})
    again = subprocess.run([program, dumps[1], "spoil"], capture_output=True, text=True)
    assert again.returncode == 1
    assert again.stderr.startswith("result 1: 1 of 5 elements differ")
    # The call from C was dumped too.
    (dumped,) = tmp_path.glob("*.hlo_snapshot.pb")
    xla_mlir.read_snapshot(dumped).replay()


NOTHING = """
import numpy as np, xla_mlir
xla_mlir.compile("func.func @main() -> tensor<f32> {"
                 "%0 = stablehlo.constant dense<2.5> : tensor<f32> return %0 : tensor<f32> }")()
xla_mlir.compile("func.func @main(%x: tensor<2xf32>) { return }")(np.ones(2, np.float32))
"""


def record(folder, program):
    """The snapshots that a program of Python leaves, and what it writes to stderr."""
    flags = f"--xla_dump_to={folder} --xla_dump_hlo_snapshots"
    done = subprocess.run([sys.executable, "-c", program], check=True, text=True,
                          stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": PACKAGE, "XLA_FLAGS": flags})
    return sorted(folder.glob("*.hlo_snapshot.pb")), done.stderr


def test_no_arguments_and_no_results(tmp_path):
    (without_arguments, without_results), _ = record(tmp_path, NOTHING)
    snapshot = xla_mlir.read_snapshot(without_arguments)
    assert snapshot.arguments == ((),) and snapshot.results == (2.5,)
    snapshot.replay()
    snapshot = xla_mlir.read_snapshot(without_results)
    assert [x.tolist() for x in snapshot.arguments[0]] == [[1, 1]] and snapshot.results == ()
    with pytest.raises(ValueError, match="expected 0 results, got 1"):
        snapshot.check(np.ones(2))
    snapshot.replay()


def test_warns_of_what_has_no_snapshots(tmp_path):
    # HLO would have a table with an entry for each id.
    dumped, said = record(tmp_path, f"import xla_mlir; xla_mlir.compile({FAR!r})")
    assert not dumped and "UserWarning: no snapshots of calls of 'main': " in said
