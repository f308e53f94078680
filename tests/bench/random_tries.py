#!/usr/bin/env python3
"""Does anything that mutations draw take a worker down? Runs with some of the operators on the bundled samples, in slices of a run each:
prints how the evaluations ended, and the edits of those whose worker crashed or hung.

usage: tests/bench/random_tries.py PATH-OF-GEVO FOLDER [--tries N] [--slice N] [--operators LIST] [--jobs N]

    tests/bench/random_tries.py build/release/bin/gevo /tmp/tries --tries 1000000

Each sample has about the same time, and at most a tenth of the tries. Files stay in FOLDER; slices that are there already are not run again,
so that it can be interrupted and goes on."""

import argparse
import collections
import concurrent.futures
import csv
import io
import pathlib
import subprocess
import threading
import time

NEW = "unroll,specialise,restrict,synchronise,flatten,promote,pipeline,vectorise,reassociate,approximate,precision,perforate,share"
WITHOUT_ANSWER = {"crash", "timeout"}


def gevo(arguments, *words):
    done = subprocess.run([arguments.gevo, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(" ".join(map(str, words)) + ": " + done.stderr.strip())
    return done.stdout


def run_slice(arguments, sample, seed):
    """Leaves how its evaluations ended, the seconds that they took and the edits of what took a worker down in SAMPLE-SEED.csv."""
    summary = arguments.folder / f"{sample}-{seed}.csv"
    path = arguments.folder / f"{sample}-{seed}.gevo"
    path.write_bytes((arguments.folder / f"{sample}.gevo").read_bytes())
    began = time.monotonic()
    gevo(arguments, "run", path, "--operators", arguments.operators, "--tolerance", "0.05", "--parameters", "fixed", "--mutation", "1",
         "--seed", seed, "--evaluations", arguments.slice, "--population", "200", "--workers", "1", "--quiet")
    seconds = time.monotonic() - began
    ends = collections.Counter()
    fatal = []
    for row in csv.DictReader(io.StringIO(gevo(arguments, "show", path, "--evaluations", "--csv"))):
        ends[row["reason"]] += 1
        if row["reason"] in WITHOUT_ANSWER:
            fatal.append((row["reason"], row["detail"] + "\n" + row["edits"]))
    with open(summary, "w", newline="") as file:
        csv.writer(file).writerows([("seconds", f"{seconds:.3f}"), *ends.items(), *fatal])
    path.unlink()


class Slices:
    """What all samples came to so far, and which slice comes next."""

    def __init__(self, arguments, samples):
        self.arguments = arguments
        self.lock = threading.Lock()
        self.seconds = dict.fromkeys(samples, 0.0)
        self.tries = dict.fromkeys(samples, 0)  # with those of slices under way
        self.slices = dict.fromkeys(samples, 0)
        self.ends = collections.Counter()
        self.fatal = []
        for sample in samples:
            while (arguments.folder / f"{sample}-{self.slices[sample] + 1}.csv").exists():
                self.slices[sample] += 1
                self.tries[sample] += arguments.slice
                self.add(sample, self.slices[sample])

    def add(self, sample, seed):
        with open(self.arguments.folder / f"{sample}-{seed}.csv", newline="") as file:
            for name, value in csv.reader(file):
                if name == "seconds":
                    self.seconds[sample] += float(value)
                elif value.isdigit():
                    self.ends[name] += int(value)
                else:
                    self.fatal.append((sample, seed, name, value))

    def draw(self):
        """Sample and seed; None: no more. Of the samples with tries left, the one that has had the least time, as far as is known."""
        with self.lock:
            left = [sample for sample in self.tries if self.tries[sample] < self.arguments.tries / min(10, len(self.tries))]
            if not left or sum(self.tries.values()) >= self.arguments.tries:
                return None
            sample = min(left, key=lambda sample: (self.slices[sample] > 0, self.seconds[sample], self.slices[sample]))
            self.tries[sample] += self.arguments.slice
            self.slices[sample] += 1
            return sample, self.slices[sample]

    def work(self):
        while (slice := self.draw()) is not None:
            run_slice(self.arguments, *slice)
            with self.lock:
                self.add(*slice)
                print(f"{sum(self.ends.values())} evaluations, {len(self.fatal)} without an answer", end="\r", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tries", type=int, default=1000000)
    parser.add_argument("--slice", type=int, default=5000)
    parser.add_argument("--operators", default=NEW)
    parser.add_argument("--samples", help="with commas between (default: all)")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    listed = [line.split()[0] for line in gevo(arguments, "samples").splitlines()[1:] if line[:1].islower()]
    samples = arguments.samples.split(",") if arguments.samples else listed
    for sample in samples:
        if not (arguments.folder / f"{sample}.gevo").exists():
            gevo(arguments, "new", arguments.folder / f"{sample}.gevo", "--sample", sample)
    slices = Slices(arguments, samples)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for worker in [pool.submit(slices.work) for _ in range(arguments.jobs)]:
            worker.result()
    print()
    for sample in samples:
        print(f"{slices.tries[sample]:9}  of {sample}, {slices.seconds[sample]:.0f} s")
    print()
    for name, count in slices.ends.most_common():
        print(f"{count:9}  {name}")
    for sample, seed, name, edits in slices.fatal:
        print(f"\n{sample}, seed {seed}: {name}\n{edits}")


if __name__ == "__main__":
    main()
