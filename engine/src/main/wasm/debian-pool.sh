#!/bin/sh
# Fetches a file of Debian's pool:
#
#   ./debian-pool.sh main/h/hello/hello_2.10.orig.tar.gz FILE
#
# From the mirror in ESCAROLE_DEBIAN_MIRROR, such as https://mirror.example.org/debian, or else from
# the first archive that has it of those that apt is configured with. Who calls this checks the hash.
set -eu
path=$1
file=$2

archives() {
    if [ -n "${ESCAROLE_DEBIAN_MIRROR-}" ]; then
        echo "$ESCAROLE_DEBIAN_MIRROR"
    elif command -v apt-get >/dev/null; then
        # shellcheck disable=SC2016 # apt's own variable
        apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Component: ${path%%/*}" |
            awk '!seen[$0]++'
    fi
}

tried=
for archive in $(archives); do
    if why=$(curl -fsSL -o "$file" "${archive%/}/pool/$path" 2>&1); then exit; fi
    tried="$tried
  $archive: $why"
done
echo "no archive that this machine is configured with has $path;" \
    "set ESCAROLE_DEBIAN_MIRROR to the address of a mirror of Debian that has it$tried" >&2
exit 1
