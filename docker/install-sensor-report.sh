#!/bin/sh
# Makes a Proxmox VE node report its temperatures to Belfry once a minute, or removes everything again.
#   curl -fsSL https://belfry.example/install-sensor-report.sh | BELFRY_TOKEN=TOKEN sh -s -- --url https://belfry.example
# It installs no package: lm-sensors and curl must be installed. It runs only `sensors -j`, as a user without privileges.
# The token is stored in a file that only root can read. BELFRY_INSTALL_ROOT is a prefix for every path that is written, for tests.
set -eu

name=belfry-sensor-report
root=${BELFRY_INSTALL_ROOT:-}
bin=/usr/local/bin/$name
settings=/etc/$name.env
service=/etc/systemd/system/$name.service
timer=/etc/systemd/system/$name.timer
work=

usage() {
  cat <<EOF
usage: install-sensor-report.sh --url URL [options]
  --url URL          the Belfry server
  --instance NAME    the connection in Belfry that watches this node; needed where two watched nodes have one name
  --token-file FILE  holds an API token with the scope "report"; without it the token is taken from BELFRY_TOKEN
                     (the word "disabled" where authentication is off)
  --fingerprint SHA  accept exactly the certificate with this SHA-256
  --insecure         accept any certificate: whoever answers there gets the token
  --uninstall        stop reporting and remove everything this script brought
EOF
}

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
clean() { [ -z "$work" ] || rm -rf -- "$work"; }

# systemd reads the settings file: only characters without a special meaning.
check_url() {
  case $1 in http://?* | https://?*) ;; *) die "--url: \"$1\" is not an http:// or https:// address" ;; esac
  case $1 in *[!]A-Za-z0-9:/._~%+=,[-]*) die "--url: the address has characters no server address has" ;; esac
}
check_token() {
  [ -n "$1" ] || die "no token: give BELFRY_TOKEN or --token-file"
  case $1 in *[!A-Za-z0-9._~+/=:@%-]*) die "the token has characters no token has" ;; esac
}
check_instance() {
  case $1 in *[!A-Za-z0-9._\ @:-]*) die "--instance: only letters, digits, spaces and . _ @ : - can be given here" ;; esac
}
check_fingerprint() {
  bare=$(printf '%s' "$1" | tr -d ':')
  case $bare in *[!0-9A-Fa-f]*) bare= ;; esac
  [ "${#bare}" -eq 64 ] || die "--fingerprint: expected a SHA-256 fingerprint, 64 hexadecimal digits"
  case $url in https://*) ;; *) die "--fingerprint: $url has no certificate: give an https:// address" ;; esac
}

sha256_base64() { openssl dgst -sha256 -binary "$1" | openssl base64 -A; }

# pin_of URL SHA: the pin of the public key in the certificate at URL, when its SHA-256 is the given one
pin_of() {
  has openssl || die "to accept one certificate only, openssl is needed here: install it first"
  authority=${1#https://}
  authority=${authority%%/*}
  case $authority in *]) authority=$authority:443 ;; *:*) ;; *) authority=$authority:443 ;; esac
  set -- "$1" "$2" -connect "$authority"
  case ${authority%:*} in \[*) ;; *[!0-9.]*) set -- "$@" -servername "${authority%:*}" ;; esac
  pin_url=$1 pin_wanted=$(printf '%s' "$2" | tr -d ':' | tr 'A-F' 'a-f')
  shift 2
  openssl s_client "$@" </dev/null 2>/dev/null | openssl x509 -out "$work/cert.pem" 2>/dev/null ||
    die "$pin_url shows no certificate"
  openssl x509 -in "$work/cert.pem" -outform DER -out "$work/cert.der"
  pin_found=$(openssl dgst -sha256 -r "$work/cert.der" | cut -d ' ' -f 1)
  [ "$pin_found" = "$pin_wanted" ] || die "$pin_url has another certificate than the one with this fingerprint: nothing was sent.
  expected $pin_wanted
  found    $pin_found"
  {
    openssl x509 -in "$work/cert.pem" -noout -pubkey >"$work/key.pem" &&
      openssl pkey -pubin -in "$work/key.pem" -outform DER -out "$work/key.der"
  } || die "$pin_url has a key openssl cannot read"
  # some builds of curl ignore a pin, so check that this one refuses another key
  refused=0
  curl -s --insecure --pinnedpubkey "sha256//$(sha256_base64 "$work/cert.der")" -o /dev/null -- "$pin_url" || refused=$?
  [ "$refused" -eq 90 ] || die "this curl cannot pin a certificate (it answered $refused): nothing was sent"
  printf 'sha256//%s' "$(sha256_base64 "$work/key.der")"
}

# The name of the cluster of this node; empty without a cluster.
cluster_name() {
  [ -f "$root/etc/pve/corosync.conf" ] || return 0
  sed -n 's/^[[:space:]]*cluster_name:[[:space:]]*\([A-Za-z0-9._-]*\).*/\1/p' "$root/etc/pve/corosync.conf" | head -n 1
}

write_settings() {
  mkdir -p "$root/etc"
  (
    umask 077
    {
      printf '# Written by install-sensor-report.sh.\n'
      printf "BELFRY_URL='%s'\nBELFRY_TOKEN='%s'\nBELFRY_INSTANCE='%s'\nBELFRY_CLUSTER='%s'\nBELFRY_TRUST='%s'\n" \
        "$url" "$token" "$instance" "$(cluster_name)" "$trust"
    } >"$root$settings.new"
  )
  mv -f "$root$settings.new" "$root$settings"
}

write_reporter() {
  mkdir -p "$root/usr/local/bin"
  cat >"$root$bin.new" <<'EOF'
#!/bin/sh
# Sends the output of `sensors -j` to Belfry once. Written by install-sensor-report.sh; its settings come from the environment.
set -eu
readings=$(sensors -j 2>/dev/null) || [ -n "$readings" ] || { echo 'sensors -j found no sensor' >&2; exit 1; }
node=$(uname -n)
if [ -n "$BELFRY_INSTANCE" ]; then place='"instance":"'$BELFRY_INSTANCE'"'; else place='"cluster":"'$BELFRY_CLUSTER'"'; fi
set -- -sS --max-time 20 -w '\n%{redirect_url} %{http_code}' -H 'Content-Type: application/json' --data-binary @-
case $BELFRY_TRUST in '') ;; insecure) set -- "$@" --insecure ;; *) set -- "$@" --insecure --pinnedpubkey "$BELFRY_TRUST" ;; esac
# the token is in a file of options, because every user of this machine can see arguments
answer=$(printf '{"node":"%s",%s,"intervalSeconds":60,"sensors":%s}' "${node%%.*}" "$place" "$readings" |
  curl "$@" --config /dev/fd/3 -- "$BELFRY_URL/api/agents/sensors/report" 3<<OPTIONS
header = "X-API-Token: $BELFRY_TOKEN"
OPTIONS
)
# a proxy with a sign-in answers 200 too, but without a receipt
case $answer in
  *'"success":true'*' 200') ;;
  *' 200') printf 'This is no answer of Belfry. Is a proxy with a sign-in in front of it? %s\n' "$answer" >&2; exit 1 ;;
  *) printf 'Belfry does not take the report: %s\n' "$answer" >&2; exit 1 ;;
esac
EOF
  chmod 0755 "$root$bin.new"
  mv -f "$root$bin.new" "$root$bin"
}

write_units() {
  mkdir -p "$root/etc/systemd/system"
  cat >"$root$service" <<EOF
[Unit]
Description=Reports the temperatures of this node to Belfry
After=network-online.target

[Service]
Type=oneshot
ExecStart=$bin
EnvironmentFile=$settings
DynamicUser=yes
CapabilityBoundingSet=
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
SystemCallArchitectures=native
UMask=0077
MemoryMax=64M
TasksMax=16
TimeoutStartSec=30
EOF
  cat >"$root$timer" <<EOF
[Unit]
Description=Reports the temperatures of this node to Belfry once a minute

[Timer]
OnActiveSec=60
OnUnitInactiveSec=60
AccuracySec=5

[Install]
WantedBy=timers.target
EOF
  chmod 0644 "$root$service" "$root$timer"
}

install_report() {
  [ -n "$url" ] || { usage >&2; die "--url says where to report"; }
  check_url "$url"
  url=${url%/}
  [ -z "$token_file" ] || token=$(head -n 1 -- "$token_file") || die "--token-file: $token_file cannot be read"
  check_token "$token"
  check_instance "$instance"
  [ -z "$fingerprint" ] || check_fingerprint "$fingerprint"
  { has systemctl && [ -d "$root/run/systemd/system" ]; } || die "this machine has no systemd"
  has curl || die "curl is not here: apt-get install curl"
  has sensors || die "lm-sensors is not here: apt-get install lm-sensors"
  sensors -j >/dev/null 2>&1 || die "sensors -j finds no sensor: run sensors-detect, or there is none in this machine"

  work=$(mktemp -d)
  trust=$insecure
  if [ -n "$fingerprint" ]; then trust=$(pin_of "$url" "$fingerprint") || exit 1; fi
  case $trust-$url in
    insecure-*) warn "INSECURE: the certificate of $url is not checked. Whoever answers there gets the token." ;;
    *-http://*) warn "$url is not encrypted: the token can be read on its way" ;;
  esac
  write_settings
  write_reporter
  write_units
  systemctl daemon-reload
  systemctl enable --now "$name.timer" >/dev/null 2>&1 || warn "systemctl could not enable $name.timer"
  systemctl restart "$name.timer"
  # the first report is sent now, so that problems show now
  if systemctl start "$name.service"; then
    say "This node reports its temperatures once a minute. Its log: journalctl -u $name"
  else
    die "the first report failed: journalctl -u $name. It is tried again every minute."
  fi
}

uninstall_report() {
  systemctl disable --now "$name.timer" >/dev/null 2>&1 || true
  systemctl stop "$name.service" >/dev/null 2>&1 || true
  rm -f -- "$root$bin" "$root$bin.new" "$root$settings" "$root$settings.new" "$root$service" "$root$timer"
  systemctl daemon-reload >/dev/null 2>&1 || true
  say "Nothing is reported any more, and everything this script brought is gone."
}

# value OPTION COUNT VALUE: the value of an option
value() {
  [ "$2" -ge 2 ] || die "$1 needs a value"
  case $3 in *"
"*) die "$1: the value has a line break" ;; esac
}

main() {
  url='' token=${BELFRY_TOKEN:-} instance='' token_file='' fingerprint='' insecure='' uninstall=''
  while [ $# -gt 0 ]; do
    case $1 in
      --url) value "$1" $# "${2:-}"; url=$2; shift ;;
      --instance) value "$1" $# "${2:-}"; instance=$2; shift ;;
      --token-file) value "$1" $# "${2:-}"; token_file=$2; shift ;;
      --fingerprint) value "$1" $# "${2:-}"; fingerprint=$2; shift ;;
      --insecure) insecure=insecure ;;
      --uninstall) uninstall=yes ;;
      --help | -h) usage; exit 0 ;;
      *) usage >&2; die "unknown option $1" ;;
    esac
    shift
  done
  [ -z "$fingerprint" ] || insecure=''
  [ "$(id -u)" -eq 0 ] || die "run this as root"
  trap clean EXIT
  trap 'exit 1' HUP INT TERM
  if [ -n "$uninstall" ]; then uninstall_report; else install_report; fi
}

# The last line, so that an incomplete download does nothing.
main "$@"
