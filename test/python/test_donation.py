"""Donated arguments: whose memory results take, and whose they leave alone."""

import warnings

import numpy as np
import pytest

import xla_mlir

PROGRAM = """
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.multiply %x, %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
"""


def _make(*values):
    return np.array(values, np.float32)


def test_a_result_is_the_array_that_was_donated():
    @xla_mlir.jit(donate_argnums=0)
    def step(params, gradient):
        return {name: p - 0.5 * gradient for name, p in params.items()}

    params = {"a": np.ones(1000), "b": np.full(1000, 3.0)}
    before = dict(params)
    for count in range(1, 4):  # The short way and the long one.
        params = step(params, np.ones(1000))
        assert all(params[name] is before[name] for name in params)
        assert (params["a"] == 1 - count / 2).all() and (params["b"] == 3 - count / 2).all()
    f = xla_mlir.jit(lambda x: x + 1, donate_argnums=0)
    x = np.zeros(3)
    for count in range(1, 4):
        assert f(x) is x and x.tolist() == [count] * 3


def test_results_of_calls_can_be_donated():
    f = xla_mlir.jit(lambda x: x * 2, donate_argnums=0)
    x = xla_mlir.jit(lambda x: x + 1)(np.zeros(5))
    assert f(x) is x and x.tolist() == [2] * 5


def test_what_is_not_the_callers_alone_stays():
    f = xla_mlir.jit(lambda x, y: x + y, donate_argnums=(0, 1))
    x, y = np.ones(4), np.ones(4)
    frozen, base = np.ones(4), np.ones(6)
    frozen.flags.writeable = False
    for _ in range(2):
        assert f(x, x).tolist() == [2] * 4 and x.tolist() == [1] * 4
        assert f(frozen, base[:4]).tolist() == [2] * 4
        assert frozen.tolist() == [1] * 4 and base.tolist() == [1] * 6
        assert f(base[1:5], base[2:]).tolist() == [2] * 4 and base.tolist() == [1] * 6
    assert f(x, y) is x and x.tolist() == [2] * 4 and y.tolist() == [1] * 4


def test_only_donated_arguments_change():
    f = xla_mlir.jit(lambda x, *, scale: x * scale, donate_argnames="scale")
    x, scale = np.full(3, 5.0), np.full(3, 2.0)
    assert f(x, scale=scale) is scale
    assert x.tolist() == [5] * 3 and scale.tolist() == [10] * 3
    g = xla_mlir.jit(lambda n, x, y: (x - y) * n, static_argnums=0, donate_argnums=2)
    x, y = np.full(3, 5.0), np.full(3, 2.0)
    assert g(2, x, y) is y and x.tolist() == [5] * 3 and y.tolist() == [6] * 3


def test_a_method_donates():
    class Model:
        @xla_mlir.jit(donate_argnums=1)
        def step(self, x):
            return x + 1

    x = np.zeros(2)
    assert Model().step(x) is x and x.tolist() == [1, 1]


def test_values_that_swap():
    f = xla_mlir.jit(lambda x, y: (y + 0, x[::-1]), donate_argnums=(0, 1))
    x, y = np.arange(3.0), np.arange(3.0) + 10
    first, second = f(x, y)
    assert first.tolist() == [10, 11, 12] and second.tolist() == [2, 1, 0]


def test_executables_donate_when_asked():
    program = xla_mlir.compile(PROGRAM)
    x, y = _make(1, 2, 3, 4), _make(10, 10, 10, 10)
    first, second = program(x, y)
    assert first is not x and x.tolist() == [1, 2, 3, 4]
    first, second = program(x, y, donate=True)
    assert first is x and x.tolist() == [11, 12, 13, 14]
    assert second.tolist() == [10, 20, 30, 40]
    out = np.empty(4, np.float32)
    assert program(x, y, out=(x, out))[0] is x and x.tolist() == [21, 22, 23, 24]
    count = xla_mlir.compile("""
func.func @main(%n: tensor<f32>, %x: tensor<4xf32> {jax.buffer_donor = true}) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}""")
    assert count(np.float32(1), out, donate=True) is out
    with pytest.raises(TypeError, match="expected donate of True or False, got 'yes'"):
        program(x, y, donate="yes")
    with pytest.raises(RuntimeError, match="result 1 overlaps argument 0 without donation"):
        program(x, y, out=(out, x))


def test_packages_donate(tmp_path):
    f = xla_mlir.jit(lambda x, y: x - y, donate_argnums=0)
    compiled = f.lower(np.ones(4), np.ones(4)).compile()
    assert compiled.memory_analysis().alias_size_in_bytes == 32
    compiled.aot(tmp_path / "f.xla")
    program = xla_mlir.load(tmp_path / "f.xla")
    x = np.ones(4)
    assert program(x, np.ones(4), donate=True) is x and x.tolist() == [0] * 4


def test_programs_of_any_shape():
    program = xla_mlir.compile("""
func.func @main(%x: tensor<?xf32> {tf.aliasing_output = 0 : i32}) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}""")
    x = _make(1, 2, 3)
    assert program(x).tolist() == [2, 4, 6] and x.tolist() == [1, 2, 3]
    assert program(x, donate=True) is x and x.tolist() == [2, 4, 6]


def test_functions_of_jax_donate():
    jnp = pytest.importorskip("jax.numpy")

    @xla_mlir.jit(donate_argnums=0)
    def step(params, x):
        return jnp.tanh(params) + x, jnp.sum(params)

    params, x = np.zeros(300, np.float32), np.ones(300, np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result, total = step(params, x)
    assert result is params and total == 0 and (params == 1).all()
    mine = jnp.ones(300, jnp.float32)  # Memory of JAX is not ours to write.
    result, total = step(mine, x)
    assert total == 300 and (np.asarray(mine) == 1).all()
