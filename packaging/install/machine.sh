# What this machine must have before anything is installed on it.

check_machine() {
  [ "$(id -u)" -eq 0 ] || die "run this as root, for example with sudo"
  [ "$(uname -s)" = Linux ] || die "Belfry installs on Linux; this is $(uname -s)"
  if [ -e /etc/alpine-release ] || ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    die "this system has no GNU C library (Alpine has musl): the archive does not run here. Use the container image"
  fi
  case $(uname -m) in
    x86_64 | amd64) platform=linux-x64 ;;
    aarch64 | arm64) platform=linux-arm64 ;;
    *) die "there is no archive for the processor $(uname -m): there is one for x86_64 and one for aarch64" ;;
  esac
}

check_programs() {
  for program in openssl useradd runuser flock sha256sum base64 tar gzip find sort awk; do
    has "$program" || die "$program is missing. Install it first: apt-get install $program"
  done
  case $(openssl version) in
    'OpenSSL 0.'* | 'OpenSSL 1.'*) die "$(openssl version) cannot verify the signature: Belfry needs Debian 12, Ubuntu 22.04 or newer" ;;
  esac
  case $from in
    http://* | https://*) has curl || has wget || die "to download a release, curl or wget is needed. Install one: apt-get install curl" ;;
  esac
}

# One installation at a time, and none while an update runs.
lock() {
  if with_systemd && systemctl is-active belfry-update.service 2>/dev/null | grep -q activating; then
    die "an update of Belfry runs at this moment: wait until it has ended (journalctl -u belfry-update)"
  fi
  exec 9</opt
  flock -n 9 || die "another installation of Belfry runs on this machine"
  rm -rf -- /opt/.belfry-install.* # of one that was killed
}

# listens PORT: whether a program of this machine has it. Without ss, which a small Debian has not.
listens() {
  hex=$(printf '%04X' "$1")
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port="$hex" '$4 == "0A" { n = split($2, part, ":"); if (part[n] == port) found = 1 } END { exit !found }'
}

# check_space FOLDER MEGABYTES
check_space() {
  free=$(df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "$free" -ge "$2" ] || die "there is too little space for $1: $free MB are free, and $2 MB are needed"
}

# A human's account of this name must not become that of a service, and a program of another kind is not replaced.
check_names() {
  ! user_exists || [ "$(getent passwd belfry | cut -d : -f 6)" = "$data" ] ||
    die "there is an account \"belfry\" already, which this installer has not made: rename or remove it"
  [ ! -e "$bin" ] || [ "$(readlink -- "$bin")" = "$home/current/belfry" ] ||
    die "there is a program $bin already, which this installer has not made: rename or remove it"
  store=$(setting BELFRY_DATA_DIR)
  store=${store:-$data}
  case $store in /?*) ;; *) die "BELFRY_DATA_DIR in $settings is \"$store\": expected a path that begins with /" ;; esac
}
