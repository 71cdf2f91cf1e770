#!/bin/sh
: <<'BATCH'
@echo off
setlocal
rem Windows reads these lines, and nothing after "exit". The jar follows the script for other systems.
set "ESCAROLE_JAVA=java"
if defined JAVA_HOME set "ESCAROLE_JAVA=%JAVA_HOME%\bin\java.exe"
"%ESCAROLE_JAVA%" -XX:+UseSerialGC -Xss8m -Xshare:auto -Xlog:disable -Xlog:all=error:stderr -Dfile.encoding=UTF-8 -Dpicocli.disable.closures=true %ESCAROLE_JAVA_OPTS% -cp "%~f0" dev.escarole.web.cli.Main %*
exit /b %errorlevel%
BATCH

# Escarole in one file: this script, and behind it the jar that it starts. Needs Java 17 or newer.
# Settings: JAVA_HOME, ESCAROLE_JAVA_OPTS (options for Java), ESCAROLE_CACHE (where the class archive
# is kept), ESCAROLE_DATA, NO_COLOR, ESCAROLE_DEBUG.
#
# The usual start forks as little as it can: what the shell can do itself, it does.

build=@build@

fail() {
  printf 'escarole: %s\n' "$1" >&2
  exit 1
}

# This file, through any number of symbolic links; Java must be told its real name.
self=$0
find_self() {
  case $self in */*) ;; *) self=$(command -v -- "$self") || fail 'cannot find my own file' ;; esac
  while [ -L "$self" ]; do
    link=$(readlink "$self") || fail "cannot follow the link $self"
    case $link in
      /*) self=$link ;;
      *) self=${self%/*}/$link ;;
    esac
  done
  case $self in /*/../* | /*/./* | [!/]*)
    self=$(CDPATH='' cd -P -- "${self%/*}" && pwd)/${self##*/} || fail 'cannot find my own file'
    ;;
  esac
  [ -r "$self" ] || fail "cannot read $self"
  here=${self%/*}
}

# Java's own file says its version; asking the program itself takes ten times as long.
read_version() {
  version=
  [ -r "$home/release" ] || return 0
  while IFS='="' read -r name first second _; do
    [ "$name" = JAVA_VERSION ] && version=$first$second
  done <"$home/release"
}

find_java() {
  # An archive with its own runtime has it around or beside this file.
  for home in "$here/.." "$here/../runtime" "$here/../lib/runtime"; do
    if [ -f "$home/lib/modules" ] && [ -x "$home/bin/java" ]; then
      home=$(CDPATH='' cd -P -- "$home" && pwd)
      java=$home/bin/java
      own=true
      read_version
      [ -n "$version" ] && return 0
    fi
  done
  own=false
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
    home=$JAVA_HOME
  else
    java=$(command -v java) || fail 'Java 17 or newer is needed; install it, or set JAVA_HOME'
    home=$(readlink -f "$java" 2>/dev/null) || home=$java
    home=${home%/bin/java}
  fi
  read_version
  if [ -z "$version" ]; then
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || fail "$java is no Java that works; Java 17 or newer is needed"
  fi
  major=${version%%[!0-9]*}
  [ "${major:-0}" -ge 17 ] || fail "Java 17 or newer is needed; $java is $version"
}

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
ask_terminal

# One collector for a start this short, unless the user has chosen.
collector=-XX:+UseSerialGC
case ${ESCAROLE_JAVA_OPTS:-} in *-XX:+Use*GC*) collector= ;; esac

# Most commands are over before compiling pays: a method must be called more often for that. Loops,
# so guests that compute, are compiled as early as ever; and large functions are compiled at all.
effort='-XX:Tier3InvocationThreshold=1000 -XX:Tier3MinInvocationThreshold=500
  -XX:Tier3CompileThreshold=5000 -XX:Tier4InvocationThreshold=15000
  -XX:Tier4MinInvocationThreshold=2000 -XX:Tier4CompileThreshold=45000
  -XX:-DontCompileHugeMethods'

# shellcheck disable=SC2086 # options are words
exec "$java" $collector $effort \
  -Xss8m -XX:-UsePerfData -Xshare:auto -Xlog:disable -Xlog:all=error:stderr ${ESCAROLE_JAVA_OPTS:-} \
  -Dfile.encoding=UTF-8 -Dpicocli.disable.closures=true \
  -Descarole.stdin.terminal="$stdin" \
  -Descarole.stdout.terminal="$stdout" -Descarole.stderr.terminal="$stderr" \
  -Descarole.columns="$columns" -Descarole.lines="$lines" -Descarole.unicode="$unicode" \
  -cp "$self" dev.escarole.web.cli.Main "$@"
exit 1
