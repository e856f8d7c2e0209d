"""A service in a container: the example in C, the run time and a package, stripped, and no
file besides them but what they are linked with."""

import os
import platform
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="chroot needs root"),
    pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="runs code of x86-64")]


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


@pytest.fixture(scope="module")
def container(tmp_path_factory, tools, examples):
    folder = tmp_path_factory.mktemp("container")
    run(tools / "xla-compile", examples / "mlp/model.mlir", "--symbol=mlp",
        "--target=x86_64", "--cpu=x86-64,x86-64-v3", "-o", folder / "mlp.xla")
    program = folder / "run-package"
    run("cc", "-O2", f"-I{ROOT / 'include'}", examples / "from_c/main.c", "-o", program,
        f"-L{BUILD / 'lib'}", "-lxla_runtime", f"-Wl,-rpath,{BUILD / 'lib'}")
    text = run("ldd", program, capture_output=True).stdout
    for path in re.findall(r"(/\S+) \(0x", text):
        target = folder / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.realpath(path), target)
    (ours,) = folder.rglob("libxla_runtime.so*")
    run("strip", program, ours)
    return folder


def test_runs_in_a_chroot(container):
    done = run("/run-package", "/mlp.xla", capture_output=True, env={},
               preexec_fn=lambda: (os.chroot(container), os.chdir("/")))
    assert "argument features: f32[1,16]" in done.stdout
    assert re.search(r"result scores: f32\[1,4\]\n(-?[\d.]+ ){3}-?[\d.]+", done.stdout)


def test_is_small(container):
    ours = [container / "run-package", container / "mlp.xla",
            *container.rglob("libxla_runtime.so*")]
    sizes = {path.name: path.stat().st_size for path in ours}
    assert sum(sizes.values()) < 1 << 20, sizes
    libraries = {path.name for path in container.rglob("*.so*")}
    assert not [name for name in libraries if re.search("LLVM|MLIR|protobuf", name)]
