#!/usr/bin/env python3
"""What is said about minimised variants of searched programs, as one text: for a reviewer to read against the IR, and to compare later.

usage: words.py [--gevo PROGRAM] [--variants N] [--seed N] [--patches] FILE.gevo...

Of each file, N (4) variants that are valid, faster than the original and have 4 to 40 edits are drawn by the seed and minimised, which
adds them to the file. With --patches each is written as a patch too, which takes up to a minute; the last line counts their states.
"""

import argparse
import collections
import csv
import io
import json
import pathlib
import random
import re
import subprocess
import sys


def call(*arguments):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, check=False)


def drawn(gevo, path, count, seed):
    rows = list(csv.DictReader(io.StringIO(call(gevo, "show", path, "--evaluations", "--csv").stdout)))
    codes = {}
    for row in rows[1:]:
        edits = row["edits"].count("\n") + 1
        is_faster = row["reason"] == "valid" and row["stage"] == "done" and float(row["runtime_us"]) < float(rows[0]["runtime_us"])
        if is_faster and 4 <= edits <= 40:
            codes.setdefault(row["code"], row["id"])
    ids = list(codes.values())
    random.Random(seed).shuffle(ids)
    return ids[:count]


def place(chain):
    return " in ".join(f"{at['file']}:{at['line']}" for at in chain) or "?"


def described(gevo, path, variant, patches):
    analyzed = call(gevo, "analyze", path, "--variant", variant)
    name = re.search(r"\bvariant (D\d+)", analyzed.stdout)
    if name is None:
        return None, []
    if patches:
        call(gevo, "export", path, "--variant", name[1], "--patch", path.with_suffix(".words.patch"))
    shown = json.loads(call(gevo, "show", path, "--variant", name[1], "--json").stdout)
    state = shown["patch"]["state"] if shown["patch"] else "not tried"
    lines = [f"{path.stem} {variant}, {shown['speedup']:.3f}x" + (f", {state}" if patches else "")]
    for edit in shown["edits"]:
        lines.append(f"  {edit['words']}" + (f" [{place(edit['target'])}: {edit['meaning']}]" if edit["meaning"] else ""))
    for said in shown["consequences"]:
        lines.append(f"    {place(said['where'])}: " + (f"in {said['kernel']}: " if said["kernel"] else "") + said["words"])
    return state, lines


def main():
    csv.field_size_limit(sys.maxsize)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--gevo", default=root / "build/release/bin/gevo")
    parser.add_argument("--variants", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patches", action="store_true")
    options = parser.parse_args()
    states = collections.Counter()
    for path in options.files:
        for variant in drawn(options.gevo, path, options.variants, options.seed):
            state, lines = described(options.gevo, path, variant, options.patches)
            if state is not None:
                states[state] += 1
            print(*lines, sep="\n", flush=True)
    print(f"{sum(states.values())} variants" + ("".join(f", {count} {state}" for state, count in sorted(states.items())) if options.patches else ""))


if __name__ == "__main__":
    main()
