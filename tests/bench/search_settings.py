#!/usr/bin/env python3
"""Which settings of a search find more? Runs of each with the same seeds, stopped at the same number of evaluations, on the bundled
samples: a row for each run in a CSV file, such as resources/docs/benchmarks/data/search.csv, which plots.py draws and fills in.

usage: tests/bench/search_settings.py PATH-OF-GEVO FOLDER SETTING=OPTIONS [SETTING=OPTIONS]... [--jobs N]

    tests/bench/search_settings.py build/release/bin/gevo /tmp/search six="--operators gevo --objectives time,error" all=""

Files and results stay in FOLDER; runs that are there already are not made again. On the simulated GPU the figures are the same on every
machine with the same LLVM, however loaded it is."""

import argparse
import concurrent.futures
import csv
import io
import json
import pathlib
import subprocess

COLUMNS = ["sample", "setting", "seed", "evaluations", "exact", "best", "hypervolume", "points", "edits"]
COMMON = ["--mode", "trade-off", "--tolerance", "0.05", "--parameters", "fixed", "--workers", "1", "--quiet"]
TOLERANCE = 0.05


def gevo(arguments, *words):
    done = subprocess.run([arguments.gevo, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(" ".join(map(str, words)) + ": " + done.stderr.strip())
    return done.stdout


def front_of(rows, keys):
    """Rows that no other is as good as in both, by the first."""
    kept = []
    for row in sorted(rows, key=lambda row: [row[key] for key in keys]):
        if not kept or row[keys[1]] < kept[-1][keys[1]]:
            kept.append(row)
    return kept


def hypervolume(front, original):
    """Of runtime as a share of the original's and error as a share of the tolerance, below (1, 1); `front` by runtime."""
    points = [(row["runtime_us"] / original, row["error"] / TOLERANCE) for row in front if row["runtime_us"] < original]
    area, above = 0.0, 1.0
    for time, error in points:  # errors fall
        area += (1 - time) * max(0.0, above - error)
        above = min(above, error)
    return area


def evaluations(arguments, path):
    """The first ones, as many as were asked for: a run ends with a generation. Those that passed all tests, the original first."""
    every = csv.DictReader(io.StringIO(gevo(arguments, "show", path, "--evaluations", "--csv")))
    return [{
        "runtime_us": float(row["runtime_us"]),
        "error": float(row["error"]),
        "edits": row["edits"].count("\n"),
    } for row in every if row["reason"] == "valid" and row["stage"] == "done" and int(row["id"]) <= arguments.evaluations]


def evolve(arguments, sample, setting, seed):
    path = arguments.folder / f"{sample}-{setting}-{seed}.gevo"
    if (row := path.with_suffix(f".{arguments.evaluations}.json")).exists():
        return json.loads(row.read_text())
    runs = json.loads(gevo(arguments, "show", path, "--runs", "--json")) if path.exists() else []
    if not runs or runs[0]["evaluations"] < arguments.evaluations:  # or it was interrupted
        path.write_bytes((arguments.folder / f"{sample}.gevo").read_bytes())
        options = arguments.settings[setting].split()
        if "--population" not in options:
            options += ["--population", arguments.population]
        gevo(arguments, "run", path, *COMMON, *options, "--seed", seed, "--evaluations", arguments.evaluations)
        runs = json.loads(gevo(arguments, "show", path, "--runs", "--json"))
    rows = evaluations(arguments, path)
    original = rows[0]["runtime_us"]
    front = front_of(rows, ["runtime_us", "error"])
    exact = min((row for row in rows if row["error"] == 0), key=lambda row: (row["runtime_us"], row["edits"]))
    result = {
        "sample": sample,
        "setting": setting,
        "seed": seed,
        "evaluations": arguments.evaluations,
        "exact": f"{original / min(exact['runtime_us'], original):.5f}",
        "best": f"{original / min([row['runtime_us'] for row in front] + [original]):.5f}",
        "hypervolume": f"{hypervolume(front, original):.6f}",
        "points": len(front),
        "edits": exact["edits"],
    }
    row.write_text(json.dumps(result))
    return result


def listed_samples(arguments):
    return [line.split()[0] for line in gevo(arguments, "samples").splitlines()[1:] if line[:1].islower()]


def make_files(arguments, samples, pool):
    new = [sample for sample in samples if not (arguments.folder / f"{sample}.gevo").exists()]
    list(pool.map(lambda sample: gevo(arguments, "new", arguments.folder / f"{sample}.gevo", "--sample", sample), new))


def compare(arguments, samples, pool):
    """Runs of all settings, seeds and samples, as a CSV file."""
    tasks = [(sample, setting, seed) for seed in range(1, arguments.seeds + 1) for setting in arguments.settings for sample in samples]
    rows = list(pool.map(lambda task: evolve(arguments, *task), tasks))
    rows.sort(key=lambda row: (samples.index(row["sample"]), row["setting"], row["seed"]))
    with open(arguments.csv or arguments.folder / "results.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("settings", nargs="+", metavar="SETTING=OPTIONS")
    parser.add_argument("--evaluations", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--samples", help="with commas between (default: all)")
    parser.add_argument("--population", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv", type=pathlib.Path, help="default: results.csv in FOLDER")
    arguments = parser.parse_args()
    arguments.settings = dict(setting.split("=", 1) for setting in arguments.settings)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    samples = arguments.samples.split(",") if arguments.samples else listed_samples(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        make_files(arguments, samples, pool)
        compare(arguments, samples, pool)


if __name__ == "__main__":
    main()
