#!/bin/sh
# Puts together the trees that are packed: the archive's (STAGE_ROOT) and the Debian package's
# (STAGE_WORK/deb). Maven calls it in the profile "release", with what it needs in STAGE_*.
set -eu
umask 022
LC_ALL=C
TZ=UTC
export LC_ALL TZ

root=$STAGE_ROOT
work=$STAGE_WORK
dist=$STAGE_SOURCES/dist

fail() {
  printf 'stage: %s\n' "$1" >&2
  exit 1
}

# The JDK whose runtime is shipped: the one that was named, JDK 25, or the one that runs Maven.
find_jdk() {
  if [ -n "${STAGE_JDK:-}" ]; then
    jdk=$STAGE_JDK
    [ -x "$jdk/bin/jlink" ] || fail "there is no bin/jlink in $jdk"
    return
  fi
  for jdk in "${JAVA_HOME_25:-}" /usr/lib/jvm/*25* \
    /Library/Java/JavaVirtualMachines/*25*/Contents/Home "$STAGE_JAVA"; do
    if [ -n "$jdk" ] && [ -x "$jdk/bin/jlink" ]; then return; fi
  done
  fail "no JDK with jlink; name one with -Descarole.runtime.jdk=DIRECTORY"
}

# What the classes refer to, and what is found by its name alone: elliptic curves for TLS, file
# systems in zips, the numbers that the system page shows.
make_runtime() {
  used=$("$jdk/bin/jdeps" --multi-release 17 --ignore-missing-deps --print-module-deps \
    "$STAGE_TARGET/escarole-whole.jar" 2>"$work/jdeps.log") || {
    cat "$work/jdeps.log" >&2
    fail 'jdeps does not say which modules are needed'
  }
  modules=$used,java.management,java.naming,java.security.jgss,java.sql,jdk.crypto.ec
  modules=$modules,jdk.management,jdk.unsupported,jdk.zipfs
  # Each once; JDK 25 has put jdk.crypto.ec into java.base and keeps the name.
  modules=$(printf '%s' "$modules" | tr ',' '\n' | sort -u | tr '\n' ',' | sed 's/,$//')
  rm -rf "$root/runtime"
  "$jdk/bin/jlink" --add-modules "$modules" --output "$root/runtime" --strip-debug \
    --no-header-files --no-man-pages --generate-cds-archive \
    --dedup-legal-notices=error-if-not-same-content >"$work/jlink.log" 2>&1 || {
    cat "$work/jlink.log" >&2
    fail 'jlink does not make the runtime'
  }
  echo "Runtime of $jdk: $modules"
}

make_completions() {
  scripts=$root/share/completions
  mkdir -p "$scripts"
  for shell in bash zsh fish; do
    ESCAROLE_CACHE=$work/cache "$root/bin/escarole" completion $shell \
      >"$scripts/escarole.$shell" </dev/null
  done
}

copy_texts() {
  [ -f "$work/escarole.cdx.json" ] || fail 'the bill of materials is not made offline: build without -o'
  mkdir -p "$root/share/man/man1" "$root/share/doc"
  for page in "$work"/man/*.adoc; do
    page=${page##*/}
    cp "$work/man1/${page%.adoc}.1" "$root/share/man/man1/"
  done
  cp "$STAGE_SOURCES/../../../LICENSE" "$root/LICENSE"
  "$STAGE_JAVA/bin/java" -cp "$STAGE_TARGET/escarole-whole.jar" "$dist/Notices.java" \
    "$work/escarole.cdx.json" "$work/lib" "$dist/licences" "$root/runtime" \
    "$root/share/doc"
  cp "$dist/README.txt" "$root/README.txt"
}

# What a library of the runtime asks of the system's own.
debian_depends() {
  glibc=$(grep -aohrE 'GLIBC_2\.[0-9]+' "$root/runtime/lib" "$root/runtime/bin" \
    | sort -u -t. -k2n | tail -n 1)
  depends="libc6 (>= ${glibc#GLIBC_})"
  for each in 'libz\.so\.1 zlib1g' 'libstdc++\.so\.6 libstdc++6' 'libgcc_s\.so\.1 libgcc-s1'; do
    if grep -aqrE "${each% *}" --include='*.so' "$root/runtime/lib"; then
      depends="$depends, ${each#* }"
    fi
  done
  printf '%s' "$depends"
}

make_debian() {
  deb=$work/deb
  debian=$STAGE_SOURCES/debian
  rm -rf "$deb" "$work/debian"
  mkdir -p "$deb/usr/lib/escarole" "$deb/usr/share/doc/escarole" "$deb/usr/share/man/man1" \
    "$deb/usr/share/bash-completion/completions" "$deb/usr/share/zsh/vendor-completions" \
    "$deb/usr/share/fish/vendor_completions.d" "$deb/usr/lib/systemd/system" \
    "$deb/usr/share/lintian/overrides" "$deb/etc/escarole/recipes" "$work/debian"
  cp -RP "$root/bin" "$root/runtime" "$deb/usr/lib/escarole/"
  for page in "$root"/share/man/man1/*.1; do
    gzip -9n <"$page" >"$deb/usr/share/man/man1/${page##*/}.gz"
  done
  for place in bash:bash-completion/completions/escarole zsh:zsh/vendor-completions/_escarole \
    fish:fish/vendor_completions.d/escarole.fish; do
    # Shells read them; nobody runs them.
    sed '1{/^#!/d;}' "$root/share/completions/escarole.${place%%:*}" >"$deb/usr/share/${place#*:}"
  done
  cp "$root/share/doc/escarole.cdx.json" "$deb/usr/share/doc/escarole/"
  gzip -9n <"$root/share/doc/THIRD-PARTY.txt" >"$deb/usr/share/doc/escarole/THIRD-PARTY.txt.gz"
  cp "$debian/copyright" "$deb/usr/share/doc/escarole/copyright"
  changelog | gzip -9n >"$deb/usr/share/doc/escarole/changelog.gz"
  cp "$debian/lintian-overrides" "$deb/usr/share/lintian/overrides/escarole"
  cp "$debian/escarole.service" "$deb/usr/lib/systemd/system/"
  cp "$debian/escarole.yaml" "$deb/etc/escarole/"
  cp "$debian/hello.yaml" "$deb/etc/escarole/recipes/"
  size=$(du -sk "$deb" | cut -f 1)
  sed -e "s/@depends@/$(debian_depends)/" -e "s/@size@/$size/" \
    -e "s/@cpu@/$(debian_cpu)/" -e "s/@version@/$(debian_version)/" \
    "$debian/control" >"$work/debian/control"
  cp "$debian/conffiles" "$debian/postinst" "$debian/prerm" "$debian/postrm" "$work/debian/"
}

changelog() {
  cat <<EOF
escarole ($(debian_version)) stable; urgency=medium

  * Release $STAGE_VERSION. See CHANGELOG.md of the project.

 -- The Escarole maintainers <maintainers@escarole.dev>  $(date -d "$STAGE_TIME" -R 2>/dev/null)
EOF
}

# To Debian, what stands behind a tilde comes before the release.
debian_version() {
  printf '%s' "$STAGE_VERSION" | sed 's/-SNAPSHOT$/~snapshot/'
}

debian_cpu() {
  case $(uname -m) in aarch64 | arm64) printf arm64 ;; *) printf amd64 ;; esac
}

make_bundle() {
  mkdir -p "$work/mcpb/server"
  sed "s/@version@/$STAGE_VERSION/" "$STAGE_SOURCES/mcpb/manifest.json" >"$work/mcpb/manifest.json"
  cp "$STAGE_TARGET/escarole" "$work/mcpb/server/escarole"
  cp "$STAGE_SOURCES/../../../LICENSE" "$root/share/doc/THIRD-PARTY.txt" "$work/mcpb/"
  # One form of a zip for the same contents: files in this order, all of one time.
  set --
  for file in manifest.json LICENSE THIRD-PARTY.txt server/escarole; do
    set -- "$@" -C "$work/mcpb" "$file"
  done
  "$STAGE_JAVA/bin/jar" --create --no-manifest --date "$STAGE_TIME" \
    --file "$STAGE_TARGET/dist/escarole-$STAGE_VERSION.mcpb" "$@"
}

rm -rf "$root" "$work/deb" "$work/mcpb"
rm -f "$STAGE_TARGET"/dist/escarole*
mkdir -p "$root/bin" "$root/cache"
cp "$STAGE_TARGET/escarole" "$root/bin/escarole"
chmod 755 "$root/bin/escarole"
find_jdk
make_runtime
make_completions
copy_texts
[ "$(uname -s)" != Linux ] || make_debian
make_bundle
# Times of files are part of archives.
find "$root" "$work/deb" "$work/mcpb" -exec touch -h -d "$STAGE_TIME" {} + 2>/dev/null || true
