// The texts of the Diagnostics page.
import { formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsDiagnostics', {
  run: 'Run Diagnostics',
  running: 'Running...',
  runFailed: 'Failed to run diagnostics',
  intro:
    'Belfry calls every configured host and says what it can read there, and what it cannot. This can take up to a minute.',
  adminOnly: 'Only an administrator can run diagnostics.',
  missing: 'This server gives no diagnostics.',
  checked: (ago: string) => `Checked ${ago}`,

  exportTitle: 'Export',
  exportFull: 'Export Full',
  exportSanitized: 'Export for GitHub (sanitized)',
  exporting: 'Exporting...',
  exportFailed: 'Failed to export diagnostics',
  fullText:
    'Full: with names, addresses and error texts. Give it only to people you trust. The export is recorded in the audit log.',
  sanitizedText:
    'Sanitized: names, addresses, IDs and texts are replaced or left out, and no password or token is in either file. Read the file before you publish it.',

  system: 'System information',
  version: 'Version',
  runtime: 'Runtime',
  platform: 'Platform',
  cpus: 'Processors',
  uptime: 'Running for',
  minutes: (count: number) => plural(count, 'minute'),
  memory: 'Memory',
  megabytes: (count: number) => `${formatCount(count)} MB`,
  realtime: 'Realtime connection',
  connected: 'connected',
  notConnected: 'not connected',

  connections: 'Connections',
  connectionsOf: (connected: number, all: number) => `${formatCount(connected)} of ${formatCount(all)} connected`,
  noHosts: 'No host is configured.',
  answers: 'Answers',
  silent: 'Does not answer',
  auth: { api_token: 'API token', username_password: 'User and password' },
  latency: (ms: number) => `${formatCount(ms)} ms`,
  lastPoll: (ago: string) => `last answer ${ago}`,
  productVersion: (version: string) => `version ${version}`,
  nodes: (count: number) => plural(count, 'node'),
  datastores: (count: number) => plural(count, 'datastore'),
  dropped: (count: number) => `${plural(count, 'malformed entry', 'malformed entries')} left out`,
  everythingRead: 'Everything that is switched on can be read.',
  gaps: 'What cannot be read',

  vmDisks: 'Disk usage of virtual machines',
  vmDisksOf: (known: number, all: number) =>
    `${formatCount(known)} of ${plural(all, 'running VM')} ${known === 1 ? 'reports' : 'report'} disk usage`,
  vmAgents: (count: number) => `${formatCount(count)} with a guest agent`,
  noVms: 'No virtual machine is running.',
  affected: (count: number) => plural(count, 'VM'),

  disks: 'Physical disks',
  disksOff: 'Not read. Switch on "Physical disk health (SMART)" in the settings of this instance.',
  disksOf: (disks: number, withDisks: number, all: number) =>
    `${plural(disks, 'disk')} on ${formatCount(withDisks)} of ${plural(all, 'node')}`,
  noDisks: (node: string) => `${node} reports no disk.`,

  docker: 'Docker hosts',
  outdated: 'agent out of date',
  agent: (version: string) => `agent ${version}`,
  containers: (count: number) => plural(count, 'container'),
  lastReport: (ago: string) => `last report ${ago}`,
  clock: (seconds: number) => `its clock differs by ${plural(Math.abs(seconds), 'second')}`,

  defects: 'Errors of Belfry itself',
  times: (count: number, ago: string) => `${plural(count, 'time')}, last ${ago}`,
});
