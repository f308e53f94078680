#!/usr/bin/env bash
# From a fresh clone to a live run: installs what is missing, builds, makes a file from a bundled sample, and opens the explorer on it
# with the run going. Without a display the run goes on in the terminal and the explorer is drawn into a picture.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/quickstart.sh [--headless]"
    say "Installs what is missing, builds into build/release, and evolves the bundled sample stereo in build/quickstart/stereo.gevo"
    say "(hotspot, which is there ready made, without a CUDA toolkit): in the explorer's window, or, where there is no display or with --headless, for 60 s in the terminal."
}

headless=no
case "${1:-}" in
    --help) usage; exit 0 ;;
    --headless) headless=yes; shift ;;
esac
[[ $# -eq 0 ]] || { usage >&2; exit 2; }
if [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then headless=yes; fi

programs=$root/build/release/bin
folder=$root/build/quickstart

# Sets the sample. Its parameters gain most, and building it in other configurations needs a toolkit.
choose_sample() {
    if has_cuda_toolkit; then sample=stereo; else sample=hotspot; fi
    file=$folder/$sample.gevo
    sources=$root/resources/samples/$sample
    prebuilt=$root/resources/samples/$sample.gevo
}

# A file that this build can read, and not older than the sample it was made from.
file_is_current() {
    [[ -e $file && ! $sources/$sample.cu -nt $file ]] && "$programs/gevo" show "$file" >/dev/null 2>&1
}

has_run() {
    "$programs/gevo" show "$file" --front >/dev/null 2>&1
}

has_cuda_toolkit() {
    "$programs/gevo" doctor 2>/dev/null | grep -q '^ok  *CUDA toolkit '
}

make_file() {
    local suffix
    mkdir -p "$folder"
    if file_is_current; then
        say "    going on with build/quickstart/$sample.gevo"
        return
    fi
    for suffix in "" -wal -shm; do
        if [[ -e $file$suffix ]]; then mv "$file$suffix" "$folder/$sample-old.gevo$suffix"; fi
    done
    if has_cuda_toolkit; then
        "$programs/gevo" new "$file" --sample "$sample" || fail "gevo new could not make build/quickstart/$sample.gevo."
    elif [[ -e $prebuilt ]]; then
        say "    no CUDA toolkit here, so the prebuilt resources/samples/$sample.gevo is used"
        cp "$prebuilt" "$file"
    else
        fail "There is neither a CUDA toolkit nor resources/samples/$sample.gevo; install a toolkit as build/release/bin/gevo doctor says."
    fi
}

open_explorer() {
    say "    gevo-explorer build/quickstart/$sample.gevo --start"
    "$programs/gevo-explorer" "$file" --start
}

evolve_in_terminal() {
    local resume=()
    if has_run; then resume=(--resume); fi
    "$programs/gevo" run "$file" --time 60s "${resume[@]}" || fail "gevo run failed on build/quickstart/$sample.gevo."
}

show_results() {
    say "" "Pareto front"
    "$programs/gevo" show "$file" --front
    say "" "Best variant"
    "$programs/gevo" show "$file" --variant best
    say ""
    "$programs/gevo" export "$file" --variant best --ptx "$folder/best.ptx"
    QT_QPA_PLATFORM=offscreen "$programs/gevo-explorer" "$file" --render "$folder/explorer.png"
    say "" "build/quickstart/best.ptx        the best variant's code" "build/quickstart/explorer.png    the explorer on this file" \
        "build/quickstart/$sample.gevo     everything; open it with build/release/bin/gevo-explorer"
}

step 1/4 "Set-up"
"$root/packaging/setup.sh"
step 2/4 "Building (build/release)"
build_release gevo gevo-explorer gevo-worker gevocudart
choose_sample
step 3/4 "The sample: $sample"
make_file
step 4/4 "Evolution"
if [[ $headless == yes ]]; then
    evolve_in_terminal
    show_results
else
    open_explorer
fi
