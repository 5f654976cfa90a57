#!/bin/sh
# Makes a container (LXC) with Belfry on a Proxmox VE host: unprivileged, Debian 12, with the installer of the same release in it.
#   sh proxmox-lxc.sh --from https://downloads.example/belfry
# It asks before it makes anything. With --yes it asks nothing and takes what the options say.
set -eu

# The command that makes a release puts the installer here, so that this is one file.
installer() {
  cat <<'INSTALLER'
INSTALLER
}

work='' made=''

usage() {
  cat <<EOT
usage: proxmox-lxc.sh --from PLACE [--version X] [options]   a folder of this host, or the http(s) address of one
       proxmox-lxc.sh --archive FILE [options]               with SHA256SUMS and SHA256SUMS.minisig beside it
  --ctid N              the number of the container (the next free one)
  --hostname NAME       (belfry)
  --storage NAME        for its disk (the first one that may have disks of containers)
  --template-storage N  for the template of Debian (the first one that may have templates)
  --template NAME       a template in place of the newest debian-12-standard
  --disk GB             (4)      --memory MB  (512)      --cores N  (2)
  --bridge NAME         (vmbr0)  --vlan N     (none)
  --ip ADDRESS          dhcp, or an address with its prefix such as 192.0.2.5/24 (dhcp)
  --gateway ADDRESS     with an address
  --port N              of Belfry (7655)
  --key FILE            the public key of the releases, in place of the one in this script
  --yes                 ask nothing
  --keep                keep the container also if Belfry cannot be installed in it
EOT
}

say() { printf '%s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
in_ct() { pct exec "$ctid" -- "$@"; }

# On every end: what was made is removed again, unless everything went well.
end() {
  status=$?
  trap - EXIT
  [ -z "$work" ] || rm -rf -- "$work"
  if [ -n "$made" ] && [ "$status" -ne 0 ]; then
    if [ -n "$keep" ]; then say "The container $ctid stays. To remove it: pct stop $ctid; pct destroy $ctid"
    else
      say "Removing the container $ctid (--keep keeps it)"
      pct stop "$ctid" >/dev/null 2>&1 || true
      pct destroy "$ctid" --purge 1 >/dev/null || say "The container $ctid is still there: pct destroy $ctid"
    fi
  fi
  exit "$status"
}

check_host() {
  [ "$(id -u)" -eq 0 ] || die "run this as root"
  for program in pct pveam pvesm pvesh; do
    has "$program" || die "there is no $program: this is for a Proxmox VE host. On other machines use install.sh"
  done
}

# first_storage CONTENT: an active storage that may have it
first_storage() { pvesm status --content "$1" | awk 'NR > 1 && $3 == "active" { print $1; exit }'; }

# newest: the last version of a template among lines on standard input
newest() { grep -o "debian-12-standard_[0-9A-Za-z._-]*" | sort -V | tail -n 1; }

# With a terminal every value that no option gave can be changed.
ask() {
  [ -n "$asking" ] || { answer=$2; return 0; }
  printf '%s [%s]: ' "$1" "$2" >/dev/tty
  IFS= read -r answer </dev/tty || die "no answer"
  answer=${answer:-$2}
}

settle() {
  asking=yes
  if [ -n "$yes" ]; then asking=
  elif ! (: </dev/tty) 2>/dev/null; then die "there is no terminal to ask on: give the options, and --yes"; fi
  [ -n "$ctid" ] || { ask "Number of the container" "$(pvesh get /cluster/nextid)"; ctid=$answer; }
  [ -n "$hostname" ] || { ask "Name" belfry; hostname=$answer; }
  [ -n "$storage" ] || { ask "Storage for its disk" "$(first_storage rootdir)"; storage=$answer; }
  [ -n "$template_storage" ] || { ask "Storage for the template of Debian" "$(first_storage vztmpl)"; template_storage=$answer; }
  [ -n "$disk" ] || { ask "Size of its disk in GB" 4; disk=$answer; }
  [ -n "$memory" ] || { ask "Memory in MB" 512; memory=$answer; }
  [ -n "$bridge" ] || { ask "Bridge" vmbr0; bridge=$answer; }
  [ -n "$ip" ] || { ask "Address (dhcp, or for example 192.0.2.5/24)" dhcp; ip=$answer; }
  [ -n "$gateway" ] || [ "$ip" = dhcp ] || { ask "Gateway" ""; gateway=$answer; }
}

whole() {
  case $2 in '' | *[!0-9]* | 0*) die "$1: \"$2\" is not a whole number" ;; esac
  if [ "${#2}" -gt 9 ] || [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ]; then die "$1: $2 is not from $3 to $4"; fi
}
word() { case $2 in '' | -* | *[!A-Za-z0-9._-]*) die "$1: \"$2\" has other characters than letters, digits, . _ -" ;; esac; }

check_values() {
  whole --ctid "$ctid" 100 999999999
  whole --disk "$disk" 2 8192
  whole --memory "$memory" 256 1048576
  whole --cores "$cores" 1 512
  [ -z "$vlan" ] || whole --vlan "$vlan" 1 4094
  [ -z "$port" ] || whole --port "$port" 1 65535
  word --hostname "$hostname"
  word --bridge "$bridge"
  [ -n "$storage" ] || die "no storage of this host may have disks of containers: name one with --storage"
  [ -n "$template_storage" ] || die "no storage of this host may have templates: name one with --template-storage"
  word --storage "$storage"
  word --template-storage "$template_storage"
  [ -z "$template" ] || word --template "$template"
  case $ip in dhcp) ;; *[!0-9a-fA-F.:/]* | '' | */*/*) die "--ip: \"$ip\" is not dhcp or an address" ;; */?*) ;; *) die "--ip: \"$ip\" has no prefix such as /24" ;; esac
  case $from in *[\'[:space:]]*) die "--from: \"$from\" has a quote or a space" ;; esac
  case $gateway in *[!0-9a-fA-F.:]*) die "--gateway: \"$gateway\" is not an address" ;; esac
  ! pct status "$ctid" >/dev/null 2>&1 || die "--ctid: there is a container $ctid already"
}

# The three files that the installer needs, of a folder or beside an archive. An address is read in the container.
collect() {
  case $from in http://* | https://*) return 0 ;; esac
  work=$(mktemp -d)
  place=${from%/}
  [ -n "$from" ] || place=$(dirname -- "$archive")
  for name in SHA256SUMS SHA256SUMS.minisig; do
    [ -r "$place/$name" ] || die "there is no $name in $place: it belongs to a release"
  done
  [ -n "$archive" ] || archive=$(find "$place" -maxdepth 1 -name "belfry-${version:-*}-linux-x64.tar.gz" | sort -V | tail -n 1)
  [ -r "$archive" ] || die "there is no archive of Belfry for linux-x64 in $place"
}

# get_template: its name as pct wants it
get_template() {
  [ -n "$template" ] || template=$(pveam list "$template_storage" | newest)
  if [ -z "$template" ]; then
    pveam update >/dev/null || die "the list of templates cannot be fetched (pveam update): has this host access to the internet?"
    template=$(pveam available --section system | newest)
    [ -n "$template" ] || die "Proxmox offers no template debian-12-standard: name another one with --template"
  fi
  if ! pveam list "$template_storage" | grep -q -F -- "vztmpl/$template"; then
    say "Downloading the template $template"
    pveam download "$template_storage" "$template" >/dev/null || die "the template $template cannot be downloaded to $template_storage"
  fi
}

create() {
  net="name=eth0,bridge=$bridge,ip=$ip${gateway:+,gw=$gateway}${vlan:+,tag=$vlan}"
  case $ip in *:*) net="name=eth0,bridge=$bridge,ip6=$ip${gateway:+,gw6=$gateway}${vlan:+,tag=$vlan}" ;; esac
  say "Making the container $ctid"
  # nesting: without it systemd cannot give services name spaces of their own
  pct create "$ctid" "$template_storage:vztmpl/$template" --hostname "$hostname" --unprivileged 1 --features nesting=1 \
    --cores "$cores" --memory "$memory" --swap 256 --rootfs "$storage:$disk" --net0 "$net" --onboot 1 --timezone host \
    >/dev/null || die "pct cannot make the container $ctid"
  made=yes
  pct start "$ctid" || die "the container $ctid does not start"
  waited=0
  # shellcheck disable=SC2016 # the shell of the container reads it
  until in_ct sh -c 'systemctl is-system-running | grep -Eq "running|degraded" && [ -n "$(hostname -I)" ]' >/dev/null 2>&1; do
    waited=$((waited + 1))
    [ "$waited" -lt 60 ] || die "the container $ctid has no address after a minute: see --bridge, --vlan and --ip"
    sleep 1
  done
}

install_belfry() {
  in_ct sh -c 'command -v openssl && { command -v curl || command -v wget; }' >/dev/null ||
    in_ct sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends openssl curl ca-certificates' >/dev/null ||
    die "openssl and curl cannot be installed in the container: has it access to the internet?"
  work=${work:-$(mktemp -d)}
  installer >"$work/install.sh"
  push "$work/install.sh" install.sh
  set --
  [ -z "$key" ] || { push "$key" release.pub; set -- "$@" --key /root/release.pub; }
  [ -z "$port" ] || set -- "$@" --port "$port"
  if [ -n "$archive" ]; then
    name=$(basename -- "$archive")
    for file in "$archive" "$place/SHA256SUMS" "$place/SHA256SUMS.minisig"; do push "$file" "$(basename -- "$file")"; done
    set -- "$@" --archive "/root/$name"
  else
    set -- "$@" --from "$from"
    [ -z "$version" ] || set -- "$@" --version "$version"
  fi
  in_ct sh /root/install.sh "$@" || die "Belfry cannot be installed in the container $ctid"
  in_ct sh -c "cd /root && rm -f SHA256SUMS SHA256SUMS.minisig ${name:-}"
  add_update
}

# add_update: the command "update" in the console of the container: the installer again, with a newer release
add_update() {
  work=${work:-$(mktemp -d)}
  place=
  case $from in http://* | https://*) place=" --from '$from'" ;; esac
  cat >"$work/update" <<EOT
#!/bin/sh
# Installs the newest release of Belfry and starts it, with the installer that made this container. Without a place of releases:
#   update --archive FILE    with SHA256SUMS and SHA256SUMS.minisig beside it
exec sh /usr/local/lib/belfry/install.sh$place "\$@"
EOT
  push "$work/update" update
  in_ct sh -c 'install -D -m 0644 /root/install.sh /usr/local/lib/belfry/install.sh && install -m 0755 /root/update /usr/local/bin/update &&
    echo BELFRY_PROXMOX_CONTAINER=true >>/etc/belfry/belfry.env && systemctl restart belfry && rm -f /root/install.sh /root/release.pub /root/update' ||
    die "the command update cannot be set up in the container $ctid"
}
push() { pct push "$ctid" "$1" "/root/$2" || die "$1 cannot be copied into the container $ctid"; }

value() { if [ "$2" -lt 2 ] || [ -z "$3" ]; then die "$1 needs a value"; fi; }

main() {
  from='' archive='' version='' key='' port='' ctid='' hostname='' storage='' template_storage='' template='' disk='' memory=''
  cores=2 bridge='' vlan='' ip='' gateway='' yes='' keep=''
  while [ $# -gt 0 ]; do
    case $1 in
      --yes) yes=yes; shift; continue ;;
      --keep) keep=yes; shift; continue ;;
      --help | -h) usage; exit 0 ;;
    esac
    value "$1" $# "${2:-}"
    case $1 in
      --from) from=$2 ;;
      --archive) archive=$2 ;;
      --version) version=${2#v} ;;
      --key) key=$2 ;;
      --port) port=$2 ;;
      --ctid) ctid=$2 ;;
      --hostname) hostname=$2 ;;
      --storage) storage=$2 ;;
      --template-storage) template_storage=$2 ;;
      --template) template=$2 ;;
      --disk) disk=$2 ;;
      --memory) memory=$2 ;;
      --cores) cores=$2 ;;
      --bridge) bridge=$2 ;;
      --vlan) vlan=$2 ;;
      --ip) ip=$2 ;;
      --gateway) gateway=$2 ;;
      *) usage >&2; die "unknown option $1" ;;
    esac
    shift 2
  done
  [ -n "$from$archive" ] || { usage >&2; die "--from or --archive says what to install"; }
  [ -z "$from" ] || [ -z "$archive" ] || die "--from and --archive exclude each other"
  [ -z "$version" ] || word --version "$version"
  [ -z "$key" ] || [ -r "$key" ] || die "--key: $key cannot be read"
  check_host
  trap end EXIT
  trap 'exit 1' HUP INT TERM
  settle
  check_values
  collect
  say "An unprivileged container $ctid \"$hostname\": Debian 12, $cores cores, $memory MB, a disk of $disk GB on $storage, $bridge, $ip"
  if [ -n "$asking" ]; then
    ask "Make it? (yes or no)" no
    case $answer in y | yes) ;; *) die "nothing was made" ;; esac
  fi
  get_template
  create
  install_belfry
  say "The container $ctid has Belfry. To look into it: pct enter $ctid. To remove it with its data: pct stop $ctid; pct destroy $ctid"
}

# The last line, so that an incomplete download does nothing.
main "$@"
