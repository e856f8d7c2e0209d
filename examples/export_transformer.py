#!/usr/bin/env python3
"""Exports a small transformer block from JAX as StableHLO text, with its case.

Needs jax. The block is causal self-attention and a two-layer perceptron, each
behind a layer norm and around a residual. The expected result is computed
again in plain NumPy and double precision, not by JAX.
"""

import jax
import jax.numpy as jnp
import numpy as np

from cases import HERE, uniform, write_case

NAME = "transformer_block"
BATCH, LENGTH, WIDTH, HEADS, HIDDEN = 2, 16, 32, 4, 64


def block(np, x, qkv, out, up, up_bias, down, down_bias, scale1, scale2):
    """One pre-norm block; `np` is jax.numpy or numpy."""

    def norm(x, scale):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) / np.sqrt(variance + 1e-5) * scale

    def attention(x):
        heads = (x @ qkv).reshape(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
        query, key, value = (heads[:, :, i] for i in range(3))
        scores = np.einsum("bqhd,bkhd->bhqk", query, key)
        scores = scores / np.sqrt(np.asarray(WIDTH // HEADS, x.dtype))
        causal = np.tril(np.ones((LENGTH, LENGTH), bool))
        scores = np.where(causal, scores, np.asarray(-1e9, x.dtype))
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights = weights / weights.sum(-1, keepdims=True)
        mixed = np.einsum("bhqk,bkhd->bqhd", weights, value)
        return mixed.reshape(BATCH, LENGTH, WIDTH) @ out

    def gelu(x):
        return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))

    x = x + attention(norm(x, scale1))
    return x + gelu(norm(x, scale2) @ up + up_bias) @ down + down_bias


def main() -> None:
    shapes = [(BATCH, LENGTH, WIDTH), (WIDTH, 3 * WIDTH), (WIDTH, WIDTH),
              (WIDTH, HIDDEN), (HIDDEN,), (HIDDEN, WIDTH), (WIDTH,), (WIDTH,),
              (WIDTH,)]
    bounds = [(-1.0, 1.0), (-0.3, 0.3), (-0.3, 0.3), (-0.3, 0.3), (-0.1, 0.1),
              (-0.2, 0.2), (-0.1, 0.1), (0.8, 1.2), (0.8, 1.2)]
    args = [uniform(shape, low, high, seed) for seed, (shape, (low, high))
            in enumerate(zip(shapes, bounds), start=1)]

    def transformer_block(*values):
        return block(jnp, *values)

    text = jax.jit(transformer_block).lower(*[v for _, v in args]).as_text()
    (HERE / NAME / "model.mlir").write_text(text)
    expected = block(np, *[v.astype(np.float64) for _, v in args])
    write_case(NAME, "One transformer block: causal attention and a perceptron.",
               f"jax {jax.__version__}", args, [expected])


if __name__ == "__main__":
    main()
