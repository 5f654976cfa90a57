// The texts of the form of each kind of instance. A file of its own, because only the settings show them.
import type { NodeType } from './kinds.ts';

/**
 * `userExample`, `userHint`: only of a kind with accounts. `account`: which account is enough, and what more than reading a part of it may do; `commands`: how to make one that only reads, by
 * hand, for a shell of root on the host. `backupCommands`: what the list of backups on storages needs besides; it is more than reading.
 * `advanced`: the title of the abilities that stand below the others. `certificate`: the command that prints the SHA-256 fingerprint of the certificate, likewise.
 */
export interface KindForm {
  /** The button that opens the empty form. */
  add: string;
  hostHint: string;
  userExample?: string;
  userHint?: string;
  account: string;
  commands: readonly string[];
  backupCommands?: readonly string[];
  advanced?: string;
  certificate: string;
}

export const kindForms: Readonly<Record<NodeType, KindForm>> = {
  pve: {
    add: 'Add node',
    hostHint: 'Address of one node; port 8006 unless you give another. Belfry finds the other members of a cluster.',
    userExample: 'belfry-monitor@pam',
    userHint: 'With its realm, for example root@pam.',
    account:
      'A read-only account is enough: the role PVEAuditor on /, and before version 9 a role with VM.Monitor for the guest agent. Backups on storages that are no backup server are listed only to an account that may also make, delete and restore them: Datastore.AllocateSpace and VM.Backup.',
    commands: [
      "pveum user add belfry-monitor@pam --comment 'Belfry monitoring'",
      // The privilege has another name in each of the versions 8 and 9.
      'pveum role add BelfryMonitor --privs "$(pveum role list --output-format json | grep -oE \'VM\\.GuestAgent\\.Audit|VM\\.Monitor\' | sort | head -n 1)"',
      'pveum acl modify / --users belfry-monitor@pam --roles PVEAuditor,BelfryMonitor',
      'pveum user token add belfry-monitor@pam belfry --privsep 0',
    ],
    backupCommands: [
      "pveum role add BelfryBackups --privs 'Datastore.AllocateSpace,VM.Backup'",
      'pveum acl modify / --users belfry-monitor@pam --roles BelfryBackups',
    ],
    certificate: 'pvenode cert info',
  },
  pbs: {
    add: 'Add backup server',
    hostHint: 'HTTPS is needed; port 8007 unless you say otherwise.',
    userExample: 'belfry-monitor@pbs',
    userHint: 'With its realm, for example admin@pbs.',
    account:
      'A read-only account is enough: the roles Audit on / and RemoteAudit on /remote, for the user and for its token. Without the second, sync jobs that use a remote are not shown.',
    commands: [
      'proxmox-backup-manager user create belfry-monitor@pbs',
      'proxmox-backup-manager acl update / Audit --auth-id belfry-monitor@pbs',
      'proxmox-backup-manager acl update /remote RemoteAudit --auth-id belfry-monitor@pbs',
      'proxmox-backup-manager user generate-token belfry-monitor@pbs belfry',
      "proxmox-backup-manager acl update / Audit --auth-id 'belfry-monitor@pbs!belfry'",
      "proxmox-backup-manager acl update /remote RemoteAudit --auth-id 'belfry-monitor@pbs!belfry'",
    ],
    certificate: 'proxmox-backup-manager cert info',
  },
  pmg: {
    add: 'Add mail gateway',
    hostHint: 'HTTPS; port 8006 unless you say otherwise.',
    userExample: 'belfry-monitor@pmg',
    userHint: 'With its realm, for example root@pam or belfry-monitor@pmg.',
    account: 'A read-only account is enough: a user with the role Auditor.',
    commands: [
      'password=$(openssl rand -hex 16)',
      'pmgsh create /access/users --userid belfry-monitor@pmg --role audit --enable 1 --password "$password"',
      'echo "Password: $password"',
    ],
    advanced: 'Data collection',
    certificate: 'openssl x509 -noout -fingerprint -sha256 -in /etc/pmg/pmg-api.pem',
  },
};
