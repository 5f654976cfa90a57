// The part of the setup script for Proxmox Backup Server.
import type { SetupScript } from '../../config/host.ts';

export const setup: SetupScript = {
  head: '# Lets Belfry watch this Proxmox Backup Server. Run as root; --uninstall removes what this script created.',
  variables: () => ({}),
  body: String.raw`
product='Proxmox Backup Server'
tool=proxmox-backup-manager
monitor_user='belfry-monitor@pbs'

user_exists() { proxmox-backup-manager user list --output-format json | grep -E "\"userid\" *: *\"$monitor_user\"" >/dev/null; }
list_tokens() { proxmox-backup-manager user list-tokens "$monitor_user" --output-format json | json_tokens; }
create_token() { proxmox-backup-manager user generate-token "$monitor_user" "$1"; }
# Without a right on remotes a server leaves out the sync jobs that use one, and says nothing.
grant() {
  proxmox-backup-manager acl update / Audit --auth-id "$1"
  proxmox-backup-manager acl update /remote RemoteAudit --auth-id "$1"
}
revoke() {
  proxmox-backup-manager acl update / Audit --auth-id "$1" --delete true || true
  proxmox-backup-manager acl update /remote RemoteAudit --auth-id "$1" --delete true || true
}

remove_token() {
  revoke "$monitor_user!$1"
  proxmox-backup-manager user delete-token "$monitor_user" "$1" >/dev/null
}

grant_user() {
  user_exists || proxmox-backup-manager user create "$monitor_user" --comment 'Belfry, read-only'
  grant "$monitor_user"
}
grant_token() { grant "$monitor_user!$1"; }
may_read() { proxmox-backup-manager user permissions "$monitor_user!$1" --path / | grep Sys.Audit >/dev/null; }

remove_user() {
  revoke "$monitor_user"
  proxmox-backup-manager user remove "$monitor_user"
}
`,
};
