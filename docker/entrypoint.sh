#!/bin/sh
# One image, two programs: the program is replaced, not wrapped, so that it gets the signals.
set -eu
case "${1:-server}" in
  server) [ $# -eq 0 ] || shift; exec node /app/apps/server/dist/main.js "$@" ;;
  agent) shift; exec node /app/apps/docker-agent/dist/main.js "$@" ;;
  *) exec "$@" ;;
esac
