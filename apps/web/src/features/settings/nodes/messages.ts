// The texts of the node pages.

import { abilities, type MonitorFlag } from '@belfry/schema/config/abilities';
import { kindForms } from '@belfry/schema/config/kind-forms';
import { byKind, type NodeType, type Way } from '@belfry/schema/config/kinds';
import type { CertificateFlaw } from '@belfry/schema/http/host-certificate';
import type { ConnectionStatus } from '@belfry/schema/http/nodes';
import { inLanguage } from '../../../lib/language/in-language.ts';

/** The English texts of a kind of instance are with its other facts. */
const formOf = (type: NodeType) => {
  const { add, hostHint, userHint = '', account, advanced = 'Advanced monitoring' } = kindForms[type];
  return { add, hostHint, userHint, account, advanced };
};

/** The name of what a flag switches on, and a hint. */
const abilityTexts = (): Record<MonitorFlag, { name: string; hint: string }> => {
  const all = Object.values(abilities).flatMap((ofKind) => Object.entries(ofKind));
  return Object.fromEntries(all.map(([flag, { name, hint = '' }]) => [flag, { name, hint }])) as Record<
    MonitorFlag,
    { name: string; hint: string }
  >;
};

export const messages = inLanguage('settingsNodes', {
  loading: 'Loading configuration...',
  forms: byKind(formOf),
  abilities: abilityTexts(),
  loadFailed: 'The list of hosts could not be loaded.',
  retry: 'Retry',
  heading: 'Watched hosts',
  none: (short: string) => `No ${short} nodes configured`,
  noneHint: (name: string) => `Add a ${name} host by its address and a read-only account.`,
  fixed: 'Set by BELFRY_NODES',
  viewer: 'Only an administrator can change what is watched.',
  added: 'Node added successfully',
  updated: 'Node updated successfully',
  deleted: 'Node deleted successfully',
  deleteFailed: 'Failed to delete node',
  status: {
    connected: 'Connected',
    pending: 'Not asked yet',
    disconnected: 'Does not answer',
    error: 'Answers with an error',
  } satisfies Record<ConnectionStatus, string>,
  retryAt: (time: string) =>
    `Refused credentials are not tried again before ${time}. Saving the host with new ones tries at once.`,
  degraded: 'Answers, but not to everything',
  someOffline: 'Connected, some members are offline',
  test: (name: string) => `Test the connection to ${name}`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Belfry stops watching this host and forgets its credentials. Nothing changes on the host itself.',
  deleteAction: 'Delete host',
  noCredentials: 'no credentials',
  cluster: (name: string, count: number) => `Cluster ${name} · ${count} ${count === 1 ? 'node' : 'nodes'}`,
  sameCluster: (name: string) =>
    `This is the same cluster as "${name}". It is polled once, through that one; this one adds nothing and can be removed.`,
  failover: 'Automatic failover is enabled: when one member does not answer, the next is asked.',
  online: 'online',
  offline: 'offline',
  notReached: 'not reached',
  pinned: 'Pinned certificate',
  unverified: 'TLS not verified',

  pushes: 'Events at once',
  pushesText:
    'A host can tell Belfry at once when a backup has ended, a replication failed or a node was fenced: by a webhook of its own notifications (Proxmox VE since 8.3, Backup Server since 3.3). Belfry then reads it from the host, and does not wait for its next poll. Run the command as root, in a cluster on one node. A backup job that sends e-mails of its own tells nothing.',
  pushCommand: (connection: string) => `On ${connection}`,
  pushEnd: 'To remove it',
  temperatures: 'Node temperatures',
  temperaturesText:
    'Proxmox VE does not report the temperature of a node. A small script can: it sends the output of lm-sensors once a minute, as a user without rights. Run it as root on each node that has lm-sensors.',
  sensorCommand: (connection: string) => `On the nodes of ${connection}`,
  sensorEnd: 'To remove it, on each node',

  addTitle: (name: string) => `Add ${name} node`,
  editTitle: (name: string) => `Edit ${name} node`,
  basics: 'Basic information',
  host: 'Host URL',
  name: 'Name (optional)',
  nameHint: 'If left empty, the cluster or the node names itself.',
  polledBy: 'Polled by',
  thisServer: 'This server',
  throughSite: (name: string) => `Site ${name}`,
  polledByHint: 'A host in another network is polled by the collector of its site.',
  movedHint: 'Enter its secret again below. Only who polls it now can read the stored one.',
  ofSite: (name: string) => `Site ${name}`,
  authentication: 'Authentication',
  ways: { token: 'API token', password: 'Password', key: 'Key' } satisfies Record<Way, string>,
  onlyPassword: (title: string) =>
    `${title} has no API tokens and refuses them: Belfry signs in with a user and a password, over HTTPS only.`,
  setup: 'Setup',
  auto: 'One command',
  manual: 'By hand',
  autoText:
    'One command on the host creates the account and its token, and registers the host here. It works once, for a short time.',
  callsCollector: 'The host calls the collector of its site, not this server.',
  withBackups: 'List the backups on storages',
  withBackupsText:
    'This takes more than reading. Proxmox VE lists them only with Datastore.AllocateSpace and VM.Backup, and an account with both may also make, delete and restore backups. Without them the account only reads. Backups on a backup server that Belfry watches do not need them.',
  generate: 'Generate command',
  generating: 'Generating...',
  downloadScript: 'Download script',
  command: 'Run this on the host as root',
  expires: (time: string) => `Valid once, until ${time}. This window closes by itself when the host has registered.`,
  hostFirst: 'Please enter the Host URL first',
  urlFailed: 'Failed to generate setup URL',
  scriptFailed: 'Failed to download script. Please check your connection.',
  manualText: 'On the host, as root:',
  manualBackups: 'To list the backups on storages too (more than reading):',
  user: 'Username',
  passwordField: 'Password',
  tokenId: 'Token ID',
  tokenIdHint: 'As user@realm!tokenname',
  tokenValue: 'Token value',
  keepPassword: 'Leave blank to keep the existing password',
  keepToken: 'Leave blank to keep the existing token',
  keepKey: 'Leave blank to keep the existing key',
  ssl: 'SSL settings',
  verify: 'Verify the certificate',
  verifyHint: 'If off, anyone between Belfry and the host can read the credentials.',
  fingerprint: 'Certificate fingerprint (SHA-256)',
  fingerprintHint: 'If you have it from a safe place already: this certificate and no other is accepted.',
  hostForCertificate: 'Enter the address of the host: Belfry then shows its certificate here.',
  readingCertificate: 'Reading the certificate of the host...',
  knownAuthority: (issuer: string) => `A known authority signed the certificate of this host: ${issuer}`,
  trusted: 'You trust this certificate. Belfry talks to this host only while it shows exactly this one.',
  distrust: 'Do not trust it any more',
  flaw: {
    'unknown-authority':
      'No known authority signed the certificate of this host. That is normal for a new installation. Compare it once, then trust it.',
    expired: 'The certificate of this host has expired. Renew it on the host, or compare it and trust it as it is.',
    'not-yet-valid':
      'The certificate of this host is not valid yet. Check the clocks of both machines, or compare it and trust it as it is.',
    'other-name':
      'The certificate of this host is made for another name. Use that name as the address, or compare the certificate and trust it.',
    other: 'The certificate of this host cannot be verified. Compare it with the one on the host, then trust it.',
  } satisfies Record<CertificateFlaw, string>,
  certificateChanged:
    'The host shows another certificate than the one you trust. If it was renewed, compare it and trust the new one. If not, somebody may be intercepting the connection.',
  subject: 'Issued to',
  issuer: 'Issued by',
  valid: 'Valid',
  validity: (from: string, to: string) => `from ${from} to ${to}`,
  sha256: 'SHA-256',
  fingerprintBefore: 'Trusted so far',
  fingerprintNow: 'Shown now',
  compare: 'To compare it, run this on the host as root:',
  compareCommand: 'command that shows the certificate',
  compareResult: (type: NodeType) =>
    type === 'pve'
      ? 'The fingerprint of pveproxy-ssl.pem, or of pve-ssl.pem if there is none, must be the same as the SHA-256 above.'
      : 'The fingerprint it prints must be the same as the SHA-256 above. Capitals make no difference.',
  trust: 'Trust this certificate',
  trustFirst: 'Belfry does not talk to this host before you trust its certificate. Compare it above, then trust it.',
  trustSaved: (name: string) => `The certificate of ${name} is trusted now`,
  trustInEnvironment: 'This host is set by BELFRY_NODES: put the SHA-256 above into its "fingerprint" there.',
  otherWays: 'Other ways to verify this host',
  coverage: 'Monitoring coverage',
  testConnection: 'Test Connection',
  testing: 'Testing...',
  testedSaved: 'Tried as it is saved, with the stored credentials.',
  success: 'Connection successful',
  clusterDetected: 'Cluster detected! All cluster nodes will be automatically added.',
  testFailed: 'Connection failed',
  required: {
    host: 'Host is required',
    user: 'Username is required',
    password: 'Password is required',
    tokenName: 'Token ID is required',
    tokenValue: 'Token value is required',
    key: 'Key is required',
    userAndPassword: 'Username and password are required',
    nameAndValue: 'Token ID and token value are required',
  },
  savedTestFailed: (name: string) => `${name}: Connection test failed`,
  copyFailed: 'Failed to copy command',
  latency: (ms: number) => `${ms} ms`,
  close: 'Close',
  back: 'Back to Discovery',
  updateAction: 'Update host',
  saving: 'Saving...',
  failed: 'Operation failed',

  discovery: 'Discovery',
  discoveryLocked: 'Set by an environment variable',
  discoveryOn: 'Discovery enabled — scanning network...',
  discoveryOff: 'Discovery disabled',
  discoveryFailed: 'Failed to update discovery setting',
  discovered: 'Found on the network',
  discoveredChip: 'Discovered',
  configure: 'Click to configure',
  refresh: 'Refresh',
  refreshing: 'Refreshing discovery...',
  scanning: 'Scanning the network. This can take up to a minute.',
  scanStarted: 'Discovery scan started',
  scanFailed: 'Failed to start discovery scan',
  issues: 'Discovery issues',
  justNow: 'just now',
  neverScanned: 'The network has not been scanned yet.',
  lastScan: (ago: string) => `Last scan ${ago}`,
  nothingFound: 'Nothing new was found.',
});
