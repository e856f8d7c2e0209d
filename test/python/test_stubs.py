"""The types of the package (.pyi) say what its modules have: names, parameters, defaults."""

import ast
import importlib
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import xla_mlir

FOLDER = pathlib.Path(xla_mlir.__file__).parent
STUBS = sorted(path for path in FOLDER.rglob("*.pyi") if "_mlir_libs" not in path.parts)


def names_of(path):
    return str(path.relative_to(FOLDER))


def parameters(function: ast.FunctionDef) -> list:
    """(name, kind, whether it has a default) of each parameter."""
    kinds, given = inspect.Parameter, function.args
    plain = given.posonlyargs + given.args
    missing = len(plain) - len(given.defaults)
    found = [(a.arg, kinds.POSITIONAL_OR_KEYWORD, i >= missing) for i, a in enumerate(plain)]
    if given.vararg:
        found.append((given.vararg.arg, kinds.VAR_POSITIONAL, False))
    found += [(a.arg, kinds.KEYWORD_ONLY, default is not None)
              for a, default in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg:
        found.append((given.kwarg.arg, kinds.VAR_KEYWORD, False))
    return found


def check_function(node, function, where):
    try:
        signature = inspect.signature(function)
    except ValueError:  # In C++.
        assert callable(function), where
        return
    expected = [(p.name, p.kind, p.default is not p.empty)
                for p in signature.parameters.values()]
    stated = parameters(node)
    if any(getattr(d, "id", "") == "overload" for d in node.decorator_list):
        # Each has less than the whole.
        expected, stated = ([p[:2] for p in list_] for list_ in (expected, stated))
    assert stated == expected, where


def check_class(node, cls, where):
    """An attribute of instances is in the text of the class, if nowhere else."""
    text = "" if hasattr(cls, "_fields") else inspect.getsource(cls)
    for member in node.body:
        name = getattr(member, "name", None) or getattr(
            getattr(member, "target", None), "id", None)
        if name is None:
            continue
        assert hasattr(cls, name) or name in text, f"{where}.{name}"
        if isinstance(member, ast.FunctionDef) and name != "__call__":
            attribute = inspect.getattr_static(cls, name)
            is_property = any(getattr(d, "id", "") == "property"
                              for d in member.decorator_list)
            assert isinstance(attribute, property) == is_property, f"{where}.{name}"
            if not is_property:
                check_function(member, attribute, f"{where}.{name}")
    stated = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
    public = {name for name, value in vars(cls).items() if not name.startswith("_")
              and (inspect.isfunction(value) or isinstance(value, property))}
    assert public <= stated, where


@pytest.mark.parametrize("path", STUBS, ids=names_of)
def test_stub_says_what_there_is(path):
    parts = ("xla_mlir", *path.relative_to(FOLDER).with_suffix("").parts)
    module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    stated = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            stated |= {alias.asname for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            stated.add(node.name)
            if isinstance(node, ast.FunctionDef):
                check_function(node, getattr(module, node.name), node.name)
            elif hasattr(module, node.name):  # A protocol is in the stub alone.
                check_class(node, getattr(module, node.name), node.name)
        elif isinstance(node, ast.AnnAssign):
            stated.add(node.target.id)
        elif isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
            assert ast.literal_eval(node.value) == module.__all__
            stated |= {"__all__"}
    # Some modules have more than users see of them.
    if "__all__" in stated:
        assert set(module.__all__) <= stated


def test_all_public_modules_have_one():
    modules = {sys.modules[value.__module__] for value in vars(xla_mlir).values()
               if getattr(value, "__module__", "").startswith("xla_mlir.")}
    files = {pathlib.Path(module.__file__) for module in modules if module.__file__}
    assert {path.with_suffix(".pyi") for path in files if path.suffix == ".py"} <= set(STUBS)
    assert (FOLDER / "py.typed").exists()


RIGHT = """
import numpy as np
import xla_mlir

program = xla_mlir.compile("...", opt_level=1, trace="t.json")
shape: tuple[int, ...] = program.arguments[0].shape
out = program(np.ones(3), threads=2)

@xla_mlir.jit
def double(x: np.ndarray) -> np.ndarray:
    return x + x

y: np.ndarray = double(np.ones(3))
text: str = double.lower(np.ones(3)).compile().as_text(stage="fusion")
best = xla_mlir.jit(lambda x, n: x * n, static_argnums=1)
snapshot = xla_mlir.read_snapshot("run.pb")
z = None if snapshot.results is None else snapshot.results[0]
"""
WRONG = """
import xla_mlir
xla_mlir.compile(3)
xla_mlir.load("a.xla", weight="b")
xla_mlir.compile("").num_kernel
shape: str = xla_mlir.compile("").arguments[0].shape
"""


def test_type_checker(tmp_path):
    """mypy, where it is installed, accepts right uses and tells wrong ones."""
    pytest.importorskip("mypy")

    def check(name, text):
        (tmp_path / name).write_text(text)
        paths = os.pathsep.join(path for path in sys.path if path)
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--no-incremental", "--hide-error-context",
             "--follow-imports=silent", name], cwd=tmp_path, text=True, capture_output=True,
            env={**os.environ, "MYPYPATH": str(FOLDER.parent), "PYTHONPATH": paths})

    done = check("right.py", RIGHT)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = check("wrong.py", WRONG).stdout.splitlines()
    assert [line.split(":")[1] for line in lines if ": error:" in line] == list("3456")
