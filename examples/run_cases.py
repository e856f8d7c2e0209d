#!/usr/bin/env python3
"""Runs the programs of this folder that have a case, through the Python package, and
compares with what they have to give.

usage: run_cases.py [NAME...]
"""

import json
import pathlib
import sys

import numpy as np
import xla_mlir

from cases import HERE, uniform


def run_case(folder: pathlib.Path) -> None:
    case = json.loads((folder / "case.json").read_text())
    program = xla_mlir.compile((folder / "model.mlir").read_text(), entry=case["entry"])
    arguments = [uniform(a["shape"], a["lo"], a["hi"], a["seed"])[1]
                 for a in case["args"]]
    results = program(*arguments)
    if len(case["results"]) == 1:
        results = (results,)
    for got, wanted in zip(results, case["results"], strict=True):
        expected = np.load(folder / wanted["file"]).reshape(wanted["shape"])
        np.testing.assert_allclose(got, expected, wanted["rtol"], wanted["atol"])


def main() -> None:
    folders = sorted(path.parent for path in HERE.glob("*/case.json"))
    for folder in folders:
        if len(sys.argv) < 2 or folder.name in sys.argv[1:]:
            run_case(folder)
            print(f"{folder.name}: as expected")


if __name__ == "__main__":
    main()
