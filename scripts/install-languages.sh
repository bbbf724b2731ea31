#!/bin/sh
# Installs on Debian what the tests of python/ and rust/ need, where it is not there: a C compiler with libzstd's header, Python with
# numpy, cargo. Elsewhere, or as another user than root, nothing is done: the tests that need more say so and are left out.
set -eu

packages=
command -v cc >/dev/null || packages="gcc libc6-dev"
echo '#include <zstd.h>' | cc -E - >/dev/null 2>&1 || packages="$packages libzstd-dev"
/usr/bin/python3 -c 'import numpy' 2>/dev/null || python3 -c 'import numpy' 2>/dev/null || packages="$packages python3-numpy"
command -v cargo >/dev/null || packages="$packages cargo"
[ -n "$packages" ] || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "not installed: $packages" >&2
  exit 0
fi
apt-get update -qq
# shellcheck disable=SC2086 # several words
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
