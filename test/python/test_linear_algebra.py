"""JAX's linear algebra, which calls LAPACK by name, through our own routines.

Where a result is unique it is compared with JAX's, which are LAPACK's; where it
is not (vectors of eigenvalues), with its definition.
"""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.lax import linalg  # noqa: E402

import xla_mlir  # noqa: E402

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


@pytest.fixture(autouse=True)
def wide():
    with jax.enable_x64(True):
        yield


def random(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    if np.issubdtype(dtype, np.complexfloating):
        x = x + 1j * rng.normal(size=shape)
    return x.astype(dtype)


def positive(shape, dtype, seed=0):
    x = random(shape, dtype, seed)
    return x @ x.conj().swapaxes(-1, -2) + np.eye(shape[-1], dtype=dtype)


def run(function, *arguments):
    """Results of `function` from our code and from JAX."""
    lowered = jax.jit(function).lower(*arguments)
    ours = xla_mlir.compile(lowered.as_text())(*arguments)
    theirs = jax.jit(function)(*arguments)
    ours = ours if isinstance(ours, tuple) else (ours,)
    return ours, [np.asarray(x) for x in jax.tree.leaves(theirs)]


def close(got, expected, factor=100):
    assert got.dtype == expected.dtype and got.shape == expected.shape
    if not np.issubdtype(got.dtype, np.inexact):
        np.testing.assert_array_equal(got, expected)
        return
    size = max(np.abs(expected[np.isfinite(expected)]).max(initial=0), 1e-30)
    tolerance = factor * max(expected.shape[-1:], default=1) * np.finfo(got.dtype).eps
    np.testing.assert_allclose(got / size, expected / size, rtol=0, atol=tolerance)


def hermitian(x):
    return x + x.conj().swapaxes(-1, -2)


# Unique results, on the shapes given.
UNIQUE = {
    "cholesky": (lambda x: jnp.linalg.cholesky(x), positive, [(5, 5), (2, 3, 4, 4)]),
    "lu": (lambda x: linalg.lu(x), random, [(5, 5), (3, 5), (6, 2), (2, 4, 4)]),
    "qr": (lambda x: jnp.linalg.qr(x), random, [(5, 5), (7, 3), (3, 7), (2, 4, 3)]),
    "full qr": (lambda x: jnp.linalg.qr(x, mode="complete"), random, [(7, 3)]),
    "solve": (lambda x: jnp.linalg.solve(x, x[..., ::-1, :2]), positive, [(6, 6), (2, 4, 4)]),
    "inv": (lambda x: jnp.linalg.inv(x), positive, [(5, 5)]),
    "det": (lambda x: jnp.linalg.det(x), random, [(4, 4)]),
    "hessenberg": (lambda x: linalg.hessenberg(x), random, [(5, 5), (2, 4, 4)]),
    "tridiagonal": (lambda x: linalg.tridiagonal(hermitian(x)), random, [(5, 5), (2, 4, 4)]),
    "upper tridiagonal": (lambda x: linalg.tridiagonal(hermitian(x), lower=False), random, [(5, 5)]),
    "eigvalsh": (lambda x: jnp.linalg.eigvalsh(x), positive, [(6, 6), (1, 1)]),
    "singular values": (lambda x: jnp.linalg.svd(x, compute_uv=False), random, [(6, 4), (3, 8)]),
    "triangular": (lambda x: linalg.triangular_solve(x, x, left_side=True, lower=True,
                                                     transpose_a=True), positive, [(4, 4)]),
    "tridiagonal solve": (lambda x: jax.lax.linalg.tridiagonal_solve(
        x[0] * 0.1, x[1] + 9, x[2] * 0.1, x.T), random, [(3, 8)]),
}


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda t: t.__name__)
@pytest.mark.parametrize("name", UNIQUE)
def test_unique(name, dtype):
    function, make, shapes = UNIQUE[name]
    for shape in shapes:
        ours, theirs = run(function, make(shape, dtype))
        for got, expected in zip(ours, theirs, strict=True):
            close(got, expected)


def scaled_norm(x, of):
    eps = np.finfo(of.dtype).eps
    return np.abs(x).max() / (eps * max(of.shape[-1], 1) * max(np.abs(of).max(), 1e-30))


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda t: t.__name__)
@pytest.mark.parametrize("shape", [(1, 1), (6, 6), (2, 5, 5)])
def test_eigenvectors(shape, dtype):
    x = random(shape, dtype)
    (w, v), (theirs, _) = run(lambda x: jnp.linalg.eigh(x), hermitian(x))
    close(w, theirs)
    assert scaled_norm(hermitian(x) @ v - v * w[..., None, :], hermitian(x)) < 100
    (w, v), (theirs, _) = run(lambda x: jnp.linalg.eig(x), x)
    assert scaled_norm(x @ v - v * w[..., None, :], x) < 100
    close(np.sort_complex(w), np.sort_complex(theirs), 10000)
    (t, z), _ = run(lambda x: linalg.schur(x), x)
    assert scaled_norm(z @ t @ z.conj().swapaxes(-1, -2) - x, x) < 100


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda t: t.__name__)
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("shape", [(6, 4), (3, 7), (2, 4, 4)])
def test_singular_vectors(shape, full, dtype):
    x = random(shape, dtype)
    (u, s, vh), (_, theirs, _) = run(
        lambda x: tuple(jnp.linalg.svd(x, full_matrices=full)), x)
    close(s, theirs)
    k = s.shape[-1]
    product = (u[..., :k] * s[..., None, :]) @ vh[..., :k, :]
    assert scaled_norm(product - x, x) < 100
    for q in (u, vh.conj().swapaxes(-1, -2)):
        gram = q.conj().swapaxes(-1, -2) @ q
        assert scaled_norm(gram - np.eye(gram.shape[-1]), gram) < 100


def test_gradient_of_eigh():
    x = hermitian(random((5, 5), np.float64))
    (ours,), (theirs,) = run(jax.grad(lambda x: jnp.sum(jnp.exp(jnp.linalg.eigh(x)[0]))), x)
    close(ours, theirs)


@pytest.mark.parametrize("name", ["eigh", "svd", "eig"])
def test_not_finite(name):
    x = np.full((3, 3), np.nan, np.float32)
    ours, theirs = run(lambda x: tuple(getattr(jnp.linalg, name)(x)), x)
    assert all(np.isnan(x).all() for x in ours)
