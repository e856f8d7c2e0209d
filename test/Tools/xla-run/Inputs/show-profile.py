"""What a profile says that is no time, a line for each kernel."""

import json
import sys

profile = json.load(sys.stdin)["profile"]
kernels = profile["kernels"]
for kernel in kernels:
    print(f"{kernel['calls']:g} calls of {kernel['name']}: "
          f"{kernel['bytes']:.0f} bytes, {kernel['flops']:.0f} flops, "
          f"{kernel['transcendentals']:.0f} functions, {kernel['lines']}")
assert profile["runs"] > 0
seconds = sum(kernel["seconds"] for kernel in kernels) + profile["outside_s"]
assert abs(seconds - profile["run_s"]) < 1e-9 + 1e-6 * seconds
assert kernels == sorted(kernels, key=lambda kernel: -kernel["seconds"])
calls = sum(round(kernel["calls"]) for kernel in kernels)
assert len(profile["last_run"]) == calls
assert all(0 <= call["begin_s"] <= call["end_s"] for call in profile["last_run"])
print("parts of the run add up")
