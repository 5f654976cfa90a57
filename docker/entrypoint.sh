#!/bin/sh
# One image: the server, the agent, and the command line of both. `exec` replaces the shell, so that the program gets the signals.
# docs/decisions/0008 explains the flags and the variables of the server.
set -eu
lasting() {
  export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
  exec node --min-semi-space-size=4 --max-semi-space-size=64 --heap-growing-percent=40 /app/apps/server/dist/main.js "$@"
}
case "${1:-server}" in
  server)
    [ $# -eq 0 ] || shift
    lasting "$@"
    ;;
  agent) shift; exec node /app/apps/docker-agent/dist/main.js "$@" ;;
  # an agent or a collector that runs is healthy, because it is no server that could be asked
  health | ready)
    case $(tr '\0' ' ' </proc/1/cmdline) in *agent* | *collector*) exit 0 ;; esac
    case $BELFRY_HOST in 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$BELFRY_HOST]" ;; *) host=$BELFRY_HOST ;; esac
    # The certificate is of another name than this address, and nothing is sent that others may not see.
    scheme=http
    [ -z "${BELFRY_TLS_CERT:-}${BELFRY_TLS_SELF_SIGNED:-}" ] || scheme=https
    exec node -e "require('$scheme').get('$scheme://$host:$BELFRY_PORT/api/$1', { rejectUnauthorized: false, timeout: 4000 }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1))"
    ;;
  backup)
    # a restore changes the data directory; the other words ask the server that runs
    [ "${2:-}" != restore ] || exec node /app/apps/server/dist/main.js "$@"
    exec node /app/apps/cli/dist/belfry.js "$@"
    ;;
  collector)
    [ "${2:-}" = run ] && lasting "$@"
    exec node /app/apps/server/dist/main.js "$@"
    ;;
  ha | migrate | reset-password | rotate-key) exec node /app/apps/server/dist/main.js "$@" ;;
  status | nodes | sites | guests | alerts | why | noise | journal | drill | report | backups | doctor | update | export | import | config | completion | help | -*) exec node /app/apps/cli/dist/belfry.js "$@" ;;
  *) exec "$@" ;;
esac
