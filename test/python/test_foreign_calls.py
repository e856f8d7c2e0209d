"""Functions compiled against XLA's own header, where jaxlib brings it."""

import ctypes
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

import xla_mlir

jaxlib = pytest.importorskip("jaxlib")

SOURCE = """
#include "xla/ffi/api/ffi.h"
namespace ffi = xla::ffi;

static ffi::Error scale(float factor, ffi::Span<const int64_t> offsets,
                        std::string_view name, ffi::Buffer<ffi::F32> x,
                        ffi::ResultBuffer<ffi::F32> y) {
  if (name != "scaled")
    return ffi::Error::InvalidArgument("expected another name");
  for (size_t i = 0; i < x.element_count(); ++i)
    y->typed_data()[i] = x.typed_data()[i] * factor + offsets[i % offsets.size()];
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(Scale, scale,
    ffi::Ffi::Bind().Attr<float>("factor").Attr<ffi::Span<const int64_t>>("offsets")
        .Attr<std::string_view>("name").Arg<ffi::Buffer<ffi::F32>>()
        .Ret<ffi::Buffer<ffi::F32>>());
"""

PROGRAM = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @foreign_scale(%x) {api_version = 4 : i32,
      backend_config = {factor = 2.0 : f32, offsets = array<i64: OFFSETS>, name = "NAME"}}
      : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""


@pytest.fixture(scope="module")
def handler(tmp_path_factory):
    headers = pathlib.Path(jaxlib.__file__).parent / "include"
    compiler = shutil.which("clang++-22") or shutil.which("c++")
    if not headers.is_dir() or not compiler:
        pytest.skip("needs the headers of jaxlib and a compiler of C++")
    folder = tmp_path_factory.mktemp("foreign")
    (folder / "scale.cpp").write_text(SOURCE)
    library = folder / "scale.so"
    subprocess.run([compiler, "-std=c++17", "-shared", "-fPIC", "-w", f"-I{headers}",
                    str(folder / "scale.cpp"), "-o", str(library)], check=True)
    xla_mlir.register_custom_call("foreign_scale", ctypes.CDLL(str(library)).Scale,
                                  foreign=True)
    yield
    xla_mlir.register_custom_call("foreign_scale", None)


@pytest.mark.parametrize("offsets", ["5", "1, 2, 3"])
def test_handler(handler, offsets):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    run = xla_mlir.compile(PROGRAM.replace("OFFSETS", offsets).replace("NAME", "scaled"))
    added = np.array([int(offset) for offset in offsets.split(",")], np.float32)
    np.testing.assert_array_equal(run(x), 2 * x + added)


def test_failure(handler):
    run = xla_mlir.compile(PROGRAM.replace("OFFSETS", "1").replace("NAME", "other"))
    with pytest.raises(RuntimeError, match="expected another name"):
        run(np.zeros((2, 3), np.float32))
