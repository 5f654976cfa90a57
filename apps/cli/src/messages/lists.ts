// The tables of nodes, guests and backups, and `belfry status`.
import type { GuestCounts } from '@belfry/domain/status';
import { inLanguage } from '../language/in-language.ts';
import { plural } from '../language/said.ts';

export const messages = inLanguage('lists', {
  nodes: {
    heads: ['NODE', 'INSTANCE', 'STATUS', 'CPU', 'MEMORY', 'VERSION'],
    none: 'There are no nodes.',
  },
  sites: {
    heads: ['SITE', 'STATUS', 'LAST SEEN', 'VERSION', 'HOSTS', 'ID'],
    none: 'There are no sites.',
    unknown: (site: string, names: readonly string[]) =>
      names.length === 0
        ? `There is no site ${site}: there are no sites.`
        : `There is no site ${site}. There are: ${names.join(', ')}`,
    statuses: {
      new: 'no collector yet',
      waiting: 'waits to be accepted',
      connected: 'connected',
      silent: 'silent',
      revoked: 'revoked',
    },
    added: 'Run this on a machine of the site. It works once, for an hour:',
    foundHeads: ['KIND', 'ADDRESS', 'NAME', 'VERSION'],
    noneFound: 'The scan found no host that the site does not poll already.',
  },
  guests: {
    heads: ['VMID', 'NAME', 'TYPE', 'NODE', 'STATUS', 'CPU', 'MEMORY', 'LAST BACKUP'],
    none: 'No guest matches.',
    /** `ran`: whether it ran when it was seen last. */
    lost: (ran: boolean | undefined) =>
      ran === undefined ? 'unknown' : ran ? 'unknown (ran)' : 'unknown (was stopped)',
  },
  backups: {
    heads: ['NEWEST', 'TYPE', 'ID', 'NAME', 'PLACE', 'SIZE', 'BACKUPS'],
    /** By the word of Proxmox. */
    types: { qemu: 'VM', vm: 'VM', lxc: 'LXC', ct: 'LXC', host: 'Host', unknown: 'unknown' },
    none: 'There are no backups.',
  },
  statuses: {
    running: 'running',
    stopped: 'stopped',
    paused: 'paused',
    suspended: 'suspended',
    online: 'online',
    offline: 'offline',
    unknown: 'unknown',
  },
  notHeard: (status: string, since: string) => `${status} (not heard since ${since})`,
  status: {
    instances: (count: number, answers: string) => `${plural(count, 'instance', 'instances')}, ${answers}`,
    allAnswer: 'all answer',
    failing: (names: string) => `failing: ${names}`,
    partial: (names: string) => `answering in part: ${names}`,
    nodes: (count: number, online: number) => `${plural(count, 'node', 'nodes')}, ${online} online`,
    guests: ({ total, running, stopped, paused, other, unknown }: GuestCounts & { total: number }) =>
      `${plural(total, 'guest', 'guests')}: ${[
        `${running} running`,
        `${stopped} stopped`,
        ...(paused > 0 ? [`${paused} paused`] : []),
        ...(other > 0 ? [`${other} other`] : []),
        ...(unknown > 0 ? [`${unknown} unknown`] : []),
      ].join(', ')}`,
    noAlerts: 'no alerts',
    alerts: (critical: number, warning: number) => `alerts: ${critical} critical, ${warning} warning`,
    problem: (text: string) => `problem: ${text}`,
    noneOpen: (taken: number) => `no problem that nobody has; somebody has ${taken}`,
    open: (count: number, critical: number) =>
      `${plural(count, 'problem', 'problems')} that nobody has, ${critical} critical`,
    taken: (open: string, taken: number) => `${open}; somebody has ${taken}`,
    worst: (what: string) => `the worst: ${what}`,
    worstSince: (what: string, since: string) => `the worst: ${what}, since ${since}`,
  },
});
