#!/bin/sh
# Builds the built-in commands. Without arguments the results go where the
# engine reads them; with --check they go to a temporary directory and are
# compared with the committed ones (exit 1 when they differ).
set -eu
LC_ALL=C
export LC_ALL
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
engine=$(CDPATH='' cd -- "$here/../../.." && pwd)
final=$engine/src/main/resources/dev/escarole/engine/command/builtin
harnesses=$engine/src/main/resources/dev/escarole/engine/wasm/harness
CC=${WASM_CC:-clang}
cd "$here"

check=no
out=$final
out_harness=$harnesses
case "${1-}" in
--check)
    check=yes
    out=$(mktemp -d)
    out_harness=$out/harness
    trap 'rm -rf "$out"' EXIT
    ;;
'') mkdir -p "$out" ;;
*)
    echo "usage: build.sh [--check]" >&2
    exit 2
    ;;
esac

# build NAME STACK SOURCE...
build() {
    name=$1
    stack=$2
    shift 2
    "$CC" --target=wasm32-wasi --sysroot=/usr \
        -I/usr/include/wasm32-wasi -L/usr/lib/wasm32-wasi \
        -std=gnu11 -O2 -Wall -Wextra -Werror -fno-ident \
        -finline-hint-functions -fno-strict-aliasing -fno-builtin-malloc -fno-builtin-calloc \
        -ffunction-sections -fdata-sections \
        -ftls-model=local-exec -mbulk-memory -msign-ext -mnontrapping-fptoint \
        -nostartfiles -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first \
        -Wl,-z,stack-size="$stack" \
        -o "$out/$name.wasm" "$@"
    chmod 644 "$out/$name.wasm"
}

# A harness is linked into a module of others when that is added: it imports its memory,
# and is placed at the end of it. harness NAME PLACE STACK SOURCE...
harness() {
    name=$1
    place=$2
    stack=$3
    shift 3
    mkdir -p "$out_harness"
    made=$(mktemp -d)
    od -An -v -tu1 "harness/$name/prelude.js" | tr -s ' ' , | sed 's/^,//; s/$/,/' >"$made/prelude.inc"
    "$CC" --target=wasm32-wasi --sysroot=/usr \
        -I"$made" -Ilib -I/usr/include/wasm32-wasi -L/usr/lib/wasm32-wasi \
        -DESCAROLE_HARNESS -include "harness/$name/heap.h" \
        -std=gnu11 -O2 -Wall -Wextra -Werror -fno-ident \
        -finline-hint-functions -fno-strict-aliasing \
        -ffunction-sections -fdata-sections \
        -ftls-model=local-exec -mbulk-memory -msign-ext -mnontrapping-fptoint \
        -nostartfiles -Wl,--gc-sections -Wl,--strip-all -Wl,--import-memory \
        -Wl,--global-base="$place" -Wl,-z,stack-size="$stack" \
        -o "$out_harness/$name.wasm" "$@"
    chmod 644 "$out_harness/$name.wasm"
    rm -r "$made"
}

# The names of a program's applets, from the table in its header.
applets() {
    [ -f "$1/$1.h" ] || return 0
    [ "$1" != wbox ] || echo 'wbox ['
    sed -n '/^#define APPLETS/,/^$/p' "$1/$1.h" | grep -o 'A([a-z0-9]*)' |
        sed "s/^A(/$1 /; s/)\$//"
}

# Each line of the file programs: name, stack in bytes, and the sources beside lib.
lib="lib/core.c lib/input.c lib/opt.c lib/text.c lib/sys_wasi_start.c lib/sys_wasi.c lib/sys_wasi_fd.c lib/sys_wasi_env.c lib/alloc.c"
programs=$(cut -d ' ' -f 1 programs | sort)
binaries=$(for name in $programs; do echo "$name.wasm"; done)
while read -r name stack sources; do
    # shellcheck disable=SC2086 # patterns of files
    build "$name" "$stack" $sources $lib
done <programs
# quickjs-wasi 3.6.2 has 18 pages of 64 KiB.
# shellcheck disable=SC2086 # names without blanks
# shellcheck disable=SC2046 # each file is a word
harness quickjs 1179648 65536 harness/quickjs/*.c $(echo $lib | sed 's# lib/alloc.c##')
for name in $programs; do applets "$name"; done | sort >"$out/applets.txt"
# shellcheck disable=SC2086 # names without blanks
(cd "$out" && sha256sum -- $binaries >builtin.sha256)

sums() {
    cd "$engine"
    find src/main/wasm -type f ! -name SHA256SUMS | sort | xargs sha256sum --
    # shellcheck disable=SC2086
    (cd "$out" && sha256sum -- $binaries applets.txt) |
        sed "s#  #  src/main/resources/dev/escarole/engine/command/builtin/#"
    (cd "$out_harness" && sha256sum -- *.wasm) |
        sed "s#  #  src/main/resources/dev/escarole/engine/wasm/harness/#"
}

if [ "$check" = no ]; then
    sums | sort -k 2 >"$out/.sums"
    mv "$out/.sums" "$here/SHA256SUMS"
    exit 0
fi
bad=0

# No file may need another that needs it, on whatever way: tsort says so.
objects=$out/objects
mkdir "$objects"
for f in */*.c; do
    [ "$f" = lib/sys_posix.c ] && continue
    "$CC" --target=wasm32-wasi --sysroot=/usr -I/usr/include/wasm32-wasi \
        -std=gnu11 -O0 -fno-builtin -c -o "$objects/$(echo "$f" | tr / :).o" "$f"
done
# needs PROGRAM: a line "file file" for each file of a program that uses a symbol of another one.
needs() {
    (cd "$objects" && "${WASM_NM:-llvm-nm}" -A ./lib:*.o "./$1":*.o) | awk '
        { file = $1; sub(/:[^:]*$/, "", file); kind = $(NF - 1); name = $NF }
        kind == "U" { used[file, name] = 1; next }
        kind ~ /[TDBRC]/ { home[name] = file }
        END {
            for (each in used) {
                split(each, two, SUBSEP)
                if (two[2] in home) print two[1], home[two[2]]
            }
        }'
}
for program in $programs; do
    loops=$(needs "$program" | tsort 2>&1 >/dev/null) || true
    if [ -n "$loops" ]; then
        echo "files of $program need each other: $loops" | head -n 9 >&2
        bad=1
    fi
done
sums | sort -k 2 >"$out/SHA256SUMS"
for f in $binaries applets.txt builtin.sha256; do
    if ! cmp -s "$out/$f" "$final/$f"; then
        echo "differs: $f" >&2
        bad=1
    fi
done
for f in "$out_harness"/*.wasm; do
    if ! cmp -s "$f" "$harnesses/${f##*/}"; then
        echo "differs: ${f##*/}" >&2
        bad=1
    fi
done
if ! cmp -s "$out/SHA256SUMS" "$here/SHA256SUMS"; then
    echo "differs: SHA256SUMS" >&2
    bad=1
fi
exit $bad
