#!/usr/bin/env python3
"""What is said about minimised variants of searched programs, as one text each: for a reviewer to read against the IR, and for corpus_test
to compare later.

usage: words.py [--gevo PROGRAM] [--variants N] [--seed N] [--patches] [--jobs N] [--limit SECONDS] [--into FOLDER] FILE.gevo...

Of each file, the best variant and N - 1 (3) others, drawn by the seed, that are valid, faster than the original and have 4 to 40 edits, are
minimised; those that are then faster by less than 0.05 % are left out. The files stay as they are. With --patches each is written as a
patch too, which takes up to a minute. Each file's text goes to FOLDER under the file's name, or to stdout. The last lines count the states
of the patches, of all variants and of the best ones.
"""

import argparse
import collections
import concurrent.futures
import csv
import io
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile


def call(*arguments, limit=None):
    try:
        return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, check=False, timeout=limit).stdout
    except subprocess.TimeoutExpired:
        return ""


def drawn(gevo, path, count, seed):
    """Ids, the best one first."""
    rows = list(csv.DictReader(io.StringIO(call(gevo, "show", path, "--evaluations", "--csv"))))
    codes = {}
    for row in rows[1:]:
        edits = row["edits"].count("\n") + 1
        is_faster = row["reason"] == "valid" and row["stage"] == "done" and float(row["runtime_us"]) < float(rows[0]["runtime_us"])
        if is_faster and 4 <= edits <= 40:
            codes.setdefault(row["code"], row["id"])
    ids = list(codes.values())
    random.Random(seed).shuffle(ids)
    return ["best"] + ids[: count - 1]


def place(chain):
    return " in ".join(f"{at['file']}:{at['line']}" for at in chain) or "?"


def state_of(patch):
    if not patch:
        return "not tried"
    if patch["state"] == "illustration":
        return f"illustration ({' '.join(patch['reason'].split())})"
    return f"{patch['state']} with {100 * patch['share_of_gain']:.0f} % of the gain"


def described(path, variant, options):
    """The text, and the state of the patch; None where there is nothing to minimise."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / path.name
        shutil.copy(path, copy)
        analyzed = call(options.gevo, "analyze", copy, "--variant", variant, "--json")
        if not analyzed:
            return None
        name = json.loads(analyzed)["name"]
        if options.patches:
            call(options.gevo, "export", copy, "--variant", name, "--patch", copy.with_suffix(".patch"), limit=options.limit)
        shown = json.loads(call(options.gevo, "show", copy, "--variant", name, "--json"))
    if not shown["edits"] or shown["speedup"] < 1.0005:
        return None
    lines = [f"variant {variant}: {shown['speedup']:.3f}x" + (f", {state_of(shown['patch'])}" if options.patches else "")]
    for edit in shown["edits"]:
        lines.append(edit["edit"])
        lines.append(f"  {place(edit['target'])}: {edit['words']}" + (f" ({edit['meaning']})" if edit["meaning"] else ""))
    for said in shown["consequences"]:
        lines.append(f"    {place(said['where'])}: " + (f"in {said['kernel']}: " if said["kernel"] else "") + said["words"])
    return "\n".join(lines) + "\n", shown["patch"]


def is_kept(patch):
    return bool(patch) and (patch["state"] == "proven" or patch["state"] != "illustration" and patch["share_of_gain"] >= 0.5)


def states(patches):
    counts = collections.Counter(patch["state"] if patch else "not tried" for patch in patches)
    kept = sum(is_kept(patch) for patch in patches)
    parts = "".join(f", {count} {state}" for state, count in sorted(counts.items()))
    return f"{len(patches)} variants{parts}; {kept} proven, or partly with half of the gain"


def main():
    csv.field_size_limit(sys.maxsize)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--gevo", default=root / "build/release/bin/gevo")
    parser.add_argument("--variants", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patches", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("--into", type=pathlib.Path)
    options = parser.parse_args()
    ids = {path: drawn(options.gevo, path, options.variants, options.seed) for path in options.files}
    # The files in turn, so that a run that is cut short has some of each.
    tasks = [(path, ids[path][i]) for i in range(options.variants) for path in options.files if i < len(ids[path])]
    texts = {path: {} for path in options.files}
    patches = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(described, path, variant, options): (path, variant) for path, variant in tasks}
        for done in concurrent.futures.as_completed(running):
            path, variant = running[done]
            if done.result() is None:
                continue
            texts[path][variant], patches[path, variant] = done.result()
            if options.into:
                text = "".join(texts[path][one] for one in ids[path] if one in texts[path])
                (options.into / f"{path.stem}.txt").write_text(text, encoding="utf-8")
    if not options.into:
        for path in options.files:
            print(f"; {path.stem}", *(texts[path][one] for one in ids[path] if one in texts[path]), sep="\n", end="")
    if options.patches:
        print("all:", states(list(patches.values())))
        print("best:", states([patch for (_, variant), patch in patches.items() if variant == "best"]))


if __name__ == "__main__":
    main()
