#!/bin/sh
# Installs the Belfry Docker agent as a service (systemd or OpenRC), or removes it completely.
#   curl -fsSL https://belfry.example/install-docker-agent.sh | bash -s -- --url https://belfry.example --token TOKEN
# The token is stored in a file that only root can read, never in a unit, an argument or the output of this script.
# BELFRY_INSTALL_ROOT is a prefix for every path that is written, for packagers and tests.
set -eu

name=belfry-docker-agent
root=${BELFRY_INSTALL_ROOT:-}
bin=/usr/local/bin/$name
settings=/etc/$name.env
unit=/etc/systemd/system/$name.service
openrc=/etc/init.d/$name
log=/var/log/$name.log
work=

usage() {
  cat <<EOF
usage: install-docker-agent.sh --url URL --token TOKEN [options]
  --url URL         the Belfry server
  --token TOKEN     an API token with the scope "report" (the word "disabled" where authentication is off)
  --target U|T[|X]  a further server: address|token, then "insecure" or a certificate's SHA-256; may be repeated
  --interval 30s    how often to report
  --insecure        accept any certificate of the server at --url, for its program too: whoever answers there gets root here
  --fingerprint SHA accept exactly the certificate with this SHA-256 from the server at --url
  --uninstall       stop the agent and remove everything it brought
Run again to change something: servers given before stay, those given now come first.
EOF
}

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
clean() { [ -z "$work" ] || rm -rf -- "$work"; }

# systemd and sh both read the settings file: only characters without a special meaning in both.
check_url() {
  case $1 in http://?* | https://?*) ;; *) die "--$2: \"$1\" is not an http:// or https:// address" ;; esac
  case $1 in *[!]A-Za-z0-9:/._~%+=,[-]*) die "--$2: the address has characters no server address has" ;; esac
}
check_token() {
  [ -n "$1" ] || die "--$2: the token is empty"
  case $1 in *[!A-Za-z0-9._~+/=:@%-]*) die "--$2: the token has characters no token has" ;; esac
}
check_interval() {
  printf '%s' "$1" | grep -Eq '^([0-9]+|([0-9]+(ms|s|m|h))+)$' || die "--interval: \"$1\" is not a duration such as 30s or 1m"
}
check_fingerprint() {
  bare=$(printf '%s' "$1" | tr -d ':')
  case $bare in *[!0-9A-Fa-f]*) bare= ;; esac
  [ "${#bare}" -eq 64 ] || die "--$2: expected a SHA-256 fingerprint, 64 hexadecimal digits"
}

# add_target URL TOKEN [TRUST]: adds it to the list, unless the list has its address
targets=
add_target() {
  case ";$targets" in *";$1|"*) return 0 ;; esac
  targets="${targets:+$targets;}$1|$2${3:+|$3}"
}

# take_target TEXT OPTION: url|token[|insecure or fingerprint]
take_target() {
  t_url=${1%%|*}
  t_rest=${1#*|}
  [ "$t_rest" != "$1" ] || die "--$2: expected address|token"
  t_token=${t_rest%%|*}
  t_trust=
  case $t_rest in *'|'*) t_trust=${t_rest#*|} ;; esac
  t_url=${t_url%/}
  check_url "$t_url" "$2"
  check_token "$t_token" "$2"
  case $t_trust in
    '' | insecure) ;;
    *)
      check_fingerprint "$t_trust" "$2"
      case $t_url in https://*) ;; *) die "--$2: $t_url has no certificate that --fingerprint could name: give an https:// address" ;; esac
      ;;
  esac
  add_target "$t_url" "$t_token" "$t_trust"
}

# setting NAME: the value that an earlier installation wrote
setting() {
  [ -f "$root$settings" ] || return 0
  sed -n "s/^$1='\\([^']*\\)'\$/\\1/p" "$root$settings" | head -n 1
}

init_system() {
  if has systemctl && [ -d "$root/run/systemd/system" ]; then echo systemd
  elif has rc-service && has rc-update; then echo openrc
  else echo none; fi
}

detect_arch() {
  case $(uname -m) in
    x86_64 | amd64) echo linux-amd64 ;;
    aarch64 | arm64) echo linux-arm64 ;;
    *) die "there is no agent for $(uname -m); use the container image: docker run … belfry agent" ;;
  esac
}

sha256() {
  if has sha256sum; then sha256sum "$1"; elif has shasum; then shasum -a 256 "$1"; else openssl dgst -sha256 -r "$1"; fi |
    cut -d ' ' -f 1
}

sha256_base64() { openssl dgst -sha256 -binary "$1" | openssl base64 -A; }

# pin_of URL SHA: the pin of the public key in the certificate at URL, when its SHA-256 is the given one. Only the owner of that
# certificate has the private key, whatever name or date is in the certificate.
pin_of() {
  { has curl && has openssl; } || die "to accept one certificate only, curl and openssl are needed here: install them first"
  authority=${1#https://}
  authority=${authority%%/*}
  case $authority in *]) authority=$authority:443 ;; *:*) ;; *) authority=$authority:443 ;; esac
  set -- "$1" "$2" -connect "$authority"
  # an IP address is not a server name, and some servers close the connection when they get one as a name
  case ${authority%:*} in \[*) ;; *[!0-9.]*) set -- "$@" -servername "${authority%:*}" ;; esac
  pin_url=$1 pin_wanted=$(printf '%s' "$2" | tr -d ':' | tr 'A-F' 'a-f')
  shift 2
  openssl s_client "$@" </dev/null 2>/dev/null | openssl x509 -out "$work/cert.pem" 2>/dev/null ||
    die "$pin_url shows no certificate"
  openssl x509 -in "$work/cert.pem" -outform DER -out "$work/cert.der"
  pin_found=$(sha256 "$work/cert.der")
  [ "$pin_found" = "$pin_wanted" ] || die "$pin_url has another certificate than the one with this fingerprint: nothing was fetched.
  expected $pin_wanted
  found    $pin_found"
  {
    openssl x509 -in "$work/cert.pem" -noout -pubkey >"$work/key.pem" &&
      openssl pkey -pubin -in "$work/key.pem" -outform DER -out "$work/key.der"
  } || die "$pin_url has a key openssl cannot read"
  # some builds of curl ignore a pin, so check that this one refuses another key
  refused=0
  curl -s --insecure --pinnedpubkey "sha256//$(sha256_base64 "$work/cert.der")" -o /dev/null -- "$pin_url" || refused=$?
  [ "$refused" -eq 90 ] || die "this curl cannot pin a certificate (it answered $refused): nothing was fetched"
  printf 'sha256//%s' "$(sha256_base64 "$work/key.der")"
}

# fetch URL FILE TRUST: TRUST is empty, "insecure" or a pin for curl
fetch() {
  if has curl; then
    set -- "$1" "$2" "$3" -fsSL --connect-timeout 20
    case $1 in https://*) set -- "$@" --proto-redir '=https' ;; esac
    case $3 in '') ;; insecure) set -- "$@" --insecure ;; *) set -- "$@" --insecure --pinnedpubkey "$3" ;; esac
    fetch_url=$1 fetch_file=$2
    shift 3
    curl "$@" -o "$fetch_file" -- "$fetch_url"
  elif has wget; then
    case $3 in
      '') wget -q -O "$2" "$1" ;;
      insecure) wget -q --no-check-certificate -O "$2" "$1" ;;
      *) die "wget cannot pin a certificate" ;;
    esac
  else die "neither curl nor wget is installed"; fi
}

# download: fetches the program from the first target into $work/agent and checks it
download() {
  first=${targets%%;*}
  server=${first%%|*}
  from=$server/download/$name
  trust=
  case $first in *'|'*'|'*) trust=${first##*|} ;; esac
  arch=$(detect_arch)
  case $trust in
    '') case $server in http://*) warn "$server is not encrypted: somebody between it and this machine can replace the agent" ;; esac ;;
    insecure) warn "INSECURE: the certificate of $server is not checked. Whoever answers there can run a program as root here." ;;
    *) trust=$(pin_of "$server" "$trust") || exit 1 ;;
  esac
  say "Fetching the agent for $arch from $from"
  fetch "$from.sha256?arch=$arch" "$work/sum" "$trust" || die "the server has no checksum of an agent for $arch"
  fetch "$from?arch=$arch" "$work/agent" "$trust" || die "the server has no agent for $arch"
  expected=$(cut -d ' ' -f 1 <"$work/sum" | tr 'A-F' 'a-f')
  [ "${#expected}" -eq 64 ] || die "the server sent a checksum that is not a SHA-256 checksum"
  [ "$(sha256 "$work/agent")" = "$expected" ] || die "the checksum does not match: nothing was installed"
}

# write_settings: only root can read the file, from the first byte on
write_settings() {
  mkdir -p "$root/etc"
  (
    umask 077
    {
      printf '# Written by install-docker-agent.sh. After a change: restart %s.\n' "$name"
      printf "BELFRY_TARGETS='%s'\n" "$targets"
      printf "BELFRY_INTERVAL='%s'\n" "$interval"
    } >"$root$settings.new"
  )
  mv -f "$root$settings.new" "$root$settings"
}

# The group that may open the engine's socket; empty when only root may.
socket_group() {
  for socket in /var/run/docker.sock /run/podman/podman.sock; do
    [ -S "$root$socket" ] || continue
    group=$(stat -c '%G' "$root$socket" 2>/dev/null) || return 0
    case $group in root | UNKNOWN | '' | *[!A-Za-z0-9_-]*) ;; *) echo "$group" ;; esac
    return 0
  done
}

write_unit() {
  group=$(socket_group)
  mkdir -p "$root/etc/systemd/system"
  {
    cat <<EOF
[Unit]
Description=Belfry Docker agent
Documentation=$(printf '%s' "${targets%%|*}" | sed 's/%/%%/g')
Wants=network-online.target
After=network-online.target docker.service podman.socket

[Service]
ExecStart=$bin
EnvironmentFile=$settings
Restart=always
RestartSec=5
EOF
    if [ -n "$group" ]; then
      printf '%s\n' '# a user that exists only while the agent runs; the group opens the socket' \
        DynamicUser=yes "SupplementaryGroups=$group"
    else
      printf '%s\n' '# no group may open the socket: root, without any of its privileges'
    fi
    cat <<EOF
CapabilityBoundingSet=
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
MemoryMax=256M
TasksMax=64

[Install]
WantedBy=multi-user.target
EOF
  } >"$root$unit"
  chmod 0644 "$root$unit"
}

# OpenRC has no temporary users, and other services run as nobody: the agent runs as root, without new privileges.
write_openrc() {
  mkdir -p "$root/etc/init.d"
  cat >"$root$openrc" <<EOF
#!/sbin/openrc-run
# Written by install-docker-agent.sh.
name="Belfry Docker agent"
supervisor=supervise-daemon
command=$bin
respawn_delay=5
output_log=$log
error_log=$log
no_new_privs=yes
depend() {
  need net
  after docker podman
}
start_pre() {
  set -a
  . $settings
  set +a
}
EOF
  chmod 0755 "$root$openrc"
}

install_agent() {
  [ -z "$url$token" ] || { [ -n "$url" ] && [ -n "$token" ]; } || die "--url and --token go together"
  if [ -n "$url" ]; then
    check_url "$url" url
    check_token "$token" token
    take_target "$url|$token${fingerprint:+|$fingerprint}${insecure:+|insecure}" url
  fi
  while IFS= read -r line; do [ -z "$line" ] || take_target "$line" target; done <<EOF
$more
EOF
  old=$(setting BELFRY_TARGETS)
  while [ -n "$old" ]; do
    take_target "${old%%;*}" target
    case $old in *';'*) old=${old#*;} ;; *) old= ;; esac
  done
  [ -n "$targets" ] || { usage >&2; die "--url and --token, or --target, say where to report"; }
  [ -n "$interval" ] || interval=$(setting BELFRY_INTERVAL)
  [ -n "$interval" ] || interval=30s

  init=$(init_system)
  [ -S "$root/var/run/docker.sock" ] || [ -S "$root/run/podman/podman.sock" ] ||
    warn "there is no socket of a container engine yet; the agent waits for it"
  work=$(mktemp -d)
  download

  mkdir -p "$root/usr/local/bin"
  # a new file with the old name, so that a running agent is not overwritten
  cp "$work/agent" "$root$bin.new"
  chmod 0755 "$root$bin.new"
  "$root$bin.new" --version >/dev/null 2>&1 || {
    rm -f -- "$root$bin.new"
    die "the agent does not run on this machine (it needs glibc 2.28 and libstdc++); use the container image"
  }
  mv -f "$root$bin.new" "$root$bin"
  write_settings
  case $init in
    systemd)
      write_unit
      systemctl daemon-reload
      systemctl enable "$name.service" >/dev/null 2>&1 || warn "systemctl could not enable $name"
      systemctl restart "$name.service" || die "the service does not start: journalctl -u $name"
      say "Installed and started. Its log: journalctl -u $name"
      ;;
    openrc)
      write_openrc
      rc-update add "$name" default >/dev/null
      rc-service "$name" restart || die "the service does not start: see $log"
      say "Installed and started. Its log: $log"
      ;;
    none)
      say "Installed, but this machine has neither systemd nor OpenRC: start the agent yourself, as root, at boot:"
      say "  set -a; . $settings; set +a; $bin"
      ;;
  esac
}

uninstall_agent() {
  case $(init_system) in
    systemd)
      systemctl disable --now "$name.service" >/dev/null 2>&1 || true
      rm -f -- "$root$unit"
      systemctl daemon-reload
      systemctl reset-failed "$name.service" >/dev/null 2>&1 || true
      ;;
    openrc)
      rc-service "$name" stop >/dev/null 2>&1 || true
      rc-update del "$name" default >/dev/null 2>&1 || true
      ;;
    none) warn "if you started the agent yourself, stop it yourself" ;;
  esac
  rm -f -- "$root$bin" "$root$bin.new" "$root$settings" "$root$settings.new" "$root$unit" "$root$openrc" "$root$log"
  say "The agent and all its files are removed."
}

# value OPTION COUNT VALUE: stops when the option has no value, or a value with a line break, which would become two values
value() {
  [ "$2" -ge 2 ] || die "$1 needs a value"
  case $3 in *"
"*) die "$1: the value has a line break" ;; esac
}

main() {
  url=${BELFRY_URL:-} token=${BELFRY_TOKEN:-} interval=${BELFRY_INTERVAL:-}
  # one a line
  more=$(printf '%s' "${BELFRY_TARGETS:-}" | tr ';' '\n')
  insecure='' fingerprint='' uninstall=''
  while [ $# -gt 0 ]; do
    case $1 in
      --url) value "$1" $# "${2:-}"; url=$2; shift ;;
      --token) value "$1" $# "${2:-}"; token=$2; shift ;;
      --interval) value "$1" $# "${2:-}"; interval=$2; shift ;;
      --fingerprint) value "$1" $# "${2:-}"; fingerprint=$2; shift ;;
      --target)
        value "$1" $# "${2:-}"
        more="$more
$2"
        shift
        ;;
      --insecure) insecure=yes ;;
      --uninstall) uninstall=yes ;;
      --help | -h) usage; exit 0 ;;
      *) usage >&2; die "unknown option $1" ;;
    esac
    shift
  done
  [ "$(id -u)" -eq 0 ] || die "run this as root"
  trap clean EXIT
  trap 'exit 1' HUP INT TERM
  if [ -n "$uninstall" ]; then uninstall_agent; return; fi
  [ -z "$interval" ] || check_interval "$interval"
  [ -z "$fingerprint" ] || { check_fingerprint "$fingerprint" fingerprint; insecure=; }
  install_agent
}

# The last line, so that an incomplete download does nothing.
main "$@"
