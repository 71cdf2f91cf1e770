#!/bin/sh
# Builds the commands of this sample as an agent would: each compiler runs in the sandbox.
# The first time it fetches and compiles clang, which takes minutes and ESCAROLE_JAVA_OPTS=-Xmx10g.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
escarole=${ESCAROLE:-$here/../../../web/bin/escarole}

for program in llvm js esbuild; do
  "$escarole" commands --json | grep -q "\"name\":\"$program\"" || "$escarole" commands add "$program"
done
"$escarole" commands build words c "$here/tools/words.c"
"$escarole" commands freeze words --to words-ready
"$escarole" commands build shares ts "$here/tools/shares.ts"
"$escarole" commands build rank python "$here/tools/rank.py"
