"""Modules of our dialects from Python: read, build, walk, transform, write."""

import importlib
import io

import pytest

from xla_mlir import ir
from xla_mlir.dialects import chlo, func, hlo
from xla_mlir.passmanager import PassManager

TEXT = """
func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = hlo.add %x, %y : tensor<4xi32>
  %1 = hlo.add %x, %y : tensor<4xi32>
  %2 = hlo.multiply %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
"""


def test_text_and_bytecode_round_trip(context):
    module = ir.Module.parse(TEXT)
    generic = module.operation.get_asm(print_generic_op_form=True)
    assert '"hlo.add"' in generic
    assert str(ir.Module.parse(generic)) == str(module)
    blob = io.BytesIO()
    module.operation.write_bytecode(blob)
    assert str(ir.Module.parse(blob.getvalue())) == str(module)


def test_build_op_by_op(context):
    f32 = ir.F32Type.get()
    x, y, out = (ir.RankedTensorType.get(s, f32) for s in ([2, 3], [3, 5], [2, 5]))
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(x, y)
        def main(a, b):
            product = hlo.DotGeneralOp(out, a, b, dict(lhs_contracting_dimensions=[1],
                                                       rhs_contracting_dimensions=[0]))
            zero = hlo.ConstantOp(
                ir.DenseElementsAttr.get_splat(
                    ir.RankedTensorType.get([], f32), ir.FloatAttr.get(f32, 0.0)))
            zeros = hlo.BroadcastInDimOp(out, zero.result, [])
            return hlo.MaximumOp(product.result, zeros.result).result

    assert module.operation.verify()
    body = module.body.operations[0].body.blocks[0].operations
    assert [type(op) for op in body][:2] == [hlo.DotGeneralOp, hlo.ConstantOp]
    assert list(body[0].result.type.shape) == [2, 5]
    assert "hlo.dot_general" in str(module) and "hlo.maximum" in str(module)


def test_chlo_is_built_too(context):
    f32, i1 = ir.F32Type.get(), ir.IntegerType.get_signless(1)
    x, y = (ir.RankedTensorType.get(s, f32) for s in ([2, 3], [3]))
    a, b, sizes = (ir.RankedTensorType.get(s, t) for s, t in (
        ([11, 5], f32), ([3, 5, 7], f32), ([3], ir.IntegerType.get_signless(64))))
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(x, y, a, b, sizes)
        def main(x, y, a, b, sizes):
            less = chlo.BroadcastCompareOp(ir.RankedTensorType.get([2, 3], i1), x, y, "LT")
            also = chlo.broadcast_compare(less.result.type, x, y,
                                          chlo.ComparisonDirection.LT, compare_type="FLOAT")
            product = chlo.RaggedDotOp(
                a, b, sizes,
                dict(lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1],
                     lhs_ragged_dimensions=[0], rhs_group_dimensions=[0]))
            return less.result, also, product.result, chlo.erf(x.type, x)

    assert module.operation.verify()
    assert "comparison_direction LT" in str(module) and "chlo.erf" in str(module)


def test_run_a_pipeline_and_walk(context):
    module = ir.Module.parse(TEXT)
    PassManager.parse("builtin.module(func.func(cse))").run(module.operation)
    names = []

    def visit(op):
        names.append(op.name)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    assert names.count("hlo.add") == 1 and names.count("hlo.multiply") == 1


def test_our_passes_are_known_by_name(context):
    module = ir.Module.parse(TEXT)
    PassManager.parse("builtin.module(func.func(hlo-simplify-algebra))").run(
        module.operation)
    assert module.operation.verify()


def test_verifier_speaks_with_its_location(context):
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse(TEXT.replace("hlo.multiply %0, %1 : tensor<4xi32>",
                                     "hlo.multiply %0, %1 : tensor<5xi32>"))
    assert "5:" in str(caught.value.error_diagnostics[0].location)


def test_enums_are_generated():
    assert [e.name for e in hlo.ComparisonDirection] == [
        "EQ", "NE", "GE", "GT", "LE", "LT"]


@pytest.mark.parametrize("dialect", [
    "affine", "arith", "bufferization", "builtin", "cf", "complex", "func", "gpu",
    "linalg", "llvm", "math", "memref", "nvvm", "scf", "tensor", "ub", "vector"])
def test_upstream_dialects_of_our_phases(dialect):
    assert importlib.import_module(f"xla_mlir.dialects.{dialect}")
