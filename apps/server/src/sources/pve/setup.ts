// The part of the setup script for Proxmox VE.
import type { SetupScript } from '../../config/host.ts';

export const setup: SetupScript = {
  head: '# Lets Belfry watch this Proxmox VE host or cluster. Run as root; --uninstall takes everything away again.',
  variables: ({ backupPerms }) => ({ backup_perms: backupPerms ? 'yes' : 'no' }),
  body: String.raw`
product='Proxmox VE'
tool=pveum
monitor_user='belfry-monitor@pam'
agent_role=BelfryMonitor

# Reading from the guest agent is a privilege of its own, and its name depends on the version.
agent_privilege() {
  case "$(pveum role list --output-format json)" in
    *VM.GuestAgent.Audit*) printf VM.GuestAgent.Audit ;;
    *VM.Monitor*) printf VM.Monitor ;;
  esac
}

user_exists() { pveum user list --output-format json | grep -E "\"userid\" *: *\"$monitor_user\"" >/dev/null; }
role_exists() { pveum role list --output-format json | grep -E "\"roleid\" *: *\"$agent_role\"" >/dev/null; }
list_tokens() { pveum user token list "$monitor_user" --output-format json | json_tokens; }
create_token() { pveum user token add "$monitor_user" "$1" --privsep 1 --comment 'Belfry' --output-format json; }
remove_token() { pveum user token remove "$monitor_user" "$1" >/dev/null; }

# $1: --users or --tokens, $2: whose.
grant() {
  pveum acl modify / "$1" "$2" --roles "PVEAuditor,$agent_role"
  # Listing the backups of guests takes more than looking; it is given only when asked for.
  if [ "$backup_perms" = yes ]; then pveum acl modify /storage "$1" "$2" --roles PVEDatastoreAdmin; fi
}

grant_user() {
  local privilege
  user_exists || pveum user add "$monitor_user" --comment 'Belfry, read-only'
  privilege=$(agent_privilege)
  [ -n "$privilege" ] || stop 'This version of Proxmox VE is not known: no privilege to ask the guest agent.'
  if role_exists; then pveum role modify "$agent_role" --privs "$privilege"; else pveum role add "$agent_role" --privs "$privilege"; fi
  if [ "$backup_perms" = no ]; then pveum acl delete /storage --users "$monitor_user" --roles PVEDatastoreAdmin 2>/dev/null || true; fi
  grant --users "$monitor_user"
}

grant_token() { grant --tokens "$monitor_user!$1"; }
may_look() { pveum user token permissions "$monitor_user" "$1" --path / --output-format json | grep Sys.Audit >/dev/null; }

remove_user() {
  pveum user delete "$monitor_user"
  if role_exists; then pveum role delete "$agent_role"; fi
}
`,
};
