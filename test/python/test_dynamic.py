"""Programs that leave shapes to the call."""

import numpy as np
import pytest

import xla_mlir

# Pads to a size that is a value.
PAD = """
func.func @main(%size: tensor<i64>, %x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<2xi64>
  %none1 = stablehlo.constant dense<0> : tensor<1xi64>
  %n32 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %n = stablehlo.convert %n32 : (tensor<i32>) -> tensor<i64>
  %fits = stablehlo.compare GE, %size, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %n) {error_message = "expected room for {0} rows", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
  %pad = stablehlo.subtract %size, %n : tensor<i64>
  %pad1 = stablehlo.reshape %pad : (tensor<i64>) -> tensor<1xi64>
  %high = stablehlo.concatenate %pad1, %none1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = stablehlo.add %x, %x : tensor<?x2xf32>
  %r = stablehlo.dynamic_pad %y, %zero, %none, %high, %none : (tensor<?x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}
"""


@pytest.fixture(scope="module")
def pad():
    return xla_mlir.compile(PAD)


def size(n):
    return np.array(n, np.int64)


def test_shapes_of_the_call(pad):
    assert pad.is_dynamic
    assert [t.shape for t in pad.arguments] == [(), (-1, 2)]
    assert [t.shape for t in pad.results] == [(-1, 2)]
    for n, rows in ((3, 2), (1, 1), (3, 2), (4, 0)):
        x = np.arange(2.0 * rows, dtype=np.float32).reshape(rows, 2)
        assert pad(size(n), x).tolist() == [*(2 * x).tolist(), *[[0, 0]] * (n - rows)]


def test_results_can_be_given(pad):
    out = np.full((2, 2), 7, np.float32)
    assert pad(size(2), np.ones((1, 2), np.float32), out=out) is out
    assert out.tolist() == [[2, 2], [0, 0]]


def test_a_version_is_an_executable(pad):
    x = np.ones((1, 2), np.float32)
    version = pad.specialize(size(2), x)
    assert not version.is_dynamic and version.results[0].shape == (2, 2)
    assert version.num_kernels > 0 and version.specialize(size(2), x) is version
    assert version(size(2), x).tolist() == [[2, 2], [0, 0]]


def test_assertion_speaks(pad):
    with pytest.raises(ValueError, match="expected room for 3 rows"):
        pad(size(2), np.ones((3, 2), np.float32))


def test_wrong_arrays_are_refused(pad):
    with pytest.raises(ValueError, match=r"argument 1: expected shape \(-1, 2\)"):
        pad(size(2), np.ones((3, 3), np.float32))
    with pytest.raises(TypeError, match="argument 0: expected dtype int64"):
        pad(np.array(2, np.int32), np.ones((3, 2), np.float32))
