#!/usr/bin/env bash
# The walls of the house: what may not be included or linked where. Run by ctest with the build's folder.
# usage: packaging/check-walls.sh [BUILD_FOLDER]

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/release}
broken=0
cd "$root"

# forbid "RULE" PATTERN PATH...: no C++ or CMake line below the paths matches.
forbid() {
    local rule=$1 pattern=$2 found
    shift 2
    found=$(grep -rnE --include='*.h' --include='*.cpp' --include='*.cu' "$pattern" "$@" || true)
    report "$rule" "$found"
}

# forbid_library "RULE" PATTERN PROGRAM...: those that are built need no such library.
forbid_library() {
    local rule=$1 pattern=$2 program found
    shift 2
    for program in "$@"; do
        [[ -e $build/$program ]] || continue
        found=$(readelf --dynamic "$build/$program" | grep -E "\(NEEDED\).*\[$pattern" || true)
        report "$rule" "${found:+$program: $found}"
    done
}

report() {
    [[ -n $2 ]] || return 0
    broken=1
    printf '%s\n%s\n' "$1" "$2"
}

outside_kernel=(app ui)
for folder in "$root"/core/*/; do
    if [[ $(basename "$folder") != kernel ]]; then outside_kernel+=("core/$(basename "$folder")"); fi
done

forbid "core/ includes no Qt:" '^ *# *include *[<"](Q[A-Z]|q[a-z]*\.h|Qt)' core
forbid "Only core/kernel includes LLVM:" '^ *# *include *[<"](llvm|llvm-c|clang|clang-c)/' "${outside_kernel[@]}"
forbid "Only core/kernel includes CUDA:" '^ *# *include *[<"](cuda|nvrtc|nvJitLink|nvml)[a-z_]*\.h' "${outside_kernel[@]}"
forbid "Only app/worker and core/kernel see the headers of core/kernel:" '^ *# *include *"core/kernel/' \
    app/gevo app/explorer ui "${outside_kernel[@]:2}"
forbid "Samples are ordinary CUDA programs:" '[Gg][Ee][Vv][Oo]' resources/samples

forbid_library "gevo links no Qt, LLVM or CUDA:" '(libQt|libLLVM|libclang|libcuda|libnv)' bin/gevo
forbid_library "gevo-explorer links no LLVM or CUDA:" '(libLLVM|libclang|libcuda|libnv)' bin/gevo-explorer
forbid_library "gevo-worker links no Qt, and loads CUDA at run time only:" '(libQt|libcuda|libnv)' bin/gevo-worker
forbid_library "libgevocudart links no Qt or CUDA:" '(libQt|libcuda|libnv)' lib/libgevocudart.so

exit $broken
