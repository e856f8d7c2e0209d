"""Odd programs, run natively and by the interpreter, and compiled.

usage: odd_programs.py XLA_RUN XLA_COMPILE WORK_FILE

Each program comes with the exit codes of the two backends and a part of what
native code says of it. Compiling ends as running natively does.
"""

import subprocess
import sys

T = "tensor<4xf32>"
HUGE = "tensor<1099511627776xf32>"
# What nobody should have to read.
FORBIDDEN = ["LLVM ERROR", "Stack dump", "internal error", "Assertion",
             "expects not to be there", "LLVMTranslationDialectInterface"]


def main(body, arguments=f"%x: {T}", results=T):
    return f"func.func @main({arguments}) -> ({results}) {{\n{body}\n}}\n"


def sort(kind):
    return main(f"""
  %0 = "stablehlo.sort"(%x) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) {{dimension = 0 : i64}} : ({kind}) -> {kind}
  return %0 : {kind}""", f"%x: {kind}", kind)


def nest(depth):
    text = f"stablehlo.return %x : {T}"
    for level in range(depth):
        text = (f'%r{level} = "stablehlo.if"(%c) ({{\n{text}\n}}, '
                f"{{ stablehlo.return %x : {T} }}) : (tensor<i1>) -> {T}\n"
                + (f"stablehlo.return %r{level} : {T}" if level < depth - 1
                   else f"return %r{level} : {T}"))
    return main(text, f"%x: {T}, %c: tensor<i1>")


def chain(length):
    ops = ["negate", "abs"]
    lines = [f"%v{i + 1} = stablehlo.{ops[i % 2]} %v{i} : {T}" for i in range(length)]
    return main("\n".join(lines) + f"\nreturn %v{length} : {T}", f"%v0: {T}")


def calls(depth):
    text = main(f"%0 = call @f0(%x) : ({T}) -> {T}\nreturn %0 : {T}")
    for i in range(depth):
        text += (f"func.func private @f{i}(%x: {T}) -> {T} {{\n"
                 f"%0 = call @f{i + 1}(%x) : ({T}) -> {T}\nreturn %0 : {T} }}\n")
    return text + f"func.func private @f{depth}(%x: {T}) -> {T} {{ return %x : {T} }}\n"


def counting(calls, depth, last):
    """Of open shapes; f_i(n) calls the next one with n + 1, n + 2 and so on."""
    i32 = "tensor<i32>"
    text = main(f"""
  %n = stablehlo.constant dense<1> : {i32}
  %r = call @f0(%n) : ({i32}) -> {i32}
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> {i32}
  return %x : {T}""")
    for i in range(depth):
        callee = i + 1 if i < depth - 1 else last
        text += (f"func.func private @f{i}(%n: {i32}) -> {i32} {{\n"
                 + "".join(f"""
  %c{k} = stablehlo.constant dense<{k * calls ** i + 1}> : {i32}
  %m{k} = stablehlo.add %n, %c{k} : {i32}
  %r{k} = call @f{callee}(%m{k}) : ({i32}) -> {i32}""" for k in range(calls))
                 + f"\n  return %r0 : {i32} }}\n")
    return text + f"func.func private @f{depth}(%n: {i32}) -> {i32} {{ return %n : {i32} }}\n"


def entry(kind):
    return main(f"return %x : {kind}", f"%x: {kind}", kind)


# Name, text, exit code natively, by the interpreter, what native code says.
PROGRAMS = [
    ("empty", "", 2, 2, "has no function"),
    ("empty module", "module {}", 2, 2, "has no function"),
    ("no main", entry(T).replace("@main", "@f"), 2, 2, "has @f; --entry"),
    ("private main", entry(T).replace("func.func", "func.func private"), 0, 0, ""),
    ("declaration", f"func.func private @main({T}) -> {T}", 2, 2, "expects a body"),
    ("main is no function",
     'memref.global "private" @main : memref<4xf32> = dense<1.0>', 2, 2,
     "expected a function named @main, but the program has no function"),
    ("nested module", "module { module @inner { " + entry(T) + "} }", 2, 2, "no function"),
    ("recursion", main(f"%0 = call @main(%x) : ({T}) -> {T}\nreturn %0 : {T}"),
     2, 2, "would call itself; write a loop (while) instead"),
    ("call of a declaration", main(f"%0 = call @d(%x) : ({T}) -> {T}\nreturn %0 : {T}")
     + f"func.func private @d({T}) -> {T}", 2, 2, "only declared"),
    ("blocks", main(f"cf.br ^a\n^a:\nreturn %x : {T}"), 2, 2, "one block"),
    ("other dialect", main(f"%0 = arith.addf %x, %x : {T}\nreturn %0 : {T}"), 2, 2,
     "programs are of func, stablehlo (hlo) and chlo ops"),
    ("unknown op", main(f"%0 = stablehlo.frobnicate %x : {T}\nreturn %0 : {T}"),
     2, 2, "is unknown"),
    ("unknown dialect", main(f'%0 = "foo.bar"(%x) : ({T}) -> {T}\nreturn %0 : {T}'),
     2, 2, "unregistered dialect"),
    ("no results", f"func.func @main(%x: {T}) {{ return }}", 0, 0, ""),
    ("no arguments", "func.func @main() { return }", 0, 0, ""),
    ("scalar", entry("f32"), 2, 2, "a scalar is 'tensor<f32>'"),
    ("memref", entry("memref<4xf32>"), 2, 2, "but got 'memref<4xf32>'"),
    ("index", entry("tensor<4xindex>"), 2, 0, "but got 'tensor<4xindex>'"),
    ("wide integer", entry("tensor<4xi128>"), 2, 3, "but got 'tensor<4xi128>'"),
    ("odd integer", entry("tensor<4xi7>"), 2, 3, "but got 'tensor<4xi7>'"),
    ("extended float", entry("tensor<4xf80>"), 2, 3, "but got 'tensor<4xf80>'"),
    ("token", entry("!stablehlo.token"), 0, 0, ""),
    ("empty tuple", entry("tuple<>"), 0, 0, ""),
    ("one value thrice", main(f"return %x, %x, %x : {T}, {T}, {T}", results=", ".join([T] * 3)),
     0, 0, ""),
    ("rank 21", entry("tensor<" + "1x" * 20 + "2xf32>"), 0, 0, ""),
    ("largest extent", entry("tensor<9223372036854775807xf32>"), 2, 3, "at most 2^47 bytes"),
    ("largest extent and 0", entry("tensor<9223372036854775807x0xf32>"), 2, 0,
     "at most 2^47 bytes"),
    ("no elements", sort("tensor<0xf32>"), 0, 0, ""),
    ("no terms", main("""
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
     : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>""", "%x: tensor<0x3xf32>", "tensor<3xf32>"), 0, 0, "[1.0, 1.0, 1.0]"),
    ("huge constants inside", main(f"""
  %c = stablehlo.constant dense<2.0> : {HUGE}
  %d = stablehlo.constant dense<3.0> : {HUGE}
  %a = stablehlo.concatenate %c, %d, dim = 0 : ({HUGE}, {HUGE}) -> tensor<2199023255552xf32>
  %s = stablehlo.slice %a [1099511627774:1099511627778] : (tensor<2199023255552xf32>) -> {T}
  return %s : {T}"""), 2, 2, "(--memory-limit)"),
    ("chain", chain(5000), 0, 0, ""),
    ("nested 100", nest(100), 0, 0, ""),
    ("nested 2000", nest(2000), 2, 2, "512 levels of nesting"),
    ("calls", calls(1000), 0, 2, ""),
    ("open shapes, recursion", counting(1, 1, 0), 2, 2, "would call itself"),
    ("open shapes, calls", counting(1, 1000, 1000), 2, 2,
     "at most 256 calls inside each other"),
    ("open shapes, many calls", counting(2, 14, 14), 2, 0,
     "at most 10000 sets of shapes and sizes"),
    ("wrong options", "module attributes {xla.options = {speed = 3}} {" + entry(T) + "}",
     2, 2, "but got 'speed'"),
    ("wrong phase", 'module attributes {xla.phase = "x"} {' + entry(T) + "}", 2, 2,
     "name of a phase"),
    ("binary", "\x01\x02", 2, 2, "expected a proto of HLO"),
    ("garbage", "hello world", 2, 2, "unknown"),
]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=300, check=False)
    return done.returncode, done.stdout


def check(tool, options, path, code, phrase):
    """What is wrong with how a tool ends, or nothing."""
    got, said = run(tool, path, *options)
    problems = [f"says '{word}'" for word in FORBIDDEN if word in said]
    if got != code:
        problems.append(f"exits with {got}, not {code}")
    if phrase not in said:
        problems.append(f"does not say '{phrase}'")
    return f"{', '.join(problems)}: {said[:1000]}" if problems else ""


def test(xla_run, xla_compile, path):
    wrong = 0
    for name, text, native, interpreted, phrase in PROGRAMS:
        with open(path, "w") as file:
            file.write(text)
        # Memory is xla-run's to know.
        compiled = 0 if "--memory-limit" in phrase else native
        for what, problem in [
                ("natively", check(xla_run, [], path, native, phrase)),
                ("interpreted", check(xla_run, ["--backend=interpreter"], path, interpreted, "")),
                ("compiled", check(xla_compile, ["-o", "/dev/null"], path, compiled, ""))]:
            if problem:
                wrong += 1
                print(f"{name} {what} {problem}")
    print(f"{len(PROGRAMS)} programs, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(test(*sys.argv[1:4]))
