#!/usr/bin/env python3
"""How long does a variant take from code to machine code? Lewis and Magoulas 2011 measured this for TMBL: CUDA C to cubin by nvcc, against IR to PTX
to cubin, in process (nvJitLink) and by ptxas as a process; alone, and many kernels to a module; with 1 to 16 threads, each a process, as
workers are.

usage: tests/bench/compile_time.py PATH-OF-GEVO FOLDER [PROJECT.gevo SOURCE.cu]... [--threads 1,2,4,8,16] [--batches 1,8,32]
           [--seconds S] [--variants N] [--architecture sm_90]

Needs compile_time_tool beside PATH-OF-GEVO, where the build puts it. Variants are those of the projects' latest runs; a copy of a project
without runs gets a short one on the simulated GPU. Methods whose program (nvcc, ptxas, nvJitLink) is missing are left out and named. Leaves
compile-time.json and compile-time.svg in FOLDER and prints a table. With --plot it only draws FOLDER/compile-time.json again."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

METHODS = {
    "nvcc": "CUDA C by nvcc",
    "ptxas": "IR, PTX, ptxas as a process",
    "nvjitlink": "IR, PTX, nvJitLink in process",
}
COLORS = {"nvcc": "#b3541e", "ptxas": "#6b7a8f", "nvjitlink": "#1f6f54"}


def toolkit(name):
    for folder in [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]:
        if folder and (pathlib.Path(folder) / "bin" / name).exists():
            return str(pathlib.Path(folder) / "bin" / name)
    return shutil.which(name)


def tool(arguments):
    return pathlib.Path(arguments.gevo).resolve().parent / "compile_time_tool"


def with_run(arguments, project, folder):
    """The project, or a copy with a run."""
    if json.loads(run(arguments.gevo, "show", project, "--runs", "--json") or "[]"):
        return project
    copy = folder / project.name
    shutil.copy(project, copy)
    run(arguments.gevo, "run", copy, "--device", "sim", "--population", 64, "--generations", 3, "--seed", 1, "--quiet")
    return copy


def export_variants(arguments, project, folder):
    """IR of some of a project's valid variants, the original among them."""
    project = with_run(arguments, project, folder)
    lines = run(arguments.gevo, "show", project, "--front", "--csv").splitlines()[1:]
    names = ["original"] + [line.split(",")[0] for line in lines]
    files = []
    for name in dict.fromkeys(names[: arguments.variants]):
        path = folder / f"{project.stem}-{name}.ll"
        done = subprocess.run([arguments.gevo, "export", project, "--variant", name, "--ll", path], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            files.append(path)
        else:
            print(f"{project.name}, variant {name}: {done.stdout.strip()}", file=sys.stderr)
    return files


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else ""


def batched_source(source, batch, folder):
    """One file with so many copies of the program's kernels, each in a namespace; system headers stay outside."""
    text = source.read_text()
    includes = re.findall(r"^\s*#\s*include\s*<[^>]+>.*$", text, re.MULTILINE)
    body = re.sub(r"^\s*#\s*include\s*<[^>]+>.*$", "", text, flags=re.MULTILINE)
    path = folder / f"{source.stem}-{batch}.cu"
    copies = [f"namespace copy{i} {{\n#line 1 \"{source.name}\"\n{body}\n}}\n" for i in range(batch)]
    path.write_text("\n".join(includes) + "\n" + "".join(copies))
    return path


def time_nvcc(arguments, sources, threads, batch, folder):
    """Individuals per second over all threads, each of which starts nvcc repeatedly."""
    nvcc = toolkit("nvcc")
    if not nvcc:
        return {"lacking": "nvcc was not found"}
    files = [batched_source(source, batch, folder) if batch > 1 else source for source in sources]

    def compile_one(place, file):
        output = folder / f"nvcc-{place}.cubin"
        words = [nvcc, "-cubin", f"-arch={arguments.architecture}", "-O3", "-std=c++17", f"-I{sources[0].parent}", "-o", output, file]
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stdout[-2000:])

    def work(place):
        begin, count = time.monotonic(), 0
        while True:
            compile_one(place, files[(place + count) % len(files)])
            count += 1
            seconds = time.monotonic() - begin
            if seconds >= arguments.seconds:
                return count * batch / seconds

    try:
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            return {"rate": sum(pool.map(work, range(threads)))}
    except RuntimeError as problem:
        return {"lacking": f"nvcc refuses: {problem}"}


def time_ir(arguments, files, method, threads, batch):
    options = {"architecture": arguments.architecture, "assembler": method, "batch": batch, "seconds": arguments.seconds}
    words = [str(word) for word in [tool(arguments), *(f"--{name}={value}" for name, value in options.items()), *files]]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(threads)]
    ended = [process.communicate() for process in started]
    if any(process.returncode != 0 for process in started):
        return {"lacking": ended[0][1].strip()[-2000:] or "compile_time_tool failed"}
    parts = [json.loads(output) for output, _ in ended]
    total = {key: sum(part[key] for part in parts) for key in parts[0]}
    stages = {key: total[key] / total["individuals"] for key in ["join", "optimise", "ptx", "assemble"]}
    return {"rate": sum(part["individuals"] / part["seconds"] for part in parts), "stages": stages,
            "bytes": total["bytes"] / total["individuals"]}


def measure(arguments, target):
    """Updates the target with all results so far."""
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    projects = [pathlib.Path(word) for word in arguments.programs if word.endswith(".gevo")]
    sources = [pathlib.Path(word).resolve() for word in arguments.programs if not word.endswith(".gevo")]
    files = [file for project in projects for file in export_variants(arguments, project, folder)]
    results, lacking = [], {}

    def keep():
        measured = {"architecture": arguments.architecture, "processors": os.cpu_count(), "seconds": arguments.seconds,
                    "variants": [file.name for file in files], "sources": [source.name for source in sources], "results": results,
                    "lacking": [{"method": method, "batch": batch, "why": why} for (method, batch), why in lacking.items()]}
        target.write_text(json.dumps(measured, indent=1) + "\n")

    for batch in arguments.batches:
        for threads in arguments.threads:
            for method in METHODS:
                if (method, batch) in lacking or (method == "nvcc" and not sources) or (method != "nvcc" and not files):
                    continue
                if method == "nvcc":
                    got = time_nvcc(arguments, sources, threads, batch, folder)
                else:
                    got = time_ir(arguments, files, method, threads, batch)
                if "lacking" in got:
                    lacking[method, batch] = got["lacking"]
                    print(f"{METHODS[method]}, {batch} to a module: {got['lacking']}", file=sys.stderr)
                    continue
                # Of one thread's time, for one individual.
                got |= {"method": method, "batch": batch, "threads": threads, "milliseconds": 1e3 * threads / got["rate"]}
                results.append(got)
                keep()
                print(f"{METHODS[method]:32} {batch:3} to a module, {threads:2} threads: {got['rate']:8.2f} a second, "
                      f"{got['milliseconds']:8.2f} ms each", flush=True)
    keep()


def plot(measured):
    """Individuals a second over threads, on logarithmic axes; a panel for each number of kernels to a module."""
    results = measured["results"]
    if not results:
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"/>\n"
    import math

    batches = sorted({result["batch"] for result in results})
    threads = sorted({result["threads"] for result in results})
    rates = [result["rate"] for result in results]
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    high = max(high, low + 1)
    width, height, gap, left, top = 182, 240, 24, 54, 40  # as wide as a page of the manual

    def x(panel, count):
        share = threads.index(count) / max(1, len(threads) - 1)
        return left + panel * (width + gap) + share * width

    def y(rate):
        return top + height * (high - math.log10(rate)) / (high - low)

    parts = []
    for panel, batch in enumerate(batches):
        begin, end = x(panel, threads[0]), x(panel, threads[0]) + width
        title = "one kernel to a module" if batch == 1 else f"{batch} kernels to a module"
        parts.append(f'<text x="{begin}" y="{top - 14}" font-weight="600" fill="#222">{title}</text>')
        for power in range(low, high + 1):
            parts.append(f'<line x1="{begin}" x2="{end}" y1="{y(10**power):.1f}" y2="{y(10**power):.1f}" stroke="#ddd"/>')
            if panel == 0:
                parts.append(f'<text x="{begin - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g}</text>')
        for count in threads:
            parts.append(f'<text x="{x(panel, count):.1f}" y="{top + height + 18}" text-anchor="middle">{count}</text>')
        for method, color in COLORS.items():
            line = sorted((r["threads"], r["rate"]) for r in results if r["method"] == method and r["batch"] == batch)
            if not line:
                continue
            points = " ".join(f"{x(panel, count):.1f},{y(rate):.1f}" for count, rate in line)
            parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
            parts += [f'<circle cx="{x(panel, count):.1f}" cy="{y(rate):.1f}" r="3.5" fill="{color}"/>' for count, rate in line]
    whole = left + len(batches) * (width + gap)
    for i, (method, color) in enumerate(COLORS.items()):
        at = left + i * 205
        parts.append(f'<rect x="{at}" y="{top + height + 48}" width="14" height="4" fill="{color}"/>')
        parts.append(f'<text x="{at + 20}" y="{top + height + 54}">{METHODS[method]}</text>')
    parts.append(f'<text x="14" y="{top + height / 2}" transform="rotate(-90 14 {top + height / 2})" text-anchor="middle">'
                 "individuals a second</text>")
    parts.append(f'<text x="{left + (whole - gap - left) / 2}" y="{top + height + 34}" text-anchor="middle">threads</text>')
    size = f'width="{max(whole, left + 640)}" height="{top + height + 66}"'
    # Attributes and no style sheet: what draws the manual knows little of these.
    return (f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="Individuals compiled a second, by threads">\n'
            '<rect width="100%" height="100%" fill="white"/>\n<g font-family="sans-serif" font-size="12" fill="#444">\n'
            + "\n".join(parts) + "\n</g>\n</svg>\n")


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gevo", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", help=".gevo files and the sources that they were built from")
    parser.add_argument("--threads", type=numbers, default=[1, 2, 4, 8, 16])
    parser.add_argument("--batches", type=numbers, default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--architecture", default="sm_90")
    parser.add_argument("--plot", action="store_true")
    arguments = parser.parse_args()
    target = arguments.folder / "compile-time.json"
    if not arguments.plot:
        if not tool(arguments).exists():
            parser.error(f"{tool(arguments)} does not exist; build the target compile_time_tool")
        target.parent.mkdir(parents=True, exist_ok=True)
        measure(arguments, target)
    (arguments.folder / "compile-time.svg").write_text(plot(json.loads(target.read_text())))


if __name__ == "__main__":
    main()
