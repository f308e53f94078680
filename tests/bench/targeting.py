#!/usr/bin/env python3
"""Does it pay to mutate where the tests spend their time? Runs of --targets executed and uniform with the same seeds, stopped at the
same number of evaluations, on the bundled samples; prints the table of resources/docs/benchmarks/targeting.md.

usage: tests/bench/targeting.py PATH-OF-GEVO FOLDER [--evaluations N] [--seeds N] [--population N]

Files and results stay in FOLDER; runs that are there already are not made again. On the simulated GPU the figures are the same on every
machine with the same LLVM, however loaded it is."""

import argparse
import json
import math
import pathlib
import statistics
import subprocess

TARGETS = ["executed", "uniform"]


def gevo(arguments, *words):
    return subprocess.run([arguments.gevo, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def evolve(arguments, sample, targets):
    path = arguments.folder / f"{sample}-{targets}.gevo"
    if not path.exists():
        gevo(arguments, "new", path, "--sample", sample)
    made = json.loads(gevo(arguments, "show", path, "--runs", "--json"))
    for seed in range(len(made) + 1, arguments.seeds + 1):
        gevo(arguments, "run", path, "--targets", targets, "--seed", seed, "--evaluations", arguments.evaluations, "--population",
             arguments.population, "--quiet")
    return path


def result(arguments, path, run):
    """The run's best speedups, exact and within the tolerance; the mean over its evaluations of the best so far; the share of valid
    mutations."""
    generations = json.loads(gevo(arguments, "show", path, "--run", run, "--generations", "--json"))
    original = json.loads(gevo(arguments, "show", path, "--run", run, "--variant", "original", "--json"))["original_us"]
    steps = [step for generation in generations for name, step in generation["steps"].items() if name != "crossover"]
    tries = [sum(step["tries"] for step in generation["steps"].values()) for generation in generations]
    best, area = 1.0, 0.0
    for generation, count in zip(generations, tries):  # what a generation found counts from its end
        area += count * best
        best = max(best, original / generation["best_us"]) if generation["best_us"] else best
    return {
        "tries": sum(tries),
        "way": area / sum(tries),
        "exact": original / min([g["best_exact_us"] for g in generations if g["best_exact_us"]] + [original]),
        "any": original / min([g["best_us"] for g in generations if g["best_us"]] + [original]),
        "accepted": sum(step.get("valid", 0) for step in steps) / max(1, sum(step["tries"] for step in steps)),
    }


def sign_test(wins, losses):
    """Probability of at least so many wins if both ways were equally good; ties are left out."""
    n = wins + losses
    return sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n if n else 1.0


def compare(results, key):
    pairs = list(zip(*[[r[key] for r in results[targets]] for targets in TARGETS]))
    wins, losses = sum(e > u for e, u in pairs), sum(e < u for e, u in pairs)
    median = [statistics.median(column) for column in zip(*pairs)]
    return median, wins, losses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--evaluations", "--tries", dest="evaluations", type=int, default=6000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--samples", default="hotspot,nw,pathfinder")
    parser.add_argument("--population", type=int, default=64)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)

    print("| sample | | executed, median | uniform, median | seeds won by executed / uniform |\n|---|---|---|---|---|")
    rows = [("any", "best speedup within 1 % of error"), ("exact", "best exact speedup"), ("way", "best so far, mean over the run")]
    total = {key: [0, 0] for key, _ in rows}
    for sample in arguments.samples.split(","):
        results = {}
        for targets in TARGETS:
            path = evolve(arguments, sample, targets)
            results[targets] = [result(arguments, path, run) for run in range(1, arguments.seeds + 1)]
            (arguments.folder / f"{sample}-{targets}.json").write_text(json.dumps(results[targets], indent=1))
        for key, words in rows:
            median, wins, losses = compare(results, key)
            total[key][0] += wins
            total[key][1] += losses
            print(f"| {sample} | {words} | {median[0]:.4f}x | {median[1]:.4f}x | {wins} / {losses} |", flush=True)
        median, wins, losses = compare(results, "accepted")
        print(f"| {sample} | mutations accepted | {100 * median[0]:.1f} % | {100 * median[1]:.1f} % | {wins} / {losses} |", flush=True)
    for key, words in rows:
        wins, losses = total[key]
        print(f"\nAll samples, {words}: executed wins {wins}, uniform {losses} (sign test, one-sided p = {sign_test(wins, losses):.3g}).")


if __name__ == "__main__":
    main()
