#!/bin/sh
# Installs what `npm run test:fleet` needs on a bare Debian 12: PostgreSQL, and Ceph with its S3 gateway (some 60 MB to
# fetch); `install-fleet-servers.sh postgresql` only the former. Nothing is started, and what is there is left as it is.
set -eu

postgresql_is_there() { [ -d /usr/lib/postgresql ]; }
ceph_is_there() {
  for program in ceph-mon ceph-osd ceph ceph-authtool radosgw radosgw-admin faketime; do
    command -v "$program" >/dev/null || return 1
  done
}

packages=
postgresql_is_there || packages=postgresql
[ "${1:-}" = postgresql ] || ceph_is_there || packages="$packages ceph-mon ceph-osd ceph-common radosgw faketime procps"
[ -n "$packages" ] || exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "install $packages, or run this as root on Debian" >&2
  exit 1
fi
# PostgreSQL and Ceph would be started by their packages otherwise.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy
fi
clusters=/etc/postgresql-common/createcluster.conf
if [ ! -e $clusters ]; then
  mkdir -p "${clusters%/*}"
  echo "create_main_cluster = false" >$clusters
fi
apt-get update -qq
# shellcheck disable=SC2086 # several words
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
