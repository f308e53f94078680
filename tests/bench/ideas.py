#!/usr/bin/env python3
"""Do ideas from other programs help a search? For each sample, the ideas of all others: runs with and without them, with the same seeds,
stopped at the same number of evaluations. A row for each run in a CSV file, as of search_settings.py.

usage: tests/bench/ideas.py PATH-OF-GEVO FOLDER [--samples A,B,...] [--evaluations N] [--seeds N] [--jobs N]

    tests/bench/ideas.py build/release/bin/gevo /tmp/ideas --seeds 10

Ideas come from runs of their own ("source"), of other seeds than those that are compared. Files and results stay in FOLDER; runs that are
there already are not made again. On the simulated GPU the figures are the same on every machine with the same LLVM."""

import argparse
import concurrent.futures
import json
import pathlib

import search_settings
from search_settings import gevo

SOURCE_SEED = 1001  # and on, apart from the compared runs' seeds


def has_run(arguments, path):
    runs = json.loads(gevo(arguments, "show", path, "--runs", "--json")) if path.exists() else []
    return bool(runs) and runs[0]["evaluations"] >= arguments.source_evaluations


def source(arguments, sample):
    """A file with runs of the sample, for the archive."""
    path = arguments.folder / f"{sample}-source.gevo"
    if not has_run(arguments, path):
        path.write_bytes((arguments.folder / f"{sample}.gevo").read_bytes())
        gevo(arguments, "run", path, *search_settings.COMMON, "--seed", SOURCE_SEED, "--runs", arguments.source_runs, "--evaluations",
             arguments.source_evaluations, "--population", arguments.population)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--evaluations", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--source-evaluations", type=int, default=6000, help="of each run that ideas come from")
    parser.add_argument("--source-runs", type=int, default=3)
    parser.add_argument("--samples", help="with commas between (default: all)")
    parser.add_argument("--population", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv", type=pathlib.Path, help="default: results.csv in FOLDER")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    samples = arguments.samples.split(",") if arguments.samples else search_settings.listed_samples(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        search_settings.make_files(arguments, samples, pool)
        sources = list(pool.map(lambda sample: source(arguments, sample), samples))
        # Samples that share their sources are one program to the archive, so that none is told its own ideas.
        archive = arguments.folder / "ideas.json"
        if not archive.exists():
            gevo(arguments, "ideas", "--archive", archive, "--add", *sources)
        programs = json.loads(gevo(arguments, "ideas", "--archive", archive, "--json"))["programs"]
        if sum(1 for program in programs if program["variants"]) < 2:
            raise SystemExit("fewer than two samples have ideas; give more samples, or more --source-evaluations, and another FOLDER")
        arguments.settings = {"without": "", "with": f"--ideas={archive.resolve()}"}
        search_settings.compare(arguments, samples, pool)


if __name__ == "__main__":
    main()
