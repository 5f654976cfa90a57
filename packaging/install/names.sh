#!/bin/sh
# Installs Belfry as a service on Debian or Ubuntu, replaces it by a newer release, or removes it.
#   sh install.sh --from https://downloads.example/belfry      the folder of a release
#   sh install.sh --archive belfry-1.2.3-linux-x64.tar.gz      with SHA256SUMS and SHA256SUMS.minisig beside it
# Nothing of an archive is used before its signature and its checksum were verified.
set -eu

# The public key of the releases, in the format of minisign. The command that makes a release writes it here.
release_key=''

home=/opt/belfry
bin=/usr/local/bin/belfry
data=/var/lib/belfry
etc=/etc/belfry
settings=$etc/belfry.env
key_file=$etc/release.pub
units=/etc/systemd/system
server=belfry.service
services="$server belfry-update.path belfry-update.service"
need_mb=500
wait_seconds=60
work=

usage() {
  cat <<EOT
usage: install.sh --from PLACE [--version X] [options]   a folder, or the http(s) address of one, with the files of a release
       install.sh --archive FILE [options]               a downloaded archive, with SHA256SUMS and SHA256SUMS.minisig beside it
       install.sh --uninstall [--purge]
  --version X   with --from: this version; it may be in the folder X or vX of PLACE
  --key FILE    the public key of the releases (minisign), in place of the one that is installed or in this script
  --port N      the port of the first installation (7655); later it is BELFRY_PORT in $settings
  --uninstall   stop Belfry and remove it; its data, its settings and its user stay
  --purge       with --uninstall: remove these too
Run it again with a newer release to replace the one that is installed. The data stays.
EOT
}

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
clean() { [ -z "$work" ] || rm -rf -- "$work"; }
with_systemd() { [ -d /run/systemd/system ] && has systemctl; }
running() { with_systemd && systemctl is-active --quiet "$server"; }
user_exists() { getent passwd belfry >/dev/null; }
version_in() { sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' "$1/package.json" 2>/dev/null | head -n 1; }

# setting NAME: its value in the settings of the service, without quotes
setting() {
  [ -f "$settings" ] || return 0
  sed -n "s/^[[:space:]]*$1=//p" "$settings" | tail -n 1 | sed "s/[[:space:]]*\$//; s/^\\([\"']\\)\\(.*\\)\\1\$/\\2/"
}
