#!/usr/bin/env bash
# Prints a table of what "mvn -Prelease package" has made: sizes, and how long a start takes.
#   web/src/main/dist/sizes.sh [STARTS]        STARTS: how many starts to take the median of, default 7
set -euo pipefail
cd "$(dirname "$0")/../../.."
starts=${1:-7}
target=$PWD/target
dist=$target/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home ESCAROLE_DATA=$work/data
mkdir "$HOME"
printf '"echo ready"\n' >"$work/ready.json"

megabytes() {
  du -sk --apparent-size "$1" | awk '{printf "%.1f MB", $1 / 1000 * 1.024}'
}

# Milliseconds of wall time that a command takes.
milliseconds() {
  local from to
  from=$(date +%s%N)
  "$@" >/dev/null 2>&1 </dev/null
  to=$(date +%s%N)
  echo $(((to - from) / 1000000))
}

median() {
  sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)] " ms"}'
}

# The answer to the first message of an agent's client.
initialize() {
  local message='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"sizes","version":"1"}}}'
  coproc agent { "$1" mcp --recipes "$work" --data "$work/agent" 2>/dev/null; }
  # shellcheck disable=SC2154 # set by coproc
  printf '%s\n' "$message" >&"${agent[1]}"
  local answer
  read -r answer <&"${agent[0]}"
  # Only the answer is waited for; the process ends when its input does.
  eval "exec ${agent[1]}>&-"
  [[ $answer == *serverInfo* ]]
}

row() {
  local name=$1 file=$2 tree=$3 escarole=$4 first unpacked
  # Before its own cache is in it.
  unpacked=$(megabytes "$tree")
  "$escarole" run "$work/ready.json" >/dev/null 2>&1 </dev/null
  rm -rf "$HOME/.cache" "$tree"/cache/* "$tree"/usr/lib/escarole/cache/*
  first=$(milliseconds "$escarole" run "$work/ready.json")
  "$escarole" warmup >/dev/null 2>&1 </dev/null
  {
    printf '| %s | %s | %s | %s | ' "$name" "$(megabytes "$file")" "$unpacked" "$first ms"
    for _ in $(seq "$starts"); do milliseconds "$escarole" run "$work/ready.json"; done | median \
      | tr -d '\n'
    printf ' | '
    for _ in $(seq "$starts"); do
      milliseconds initialize "$escarole"
      wait
    done | median | tr -d '\n'
    printf ' |\n'
  }
}

# shellcheck disable=SC2016 # backquotes of Markdown
echo '| what | file | unpacked | first `run` | `run` | `initialize` of `mcp` |'
echo '|---|---|---|---|---|---|'
row 'one file, this Java' "$target/escarole" "$target/escarole" "$target/escarole"
mkdir "$work/archive" "$work/deb" "$work/mcpb"
tar xzf "$dist"/escarole-*.tar.gz --strip-components=1 -C "$work/archive"
row 'archive' "$(echo "$dist"/escarole-*.tar.gz)" "$work/archive" "$work/archive/bin/escarole"
if command -v dpkg-deb >/dev/null && [ -f "$(echo "$dist"/escarole_*.deb)" ]; then
  dpkg-deb -x "$dist"/escarole_*.deb "$work/deb"
  rm "$work/deb/usr/lib/escarole/cache"
  mkdir "$work/deb/usr/lib/escarole/cache"
  row 'Debian package' "$(echo "$dist"/escarole_*.deb)" "$work/deb" \
    "$work/deb/usr/lib/escarole/bin/escarole"
fi
unzip -q "$dist"/escarole-*.mcpb -d "$work/mcpb"
chmod +x "$work/mcpb/server/escarole"
row 'bundle for agents, this Java' "$(echo "$dist"/escarole-*.mcpb)" "$work/mcpb" \
  "$work/mcpb/server/escarole"
