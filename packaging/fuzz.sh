#!/usr/bin/env bash
# Fuzzes what reads bytes of other processes and files, under the address and undefined-behaviour sanitizers.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/fuzz.sh [SECONDS] [TARGET...]"
    say "Builds tests/fuzz with clang++-22 and libFuzzer (package libclang-rt-22-dev) into build/fuzz and runs each target for SECONDS"
    say "(default 120). What breaks a target is kept in build/fuzz/found; put it into tests/fuzz/found/TARGET with the fix."
}

if [[ ${1:-} == --help ]]; then usage; exit 0; fi
seconds=${1:-120}
[[ $seconds =~ ^[0-9]+$ ]] || { usage >&2; exit 2; }
targets=("${@:2}")
if [[ ${#targets[@]} -eq 0 ]]; then targets=(compress edit_text frames settings_json texture wire_messages); fi

cd "$root"
command -v clang++-22 >/dev/null || fail "clang++-22 is missing: apt-get install clang-22 libclang-rt-22-dev."
logged configure-fuzz "CMake could not configure the fuzz preset." cmake --preset fuzz
logged build-fuzz "The fuzz targets could not be built." cmake --build --preset fuzz --target gevo_fuzz_seeds "${targets[@]/#/gevo_fuzz_}"
work=build/fuzz
"$work/fuzz/gevo_fuzz_seeds" "$work/seeds"
for target in "${targets[@]}"; do
    mkdir -p "$work/corpus/$target" "$work/found"
    known=("$work/seeds/$target")
    if [[ -d tests/fuzz/found/$target ]]; then known+=("tests/fuzz/found/$target"); fi
    log=$logs/fuzz-$target.log
    nice "$work/fuzz/gevo_fuzz_$target" -max_total_time="$seconds" -max_len=16384 -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$work/found/$target-" "$work/corpus/$target" "${known[@]}" >"$log" 2>&1 ||
        { tail -n 40 "$log" >&2; fail "$target broke; the input is in $work/found, the whole log in $log."; }
    say "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, $(grep -o 'cov: [0-9]*' "$log" | tail -n 1 | cut -c 6-) edges, nothing broke"
done
