"""Arrays of types of less than a byte, which the C ABI packs."""

import numpy as np
import pytest

import xla_mlir

ml_dtypes = pytest.importorskip("ml_dtypes")

TYPES = {"i2": "int2", "ui2": "uint2", "i4": "int4", "ui4": "uint4",
         "f4E2M1FN": "float4_e2m1fn", "f6E2M3FN": "float6_e2m3fn",
         "f6E3M2FN": "float6_e3m2fn"}


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name))


def codes(count, bits, start=0):
    return ((np.arange(count) + start) % (1 << bits)).astype(np.uint8)


def bits_of(name):
    return int(name.removeprefix("u").removeprefix("int").removeprefix("float")[0])


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 4), (3, 0), (7, 11)])
def test_sum_of_every_code(element, shape):
    """NumPy's own arithmetic on these types is the reference."""
    kind = dtype(TYPES[element])
    count, bits = int(np.prod(shape)), bits_of(TYPES[element])
    x = codes(count, bits).view(kind).reshape(shape)
    y = codes(count, bits, start=3).view(kind).reshape(shape)
    tensor = f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"
    program = xla_mlir.compile(
        f"func.func @main(%x: {tensor}, %y: {tensor}) -> {tensor} {{\n"
        f"  %0 = stablehlo.add %x, %y : {tensor}\n  return %0 : {tensor}\n}}")
    result = program(x, y)
    assert result.dtype == kind and result.shape == shape
    expected = np.add(x, y).astype(kind)
    assert result.tobytes() == expected.tobytes()


def test_into_an_array():
    program = xla_mlir.compile(
        "func.func @main(%x: tensor<3xi4>) -> (tensor<3xi4>, tensor<3xi8>) {\n"
        "  %0 = stablehlo.negate %x : tensor<3xi4>\n"
        "  %1 = stablehlo.convert %x : (tensor<3xi4>) -> tensor<3xi8>\n"
        "  return %0, %1 : tensor<3xi4>, tensor<3xi8>\n}")
    x = np.array([-8, 7, 1], ml_dtypes.int4)
    out = [np.zeros(3, ml_dtypes.int4), np.zeros(3, np.int8)]
    program(x, out=out)
    assert out[0].astype(int).tolist() == [-8, -7, -1]
    assert out[1].tolist() == [-8, 7, 1]


def test_quantized_values_are_their_integers():
    program = xla_mlir.compile(
        "func.func @main(%x: tensor<3x!quant.uniform<i4:f32, 0.5:-1>>) -> tensor<3xf32> {\n"
        "  %0 = stablehlo.uniform_dequantize %x : (tensor<3x!quant.uniform<i4:f32, 0.5:-1>>)"
        " -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n}")
    assert program.arguments[0].dtype == ml_dtypes.int4
    x = np.array([-1, 7, -8], ml_dtypes.int4)
    assert program(x).tolist() == [0.0, 4.0, -3.5]
