#!/usr/bin/env python3
"""Symbolic regression with gevo tmbl fit: problems of the literature, several seeds, equal evaluations. A row for each run in a CSV file.

usage: tests/bench/tmbl_regression.py PATH-OF-GEVO FOLDER [--problems A,B,...] [--evaluations N] [--seeds N] [--jobs N]

    tests/bench/tmbl_regression.py build/release/bin/gevo /tmp/tmbl --seeds 10

Nguyen: Uy et al. 2011. Keijzer: Keijzer 2003. Feynman: formulas and ranges of Udrescu and Tegmark 2020. Points are drawn by a seed of the
problem's name, learnt from and held out by the run's seed. A run finds the formula if its error on held-out rows is below a millionth of the
target's deviation, which float32 allows for. The figures are the same on every machine with the same mathematics library."""

import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import random
import statistics
import subprocess

from math import cos, exp, log, pi, sin, sqrt

UNIT = (-1, 1)
# name: (rows, ranges of the inputs, formula)
PROBLEMS = {
    "nguyen-1": (40, [UNIT], lambda x: x**3 + x**2 + x),
    "nguyen-2": (40, [UNIT], lambda x: x**4 + x**3 + x**2 + x),
    "nguyen-3": (40, [UNIT], lambda x: x**5 + x**4 + x**3 + x**2 + x),
    "nguyen-4": (40, [UNIT], lambda x: x**6 + x**5 + x**4 + x**3 + x**2 + x),
    "nguyen-5": (40, [UNIT], lambda x: sin(x**2) * cos(x) - 1),
    "nguyen-6": (40, [UNIT], lambda x: sin(x) + sin(x + x**2)),
    "nguyen-7": (40, [(0, 2)], lambda x: log(x + 1) + log(x**2 + 1)),
    "nguyen-8": (40, [(0, 4)], sqrt),
    "nguyen-9": (100, [(0, 1)] * 2, lambda x, y: sin(x) + sin(y**2)),
    "nguyen-10": (100, [(0, 1)] * 2, lambda x, y: 2 * sin(x) * cos(y)),
    "nguyen-11": (100, [(0, 1)] * 2, lambda x, y: x**y),
    "nguyen-12": (100, [(0, 1)] * 2, lambda x, y: x**4 - x**3 + y**2 / 2 - y),
    "keijzer-4": (200, [(0, 10)], lambda x: x**3 * exp(-x) * cos(x) * sin(x) * (sin(x) ** 2 * cos(x) - 1)),
    "keijzer-5": (200, [UNIT, (1, 2), UNIT], lambda x, y, z: 30 * x * z / ((x - 10) * y**2)),
    "keijzer-10": (100, [(0, 1)] * 2, lambda x, y: x**y),
    "keijzer-11": (100, [(-3, 3)] * 2, lambda x, y: x * y + sin((x - 1) * (y - 1))),
    "keijzer-12": (100, [(-3, 3)] * 2, lambda x, y: x**4 - x**3 + y**2 / 2 - y),
    "keijzer-14": (100, [(-3, 3)] * 2, lambda x, y: 8 / (2 + x**2 + y**2)),
    "keijzer-15": (100, [(-3, 3)] * 2, lambda x, y: x**3 / 5 + y**3 / 2 - y - x),
    "feynman-I.6.2a": (200, [(1, 3)], lambda t: exp(-(t**2) / 2) / sqrt(2 * pi)),
    "feynman-I.8.14": (200, [(1, 5)] * 4, lambda a, b, c, d: sqrt((b - a) ** 2 + (d - c) ** 2)),
    "feynman-I.12.2": (200, [(1, 5)] * 4, lambda q, p, e, r: q * p / (4 * pi * e * r**2)),
    "feynman-I.10.7": (200, [(1, 5), (1, 2), (3, 10)], lambda m, v, c: m / sqrt(1 - v**2 / c**2)),
    "feynman-I.15.3x": (200, [(5, 10), (1, 2), (3, 20), (1, 2)], lambda x, u, c, t: (x - u * t) / sqrt(1 - u**2 / c**2)),
    "feynman-I.18.4": (200, [(1, 5)] * 4, lambda m, n, a, b: (m * a + n * b) / (m + n)),
    "feynman-I.26.2": (200, [(0, 1), (1, 5)], lambda n, t: math.asin(n * sin(t))),
    "feynman-I.27.6": (200, [(1, 5)] * 3, lambda a, n, b: 1 / (1 / a + n / b)),
    "feynman-II.6.15b": (200, [(1, 3)] * 4, lambda e, p, t, r: p / e * 3 * cos(t) * sin(t) / (4 * pi * r**3)),
    "feynman-II.11.27": (200, [(0, 1), (0, 1), (1, 2), (1, 2)], lambda n, a, e, f: n * a / (1 - n * a / 3) * e * f),
}


def write_table(folder, name):
    rows, ranges, formula = PROBLEMS[name]
    draw = random.Random(name)
    path = folder / f"{name}.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow([f"x{i + 1}" for i in range(len(ranges))] + ["y"])
        for _ in range(rows):
            inputs = [draw.uniform(*limits) for limits in ranges]
            table.writerow([*inputs, formula(*inputs)])
    return path


def deviation(path):
    with open(path, encoding="utf-8") as file:
        return statistics.pstdev(float(row["y"]) for row in csv.DictReader(file))


def fit(arguments, name, seed):
    path = arguments.folder / f"{name}.csv"
    command = [arguments.gevo, "tmbl", "fit", path, "--json", "--evaluations", str(arguments.evaluations), "--seed", str(seed), "--threads", "1"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    best = min((row for row in result["front"] if row["test_error"] is not None), key=lambda row: row["test_error"])
    share = best["test_error"] / deviation(path)
    return {"problem": name, "seed": seed, "evaluations": result["evaluations"], "seconds": round(result["seconds"], 3),
            "length": best["length"], "test_error": best["test_error"], "share_of_deviation": share, "r2": best["r2"],
            "found": int(share < 1e-6), "formula": best["formula"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--problems", default=",".join(PROBLEMS))
    parser.add_argument("--evaluations", type=int, default=200000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    names = arguments.problems.split(",")
    for name in names:
        write_table(arguments.folder, name)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(lambda job: fit(arguments, *job), [(name, seed) for name in names for seed in range(1, arguments.seeds + 1)]))
    with open(arguments.folder / "tmbl-regression.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    print("| problem | found | median error | best error | median R^2 |")
    print("|---|---|---|---|---|")
    for name in names:
        runs = [row for row in rows if row["problem"] == name]
        errors = sorted(row["share_of_deviation"] for row in runs)
        r2 = statistics.median(row["r2"] for row in runs)
        print(f"| {name} | {sum(row['found'] for row in runs)} of {len(runs)} | {statistics.median(errors):.1e} | {errors[0]:.1e} | {r2:.6f} |")


if __name__ == "__main__":
    main()
