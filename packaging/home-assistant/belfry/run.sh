#!/bin/sh
# Starts Belfry as an add-on of Home Assistant, with the options of the add-on as settings.
set -eu
settings=$(node /options.mjs /data/options.json)
eval "$settings"
# Home Assistant gives /data to root; the rest of it is of this user after the first start
chown 1000:1000 /data
find /data -mindepth 1 ! -name options.json ! -user 1000 -exec chown -h 1000:1000 {} +
exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs belfry server
