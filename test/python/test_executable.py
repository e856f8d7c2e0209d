"""Executables on arrays of other packages, and compilations that are watched."""

import json
import os
import signal
import threading
import time

import numpy as np
import pytest

import xla_mlir

ADD = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def long_program(length=400):
    """Takes a second or more: many functions that fuse into many kernels."""
    lines = [f"  %{i} = stablehlo.sine %{i - 1} : tensor<64xf32>"
             for i in range(1, length)]
    return ("func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n"
            "  %0 = stablehlo.cosine %x : tensor<64xf32>\n" + "\n".join(lines) +
            f"\n  return %{length - 1} : tensor<64xf32>\n}}\n")


@pytest.fixture(scope="module")
def add():
    return xla_mlir.compile(ADD)


def test_options_are_one_text(add):
    f = xla_mlir.compile(ADD, opt_level=1, threads=3)
    assert ";opt-level=1;" in f.options and ";threads=3;" in f.options
    options = dict(part.split("=", 1) for part in f.options.split(";"))
    again = xla_mlir.compile(ADD, **{k.replace("-", "_"): v
                                     for k, v in options.items()})
    assert again.options == f.options
    with pytest.raises(ValueError, match="expected a number from 0 to 4096"):
        xla_mlir.compile(ADD, threads=-1)


def test_numpy_scalars_are_arguments():
    f = xla_mlir.compile(ADD.replace("4xf32", "f32"))
    assert f(np.float32(1), np.float32(2)) == 3


def test_keyword_arguments_and_subclasses(add):
    class Mine(np.ndarray):
        pass

    x = np.ones(4, np.float32).view(Mine)
    assert type(add(x, x)) is np.ndarray
    assert add(x, x, threads=1).tolist() == [2] * 4
    with pytest.raises(TypeError, match="unexpected keyword"):
        add(x, x, device=1)


def test_threads_of_a_call(add):
    x = np.ones(4, np.float32)
    for threads in (0, 1, 2**40, np.int64(1), True):
        assert add(x, x, threads=threads).tolist() == [2] * 4
        assert add(x, x, out=x.copy(), threads=threads).tolist() == [2] * 4
    with pytest.raises(ValueError, match="expected threads of 0 or more, got -1"):
        add(x, x, threads=-1)
    with pytest.raises(TypeError, match=r"got float64; pass array.astype\('float32'\)"):
        add(x, x.astype(float))


def test_torch_gives_its_memory(add):
    torch = pytest.importorskip("torch")
    x, y = torch.arange(4.0), torch.ones(4)
    assert add(x, y).tolist() == [1, 2, 3, 4]
    out = torch.zeros(4)
    assert add(x, y, out=out) is out and out.tolist() == [1, 2, 3, 4]
    assert torch.from_dlpack(add(x, y)).tolist() == [1, 2, 3, 4]
    with pytest.raises(TypeError, match="argument 1: expected dtype float32"):
        add(x, y.double())
    with pytest.raises(ValueError, match="argument 0: not row-major"):
        add(torch.zeros(8)[::2], y)
    with pytest.raises(ValueError, match="argument 0: expected shape"):
        add(torch.zeros(5), y)
    half = xla_mlir.compile(ADD.replace("f32", "bf16"))
    if pytest.importorskip("ml_dtypes"):
        b = torch.ones(4, dtype=torch.bfloat16)
        assert half(b, b).astype(np.float32).tolist() == [2] * 4


def test_jax_gives_its_memory(add):
    jnp = pytest.importorskip("jax.numpy")
    x = jnp.arange(4, dtype=jnp.float32)
    assert add(x, x).tolist() == [0, 2, 4, 6]
    # JAX's arrays are not to be written.
    with pytest.raises(ValueError, match="result 0: the array is read-only"):
        add(x, x, out=jnp.zeros(4))


def test_dlpack_is_not_copied(add):
    """Writing to the argument's memory is seen by the next call."""
    torch = pytest.importorskip("torch")
    x, y = torch.zeros(4), torch.zeros(4)
    view = x.numpy()
    assert add(x, y).tolist() == [0] * 4
    view[:] = 5
    assert add(x, y).tolist() == [5] * 4


def test_errors_have_places():
    with pytest.raises(xla_mlir.CompileError) as caught:
        xla_mlir.compile(ADD.replace("%x, %y :", "%x, %z :"), name="model")
    first = caught.value.diagnostics[0]
    assert (first.severity, first.file, first.line) == ("error", "model", 3)
    assert first.column == 26 and "%z" in str(caught.value)
    assert (caught.value.file, caught.value.line, caught.value.column) == ("model", 3, 26)
    assert caught.value.message.startswith("use of undeclared SSA value name")
    f = xla_mlir.compile("""
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}""", name="model")
    with pytest.raises(xla_mlir.CompileError) as caught:
        f(np.zeros(5, np.float32), np.zeros(3, np.float32))
    assert caught.value.diagnostics[0].line == caught.value.line == 3
    assert caught.value.file == "model"
    with pytest.raises(xla_mlir.CompileError) as caught:
        xla_mlir.compile(ADD, speed=9)
    assert (caught.value.line, caught.value.notes) == (0, ())
    assert caught.value.message in str(caught.value) and "'speed'" in caught.value.message
    with pytest.raises(xla_mlir.CompileError) as caught:
        xla_mlir.compile("func.func @main() { return }\nfunc.func @main() { return }")
    (note,) = caught.value.notes
    assert (note.severity, note.line) == ("note", 1) and caught.value.line == 2


@pytest.fixture
def interruptible():
    """What a shell starts in the background begins with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_compilation(interruptible):
    text = long_program()
    began = threading.Event()

    def interrupt():
        began.wait()
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        began.set()
        xla_mlir.compile(text)
        thread.join()  # Should the signal come late, it comes here.
    thread.join()
    # Nothing is left of it.
    assert xla_mlir.compile(ADD)(*[np.ones(4, np.float32)] * 2).tolist() == [2] * 4


def test_other_threads_run_meanwhile(add):
    """The interpreter lock is not held while a program is compiled."""
    done = threading.Event()
    calls = 0

    def work():
        nonlocal calls
        x = np.ones(4, np.float32)
        while not done.is_set():
            add(x, x)
            calls += 1

    thread = threading.Thread(target=work)
    thread.start()
    before = calls
    xla_mlir.compile(long_program(60))
    during = calls - before
    done.set()
    thread.join()
    assert during > 0


def test_trace_opens_in_perfetto(tmp_path):
    path = tmp_path / "trace.json"
    xla_mlir.compile(ADD.replace("add", "subtract"), trace=path, cache_dir="-")
    events = json.loads(path.read_text())["traceEvents"]
    assert {event["ph"] for event in events} == {"X"}
    assert all(event["dur"] >= 0 and event["ts"] >= 0 for event in events)
    assert "xla-verify-input" in {event["name"] for event in events}
    assert {"pass", "kernel", "llvm"} <= {event["cat"] for event in events}


def test_time_limit():
    with pytest.raises(xla_mlir.CompileError, match="took longer than it may"):
        xla_mlir.compile(long_program(401), time_limit_milliseconds=1)
