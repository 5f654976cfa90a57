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
backup_role=BelfryBackups

# PVEAuditor may ask the guest agent from version 9 on. Before, that is a privilege of its own. $1: a privilege.
host_knows() { case "$(pveum role list --output-format json)" in *"$1"*) true ;; *) false ;; esac; }

user_exists() { pveum user list --output-format json | grep -E "\"userid\" *: *\"$monitor_user\"" >/dev/null; }
role_exists() { pveum role list --output-format json | grep -E "\"roleid\" *: *\"$1\"" >/dev/null; }
list_tokens() { pveum user token list "$monitor_user" --output-format json | json_tokens; }
create_token() { pveum user token add "$monitor_user" "$1" --privsep 1 --comment 'Belfry' --output-format json; }

# $1: --users or --tokens, $2: whose. The host keeps the rules of a token that it removes.
revoke() {
  local role
  for role in PVEAuditor "$agent_role" "$backup_role"; do
    pveum acl delete / "$1" "$2" --roles "$role" 2>/dev/null || true
  done
  pveum acl delete /storage "$1" "$2" --roles PVEDatastoreAdmin 2>/dev/null || true
}

remove_token() {
  revoke --tokens "$monitor_user!$1"
  pveum user token remove "$monitor_user" "$1" >/dev/null
}

# $1: --users or --tokens, $2: whose. A rule on a deeper path would replace PVEAuditor there, so all roles are on /.
grant() {
  local roles=PVEAuditor
  if role_exists "$agent_role"; then roles="$roles,$agent_role"; fi
  if [ "$backup_perms" = yes ]; then roles="$roles,$backup_role"; fi
  pveum acl modify / "$1" "$2" --roles "$roles"
}

# $1: its name, $2: its privileges.
make_role() { if role_exists "$1"; then pveum role modify "$1" --privs "$2"; else pveum role add "$1" --privs "$2"; fi; }

grant_user() {
  user_exists || pveum user add "$monitor_user" --comment 'Belfry'
  if ! host_knows VM.GuestAgent.Audit; then
    host_knows VM.Monitor || stop 'This version of Proxmox VE is not known: no privilege to ask the guest agent.'
    make_role "$agent_role" VM.Monitor
  fi
  # More than reading: the list of backups needs both. Whoever has both may also make, delete and restore backups.
  if [ "$backup_perms" = yes ]; then make_role "$backup_role" Datastore.AllocateSpace,VM.Backup; fi
  revoke --users "$monitor_user"
  grant --users "$monitor_user"
}

grant_token() { grant --tokens "$monitor_user!$1"; }
may_look() { pveum user token permissions "$monitor_user" "$1" --path / --output-format json | grep Sys.Audit >/dev/null; }

remove_user() {
  local role
  revoke --users "$monitor_user"
  pveum user delete "$monitor_user"
  for role in "$agent_role" "$backup_role"; do
    if role_exists "$role"; then pveum role delete "$role"; fi
  done
}
`,
};
