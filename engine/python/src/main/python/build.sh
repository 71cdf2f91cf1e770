#!/bin/bash
# Builds the frozen Python from the sources that sources.txt pins, on Debian 12.
#   build.sh              writes python.wasm.gz and python.sha256 to the resources of this module
#   build.sh --check      compares them with the committed ones (exit 1 when they differ)
#   build.sh --tests [test_X...]
#                         runs CPython's own tests in the engine's Python, and compares what passes
#                         with the table in TESTS.md (exit 1 when it differs); these files, or all
# Settings: ESCAROLE_CLASSPATH, where the engine is that freezes the program (web/target/escarole);
# ESCAROLE_PYTHON_SOURCES, where sources are kept (~/.cache/escarole/python-sources);
# ESCAROLE_DEBIAN_MIRROR, where they are fetched from (apt's configuration);
# ESCAROLE_PYTHON_WORK, a new directory to build in and keep (a temporary one).
set -euo pipefail
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=1675728000 PYTHONHASHSEED=0
export PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH PYTHONHOME
here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$here/../../.." && pwd)
final=$(cd "$here/../resources/dev/escarole/python" && pwd)
sources=${ESCAROLE_PYTHON_SOURCES:-$HOME/.cache/escarole/python-sources}
classpath=${ESCAROLE_CLASSPATH:-$module/../../web/target/escarole}
# The Python that compiles the library: of the same minor version, Debian's own.
host=${PYTHON:-/usr/bin/python3.11}

task=${1-write}
case "$task" in
write | --check)
    [ $# -le 1 ] || task=
    ;;
--tests) shift ;;
*) task= ;;
esac
if [ -z "$task" ]; then
    echo 'usage: build.sh [--check | --tests [test_X...]]' >&2
    exit 2
fi
if [ -n "${ESCAROLE_PYTHON_WORK-}" ]; then
    work=$ESCAROLE_PYTHON_WORK
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi

# fetch: every source, verified; a damaged or missing one is fetched again.
fetch() {
    mkdir -p "$sources"
    local sum path file
    while read -r sum path; do
        file=$sources/${path##*/}
        if ! echo "$sum  $file" | sha256sum --check --status 2>/dev/null; then
            "$module/../src/main/wasm/debian-pool.sh" "$path" "$file.part"
            echo "$sum  $file.part" | sha256sum --check --quiet
            mv "$file.part" "$file"
        fi
    done < <(grep -v '^#' "$here/sources.txt")
}

unpack() {
    cd "$work"
    local archive
    for archive in python3.11 zlib sqlite3 wasi-libc; do
        tar xf "$sources"/"$archive"_*.orig.tar.*
    done
    mkdir -p debian
    tar xf "$sources"/python3.11_*.debian.tar.xz -C debian
    mv Python-* python
    mv zlib-* zlib
    mv sqlite3-* sqlite
    mv wasi-libc-* libc
    # Debian's fixes, security and crashes, without its packaging.
    sed -n '/^shutdown-deadlock/,$p' debian/debian/patches/series | while read -r each; do
        patch -d python -p1 -s <"debian/debian/patches/$each"
    done
    "$host" "$here/smaller_loop.py" python
    cp "$here/program.c" python/Programs/python.c
}

# The compiler, with nothing of this machine in what it writes.
compiler() {
    cat >"$work/cc" <<END
#!/bin/sh
exec clang-14 --target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi \\
    -ffile-prefix-map=$work=/build -Wno-builtin-macro-redefined \\
    '-D__DATE__="Feb  7 2023"' '-D__TIME__="00:00:00"' "\$@"
END
    chmod +x "$work/cc"
}

libraries() {
    cd "$work/zlib"
    "$work/cc" -O2 -DNDEBUG -DHAVE_UNISTD_H -c adler32.c compress.c crc32.c deflate.c inffast.c \
        inflate.c inftrees.c trees.c uncompr.c zutil.c
    llvm-ar-14 rcD libz.a ./*.o
    cd "$work/libc/libc-bottom-half"
    cat sources/preopens.c "$here/preopens_tail.c" >sources/preopens_here.c
    "$work/cc" -O2 -DNDEBUG -c sources/preopens_here.c -o "$work/preopens.o"
    cd "$work/sqlite"
    ./configure --disable-load-extension --disable-tcl >configure.log 2>&1
    make sqlite3.c >make.log 2>&1
    "$work/cc" -O2 -fno-inline-functions -DNDEBUG -DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 \
        -DSQLITE_TEMP_STORE=3 -DSQLITE_OMIT_WAL -DSQLITE_DEFAULT_MEMSTATUS=0 \
        -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_MAX_MMAP_SIZE=0 \
        -c sqlite3.c -o sqlite3.o
    "$work/cc" -O2 -I. -DSQLITE_OS_OTHER=1 -c "$here/sqlite_files.c" -o files.o
    llvm-ar-14 rcD libsqlite3.a sqlite3.o files.o
}

python() {
    mkdir -p "$work/out"
    cd "$work/out"
    CONFIG_SITE=../python/Tools/wasm/config.site-wasm32-wasi \
        PKG_CONFIG=/bin/false CC="$work/cc" CPP="$work/cc -E" AR=llvm-ar-14 RANLIB=llvm-ranlib-14 \
        ARFLAGS=rcsD LDSHARED=wasm-ld-14 \
        ZLIB_CFLAGS="-I$work/zlib" ZLIB_LIBS="$work/zlib/libz.a" \
        LIBSQLITE3_CFLAGS="-I$work/sqlite" LIBSQLITE3_LIBS="-L$work/sqlite -lsqlite3" \
        OPT='-DNDEBUG -O2 -g0' CFLAGS='-fno-strict-aliasing -fwrapv' \
        ../python/configure --host=wasm32-unknown-wasi --build=x86_64-pc-linux-gnu \
        --with-build-python="$host" --prefix=/usr --disable-test-modules --without-ensurepip \
        --with-pymalloc --enable-big-digits=30 >configure.log 2>&1
    # The evaluation loop must stay below 64 KiB of bytecode: nothing is inlined there.
    echo 'Python/ceval.o: PY_CORE_CFLAGS += -fno-inline-functions' >>Makefile
    make -j2 python.wasm pybuilddir.txt SYSLIBS="-lm $work/preopens.o -Wl,--strip-all" >make.log 2>&1
}

# What is in the directory from which the snapshot imports its modules.
library() {
    cd "$work"
    cp "$here/start.py" python/Lib/escarole_start.py
    cp "$here/preloaded.py" python/Lib/
    # Printed again, because where its lines break depends on the length of the path.
    "$host" -I -S - out/build/lib.*/_sysconfigdata_*.py "$work" \
        >python/Lib/_sysconfigdata__wasi_wasm32-wasi.py <<'END'
import pprint, runpy, sys
settings = runpy.run_path(sys.argv[1])["build_time_vars"]
for name, value in settings.items():
    if isinstance(value, str):
        settings[name] = value.replace(sys.argv[2], "/build")
print("build_time_vars =", pprint.pformat(settings))
END
    "$host" -I -S "$here/library.py" python/Lib library
}

# The snapshot, packed as the JVM reads it.
snapshot() {
    cd "$work"
    java -Xss8m -Xmx2g -Descarole.compiled=off -cp "$classpath" "$here/Freeze.java" \
        out/python.wasm library python.wasm
    sha256sum python.wasm >python.sha256
    gzip -9 --no-name --keep python.wasm
}

fetch
unpack
if [ "$task" = --tests ]; then
    java -Xmx2g -XX:-DontCompileHugeMethods -cp "$classpath" \
        "$module/src/test/java/dev/escarole/python/CpythonTests.java" \
        python/Lib "$module/TESTS.md" "$@"
    exit 0
fi
compiler
libraries
python
library
snapshot
if [ "$task" = write ]; then
    cp "$work/python.wasm.gz" "$work/python.sha256" "$final/"
    exit 0
fi
bad=0
for f in python.wasm.gz python.sha256; do
    if ! cmp -s "$work/$f" "$final/$f"; then
        echo "differs: $f" >&2
        bad=1
    fi
done
exit $bad
