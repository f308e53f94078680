# shellcheck shell=bash
# Sourced by the scripts of this folder: where things are, and how a script speaks, fails and keeps its logs.

set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
mkdir -p "$logs"

# say LINE...
say() {
    printf '%s\n' "$@"
}

# step 2/4 "WHAT"
step() {
    say "[$1] $2..."
}

# One sentence on stderr, then the end.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# os_release ID: that word of this system's description, or nothing.
os_release() {
    # shellcheck disable=SC1091 # made by the system
    (source /etc/os-release 2>/dev/null && printf '%s' "${!1:-}") || true
}

# Started through sudo in somebody's checkout, what was made must still be theirs.
hand_back_files() {
    if [[ $EUID -eq 0 && $(stat -c %u "$root") -ne 0 ]]; then
        chown -R --no-dereference --reference="$root" "$root/build"
    fi
}
trap hand_back_files EXIT

# On a terminal, shows ninja's counter as it advances; everything goes to the log only.
counter() {
    local line
    while IFS= read -r line; do
        if [[ -t 1 && $line =~ ^\[([0-9]+/[0-9]+)\] ]]; then
            printf '\r      %s ' "${BASH_REMATCH[1]}"
        fi
    done
    if [[ -t 1 ]]; then printf '\r\033[K'; fi
}

# logged NAME "SENTENCE ON FAILURE" COMMAND...: output into build/logs/NAME.log; on failure the end of it, then the sentence.
logged() {
    local log=$logs/$1.log sentence=$2
    shift 2
    if ! "$@" 2>&1 </dev/null | tee "$log" | counter; then
        tail -n 30 "$log" >&2
        fail "$sentence The whole log is ${log#"$root"/}."
    fi
}

# build_preset PRESET TARGET...: ccache helps where somebody has it.
build_preset() {
    local preset=$1 launcher=()
    shift
    if command -v ccache >/dev/null; then
        launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    cd "$root"
    logged configure "CMake could not configure the build." cmake --preset "$preset" "${launcher[@]}"
    logged build "The build failed." cmake --build --preset "$preset" --target "$@"
}

# Of the program, once the release build is configured.
release_version() {
    sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$root/build/release/CMakeCache.txt"
}

build_release() {
    build_preset release "$@"
}
