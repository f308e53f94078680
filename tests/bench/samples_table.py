#!/usr/bin/env python3
"""The bundled samples, evolved: the results of each run, and what the best edits do in the terms of the papers. Makes the data of
resources/docs/benchmarks/samples.md.

usage: tests/bench/samples_table.py run GEVO FOLDER [--projects DIR] [--time 2m] [--jobs N] ...
       tests/bench/samples_table.py csv FOLDER... [--output resources/docs/benchmarks/data]

`run` makes one trade-off run of each sample under each policy for races, on two cores of its own, and leaves FOLDER/SAMPLE-POLICY.json and
the .gevo file; what is there already is not made again. `csv` puts what one or several folders hold into samples-simulated.csv, samples-gpu.csv
and samples-edits.csv, from which plots.py fills the page, and prints the settings of the runs, which stand in the page. A machine without clang and
CUDA takes ready files (SAMPLE.gevo) from --projects; host-executed samples need both. With --gpus N each run measures on a GPU of its own
(policy reject) with its share of the cores."""

import argparse
import concurrent.futures
import csv
import datetime
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import time

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "resources" / "samples"
POLICIES = ["reject", "warp"]
SHOWN = 6  # edits of a variant, by share


class Failure(Exception):
    pass


def seconds(text):
    return float(text.rstrip("smh")) * {"m": 60, "h": 3600}.get(text[-1], 1)


def gevo(arguments, words, cores=None, limit=None, folder=None):
    """Standard output; a Failure has the first line of standard error."""
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    try:
        done = subprocess.run([str(arguments.gevo), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=limit, cwd=folder, preexec_fn=pin)
    except subprocess.TimeoutExpired:
        raise Failure(f"gevo {words[0]} did not end within {limit:.0f} s") from None
    if done.returncode != 0:
        raise Failure((done.stderr.strip() or f"gevo {words[0]} ended with {done.returncode}").splitlines()[0])
    return done.stdout


def is_benchmark(sample):
    """False: the sample is not made after a published program."""
    manifest = SAMPLES / sample / "sample.toml"
    return not manifest.exists() or "\nbenchmark = false" not in manifest.read_text()


def sample_names(arguments):
    lines = gevo(arguments, ["samples"]).splitlines()
    names = [line.split()[0] for line in lines[1:lines.index("")]]
    return [name for name in names if is_benchmark(name)]


def quality_of(sample):
    """The quality of a host-executed sample: the first word of the output that precedes it. Empty for a replayed sample."""
    manifest = SAMPLES / sample / "sample.toml"
    live = manifest.exists() and re.search(r"^\[live\]\n((?:.+\n?)*)", manifest.read_text(), re.M)
    if not live:
        return ""
    printed = re.search(r"^quality-regex *= *['\"][^a-zA-Z]*([a-zA-Z]+)", live.group(1), re.M)
    return printed.group(1) if printed else "result"


def core_pairs(jobs):
    """Two cores for each job; threads of one core are not told apart as cores where there are enough of these."""
    allowed = sorted(os.sched_getaffinity(0))
    cores = {}
    for cpu in allowed:
        place = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        cores.setdefault(place.read_text() if place.exists() else str(cpu), cpu)
    free = list(cores.values()) if len(cores) >= 2 * jobs else allowed
    if len(free) < 2 * jobs:
        raise SystemExit(f"samples_table.py: {jobs} jobs need {2 * jobs} cores and there are {len(free)}; give a smaller --jobs")
    return [free[2 * job:2 * job + 2] for job in range(jobs)]


def gpu_shares(gpus):
    """An equal share of the cores for each GPU, by number."""
    allowed = sorted(os.sched_getaffinity(0))
    each = len(allowed) // gpus
    return [allowed[gpu * each:(gpu + 1) * each] for gpu in range(gpus)]


def machine_words():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"two cores of {model.group(1).strip() if model else 'a ' + os.uname().machine}"


def make_project(arguments, sample, path):
    if arguments.projects:
        ready = arguments.projects / f"{sample}.gevo"
        if not ready.exists():
            raise Failure(f"{ready} is missing; make it with: gevo new {sample}.gevo --sample {sample}")
        shutil.copy(ready, path)
    else:
        gevo(arguments, ["new", path, "--sample", sample, "--force"], limit=900)


def variant_of(row, largest):
    """The candidate that validation recommends for a criterion, with the failures before it."""
    failed = [c for c in row if not c["passed"]]
    passed = [c for c in row if c["passed"]]
    timed = [c for c in passed if c["runtime_us"]]  # not those on fresh inputs
    chosen = (timed or passed)[-1] if passed else failed[0]
    return {"largest_error": largest, "name": chosen["name"], "passed": bool(passed), "failures": len(failed),
            "first_failed": failed[0]["sentence"] if failed else "", "held_out": chosen["held_out"],
            "held_out_speedup": chosen["original_us"] / chosen["runtime_us"] if passed and chosen["runtime_us"] else None}


def analyse(arguments, path, name, cores):
    """The variant's relevant edits, with shares; all of its edits if minimising takes too long."""
    try:
        if arguments.analysis == 0:
            raise Failure("not asked for")
        found = json.loads(gevo(arguments, ["analyze", path, "--variant", name, "--json"], cores, arguments.analysis))
        return {"minimised": True, **found}
    except Failure as failure:
        return {"minimised": False, "problem": str(failure),
                **json.loads(gevo(arguments, ["show", path, "--variant", name, "--json"], cores))}


def measure(arguments, sample, policy, place):
    gpu, cores = place
    path = (arguments.folder / f"{sample}-{policy}.gevo").resolve()
    result = {"sample": sample, "races": policy, "quality": quality_of(sample), "seed": arguments.seed, "time": seconds(arguments.time),
              "machine": arguments.machine, "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
              "version": gevo(arguments, ["--version"]).strip()}
    make_project(arguments, sample, path)
    trust = ["--trust"] if arguments.projects and result["quality"] else []
    limit = 10 * result["time"] + 1800
    began = time.monotonic()
    device = [] if gpu is None else ["--device", f"cuda:{gpu}"]
    lines = gevo(arguments, ["run", path, "--races", policy, "--time", arguments.time, "--seed", arguments.seed, "--workers", len(cores), "--json",
                             *device, *trust],
                 cores, limit, SAMPLES / sample if trust else None).splitlines()
    result["wall_s"] = time.monotonic() - began
    progress = [json.loads(line) for line in lines]
    result["seconds"] = max(line.get("seconds", 0) for line in progress)
    validation = next(line["validation"] for line in reversed(progress) if "validation" in line)
    result["notes"] = validation["notes"]
    run = json.loads(gevo(arguments, ["show", path, "--runs", "--json"]))[-1]
    for key in ["device", "original_us", "tries", "generations"]:
        result[key] = run[key]
    # What the search found, whatever validation says of it: the front, fastest first.
    front = json.loads(gevo(arguments, ["show", path, "--front", "--json"]))
    result["best"] = front[0] if front else None
    result["best_exact"] = next((variant for variant in front if variant["error"] == 0), None)
    result["on_gpu"] = gpu is not None
    result["nvcc_us"] = run.get("nvcc_us")
    result["run"] = run
    for key in ["best_exact", "best"]:
        if result[key] and result[key]["id"]:
            shown = json.loads(gevo(arguments, ["show", path, "--variant", result[key]["id"], "--json"]))
            result[key]["measured"] = shown.get("measured")
    result["answers"] = []
    known = {}
    for question in validation["answers"]:
        answer = variant_of(question["candidates"], question["largest_error"])
        if answer["name"] not in known:
            known[answer["name"]] = analyse(arguments, path, answer["name"], cores)
        shown = json.loads(gevo(arguments, ["show", path, "--variant", answer["name"], "--json"]))
        answer["speedup"] = min(shown["original_us"], shown.get("nvcc_us") or float("inf")) / shown["runtime_us"]
        answer["error"] = shown["error"]
        answer["measured"] = shown.get("measured")
        answer["analysis"] = known[answer["name"]]
        result["answers"].append(answer)
    return result


def run(arguments):
    arguments.folder.mkdir(parents=True, exist_ok=True)
    arguments.gevo = arguments.gevo.resolve()
    arguments.machine = arguments.machine or machine_words()
    names = arguments.samples.split(",") if arguments.samples else sample_names(arguments)
    free = queue.SimpleQueue()
    if arguments.gpus:
        arguments.jobs = arguments.gpus
        arguments.policies = "reject"
        places = list(enumerate(gpu_shares(arguments.gpus)))
    else:
        places = [(None, pair) for pair in core_pairs(arguments.jobs)]
    for place in places:
        free.put(place)

    def one(sample, policy):
        target = arguments.folder / f"{sample}-{policy}.json"
        if target.exists() and "failure" not in json.loads(target.read_text()):
            return f"{sample}, {policy}: there already"
        place = free.get()
        try:
            result = measure(arguments, sample, policy, place)
            words = f"{result['tries']} evaluations"
        except (Failure, OSError, ValueError, KeyError, StopIteration) as failure:
            result = {"sample": sample, "races": policy, "failure": str(failure)}
            words = str(failure)
        finally:
            free.put(place)
        target.write_text(json.dumps(result, indent=1) + "\n")
        return f"{sample}, {policy}: {words}"

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [pool.submit(one, sample, policy) for sample in names for policy in arguments.policies.split(",")]
        for done in concurrent.futures.as_completed(jobs):
            print(done.result(), flush=True)


def digits(value):
    return "" if value is None else f"{value:.{2 if value >= 10 else 3}f}"


def percent(value):
    return "0" if value == 0 else f"{100 * value:.2g} %"


def error_words(result, error):
    """For a host-executed sample, the loss of quality."""
    if result["quality"]:
        return f"{result['quality']} {percent(error) + ' worse' if error else 'no worse'}"
    return percent(error)


def word(edit, exact):
    """What an edit does, in the terms of the papers if they have one, else its description."""
    meaning = edit["meaning"]
    if meaning == "store removed" and exact:
        return "redundant store removed"
    if meaning and meaning != "parameter":
        return meaning
    place = edit["target"][0] if edit["target"] else None
    return edit["words"] + (f" ({place['file']}:{place['line']})" if place else "")


def what_it_does(answer):
    """Descriptions of the edits, the most important first: those without which the variant fails, then by share."""
    analysis = answer["analysis"]
    active = [edit for edit in analysis["edits"] if edit["active"]]
    if analysis["minimised"]:
        active.sort(key=lambda edit: -(float("inf") if edit["needed"] else edit["share"]))
    words = {}
    for edit in active:
        count, share = words.get(word(edit, answer["error"] == 0), (0, 0))
        words[word(edit, answer["error"] == 0)] = (count + 1, max(share, edit.get("share") or 0))
    named = [(text, *rest) for text, rest in words.items()]
    cells = [text + (f" ({count})" if count > 1 else "") for text, count, _ in named[:SHOWN]]
    if len(named) > SHOWN:
        cells.append(f"{sum(count for _, count, _ in named[SHOWN:])} more")
    text = "; ".join(cells)
    return text if analysis["minimised"] else text + " (not minimised)"


def interval(measured):
    """Half the width of a speedup's 95 % interval in percent, where it was measured."""
    return f"{196 * measured['relative_error']:.2g}" if measured and measured["relative_error"] else ""


def criterion_cells(result, largest):
    """Best of the search with its interval and loss; the variant that validation recommends ("none" where all failed), its speedup,
    interval, speedup on held-out inputs and the number of candidates."""
    best = result["best_exact" if largest == 0 else "best"]
    exact = result["best_exact"] or {}
    if not best or best["id"] == 0 or best["speedup"] < 1 or (largest > 0 and best["id"] == exact.get("id")):
        return [""] * 8
    answer = next((a for a in result["answers"] if (a["largest_error"] == 0) == (largest == 0)), None)
    is_answer = answer and answer["name"] == str(best["id"])
    cells = [digits(best["speedup"]), interval(best.get("measured") or (answer.get("measured") if is_answer else None)), error_words(result, best["error"])]
    if not answer:
        return cells + [""] * 5
    if not answer["passed"]:
        return cells + ["none", "", "", "", answer["failures"]]
    name = answer["name"] if answer["failures"] else "best"
    return cells + [name, digits(answer["speedup"]), interval(answer.get("measured")), digits(answer["held_out_speedup"]), answer["failures"] + 1]


def is_on_gpu(result):
    return result.get("on_gpu", False)


CRITERION = ["speedup", "interval", "loss", "variant", "variant_speedup", "variant_interval", "held_out", "candidates"]
FIGURES = (["evaluations", "per_second", "generations"] + [f"exact_{name}" for name in CRITERION if name != "loss"]
           + [f"tolerant_{name}" for name in CRITERION])


def figures(result):
    exact = criterion_cells(result, 0)
    return [result["tries"], f"{result['tries'] / result['seconds']:.0f}", result["generations"], *exact[:2], *exact[3:], *criterion_cells(result, 1)]


def gpu_row(result):
    speedup, _, _, _, _, _, held_out, _ = criterion_cells(result, 0)
    answer = next((a for a in result["answers"] if a["largest_error"] == 0), None)
    edits = [edit for edit in answer["analysis"]["edits"] if edit["active"]] if answer else []
    return [result["sample"], "", speedup, held_out, "", len(edits), what_it_does(answer) if answer else ""]


def edit_rows(result):
    lines, seen = [], set()
    for answer in result["answers"]:
        if answer["name"] in seen:
            continue
        seen.add(answer["name"])
        error = ("" if result["quality"] else "error ") + error_words(result, answer["error"])
        state = "" if answer["passed"] else ", failed its held-out test"
        lines.append([result["sample"], result["races"], digits(answer["speedup"]), error + state, what_it_does(answer)])
    return lines


def reused_inputs(results):
    used = sorted({result["sample"] for result in results if any("no fresh held-out inputs" in note for note in result.get("notes", []))})
    return f"No fresh held-out inputs could be made there after a failure, and those of before were used again: {', '.join(used)}.\n" if used else ""


def listed(values):
    return "; ".join(sorted({str(value) for value in values}))


def settings(results):
    """Text of the page besides the figures."""
    return (f"--time {listed(r['time'] for r in results)}s --seed {listed(r['seed'] for r in results)}, {listed(r['device'] for r in results)}, "
            f"version {listed(r['version'] for r in results)}, {listed(r['date'] for r in results)}; machine: {listed(r['machine'] for r in results)}")


def write(path, head, lines):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(lines)
    print(path)


def make_data(arguments):
    results = [json.loads(path.read_text()) for folder in arguments.folders for path in sorted(folder.glob("*-*.json"))]
    for result in results:
        if "failure" in result:
            print(f"{result['sample']}, {result['races']}: left out, {result['failure']}", file=sys.stderr)
    results = [result for result in results if "failure" not in result]
    if not results:
        raise SystemExit(f"samples_table.py: no results in {', '.join(map(str, arguments.folders))}; make them with: samples_table.py run")
    results.sort(key=lambda result: (result["sample"], POLICIES.index(result["races"])))
    measured = [result for result in results if is_on_gpu(result)]
    simulated = [result for result in results if not is_on_gpu(result)]
    if simulated:
        write(arguments.output / "samples-simulated.csv", ["sample", "races"] + FIGURES, [[r["sample"], r["races"]] + figures(r) for r in simulated])
        write(arguments.output / "samples-edits.csv", ["sample", "races", "speedup", "loss", "edits"], [line for r in simulated for line in edit_rows(r)])
        print(settings(simulated) + "\n" + reused_inputs(simulated))
    if measured:
        head = ["sample", "note", "exact_speedup", "exact_held_out", "exec_speedup", "edits", "what"]  # those of gevo exec come by hand
        write(arguments.output / "samples-gpu.csv", head, [gpu_row(r) for r in measured if criterion_cells(r, 0)[0]])
        print(settings(measured) + "\n" + reused_inputs(measured))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("run", help="run the samples")
    making.add_argument("gevo", type=pathlib.Path)
    making.add_argument("folder", type=pathlib.Path)
    making.add_argument("--projects", type=pathlib.Path, help="folder with a SAMPLE.gevo for each sample")
    making.add_argument("--samples", help="comma-separated names (default: all after published programs)")
    making.add_argument("--policies", default=",".join(POLICIES))
    making.add_argument("--time", default="2m")
    making.add_argument("--seed", type=int, default=1)
    making.add_argument("--gpus", type=int, default=0, help="number of GPUs to measure on, with one run on each")
    making.add_argument("--jobs", type=int, default=1, help="concurrent runs, each on two cores")
    making.add_argument("--analysis", type=float, default=900, help="time limit in seconds for minimising a variant; 0: no minimising")
    making.add_argument("--machine", help="description of the machine (default: its processor)")
    making.set_defaults(work=run)
    showing = commands.add_parser("csv", help="write the data of the page")
    showing.add_argument("folders", type=pathlib.Path, nargs="+")
    showing.add_argument("--output", type=pathlib.Path, default=SAMPLES.parent / "docs" / "benchmarks" / "data", help="folder of the CSV files")
    showing.add_argument("--json", type=pathlib.Path, help="also write all figures to this file")
    showing.set_defaults(work=make_data)
    arguments = parser.parse_args()
    arguments.work(arguments)


if __name__ == "__main__":
    sys.exit(main())
