#!/bin/sh
: <<'BATCH'
@echo off
setlocal
rem Windows reads these lines and nothing after "exit"; other systems skip them.
set "ESCAROLE_JAVA=java"
if defined JAVA_HOME set "ESCAROLE_JAVA=%JAVA_HOME%\bin\java.exe"
"%ESCAROLE_JAVA%" -XX:+UseSerialGC -Xss8m -Xshare:auto -Xlog:disable -Xlog:all=error:stderr -Dfile.encoding=UTF-8 -Dpicocli.disable.closures=true %ESCAROLE_JAVA_OPTS% "-Descarole.file=%~f0" -cp "%~f0" dev.escarole.web.cli.Main %*
exit /b %errorlevel%
BATCH

# Escarole in one file: this script, and behind it the jar that it starts. Needs Java 17 or newer.
# Settings: JAVA_HOME, ESCAROLE_JAVA_OPTS (options for Java), ESCAROLE_CACHE (the directory of what
# makes starts faster; empty: none), ESCAROLE_DATA, NO_COLOR, ESCAROLE_DEBUG.
#
# A start should fork little: whatever the shell can do by itself, it does by itself.

build=@build@

fail() {
  printf 'escarole: %s\n' "$1" >&2
  exit 1
}

# ---- This file and Java

# The file's real name, through any number of symbolic links. Outside of functions $0 is the script.
self=$0
find_self() {
  case $self in
    */*) ;;
    *) if [ -f "$self" ]; then self=./$self; else self=$(command -v -- "$self"); fi ;;
  esac
  while [ -L "$self" ]; do
    link=$(readlink "$self") || fail "cannot follow the link $self"
    case $link in
      /*) self=$link ;;
      *) self=${self%/*}/$link ;;
    esac
  done
  case $self in
    [!/]* | */../* | */./* | *//*)
      self=$(CDPATH='' cd -P -- "${self%/*}/" && pwd)/${self##*/} || fail 'cannot find my own file'
      ;;
  esac
  [ -r "$self" ] || fail "cannot read $self"
  case $self in *:*) fail "Java cannot start a file with a colon in its path: $self" ;; esac
  here=${self%/*}
}

# A Java says its version in a file; asking the program itself takes ten times as long.
read_version() {
  version=
  [ -r "$home/release" ] || return 0
  while IFS='="' read -r name first second _; do
    case $name in JAVA_VERSION) version=$first$second ;; esac
  done <"$home/release"
}

# What is shipped with its own runtime has it around or beside the directory of this file.
find_own_java() {
  for home in "$here/.." "$here/../runtime" "$here/../lib/runtime"; do
    if [ -f "$home/lib/modules" ] && [ -x "$home/bin/java" ]; then
      home=$(CDPATH='' cd -P -- "$home" && pwd) || return 1
      java=$home/bin/java
      return 0
    fi
  done
  return 1
}

find_java() {
  if find_own_java; then
    shared_cache=${here%/*}/cache
  elif [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    home=$JAVA_HOME
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
  else
    java=$(command -v java) || fail 'Java 17 or newer is needed: install it, or set JAVA_HOME'
    # On macOS this is not Java, but a program that looks for it.
    if [ "$java" = /usr/bin/java ] && [ -x /usr/libexec/java_home ]; then
      home=$(/usr/libexec/java_home -v 17+ 2>/dev/null) \
        || fail 'Java 17 or newer is needed: install it, or set JAVA_HOME'
      java=$home/bin/java
    else
      home=$(readlink -f "$java" 2>/dev/null) || home=$java
      home=${home%/bin/java}
    fi
  fi
  read_version
  if [ -z "$version" ]; then
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "$java is not a Java that works; Java 17 or newer is needed"
  fi
  major=${version%%[!0-9]*}
  [ "${major:-0}" -ge 17 ] || fail "Java 17 or newer is needed; $java is $version"
  # What changes with every other build of Java.
  heart=$home/lib/modules
  [ -f "$heart" ] || heart=$java
}

# ---- Options for Java

pick_options() {
  # One collector for a start this short, unless the user has chosen.
  collector=-XX:+UseSerialGC
  case ${ESCAROLE_JAVA_OPTS:-} in *-XX:+Use*GC*) collector= ;; esac

  # Most commands are over before compiling pays: a method must be called more often for that.
  # Loops, so guests that compute, are compiled as early as ever; and large functions at all.
  effort='-XX:Tier3InvocationThreshold=1000 -XX:Tier3MinInvocationThreshold=500
    -XX:Tier3CompileThreshold=5000 -XX:Tier4InvocationThreshold=15000
    -XX:Tier4MinInvocationThreshold=2000 -XX:Tier4CompileThreshold=45000
    -XX:-DontCompileHugeMethods'

  # Diagnostic: archives at the address that they were made for need no work when they are opened.
  usual='-Xss8m -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr
    -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
    -Dfile.encoding=UTF-8 -Dpicocli.disable.closures=true'

  # A library asks for the flight recorder at its first query, and its start takes longer than ours.
  # Java warns of the option that prevents it, and may forget it one day.
  case $major:${ESCAROLE_JAVA_OPTS:-} in
    *FlightRecord*) ;;
    17:* | 18:* | 19:* | 2[0-5]:*) usual="$usual -XX:-PrintWarnings -XX:-FlightRecorder" ;;
  esac

  # Newer ones warn of what libraries do; only they know these words.
  if [ "$major" -ge 24 ]; then
    usual="$usual --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
  fi
}

# The second compiler is left to guests, but not in a server, which lives long enough for it to pay.
# Built-in programs, those of other jars included, are in packages called "prebuilt".
write_directives() {
  cat <<'END'
[
  {
    match: [
      "*/prebuilt/*.*",
      "dev/escarole/engine/wasm/compiled/*.*",
      "dev/escarole/engine/wasm/FlatMemory.*",
      "dev/escarole/engine/wasm/GuestInterpreter$FrameMemory.*",
      "dev/escarole/engine/wasm/GuestInterpreter.*",
      "com/dylibso/chicory/runtime/InterpreterMachine*.*",
      "com/dylibso/chicory/runtime/internal/*.*",
      "com/dylibso/chicory/runtime/MStack.*",
      "com/dylibso/chicory/runtime/OpcodeImpl.*",
      "com/dylibso/chicory/runtime/StackFrame.*",
      "sun/security/provider/*.*"
    ],
    c2: { Exclude: false }
  },
  {
    match: ["*.*"],
    c2: { Exclude: true }
  }
]
END
}

# ---- What makes starts faster: an archive of classes, made once for this file and this Java
#
# In the cache there is a directory for each file and Java, with "facts" (what it was made from, one
# line each, and the file's own time), "heart" (with the time of Java's modules), the directives for
# compilers, and the archive. Without an archive it says that it could not be made.

# Sets cache; fails with a reason if there is no place.
find_cache() {
  reason=
  if [ -n "${ESCAROLE_CACHE+set}" ]; then
    cache=$ESCAROLE_CACHE
    case $cache in
      '') reason='ESCAROLE_CACHE is empty' ;;
      /*) ;;
      *) cache=$PWD/$cache ;;
    esac
  elif [ -n "${shared_cache:-}" ] && [ -d "$shared_cache" ] \
    && { cache=$shared_cache && use_entry || [ -w "$shared_cache" ]; }; then
    return 0
  else
    state='not made yet'
    case ${XDG_CACHE_HOME:-} in
      /*) cache=$XDG_CACHE_HOME/escarole/start ;;
      *)
        case ${HOME:-} in
          /*) cache=$HOME/.cache/escarole/start ;;
          *) cache='' reason='there is no home directory' ;;
        esac
        [ -d "${HOME:-}/Library/Caches" ] && cache=$HOME/Library/Caches/Escarole/start
        ;;
    esac
  fi
  while [ "$cache" != "${cache%/}" ]; do cache=${cache%/}; done
  [ -n "$cache" ]
}

# A name for this file and Java without a slash.
name_entry() {
  set -f
  old_ifs=$IFS
  IFS=/
  # shellcheck disable=SC2086 # to be split
  set -- $self $home
  IFS=-
  entry_name=$*
  IFS=$old_ifs
  set +f
  # Names may have 255 bytes.
  if [ ${#entry_name} -gt 120 ]; then
    entry_name=$(printf '%s\n%s\n' "$self" "$home" | cksum)
    entry_name=long-${entry_name%% *}
  fi
}

# Two files of the same time; every shell has these comparisons.
# shellcheck disable=SC3013
same_time() {
  ! [ "$1" -nt "$2" ] && ! [ "$1" -ot "$2" ]
}

# Whether what is in the entry was made from this file, at this place and time, and from this Java.
is_fresh() {
  [ -f "$entry/facts" ] && [ -f "$entry/heart" ] || return 1
  {
    IFS= read -r its_build && IFS= read -r its_self && IFS= read -r its_home \
      && IFS= read -r its_version && IFS= read -r its_scope
  } <"$entry/facts" || return 1
  [ "$its_build" = "$build" ] && [ "$its_self" = "$self" ] && [ "$its_home" = "$home" ] \
    && [ "$its_version" = "$version" ] \
    && same_time "$entry/facts" "$self" && same_time "$entry/heart" "$heart"
}

# An archive is code. So names in the cache must belong to us or root, and nobody else may write
# there, not even our group; nor may others in the directories around it replace it.
is_private() {
  inside=$#
  place=$cache
  while [ -n "$place" ]; do
    place=${place%/*}
    set -- "$@" "${place:-/}"
  done
  # Sorted by name: what is around comes before what is inside.
  names=$(LC_ALL=C ls -ldnL -- "$@" 2>/dev/null) || return 1
  around=$(($# - inside))
  # shellcheck disable=SC3067 # every shell knows it
  if [ -O "$1" ]; then
    me=${names##*"
"}
    read -r _ _ me _ <<END
$me
END
  else
    me=0
  fi
  while read -r mode _ owner _; do
    [ "$owner" = 0 ] || [ "$owner" = "$me" ] || return 1
    case $mode in ????????w[!tT]*) return 1 ;; esac
    around=$((around - 1))
    [ "$around" -ge 0 ] || case $mode in ?????w* | ????????w*) return 1 ;; esac
  done <<END
$names
END
}

# Takes what the cache has for this start, if there is something and it can be trusted.
use_entry() {
  entry=$cache/$entry_name
  is_fresh || return 1
  found=$entry/classes.jsa
  [ -f "$found" ] || found=$entry/classes.aot
  [ -f "$found" ] || found=$entry/compilers.json
  if ! is_private "$found" "$entry" "$cache"; then
    state="others can write to $cache"
    return 1
  fi
  directives=$entry/compilers.json
  case $found in
    *.json) state='this Java could not make it' ;;
    *) state=fits archive=$found ;;
  esac
}

# One process makes an entry; a lock that a dead one has left is taken away.
lock_entry() {
  lock=$cache/.lock.$entry_name
  if ! mkdir "$lock" 2>/dev/null; then
    owner=$(cat "$lock/pid" 2>/dev/null)
    if [ -n "$(find "$lock" -prune -mmin +10 2>/dev/null)" ] \
      || { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; }; then
      rm -rf "$lock"
      mkdir "$lock" 2>/dev/null || return 1
    else
      return 1
    fi
  fi
  echo $$ >"$lock/pid"
}

clean_up() {
  [ -n "${child:-}" ] && kill "$child" 2>/dev/null
  rm -rf "$work" "$lock"
}

# Runs Java without our terminal, so that a signal can end both.
run_java() {
  # shellcheck disable=SC2086 # options are words
  $calmly "$java" $collector $usual "$@" </dev/null >/dev/null 2>&1 &
  child=$!
  wait "$child"
  status=$?
  child=
  return "$status"
}

train() {
  mkdir "$work/training"
  set -- "-Descarole.training=$work/training" "-Descarole.training.scope=$scope" \
    -cp "$self" dev.escarole.web.cli.Main warmup
  if [ "$major" -ge 25 ]; then
    # shellcheck disable=SC2086 # options are words
    run_java $effort "-XX:AOTCacheOutput=$work/classes.aot" "$@"
  else
    run_java -XX:TieredStopAtLevel=1 "-XX:DumpLoadedClassList=$work/list" "$@"
    [ -f "$work/list" ] && run_java -Xshare:dump "-XX:SharedClassListFile=$work/list" \
      "-XX:SharedArchiveFile=$work/classes.jsa" -cp "$self"
  fi
  rm -rf "$work/training" "$work/list"
}

# Sets state to what came of it.
make_entry() {
  entry=$cache/$entry_name
  if ! (umask 077 && mkdir -p "$cache") 2>/dev/null || ! [ -w "$cache" ]; then
    state="$cache cannot be written"
    return
  fi
  if ! is_private "$cache"; then
    state="others can write to $cache"
    return
  fi
  if ! lock_entry; then
    state='another process is making it'
    return
  fi
  work=$cache/.new.$$
  child=
  trap clean_up EXIT
  trap 'clean_up; trap - EXIT; exit 130' INT
  trap 'clean_up; trap - EXIT; exit 143' TERM HUP
  state='it could not be stored'
  mask=$(umask)
  umask 022
  if mkdir "$work" 2>/dev/null; then
    train
    write_directives >"$work/compilers.json"
    touch -r "$heart" "$work/heart"
    printf '%s\n' "$build" "$self" "$home" "$version" "$scope" >"$work/facts"
    touch -r "$self" "$work/facts"
    rm -rf "$entry"
    if mv "$work" "$entry" 2>/dev/null && use_entry && [ "$state" = fits ]; then
      state='made just now'
    fi
    remove_old
  fi
  umask "$mask"
  clean_up
  trap - EXIT INT TERM HUP
}

# Entries of files and Javas that are gone, and what was cut off half-way.
remove_old() {
  for each in "$cache"/*/facts; do
    if [ -f "$each" ]; then
      { IFS= read -r its_build && IFS= read -r its_self && IFS= read -r its_home; } <"$each"
      if ! [ -f "$its_self" ] || ! [ -d "$its_home" ]; then rm -rf "${each%/facts}"; fi
    fi
  done
  find "$cache/" -mindepth 1 -maxdepth 1 -name '.[ln]*' -mmin +60 -exec rm -rf {} + 2>/dev/null
}

# What a command of that name wishes for. Whoever waits for a server or an agent does not wait for
# this as well: it is made behind their back, for the next one, and is larger.
make_wish() {
  wish=none
  scope=commands
  case $1 in
    run | exec | sh | runs | plan | validate) wish=now ;;
    serve | mcp) wish=later scope=all ;;
    warmup) wish=now scope=all ;;
  esac
}

prepare_entry() {
  wish=none
  forced=false
  for word in "$@"; do
    case $word in
      -h | --help) return 0 ;;
      --force) forced=true ;;
      --) break ;;
      -*) ;;
      *) [ -n "${command:-}" ] || command=$word ;;
    esac
  done
  make_wish "${command:-}"
  if [ "${command:-}" = warmup ]; then
    # What failed once is not tried at each start, but here.
    [ "$forced" = false ] && [ -n "$archive" ] && [ "$its_scope" = all ] && return 0
  elif [ -n "$archive" ]; then
    [ "$wish" = later ] && [ "$its_scope" != all ] || return 0
  else
    [ "$state" = 'not made yet' ] || return 0
  fi
  case $wish in
    now) make_now ;;
    later)
      [ -n "$archive" ] || state='being made for the next start'
      (make_later &)
      ;;
  esac
}

make_now() {
  [ "$stderr" = true ] \
    && echo 'escarole: making later starts faster, once for this Java (some seconds)...' >&2
  archive=
  began=$(date +%s)
  make_entry
  seconds=$(($(date +%s) - began))
  [ "$seconds" -gt 0 ] || seconds=1
  [ "$state" = 'made just now' ] || seconds=0
}

make_later() {
  # By "exec", or the shell would keep what a reader of our output waits for.
  exec </dev/null >/dev/null 2>&1
  # The server is to start first.
  trap '' HUP
  sleep 5
  # It may be gone by now, with everything around it.
  [ -f "$self" ] || return 0
  command -v nice >/dev/null && calmly='nice -n 10'
  make_entry
}

# ---- The start

# Java 17 cannot tell a terminal from a file, nor how wide it is.
ask_terminal() {
  stdin=false
  stdout=false
  stderr=false
  [ -t 0 ] && stdin=true
  [ -t 1 ] && stdout=true
  [ -t 2 ] && stderr=true
  columns=0
  lines=0
  if [ "$stdout" = true ] || [ "$stderr" = true ]; then
    size=$(stty size 2>/dev/null </dev/tty) || size='0 0'
    lines=${size% *}
    columns=${size#* }
  fi
  # Arguments are UTF-8 to us, whatever the locale says; it only decides what may be shown.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*) unicode=true ;;
    *)
      unicode=false
      LC_ALL=C.UTF-8
      export LC_ALL
      ;;
  esac
}

find_self
find_java
pick_options
ask_terminal

archive=
directives=
calmly=
seconds=0
state='not made yet'
name_entry
if find_cache; then
  [ -n "$directives" ] || use_entry
  prepare_entry "$@"
else
  state=$reason
fi

hot=$directives
compiler='guests only'
for word in "$@"; do
  case $word in serve | mcp) hot='' compiler='everything, as a server lives long' ;; esac
done
[ -n "$directives" ] || compiler='everything, as there is no place for directives'

share=-Xshare:auto
case $archive in
  *.jsa) share="-Xshare:auto -XX:SharedArchiveFile" ;;
  *.aot) share="-XX:AOTCache" ;;
esac

# Without -DisplayVMOutput Java would print how many directives it has read.
# shellcheck disable=SC2086 # options are words
exec "$java" $collector $effort $usual ${hot:+-XX:-DisplayVMOutput "-XX:CompilerDirectivesFile=$hot"} \
  $share${archive:+="$archive"} ${ESCAROLE_JAVA_OPTS:-} \
  -Descarole.file="$self" -Descarole.cache="$cache" -Descarole.archive="$archive" \
  -Descarole.archive.state="$state" -Descarole.archive.seconds="$seconds" \
  -Descarole.compiler="$compiler" \
  -Descarole.stdin.terminal="$stdin" \
  -Descarole.stdout.terminal="$stdout" -Descarole.stderr.terminal="$stderr" \
  -Descarole.columns="$columns" -Descarole.lines="$lines" -Descarole.unicode="$unicode" \
  -cp "$self" dev.escarole.web.cli.Main "$@"
exit 1
