#!/usr/bin/env python3
"""The ways in which a program of TensorFlow comes to xla_mlir; each is run and compared
with TensorFlow itself.

usage: PYTHONPATH=build/release/python examples/from_tensorflow.py [WAY...]

TensorFlow gives the program of any function with jit_compile=True. Variables that it
reads become trailing arguments; those that it assigns, further results.
"""

import os
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

import xla_mlir  # noqa: E402

# What experimental_get_compiler_ir gives: text of StableHLO; HLO text with and without
# metadata; a message of HLO; text of what XLA made of it.
STAGES = ("stablehlo", "hlo", "hlo_no_metadata", "hlo_serialized", "optimized_hlo")


def make_model():
    """A small network of images, by Keras."""
    tf.keras.utils.set_random_seed(0)
    return tf.keras.Sequential([
        tf.keras.layers.Input((12, 12, 3)),
        tf.keras.layers.Conv2D(8, 3, padding="same", activation="relu"),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(10, activation="softmax"),
    ])


def get_variables(function, *arguments):
    """The variables that a function reads, in the order of the program's arguments."""
    concrete = function.get_concrete_function(*arguments)
    by_handle = {id(variable.handle): variable for variable in concrete.graph.variables}
    return [by_handle[id(handle)] for handle in concrete.captured_inputs]


def compare(name, function, arguments, stage, updated=()):
    """Runs what TensorFlow gives of `function` on the same values."""
    variables = get_variables(function, *arguments)
    ir = function.experimental_get_compiler_ir(*arguments)(stage=stage)
    program = xla_mlir.compile(ir)
    before = [variable.numpy() for variable in variables]
    results = program(*[argument.numpy() for argument in arguments], *before)
    results = results if isinstance(results, (tuple, list)) else (results,)
    expected = [tensor.numpy() for tensor in tf.nest.flatten(function(*arguments))]
    expected += [variable.numpy() for variable in updated]
    assert len(results) == len(expected), (len(results), len(expected))
    for result, want in zip(results, expected):
        np.testing.assert_allclose(result, want, rtol=2e-5, atol=1e-6)
    print(f"{name}: agrees with TensorFlow")


def run_stage(stage):
    model = make_model()
    function = tf.function(lambda x: model(x, training=False), jit_compile=True)
    images = tf.random.stateless_uniform((4, 12, 12, 3), (1, 2))
    compare(f"Keras, {stage}", function, [images], stage)


def run_optimized_proto():
    """TensorFlow leaves the elements of constants out of this message: it reads, to be
    looked at, and does not run."""
    model = make_model()
    function = tf.function(lambda x: model(x, training=False), jit_compile=True)
    images = tf.random.stateless_uniform((4, 12, 12, 3), (1, 2))
    variables = [variable.numpy() for variable in get_variables(function, images)]
    program = xla_mlir.compile(function.experimental_get_compiler_ir(images)(
        stage="optimized_hlo_proto_serialized"))
    try:
        program(images.numpy(), *variables)
    except RuntimeError as error:
        assert "elements of a constant" in str(error), error
        print("Keras, optimized_hlo_proto_serialized: reads, without the constants that "
              "TensorFlow leaves out")


def run_saved_model():
    """A model that was saved and loaded again; its function is compiled in another."""
    model = make_model()
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder, verbose=False)
        loaded = tf.saved_model.load(folder)
    function = tf.function(lambda x: loaded.serve(x), jit_compile=True)
    images = tf.random.stateless_uniform((4, 12, 12, 3), (3, 4))
    compare("SavedModel", function, [images], "stablehlo")


def run_training():
    """A step of training: the weights it assigns are further results."""
    weights = tf.Variable(tf.random.stateless_uniform((3, 1), (5, 6)))

    @tf.function(jit_compile=True)
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ weights - y) ** 2)
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    x = tf.random.stateless_uniform((8, 3), (7, 8))
    y = tf.reduce_sum(x, 1, keepdims=True)
    compare("training", step, [x, y], "stablehlo", updated=[weights])


WAYS = {stage: lambda stage=stage: run_stage(stage) for stage in STAGES}
WAYS |= {"optimized_hlo_proto_serialized": run_optimized_proto,
         "saved-model": run_saved_model, "training": run_training}


def main():
    for way in sys.argv[1:] or WAYS:
        if way not in WAYS:
            sys.exit(f"expected one of {', '.join(WAYS)}, got '{way}'")
        WAYS[way]()


if __name__ == "__main__":
    main()
