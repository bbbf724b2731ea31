#!/bin/sh
# Installs what `npm run test:fleet` needs on a bare Debian 12: PostgreSQL, and Ceph with its S3 gateway (some 60 MB to
# fetch). Nothing is started, and what is there is left as it is.
set -eu

is_there() {
  command -v ceph-mon ceph-osd ceph ceph-authtool radosgw radosgw-admin faketime >/dev/null && [ -d /usr/lib/postgresql ]
}

is_there && exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "install postgresql, ceph-mon, ceph-osd, ceph-common, radosgw and faketime, or run this as root on Debian" >&2
  exit 1
fi
# PostgreSQL and Ceph would be started by their packages otherwise.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT
apt-get update -qq
mkdir -p /etc/postgresql-common
echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  postgresql ceph-mon ceph-osd ceph-common radosgw faketime procps
