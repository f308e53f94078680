#!/usr/bin/env python3
"""How many best variants of the bundled samples can be written as proven patches of their sources.

usage: patches.py [--gevo PROGRAM] [--seconds N] [--keep FOLDER] [SAMPLE...]

Each sample runs for N seconds (120) with seed 1; its best variant is exported as a patch. A line for each: state, what the patch keeps of
the variant's speedup, and how long it took to make. With a folder that is kept, runs that are there are not repeated.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time


def call(*arguments):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, check=False)


def measure(gevo, folder, sample, seconds):
    path = folder / f"{sample}.gevo"
    if not path.exists():
        made = call(gevo, "new", path, "--sample", sample)
        if made.returncode != 0:
            return f"not made: {made.stderr.strip().splitlines()[-1]}", 0
        call(gevo, "run", path, "--time", f"{seconds}s", "--seed", 1, "--quiet")
    begin = time.monotonic()
    exported = call(gevo, "export", path, "--patch", folder / f"{sample}.patch")
    took = time.monotonic() - begin
    if exported.returncode != 0:
        return exported.stderr.strip().splitlines()[-1], took
    shown = json.loads(call(gevo, "show", path, "--variant", "best", "--json").stdout)
    patch = shown["patch"]
    if patch is None:
        return "no variant is faster", took
    if patch["state"] == "illustration":
        return f"illustration of {patch['original_us'] / patch['variant_us']:.3f}x: {patch['reason']}", took
    return f"{patch['state']}, {patch['original_us'] / patch['patched_us']:.3f}x of {patch['original_us'] / patch['variant_us']:.3f}x", took


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--gevo", default=root / "build/release/bin/gevo")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    manifests = [path for path in root.glob("resources/samples/*/sample.toml") if "\nbenchmark = false" not in path.read_text()]
    samples = options.samples or sorted(path.parent.name for path in manifests)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        counts = {}
        for sample in samples:
            result, took = measure(options.gevo, folder, sample, options.seconds)
            print(f"{sample:16} {took:5.1f} s  {result}", flush=True)
            state = result.split(",")[0].split(" of ")[0]
            counts[state] = counts.get(state, 0) + 1
        print(", ".join(f"{count} {state}" for state, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
