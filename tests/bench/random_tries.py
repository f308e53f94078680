#!/usr/bin/env python3
"""Does anything that mutations draw take a worker down? Runs with some of the operators on the bundled samples, in slices of a run each:
prints how the evaluations ended, and the edits of those whose worker crashed or hung.

usage: tests/bench/random_tries.py PATH-OF-GEVO FOLDER [--tries N] [--slice N] [--operators LIST] [--jobs N]

    tests/bench/random_tries.py build/release/bin/gevo /tmp/tries --tries 1000000

Files stay in FOLDER; slices that are there already are not run again, so that it can be interrupted and goes on."""

import argparse
import collections
import concurrent.futures
import csv
import io
import pathlib
import subprocess

NEW = "unroll,specialise,restrict,synchronise,flatten,promote,pipeline,vectorise,reassociate,approximate,precision,perforate,share"
WITHOUT_ANSWER = {"crash", "timeout"}


def gevo(arguments, *words):
    done = subprocess.run([arguments.gevo, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(" ".join(map(str, words)) + ": " + done.stderr.strip())
    return done.stdout


def run_slice(arguments, sample, seed):
    """How its evaluations ended, and the edits of what took a worker down."""
    summary = arguments.folder / f"{sample}-{seed}.csv"
    if not summary.exists():
        path = arguments.folder / f"{sample}-{seed}.gevo"
        path.write_bytes((arguments.folder / f"{sample}.gevo").read_bytes())
        gevo(arguments, "run", path, "--operators", arguments.operators, "--tolerance", "0.05", "--parameters", "fixed", "--mutation", "1",
             "--seed", seed, "--evaluations", arguments.slice, "--population", "200", "--workers", "1", "--quiet")
        ends = collections.Counter()
        fatal = []
        for row in csv.DictReader(io.StringIO(gevo(arguments, "show", path, "--evaluations", "--csv"))):
            ends[row["reason"]] += 1
            if row["reason"] in WITHOUT_ANSWER:
                fatal.append((row["reason"], row["detail"] + "\n" + row["edits"]))
        with open(summary, "w", newline="") as file:
            csv.writer(file).writerows([*ends.items(), *fatal])
        path.unlink()
    with open(summary, newline="") as file:
        return [(name, int(value) if value.isdigit() else value) for name, value in csv.reader(file)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tries", type=int, default=1000000)
    parser.add_argument("--slice", type=int, default=5000)
    parser.add_argument("--operators", default=NEW)
    parser.add_argument("--samples", help="with commas between (default: all that the simulated GPU runs alone)")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    listed = [line.split()[0] for line in gevo(arguments, "samples").splitlines()[1:] if line[:1].islower()]
    samples = arguments.samples.split(",") if arguments.samples else [name for name in listed if name not in ("svm", "streamcluster")]
    for sample in samples:
        if not (arguments.folder / f"{sample}.gevo").exists():
            gevo(arguments, "new", arguments.folder / f"{sample}.gevo", "--sample", sample)
    slices = -(-arguments.tries // (arguments.slice * len(samples)))
    ends = collections.Counter()
    fatal = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = [(sample, seed) for seed in range(1, slices + 1) for sample in samples]
        for (sample, seed), rows in zip(tasks, pool.map(lambda task: run_slice(arguments, *task), tasks)):
            for name, value in rows:
                if isinstance(value, int):
                    ends[name] += value
                else:
                    fatal.append((sample, seed, name, value))
            print(f"{sum(ends.values())} evaluations, {len(fatal)} without an answer", end="\r", flush=True)
    print()
    for name, count in ends.most_common():
        print(f"{count:9}  {name}")
    for sample, seed, name, edits in fatal:
        print(f"\n{sample}, seed {seed}: {name}\n{edits}")


if __name__ == "__main__":
    main()
