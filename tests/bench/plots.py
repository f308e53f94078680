#!/usr/bin/env python3
"""Draws the plots of resources/docs/benchmarks and fills in its longer tables, from the CSV files in its folder data.

usage: tests/bench/plots.py [--check]

Needs Python's standard library only. With --check nothing is written: the exit code is 1 where a file is not what the data say."""

import argparse
import csv
import html
import math
import pathlib
import re
import statistics
import sys
import textwrap

PAGES = pathlib.Path(__file__).resolve().parents[2] / "resources" / "docs" / "benchmarks"
WIDTH = 700  # fits a page of the manual
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#6b7a8f"  # Okabe and Ito
METHODS = {"nvcc": ("CUDA C by nvcc", ORANGE), "ptxas": ("IR, PTX, ptxas as a process", GREY), "nvjitlink": ("IR, PTX, nvJitLink in process", GREEN)}


def read(name):
    with open(PAGES / "data" / name, newline="") as file:
        return list(csv.DictReader(file))


# Plots. Attributes and no style sheet: what draws the manual knows little of these.


class Picture:
    def __init__(self, height, label):
        self.height, self.label, self.parts = height, label, []

    def text(self, x, y, text, anchor="start", color="#444", weight="400"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}" font-weight="{weight}">{html.escape(text)}</text>')

    def line(self, x1, y1, x2, y2, color="#ddd", width=1):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>')

    def polyline(self, points, color):
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')

    def dot(self, x, y, color, filled=True):
        fill = color if filled else "white"
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{color}" stroke-width="1.5"/>')

    def legend(self, x, y, entries):
        for text, color, filled in entries:
            self.dot(x, y - 4, color, filled)
            self.text(x + 10, y, text)
            x += 28 + 6.4 * len(text)

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" role="img" aria-label="{html.escape(self.label)}">\n'
                '<rect width="100%" height="100%" fill="white"/>\n<g font-family="sans-serif" font-size="12" fill="#444">\n'
                + "\n".join(self.parts) + "\n</g>\n</svg>\n")


class Axis:
    """Positions on an axis from `begin` (where the value is `low`) to `end`; values beyond are put at the ends."""

    def __init__(self, low, high, begin, end, scale=lambda value: value):
        self.scale, self.low, self.high, self.begin, self.end = scale, scale(low), scale(high), begin, end

    def __call__(self, value):
        share = (self.scale(value) - self.low) / (self.high - self.low)
        return self.begin + min(1, max(0, share)) * (self.end - self.begin)


def log_axis(*arguments):
    return Axis(*arguments, math.log)


def samples_plot():
    """Two panels with the same rows: simulated, and measured on a GPU."""
    simulated = {row["sample"]: row for row in read("samples-simulated.csv") if row["races"] == "reject"}
    measured = {row["sample"]: row for row in read("samples-gpu.csv")}
    names = sorted(measured, key=lambda name: -float(measured[name]["exact_speedup"] or 1))
    top, row_height, panel, largest = 66, 19, 250, 2
    picture = Picture(top + row_height * len(names) + 16, "Speedup of the best exact variant of each sample, simulated and on an H200")
    picture.legend(114, 18, [("best of the search, on its tests", BLUE, False), ("recommended variant, on held-out inputs", ORANGE, True)])
    bottom = top + row_height * len(names) - 6
    for number, (title, rows) in enumerate([("simulated", simulated), ("measured on an H200", measured)]):
        left = 110 + number * (panel + 55)
        axis = Axis(0.9, largest, left, left + panel)
        picture.text(left, top - 22, title, weight="600", color="#222")
        for tick in [1, 1.25, 1.5, 1.75, 2]:
            picture.line(axis(tick), top - 12, axis(tick), bottom, "#999" if tick == 1 else "#e4e4e4")
            picture.text(axis(tick), bottom + 16, f"{tick:g}x", "middle")
        for index, name in enumerate(names):
            y = top + row_height * index
            if number == 0:
                picture.text(left - 12, y + 4, name, "end")
            if not rows[name]["exact_speedup"]:
                picture.text(axis(1) + 6, y + 4, "no gain", color=GREY)
                continue
            found = float(rows[name]["exact_speedup"])
            held_out = float(rows[name]["exact_held_out"] or found)
            picture.line(axis(found), y, axis(held_out), y, "#999", 1.5)
            for value, color, filled in [(found, BLUE, False), (held_out, ORANGE, True)]:
                if value <= largest and (rows[name]["exact_held_out"] or not filled):
                    picture.dot(axis(value), y, color, filled)
            if found > largest:
                beyond = f"{found:.1f}x" + (f", held out {held_out:.1f}x" if held_out > largest else "")
                picture.text(axis(largest) - 4, y - 4 if held_out <= largest else y + 4, beyond, "end", BLUE)
    return picture.svg()


def fidelity_plot():
    """Rank correlations by sample, and the originals' simulated times over the measured ones."""
    rows = sorted(read("fidelity-h200.csv"), key=lambda row: -float(row["spearman"]))
    top, row_height = 62, 19
    bottom = top + row_height * len(rows) - 6
    picture = Picture(bottom + 50, "Rank correlations of simulated with measured times by sample, and simulated over measured times")
    left, width = 110, 200
    picture.text(left, 18, "rank correlation of variants", weight="600", color="#222")
    picture.legend(left + 4, 38, [("Spearman", BLUE, True), ("Kendall", ORANGE, False)])
    for tick in range(0, 11, 2):
        x = left + width * tick / 10
        picture.line(x, top - 12, x, bottom, "#bbb" if tick == 8 else "#e4e4e4")
        picture.text(x, bottom + 16, f"{tick / 10:g}", "middle")
    for index, row in enumerate(rows):
        y = top + row_height * index
        picture.text(left - 12, y + 4, row["sample"], "end")
        picture.dot(left + width * float(row["kendall"]), y, ORANGE, False)
        picture.dot(left + width * float(row["spearman"]), y, BLUE)
    begin, end = 420, WIDTH - 20
    x, y = log_axis(2, 600, begin, end), log_axis(2, 600, bottom, top - 12)
    picture.text(begin, 18, "time of the originals' tests, us", weight="600", color="#222")
    for tick in [2, 5, 10, 20, 50, 100, 200, 500]:
        picture.line(x(tick), top - 12, x(tick), bottom, "#e4e4e4")
        picture.line(begin, y(tick), end, y(tick), "#e4e4e4")
        picture.text(x(tick), bottom + 16, f"{tick}", "middle")
        picture.text(begin - 8, y(tick) + 4, f"{tick}", "end")
    picture.line(x(2), y(2), x(600), y(600), "#999", 1.5)
    picture.text((begin + end) / 2, bottom + 36, "measured", "middle")
    picture.text(begin - 8, top - 20, "simulated", "end")
    for row in rows:
        for measured, simulated in zip(row["measured_us"].split(), row["simulated_us"].split()):
            picture.dot(x(float(measured)), y(float(simulated)), BLUE)
    return picture.svg()


def compile_time_plot():
    """Individuals a second over threads; a panel for each number of kernels to a module."""
    rows = read("compile-time.csv")
    batches = sorted({int(row["kernels_per_module"]) for row in rows})
    threads = sorted({int(row["threads"]) for row in rows})
    picture = Picture(350, "Individuals compiled a second, by threads")
    panel, top, bottom = 190, 40, 280
    y = log_axis(1, 1000, bottom, top)
    for number, batch in enumerate(batches):
        left = 54 + number * (panel + 22)
        x = log_axis(threads[0], threads[-1], left, left + panel)
        picture.text(left, top - 14, "one kernel to a module" if batch == 1 else f"{batch} kernels to a module", weight="600", color="#222")
        for tick in [1, 10, 100, 1000]:
            picture.line(left, y(tick), left + panel, y(tick))
            if number == 0:
                picture.text(left - 8, y(tick) + 4, f"{tick}", "end")
        for count in threads:
            picture.text(x(count), bottom + 18, f"{count}", "middle")
        for method, (_, color) in METHODS.items():
            points = [(x(int(row["threads"])), y(float(row["individuals_per_second"]))) for row in rows
                      if row["method"] == method and int(row["kernels_per_module"]) == batch]
            picture.polyline(points, color)
            for point in points:
                picture.dot(*point, color)
    picture.text(54 + (3 * panel + 44) / 2, bottom + 36, "threads", "middle")
    picture.legend(60, bottom + 60, [(text, color, True) for text, color in METHODS.values()])
    return picture.svg()


def registers_plot():
    """What is estimated over what ptxas gives; a dot for each pair that occurs."""
    rows = read("registers.csv")
    top, bottom, left, right = 40, 400, 60, 420
    picture = Picture(bottom + 50, "Registers of variants' kernels: estimated over those by ptxas")
    x, y = log_axis(4, 255, left, right), log_axis(4, 255, bottom, top)
    picture.text(left, 18, f"registers of {len(rows):,} kernels of variants", weight="600", color="#222")
    for tick in [4, 8, 16, 32, 64, 128, 255]:
        picture.line(x(tick), top, x(tick), bottom, "#e4e4e4")
        picture.line(left, y(tick), right, y(tick), "#e4e4e4")
        picture.text(x(tick), bottom + 16, f"{tick}", "middle")
        picture.text(left - 8, y(tick) + 4, f"{tick}", "end")
    for share in [0.85, 1, 1.15]:
        picture.line(x(4), y(4 * share), x(255), y(255 * share), "#999" if share == 1 else "#ccc", 1.5 if share == 1 else 1)
    picture.text((left + right) / 2, bottom + 36, "by ptxas", "middle")
    picture.text(left + 8, top + 16, "estimated")
    for estimate, ptxas, changed in sorted({(int(row["estimate"]), int(row["ptxas"]), row["original"] != row["ptxas"]) for row in rows}):
        picture.dot(x(ptxas), y(estimate), BLUE if changed else GREY, changed)
    picture.legend(right + 24, top + 12, [("other than the original's", BLUE, True)])
    picture.legend(right + 24, top + 32, [("the original's", GREY, False)])
    picture.text(right + 34, top + 56, "thin lines: 15 % off")
    return picture.svg()


SETTINGS = {"six": ("the paper's six operators", GREY), "all": ("all operators", ORANGE)}


def by_setting(rows, sample, key):
    """Values of a sample's runs, for each setting, by seed."""
    own = sorted((row for row in rows if row["sample"] == sample), key=lambda row: int(row["seed"]))
    return {setting: [float(row[key]) for row in own if row["setting"] == setting] for setting in SETTINGS}


def search_plot():
    """Median and range over seeds of the best exact speedup, for each setting."""
    rows = read("search.csv")
    names = sorted({row["sample"] for row in rows}, key=lambda name: -statistics.median(by_setting(rows, name, "exact")["all"]))
    top, row_height, left, right, largest = 66, 34, 110, 640, 1.4
    picture = Picture(top + row_height * len(names) + 10, "Best exact speedup of each sample: the paper's six operators, and all")
    picture.legend(left + 4, 18, [(text, color, True) for text, color in SETTINGS.values()])
    axis, bottom = Axis(1, largest, left, right), top + row_height * len(names) - 18
    for tick in [1, 1.1, 1.2, 1.3, 1.4]:
        picture.line(axis(tick), top - 16, axis(tick), bottom, "#e4e4e4")
        picture.text(axis(tick), top - 22, f"{tick:g}x", "middle")
    for index, name in enumerate(names):
        y = top + row_height * index
        picture.text(left - 12, y + 4, name, "end")
        for number, (setting, values) in enumerate(by_setting(rows, name, "exact").items()):
            at, color, median = y - 5 + 10 * number, SETTINGS[setting][1], statistics.median(values)
            picture.line(axis(min(values)), at, axis(max(values)), at, color, 1.5)
            if median <= largest:
                picture.dot(axis(median), at, color)
            else:
                picture.text(axis(largest) + 6, at + 4, f"{median:.2f}x", color=color)
    return picture.svg()


# Tables: lists of lines for a page.


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]


def speedup(row, key):
    value, interval = row[key + "_speedup"], row[key + "_interval"]
    return f"{value}x" + (f" ± {interval} %" if interval else "") if value else ""


def found_cells(row):
    if not row["exact_speedup"]:
        return ["no gain", "", ""]
    same = not row["tolerant_speedup"]
    return [speedup(row, "exact"), "the same" if same else speedup(row, "tolerant"), row["tolerant_loss"]]


def recommended(rows, keys):
    """A row for each criterion that a run has a recommendation for."""
    lines = []
    for row in rows:
        for key, criterion in [("exact", "exact"), ("tolerant", "1 %")]:
            if row[key + "_variant"]:
                variant = {"best": "best of the search", "none": "none passed"}.get(row[key + "_variant"], row[key + "_variant"])
                held_out = row[key + "_held_out"] and row[key + "_held_out"] + "x"
                lines.append([row[name] for name in keys] + [criterion, variant, speedup(row, key + "_variant"), held_out, row[key + "_candidates"]])
    return table(keys + ["criterion", "variant", "on its tests", "held out", "candidates"], lines)


def samples_tables():
    simulated, measured = read("samples-simulated.csv"), read("samples-gpu.csv")
    counts = ["evaluations", "a second", "generations"]
    numbers = lambda row: [f"{int(row['evaluations']):,}", row["per_second"], row["generations"]]
    edits = []
    for row in read("samples-edits.csv"):
        if row["races"] != "reject":
            continue
        item = f"**{row['sample']}**, {row['speedup']}x, {row['loss']}: {row['edits']}"
        whole = re.sub("`[^`]+`", lambda code: code.group().replace(" ", "\0"), item)  # no code is broken
        lines = textwrap.wrap(whole, 100, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        edits += [line.replace("\0", " ") for line in lines]
    return {
        "What the search found: simulated": table(["sample", "races"] + counts + ["best exact", "best at 1 %", "loss"],
                                                  [[row["sample"], row["races"]] + numbers(row) + found_cells(row) for row in simulated]),
        "What validation recommends: simulated": recommended(simulated, ["sample", "races"]),
        "What the search found: H200": table(["sample", "best exact", "held out", "`gevo exec`", "edits", "what most of it is"],
                          [[f"{row['sample']} {row['note']}".strip(), row["exact_speedup"] + "x", row["exact_held_out"] + "x", row["exec_speedup"] and row["exec_speedup"] + "x", row["edits"], row["what"]] for row in measured]),
        "What the best edits do": edits,
    }


def fidelity_tables():
    rows = [[row["sample"], row["codes"], row["span_percent"] + " %", f"{int(row['pairs']):,}", row["spearman"], row["kendall"],
             row["mean_error_percent"] + " %", row["measured_us"].replace(" ", ", "), row["simulated_us"].replace(" ", ", ")] for row in read("fidelity-h200.csv")]
    return {"By sample": table(["sample", "codes", "span", "pairs", "Spearman", "Kendall", "error", "measured, us", "simulated, us"], rows)}


def registers_tables():
    rows = read("registers.csv")
    near = lambda row, key: abs(int(row[key]) - int(row["ptxas"])) <= 0.15 * int(row["ptxas"])
    share = lambda chosen, key: f"{100 * sum(near(row, key) for row in chosen) / len(chosen):.0f} %"
    changed = [row for row in rows if row["original"] != row["ptxas"]]
    variants = len({(row["sample"], row["variant"]) for row in rows})
    lines = [[f"all of {variants} variants", f"{len(rows):,}", share(rows, "estimate"), share(rows, "original")],
             ["those that differ from the original's", f"{len(changed):,}", share(changed, "estimate"), share(changed, "original")]]
    return {"Registers of variants": table(["kernels", "number", "estimate within 15 %", "original's within 15 %"], lines)}


def compile_time_tables():
    rates = {(row["method"], int(row["kernels_per_module"]), int(row["threads"])): float(row["individuals_per_second"]) for row in read("compile-time.csv")}
    lines = [[text, f"{batch}", f"{1000 / rates[method, batch, 1]:.0f} ms", f"{rates[method, batch, 16]:.0f} a second"]
             for method, (text, _) in METHODS.items() for batch in [1, 8, 32]]
    return {"Results": table(["method", "kernels to a module", "one thread, each", "16 threads"], lines)}


def mann_whitney(a, b):
    """Two-sided probability of values so far apart if both came from one distribution (normal approximation, ties corrected)."""
    both = sorted(a + b)
    rank = {value: both.index(value) + (both.count(value) + 1) / 2 for value in set(both)}
    n, m = len(a), len(b)
    ties = sum(both.count(value)**3 - both.count(value) for value in set(both))
    deviation = math.sqrt(n * m / 12 * ((n + m + 1) - ties / ((n + m) * (n + m - 1))))
    away = abs(sum(rank[value] for value in a) - n * (n + 1) / 2 - n * m / 2) - 0.5
    return math.erfc(max(0, away) / deviation / math.sqrt(2)) if deviation else 1.0


def search_tables():
    rows = read("search.csv")

    text = {"exact": "{:.4f}x", "hypervolume": "{:.4f}", "edits": "{:.0f}"}
    lines = []
    for sample in dict.fromkeys(row["sample"] for row in rows):
        line = [sample]
        for key, form in text.items():
            values = by_setting(rows, sample, key)
            medians = [statistics.median(values[setting]) for setting in SETTINGS]
            chance = mann_whitney(*values.values())
            line += [form.format(median) for median in medians] + ["" if chance >= 0.05 else "more" if medians[1] > medians[0] else "less"]
        lines.append(line)
    names = ["best exact", "hypervolume", "edits"]
    return {"What all operators find": table(["sample"] + [part for name in names for part in [f"{name}, six", "all", ""]], lines)}


def filled(page, tables):
    """The page with each block of table or list lines below a heading replaced."""
    lines = page.split("\n")
    for heading, block in tables.items():
        at = next((i for i, line in enumerate(lines) if re.fullmatch(r"#+ " + re.escape(heading), line)), None)
        if at is None:
            raise SystemExit(f"plots.py: no heading \"{heading}\"")
        begin = next(i for i in range(at, len(lines)) if lines[i].startswith(("| ", "- ")))
        end = next((i for i in range(begin, len(lines)) if not lines[i].startswith(("|", "- ", "  "))), len(lines))
        lines[begin:end] = block
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    made = {"samples.svg": samples_plot(), "fidelity.svg": fidelity_plot(), "compile-time.svg": compile_time_plot(), "registers.svg": registers_plot(),
            "search.svg": search_plot()}
    for name, tables in [("samples.md", samples_tables()), ("fidelity.md", fidelity_tables() | registers_tables()), ("compile-time.md", compile_time_tables()), ("search.md", search_tables())]:
        made[name] = filled((PAGES / name).read_text(), tables)
    stale = [name for name, text in made.items() if not (PAGES / name).exists() or (PAGES / name).read_text() != text]
    if not arguments.check:
        for name in stale:
            (PAGES / name).write_text(made[name])
    print(", ".join(stale) + (" differ from the data" if arguments.check else " written") if stale else "nothing to do")
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
