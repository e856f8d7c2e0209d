"""Random host-level programs, run natively and by the interpreter.

usage: random_programs.py XLA_RUN WORK_FILE FIRST_SEED COUNT

Loops, branches and cases nest and carry values round, updates are in place or
not, reshapes alias, results repeat: what buffer assignment can get wrong.
Prints each seed whose results differ, leaves its program beside WORK_FILE, and
ends with a line of counts; exit code 1 if any differs.
"""

import random
import re
import subprocess
import sys

TENSOR = "tensor<4xf32>"
NUMBER = re.compile(r"-?(?:\d[\d.e+-]*|inf|nan)")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.lines = []

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def add(self, depth, text):
        self.lines.append("  " * depth + text)

    def constant(self, depth, value, type):
        name = self.name()
        self.add(depth, f"{name} = hlo.constant dense<{value}> : {type}")
        return name

    def op(self, depth, values):
        pick = self.random.choice
        x, y, result = pick(values), pick(values), self.name()
        kind = pick(["binary", "binary", "unary", "reverse", "update", "update",
                     "reshape", "constant", "dot"])
        if kind == "binary":
            op = pick(["add", "subtract", "multiply", "maximum"])
            self.add(depth, f"{result} = hlo.{op} {x}, {y} : {TENSOR}")
        elif kind == "unary":
            op = pick(["sine", "tanh", "negate", "cosine"])
            self.add(depth, f"{result} = hlo.{op} {x} : {TENSOR}")
        elif kind == "reverse":
            self.add(depth, f"{result} = hlo.reverse {x}, dims = [0] : {TENSOR}")
        elif kind == "update":
            part = self.name()
            self.add(depth, f"{part} = hlo.slice {y} "
                     f"[{pick(['0:2', '1:3', '2:4'])}] : ({TENSOR}) -> tensor<2xf32>")
            at = self.constant(depth, self.random.randint(0, 3), "tensor<i32>")
            self.add(depth, f"{result} = hlo.dynamic_update_slice {x}, {part}, {at}"
                     f" : ({TENSOR}, tensor<2xf32>, tensor<i32>) -> {TENSOR}")
        elif kind == "reshape":
            square = self.name()
            self.add(depth, f"{square} = hlo.reshape {x} : ({TENSOR}) -> tensor<2x2xf32>")
            if self.random.random() < 0.5:
                turned = self.name()
                self.add(depth, f"{turned} = hlo.transpose {square}, dims = [1, 0]"
                         " : (tensor<2x2xf32>) -> tensor<2x2xf32>")
                square = turned
            self.add(depth, f"{result} = hlo.reshape {square} : (tensor<2x2xf32>) -> {TENSOR}")
        elif kind == "constant":
            numbers = ", ".join(f"{self.random.randint(-3, 3)}.5" for _ in range(4))
            return self.constant(depth, f"[{numbers}]", TENSOR)
        else:
            product = self.name()
            self.add(depth, f"{product} = hlo.dot_general {x}, {y}, contracting_dims"
                     f" = [0] x [0] : ({TENSOR}, {TENSOR}) -> tensor<f32>")
            self.add(depth, f"{result} = hlo.broadcast_in_dim {product}, dims = []"
                     f" : (tensor<f32>) -> {TENSOR}")
        return result

    def block(self, depth, values, nesting, size):
        values = list(values)
        for _ in range(size):
            kind = self.random.random()
            if nesting < 2 and kind < 0.18:
                values += self.loop(depth, values, nesting)
            elif nesting < 2 and kind < 0.32:
                values += self.branch(depth, values, nesting)
            else:
                values.append(self.op(depth, values))
            if self.random.random() < 0.3 and len(values) > 3:
                values.pop(self.random.randrange(len(values)))
        return values

    def loop(self, depth, values, nesting):
        carried = [self.name() for _ in range(self.random.randint(1, 4))]
        result, counter = self.name(), self.name()
        zero = self.constant(depth, 0, "tensor<i32>")
        starts = [f"{counter} = {zero}"]
        starts += [f"{name} = {self.random.choice(values)}" for name in carried]
        types = ", ".join(["tensor<i32>"] + [TENSOR] * len(carried))
        self.add(depth, f"{result}:{len(carried) + 1} = hlo.while({', '.join(starts)}) : {types}")
        self.add(depth, "cond {")
        limit = self.constant(depth + 1, self.random.randint(0, 3), "tensor<i32>")
        test = self.name()
        self.add(depth + 1, f"{test} = hlo.compare LT, {counter}, {limit}"
                 " : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        self.add(depth + 1, f"hlo.return {test} : tensor<i1>")
        self.add(depth, "} do {")
        one = self.constant(depth + 1, 1, "tensor<i32>")
        inner = self.block(depth + 1, values + carried * 2, nesting + 1,
                           self.random.randint(1, 5))
        following = self.name()
        self.add(depth + 1, f"{following} = hlo.add {counter}, {one} : tensor<i32>")
        yields = [self.random.choice(inner[-4:] + carried) for _ in carried]
        self.add(depth + 1, f"hlo.return {', '.join([following] + yields)} : {types}")
        self.add(depth, "}")
        return [f"{result}#{i + 1}" for i in range(len(carried))]

    def branch(self, depth, values, nesting):
        first, scalar, selector = self.name(), self.name(), self.name()
        count, result = self.random.randint(1, 3), self.name()
        self.add(depth, f"{first} = hlo.slice {self.random.choice(values)} [0:1]"
                 f" : ({TENSOR}) -> tensor<1xf32>")
        self.add(depth, f"{scalar} = hlo.reshape {first} : (tensor<1xf32>) -> tensor<f32>")
        if self.random.random() < 0.5:
            limit = self.constant(depth, "0.1", "tensor<f32>")
            self.add(depth, f"{selector} = hlo.compare LT, {scalar}, {limit}"
                     " : (tensor<f32>, tensor<f32>) -> tensor<i1>")
            op, regions, type = "if", 2, "tensor<i1>"
        else:
            self.add(depth, f"{selector} = hlo.convert {scalar} : (tensor<f32>) -> tensor<i32>")
            op, regions, type = "case", self.random.randint(1, 4), "tensor<i32>"
        types = ", ".join([TENSOR] * count)
        self.add(depth, f'{result}:{count} = "hlo.{op}"({selector}) ({{')
        for region in range(regions):
            inner = self.block(depth + 1, values, nesting + 1, self.random.randint(0, 4))
            yields = [self.random.choice(inner[-5:]) for _ in range(count)]
            self.add(depth + 1, f"hlo.return {', '.join(yields)} : {types}")
            self.add(depth, "}, {" if region < regions - 1 else f"}}) : ({type}) -> ({types})")
        return [f"{result}#{i}" for i in range(count)]

    def text(self):
        values = self.block(1, ["%x", "%y", "%z"], 0, self.random.randint(3, 10))
        results = [self.random.choice(values[-6:]) for _ in range(self.random.randint(1, 4))]
        types = ", ".join([TENSOR] * len(results))
        self.add(1, f"return {', '.join(results)} : {types}")
        arguments = ", ".join(f"{name}: {TENSOR}" for name in ["%x", "%y", "%z"])
        return "\n".join([f"func.func @main({arguments}) -> ({types}) {{"] + self.lines + ["}", ""])


def run(tool, path, *options):
    done = subprocess.run([tool, path, "--print", *options], capture_output=True,
                          text=True, timeout=60, check=False)
    return done.returncode, [float(number) for number in NUMBER.findall(done.stdout)], done.stderr


def agree(left, right):
    return left == right or (left != left and right != right) or (
        abs(left - right) <= 1e-4 * max(1.0, abs(right)))


def main():
    tool, path, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    wrong = 0
    for seed in range(first, first + count):
        with open(path, "w") as file:
            file.write(Program(seed).text())
        expected_code, expected, message = run(tool, path, "--backend=interpreter")
        code, actual, error = run(tool, path)
        if (expected_code == 0 and code == 0 and len(actual) == len(expected)
                and all(map(agree, actual, expected))):
            continue
        wrong += 1
        with open(f"{path}.{seed}.mlir", "w") as file:
            file.write(Program(seed).text())
        print(f"seed {seed} differs: {message}{error}")
    print(f"{count} programs, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
