"""The wheel that utils/wheel makes: what it needs, and where it runs."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def is_current(wheel) -> bool:
    """Whether it has the package of this checkout, and is no older than its last commit."""
    (version,) = re.findall(r"project\(xla-mlir VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text())
    last = subprocess.run(
        ["git", "log", "-1", "--format=%ct", "--", "CMakeLists.txt", "include", "lib", "python"],
        cwd=ROOT, capture_output=True, text=True).stdout
    if f"-{version}-" not in wheel.name or wheel.stat().st_mtime < int(last or 0):
        return False
    sources = ROOT / "python/xla_mlir"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        return all((name := f"xla_mlir/{path.relative_to(sources)}") in names
                   and archive.read(name) == path.read_bytes()
                   for path in sources.rglob("*.py"))


WHEELS = list(filter(is_current, (ROOT / "build/wheel").glob("*.whl")))
pytestmark = pytest.mark.skipif(len(WHEELS) != 1,
                                reason="no wheel of these sources: utils/wheel makes it")

# Compiles a program and runs it.
PROGRAM = """
import numpy as np, xla_mlir
f = xla_mlir.compile('''func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}''')
x = np.linspace(-1, 1, 4, dtype=np.float32)
np.testing.assert_allclose(f(x), np.tanh(x), 1e-6)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A folder with the unpacked wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(WHEELS[0]) as archive:
        archive.extractall(folder)
    return folder


def needed(library) -> list:
    text = subprocess.run(["readelf", "-d", library], capture_output=True, text=True,
                          check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def run(code, package):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(package)}, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def test_tag_and_size():
    assert re.search(r"-cp3\d+-manylinux_2_\d+_\w+\.whl$", WHEELS[0].name)
    assert WHEELS[0].stat().st_size < 60 << 20


def test_brings_what_it_needs(package):
    own = {path.name for path in package.rglob("*.so*")}
    system = re.compile(r"(libc|libm|libdl|libpthread|librt|libz|libgcc_s|libstdc\+\+|"
                        r"ld-linux[-\w]*)\.so\.\d+$")
    for library in package.rglob("*.so*"):
        for name in needed(library):
            assert name in own or system.match(name), f"{library.name} needs {name}"


def test_shows_no_cxx_of_mlir(package):
    (library,) = package.rglob("libxla_compiler*.so")
    names = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True,
                           text=True, check=True).stdout
    shown = {line.split()[-1] for line in names.splitlines()}
    assert "xla_compile" in shown and "mlirContextCreate" in shown
    assert not [name for name in shown if not re.match("xla_|mlir[A-Z]|XlaCustomCallStatus", name)]


def test_runs_without_the_build(package):
    libraries = run(PROGRAM + "print(open('/proc/self/maps').read())", package)
    assert "libxla_compiler" in libraries
    assert "/libLLVM" not in libraries and "/libMLIR.so" not in libraries
    assert str(ROOT / "build/release") not in libraries


@pytest.mark.parametrize("first", ["jax", "ours"])
def test_beside_jaxlib(package, first):
    pytest.importorskip("jax")
    jax = """
import jax, jax.numpy as jnp
assert float(jax.jit(lambda x: jnp.sin(x) * 2)(0.0)) == 0
"""
    run(jax + PROGRAM if first == "jax" else PROGRAM + jax + PROGRAM, package)


def libraries_of(binary) -> list:
    text = subprocess.run(["ldd", binary], capture_output=True, text=True).stdout
    return re.findall(r"(/\S+) \(0x", text)


@pytest.mark.skipif(os.geteuid() != 0, reason="chroot needs root")
def test_in_a_folder_with_python_alone(package, tmp_path):
    """Python, its library, NumPy and what a manylinux system has; not even a shell."""
    python = pathlib.Path(sys.executable).resolve()
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    site = tmp_path / "site"
    shutil.copytree(library, tmp_path / library.relative_to("/"),
                    ignore=shutil.ignore_patterns("test", "__pycache__", "*-packages"))
    shutil.copytree(package, site)
    numpy = pathlib.Path(np.__file__).parent
    for folder in (numpy, numpy.with_name("numpy.libs")):
        shutil.copytree(folder, site / folder.name)
    binaries = [python, *(library / "lib-dynload").glob("*.so"),
                *(numpy / "_core").glob("*.so")]
    for file in {python, *(f for binary in binaries for f in libraries_of(binary))}:
        target = tmp_path / str(file).lstrip("/")
        if not str(file).startswith(str(numpy.parent)):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    done = subprocess.run(
        [python, "/examples/run_cases.py"], capture_output=True, text=True,
        env={"PYTHONPATH": "/site", "PYTHONHOME": str(library.parents[1])},
        preexec_fn=lambda: (os.chroot(tmp_path), os.chdir("/")), timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.count("as expected") == len(list(ROOT.glob("examples/*/case.json")))
