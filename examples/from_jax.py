#!/usr/bin/env python3
"""The ways in which a program of JAX comes to xla_mlir; each is run and compared with
JAX itself.

usage: PYTHONPATH=build/release/python examples/from_jax.py [WAY...]
"""

import importlib.util
import sys

import jax
import jax.export
import jax.numpy as jnp
import numpy as np

import xla_mlir


def attention(x, weights):
    """One head, causal."""
    query, key, value = jnp.split(x @ weights, 3, axis=-1)
    scores = query @ key.T / np.sqrt(query.shape[-1])
    seen = jnp.tril(jnp.ones(scores.shape, bool))
    return jax.nn.softmax(jnp.where(seen, scores, -jnp.inf)) @ value


def lower(*arguments):
    return jax.jit(attention).lower(*arguments)


def export(*arguments):
    return jax.export.export(jax.jit(attention))(*arguments)


WAYS = {
    # What JAX gives, as it is.
    "lowered": lower,
    "exported": export,
    # StableHLO, what most people look at.
    "text": lambda *args: lower(*args).as_text(),
    # The same with the names of functions and lines, which errors then show.
    "text-with-locations": lambda *args: lower(*args).as_text(debug_info=True),
    # A module of the MLIR inside jaxlib.
    "module": lambda *args: lower(*args).compiler_ir(),
    # Classic HLO, as text and as a message.
    "hlo-text": lambda *args: lower(*args).as_text("hlo"),
    "hlo-proto": lambda *args:
        lower(*args).compiler_ir("hlo").as_serialized_hlo_module_proto(),
    # What XLA made of it: fusions, layouts, a schedule.
    "optimized-text": lambda *args: lower(*args).compile().as_text(),
    # A portable artifact, which later versions read.
    "artifact": lambda *args: export(*args).mlir_module_serialized,
}
# The file that export's `serialize` writes has more than the program around it;
# `deserialize` finds the program in it. JAX needs flatbuffers for both.
if importlib.util.find_spec("flatbuffers"):
    WAYS["exported-file"] = lambda *args: \
        jax.export.deserialize(export(*args).serialize()).mlir_module_serialized


def run(way, arguments):
    program = xla_mlir.compile(WAYS[way](*arguments))
    result, expected = program(*arguments), np.asarray(attention(*arguments))
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
    print(f"{way}: agrees with JAX, largest difference {np.abs(result - expected).max():.1e}")


def main():
    random = np.random.default_rng(0)
    arguments = [random.standard_normal(shape).astype(np.float32)
                 for shape in ((6, 8), (8, 24))]
    for way in sys.argv[1:] or WAYS:
        if way not in WAYS:
            sys.exit(f"expected one of {', '.join(WAYS)}, got '{way}'")
        run(way, arguments)


if __name__ == "__main__":
    main()
