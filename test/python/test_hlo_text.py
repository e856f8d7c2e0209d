"""HLO text against jaxlib's own reader: it accepts what we print, and both make the
same module of the shared samples. Differences that are meant:
- jaxlib makes names unique in its own way and orders instructions by their uses;
- it gives one number for a whole array to the first element only;
- it numbers stack frames anew, and drops the numbers where the text has no table;
- a recv-done gets the shape of its recv, whatever the text says.
Run with -s to see the counts."""

import os
import pathlib
import subprocess

import pytest

hlo = pytest.importorskip("jaxlib._hlo")

# Read by us and not by jaxlib 0.10.2, as they are and as we print them. The first two
# are wrong on purpose, tests of XLA's errors; the third is newer than that jaxlib.
JAXLIB_REFUSES = {
    "async-update.hlo": "the shape of an async-start",
    "ceil.hlo": "an array as predicate",
    "topk_logits_k10_1x50000_bf16.hlo": "is_stable of topk, of 2026",
}
FRAMES = "stack frames"
OTHER_MODULE = {
    "compute_cost_test.hlo": "one number for a whole array",
    "matrix_einsum.hlo": "one number for a whole array",
    "import_async.hlo": "the shape of a recv-done",
    "bit_resnetv2_50_predict.hlo": FRAMES,
    "colabfold_af2_apply.hlo": FRAMES,
    "efficientnet_b0_train.hlo": FRAMES,
    "llama3_8b_generate.hlo": FRAMES,
    "mixtral_8x7b_generate.hlo": FRAMES,
    "dlrm_keras_jax_f32_train_step.hlo": FRAMES,
    "resnet50_keras_jax_f32.hlo": FRAMES,
    "hlo_torax_iterhybrid_predictor_corrector_f64.hlo": FRAMES,
}


@pytest.fixture(scope="module")
def samples():
    """Our own texts, and those of the shared data if there are any."""
    root = pathlib.Path(__file__).resolve().parents[2]
    shared = pathlib.Path(os.environ.get("XLA_SHARED_DIR", root.parent / "shared"))
    folders = [root / "test/Target/HLOText/Inputs"]
    folders += [shared / "programs" / name for name in ("hlo_text", "hlo")]
    return sorted(path for folder in folders for path in folder.rglob("*")
                  if path.suffix in (".hlo", ".txt"))


def accepts(text):
    try:
        return hlo.hlo_module_from_text(text)
    except RuntimeError:
        return None


def run(tool, *arguments):
    return subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True)


def test_reads_and_prints_as_jaxlib_does(samples, tools, tmp_path):
    tool = tools / "xla-test-hlo-text"
    first = run(tool, f"--out={tmp_path}", *samples)
    assert first.returncode == 0, first.stdout
    texts = sorted(tmp_path.glob("*[0-9].txt"), key=lambda path: int(path.stem))
    names = {int(line.split()[0]): line.split()[1]
             for line in (tmp_path / "index").read_text().splitlines()}
    refused, ours_refused = [], []
    for path in texts:
        name = pathlib.Path(names[int(path.stem)]).name
        module = accepts(path.read_text())
        if module is None:
            refused.append(name)
        else:
            path.with_suffix(".ref.pb").write_bytes(module.as_serialized_hlo_module_proto())
        if accepts(path.with_suffix(".printed.txt").read_text()) is None:
            ours_refused.append(name)
    second = run(tool, f"--reference={tmp_path}", *samples)
    print(f"\n{len(texts)} texts, jaxlib reads {len(texts) - len(refused)} of them and "
          f"{len(texts) - len(ours_refused)} as we print them")
    print(second.stdout)
    assert set(ours_refused) <= set(JAXLIB_REFUSES)
    differing = {line.split(" ")[0] for line in second.stdout.splitlines()
                 if "differs from the reference" in line}
    assert {pathlib.Path(name).name for name in differing} <= set(OTHER_MODULE)
