#!/usr/bin/env bash
# Installs what is missing, builds Release, and runs every test. GUI tests run offscreen.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/test.sh"
    say "Installs what is missing, builds into build/release, and runs every test under ctest."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/test.sh" >&2; exit 2; }

step 1/3 "Set-up"
"$root/packaging/setup.sh"
step 2/3 "Building (build/release)"
build_release all
step 3/3 "Testing"
cd "$root"
QT_QPA_PLATFORM=offscreen ctest --preset release --parallel "$(nproc)" --output-log "$logs/tests.log"
