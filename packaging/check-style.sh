#!/usr/bin/env bash
# clang-format and clang-tidy over our own code, as .clang-format and .clang-tidy say, and shellcheck over our scripts. Changes nothing.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/check-style.sh [--format-only] [FILE...]"
    say "Needs clang-format 14 and clang-tidy-22; clang-tidy reads build/dev, which is configured where it is missing."
    say "Without FILE, every tracked .h and .cpp is checked, and every script where shellcheck is installed."
}

tidy=yes
if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ ${1:-} == --format-only ]]; then tidy=no; shift; fi
if [[ ${1:-} == -* ]]; then usage >&2; exit 2; fi

cd "$root"
if [[ $# -gt 0 ]]; then files=("$@"); else mapfile -t files < <(git ls-files '*.h' '*.cpp'); fi
# clang-tidy leaves out what it can't read: tests need what moc makes first, resources are compiled with the user's program, and
# dtl's header is an error to clang.
sources=()
for one in "${files[@]}"; do
    if [[ $one == *.cpp && $one != tests/* && $one != resources/* ]] && ! grep -q '#include <dtl/' "$one"; then sources+=("$one"); fi
done

clang_format=$(command -v clang-format-14 || command -v clang-format) || fail "clang-format is missing: apt-get install clang-format."
"$clang_format" --dry-run --Werror "${files[@]}" || fail "clang-format would change these files; run $(basename "$clang_format") -i on them."
say "clang-format: ${#files[@]} files clean"

if [[ $# -eq 0 ]] && command -v shellcheck >/dev/null; then
    # Those that others source are read with them.
    mapfile -t scripts < <(git ls-files '*.sh' | xargs grep -l '^#!.*bash')
    shellcheck --external-sources --source-path=SCRIPTDIR "${scripts[@]}" || fail "shellcheck has something to say about the scripts above."
    say "shellcheck: ${#scripts[@]} scripts clean"
fi

[[ $tidy == yes && ${#sources[@]} -gt 0 ]] || exit 0
command -v clang-tidy-22 >/dev/null || fail "clang-tidy-22 is missing: apt-get install clang-tidy-22."
if [[ ! -e build/dev/compile_commands.json ]]; then
    logged configure-dev "CMake could not configure the dev preset." cmake --preset dev
fi
printf '%s\0' "${sources[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy-22 -p build/dev --quiet --warnings-as-errors='*' 2>"$logs/clang-tidy.log" ||
    fail "clang-tidy has something to say about the files above."
say "clang-tidy: ${#sources[@]} files clean"
