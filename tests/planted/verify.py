#!/usr/bin/env python3
"""What a real GPU and compute-sanitizer say of the programs in this folder, a line for each form.

Needs a GPU and CUDA's toolkit (nvcc and compute-sanitizer on the PATH or in /usr/local/cuda/bin), nothing else.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")


class Form:
    def __init__(self, program, number, when, reason, what):
        self.program, self.number, self.when, self.reason, self.what = program, number, when, reason, what
        self.name = f"{program.name} {number}"

    def row(self):
        verdict = f"{self.reason}, {self.when}" if self.reason else self.when
        return f"| `{self.program.name}` {self.number} | {self.what} | {verdict} |"


class Program:
    """A file and what its first lines say; planted_program.h describes them."""

    def __init__(self, file):
        self.file, self.name, self.tests, self.forms = file, file.stem, {}, []
        for line in file.read_text().splitlines():
            if not line.startswith("//"):
                break
            line = line[3:]
            if test := re.fullmatch(r"(screen|test|held-out): ?(.*)", line):
                self.tests[test[1]] = test[2].split()
            elif form := re.fullmatch(r"(\d+) (not yet|[a-z-]+)(?:, ([a-z ]+))?: (.*)", line):
                self.forms.append(Form(self, int(form[1]), form[2], form[3], form[4]))
            elif line.startswith("  ") and self.forms:
                self.forms[-1].what += line[1:]
        self.sound = next((form for form in self.forms if form.number == 0), Form(self, 0, "passes", None, "the program as it stands"))


def tool(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    return found or sys.exit(f"{name} is missing: install CUDA's toolkit, or put its bin folder on the PATH")


def compile_form(form, folder, arch):
    binary = folder / f"{form.program.name}-{form.number}"
    command = [tool("nvcc"), "-O3", "-lineinfo", f"-arch={arch}", "-Wno-deprecated-gpu-targets", f"-DPLANT={form.number}"]
    made = subprocess.run([*command, "-o", binary, form.program.file], capture_output=True, text=True)
    return None if made.returncode == 0 else f"{form.name}: does not compile\n{made.stderr}"


def run(command, seconds):
    """What it printed; None when it took too long."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout + ("" if done.returncode == 0 else f"exit code {done.returncode}\n")


def natively(form, folder, arguments, expected, runs):
    """"same 2/2", "differs 1/2" or "hangs"."""
    same = 0
    for _ in range(runs):
        output = run([folder / f"{form.program.name}-{form.number}", *arguments], 10)
        if output is None:
            return "hangs"
        same += output == expected
    return f"same {same}/{runs}" if same == runs else f"differs {runs - same}/{runs}"


def sanitized(form, folder, arguments, name):
    """The tool's name when it finds something."""
    command = [tool("compute-sanitizer"), "--tool", name, "--print-limit", "1"]
    output = run([*command, folder / f"{form.program.name}-{form.number}", *arguments], 30)
    if output is None:
        return name + " hangs"
    return name if any(int(count) for count in re.findall(r"SUMMARY: (\d+)", output)) else ""


def verdict(form, folder, expected, runs):
    results = [f"{role} {natively(form, folder, arguments, expected[role], runs)}" for role, arguments in form.program.tests.items()]
    role = "held-out" if form.when == "held-out" and "held-out" in form.program.tests else "test"
    hangs = any(result.endswith("hangs") for result in results)
    found = [] if hangs else [result for name in TOOLS if (result := sanitized(form, folder, form.program.tests[role], name))]
    ours = f"{form.reason}, {form.when}" if form.reason else form.when
    return f"{form.name:22} {', '.join(results):40} {' '.join(found) or '-':30} [{ours}]"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", help="names without .cu; none: all")
    parser.add_argument("--runs", type=int, default=2, help="of each form on each input")
    parser.add_argument("--arch", default="native", help="as nvcc takes it")
    parser.add_argument("--jobs", type=int, default=min(16, os.cpu_count() or 1))
    parser.add_argument("--compile-only", action="store_true", help="needs no GPU")
    parser.add_argument("--table", action="store_true", help="print the rows of the table in the docs, and do nothing else")
    options = parser.parse_args()

    programs = [Program(file) for file in sorted(HERE.glob("*.cu")) if not options.programs or file.stem in options.programs]
    if options.table:
        print("\n".join(form.row() for program in programs for form in program.forms))
        return 0
    forms = [form for program in programs for form in [program.sound, *(one for one in program.forms if one.number != 0)]]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(scratch)
        if complaints := [one for one in pool.map(lambda form: compile_form(form, folder, options.arch), forms) if one]:
            sys.exit("\n".join(complaints))
        print(f"{len(forms)} forms of {len(programs)} programs compile")
        if options.compile_only:
            return 0

        def outputs(program):
            return {role: run([folder / f"{program.name}-0", *arguments], 10) for role, arguments in program.tests.items()}

        expected = dict(zip(programs, pool.map(outputs, programs)))
        print("form, its output beside the sound form's, what compute-sanitizer's tools find, [where the simulated GPU rejects it]")
        for line in pool.map(lambda form: verdict(form, folder, expected[form.program], options.runs), forms):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
