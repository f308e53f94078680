#!/usr/bin/env bash
# The walls of the house: what may not be included or linked where. Run by ctest with the build's folder.
# usage: packaging/check-walls.sh [BUILD_FOLDER]
# Without a folder that of the release preset is used, if there is one.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/release}
broken=0
if [[ $# -gt 0 && ! -e $build/rooms.txt ]]; then
    echo "$build has no rooms.txt, so it is not a configured build of this tree" >&2
    exit 1
fi
cd "$root"

# Not from git: a tree without .git, or one that belongs to somebody else, is checked too.
mapfile -t sources < <(find core ui app -name '*.h' -o -name '*.cpp')
if [[ ${#sources[@]} -eq 0 ]]; then
    echo "there are no sources to check below $root" >&2
    exit 1
fi
# Every include of a file of ours: "path:line:#include ...".
includes=$(printf '%s\0' "${sources[@]}" | xargs -0 grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](core|ui|app)/' || true)

# forbid "RULE" PATTERN PATH...: no C++ or CMake line below the paths matches.
forbid() {
    local rule=$1 pattern=$2 found
    shift 2
    found=$(grep -rnE --include='*.h' --include='*.cpp' --include='*.cu' "$pattern" "$@") || [[ $? -eq 1 ]] # 1: no line matches
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

# forbid_beyond_uses: a file includes headers of its own folder and of those whose libraries its folder's library uses, as
# gevo_library() in CMakeLists.txt wrote them down: "library folder used used ..." on a line.
forbid_beyond_uses() {
    local rooms=$build/rooms.txt
    [[ -e $rooms ]] || return 0
    report "A folder includes headers only of the folders that its library uses (add it to USES, or move the code):" "$(
        awk -v rooms="$rooms" '
            # The nearest folder above that has a library.
            function room(path) {
                while (sub("/[^/]*$", "", path)) if (path in library) return path
                return ""
            }
            BEGIN {
                while ((getline line < rooms) > 0) {
                    count = split(line, words, " ")
                    library[words[2]] = words[1]
                    allowed[words[1], words[1]] = 1
                    for (i = 3; i <= count; ++i) allowed[words[1], words[i]] = 1
                }
            }
            /^(core|ui)\// {
                split($0, parts, ":")
                from = room(parts[1])
                match($0, /[<"][^>"]*/); to = room(substr($0, RSTART + 1, RLENGTH - 1))
                if (!((library[from], library[to]) in allowed)) print
            }' <<< "$includes"
    )"
}

# forbid_reach "RULE" FROM FOLDER...: no file whose path begins with FROM includes one of the folders, not even through others.
forbid_reach() {
    local rule=$1 from=$2 folder
    shift 2
    for folder in "$@"; do
        [[ -d $folder ]] || report "$rule" "there is no folder $folder: the rule in $0 has to name another"
    done
    report "$rule" "$(
        awk -v from="$from" -v folders="$*" '
            function forbidden(path, i) {
                for (i in walled) if (index(path, walled[i] "/") == 1) return 1
                return 0
            }
            BEGIN { split(folders, walled, " ") }
            {
                split($0, parts, ":")
                match($0, /[<"][^>"]*/)
                reached[parts[1]] = reached[parts[1]] " " substr($0, RSTART + 1, RLENGTH - 1)
            }
            END {
                for (file in reached) {
                    if (index(file, from) != 1) continue
                    split("", seen); split("", way); queue[1] = file; head = tail = 1; seen[file] = 1; way[file] = file
                    while (head <= tail) {
                        at = queue[head++]
                        if (forbidden(at)) { print way[at]; break }
                        count = split(reached[at], next_files, " ")
                        for (i = 1; i <= count; ++i) {
                            n = next_files[i]
                            if (n in seen) continue
                            seen[n] = 1; way[n] = way[at] " -> " n; queue[++tail] = n
                        }
                    }
                }
            }' <<< "$includes"
    )"
}

outside_kernel=(app ui)
outside_drawing=()
outside_cluster=()
for folder in "$root"/core/*/; do
    if [[ $(basename "$folder") != kernel ]]; then outside_kernel+=("core/$(basename "$folder")"); fi
    if [[ $(basename "$folder") != interaction_drawing ]]; then outside_drawing+=("core/$(basename "$folder")"); fi
    if [[ $(basename "$folder") != cluster ]]; then outside_cluster+=("core/$(basename "$folder")"); fi
done

forbid "core/ includes no Qt:" '^ *# *include *[<"](Q[A-Z]|q[a-z]*\.h|Qt)' core
forbid "Only core/kernel includes LLVM:" '^ *# *include *[<"](llvm|llvm-c|clang|clang-c)/' "${outside_kernel[@]}"
forbid "Only core/kernel includes CUDA:" '^ *# *include *[<"](cuda|nvrtc|nvJitLink|nvml)[a-z_]*\.h' "${outside_kernel[@]}"
forbid "Only core/interaction_drawing includes igraph:" '^ *# *include *[<"]igraph' app ui "${outside_drawing[@]}"
forbid "Only core/cluster includes ZeroMQ, and only app/mpi/gevo_mpi.c MPI:" '^ *# *include *[<"](zmq|mpi\.h)' app ui "${outside_cluster[@]}"
forbid "Only app/worker and core/kernel see the headers of core/kernel:" '^ *# *include *[<"]core/kernel/' \
    app/gevo app/explorer ui "${outside_kernel[@]:2}"
forbid "Samples are ordinary CUDA programs:" '[Gg][Ee][Vv][Oo]' resources/samples
forbid "An include names its file from the root of the tree:" '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]\.\.?/' core ui app
forbid_beyond_uses
hidden=(core/protocol core/worker_pool core/cluster core/evolution core/kernel)
forbid_reach "Views see values, not the protocol, the workers or the evolution loop:" ui/ "${hidden[@]}"
forbid_reach "gevo's commands see values, not the protocol, the workers or the evolution loop:" app/gevo/ "${hidden[@]}"
forbid_library "gevo-mpi loads MPI at run time only, and links no Qt, LLVM or CUDA:" '(libmpi|libQt|libLLVM|libclang|libcuda|libnv)' bin/gevo-mpi
forbid_reach "gevo-explorer sees values, not the protocol, the workers or the evolution loop:" app/explorer/ "${hidden[@]}"

forbid_library "gevo links no Qt, LLVM or CUDA:" '(libQt|libLLVM|libclang|libcuda|libnv)' bin/gevo
forbid_library "gevo-explorer links no LLVM or CUDA:" '(libLLVM|libclang|libcuda|libnv)' bin/gevo-explorer
forbid_library "gevo-worker links no Qt, and loads CUDA at run time only:" '(libQt|libcuda|libnv)' bin/gevo-worker
forbid_library "libgevocudart links no Qt or CUDA:" '(libQt|libcuda|libnv)' lib/libgevocudart.so

exit $broken
