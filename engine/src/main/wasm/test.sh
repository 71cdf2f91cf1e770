#!/bin/sh
# Compiles the commands natively and runs the cases against those programs and,
# with node's WASI, against the committed WebAssembly. With --make the expected
# results (of the named tables, or of all) are first taken anew from the tools of
# this machine; with --asan the native build checks addresses and undefined behaviour.
# With --native DIRECTORY it only compiles, into that directory.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
engine=$(CDPATH='' cd -- "$here/../../.." && pwd)
harness=$engine/src/test/native/harness.mjs
cases=$engine/src/test/resources/dev/escarole/engine/command/cases
built=$engine/src/main/resources/dev/escarole/engine/command/builtin
flags="-std=gnu11 -O1 -g -Wall -Wextra -Werror"
cc=cc
case "${1-}" in
--make)
    shift
    node "$harness" make "$cases" "$@"
    ;;
--asan)
    cc=clang
    flags="$flags -fsanitize=address,undefined -fno-sanitize=nonnull-attribute -fno-sanitize-recover=all"
    ;;
esac
if [ "${1-}" = --native ]; then
    bin=$(CDPATH='' cd -- "$2" && pwd)
else
    bin=$(mktemp -d)
    trap 'rm -rf "$bin"' EXIT
fi
cd "$here"
lib="lib/core.c lib/input.c lib/opt.c lib/text.c lib/sys_posix.c"
cp "$built/applets.txt" "$bin"
while read -r name _ parts; do
    # shellcheck disable=SC2086 # patterns of files
    $cc $flags -o "$bin/$name" $parts $lib -lm
done <programs
[ "${1-}" != --native ] || exit 0
status=0
node "$harness" native "$cases" "$bin" || status=1
# Fast calls of WASI functions from optimised code crash node 20 to 22.
node --no-warnings --no-turbo-fast-api-calls "$harness" wasi "$cases" "$built" || status=1
exit $status
