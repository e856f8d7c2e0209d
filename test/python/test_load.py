"""Packages (.xla), loaded without compiling."""

import platform
import subprocess

import numpy as np
import pytest

import xla_mlir

PROGRAM = """
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.add %x, %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
"""


@pytest.fixture
def package(tmp_path, tools):
    source, path = tmp_path / "twice.mlir", tmp_path / "twice.xla"
    source.write_text(PROGRAM)
    subprocess.run([tools / "xla-compile", source, "-o", path,
                    "--metadata=author=nobody"], check=True)
    return path


def test_load_and_call(package):
    misses = xla_mlir.cache_info().misses
    f = xla_mlir.load(package)
    x = np.arange(4, dtype=np.float32)
    negative, double = f(x)
    np.testing.assert_array_equal(negative, -x)
    np.testing.assert_array_equal(double, x + x)
    assert xla_mlir.cache_info().misses == misses, "something was compiled"
    assert f.arguments[0].shape == (4,) and not f.is_dynamic
    assert f.metadata("author") == "nobody" and f.metadata("title") is None
    assert "opt-level=2" in f.options


def test_outlives_its_file(package):
    f = xla_mlir.load(package)
    package.unlink()
    out = (np.empty(4, np.float32), np.empty(4, np.float32))
    assert f(np.ones(4, np.float32), out=out) is out
    assert out[1].tolist() == [2] * 4


def get_mappings():
    with open("/proc/self/maps") as file:
        return len(file.readlines())


@pytest.mark.skipif(platform.system() != "Linux", reason="looks at mappings of Linux")
def test_a_thousand_programs_leave_nothing(package):
    x = np.ones(4, np.float32)

    def use(count):
        kept = [xla_mlir.load(package) for _ in range(count)]
        assert all(f(x)[1].tolist() == [2] * 4 for f in kept)
        return get_mappings()

    use(10)
    before = get_mappings()
    assert use(1000) >= before + 1000
    assert get_mappings() <= before + 10


def test_what_is_no_package(package, tmp_path):
    with pytest.raises(FileNotFoundError, match="none.xla"):
        xla_mlir.load(tmp_path / "none.xla")
    with pytest.raises(ValueError, match="expected a package"):
        xla_mlir.load(tmp_path / "twice.mlir")
    content = bytearray(package.read_bytes())
    content[-1] ^= 1
    package.write_bytes(content)
    with pytest.raises(ValueError, match="checksum"):
        xla_mlir.load(package)


def test_wrong_arrays_are_refused(package):
    f = xla_mlir.load(package)
    with pytest.raises(TypeError, match="expected dtype float32"):
        f(np.ones(4))
    frozen = np.ones(4, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="result 1: the array is read-only"):
        f(frozen, out=(np.ones(4, np.float32), frozen))
    assert frozen.tolist() == [1] * 4


@pytest.mark.skipif(platform.machine() != "x86_64", reason="runs code of x86-64")
def test_compile_into_a_package(tmp_path):
    path = tmp_path / "twice.xla"
    xla_mlir.aot(PROGRAM, path, name="twice.mlir", cpu="x86-64", triple="x86_64-linux-gnu")
    f = xla_mlir.load(path)
    assert f.metadata("source") == "twice.mlir" and ";cpu=x86-64;" in f.options
    assert f(np.ones(4, np.float32))[1].tolist() == [2] * 4


def test_compile_into_objects(tmp_path):
    xla_mlir.jit(np.tanh).lower(np.ones(3)).compile().aot(tmp_path / "tanh.o")
    assert (tmp_path / "tanh.o").read_bytes()[:4] == b"\x7fELF"
    xla_mlir.aot(PROGRAM, tmp_path / "twice.so")
    names = subprocess.run(["nm", "-D", "--defined-only", tmp_path / "twice.so"], text=True,
                           capture_output=True, check=True).stdout
    assert {line.split()[-1] for line in names.splitlines()} == {"main", "main_info"}


def test_header_and_symbol(tmp_path):
    xla_mlir.aot(PROGRAM, tmp_path / "a.o", header=tmp_path / "twice.h", name="x/twice.mlir")
    text = (tmp_path / "twice.h").read_text()
    assert "twice_run(const xla_call *call, " in text and " from twice.mlir;" in text
    compiled = xla_mlir.jit(np.tanh).lower(np.ones(3)).compile()
    compiled.aot(tmp_path / "tanh.so", header=tmp_path / "h.h", symbol="f")
    assert "f_run_alone" in (tmp_path / "h.h").read_text()
    xla_mlir.aot(PROGRAM, tmp_path / "b.xla", symbol="g")
    assert xla_mlir.load(tmp_path / "b.xla").metadata("name") == "g"
    for options, message in (
            (dict(symbol="a-b", header=tmp_path / "no.h"), "a name of C and C++"),
            (dict(entry="main,main", header=tmp_path / "c.xla"), "not to be the output"),
            (dict(entry="main,f", symbol="f"), "no symbol with several entries")):
        with pytest.raises(xla_mlir.CompileError, match=message):
            xla_mlir.aot(PROGRAM, tmp_path / "c.xla", **options)
    assert not list(tmp_path.glob("c.*")) and not (tmp_path / "no.h").exists()


def test_the_symbol_of_one_entry_that_is_not_named(tmp_path):
    xla_mlir.aot(PROGRAM, tmp_path / "a.xla", entry="*", symbol="g")
    assert xla_mlir.load(tmp_path / "a.xla").entries == ["g"]
    xla_mlir.aot(PROGRAM, tmp_path / "b.o", entry="*", header=tmp_path / "twice.h")
    assert "twice_run_alone" in (tmp_path / "twice.h").read_text()


def test_files_are_written_once_and_together(tmp_path):
    header = tmp_path / "a.weights"
    header.write_text("old")
    for name, options, message in (
            ("a.o", dict(weights="file"), "the header not to be the weights"),
            ("a.o", dict(decisions=header), "the decisions not to be the header"),
            ("none/a.o", {}, "No such file"), ("none/a.so", {}, "linking"),
            ("none/a.xla", {}, "No such file"),
            ("a.so", dict(weights="file", weights_file="b.weights", decisions=tmp_path / "a.so"),
             "the decisions not to be the output")):
        with pytest.raises(xla_mlir.CompileError, match=message):
            xla_mlir.aot(PROGRAM, tmp_path / name, header=header, **options)
        assert header.read_text() == "old" and list(tmp_path.iterdir()) == [header]


def test_errors_do_not_quote_the_program(tmp_path):
    with pytest.raises(xla_mlir.CompileError) as raised:
        xla_mlir.aot(PROGRAM, tmp_path / "twice.exe")
    assert "func.func" not in str(raised.value) and not raised.value.notes


def test_what_cannot_be_compiled_leaves_no_file(tmp_path):
    path = tmp_path / "twice.xla"
    with pytest.raises(xla_mlir.CompileError, match="ends with .o, .so or .xla"):
        xla_mlir.aot(PROGRAM, tmp_path / "twice.exe")
    with pytest.raises(xla_mlir.CompileError, match="'x86-64' has avx10.2"):
        xla_mlir.aot(PROGRAM, path, triple="x86_64-linux-gnu", cpu="x86-64",
                     features="+avx10.2")
    with pytest.raises(xla_mlir.CompileError, match="3:8: error: custom op"):
        xla_mlir.aot(PROGRAM.replace("negate", "none"), path)
    # hlo.xla is no op.
    with pytest.raises(xla_mlir.CompileError, match="none/hlo.xla.*No such file"):
        xla_mlir.aot(PROGRAM, tmp_path / "none/hlo.xla")
    assert not list(tmp_path.iterdir())


WEIGHTS = """
func.func @ones(%x: tensor<32xf32>) -> tensor<32xf32> {
  %w = stablehlo.constant dense<"0x{ones}"> : tensor<32xf32>
  %0 = stablehlo.add %x, %w : tensor<32xf32>
  return %0 : tensor<32xf32>
}
func.func @twos(%x: tensor<32xf32>) -> tensor<32xf32> {
  %w = stablehlo.constant dense<"0x{twos}"> : tensor<32xf32>
  %0 = stablehlo.add %x, %w : tensor<32xf32>
  return %0 : tensor<32xf32>
}"""


@pytest.fixture
def weights():
    """A program of two entries, each with weights; and options that keep these out."""
    w = np.arange(32, dtype=np.float32)
    program = WEIGHTS.replace("{ones}", w.tobytes().hex()).replace(
        "{twos}", (2 * w).tobytes().hex())
    return program, {"weights": "file", "weight_bytes": 64, "small_constant_bytes": 0}


def test_what_fails_late_leaves_weights_alone(tmp_path, weights, monkeypatch):
    program, options = weights
    xla_mlir.aot(program, tmp_path / "m.xla", entry="ones", **options)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(before) == {"m.xla", "m.weights"}
    with pytest.raises(xla_mlir.CompileError, match="'x86-64' has avx10.2"):
        xla_mlir.aot(program, tmp_path / "m.xla", entry="twos", triple="x86_64-linux-gnu",
                     cpu="x86-64", features="+avx10.2", **options)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(xla_mlir.CompileError, match="expected a linker"):
        xla_mlir.aot(program, tmp_path / "m.so", entry="twos", **options)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_weights_of_several_entries(tmp_path, weights):
    program, options = weights
    (tmp_path / "made").mkdir()
    path = tmp_path / "made/m.xla"
    with pytest.raises(xla_mlir.CompileError, match="one file for the same weights only"):
        xla_mlir.aot(program, path, entry="ones,twos", weights_file="w.bin", **options)
    with pytest.raises(xla_mlir.CompileError, match="weights that is not the output"):
        xla_mlir.aot(program, path, entry="ones", weights_file="./m.xla", **options)
    assert not list(path.parent.iterdir())

    xla_mlir.aot(program, path, entry="ones,twos", **options)
    x, w = np.ones(32, np.float32), np.arange(32, dtype=np.float32)

    def check(path, **options):
        for name, factor in ("ones", 1), ("twos", 2):
            f = xla_mlir.load(path, entry=name, **options)
            np.testing.assert_array_equal(f(x), x + factor * w)

    check(path)
    # All in another folder; one under another name.
    (tmp_path / "kept").mkdir()
    for name in "ones", "twos":
        (path.parent / f"m.{name}.weights").rename(tmp_path / f"kept/m.{name}.weights")
    with pytest.raises(ValueError, match="cannot open .*m.ones.weights"):
        xla_mlir.load(path)
    check(path, weights=tmp_path / "kept")
    (tmp_path / "kept/m.twos.weights").rename(path.parent / "m.twos.weights")
    check(path, weights=tmp_path / "kept/m.ones.weights")
    # What is of neither.
    xla_mlir.aot(program.replace("add", "subtract").replace("0000803f", "00000000"),
                 tmp_path / "other.xla", entry="ones", **options)
    with pytest.raises(ValueError, match="expected the weights that were written with"):
        xla_mlir.load(path, weights=tmp_path / "other.weights")


def test_weights_of_their_own(tmp_path):
    w = np.random.default_rng(0).normal(size=(160, 160)).astype(np.float32)
    lowered = xla_mlir.jit(lambda x: x @ w).lower(np.ones((1, 160), np.float32))
    program = lowered.as_text()
    x = np.ones((1, 160), np.float32)
    expected = lowered.compile()(x)
    sizes = {}
    for place in "embed", "package", "file":
        path = tmp_path / f"{place}.xla"
        xla_mlir.aot(program, path, weights=place)
        f = xla_mlir.load(path)
        np.testing.assert_array_equal(f(x), expected)
        assert len(f.arguments) == 1
        sizes[place] = path.stat().st_size
    # A header of 64 bytes before 160 * 160 floats.
    weights = tmp_path / "file.weights"
    assert weights.stat().st_size == 64 + w.nbytes
    assert w.tobytes() in weights.read_bytes()
    assert sizes["file"] < sizes["embed"] - w.nbytes // 2

    moved = tmp_path / "elsewhere.bin"
    weights.rename(moved)
    with pytest.raises(ValueError, match="cannot open .*file.weights: No such file"):
        xla_mlir.load(tmp_path / "file.xla")
    f = xla_mlir.load(tmp_path / "file.xla", weights=moved)
    np.testing.assert_array_equal(f(x), expected)
    content = bytearray(moved.read_bytes())
    content[-1] ^= 1
    (tmp_path / "damaged.bin").write_bytes(content)
    with pytest.raises(ValueError, match="damaged.bin: the weights are damaged"):
        xla_mlir.load(tmp_path / "file.xla", weights=tmp_path / "damaged.bin")


def test_several_entries(tmp_path):
    path = tmp_path / "both.xla"
    program = """
    func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @negative(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.subtract %x, %y : tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    for entry in "twice,negative", "*":
        xla_mlir.aot(program, path, entry=entry)
        x = np.arange(4, dtype=np.float32)
        first, second = xla_mlir.load(path), xla_mlir.load(path, entry="negative")
        assert first.entries == second.entries == ["twice", "negative"]
        np.testing.assert_array_equal(first(x), x + x)
        np.testing.assert_array_equal(second(x, 2 * x), -x)
        assert second.metadata("entries") == "twice,negative" and ";" in second.options
    with pytest.raises(ValueError, match="entry @none, but the package has @twice, @negative"):
        xla_mlir.load(path, entry="none")
    with pytest.raises(xla_mlir.CompileError, match="expects a function @none"):
        xla_mlir.aot(program, path, entry="twice,none")
