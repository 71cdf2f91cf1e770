#!/bin/sh
# Compiles the commands natively and runs the cases against those programs and,
# with node's WASI, against the committed WebAssembly. With --make the expected
# results are first taken anew from the GNU tools of this machine; with --asan
# the native build checks addresses and undefined behaviour.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
engine=$(CDPATH='' cd -- "$here/../../.." && pwd)
harness=$engine/src/test/native/harness.mjs
cases=$engine/src/test/resources/dev/escarole/engine/command/cases.json
built=$engine/src/main/resources/dev/escarole/engine/command/builtin
flags="-std=gnu11 -O1 -g -Wall -Wextra -Werror"
cc=cc
case "${1-}" in
--make) node "$harness" make "$cases" ;;
--asan)
    cc=clang
    flags="$flags -fsanitize=address,undefined -fno-sanitize=nonnull-attribute -fno-sanitize-recover=all"
    ;;
esac
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
cd "$here"
lib="lib/core.c lib/input.c lib/opt.c lib/text.c lib/sys_posix.c"
re="lib/re_parse.c lib/re_node.c lib/re_comp.c lib/re_dfa.c lib/re_back.c"
# shellcheck disable=SC2086
{
    $cc $flags -o "$bin/upper" upper/upper.c $lib
    $cc $flags -o "$bin/grep" grep/*.c $lib $re
    $cc $flags -o "$bin/wbox" wbox/*.c $lib $re
    $cc $flags -o "$bin/jq" jq/*.c $lib -lm
}
status=0
node "$harness" native "$cases" "$bin" || status=1
node --no-warnings "$harness" wasi "$cases" "$built" || status=1
exit $status
