"""Functions of JAX, exported, compiled by us, compared with JAX itself; both in
one process, in both orders of import."""

import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.export  # noqa: E402
import jax.numpy as jnp  # noqa: E402

import xla_mlir  # noqa: E402


def perceptron(x, w, b):
    return jax.nn.relu(x @ w + b)


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def power_iteration(a, v):
    def step(v, _):
        v = a @ v
        return v / jnp.sqrt(jnp.sum(v * v)), None

    return jax.lax.scan(step, v, None, length=8)[0]


def random(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


CASES = [
    (perceptron, [random(4, 8), random(8, 16), random(16)]),
    (softmax, [random(3, 10)]),
    (jax.grad(lambda x: jnp.sum(jnp.tanh(x) ** 2)), [random(5)]),
    (power_iteration, [random(6, 6), random(6)]),
]


@pytest.mark.parametrize("form", ["text", "module"])
@pytest.mark.parametrize("function,arguments", CASES)
def test_agrees_with_jax(function, arguments, form):
    lowered = jax.jit(function).lower(*arguments)
    # An object of jaxlib's MLIR is none of ours: it goes through text.
    program = lowered.as_text() if form == "text" else lowered.compiler_ir()
    ours = xla_mlir.compile(program)(*arguments)
    np.testing.assert_allclose(ours, np.asarray(function(*arguments)), rtol=2e-5,
                               atol=1e-6)


def test_what_jax_gives_is_a_program():
    x = random(3, 10)
    for program in (jax.jit(softmax).lower(x), jax.export.export(jax.jit(softmax))(x),
                    xla_mlir.jit(softmax).lower(x)):
        np.testing.assert_allclose(xla_mlir.compile(program)(x), np.asarray(softmax(x)),
                                   rtol=2e-5, atol=1e-6)
    with pytest.raises(TypeError, match="got function; xla_mlir.jit compiles functions"):
        xla_mlir.compile(softmax)


def running_sums(x):
    return jnp.cumsum(x, axis=1)


def weighted_scan(x):
    step = lambda carry, row: (carry * 0.5 + row, carry.sum())  # noqa: E731
    return jax.lax.scan(step, jnp.zeros(x.shape[1:], x.dtype), x)[1]


def padded_halves(x):
    half = x.shape[1] // 2
    return jnp.pad(jnp.reshape(x, (x.shape[0], half, 2)).sum(2), ((0, 1), (half, 0)))


@pytest.mark.parametrize("function", [softmax, running_sums, weighted_scan, padded_halves])
def test_symbolic_shapes(function):
    """One program, exported and compiled once, called with several shapes."""
    shape = jax.export.symbolic_shape("b,2*n", constraints=["b >= 1", "n >= 1"])
    exported = jax.export.export(jax.jit(function))(
        jax.ShapeDtypeStruct(shape, np.float32))
    ours = xla_mlir.compile(exported.mlir_module())
    assert ours.is_dynamic
    for sizes in ((3, 4), (1, 10), (5, 2)):
        x = random(*sizes)
        np.testing.assert_allclose(ours(x), np.asarray(function(x)), rtol=2e-5, atol=1e-6)
    with pytest.raises(ValueError, match="Expected value >= 1 for dimension variable 'b'"):
        ours(random(0, 2))


@pytest.mark.parametrize("order", ["jax ours jax", "ours jax ours"])
def test_one_process_with_jaxlib(order):
    script = """
import sys
sys.path[:0] = {path!r}
def jax_once():
    import jax
    from jaxlib.mlir import ir
    lowered = jax.jit(lambda x: x + 1).lower(1.0)
    assert isinstance(lowered.compiler_ir(), ir.Module)
    assert lowered.compile()(1.0) == 2.0
def ours_once():
    import numpy, xla_mlir
    from xla_mlir import ir
    with ir.Context():
        ir.Module.parse("func.func @f(%a: tensor<f32>) -> tensor<f32> "
                        "{{ %0 = hlo.add %a, %a : tensor<f32> return %0 : tensor<f32> }}")
    f = xla_mlir.compile("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> "
                         "{{ %0 = stablehlo.add %a, %a : tensor<2xf32> "
                         "return %0 : tensor<2xf32> }}")
    assert f(numpy.ones(2, numpy.float32)).tolist() == [2, 2]
for name in {order!r}.split():
    dict(jax=jax_once, ours=ours_once)[name]()
print("passed")
""".format(path=sys.path, order=order)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "passed", done.stderr[-2000:]
