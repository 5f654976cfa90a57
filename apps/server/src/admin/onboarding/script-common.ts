// What the setup scripts of all products share. It is Bash; `String.raw` keeps its backslashes.

export const common = String.raw`
set -euo pipefail
token=''
registered=no

say() { printf '%s\n' "$*"; }
stop() { printf 'Error: %s\n' "$*" >&2; exit 1; }

# The first "value" in the JSON on standard input.
json_value() { sed -n 's/.*"value" *: *"\([A-Za-z0-9-]*\)".*/\1/p' | head -n 1; }

# The names of tokens in the JSON on standard input; some products write the owner before the name.
json_tokens() { grep -oE '"tokenid" *: *"[^"]*"' | sed 's/.*[!"]\([^"!]*\)"$/\1/' || true; }

# Those that an earlier run for the same server made.
our_tokens() { list_tokens | grep -xE "$token_prefix-[0-9]+" || true; }

# A token that was not registered is removed again.
clean_up() {
  if [ -n "$token" ] && [ "$registered" = no ]; then
    remove_token "$token" || true
    say 'Nothing was registered; the new token was removed again.' >&2
  fi
}

# The fingerprint of the certificate at the address Belfry will call, seen from here, as a JSON field.
fingerprint() {
  local shown
  command -v openssl >/dev/null || return 0
  # The reader of the pipe may end before its writer, so its status says nothing; the pattern below does.
  shown=$(timeout 10 openssl s_client -connect "$host_address" </dev/null 2>/dev/null |
    openssl x509 -noout -fingerprint -sha256 2>/dev/null | sed 's/.*=//') || true
  if printf '%s' "$shown" | grep -xE '([0-9A-F]{2}:){31}[0-9A-F]{2}' >/dev/null; then
    printf ',"fingerprint":"%s"' "$shown"
  fi
}

# Hands the token over. It goes through standard input: arguments are visible to every user of this machine.
register() {
  local name body answer
  name=$(hostname | tr -cd 'A-Za-z0-9._-' | cut -c1-64)
  body=$(printf '%s,"serverName":"%s","tokenId":"%s","tokenValue":"%s"%s}' \
    "$payload" "$name" "$monitor_user!$token" "$1" "$(fingerprint)")
  answer=$(printf '%s' "$body" | curl -sS --max-time 30 -X POST -H 'Content-Type: application/json' \
    --data-binary @- "$belfry_url/api/auto-register") || stop "Belfry cannot be reached at $belfry_url."
  case "$answer" in
    *'"status":"success"'*) registered=yes ;;
    *) stop "Belfry refused the registration: $(printf '%s' "$answer" | tr -d '[:cntrl:]' | cut -c1-300)" ;;
  esac
}

# Permissions first, then the token, then the proof that it works, and only then the registration.
set_up() {
  local value old
  grant_user
  old=$(our_tokens)
  trap clean_up EXIT
  token="$token_prefix-$(date +%s)$RANDOM"
  value=$(create_token "$token" | json_value)
  [ -n "$value" ] || stop 'The new token has no value.'
  grant_token "$token"
  may_read "$token" || stop 'The new token may not read anything: its permissions did not take effect.'
  register "$value"
  for old in $old; do remove_token "$old" || say "Could not remove the old token $old."; done
  say "Done: Belfry at $belfry_url now watches $host_url."
}

uninstall() {
  local name
  user_exists || { say 'There is nothing to remove.'; return 0; }
  for name in $(our_tokens); do remove_token "$name"; done
  if [ -n "$(list_tokens)" ]; then
    say "The tokens of this Belfry were removed. $monitor_user has others, so it stays."
  else
    remove_user
    say "Removed $monitor_user and its permissions. Delete the node in Belfry too."
  fi
}

main() {
  [ "$(id -u)" -eq 0 ] || stop 'Run this as root.'
  command -v "$tool" >/dev/null || stop "$tool was not found: this script is for $product."
  case "$*" in
    '') set_up ;;
    --uninstall) uninstall ;;
    *) stop "Unknown option $*. There is one: --uninstall" ;;
  esac
}
`;
