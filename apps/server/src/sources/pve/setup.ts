// The part of the setup script that is only for Proxmox VE.
import type { SetupScript } from '../../config/host.ts';

export const setup: SetupScript = {
  head: '# Lets Belfry watch this Proxmox VE host or cluster. Run as root; --uninstall removes what this script created.',
  variables: ({ backupPerms }) => ({ backup_perms: backupPerms ? 'yes' : 'no' }),
  body: String.raw`
product='Proxmox VE'
tool=pveum
monitor_user='belfry-monitor@pam'
agent_role=BelfryMonitor
backup_role=BelfryBackups

# Whether this version has the privilege $1. From version 9 on, PVEAuditor includes VM.GuestAgent.Audit. Older versions need
# VM.Monitor to ask the guest agent.
host_knows() { case "$(pveum role list --output-format json)" in *"$1"*) true ;; *) false ;; esac; }

user_exists() { pveum user list --output-format json | grep -E "\"userid\" *: *\"$monitor_user\"" >/dev/null; }
role_exists() { pveum role list --output-format json | grep -E "\"roleid\" *: *\"$1\"" >/dev/null; }
list_tokens() { pveum user token list "$monitor_user" --output-format json | json_tokens; }
create_token() { pveum user token add "$monitor_user" "$1" --privsep 1 --comment 'Belfry' --output-format json; }

# Removes the roles. $1: --users or --tokens, $2: the name of the user or token. Removing a token does not remove its rules.
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

# Gives the roles. $1: --users or --tokens, $2: the name of the user or token. A rule on a deeper path would replace PVEAuditor
# there, so all roles are on /.
grant() {
  local roles=PVEAuditor
  if role_exists "$agent_role"; then roles="$roles,$agent_role"; fi
  if [ "$backup_perms" = yes ]; then roles="$roles,$backup_role"; fi
  pveum acl modify / "$1" "$2" --roles "$roles"
}

# Creates or changes a role. $1: its name, $2: its privileges, separated by commas.
make_role() { if role_exists "$1"; then pveum role modify "$1" --privs "$2"; else pveum role add "$1" --privs "$2"; fi; }

grant_user() {
  user_exists || pveum user add "$monitor_user" --comment 'Belfry'
  if ! host_knows VM.GuestAgent.Audit; then
    host_knows VM.Monitor || stop 'This version of Proxmox VE is not known: it has no privilege to ask the guest agent.'
    make_role "$agent_role" VM.Monitor
  fi
  # The list of backups needs both privileges. They also allow Belfry to make, delete and restore backups.
  if [ "$backup_perms" = yes ]; then make_role "$backup_role" Datastore.AllocateSpace,VM.Backup; fi
  revoke --users "$monitor_user"
  grant --users "$monitor_user"
}

grant_token() { grant --tokens "$monitor_user!$1"; }
may_read() { pveum user token permissions "$monitor_user" "$1" --path / --output-format json | grep Sys.Audit >/dev/null; }

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
