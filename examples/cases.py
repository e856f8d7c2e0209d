"""Writes the case of an example: its arguments as generators, its expected
results as computed by NumPy in double precision."""

import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
MASK = np.uint64(0xFFFFFFFFFFFFFFFF)


def random_bits(seed: int, count: int) -> np.ndarray:
    """64 bits for each element: a counter through SplitMix64's finaliser."""
    with np.errstate(over="ignore"):
        i = np.arange(count, dtype=np.uint64)
        z = (np.uint64(seed * 0x9E3779B97F4A7C15 & int(MASK))
             + i * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(0x94D049BB133111EB))
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def uniform(shape, low, high, seed):
    """The description of an argument and its values, rounded to f32."""
    bits = random_bits(seed, int(np.prod(shape)))
    values = low + (high - low) * ((bits >> np.uint64(40)) * 2.0**-24)
    spec = {"shape": list(shape), "dtype": "f32", "gen": "uniform",
            "lo": low, "hi": high, "seed": seed}
    return spec, values.astype(np.float32).reshape(shape)


def write_case(name, description, source, args, results) -> None:
    """`args` as from `uniform`, `results` arrays in f64."""
    folder = HERE / name
    (folder / "expected").mkdir(parents=True, exist_ok=True)
    lines = []
    for index, result in enumerate(results):
        result = np.asarray(result, np.float64)
        np.save(folder / f"expected/{index}.npy",
                result.astype(np.float32).reshape(-1))
        rms = float(np.sqrt(np.mean(result**2)))
        lines.append({"shape": list(result.shape), "dtype": "f32", "rtol": 1e-5,
                      "atol": float(f"{1e-5 * rms:.3g}"), "rms": float(f"{rms:.9g}"),
                      "file": f"expected/{index}.npy"})
    head = {"description": description, "source": source, "entry": "main"}
    text = json.dumps(head, indent=2).rstrip("\n}")
    for key, rows in (("args", [spec for spec, _ in args]), ("results", lines)):
        text += f',\n  "{key}": [\n    '
        text += ",\n    ".join(json.dumps(row) for row in rows) + "\n  ]"
    (folder / "case.json").write_text(text + "\n}\n")
