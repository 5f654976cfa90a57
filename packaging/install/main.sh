# Install, replace, remove.

install_release() {
  check_machine
  check_programs
  check_names
  [ -z "$archive" ] || [ -r "$archive" ] || die "--archive: $archive cannot be read"
  [ -z "$port" ] || [ ! -e "$settings" ] ||
    die "--port: Belfry has settings already. Change BELFRY_PORT in $settings, and: systemctl restart belfry"
  previous=
  [ ! -L "$home/current" ] || previous=$(basename -- "$(readlink -- "$home/current")")
  lock
  work=$(mktemp -d /opt/.belfry-install.XXXXXX)
  if ! running; then
    no_process
    wanted=$(setting BELFRY_PORT)
    wanted=${wanted:-${port:-7655}}
    ! listens "$wanted" || die "port $wanted is taken by another program: choose one with --port, or BELFRY_PORT in $settings"
  fi
  find_release
  read_key
  verify_list
  choose_archive
  [ -z "$previous" ] || [ "$(printf '%s\n' "$previous" "$version" | sed 's/-/~/' | sort -V | head -n 1 | sed 's/~/-/')" = "$previous" ] ||
    die "Belfry $previous is installed, and $version is older: it could not read the data. Restore a backup of that time instead"
  check_space /opt "$((need_mb + $(du -sm "$store" 2>/dev/null | cut -f 1 | grep . || echo 0)))"
  verify_archive
  unpack

  trap '' HUP INT TERM
  fresh=yes
  [ ! -e "$settings" ] || fresh=
  [ -z "$(ls -A "$store" 2>/dev/null)" ] || fresh=
  make_user
  write_settings
  install -d -m 0755 "$home" "$home/releases"
  ! running || { say "Stopping Belfry $previous"; systemctl stop "$server"; }
  install -d -m 0700 -o belfry -g belfry "$data"
  if [ -n "$(ls -A "$store")" ] && ! save_data; then
    [ -z "$previous" ] || ! with_systemd || systemctl start "$server"
    die "the data in $store cannot be copied. Belfry was not replaced"
  fi
  [ ! -d "$home/releases/$version" ] || mv -- "$home/releases/$version" "$work/same"
  mv -- "$work/new" "$home/releases/$version"
  use "$version"
  if ! with_systemd; then finish_without_systemd; return; fi
  say "Starting Belfry $version"
  if ! start; then complain; roll_back; fi
  # one earlier release stays
  [ "$previous" = "$version" ] ||
    find "$home/releases" -mindepth 1 -maxdepth 1 ! -name "$version" ! -name "${previous:-$version}" -exec rm -rf -- {} +
  say "Belfry $version runs${previous:+ (before: $previous)}. Its log: journalctl -u belfry"
  greeting
}

# greeting: what the server says when it listens: its addresses, and at first the link to set it up
greeting() {
  for _ in 1 2 3 4 5; do
    said=$(journalctl --quiet --no-pager -o cat "_SYSTEMD_INVOCATION_ID=$(systemctl show --value -p InvocationID "$server")" |
      grep -E '^(Belfry .* is at|From other machines:|Other machines|Browsers warn|Set it up)') || { sleep 1; continue; }
    say "$said"
    return
  done
  say "It is at $url. The first line of its log has the link to set it up"
}

finish_without_systemd() {
  warn "there is no systemd here: Belfry is installed, and nothing starts it. Start it with:"
  say "  runuser -u belfry -- sh -c 'set -a; . $settings; cd $data; exec $home/current/belfry-server'"
}

# Without systemd nobody but its administrator can stop it.
no_process() {
  user_exists || return 0
  for process in /proc/[0-9]*; do
    [ "$(stat -c %U "$process" 2>/dev/null)" != belfry ] ||
      die "a program of the user belfry runs (process ${process#/proc/}): stop it first"
  done
}

remove_program() {
  if with_systemd; then
    # shellcheck disable=SC2086 # a list
    systemctl disable --quiet --now $services 2>/dev/null || true
    for unit in $services; do rm -f -- "$units/$unit"; done
    systemctl daemon-reload
    # shellcheck disable=SC2086
    systemctl reset-failed $services 2>/dev/null || true
  fi
  [ "$(readlink -- "$bin")" != "$home/current/belfry" ] || rm -f -- "$bin"
  rm -rf -- "$home"
}

remove_data() {
  rm -rf -- "$etc" "$units/$server.d"
  if [ -d "$data" ]; then
    find "$data" -mindepth 1 -delete
    rmdir -- "$data" || warn "$data is empty now, and stays"
  fi
  ! user_exists || userdel belfry
  ! getent group belfry >/dev/null || groupdel belfry
  [ "$store" = "$data" ] || warn "BELFRY_DATA_DIR was $store: that folder was not removed"
}

uninstall() {
  [ "$(id -u)" -eq 0 ] || die "run this as root, for example with sudo"
  check_names
  lock
  running || no_process
  remove_program
  if [ -n "$purge" ]; then
    remove_data
    say "Belfry, its data, its settings and its user are removed."
    return
  fi
  say "Belfry is removed. These stay, and the next installation uses them: its data in $store,"
  say "its settings in $etc, its user belfry. To remove them too: install.sh --uninstall --purge"
}

value() { if [ "$2" -lt 2 ] || [ -z "$3" ]; then die "$1 needs a value"; fi; }

main() {
  from='' archive='' version='' key='' port='' uninstall='' purge=''
  while [ $# -gt 0 ]; do
    case $1 in
      --from) value "$1" $# "${2:-}"; from=$2; shift ;;
      --archive) value "$1" $# "${2:-}"; archive=$2; shift ;;
      --version) value "$1" $# "${2:-}"; version=${2#v}; shift ;;
      --key) value "$1" $# "${2:-}"; key=$2; shift ;;
      --port) value "$1" $# "${2:-}"; port=$2; shift ;;
      --uninstall) uninstall=yes ;;
      --purge) purge=yes ;;
      --help | -h) usage; exit 0 ;;
      *) usage >&2; die "unknown option $1" ;;
    esac
    shift
  done
  umask 022
  trap clean EXIT
  trap 'exit 1' HUP INT TERM
  [ -z "$purge" ] || [ -n "$uninstall" ] || die "--purge goes with --uninstall"
  if [ -n "$uninstall" ]; then uninstall; return; fi
  case $version in *[!0-9A-Za-z.-]*) die "--version: \"$version\" is not a version such as 1.2.3" ;; esac
  case $port in *[!0-9]* | ??????*) die "--port: \"$port\" is not a port" ;; esac
  [ -z "$port" ] || { [ "$port" -ge 1 ] && [ "$port" -le 65535 ]; } || die "--port: \"$port\" is not a port"
  [ -z "$from" ] || [ -z "$archive" ] || die "--from and --archive exclude each other"
  [ -n "$from$archive" ] || { usage >&2; die "--from or --archive says what to install"; }
  install_release
}

# The last line, so that an incomplete download does nothing.
main "$@"
