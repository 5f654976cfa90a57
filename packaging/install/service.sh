# What is on the machine: the user, the settings, the releases and the service.

make_user() {
  user_exists && return
  getent group belfry >/dev/null || groupadd --system belfry
  useradd --system --gid belfry --home-dir "$data" --no-create-home --shell /usr/sbin/nologin --comment 'Belfry' belfry
}

write_settings() {
  install -d -m 0755 "$etc"
  install -m 0644 "$work/release.pub" "$key_file"
  [ -e "$settings" ] && return
  (umask 027 && cat >"$settings.new") <<EOT
# Settings of Belfry. After a change: systemctl restart belfry
# Put a value that has spaces, quotes or # in single quotes.
BELFRY_DATA_DIR=$data
BELFRY_PORT=${port:-7655}
EOT
  chown root:belfry "$settings.new"
  mv -f -- "$settings.new" "$settings"
}

# use VERSION: an atomic change of the link to the release that runs, and the units of that release
use() {
  rm -f -- "$home/current.new"
  ln -s "releases/$1" "$home/current.new"
  mv -T -- "$home/current.new" "$home/current"
  ln -sfn "$home/current/belfry" "$bin"
  with_systemd || return 0
  for unit in $services; do install -m 0644 "$home/current/packaging/systemd/$unit" "$units/$unit"; done
  systemctl daemon-reload
}

# healthy: whether the new version answers. The program of the release asks, because a small Debian has no other.
healthy() {
  host=$(setting BELFRY_HOST) scheme=http
  case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
  case $(setting BELFRY_TLS_CERT)$(setting BELFRY_TLS_SELF_SIGNED) in '' | false | no | 0) ;; *) scheme=https ;; esac
  url="$scheme://$host:$(setting BELFRY_PORT | grep . || echo 7655)"
  "$home/current/runtime/node" -e '
    const [url, version] = process.argv.slice(1);
    const ask = (path) => new Promise((done, failed) =>
      require(new URL(url).protocol.slice(0, -1)).get(url + path, { rejectUnauthorized: false, timeout: 4000 }, async (answer) => {
        let text = "";
        for await (const part of answer) text += part;
        done(JSON.parse(text));
      }).on("timeout", failed).on("error", failed));
    Promise.all([ask("/api/health"), ask("/api/version")]).then(
      ([health, about]) => process.exit(health.status === "healthy" && about.version === version ? 0 : 1),
      () => process.exit(1));
  ' "$url" "$version" 9<&-
}

# start: whether the service is healthy in time
start() {
  systemctl reset-failed "$server" 2>/dev/null || true
  systemctl enable --quiet "$server" belfry-update.path
  systemctl start belfry-update.path
  systemctl start --no-block "$server"
  waited=0
  until healthy; do
    [ "$waited" -lt "$wait_seconds" ] || return 1
    # it has ended three times: it will not get better
    [ "$(systemctl show --value -p NRestarts "$server")" -lt 3 ] || return 1
    sleep 1
    waited=$((waited + 1))
  done
}

# complain: the end of the log. What systemd says before it starts the program is found by the field UNIT, which only
# root may set: journald does not know the unit of a process that has ended before the message is read.
complain() {
  warn "Belfry $version is not healthy after its start. The end of its log:"
  journalctl --sync 2>/dev/null || true
  log=$(journalctl --quiet --no-pager -o cat -n 16 "_SYSTEMD_UNIT=$server" + "UNIT=$server" _UID=0) || log=
  printf '%s\n' "$log" | sed 's/^/    /' >&2
  case $log in *226/NAMESPACE*)
    warn "systemd may not make namespaces in this container. On the Proxmox host: pct set CTID --features nesting=1, and restart it"
    ;;
  esac
}

# The folder of the data belongs to the user of the service, who could put a link there for root to follow. So that user reads and
# writes in it, as the updater does.
save_data() {
  runuser -u belfry -- tar -C "$store" --exclude=./lost+found -c -f - . >"$work/data.tar"
}

restore_data() {
  runuser -u belfry -- find "$store/" -mindepth 1 -maxdepth 1 ! -name lost+found -exec rm -rf -- {} +
  [ ! -f "$work/data.tar" ] || runuser -u belfry -- tar -C "$store" -x -p -f - <"$work/data.tar"
}

# roll_back: the release, the data and the units from before
roll_back() {
  systemctl stop "$server"
  restore_data
  rm -rf -- "$home/releases/$version"
  [ ! -d "$work/same" ] || mv -- "$work/same" "$home/releases/$version"
  if [ -n "$previous" ]; then
    failed=$version version=$previous
    use "$previous"
    start || die "Belfry $failed is not healthy, and neither is $previous, which is installed again: journalctl -u belfry"
    die "Belfry $failed is not healthy. Belfry $previous runs again, on its data from before"
  fi
  remove_program
  [ -z "$fresh" ] || remove_data
  die "Belfry $version was not installed"
}
