// The texts of the page of sites.
import type { SiteStatus } from '@belfry/schema/entities/site';
import { formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsSites', {
  heading: 'Sites and their collectors',
  loading: 'Loading the sites...',
  loadFailed: 'The list of sites could not be loaded.',
  viewer: 'Only an administrator can change the sites.',
  none: 'No sites',
  noneText:
    'A site is a branch, a customer or a home that this server does not reach, because a firewall or another network is between them. A collector there polls its hosts and connects to this server, so that no port has to be opened at the site.',
  add: 'Add site',

  status: {
    new: 'No collector yet',
    waiting: 'Waits to be accepted',
    connected: 'Connected',
    silent: 'Silent',
    revoked: 'Revoked',
  } satisfies Record<SiteStatus, string>,
  unheard: 'Nothing reported yet',
  refusedLabel: 'Silent, because this server refuses its collector',
  notTakenLabel: 'Connected, and this server does not take all that it says',
  clockLabel: 'Connected, its clock is wrong',
  newNext: 'No command is valid now. Get a new command, and run it on a machine of the site.',
  joinNext: (time: string) =>
    `Run its command on a machine of the site. It works until ${time}. If you no longer have it, get a new command.`,
  expiredNext: 'Its command has expired. Get a new command, and run it on a machine of the site.',
  acceptNext: 'A collector has joined. Compare its fingerprint, then accept it. It sends nothing before that.',
  startNext: 'Its collector has not reported since this server started. Start the collector on its machine:',
  silentNext:
    'What is shown of its hosts is old. Look at its machine whether the collector runs and reaches this server:',
  revokedHosts: 'Nothing polls its hosts. Get a new command, and join a collector with it.',
  revokedNext: 'This server refuses its collector. Get a new command to join another one.',
  hostsNext: 'Add its hosts. The form of a host asks who polls it.',
  clockAhead: (seconds: string) =>
    `The clock of its collector is ${seconds} s ahead of this server. Set the time of its machine.`,
  clockBehind: (seconds: string) =>
    `The clock of its collector is ${seconds} s behind this server. Set the time of its machine.`,

  catchingUp: (percent: number) => `Connected, catching up: ${percent} %`,
  spoolNext:
    'The disk of its collector accepts nothing, so what is measured during an outage of the line is lost. Make room on its machine.',
  changesDropped: (count: number) =>
    `The collector could not keep ${plural(count, 'change')} of the last outage. Alerts of that time may be missing in the history.`,
  spoolLabel: 'Connected, its disk is full',
  spool: 'History there',

  lastSeen: 'Last seen',
  version: 'Version',
  clock: 'Clock',
  line: 'Line',
  lineFigures: (bytes: string, roundTripMs: number | undefined) =>
    roundTripMs === undefined ? `${bytes}/s` : `${roundTripMs} ms · ${bytes}/s`,
  lineHint: (received: string, sent: string) => `In the last minute: ${received}/s from its collector, ${sent}/s to it`,
  calls: 'Calls to hosts',
  callsPerMinute: (count: number) => `${formatCount(count)}/min`,
  hosts: 'Hosts',
  dockerHosts: 'Docker hosts',
  noHosts: 'none',
  addHost: 'Add a host',

  scan: 'Look for hosts',
  scanOf: (name: string) => `Look for hosts in the network of ${name}`,
  scanText:
    'The collector asks each address of its network which product it is. It signs in nowhere and changes nothing. This takes up to two minutes.',
  subnet: 'Subnet',
  subnetHint: 'Blank: the network of the machine of the collector. Otherwise one or several, such as 192.168.1.0/24.',
  scanning: 'The collector looks for hosts...',
  scanIssues: 'What the scan could not find out',
  foundNone: 'The scan found no host that this site does not poll already.',
  foundSome: (count: number) => `${plural(count, 'host')} found. Choose the one to add:`,
  foundMore: (count: number) => `${plural(count, 'further host')} not shown. Choose a smaller subnet to see them.`,

  rename: (name: string) => `Rename ${name}`,
  newCommandFor: (name: string) => `New command for ${name}`,
  revokeOf: (name: string) => `Revoke the collector of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  compare: 'Compare and accept',
  newCommand: 'New command',

  name: 'Name',
  nameHint: 'As in "Branch Köln". It can be changed later.',
  nameRequired: 'Name is required',
  letIn: 'Who lets the collector in',
  byToken: 'The token lets it in',
  byTokenHint: 'Whoever has the command can join, once, within an hour.',
  byPerson: 'I accept its key',
  byPersonHint: 'The collector waits until you have compared its fingerprint here.',
  makeCommand: 'Show the command',
  secretsAgain: (count: number) =>
    count === 1
      ? 'The secret of this host is sealed for its present collector. When another collector has joined, enter it again:'
      : `The secrets of these ${count} hosts are sealed for their present collector. When another collector has joined, enter them again:`,
  presentWorks: 'The present collector works until the other one has joined.',

  stepJoin: 'Run this command on a machine of the site',
  joinHint: (time: string) =>
    `The token works once, until ${time}, and is shown only here. The collector only dials out: no port has to be opened at the site.`,
  joinCommand: 'command that joins the collector',
  stepAccept: 'Compare the fingerprint, then accept it',
  stepRun: 'Start the collector there',
  runHint: 'It connects to this server, and this window says when it has.',
  runCommand: 'command that starts the collector',
  statusCommand: 'command that shows the status of the collector',
  awaited: 'Waiting for the collector to join...',
  joined: 'The collector has joined. It does not report yet.',
  connected: (name: string) => `${name} is connected. Add its hosts next.`,
  expired: 'The token has expired. Close this window and get a new command.',
  close: 'Close',
  done: 'Done',

  acceptTitle: (name: string) => `Accept the collector of ${name}`,
  fingerprint: 'The fingerprint of its key, as this server has it',
  compareText:
    'It must be the same as the one that "belfry collector join" printed at the site. If it differs, somebody else has joined.',
  accept: 'Accept',
  refuse: 'Refuse',
  accepted: (name: string) => `The collector of ${name} is accepted`,
  refused: 'The collector is refused',

  renameAction: 'Rename',
  renamed: 'Site renamed',
  revokeTitle: (name: string) => `Revoke the collector of ${name}?`,
  revokeText:
    'This server ends its connection and refuses its key from now on. Its hosts stay in the list, and nothing polls them until another collector has joined.',
  revoke: 'Revoke',
  revoked: 'The collector is revoked',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Its collector is refused from now on. Nothing changes on its machine.',
  removeAction: 'Remove site',
  removed: 'Site removed',
  removeWithHosts: (count: number) => `Remove the site and ${plural(count, 'host')}`,
  lostHosts: (count: number) =>
    count === 1
      ? 'This host is removed too, with its settings and its history:'
      : `These ${count} hosts are removed too, with their settings and their history:`,
  lostDockerHosts: (count: number) =>
    count === 1
      ? 'This Docker host reports through the site, and is removed too. Its agent needs another address to report to:'
      : `These ${count} Docker hosts report through the site, and are removed too. Their agents need another address to report to:`,
  typedAgain:
    'To keep a host, choose in its settings who else polls it, before you remove the site. Its token or password must then be typed again, because only this collector can read it.',
});
